"""What an editor places in a battle: terrain, objectives, units with their cards; lengths in
centimetres. Units come from the cards of the file and from the sample forces."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from rules.core import palette
from rules.core.codec import Unreadable
from rules.core.declared import Document, Kind, Layer, declared
from rules.core.geometry import Point, Polygon
from rules.core.nested import points_of
from rules.core.palette import EMPTY
from rules.core.picture import Shape
from rules.core.plan import Change, Draws
from rules.khans_and_generals.play.scenario import read_scenario
from rules.khans_and_generals.records.profile import read_profile

GAME = declared("rules.khans_and_generals")
#: What stands before the force and the name of a card that the file does not have yet.
SAMPLE = "sample"
#: How a unit is drawn whose card cannot be read.
UNREAD = Shape(9.0, 5.0)


class Palette(palette.Palette):
    """The palette of battles; `records` hold the sample forces."""

    def __init__(self, records: Mapping[str, Any]) -> None:
        super().__init__(GAME, read_scenario)
        self._samples = {
            f"{SAMPLE} {name.removeprefix('forces/').removesuffix('.json')} {card}": profile
            for name, record in sorted(records.items())
            if name.startswith("forces/")
            for card, profile in record["profiles"].items()
            if profile["class"] not in ("attachment", "fortification")
        }

    def faults(self, document: Document, language: str) -> list[tuple[str, str]]:
        """Why a battle cannot be played; one of nobody is over before it has begun."""
        found = super().faults(document, language)
        return found or ([] if document.get("units") else [("$.units", EMPTY[language])])

    def kinds(self, document: Document, layer: Layer) -> Sequence[Kind]:
        """Units: the cards of the file, and those of sample forces."""
        if layer.draws != "piece":
            return layer.kinds
        cards = _cards(document).items()
        own = [_kind(name, _title(name, card)) for name, card in cards]
        names = {name for name, _ in cards}
        return own + [
            _kind(name, _title(name, card), is_sample=True)
            for name, card in self._samples.items()
            if name.rpartition(" ")[2] not in names
        ]

    def kind_of(self, document: Document, layer: Layer, found: Document) -> str:
        """The kind of a thing; of a unit the name of its card."""
        if layer.draws == "piece" and isinstance(found.get("unit"), dict):
            return _title("", found["unit"])
        return super().kind_of(document, layer, found)

    def shape_of(self, document: Document, layer: Layer, found: Document) -> Shape | None:
        """The base on a unit's card."""
        if layer.draws != "piece":
            return None
        named = found.get("unit")
        card = named if isinstance(named, dict) else _cards(document).get(str(named))
        try:
            profile = read_profile(card)
        except Unreadable:
            return UNREAD
        width, depth = profile.footprint
        return Shape(width, depth, is_round=profile.is_round)

    def added(self, document: Document, layer: Layer, kind: Kind, found: Document) -> None:
        """A unit of a sample force brings its card, a hill its ridge."""
        if kind.name in self._samples:
            name = kind.name.rpartition(" ")[2]
            document.setdefault("profiles", {})[name] = deepcopy(self._samples[kind.name])
            found["unit"] = name
        if layer.draws == "piece":
            players = document.get("players")
            if isinstance(players, list) and players and found.get("owner") != players[0]:
                found["facing"] = 180

    def place(self, document: Document, draws: Draws, found: Document, change: Change) -> None:
        """Put a thing where a change says; a ridge goes with its hill."""
        before = self.place_of(document, draws, found)
        super().place(document, draws, found, change)
        if found.get("kind") == "hill" and draws == "polygon":
            found["ridge"] = list(_ridge(found, before, change.at))


def _ridge(found: Document, before: Polygon, after: Sequence[Point]) -> Iterator[list[float]]:
    """The ridge of a hill that was moved, moved as far; of one of another shape, along its middle
    from side to side."""
    ways = {
        (round(x - a, 3), round(y - b, 3)) for (a, b), (x, y) in zip(before, after, strict=False)
    }
    kept = found.get("ridge")
    if kept and len(before) == len(after) and len(ways) == 1:
        ((dx, dy),) = ways
        yield from ([round(x + dx, 3), round(y + dy, 3)] for x, y in points_of(kept))
        return
    xs, ys = [x for x, _ in after], [y for _, y in after]
    middle = round((min(ys) + max(ys)) / 2, 3)
    yield from ([x, middle] for x in (min(xs), max(xs)))


def _kind(name: str, title: str, *, is_sample: bool = False) -> Kind:
    return Kind(name, {"en": title, "pl": title}, is_sample=is_sample)


def _cards(document: Document) -> dict[str, Any]:
    cards = document.get("profiles")
    return cards if isinstance(cards, dict) else {}


def _title(name: str, card: Any) -> str:
    said = card.get("name") if isinstance(card, dict) else None
    return str(said or name)
