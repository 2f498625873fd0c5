"""Pages of long lists: how an address asks for one, and how an answer leads to the next."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from collection.catalogue import selectors
from collection.catalogue.api.description import parameter, whole
from collection.catalogue.api.problems import ParameterProblem, QueryRefused

LONGEST_PAGE = 200
PARAMETERS = frozenset({"after", "limit"})
DESCRIBED = (
    parameter("after", _("Begin after this id; the address of the next page has it.")),
    parameter(
        "limit", _("How many at once: 1 to 200, 50 without it."), type=whole(1, LONGEST_PAGE)
    ),
)


class PageForm(forms.Form):
    """Which part of a list is asked for."""

    after = forms.CharField(required=False)
    limit = forms.IntegerField(required=False, min_value=1, max_value=LONGEST_PAGE)


def page_asked(request: Request, *others: forms.Form) -> tuple[str, int]:
    """The id to begin after and the length of the page.

    Raises QueryRefused with whatever this and the other forms of the request find wrong.
    """
    form = PageForm(request.query_params)
    refuse([problem for each in (*others, form) for problem in form_problems(each)])
    return form.cleaned_data["after"], form.cleaned_data["limit"] or selectors.PAGE_LENGTH


def form_problems(form: forms.Form) -> list[ParameterProblem]:
    """What a form finds wrong, field by field."""
    form.is_valid()
    return [
        ParameterProblem(field, str(said))
        for field, errors in form.errors.items()
        for said in errors
    ]


def refuse(problems: Sequence[ParameterProblem]) -> None:
    """Raise QueryRefused when there is any problem."""
    if problems:
        raise QueryRefused(problems)


def unknown_after() -> ParameterProblem:
    """The list has nothing under the id to begin after."""
    return ParameterProblem("after", str(_("Nothing has this id; begin without it.")))


def page_answer(request: Request, *, total: int, next_after: str, results: Any) -> Response:
    """A page of a list, with the address of the next one unless `next_after` is empty."""
    following = address_with(request, "after", next_after) if next_after else None
    return Response({"total": total, "next": following, "results": results})


def address_with(request: Request, name: str, value: str | int) -> str:
    """The address of the request with another value of one parameter."""
    query = request.query_params.copy()
    query[name] = str(value)
    return f"{request.build_absolute_uri(request.path)}?{query.urlencode()}"


def page_of(shape: type[serializers.BaseSerializer[Any]], name: str) -> Any:
    """The shape of a page of something."""
    return type(
        f"{name}Page",
        (serializers.Serializer,),
        {
            "__doc__": _("A page of a list; next is null at its end."),
            "total": serializers.IntegerField(help_text=_("How many all pages have together.")),
            "next": serializers.CharField(allow_null=True),
            "results": shape(many=True),
        },
    )


def list_of(shape: type[serializers.BaseSerializer[Any]], name: str) -> Any:
    """The shape of a list that is short enough to come whole."""
    return type(
        f"{name}List",
        (serializers.Serializer,),
        {"results": shape(many=True)},
    )
