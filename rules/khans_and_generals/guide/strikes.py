"""Everything a unit may do to an enemy from where it stands, each with what it promises."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from rules.core.geometry import Point, ahead, distance
from rules.core.violations import Violation
from rules.khans_and_generals.guide.armour import at_vehicle, struck
from rules.khans_and_generals.guide.giving import against, refusals
from rules.khans_and_generals.guide.odds import (
    SWINGS,
    Fate,
    Outlook,
    assaulted,
    broken_through,
    die_chance,
    exchange,
    gun_needs,
    shelled,
    shot,
    sum_of,
    test_chance,
)
from rules.khans_and_generals.guide.ways import FACTORS, after, can_rush, course_to
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.sight import base_sight
from rules.khans_and_generals.orders.advance import Advance
from rules.khans_and_generals.orders.anti_air import AntiAir
from rules.khans_and_generals.orders.anti_air import weapon_of as flak_of
from rules.khans_and_generals.orders.assault_vehicle import ASSAULTERS, AssaultVehicle
from rules.khans_and_generals.orders.base import UnitOrder, no
from rules.khans_and_generals.orders.charge import Charge
from rules.khans_and_generals.orders.human_wave import HumanWave
from rules.khans_and_generals.orders.mission import Mission
from rules.khans_and_generals.orders.ranged import Ranged, reach_of
from rules.khans_and_generals.orders.ranged import ammunition_of as aimed_with
from rules.khans_and_generals.orders.shell import FOR_SHELLS, INDIRECT, Shell
from rules.khans_and_generals.orders.tank_charge import TankCharge
from rules.khans_and_generals.play.rules import given
from rules.khans_and_generals.records.profile import Weapon
from rules.khans_and_generals.steps.artillery import in_spread
from rules.khans_and_generals.steps.locking import may_fight
from rules.khans_and_generals.steps.shooting import accuracy, may_shell, ranged_defence
from rules.khans_and_generals.table.bases import within

#: Markers of one mission lie round the first (KG-128).
MOST_MARKERS, ROUND = 7, 60
#: Orders that lead into melee, by the pace at which.
RUSHES: dict[str, type[Advance]] = {"charge": Charge, "move": Advance, "human_wave": HumanWave}
#: The d6 against aircraft by machine guns, and what of it has an effect (KG-149).
SPRAYED = Fraction(3, 6)


class Strike(msgspec.Struct, frozen=True):
    """One thing to do to a target: the order, why not, what it promises; `lost_at` is how far it
    would have to reach where the order would be spent for nothing (KG-008)."""

    order: UnitOrder
    outlook: Outlook | None = None
    refused: tuple[Violation, ...] = ()
    lost_at: tuple[float, float] | None = None
    tested: int | None = None
    target: str = ""

    @property
    def kind(self) -> str:
        """The name of the order's kind."""
        return str(self.order.__struct_config__.tag)

    @property
    def legal(self) -> bool:
        """Whether it may be ordered and does not miss for want of reach."""
        return not self.refused and self.lost_at is None

    @property
    def worth(self) -> float:
        """How much it promises, below all others where it promises nothing."""
        if not self.legal:
            return -100.0 - len(self.refused)
        return self.outlook.worth if self.outlook else 0.0


def strikes_at(field: Field, piece: Piece, target: Piece) -> list[Strike]:
    """What a unit may do to an enemy, and what it may not for now; nothing it could never do."""
    if target.profile.class_ == "aircraft":
        found = list(_at_aircraft(field, piece, target))
    else:
        found = strikes_without_moving(field, piece, target)
        found += [*_missions(field, piece, target), *_close(field, piece, target)]
    return [msgspec.structs.replace(strike, target=target.id) for strike in found]


def strikes_without_moving(field: Field, piece: Piece, target: Piece) -> list[Strike]:
    """Only what is done from where it stands: no way is looked for."""
    found = [*_shots(field, piece, target), *_shells(field, piece, target)]
    return [msgspec.structs.replace(strike, target=target.id) for strike in found]


# --- Fire ---------------------------------------------------------------------------------------


def _shots(field: Field, piece: Piece, target: Piece) -> Iterator[Strike]:
    profile = piece.profile
    for number, weapon in enumerate(profile.weapons):
        if weapon.is_gun and not target.profile.is_vehicle:
            continue
        if not weapon.is_gun and weapon.kind in _SMALL and profile.attack[1] is None:
            continue
        order = given(
            piece,
            Ranged(unit=piece.id, target=target.id, weapon=weapon.name if number else None),
        )
        refused = tuple(refusals(field, order))
        far = min(reach_of(piece, weapon), float(base_sight(field, target.base)))
        gap = piece.base.distance(target.base)
        lost = None if within(gap, far) else (gap, far)
        outlook = None
        if not refused and lost is None:
            outlook = _shot(field, piece, target, weapon, order)
        yield Strike(order, outlook, refused, lost)


_SMALL = ("firearm", "machine_gun", "muscle")


def _shot(field: Field, piece: Piece, target: Piece, weapon: Weapon, order: Ranged) -> Outlook:
    if not target.profile.is_vehicle:
        return shot(field, piece, target, weapon)
    chosen = aimed_with(order, weapon, target) if weapon.is_gun else ""
    return at_vehicle(field, piece, target, weapon, chosen)


def _shells(field: Field, piece: Piece, target: Piece) -> Iterator[Strike]:
    for weapon in piece.profile.weapons:
        if not weapon.is_gun:
            continue
        if target.is_armoured and not may_shell(weapon, piece, target):
            continue
        for kind in weapon.ammunition:
            if kind in ("he", "area"):
                yield shell_at(field, piece, weapon, kind, target.base.at, target)


def shell_at(
    field: Field,
    piece: Piece,
    weapon: Weapon,
    ammunition: str,
    point: Point,
    target: Piece | None,
) -> Strike:
    """A shell at a place: directly where the gun sees it, else directed by who does (KG-116)."""
    tried = [
        Strike(order, refused=tuple(refusals(field, order)))
        for order in _shell_orders(piece, weapon, ammunition, point)
    ]
    best = min(tried, key=lambda strike: len(strike.refused))
    gap = distance(piece.base.front, point)
    lost = None if within(gap, weapon.range) else (gap, weapon.range)
    outlook = None
    if target is not None and not best.refused and lost is None:
        outlook = _shelled(field, piece, weapon, ammunition, point, target)
    return msgspec.structs.replace(best, outlook=outlook, lost_at=lost)


def _shell_orders(piece: Piece, weapon: Weapon, ammunition: str, point: Point) -> Iterator[Shell]:
    guns = [one for one in piece.profile.weapons if one.is_gun]
    at = (round(point[0], 2), round(point[1], 2))
    direct = Shell(
        unit=piece.id,
        at=at,
        weapon=None if weapon is guns[0] else weapon.name,
        ammunition=ammunition,  # type: ignore[arg-type]
    )
    yield given(piece, direct)
    if weapon.kind in INDIRECT:
        for director in dict.fromkeys((piece.unit.observers, piece.unit.hq)):
            if director is not None:
                directed = msgspec.structs.replace(direct, mode="indirect", director=director)
                yield given(piece, directed)


def _shelled(
    field: Field, piece: Piece, weapon: Weapon, ammunition: str, point: Point, target: Piece
) -> Outlook:
    needed = gun_needs(piece, weapon, distance(piece.base.front, point))
    hit = die_chance(needed, 10)
    if target.profile.is_vehicle:
        coming = (("under_artillery", None),)
        if target.is_armoured:
            outlook = sum_of(struck(piece, target, coming)).times(hit)
        else:
            burst = sum(
                (
                    chance
                    for swing, chance in SWINGS.items()
                    if weapon.explosion + swing > ranged_defence(target).total
                ),
                Fraction(0),
            )
            outlook = sum_of([(burst, Fate(destroyed=True))]).times(hit)
        return msgspec.structs.replace(outlook, hit=hit, needed=max(0, min(10, needed)))
    parts = 1
    if ammunition == "area":
        parts = max(1, len(in_spread(field, point, weapon.spread, but=piece.id)))
    return shelled(piece, target, weapon, needed, parts)


def shell_kinds(weapon: Weapon) -> list[str]:
    """The ammunition of a gun that is fired at places."""
    return [kind for kind in weapon.ammunition if kind in FOR_SHELLS and kind != "canister"]


def _missions(field: Field, piece: Piece, target: Piece) -> Iterator[Strike]:
    if piece.profile.battery is not None:
        yield mission_at(field, piece, target.base.at)


def mission_at(field: Field, piece: Piece, point: Point) -> Strike:
    """A mission of a battery off the map, its markers round the first (KG-127)."""
    battery = piece.profile.battery
    if battery is None:
        raise KeyError(piece.id)
    order = given(piece, Mission(unit=piece.id, markers=tuple(markers(piece, point))))
    passed = test_chance(piece)
    hit = die_chance(battery.weapon.accuracy, 10) * passed
    outlook = Outlook(hit=hit, hurt=hit)
    return Strike(order, outlook, tuple(refusals(field, order)), tested=piece.profile.training)


def markers(piece: Piece, point: Point) -> list[Point]:
    """One marker for every tube, the further ones round the first."""
    battery = piece.profile.battery
    number = min(battery.tubes, MOST_MARKERS) if battery else 1
    apart = 2 * battery.weapon.spread if battery else 0.0
    aim = (round(point[0], 2), round(point[1], 2))
    return [aim, *(ahead(aim, ROUND * turn, apart) for turn in range(number - 1))]


# --- Hand to hand -------------------------------------------------------------------------------


def _close(field: Field, piece: Piece, target: Piece) -> Iterator[Strike]:
    if target.profile.is_vehicle and piece.profile.class_ in ASSAULTERS:
        yield _judged(field, piece, AssaultVehicle(unit=piece.id, target=target.id), target)
    vehicle = piece.profile.is_vehicle and piece.profile.is_armed
    if vehicle and not target.profile.is_vehicle:
        yield _judged(field, piece, TankCharge(unit=piece.id, target=target.id), target)
    if can_rush(piece) and may_fight(piece, target):
        for pace in ("charge", "move", "human_wave"):
            yield rush_at(field, piece, target, pace)


def _judged(field: Field, piece: Piece, order: UnitOrder, target: Piece) -> Strike:
    order = given(piece, order)
    refused = tuple(refusals(field, order))
    if refused:
        return Strike(order, refused=refused)
    if isinstance(order, AssaultVehicle):
        tested = piece.profile.training - 1 if target.is_armoured else None
        return Strike(order, assaulted(piece, target), tested=tested)
    return Strike(order, broken_through(piece, target))


def rush_at(field: Field, piece: Piece, target: Piece, pace: str) -> Strike:
    """Into melee with a target: at a charge, walking, or in a wave."""
    kind = RUSHES[pace]
    if bare := against(piece, kind):
        order = given(piece, kind(unit=piece.id, target=target.id, legs=()))
        return Strike(order, refused=tuple(bare))
    most, gap = piece.movement * FACTORS.get(pace, 1), piece.base.gap(target.base)
    if gap > most:
        order = given(piece, kind(unit=piece.id, target=target.id, legs=()))
        far = no("TOO_FAR", "KG-087", length=round(gap, 2), left=most)
        return Strike(order, refused=(far,))
    course = course_to(piece, pace, target.base.at, None)
    if course.refused:
        return Strike(course.order, refused=course.refused)
    if course.snapped != target.id:
        order = given(piece, kind(unit=piece.id, target=target.id, legs=course.order.legs))
        return Strike(order, refused=tuple(refusals(field, order)))
    then = after(field, course)
    outlook = exchange(then.piece(piece.id), then.piece(target.id), charge=pace == "charge")
    return Strike(course.order, outlook)


# --- Into the air -------------------------------------------------------------------------------


def _at_aircraft(field: Field, piece: Piece, plane: Piece) -> Iterator[Strike]:
    weapon = flak_of(piece, None)
    if weapon is None:
        return
    order = given(piece, AntiAir(unit=piece.id, aircraft=plane.id))
    refused = tuple(refusals(field, order))
    yield Strike(order, None if refused else _flak(piece, plane, weapon), refused)


def _flak(piece: Piece, plane: Piece, weapon: Weapon) -> Outlook:
    if not weapon.is_gun:
        return Outlook(hurt=SPRAYED, destroyed=Fraction(1, 6), hit=SPRAYED, needed=3)
    needed = accuracy(piece, weapon, None).total
    bursts = sum(
        (c for swing, c in SWINGS.items() if weapon.explosion + swing >= plane.profile.agility),
        Fraction(0),
    )
    hit = die_chance(needed, 10)
    shot_down = Fraction(1, 6)
    return Outlook(hurt=hit * bursts, destroyed=hit * bursts * shot_down, hit=hit, needed=needed)


def best(strikes: Sequence[Strike]) -> Strike | None:
    """The most promising of some, or the nearest to being possible."""
    return max(strikes, key=lambda strike: strike.worth, default=None)
