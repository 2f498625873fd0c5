"""Objectives of a battle by its type (section 9 and KG-173).

Their number and places are lost for most types; what stands here is a house ruling (KG-021).
"""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.core.geometry import Polygon, inside
from rules.khans_and_generals.army.battles import BattleType
from rules.khans_and_generals.orders.deploy import OTHER_ZONES, ZONES
from rules.khans_and_generals.starting.agreement import SIZES, Lots, Seat, Size, Told
from rules.khans_and_generals.table.terrain import NEVER_ENTERED

Document = dict[str, Any]

#: Percent of the defender's zone, from his own edge; deeper where he is better prepared.
USUAL_DEPTH, PREPARED_DEPTH = 65, 40
PREPARED: tuple[BattleType, ...] = ("assault", "siege", "landing")
#: In a meeting engagement an odd number, so that one side has more of them.
IN_THE_MIDDLE = 3
NAMES = "ABCDE"
#: The works stand so far behind the border of the zone, or before the objectives, in centimetres.
AT_THE_BORDER, BEFORE = 8, 6
#: How far an objective is moved to be on ground that may be entered, in centimetres.
ASIDE = 6


def zone_of(battle: BattleType, *, defends: bool) -> int:
    """How deep a side's zone is in percent of the table (KG-058)."""
    attacker, defender = ZONES.get(battle, OTHER_ZONES)
    return defender if defends else attacker


def front_of(
    zone: float, depth: float, objectives: Sequence[Document], *, seat: Seat, first: bool
) -> float:
    """How far from the own edge a side makes its stand: before what it holds, else at the border
    of its zone."""
    held = [o["at"][1] if first else depth - o["at"][1] for o in objectives if o["holder"] == seat]
    return min(zone - AT_THE_BORDER, max(held) + BEFORE) if held else zone - AT_THE_BORDER


def objectives_of(
    battle: BattleType,
    defender: Seat | None,
    size: tuple[float, float],
    scale: Size,
    terrain: Sequence[Document],
    lots: Lots,
) -> tuple[list[Document], list[Told]]:
    """The objectives, held by the defender; `size` is the table's."""
    if battle == "pitched":
        return [], [Told("objectives", "0", (), ("KG-021",))]
    number = IN_THE_MIDDLE if defender is None else SIZES.index(scale) + 1
    found = []
    for name, at in zip(NAMES, _places(number, battle, defender, size, lots), strict=False):
        found.append({"id": name, "at": _free(at, size[0], terrain), "holder": defender})
    return found, [Told("objectives", str(number), lots.taken(), ("KG-021", "KG-173"))]


def _places(
    number: int,
    battle: BattleType,
    defender: Seat | None,
    size: tuple[float, float],
    lots: Lots,
) -> Iterator[tuple[float, float]]:
    """Spread across the table, each moved aside by a die; a defender's edge is above."""
    width, depth = size
    share = PREPARED_DEPTH if battle in PREPARED else USUAL_DEPTH
    own = depth * zone_of(battle, defends=True) / 100 * share / 100
    for place in range(number):
        x = width * (place + 1) / (number + 1) + 2 * lots.roll(6) - 7
        y = depth / 2 if defender is None else depth - own
        yield round(x, 1), round(y, 1)


def _free(at: tuple[float, float], width: float, terrain: Sequence[Document]) -> list[float]:
    """The nearest place to a side that is not on ground nobody enters."""
    barred: list[Polygon] = [
        tuple(map(tuple, piece["polygon"])) for piece in terrain if piece["kind"] in NEVER_ENTERED
    ]
    for step in range(int(width / ASIDE)):
        for x in (at[0] + step * ASIDE, at[0] - step * ASIDE):
            place = (round(x, 1), at[1])
            if ASIDE <= x <= width - ASIDE and not any(inside(place, area) for area in barred):
                return list(place)
    return list(at)
