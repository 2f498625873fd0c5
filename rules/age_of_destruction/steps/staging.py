"""Places at which all holds that players say of figures on a real table (AOD-CONTACT-005).

They keep no coordinates: what they say is made true on the table of the rules, so that everything
there is judged as ever. Units that touch are moved together; whoever is in the way stands aside.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.scoring import occupiers
from rules.age_of_destruction.moment.zones import zone_of
from rules.age_of_destruction.state.facts import (
    Apart,
    Contact,
    Fact,
    Going,
    Ground,
    LineSaid,
    Sight,
    Standing,
    Zoned,
)
from rules.age_of_destruction.state.legs import Spot
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.steps.scene import Scene
from rules.age_of_destruction.table.bases import TOLERANCE
from rules.age_of_destruction.table.placement import Beside
from rules.age_of_destruction.table.terrain import Terrain
from rules.core.geometry import EPSILON, Point, bearing, distance, inside

#: Directions relative to a facing: before a unit, behind it, and ways all around.
BEFORE = (0.0, 20.0, -20.0, 45.0, -45.0, 70.0, -70.0)
BEHIND = tuple(degrees + 180.0 for degrees in BEFORE)
AROUND = tuple(float(degrees) for degrees in range(0, 360, 15))
#: Inches a sight is long where more than one length will do.
USUAL_SIGHT = 7.0


class Staged(msgspec.Struct, frozen=True):
    """Where units stand so that facts hold: the `spots` of those who stand elsewhere, the terrain
    with them; `ends`: where those who are about to go would come to."""

    spots: dict[str, Spot]
    laid: tuple[Terrain, ...]
    ends: dict[str, Spot]

    def after(self, state: State) -> State:
        """The state with everything where it is said to be."""
        for unit_id, spot in self.spots.items():
            state = state.with_unit(unit_id, at=spot.at, facing=spot.facing)
        return state if self.laid == state.laid else msgspec.structs.replace(state, laid=self.laid)


def staged(field: Field, facts: Iterable[Fact]) -> Staged | None:
    """Places at which some facts hold, the first that are found; None where none are."""
    facts = tuple(facts)
    leads = next((fact.unit for fact in facts if isinstance(fact, Going | Sight)), "")
    for stand in _stands(field, leads):
        scene = Scene(field)
        if leads and stand is not None:
            scene.shift(leads, *stand)
        if _build(scene, facts) and _holds(field, scene, facts):
            return Staged(scene.changed(), scene.terrain(), scene.ends)
    return None


def _stands(field: Field, leads: str) -> Iterator[tuple[Point, float] | None]:
    """Places from which a scene may be laid out: where the unit stands, else in the open."""
    yield None
    if leads:
        table = field.table
        for share in (0.5, 0.15, 0.85):
            at = (table.width / 2, table.depth * share)
            for facing in (0.0, 180.0, 90.0, 270.0, 45.0, 225.0):
                yield at, facing
        yield (table.width * 0.12, table.depth * 0.12), 45.0


def _build(scene: Scene, facts: tuple[Fact, ...]) -> bool:
    """Lay a scene out fact by fact; whether there was room for each."""
    for kind, lay in _LAY:
        for fact in facts:
            if isinstance(fact, kind) and not lay(scene, fact):
                return False
    measured = any(isinstance(fact, Standing | Apart) for fact in facts)
    return measured or scene.make_way()


# --- Ground, contact -------------------------------------------------------------------------


def _lay_ground(scene: Scene, fact: Ground) -> bool:
    scene.grounds[fact.unit] = (fact.kind, fact.elevated)
    return True


def _lay_contact(scene: Scene, fact: Contact) -> bool:
    """Part a unit from whom it does not touch, then bring it to the first and others to it."""
    if set(scene.field.touching(fact.unit)) == set(fact.touches):
        scene.settle(fact.unit)
        if not fact.touches or _arcs_hold(scene.field, fact):
            return True
    scene.part(fact.unit)
    if not fact.touches:
        return scene.put_aside(fact.unit)
    first, *others = fact.touches
    scene.settle(first)
    if not any(_join(scene, fact, first, others, at) for at in _sides(fact, first)):
        return False
    return all(_bring(scene, fact.unit, other, fact.front, fact.rear) for other in others)


def _arcs_hold(field: Field, fact: Contact | Going) -> bool:
    piece = field.piece(fact.unit)
    front = fact.front if isinstance(fact, Contact) else ()
    for other in map(field.piece, fact.touches):
        if isinstance(fact, Contact) and piece.front_touches(other) != (other.id in front):
            return False
        if other.rear_touches(piece) != (other.id in fact.rear):
            return False
    return True


def _sides(fact: Contact, other: str) -> tuple[float, ...]:
    return BEHIND if other in fact.rear else BEFORE


def _join(scene: Scene, fact: Contact, first: str, others: list[str], side: float) -> bool:
    """Bring a unit to a side of another, and to those who stand with that one already."""
    base, spot = scene.outline(first), scene.spots[first]
    shape = scene.shape(fact.unit)
    direction = (spot.facing + side) % 360
    facing = (direction + (180 if first in fact.front else 0)) % 360
    beside = Beside(base, spot.at, shape, facing)
    with_first = [other for other in others if scene.together(first, other)]
    poses = (
        beside.touching_too(scene.outline(with_first[0]), direction)
        if with_first
        else iter((beside.tangent(direction, facing),))
    )
    return any(scene.place(fact.unit, at, looks, beside=(first, *others)) for at, looks in poses)


def _bring(
    scene: Scene, unit: str, other: str, front: tuple[str, ...], rear: tuple[str, ...]
) -> bool:
    """Bring somebody, with those who touch him, to a unit that has its place."""
    if scene.together(unit, other):
        return True
    spot = scene.ends.get(unit) or scene.spots[unit]
    outline = scene.shape(unit).outline(spot.at, spot.facing)
    for side in BEFORE if other in front else BEHIND:
        direction = (spot.facing + side) % 360
        looks = (direction + (0 if other in rear else 180)) % 360
        beside = Beside(outline, spot.at, scene.shape(other), looks)
        at, _ = beside.tangent(direction, looks)
        if scene.bring(other, at, looks, beside=(unit,)):
            return True
    return False


# --- Ways, sights ----------------------------------------------------------------------------


def _lay_going(scene: Scene, fact: Going) -> bool:
    """Find a straight way of so many inches, and bring to its end whoever is met there."""
    scene.settle(fact.unit)
    start = scene.spots[fact.unit]
    stays = [other for other in fact.touches if scene.together(fact.unit, other)]
    for end in _ends(scene, fact, stays):
        if not scene.may_go(fact.unit, start.at, end.at, stays):
            continue
        trial = scene.copy()
        trial.ends[fact.unit] = end
        trial.keep_free(start.at, end.at, fact.unit)
        met = [other for other in fact.touches if other not in stays]
        if all(_bring(trial, fact.unit, other, fact.touches, fact.rear) for other in met):
            scene.adopt(trial)
            if fact.obstructed and fact.touches:
                scene.obstruct(fact.unit, end.at, fact.touches[0])
            return True
    return False


def _ends(scene: Scene, fact: Going, stays: list[str]) -> Iterator[Spot]:
    """Where a unit may come to: straight ahead or elsewhere, or around those it does not leave."""
    start = scene.spots[fact.unit]
    for turn in AROUND:
        direction = (start.facing + turn) % 360
        if not stays:
            yield Spot(at=scene.ahead(start.at, direction, fact.inches), facing=direction)
            continue
        first = stays[0]
        around = Beside(scene.outline(first), scene.spots[first].at, scene.shape(fact.unit), 0.0)
        facing = (direction + 180) % 360
        at, _ = around.tangent(direction, facing)
        if distance(at, start.at) <= fact.inches:
            yield Spot(at=at, facing=facing)


def _lay_sight(scene: Scene, fact: Sight) -> bool:
    """Bring a target, with those who touch it, to where it is seen as said."""
    seen_from = scene.ends.get(fact.unit) or scene.spots[fact.unit]
    scene.settle(fact.unit)
    _clear_target(scene, fact)
    if not scene.is_settled(fact.target) and not any(
        _see(scene, fact, seen_from, side, inches)
        for side in (BEFORE if fact.front else BEHIND)
        for inches in _lengths(fact)
    ):
        return False
    if not _covered_by_its_ground(scene, fact):
        scene.lines[fact.unit, fact.target] = (fact.line, seen_from.at)
    return True


def _covered_by_its_ground(scene: Scene, fact: Sight) -> bool:
    """Whether what hinders a line is what the target stands in: it is where heights differ
    (AOD-ELEV-007), and on the way to or from cruising level (AOD-VTOL-008)."""
    uneven = scene.is_elevated(fact.unit) != scene.is_elevated(fact.target)
    aloft = any(scene.field.piece(each).cruising for each in (fact.unit, fact.target))
    covered = fact.line == "hindered" and (uneven or aloft)
    if covered:
        scene.grounds[fact.target] = ("hindering", scene.is_elevated(fact.target))
    return covered


def _clear_target(scene: Scene, fact: Sight) -> None:
    """Who is seen clearly stands in no cover."""
    kind, elevated = scene.grounds.get(fact.target, ("open", False))
    if fact.line == "clear" and kind == "hindering":
        scene.grounds[fact.target] = ("open", elevated)


def _lengths(fact: Sight) -> tuple[float, ...]:
    usual = min(max(USUAL_SIGHT, fact.least), fact.most)
    return usual, fact.most, fact.least


def _see(scene: Scene, fact: Sight, seen_from: Spot, side: float, inches: float) -> bool:
    direction = (seen_from.facing + side) % 360
    at = scene.ahead(seen_from.at, direction, inches)
    looks = (direction + (0 if fact.rear else 180)) % 360
    if scene.barred(seen_from.at, at, (fact.unit, fact.target)):
        return False
    if not scene.bring(fact.target, at, looks):
        return False
    scene.keep_free(seen_from.at, at, fact.unit, fact.target)
    return True


# --- What was measured, zones ----------------------------------------------------------------


def _lay_standing(scene: Scene, fact: Standing) -> bool:
    scene.part(fact.unit)
    return scene.place(fact.unit, fact.at, fact.facing % 360)


def _lay_apart(scene: Scene, fact: Apart) -> bool:
    """Move a unit nearer or farther, in the direction in which it is."""
    spot, other = scene.spots[fact.unit], scene.spots[fact.other]
    direction = bearing(other.at, spot.at)
    scene.part(fact.unit)
    return scene.place(
        fact.unit, scene.ahead(other.at, direction, fact.inches), spot.facing, tight=True
    )


def _lay_zoned(scene: Scene, fact: Zoned) -> bool:
    zone = zone_of(scene.field.setup, fact.player) if fact.player else None
    if zone is None:
        return scene.put_aside(fact.unit)
    if inside(scene.spots[fact.unit].at, zone):
        scene.settle(fact.unit)
        return True
    return scene.put_aside(fact.unit, within=zone)


_LAY: tuple[tuple[type[Any], Callable[[Scene, Any], bool]], ...] = (
    (Ground, _lay_ground),
    (Standing, _lay_standing),
    (Apart, _lay_apart),
    (Zoned, _lay_zoned),
    (Contact, _lay_contact),
    (Going, _lay_going),
    (Sight, _lay_sight),
)


# --- Whether all of it holds -----------------------------------------------------------------


def _holds(field: Field, scene: Scene, facts: tuple[Fact, ...]) -> bool:
    """Whether every fact is true where units have been put, and nothing else is otherwise."""
    there = field.later(Staged(scene.changed(), scene.terrain(), scene.ends).after(field.state))
    gone = there
    for unit_id, end in scene.ends.items():
        gone = gone.moved(unit_id, at=end.at, facing=end.facing)
    true = all(_is_true(there, gone, fact) for fact in facts)
    return true and _stay_as_they_are(field, there, facts)


def _is_true(there: Field, gone: Field, fact: Fact) -> bool:
    if isinstance(fact, Sight):
        return _is_seen(gone, fact)
    if isinstance(fact, Contact):
        return set(there.touching(fact.unit)) == set(fact.touches) and _arcs_hold(there, fact)
    if isinstance(fact, Going):
        return set(gone.touching(fact.unit)) == set(fact.touches) and _arcs_hold(gone, fact)
    if isinstance(fact, Apart):
        inches = distance(there.piece(fact.unit).at, there.piece(fact.other).at)
        return abs(inches - fact.inches) <= TOLERANCE
    return True


def _is_seen(field: Field, fact: Sight) -> bool:
    piece, target = field.piece(fact.unit), field.piece(fact.target)
    inches = distance(piece.at, target.at)
    line = field.line(piece, target)
    seen: LineSaid = "blocked" if line.blocked else "hindered" if line.hindering else "clear"
    return (
        fact.least - EPSILON <= inches <= fact.most + EPSILON
        and piece.faces(target.at) == fact.front
        and target.turns_back_on(piece.at) == fact.rear
        and seen == fact.line
    )


def _stay_as_they_are(field: Field, there: Field, facts: tuple[Fact, ...]) -> bool:
    """Whether all others touch whom they touched, and stand in whose zones they stood."""
    parted = {fact.unit for fact in facts if isinstance(fact, Contact | Standing | Apart | Zoned)}
    for unit_id in field.bases.by_unit:
        then, now = set(field.touching(unit_id)), set(there.touching(unit_id))
        if unit_id not in parted and then - parted != now - parted:
            return False
    moved = parted | {fact.unit for fact in facts if isinstance(fact, Going)}
    return all(
        _in_zones(field, player.id) - moved == _in_zones(there, player.id) - moved
        for player in field.setup.players
    )


def _in_zones(field: Field, player: str) -> set[str]:
    return {piece.id for piece in occupiers(field, player)}
