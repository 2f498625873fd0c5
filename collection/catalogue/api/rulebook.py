"""The rulebook: every rule with its section and our summary."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from collection.catalogue import game
from collection.catalogue.api import pages
from collection.catalogue.api.base import CatalogueView, unless_unchanged
from collection.catalogue.api.description import described, parameter
from collection.catalogue.api.serializers import address_of, page_address
from collection.catalogue.forms.search import RuleSearchForm
from collection.catalogue.present.catalogue_words import RULE_KINDS
from collection.catalogue.present.rulebook import Section, find_sections


class RuleSerializer(serializers.Serializer[Any]):
    """A rule in one sentence of ours."""

    id = serializers.CharField(source="rule.id")
    section = serializers.CharField(source="section.key")
    section_title = serializers.CharField(source="section.title")
    title = serializers.CharField(source="rule.title")
    kind = serializers.ChoiceField(source="rule.used_in", choices=list(RULE_KINDS))
    summary = serializers.CharField(source="rule.summary")
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()

    def get_url(self, found: dict[str, Any]) -> str:
        return address_of(self, "api:rule", found["rule"].id)

    def get_page(self, found: dict[str, Any]) -> str:
        return page_address(self, "rule", found["rule"].id)


class RuleList(CatalogueView):
    """The rules found, page by page, in the order of the rulebook."""

    parameters = frozenset(RuleSearchForm.base_fields) | pages.PARAMETERS

    @described(
        gettext_lazy("Find rules"),
        pages.page_of(RuleSerializer, "Rule"),
        id="rules",
        parameters=(
            parameter("q", gettext_lazy("Words of the title or summary, or an id.")),
            parameter("system", gettext_lazy("The game; Age of Destruction if not said.")),
            parameter("kind", gettext_lazy("What the rule is used in."), choices=RULE_KINDS),
            *pages.DESCRIBED,
        ),
    )
    @unless_unchanged
    def get(self, request: Request) -> Response:
        form = RuleSearchForm(request.query_params)
        after, limit = pages.page_asked(request, form)
        chosen = form.chosen()
        found = _in_order(find_sections(form.asked().rulebook(), chosen))
        begin = _place_behind(found, after)
        shown = found[begin : begin + limit]
        last = shown[-1]["rule"].id if begin + limit < len(found) else ""
        return pages.page_answer(
            request,
            total=len(found),
            next_after=last,
            results=RuleSerializer(shown, many=True, context={"request": request}).data,
        )


class RuleOne(CatalogueView):
    """One rule."""

    @described(
        gettext_lazy("A rule"),
        RuleSerializer,
        id="rule",
        parameters=[parameter("rule_id", gettext_lazy("Such as AOD-GUN-004."), path=True)],
    )
    @unless_unchanged
    def get(self, request: Request, rule_id: str) -> Response:
        book = game.book_with(rule_id.upper())
        for found in _in_order(find_sections(book)) if book else ():
            if found["rule"].id == rule_id.upper():
                return Response(RuleSerializer(found, context={"request": request}).data)
        raise NotFound(_("There is no such rule."))


def _in_order(sections: list[Section]) -> list[dict[str, Any]]:
    return [{"section": section, "rule": rule} for section in sections for rule in section.rules]


def _place_behind(found: list[dict[str, Any]], after: str) -> int:
    """Where the page begins; raises QueryRefused when the rule before it is not in the list."""
    if not after:
        return 0
    places = {each["rule"].id: place for place, each in enumerate(found, 1)}
    if after not in places:
        pages.refuse([pages.unknown_after()])
    return places[after]
