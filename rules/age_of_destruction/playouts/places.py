"""Tables with terrain of every kind, and places for units in the middle of a battle."""

from collections.abc import Iterator
from typing import Any

from rules.age_of_destruction.records.bases import Shape
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.table.path import Mover, unfit_terrain
from rules.age_of_destruction.table.reading import Elements, TableRecord, table_of
from rules.core.dice import SeededDice
from rules.core.geometry import Outline, Point, ahead
from rules.core.typed import read_typed

Json = dict[str, Any]

#: Inches along each side of the table.
SIDE = 30
#: Kinds of terrain with what makes them elevated or abrupt.
KINDS: tuple[Json, ...] = (
    {"kind": "hindering"},
    {"kind": "blocking"},
    {"kind": "shallow_water"},
    {"kind": "deep_water"},
    {"kind": "clear", "elevated": True},
    {"kind": "hindering", "elevated": True},
    {"kind": "blocking", "elevated": True},
    {"kind": "clear", "elevated": True, "abrupt": True},
)
#: Inches between the edges and a crowd in the middle.
CROWD_MARGIN = 8.0
#: Tries to find a place for a unit before it is left out.
TRIES = 60
FACINGS = 24


def pool(kinds: tuple[Json, ...]) -> list[Json]:
    """Pieces outlined around the point (0, 0), for players to lay."""
    return [_element(f"piece{n}", kind, (-2.5, -2.0, 2.5, 2.0)) for n, kind in enumerate(kinds)]


def landscape(chance: SeededDice) -> list[Json]:
    """One element of every kind in a grid of three by three, in an order drawn by lot."""
    cells = [(column, row) for column in range(3) for row in range(3)]
    laid = []
    for number, kind in enumerate(KINDS):
        column, row = cells.pop(chance.below(len(cells)))
        left, low = 10.0 * column + 2, 10.0 * row + 2
        box = (left, low, left + 3 + chance.below(5), low + 3 + chance.below(5))
        laid.append(_element(f"element{number}", kind, box))
    return laid


def _element(name: str, kind: Json, box: tuple[float, float, float, float]) -> Json:
    left, low, right, high = box
    corners = [[left, low], [right, low], [right, high], [left, high]]
    access = {"access": [[(left + right) / 2, low]]} if kind.get("abrupt") else {}
    return {"id": name, "polygon": corners} | kind | access


class Places:
    """Places on a table, each clear of those given away before and often in contact with one; in
    the middle of the table only where it is `crowded`, and nearly always beside a friend."""

    def __init__(
        self,
        terrain: list[Json],
        catalogue: Catalogue,
        chance: SeededDice,
        *,
        crowded: bool = False,
    ) -> None:
        self._crowded = crowded
        elements = read_typed(terrain, Elements, "$.terrain")
        self._table = table_of(TableRecord(SIDE, SIDE), elements)
        self._shapes = catalogue.bases.shapes
        self._chance = chance
        self._taken: list[tuple[str, Outline]] = []

    def place(self, unit: Unit, owner: str, *, cruising: bool) -> Json | None:
        """Where a unit stands and looks, None where no place was found."""
        mover = Mover(self._shapes[unit.base], unit.speed_mode or "foot", cruising)
        for at, facing in self._tried(mover.shape, owner):
            if self._fits(mover, mover.shape.outline(at, facing)):
                self._taken.append((owner, mover.shape.outline(at, facing)))
                return {"at": list(at), "facing": facing}
        return None

    def _fits(self, mover: Mover, outline: Outline) -> bool:
        return (
            self._table.holds(outline)
            and all(outline.gap(other) >= 0 for _, other in self._taken)
            and not unfit_terrain(self._table, outline, mover)
        )

    def _tried(self, shape: Shape, owner: str) -> Iterator[tuple[Point, float]]:
        for _ in range(TRIES):
            facing = 360.0 / FACINGS * self._chance.below(FACINGS)
            if self._taken and self._chance.below(3):
                yield self._beside(self._neighbour(owner), shape, facing), facing
            else:
                yield (self._anywhere(), self._anywhere()), facing

    def _anywhere(self) -> float:
        margin = CROWD_MARGIN if self._crowded else 1.5
        return margin + self._chance.below(int(4 * (SIDE - 2 * margin))) / 4

    def _neighbour(self, owner: str) -> Outline:
        """A base drawn by lot, as often as not one of the same player, so that formations form."""
        bases = [base for _, base in self._taken]
        own = [base for player, base in self._taken if player == owner]
        beside_friends = self._chance.below(5 if self._crowded else 2)
        options = own if own and beside_friends else bases
        return options[self._chance.below(len(options))]

    def _beside(self, other: Outline, shape: Shape, facing: float) -> Point:
        """A place in contact with another base; the distance is found by halving."""
        direction = 360.0 / FACINGS * self._chance.below(FACINGS)
        near, far = 0.0, 8.0
        for _ in range(30):
            half = (near + far) / 2
            if shape.outline(ahead(other.start, direction, half), facing).gap(other) < 0:
                near = half
            else:
                far = half
        return ahead(other.start, direction, far)
