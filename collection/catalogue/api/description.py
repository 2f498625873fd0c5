"""How the operations are described in OpenAPI."""

from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from collection.catalogue.api.problems import CONTENT_TYPE, ProblemSerializer
from collection.common.language import Words

LANGUAGE = OpenApiParameter(
    "lang",
    enum=[code for code, _name in settings.LANGUAGES],
    description=_("Language of names and texts; without it, that of Accept-Language."),
)
REFUSALS: dict[int, Words] = {
    400: _("Parameters were not understood; each is named."),
    401: _("The token is unknown, revoked or expired."),
    404: _("There is nothing under this id."),
    406: _("There is no answer of a kind that Accept names."),
    429: _("Too many requests; Retry-After says how long to wait."),
    503: _("The site cannot answer just now; Retry-After says how long to wait."),
}


def whole(least: int, most: int | None = None, *, step: int | None = None) -> dict[str, Any]:
    """The schema of a whole number within bounds."""
    bounds = {"minimum": least, "maximum": most, "multipleOf": step}
    return {"type": "integer", **{key: told for key, told in bounds.items() if told is not None}}


#: A number of points or pieces.
COUNT = whole(0)


def refusal(reason: Words) -> OpenApiResponse:
    """A problem an operation may answer with."""
    return OpenApiResponse(ProblemSerializer, description=reason)


def parameter(
    name: str,
    description: Words,
    *,
    type: Any = OpenApiTypes.STR,
    many: bool = False,
    choices: Iterable[str] | None = None,
    path: bool = False,
    required: bool = False,
) -> OpenApiParameter:
    """A parameter of the address, or of its path; one of the address left empty asks for nothing,
    unless it says what kind of answer is wanted."""
    never_empty = path or required or name == "format"
    return OpenApiParameter(
        name,
        type=type,
        many=many,
        enum=[*choices, *(() if never_empty else ("",))] if choices else None,
        required=required or path,
        location=OpenApiParameter.PATH if path else OpenApiParameter.QUERY,
        description=description,
    )


def described(
    summary: Words,
    answer: Any,
    *,
    id: str,
    parameters: Iterable[OpenApiParameter] = (),
    description: Words = "",
    table: bool = False,
) -> Callable[..., Any]:
    """Describe a reading operation with its answers; `table` says that it also answers in CSV.

    Without a description the summary is repeated: the generator would take a docstring, which is
    for programmers and in English.
    """
    told = [*parameters]
    refused = dict(REFUSALS)
    if not any(each.location == OpenApiParameter.PATH for each in told):
        del refused[404]
    answers: dict[Any, Any] = {(200, "application/json"): answer}
    if table:
        answers[200, "text/csv"] = OpenApiTypes.STR
    for status, reason in refused.items():
        answers[status, CONTENT_TYPE] = refusal(reason)
    return extend_schema(
        operation_id=id,
        summary=summary,
        description=description or summary,
        parameters=[*told, LANGUAGE],
        responses=answers,
    )
