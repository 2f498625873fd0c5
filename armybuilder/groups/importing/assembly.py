"""What was read as a document: on its own, in place of a group's contents, or on top of them."""

from collections.abc import Iterable, Mapping
from typing import Any

from armybuilder.groups.exports.words import harmless
from armybuilder.groups.importing.values import Item, Reading, ReadLine
from armybuilder.groups.present.groups import (
    LONGEST_NAME,
    Document,
    is_army,
    kept_card_id,
    new_document,
)
from collection.catalogue.finding.finder import Finder
from collection.catalogue.finding.meaning import FIGURE, GEAR, PILOT

#: Which id a person chose for an item, by the number of its line and its place there; "" leaves
#: it out.
Picks = Mapping[tuple[int, int], str]

#: Copies with cards become entries of their own; more of them get none.
MOST_COPIES_WITH_CARDS = 12
#: What a group says about its own figures, which others would make untrue.
ABOUT_CONTENTS = ("units", "cards", "loads", "rulings", "owned")


def built(reading: Reading, finder: Finder, picks: Picks) -> Document:
    """The document of a reading by itself."""
    if reading.exact and is_army(reading.exact):
        return dict(reading.exact)
    empty = new_document(name="", build_total=None, event="")
    document = empty | dict(reading.exact or reading.facts)
    document["name"] = str(document["name"])[:LONGEST_NAME]
    pieces = _Pieces(finder)
    pieces.take(reading.lines, picks)
    return with_contents(document, pieces.units, pieces.cards)


def replaced(existing: Document, reading: Reading, finder: Finder, picks: Picks) -> Document:
    """An existing document with other contents; what the text does not say stays."""
    document = built(reading, finder, picks)
    if reading.exact:
        return document
    kept = {key: value for key, value in existing.items() if key not in ABOUT_CONTENTS}
    contents = {key: document[key] for key in ABOUT_CONTENTS if key in document}
    return kept | dict(reading.facts) | contents


def added(existing: Document, reading: Reading, finder: Finder, picks: Picks) -> Document:
    """An existing document with more figures and cards behind its own."""
    document = built(reading, finder, picks)
    first = len(existing["units"])
    loads = [
        {
            "transport": load["transport"] + first,
            "passengers": [passenger + first for passenger in load["passengers"]],
        }
        for load in document.get("loads", [])
    ]
    more = {"loads": [*existing.get("loads", []), *loads]} if loads else {}
    return with_contents(existing, document["units"], document["cards"]) | more


def with_contents(document: Document, units: list[Any], cards: list[Any]) -> Document:
    """The document with more entries at the end of its lists."""
    return document | {
        "units": [*document["units"], *units],
        "cards": [*document["cards"], *cards],
    }


def without_recruits(document: Document) -> Document:
    """The document with its pilots recruited by whom the rules say, where a list names them."""
    units = []
    for entry in document["units"]:
        pilots = entry.get("pilot", [])
        plain = [
            {key: value for key, value in choice.items() if key != "recruit"}
            for choice in (pilots if isinstance(pilots, list) else [pilots])
        ]
        pilot = plain if isinstance(pilots, list) else plain[0]
        units.append(entry | {"pilot": pilot} if plain else entry)
    return document | {"units": units}


def with_notes(document: Document, lines: Iterable[str]) -> Document:
    """The document with lines under its notes, without signs that cannot be seen."""
    notes = [str(document.get("notes", "")), *map(harmless, lines)]
    return document | {"notes": "\n".join(filter(None, notes))}


def contents(document: Mapping[str, Any]) -> tuple[list[Any], list[str]]:
    """Which pieces a document fields, whatever their order and what else is said of them."""
    units = sorted(
        (
            str(entry["unit"]),
            int(entry.get("count", 1)),
            sorted(kept_card_id(choice["card"]) for choice in _choices(entry)),
        )
        for entry in document["units"]
    )
    cards = (card if isinstance(card, str) else card["card"] for card in document["cards"])
    return units, sorted(map(kept_card_id, cards))


def _choices(entry: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    pilots = entry.get("pilot", [])
    return [*entry.get("gear", []), *(pilots if isinstance(pilots, list) else [pilots])]


class _Pieces:
    """Entries in the making: cards go on the figures before them."""

    def __init__(self, finder: Finder) -> None:
        self.units: list[Document] = []
        self.cards: list[Any] = []
        self._finder = finder
        self._last: list[Document] = []

    def take(self, lines: Iterable[ReadLine], picks: Picks) -> None:
        """Add the items of all lines in their order."""
        for line in lines:
            for place, item in enumerate(line.items):
                if chosen := picks.get((line.number, place), item.meant.id):
                    self._take(item, chosen)

    def _take(self, item: Item, chosen: str) -> None:
        known = self._finder.by_id(chosen)
        role = known.role if known else FIGURE
        if role == FIGURE:
            self._last = [{"unit": chosen} | ({"count": item.count} if item.count > 1 else {})]
            self.units += self._last
        elif role in (GEAR, PILOT) and self._last:
            self._mount(role, item, chosen)
        else:
            told = {"faction": item.faction} if item.faction else {}
            self.cards += [{"card": chosen} | told if told else chosen] * item.count

    def _mount(self, role: str, item: Item, chosen: str) -> None:
        self._part_copies()
        choice: Document = {"card": chosen}
        if role == GEAR and item.weapon:
            choice["weapon"] = item.weapon
        if role == PILOT and item.recruit:
            choice["recruit"] = item.recruit[0] if len(item.recruit) == 1 else list(item.recruit)
        for entry in self._last:
            for _copy in range(min(item.count, MOST_COPIES_WITH_CARDS)):
                if role == GEAR:
                    entry.setdefault("gear", []).append(dict(choice))
                elif "pilot" not in entry:
                    entry["pilot"] = dict(choice)
                else:
                    first = entry["pilot"]
                    pilots = first if isinstance(first, list) else [first]
                    entry["pilot"] = [*pilots, dict(choice)]

    def _part_copies(self) -> None:
        """Give each copy of the last figures an entry of its own, since cards go on one."""
        copies = self._last[0].pop("count", 1)
        if 1 < copies <= MOST_COPIES_WITH_CARDS:
            more = [dict(self._last[0]) for _copy in range(copies - 1)]
            self.units += more
            self._last = [*self._last, *more]
        elif copies > 1:
            self.units.append(dict(self._last[0]) | {"count": copies - 1})
