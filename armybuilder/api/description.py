"""How operations on battle groups are described in OpenAPI."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema

from collection.api.description import LANGUAGE, REFUSALS, refusal
from collection.api.problems import CONTENT_TYPE
from collection.values import Words

IF_MATCH = OpenApiParameter(
    "If-Match",
    location=OpenApiParameter.HEADER,
    description=_("The ETag of the version the change was made for; * for any."),
)
MORE_REFUSALS: Mapping[int, Words] = {
    403: _("The token only reads."),
    409: _("The member keeps as many as the site allows."),
    412: _(
        "The group has moved on: `version` is the one it is at now, `differences` what changes."
    ),
    413: _("The body is too long."),
    422: _("The body cannot be read: `problems` names its JSON path."),
    428: _("The request says no version in If-Match."),
}
ALL_REFUSALS = {**REFUSALS, **MORE_REFUSALS}


def operation(
    summary: Words,
    answer: Any,
    *,
    id: str,
    refused: Iterable[int] = (),
    status: int = 200,
    parameters: Iterable[OpenApiParameter] = (),
    takes_body: bool = False,
    description: Words = "",
    media_type: str = "application/json",
) -> Callable[..., Any]:
    """Describe an operation with its answer and every refusal beside those all have."""
    answers: dict[Any, Any] = {(status, media_type): answer} if answer else {status: None}
    for code in sorted({400, 401, 429, *refused}):
        answers[code, CONTENT_TYPE] = refusal(ALL_REFUSALS[code])
    return extend_schema(
        operation_id=id,
        summary=summary,
        description=description or summary,
        parameters=[*parameters, LANGUAGE],
        request={"application/json": OpenApiTypes.OBJECT} if takes_body else None,
        responses=answers,
    )
