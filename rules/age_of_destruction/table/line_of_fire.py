"""What a line of fire crosses and whether that blocks it (rules AOD-LOF, ELEV, VTOL, WATER)."""

from collections.abc import Iterable

import msgspec

from rules.age_of_destruction.table.bases import Base, LineOfFire
from rules.age_of_destruction.table.terrain import Table, Terrain
from rules.core.geometry import (
    box_around,
    crosses_interior,
    overlaps,
)


class Reading(msgspec.Struct, frozen=True):
    """How lines of fire are read where the rule book leaves it open.

    `over_small_bases`: a 'Mech shoots past bases of infantry and vehicles at such units too, and
    not only at 'Mechs (AOD-LOF-008). `elevated_by_type`: on elevations too a base blocks only
    where its type would (AOD-ELEV-005, 006). `over_elevations`: no elevation reaches up to cruising
    level (AOD-VTOL-008). `out_of_any_depth`: a shooter looks out of hindering terrain from its
    middle as from its edge (AOD-TERRAIN-012).
    """

    over_small_bases: bool = True
    elevated_by_type: bool = True
    over_elevations: bool = True
    out_of_any_depth: bool = True


OURS = Reading()


def line_of_fire(
    table: Table,
    shooter: Base,
    target: Base,
    others: Iterable[Base],
    reading: Reading = OURS,
) -> LineOfFire:
    """The line from dot to dot (AOD-LOF-001), with every element and base that matters on it."""
    box = box_around((shooter.at, target.at))
    crossed = [
        element
        for element in table.near(box)
        if crosses_interior(shooter.at, target.at, element.polygon)
    ]
    if shooter.cruising or target.cruising:
        own = [] if target.cruising else [t for t in crossed if t.occupied_by(target.at)]
        hills = _other_elevations(crossed, table, shooter, target)
        return LineOfFire(
            blocking_terrain=() if reading.over_elevations else _ids(hills),
            hindering=_ids(t for t in own if t.kind == "hindering"),
        )
    return LineOfFire(
        blocking_terrain=_ids(t for t in crossed if _blocks(t, table, shooter, target)),
        blocking_bases=tuple(
            other.id for other in others if _base_blocks(other, shooter, target, reading)
        ),
        hindering=_ids(_hindering(crossed, shooter, target, reading)),
    )


def _ids(elements: Iterable[Terrain]) -> tuple[str, ...]:
    return tuple(element.id for element in elements)


def _blocks(element: Terrain, table: Table, shooter: Base, target: Base) -> bool:
    """AOD-LOF-009, and elevations by how many of the parties are elevated (AOD-ELEV-004 to 006)."""
    if element.kind == "blocking":
        return True
    both = shooter.elevation is not None and target.elevation is not None
    return not both and element in _other_elevations([element], table, shooter, target)


def _other_elevations(
    elements: list[Terrain], table: Table, shooter: Base, target: Base
) -> list[Terrain]:
    """The elevations on which neither party stands."""
    stood_on = (shooter.elevation, target.elevation)
    return [t for t in elements if t in table.elevations and t.id not in stood_on]


def _base_blocks(other: Base, shooter: Base, target: Base, reading: Reading) -> bool:
    """Bases by the types of the parties (AOD-LOF-006 to 008, 011; AOD-WATER-006)."""
    if other.cruising or other.submerged:
        return False
    elevated = shooter.elevation is not None or target.elevation is not None
    if elevated and other.elevation is None:
        return False
    past_small = target.is_mech or (shooter.is_mech and reading.over_small_bases)
    by_type = reading.elevated_by_type or not elevated
    if not other.is_mech and past_small and by_type:
        return False
    return other.outline.crossed_by(shooter.at, target.at)


def _hindering(
    crossed: list[Terrain], shooter: Base, target: Base, reading: Reading
) -> list[Terrain]:
    """The hindering elements that count: not those under the shooter's base when the target is
    outside them (AOD-TERRAIN-012), and beside an elevated party only those a party stands in or
    that are elevated themselves (AOD-ELEV-007)."""
    elevated = shooter.elevation is not None or target.elevation is not None
    counted = []
    for element in crossed:
        if element.kind != "hindering":
            continue
        holds_target = element.occupied_by(target.at)
        if elevated and not (element.elevated or holds_target or element.occupied_by(shooter.at)):
            continue
        if holds_target or not _looks_out_of(element, shooter, reading):
            counted.append(element)
    return counted


def _looks_out_of(element: Terrain, shooter: Base, reading: Reading) -> bool:
    """Whether a shooter's base is in an element, and near enough to its edge."""
    in_the_depth = element.holds(shooter.outline)
    return overlaps(shooter.outline, element.polygon) and (
        reading.out_of_any_depth or not in_the_depth
    )
