"""A place that somebody points at, as the way there, the shell on it, or the unit put there."""

from collections.abc import Iterator

from rules.core.geometry import Point, distance
from rules.core.hands import Aim, Spot, Way
from rules.core.orders import write_order
from rules.khans_and_generals.guide.aims import aims_from_there
from rules.khans_and_generals.guide.odds import die_chance, gun_needs
from rules.khans_and_generals.guide.placing import placed_near
from rules.khans_and_generals.guide.saying import way_says
from rules.khans_and_generals.guide.strikes import Strike, mission_at, shell_at, shell_kinds
from rules.khans_and_generals.guide.ways import FACTORS, RUSHES, Course, after
from rules.khans_and_generals.guide.words import cm, named, percent, reasons, say, short
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.naming import name_of
from rules.khans_and_generals.orders.base import Order
from rules.khans_and_generals.orders.call_reserves import CallReserves
from rules.khans_and_generals.orders.deploy import Deploy
from rules.khans_and_generals.orders.mission import Mission
from rules.khans_and_generals.orders.placing import PlacedUnit
from rules.khans_and_generals.orders.reveal import Reveal
from rules.khans_and_generals.orders.shell import Shell
from rules.khans_and_generals.records.profile import Weapon
from rules.khans_and_generals.steps.artillery import in_spread
from rules.khans_and_generals.steps.movement import Plan


def gone(field: Field, course: Course, pace: str, language: str) -> Way:
    """A course with what it costs and risks, and what may be fired at from its end."""
    piece = field.piece(course.order.unit)
    plan = Plan(field, piece, course.order.legs, factor=FACTORS.get(pace, 1))
    then = after(field, course)
    aims: tuple[Aim, ...] = ()
    if not course.refused and pace not in (*RUSHES, "disengage"):
        aims = tuple(aims_from_there(then, then.piece(piece.id), language))
    return Way(
        points=course.points,
        at=course.at,
        facing=course.facing,
        spent=round(course.spent, 2),
        most=round(max(course.spent, plan.left), 2),
        is_clamped=course.clamped,
        snapped=course.snapped,
        order=write_order(course.order),
        reasons=reasons(course.refused, language, field),
        why=short(course.refused, language),
        says=tuple(way_says(field, course, FACTORS.get(pace, 1), language)),
        aims=aims,
    )


# --- Units put on the table ---------------------------------------------------------------------


def put(piece: Piece, to: Point, facing: float | None, language: str) -> Way:
    """A unit that is put at a place, or at the nearest about it that is allowed."""
    order, refused = placed_near(piece, to, facing)
    places = list(_places(order))
    own = next(where for where in places if where.unit == piece.id)
    others = [where for where in places if where is not own]
    field = piece.field
    says = []
    if isinstance(order, CallReserves):
        says.append(say("group", language, names=named([field.piece(p.unit) for p in places])))
        staff = field.supreme(piece.owner)
        if staff is not None:
            says.append(say("training", language, needed=staff.profile.training))
    start = piece.base.at if piece.present else own.at
    return Way(
        points=(start, own.at) if piece.present else (own.at,),
        at=own.at,
        facing=own.facing,
        spent=0,
        most=0,
        is_clamped=distance(own.at, to) > 0.5,
        order=write_order(order),
        reasons=reasons(refused, language, field),
        why=short(refused, language),
        says=tuple(says),
        spots=tuple(Spot(where.at, name_of(field.piece(where.unit))) for where in others),
    )


def _places(order: Order) -> Iterator[PlacedUnit]:
    if isinstance(order, Deploy):
        yield PlacedUnit(order.unit, order.at, order.facing)
    elif isinstance(order, Reveal | CallReserves):
        yield from order.places


# --- Fire at a place ----------------------------------------------------------------------------


def aimed(field: Field, piece: Piece, to: Point, pace: str, language: str) -> Way | None:
    """A shell on a place, or the mission of a battery: the unit stays where it is."""
    if pace == "mission":
        battery = piece.profile.battery
        if battery is None:
            return None
        return _fire(field, piece, mission_at(field, piece, to), battery.weapon, language)
    weapon = next((one for one in piece.profile.weapons if one.is_gun and shell_kinds(one)), None)
    if weapon is None:
        return None
    kind = shell_kinds(weapon)[0]
    return _fire(field, piece, shell_at(field, piece, weapon, kind, to, None), weapon, language)


def _fire(field: Field, piece: Piece, strike: Strike, weapon: Weapon, language: str) -> Way:
    order = strike.order
    marks: tuple[Point, ...] = ()
    needed = weapon.accuracy
    if isinstance(order, Mission):
        marks = order.markers
    elif isinstance(order, Shell) and order.at is not None:
        marks = (order.at,)
        needed = gun_needs(piece, weapon, distance(piece.base.front, order.at))
    chance = die_chance(needed, 10)
    spots = tuple(Spot(at, percent(chance)) for at in marks)
    return Way(
        points=(piece.base.front, marks[0]),
        at=piece.base.at,
        facing=piece.unit.facing,
        spent=round(distance(piece.base.front, marks[0]), 1),
        most=weapon.range,
        order=write_order(order),
        reasons=reasons(strike.refused, language, field),
        why=short(strike.refused, language),
        says=tuple(_fire_says(field, piece, strike, weapon, needed, marks, language)),
        spots=spots,
    )


def _fire_says(
    field: Field,
    piece: Piece,
    strike: Strike,
    weapon: Weapon,
    needed: int,
    marks: tuple[Point, ...],
    language: str,
) -> Iterator[str]:
    """What fire at a place needs, and who stands in its spread, own people told apart."""
    if strike.lost_at is not None:
        gap, most = strike.lost_at
        yield say("spent_out_of_range", language, distance=cm(gap), most=cm(most))
        return
    if strike.tested is not None:
        yield say("training", language, needed=strike.tested)
    if isinstance(strike.order, Shell) and strike.order.director is not None:
        yield say("directed_by", language, director=name_of(field.piece(strike.order.director)))
    yield say("accuracy", language, needed=max(0, min(10, needed)))
    struck = {hit.id: hit for at in marks for hit in in_spread(field, at, weapon.spread)}
    struck.pop(piece.id, None)
    known = [hit for hit in struck.values() if not hit.unit.hidden or not hit.is_enemy(piece)]
    enemies = [hit for hit in known if hit.is_enemy(piece)]
    friends = [hit for hit in known if not hit.is_enemy(piece)]
    if enemies:
        yield say("in_spread", language, names=named(enemies))
    if friends:
        yield say("own_spread", language, names=named(friends))
    if not known:
        yield say("nobody", language)
