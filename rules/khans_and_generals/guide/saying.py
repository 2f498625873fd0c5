"""What a way costs and risks, and what a strike promises, in short sentences."""

from collections.abc import Iterator

from rules.khans_and_generals.guide.odds import Outlook
from rules.khans_and_generals.guide.strikes import Strike
from rules.khans_and_generals.guide.ways import Course, after
from rules.khans_and_generals.guide.words import amount, cm, named, percent, say
from rules.khans_and_generals.moment.command import in_communication
from rules.khans_and_generals.moment.field import ZONE_OF_CONTROL, Field, Piece
from rules.khans_and_generals.moment.morale import most_borne, reluctance
from rules.khans_and_generals.moment.naming import name_of
from rules.khans_and_generals.orders.advance import Advance
from rules.khans_and_generals.orders.shell import Shell
from rules.khans_and_generals.steps.locking import sector_of
from rules.khans_and_generals.steps.movement import TESTED_TERRAIN, Plan
from rules.khans_and_generals.table.terrain import OPEN_ORDER
from rules.khans_and_generals.words import WORDS as TABLE

#: Degrees that are worth telling.
SMALL_TURN = 1


def way_says(field: Field, course: Course, factor: int, language: str) -> Iterator[str]:
    """What a way costs and risks."""
    order = course.order
    piece = field.piece(order.unit)
    plan = Plan(field, piece, order.legs, factor=factor)
    if plan.turn > SMALL_TURN:
        yield say("turned", language, degrees=round(plan.turn))
    if order.cp is not None:
        yield say("costs_point", language, hq=name_of(field.piece(order.cp)))
    yield from _tests(piece, plan, language)
    if not course.refused:
        yield from _arrival(field, course, piece, plan, language)


def _tests(piece: Piece, plan: Plan, language: str) -> Iterator[str]:
    """What dice decide on the way."""
    profile = piece.profile
    if plan.needs_test:
        yield say("test", language, needed=profile.training)
    if plan.bogs_at:
        yield say("bogging", language, faces=plan.bogs_at)
    skill = profile.training + (profile.offroad if profile.is_vehicle else 0)
    heavy = profile.class_ in ("vehicle", "artillery")
    if heavy and plan.first_of(*TESTED_TERRAIN):
        yield say("terrain_test", language, needed=skill)
    water = plan.first_of("shallow_water")
    wades = water is not None and plan.starts_outside(water)
    if profile.is_vehicle and (wades or plan.stays_in_water):
        yield say("water_bogs", language, needed=skill)
    elif wades:
        yield say("water_test", language, needed=skill)
    if profile.is_vehicle and piece.burning and not wades:
        yield say("fire_bogs", language, needed=skill)
    passed = plan.passed(plan.length)
    if passed:
        yield say("driving" if heavy else "passing", language, names=named(passed))
    if plan.takes_minor:
        yield say("minor", language)
    if piece.unit.in_position and plan.length:
        yield say("leaves_position", language)
    dusty = piece.field.state.conditions.ground == "very_dry"
    if profile.is_vehicle and dusty and plan.length:
        yield say("dust", language)


def _arrival(
    field: Field, course: Course, piece: Piece, plan: Plan, language: str
) -> Iterator[str]:
    """What it means to stand there."""
    then = after(field, course)
    there = then.piece(piece.id)
    if plan.cut is not None:
        kinds = [TABLE.say("grounds", t.kind, language) for t in plan.crossed[-1:]]
        yield say("edge", language, terrain=", ".join(kinds))
    if there.stands_in("shallow_water") and not piece.profile.is_vehicle:
        yield say("water_end", language)
    narrow = any(terrain.row.open_order for terrain in there.areas)
    if narrow and piece.unit.formation not in OPEN_ORDER and not piece.profile.is_vehicle:
        yield say("terrain_disorders", language)
    before, now = in_communication(field, piece.id), in_communication(then, piece.id)
    if before != now:
        yield say("regains_communication" if now else "leaves_communication", language)
    if isinstance(course.order, Advance):
        enemy = then.piece(course.order.target)
        sector = TABLE.say("sides", sector_of(there, enemy), language)
        yield say("contact", language, names=name_of(enemy), sector=sector)
    entered = [
        enemy
        for enemy in then.enemies(piece.owner)
        if not enemy.unit.abandoned
        and there.base.to_point(enemy.base.front) < ZONE_OF_CONTROL
        and piece.base.to_point(enemy.base.front) >= ZONE_OF_CONTROL
    ]
    if entered:
        yield say("enters_control", language, names=named(entered))
    if may_react(field, piece.owner):
        yield say("reactions", language)


def may_react(field: Field, player: str) -> bool:
    """Whether the enemy has a command point to use after an order (KG-082)."""
    if player != field.state.active:
        return False
    return any(
        field.state.command_points.get(enemy.id, 0) > 0 and not enemy.unit.routed
        for enemy in field.enemies(player)
    )


# --- Strikes ------------------------------------------------------------------------------------


def strike_says(field: Field, strike: Strike, language: str) -> str:
    """What a strike promises, or that it would not reach."""
    if strike.lost_at is not None:
        gap, most = strike.lost_at
        return say("spent_out_of_range", language, distance=cm(gap), most=cm(most))
    return ", ".join(_promises(field, strike, language))


def _promises(field: Field, strike: Strike, language: str) -> Iterator[str]:
    outlook, order = strike.outlook, strike.order
    if strike.tested is not None:
        yield say("training", language, needed=strike.tested)
    if isinstance(order, Shell) and order.director is not None:
        yield say("directed_by", language, director=name_of(field.piece(order.director)))
    if outlook is None:
        return
    if outlook.needed is not None:
        yield say("accuracy", language, needed=outlook.needed)
    if outlook.loss:
        strength = field.piece(strike.target).unit.strength
        yield say("loss", language, loss=amount(outlook.loss), strength=strength)
    for name, chance in (
        ("pins", outlook.pinned),
        ("routs", outlook.routed),
        ("destroys", outlook.destroyed),
    ):
        if chance:
            yield say(name, language, chance=percent(chance))


def risk_says(strike: Strike, language: str) -> str:
    """What a strike may cost whoever makes it."""
    outlook = strike.outlook
    if outlook is None or not outlook.own:
        return ""
    return say("own_loss", language, loss=amount(outlook.own))


def stands(field: Field, piece: Piece, language: str) -> str:
    """Strength, and Reluctance against what the unit bears."""
    total = reluctance(field, piece).total
    limit = most_borne(piece.profile, piece.unit.strength)
    return say("opposes", language, strength=piece.unit.strength, reluctance=total, limit=limit)


def chance_of(outlook: Outlook | None) -> float | None:
    """The chance that something comes of it: that it hits where dice must, else that it hurts."""
    if outlook is None:
        return None
    shakes = max(outlook.hurt, outlook.routed, outlook.pinned, outlook.destroyed)
    return float(outlook.hit if outlook.needed is not None else shakes)
