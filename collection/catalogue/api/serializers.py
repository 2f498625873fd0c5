"""The shapes of sets, factions, figures, dials and equipment."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from collection.catalogue.models import ExpansionSet, Faction, Figure
from collection.catalogue.present import words
from collection.catalogue.present.catalogue_words import CLASSES, TYPES, own_name
from collection.common.language import language


class Unless(serializers.CharField):
    """A text, null where there is none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_null=True, **kwargs)

    def to_representation(self, value: Any) -> Any:
        return super().to_representation(value) if value else None


class KeyOrNull(serializers.ChoiceField):
    """One of some keys, null where none is known."""

    def __init__(self, choices: Any, **kwargs: Any) -> None:
        super().__init__(choices=choices, allow_null=True, **kwargs)

    def to_representation(self, value: Any) -> Any:
        return value or None


class Codes(serializers.ListField):
    """Two-letter codes, which the rows keep between spaces."""

    child = serializers.CharField()

    def to_representation(self, data: Any) -> list[str]:
        return str(data).split()


def address_of(serializer: serializers.BaseSerializer[Any], name: str, *args: str) -> str:
    """The whole address of something, for the host that was asked."""
    url: str = serializer.context["request"].build_absolute_uri(reverse(name, args=args))
    return url


def page_address(serializer: serializers.BaseSerializer[Any], name: str, *args: str) -> str:
    """The address of the page that shows the same, in the language of the answer."""
    return address_of(serializer, f"collection:{name}", *args)


class SetSerializer(serializers.Serializer[Any]):
    """A set figures and cards were sold in."""

    code = serializers.CharField()
    name = serializers.SerializerMethodField()
    year = serializers.IntegerField(allow_null=True)
    official = serializers.BooleanField(help_text=_("False for what is of our own making."))
    figures = serializers.SerializerMethodField(help_text=_("How many figures are listed."))

    def get_name(self, row: ExpansionSet) -> str:
        return own_name(row)

    def get_figures(self, row: ExpansionSet) -> int:
        return int(self.context["counts"]["set"].get(row.code, 0))


class FactionSerializer(serializers.Serializer[Any]):
    """A faction with a symbol of its own."""

    key = serializers.CharField(source="name", help_text=_("What filters and figures call it."))
    name = serializers.SerializerMethodField()
    abbreviation = Unless()
    trait = serializers.SerializerMethodField()
    figures = serializers.SerializerMethodField(help_text=_("How many figures bear its symbol."))

    def get_name(self, row: Faction) -> str:
        return own_name(row)

    def get_trait(self, row: Faction) -> str:
        trait: str = self.context["traits"].get(row.name, {}).get(language(), "")
        return trait

    def get_figures(self, row: Faction) -> int:
        return int(self.context["counts"]["faction"].get(row.name, 0))


class FigureSummary(serializers.Serializer[Any]):
    """A figure as lists show it; combat values are those of the first click."""

    id = serializers.CharField(source="catalogue_id")
    set = serializers.CharField(source="set.code")
    number = serializers.CharField()
    last_number = Unless(
        help_text=_("Where versions are not told apart: the last of their numbers.")
    )
    status = serializers.ChoiceField(choices=Figure.Status.values)
    official = serializers.BooleanField()
    name = serializers.CharField()
    nickname = Unless()
    variant = Unless()
    faction = serializers.CharField(source="faction.name", allow_null=True)
    type = serializers.ChoiceField(choices=list(TYPES))
    mech_class = KeyOrNull(list(CLASSES))
    rank = KeyOrNull(list(words.RANKS))
    unique = serializers.BooleanField()
    speed_mode = KeyOrNull(list(words.SPEED_MODES))
    points = serializers.IntegerField(allow_null=True)
    speed = serializers.IntegerField(allow_null=True)
    attack = serializers.IntegerField(allow_null=True)
    defense = serializers.IntegerField(allow_null=True)
    damage = serializers.IntegerField(allow_null=True)
    range = serializers.IntegerField(source="reach", allow_null=True)
    clicks = serializers.IntegerField(allow_null=True)
    vent = serializers.IntegerField(allow_null=True)
    capacity = serializers.IntegerField(allow_null=True)
    artillery_range = serializers.IntegerField(allow_null=True)
    equipment = Codes(
        source="equipment_codes",
        help_text=_("Two-letter codes of all equipment and heat effects its dials show."),
    )
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()

    def get_url(self, figure: Figure) -> str:
        return address_of(self, "api:figure", figure.catalogue_id)

    def get_page(self, figure: Figure) -> str:
        return page_address(self, "figure", figure.catalogue_id)


class EquipmentMark(serializers.Serializer[Any]):
    """Equipment or a heat effect as a dial prints it; a circle is for a single use."""

    code = serializers.CharField()
    name = serializers.CharField()
    colour = serializers.ChoiceField(choices=list(words.COLOURS))
    shape = serializers.ChoiceField(choices=list(words.SHAPES))


class WeaponSerializer(serializers.Serializer[Any]):
    """A damage row: its range type, its ranges in inches, how many targets it takes."""

    range_type = serializers.ChoiceField(choices=list(words.RANGE_TYPES))
    range_min = serializers.IntegerField()
    range_max = serializers.IntegerField()
    targets = serializers.IntegerField()


class ClickSerializer(serializers.Serializer[Any]):
    """A position of the combat dial, counted from 1; damages stand in the order of the weapons."""

    number = serializers.IntegerField()
    speed = serializers.IntegerField()
    attack = serializers.IntegerField()
    defense = serializers.IntegerField()
    damages = serializers.ListField(child=serializers.IntegerField())
    marker = KeyOrNull(list(words.MARKERS))
    equipment = serializers.DictField(child=EquipmentMark(), help_text=_("By combat value."))


class HeatSerializer(serializers.Serializer[Any]):
    """A position of the heat dial, counted from 0."""

    number = serializers.IntegerField()
    modifiers = serializers.DictField(child=serializers.IntegerField())
    effects = serializers.DictField(child=EquipmentMark())


class DialSerializer(serializers.Serializer[Any]):
    """Both dials of a figure; only 'Mechs have heat."""

    weapons = WeaponSerializer(many=True)
    clicks = ClickSerializer(many=True)
    heat = HeatSerializer(many=True)
    vent = serializers.IntegerField(allow_null=True)


class ProvenanceSerializer(serializers.Serializer[Any]):
    """How far one field can be trusted, and why."""

    field = serializers.CharField(help_text=_("A field of the record; * is all of it."))
    kind = serializers.ChoiceField(choices=list(words.PROVENANCE))
    note = serializers.CharField()


class SourceSerializer(serializers.Serializer[Any]):
    """Where a record comes from."""

    title = serializers.CharField()
    address = serializers.CharField(allow_null=True)


class FigureFacts(serializers.Serializer[Any]):
    """What a figure's own answer has beside the fields of lists."""

    label = Unless(  # type: ignore[assignment]
        help_text=_("What sources call a figure without a symbol.")
    )
    rarity = Unless()
    pilot_name = Unless(help_text=_("The pilot named on the base."))
    attack_symbol = Unless()
    dial = DialSerializer(allow_null=True)
    notes = serializers.ListField(child=serializers.CharField())
    provenance = ProvenanceSerializer(many=True)
    sources = SourceSerializer(many=True)
    dial_svg = serializers.SerializerMethodField(help_text=_("A picture of the dial, if known."))
    dial_png = serializers.SerializerMethodField(help_text=_("A picture of the dial, if known."))

    def get_dial_svg(self, facts: Any) -> str | None:
        return self._picture("dial_svg", facts)

    def get_dial_png(self, facts: Any) -> str | None:
        return self._picture("dial_png", facts)

    def _picture(self, name: str, facts: Any) -> str | None:
        return page_address(self, name, facts.id) if facts.dial else None


class FigureSerializer(FigureSummary, FigureFacts):
    """A figure with its dials, and how sure each part is."""


class EquipmentSerializer(serializers.Serializer[Any]):
    """A piece of special equipment or a heat effect, with what it does in our words."""

    slot = serializers.CharField()
    code = serializers.CharField(source="line.equipment.code")
    name = serializers.CharField(source="line.equipment.name")
    colour = serializers.ChoiceField(source="line.equipment.colour", choices=list(words.COLOURS))
    text = serializers.CharField(source="line.text")
    optional = serializers.BooleanField(source="line.optional")
    figures = serializers.IntegerField(
        source="line.figures", help_text=_("How many figures show it.")
    )


class FacetValue(serializers.Serializer[Any]):
    """A value of a facet, and how many figures it would leave."""

    value = serializers.CharField(source="key")
    name = serializers.CharField()
    figures = serializers.IntegerField(source="count")


class FacetSerializer(serializers.Serializer[Any]):
    """A way to narrow the list, with the values that would leave something."""

    key = serializers.CharField()
    name = serializers.CharField(source="label")
    values = FacetValue(many=True, source="options")


class FacetList(serializers.Serializer[Any]):
    """All facets of the figures found."""

    total = serializers.IntegerField()
    facets = FacetSerializer(many=True)
