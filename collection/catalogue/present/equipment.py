"""What special equipment and heat effects do, and which figures show them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from collection.catalogue import game, selectors
from collection.catalogue.present import values, words
from collection.common.answers import address
from collection.common.language import Words, language

SLOTS: Mapping[str, Words] = {
    "speed": _("Speed"),
    "attack": _("Attack"),
    "defense": _("Defense"),
    "ballistic": _("Ballistic damage"),
    "energy": _("Energy damage"),
    "melee": _("Melee damage"),
}


@dataclass(frozen=True)
class EquipmentLine:
    """One piece with what it does, in our words, and how many figures show it."""

    equipment: values.Equipment
    text: str
    optional: bool
    figures: int
    url: str


@dataclass(frozen=True)
class EquipmentGroup:
    """The pieces of one slot."""

    key: str
    title: Words
    lines: tuple[EquipmentLine, ...]


def equipment_texts(known: game.Catalogue) -> Mapping[str, tuple[str, str]]:
    """What each piece of special equipment does, by its code: the first sentence, and the rest; one
    query for each catalogue and language."""
    return _texts(known.id, language())


@lru_cache(maxsize=4)
def _texts(_catalogue: str, language: str) -> Mapping[str, tuple[str, str]]:
    listed = selectors.file_content(game.SYSTEM, "special_equipment.json")
    return {
        words.EQUIPMENT[record["slot"], record["color"]][0]: _parted(record["text"][language])
        for record in listed.get("special_equipment", [])
        if (record["slot"], record["color"]) in words.EQUIPMENT
    }


def _parted(text: str) -> tuple[str, str]:
    lead, stop, rest = text.partition(". ")
    return lead + stop.strip(), rest


def equipment_groups(system: str) -> tuple[list[EquipmentGroup], list[EquipmentGroup]]:
    """Special equipment and heat effects by slot; three queries."""
    counts = selectors.count_facets(system, selectors.FigureFilter())["equipment"]
    equipment = selectors.file_content(system, "special_equipment.json")
    heat = selectors.file_content(system, "heat_effects.json")
    return (
        _groups(equipment.get("special_equipment", []), words.EQUIPMENT, counts),
        _groups(heat.get("heat_effects", []), words.HEAT_EFFECTS, counts),
    )


def _groups(
    listed: list[Any], table: words.EquipmentTable, counts: Mapping[str, int]
) -> list[EquipmentGroup]:
    groups = ((slot, tuple(_lines(slot, listed, table, counts))) for slot in SLOTS)
    return [EquipmentGroup(slot, SLOTS[slot], lines) for slot, lines in groups if lines]


def _lines(
    slot: str, listed: list[Any], table: words.EquipmentTable, counts: Mapping[str, int]
) -> Iterator[EquipmentLine]:
    for record in listed:
        if record["slot"] != slot or (slot, record["color"]) not in table:
            continue
        code, name = table[slot, record["color"]]
        yield EquipmentLine(
            equipment=values.Equipment(record["color"], code, name),
            text=record["text"][language()],
            optional=record.get("optional", False),
            figures=counts.get(code, 0),
            url=address(reverse("collection:catalogue"), {"equipment": code}),
        )
