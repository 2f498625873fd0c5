"""One shape for everything that goes wrong: problem details for HTTP (RFC 9457)."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Any

from django.http import HttpResponseBase, JsonResponse
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import APIException
from rest_framework.views import exception_handler

from collection.catalogue.game import CatalogueNotLoaded
from collection.common.busy import Busy

CONTENT_TYPE = "application/problem+json"
KEPT_HEADERS = ("WWW-Authenticate", "Retry-After")


@dataclass(frozen=True)
class ParameterProblem:
    """What is wrong with one parameter of the address."""

    parameter: str
    reason: str


class QueryRefused(APIException):
    """400: an address that asks for something nobody can mean; every fault is named."""

    status_code = HTTPStatus.BAD_REQUEST

    def __init__(self, problems: Iterable[ParameterProblem]) -> None:
        super().__init__(_("Parameters of the address were not understood."))
        self.problems = tuple(problems)


class ParameterProblemSerializer(serializers.Serializer[Any]):
    parameter = serializers.CharField()
    reason = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """The shape of every refusal."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    problems = ParameterProblemSerializer(many=True, required=False)


def problem(
    status: int,
    detail: str,
    problems: Iterable[ParameterProblem] = (),
    headers: Mapping[str, str] | None = None,
    more: Mapping[str, Any] | None = None,
) -> JsonResponse:
    """An answer that says what went wrong; `more` are members of this kind of problem alone."""
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": str(detail),
        **(more or {}),
    }
    if found := [asdict(each) for each in problems]:
        body["problems"] = found
    return JsonResponse(
        body,
        status=status,
        content_type=CONTENT_TYPE,
        headers=headers,
        json_dumps_params={"ensure_ascii": False},
    )


def busy_problem(retry_after: int) -> JsonResponse:
    """503 for what the site cannot do just now."""
    return problem(
        HTTPStatus.SERVICE_UNAVAILABLE,
        _("The site is busy; nothing was changed. Ask again in %(seconds)s s.")
        % {"seconds": retry_after},
        headers={"Retry-After": str(retry_after)},
    )


def answer_problem(exception: Exception, context: Mapping[str, Any]) -> HttpResponseBase | None:
    """What the framework raised, as a problem; None for a fault of our own, which is a 500."""
    if isinstance(exception, CatalogueNotLoaded):
        detail = _("The catalogue is not loaded yet.")
        return problem(HTTPStatus.SERVICE_UNAVAILABLE, detail, headers={"Retry-After": "60"})
    if isinstance(exception, Busy):
        return busy_problem(exception.retry_after)
    refused = exception_handler(exception, dict(context))
    if refused is None:
        return None
    return problem(
        refused.status_code,
        refused.data["detail"],
        getattr(exception, "problems", ()),
        {name: refused[name] for name in KEPT_HEADERS if name in refused},
        getattr(exception, "more", None),
    )
