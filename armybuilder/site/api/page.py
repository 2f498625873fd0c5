"""The page that explains the API: the same description programs get, in the reader's language."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import override
from django.views.decorators.http import require_safe
from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from drf_spectacular.generators import SchemaGenerator

from collection.common.language import language


@dataclass(frozen=True)
class Parameter:
    """A parameter of an operation."""

    name: str
    description: str
    values: tuple[str, ...]
    many: bool


@dataclass(frozen=True)
class Operation:
    """One thing to ask of one address; `example` may be opened as it stands, where it is one to
    read for anybody."""

    id: str
    method: str
    path: str
    summary: str
    description: str
    parameters: tuple[Parameter, ...]
    example: str


class TokenScheme(KnoxTokenScheme):
    """Personal tokens, in the description of the API."""

    target_class = "armybuilder.site.api.tokens.TokenAuthentication"
    name = "token"


#: The first part of the address of what is for battle groups and their owners.
FOR_GROUPS = ("me", "validate", "repair", "fill", "closest", "groups", "formats")
#: What stands for the open place of an address in its example.
EXAMPLES = {
    "figure_id": "AOD-033",
    "card_id": "AOD-G-001",
    "rule_id": "AOD-GUN-004",
    "format_id": "standard-450",
}
#: Parameters of every operation, which the page explains above them.
TOLD_ONCE = {"lang"}
FOR_COLLECTIONS = "collections"
FOR_MEMBERS = {*FOR_GROUPS, FOR_COLLECTIONS}
API = "/api/v1/"
SCHEMA_EXAMPLE = "openapi.json"


@require_safe
def to_page(request: HttpRequest) -> HttpResponse:
    """The bare address leads to the page in the reader's language."""
    response = redirect("api_page")
    response["Vary"] = "Accept-Language, Cookie"
    return response


@require_safe
def api_page(request: HttpRequest) -> HttpResponse:
    """Every operation with its parameters, and how to begin."""
    told = operations(language())
    context = {
        "reading": [each for each in told if _first_part(each.path) not in FOR_MEMBERS],
        "grouping": [each for each in told if _first_part(each.path) in FOR_GROUPS],
        "collecting": [each for each in told if _first_part(each.path) == FOR_COLLECTIONS],
        "here": request.build_absolute_uri(API),
    }
    return render(request, "site/api.html", context)


@cache
def operations(code: str) -> tuple[Operation, ...]:
    """The operations of the API in words of a language."""
    with override(code):
        schema = SchemaGenerator().get_schema(request=None, public=True)
    return tuple(
        _operation(method, path, told)
        for path, methods in schema["paths"].items()
        for method, told in methods.items()
    )


def _first_part(path: str) -> str:
    return path.removeprefix(API).partition("/")[0]


def _operation(method: str, path: str, told: dict[str, Any]) -> Operation:
    example = path.replace("{name}", SCHEMA_EXAMPLE)
    for name, value in EXAMPLES.items():
        example = example.replace(f"{{{name}}}", value)
    summary, description = told["summary"], told["description"]
    return Operation(
        id=told["operationId"],
        method=method.upper(),
        path=path,
        summary=summary,
        description=description if description != summary else "",
        parameters=tuple(
            _parameter(each) for each in told.get("parameters", ()) if each["name"] not in TOLD_ONCE
        ),
        example=example if method == "get" and "{" not in example else "",
    )


def _parameter(told: dict[str, Any]) -> Parameter:
    schema = told["schema"]
    many = schema.get("type") == "array"
    values = [value for value in (schema["items"] if many else schema).get("enum", ()) if value]
    return Parameter(told["name"], told.get("description", ""), tuple(values), many)
