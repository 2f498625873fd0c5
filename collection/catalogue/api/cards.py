"""Cards: found as on the page, and one with all it says."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from collection.catalogue import game, records, selectors
from collection.catalogue.api import pages
from collection.catalogue.api.base import CatalogueView, unless_unchanged
from collection.catalogue.api.description import described, parameter
from collection.catalogue.api.marks import provenance_of
from collection.catalogue.api.serializers import (
    EquipmentMark,
    ProvenanceSerializer,
    SourceSerializer,
    Unless,
    address_of,
    page_address,
)
from collection.catalogue.forms.search import CardSearchForm
from collection.catalogue.models import Card
from collection.catalogue.present import values
from collection.catalogue.present.cards import card_name, requirement_line
from collection.catalogue.present.catalogue_values import sources
from collection.catalogue.present.catalogue_words import CARD_TYPES, CLASSES, own_name
from collection.common.language import language


class CardSummary(serializers.Serializer[Any]):
    """A card as lists show it."""

    id = serializers.CharField()
    type = serializers.ChoiceField(choices=list(CARD_TYPES))
    set = serializers.CharField()
    number = serializers.CharField()
    official = serializers.BooleanField(help_text=gettext_lazy("False for cards of our own."))
    name = serializers.SerializerMethodField()
    unique = serializers.BooleanField(source="is_unique")
    cost = Unless(source="cost_text", help_text=gettext_lazy("As printed; null where it is free."))
    classes = serializers.ListField(child=serializers.ChoiceField(choices=list(CLASSES)))
    factions = serializers.ListField(child=serializers.CharField())
    required_factions = serializers.ListField(child=serializers.CharField())
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()

    def get_name(self, card: game.Card) -> str:
        return card_name(card)

    def get_url(self, card: game.Card) -> str:
        return address_of(self, "api:card", card.id)

    def get_page(self, card: game.Card) -> str:
        return page_address(self, "card", card.id)


class AbilitySerializer(serializers.Serializer[Any]):
    """What a pilot brings to the preferred 'Mech."""

    name = serializers.CharField()
    text = serializers.CharField()


class FrequencySerializer(serializers.Serializer[Any]):
    """How often the card may be used: so many uses a turn for so many points of the build total."""

    uses = serializers.IntegerField()
    points = serializers.IntegerField()


class CardFacts(serializers.Serializer[Any]):
    """What a card's own answer has beside the fields of lists."""

    text = serializers.CharField(help_text=gettext_lazy("What the card does, in our words."))
    attaches_to = Unless()
    provides = EquipmentMark(allow_null=True)
    modifiers = serializers.DictField(child=serializers.IntegerField())
    ability = AbilitySerializer(allow_null=True)
    preferred_mech = Unless()
    recruitment = serializers.DictField(
        child=serializers.IntegerField(),
        help_text=gettext_lazy("Points by faction; base is for any other."),
    )
    crossed_out = serializers.ListField(child=serializers.CharField())
    requirements = serializers.ListField(child=serializers.CharField())
    frequency = FrequencySerializer(allow_null=True)
    victory = Unless()
    cancels = serializers.ListField(child=serializers.CharField())
    provenance = ProvenanceSerializer(many=True)
    sources = SourceSerializer(many=True)


class CardSerializer(CardSummary, CardFacts):
    """A card with all it says, and how sure each part is."""


@dataclass(frozen=True)
class Facts:
    """What a card's own answer has beside the fields of lists."""

    text: str
    attaches_to: str | None
    provides: values.Equipment | None
    modifiers: dict[str, int]
    ability: dict[str, str] | None
    preferred_mech: str | None
    recruitment: dict[str, int]
    crossed_out: list[str]
    requirements: list[str]
    frequency: Any
    victory: str
    cancels: list[str]
    provenance: list[dict[str, Any]]
    sources: list[records.Source]


class CardList(CatalogueView):
    """The cards found, page by page."""

    parameters = frozenset(CardSearchForm.base_fields) | pages.PARAMETERS

    @described(
        gettext_lazy("Find cards"),
        pages.page_of(CardSummary, "Card"),
        id="cards",
        parameters=(
            parameter("q", gettext_lazy("Words or numbers of the card.")),
            parameter("type", gettext_lazy("Type of card."), choices=CARD_TYPES),
            parameter("mech_class", gettext_lazy("A class of 'Mech it asks for."), choices=CLASSES),
            parameter("faction", gettext_lazy("Key of a faction it concerns.")),
            *pages.DESCRIBED,
        ),
    )
    @unless_unchanged
    def get(self, request: Request) -> Response:
        form = CardSearchForm(request.query_params, selectors.factions(self.system))
        after, limit = pages.page_asked(request, form)
        if after and not selectors.is_listed(Card, self.system, after):
            pages.refuse([pages.unknown_after()])
        found = selectors.find_cards(self.system, form.wanted(), after, limit)
        known = game.catalogue()
        cards = [known.cards[row.catalogue_id] for row in found.rows]
        return pages.page_answer(
            request,
            total=found.total,
            next_after=found.next_after,
            results=CardSummary(cards, many=True, context={"request": request}).data,
        )


class CardOne(CatalogueView):
    """One card."""

    @described(
        gettext_lazy("A card with all it says, and how sure each part is"),
        CardSerializer,
        id="card",
        parameters=[parameter("card_id", gettext_lazy("Such as AOD-G-001."), path=True)],
    )
    @unless_unchanged
    def get(self, request: Request, card_id: str) -> Response:
        row = selectors.find_card(self.system, card_id)
        if row is None:
            raise NotFound(_("There is no such card."))
        card = game.catalogue().cards[row.catalogue_id]
        summary = CardSummary(card, context={"request": request}).data
        return Response({**summary, **CardFacts(facts_of(card, row)).data})


def facts_of(card: game.Card, row: Card) -> Facts:
    """What a card counts with and says, in the visitor's language."""
    record = records.read_card(row.record)
    names = {row.name: own_name(row) for row in selectors.factions(row.system)}
    ability = record.ability
    return Facts(
        text=record.text.in_language(language()),
        attaches_to=card.attaches_to,
        provides=game.provided(card),
        modifiers=dict(card.modifiers),
        ability={"name": ability.name, "text": ability.text.in_language(language())}
        if ability
        else None,
        preferred_mech=card.preferred_mech,
        recruitment=dict(card.recruitment),
        crossed_out=list(card.crossed_out),
        requirements=[requirement_line(each, names) for each in card.requirements],
        frequency=card.frequency,
        victory=record.victory.text.in_language(language()) if record.victory else "",
        cancels=list(card.cancels),
        provenance=provenance_of(record.marks),
        sources=sources(row.system, record.sources),
    )
