"""How operations on battle groups are described in OpenAPI."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema

from collection.catalogue.api.description import LANGUAGE, REFUSALS, refusal
from collection.catalogue.api.problems import CONTENT_TYPE
from collection.common.language import Words

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
    415: _("The body is not JSON."),
    422: _("The body cannot be read: `problems` names its JSON path."),
    428: _("The request says no version in If-Match."),
}
ALL_REFUSALS = {**REFUSALS, **MORE_REFUSALS}


#: Where the description keeps what several operations share.
COMPONENTS = "#/components/schemas/"


class FileForm(Protocol):
    """A kind of file people take away."""

    @property
    def content_type(self) -> str: ...


class Files(dict[str, Any]):
    """What a file holds, by its media type."""


def files_of(forms: Iterable[FileForm]) -> Files:
    """Files of some forms as an answer."""
    types = sorted({form.content_type.partition(";")[0] for form in forms})
    return Files(
        (each, OpenApiTypes.OBJECT if each == "application/json" else OpenApiTypes.BINARY)
        for each in types
    )


def operation(
    summary: Words,
    answer: Any,
    *,
    id: str,
    refused: Iterable[int] = (),
    status: int = 200,
    may_change_nothing: bool = False,
    later: Any = None,
    parameters: Iterable[OpenApiParameter] = (),
    takes: str = "",
    description: Words = "",
) -> Callable[..., Any]:
    """Describe an operation with its answer and every refusal beside those all have.

    What it `takes` is the name of a body. One that `may_change_nothing` then answers with 200, and
    one that may take long with 202 and what tells of it `later`.
    """
    told = answer if isinstance(answer, Files) else {"application/json": answer}
    answers: dict[Any, Any] = {
        (code, kind): shape
        for code in {status, 200 if may_change_nothing else status}
        for kind, shape in told.items()
    }
    if answer is None:
        answers = {status: None}
    if later is not None:
        answers[202, "application/json"] = later
    for code in sorted({400, 401, 406, 429, 503, *refused, *((415,) if takes else ())}):
        answers[code, CONTENT_TYPE] = refusal(ALL_REFUSALS[code])
    return extend_schema(
        operation_id=id,
        summary=summary,
        description=description or summary,
        parameters=[*parameters, LANGUAGE],
        request={"application/json": {"$ref": f"{COMPONENTS}{takes}"}} if takes else None,
        responses=answers,
    )
