"""The turn: change of the battlefield, players' turns, melee, the routed, the end (KG-075)."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.core.dice import Die
from rules.core.geometry import Point, segment_to_segment
from rules.khans_and_generals.moment.command import in_communication
from rules.khans_and_generals.moment.field import SQUARE, Field, Piece, ignition_of
from rules.khans_and_generals.moment.sight import TIMES, in_sight
from rules.khans_and_generals.state.state import (
    FRESH,
    Assessment,
    Cloud,
    Conditions,
    Due,
    Objective,
)
from rules.khans_and_generals.steps.aircraft import act, arrive, lot, queue
from rules.khans_and_generals.steps.casualties import check_rout, leave_fights
from rules.khans_and_generals.steps.fire import GROUND, burn, centre_of
from rules.khans_and_generals.steps.melee import fight
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.rout import routed_phase
from rules.khans_and_generals.table.bases import within
from rules.khans_and_generals.table.terrain import FIREBREAKS

#: Turns of each time of day (KG-023).
LENGTH_OF = {"dawn": 4, "day": 8, "evening": 4, "night": 8}
WEATHERS = ("sunny", "cloudy", "fog", "rain", "snow")
#: The eight neighbours of a square: 1 = +y, clockwise; then how far to look for a free one.
NEIGHBOURS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
NEXT_TRIES = (0, 1, -1, 2, -2, 3, -3, 4)
OBJECTIVE_REACH = 10
TAKES_NOTHING = ("medic", "observer", "runner", "signaller")


# --- Change of the battlefield --------------------------------------------------------------


def change_battlefield(res: Resolution) -> None:
    """Time, weather, smoke, fire, aircraft (KG-075 step 1)."""
    _change_time(res)
    _change_weather(res)
    _clear_smoke(res)
    _shells_smoke(res)
    spread_fire(res)
    check_rout(res)
    arrive(res)
    queue(res)
    go_on_with_aircraft(res)


def go_on_with_aircraft(res: Resolution) -> None:
    """Aircraft act; when all have, the first player's turn begins."""
    act(res)
    check_rout(res)
    if res.state.waiting is None:
        begin_turn_of(res, res.setup.players[0])


def _conditions(res: Resolution, event: str, rule: str, **fields: Any) -> None:
    changed = msgspec.structs.replace(res.conditions, **fields)
    res.emit(event, rule, table={"conditions": changed}, **fields)


def following_time(now: Conditions) -> str:
    """The time of day once another turn begins: the same until its length is over (KG-023)."""
    if now.dynamic_time and now.time_turns >= LENGTH_OF[now.time]:
        return TIMES[(TIMES.index(now.time) + 1) % len(TIMES)]
    return now.time


def _change_time(res: Resolution) -> None:
    time = following_time(res.conditions)
    if time != res.conditions.time:
        _conditions(res, "time_changed", "KG-023", time=time, time_turns=0)


def _change_weather(res: Resolution) -> None:
    if not res.conditions.dynamic_weather:
        return
    left = res.conditions.weather_left - 1
    if left > 0:
        _conditions(res, "weather_lasts", "KG-024", weather_left=left)
        return
    weather = roll_weather(res)
    _conditions(res, "weather_changed", "KG-024", weather=weather, weather_left=res.roll(12))


def roll_weather(res: Resolution) -> str:
    """A weather by d6; 6 and what time and place exclude are rolled again (KG-022, KG-024)."""
    while True:
        face = res.roll(6)
        if face <= len(WEATHERS) and WEATHERS[face - 1] in res.conditions.weathers:
            return WEATHERS[face - 1]


def _clear_smoke(res: Resolution) -> None:
    left = tuple(cloud for cloud in res.state.smoke if cloud.until >= res.state.turn)
    if left != res.state.smoke:
        res.emit("smoke_cleared", "KG-048", table={"smoke": left})


def _shells_smoke(res: Resolution) -> None:
    """Clouds of smoke shells come (KG-122)."""
    for at in res.state.coming_smoke:
        number = res.state.clouds_made + 1
        until = res.state.turn + res.roll(4) - 1
        cloud = Cloud(f"cloud-{number}", "screen", at, until)
        table = {"smoke": (*res.state.smoke, cloud), "clouds_made": number}
        res.emit("smoke", "KG-122", table=table, at=at, until=until)
    if res.state.coming_smoke:
        res.emit("smoke_risen", "KG-122", table={"coming_smoke": ()})


def spread_fire(res: Resolution) -> None:
    """Every fire takes d4 neighbouring squares from one of its own (KG-044 to KG-046)."""
    for fire in blazes(res.state.fires):
        _spread_one(res, fire)


def blazes(squares: Sequence[Point]) -> list[list[Point]]:
    """Burning squares by the fires they make up: those that touch, at a corner at least, are one;
    in the order in which they took fire."""
    found: list[list[Point]] = []
    for square in squares:
        near = [fire for fire in found if any(_neighbours(square, other) for other in fire)]
        joined = [other for fire in near for other in fire]
        found = [fire for fire in found if fire not in near]
        found.append([*joined, square])
    place = {square: number for number, square in enumerate(squares)}
    ordered = [sorted(fire, key=place.__getitem__) for fire in found]
    return sorted(ordered, key=lambda fire: place[fire[0]])


def _neighbours(one: Point, other: Point) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= SQUARE


def _spread_one(res: Resolution, fire: Sequence[Point]) -> None:
    source = fire[lot(res, len(fire))]
    for _ in range(res.roll(4)):
        first = res.roll(8) - 1
        for step in NEXT_TRIES:
            dx, dy = NEIGHBOURS[(first + step) % len(NEIGHBOURS)]
            square = (source[0] + dx * SQUARE, source[1] + dy * SQUARE)
            if can_spread(res.field, source, square):
                burn(res, square)
                break


def can_spread(field: Field, source: Point, square: Point) -> bool:
    """Whether fire goes from a square to its neighbour."""
    start, end = centre_of(source), centre_of(square)
    width, depth = field.setup.width, field.setup.depth
    if square in field.state.fires or field.state.conditions.ground not in GROUND:
        return False
    if not (0 <= end[0] <= width and 0 <= end[1] <= depth):
        return False
    own, other = ignition_of(field, start), ignition_of(field, end)
    if other is None or other < (own or 0):
        return False
    breaks = (t for t in field.terrain if t.kind in FIREBREAKS)
    return not any(
        segment_to_segment(start, end, a, b) == 0 for terrain in breaks for a, b in terrain.sides
    )


# --- Players' turns -------------------------------------------------------------------------


def begin_turn_of(res: Resolution, player: str) -> None:
    """A player's turn: orders and activations anew; his routed units break off (KG-164)."""
    units: dict[str, dict[str, Any]] = {name: dict(FRESH) for name in res.state.units}
    activations = dict(res.state.activations)
    for piece in res.field.pieces:
        if piece.owner == player and piece.id in activations:
            activations[piece.id] = piece.profile.command or 0
    table: dict[str, Any] = {
        "active": player,
        "stage": "orders",
        "activations": activations,
        "ordered": False,
        "reaction": None,
    }
    res.emit("turn_begun", "KG-075", units=units, table=table, player=player)
    for piece in res.field.friends(player):
        if piece.unit.routed and res.field.in_fight(piece.id):
            leave_fights(res, piece.id)


def end_turn_of(res: Resolution) -> None:
    """The active player's turn ends; after the last one the phases of all follow."""
    players = res.setup.players
    place = players.index(res.state.active)
    if place + 1 < len(players):
        begin_turn_of(res, players[place + 1])
        return
    fight(res)
    check_rout(res)
    routed_phase(res)
    finish_turn(res)


def finish_turn(res: Resolution) -> None:
    """Objectives, tokens, endings, then the next turn (P22)."""
    _judge_objectives(res)
    _pay_tokens(res)
    find_winner(res)
    if res.state.stage == "over":
        return
    points = {n: res.piece(n).profile.initiative or 0 for n in res.state.command_points}
    table: dict[str, Any] = {
        "turn": res.state.turn + 1,
        "stage": "change",
        "command_points": points,
        "lights": (),
        "reserves_called": (),
    }
    if res.conditions.dynamic_time:
        turns = res.conditions.time_turns + 1
        table["conditions"] = msgspec.structs.replace(res.conditions, time_turns=turns)
    rested = {name: {"spent": False} for name, unit in res.state.units.items() if unit.spent}
    res.emit("turn_ended", "KG-075", units=rested, table=table)
    change_battlefield(res)


# --- The end of a turn ----------------------------------------------------------------------


def able(field: Field, piece: Piece) -> bool:
    """Whether a unit can carry out orders (KG-173)."""
    unit = piece.unit
    if not piece.takes_part or unit.routed:
        return False
    return in_communication(field, piece.id)


def holder_of(field: Field, objective: Objective) -> str | None:
    """Who holds an objective: the one side near it (KG-173)."""
    near = [
        piece
        for piece in field.present
        if piece.takes_part
        and piece.profile.class_ != "aircraft"
        and within(piece.base.to_point(objective.at), OBJECTIVE_REACH)
    ]
    sides = {piece.owner for piece in near}
    takers = {
        piece.owner
        for piece in near
        if able(field, piece) and piece.profile.type not in TAKES_NOTHING
    }
    return next(iter(takers)) if len(sides) == 1 and takers else None


def _judge_objectives(res: Resolution) -> None:
    for place, objective in enumerate(res.state.objectives):
        holder = holder_of(res.field, objective)
        if holder == objective.holder:
            continue
        due = [Due(objective.holder, "draw")] if objective.holder else []
        due += [Due(holder, "discard")] if holder else []
        objectives = list(res.state.objectives)
        objectives[place] = msgspec.structs.replace(objective, holder=holder)
        table = {"objectives": tuple(objectives), "due": (*res.state.due, *due)}
        res.emit("objective", "KG-173", table=table, objective=objective.id, holder=holder)


def _pay_tokens(res: Resolution) -> None:
    """Tokens are drawn and discarded in the order of what caused it (KG-169 to KG-171)."""
    for due in res.state.due:
        held = res.state.assessment.get(due.player)
        if held is None or (due.what == "discard" and not held.tokens):
            continue
        tokens = list(held.tokens)
        if due.what == "draw":
            tokens.append(res.draw())
        else:
            tokens.remove(res.draw(Die("token", held.tokens)))
        known = {**res.state.assessment, due.player: Assessment(held.limit, tuple(tokens))}
        res.emit("token", "KG-171", table={"assessment": known}, player=due.player, what=due.what)
    if res.state.due:
        res.emit("tokens_paid", "KG-171", table={"due": ()})


def find_winner(res: Resolution) -> None:
    """Endings that are found at the end of a turn (KG-168)."""
    tests = (("assessment", _over_limit), ("destroyed", _destroyed), ("unable", _unable))
    for reason, lost in tests:
        losers = [player for player in res.setup.players if lost(res.field, player)]
        if losers:
            winner = res.setup.other(losers[0]) if len(losers) == 1 else None
            end_battle(res, winner, reason)
            return


def end_battle(res: Resolution, winner: str | None, reason: str) -> None:
    """The battle is over."""
    table = {"stage": "over", "winner": winner, "ended_by": reason}
    res.emit("battle_ended", "KG-168", table=table, winner=winner, ended_by=reason)


def _over_limit(field: Field, player: str) -> bool:
    held = field.state.assessment.get(player)
    return held is not None and held.exceeded


def _ground_forces(field: Field, player: str) -> list[Piece]:
    return [p for p in field.pieces if p.owner == player and p.profile.class_ != "aircraft"]


def _destroyed(field: Field, player: str) -> bool:
    """Whether a whole side is destroyed or routed."""
    return all(p.unit.lost or p.unit.routed for p in _ground_forces(field, player))


def _unable(field: Field, player: str) -> bool:
    """Whether no unit of a side can carry out a major or a move order."""
    for piece in _ground_forces(field, player):
        waiting = piece.unit.at is None and not piece.unit.gone
        if waiting or (able(field, piece) and not piece.unit.pinned and not _idle(field, piece)):
            return False
    return True


def _idle(field: Field, piece: Piece) -> bool:
    """Whether a vehicle that cannot move has nobody to fire at or to command (KG-168)."""
    if not (piece.profile.is_vehicle and piece.immobile) or piece.profile.commands:
        return False
    return not any(in_sight(field, piece, enemy) for enemy in field.opposed(piece.owner))


def by_time(res: Resolution) -> None:
    """Time is up: the lower total wins (KG-168)."""
    totals = {p: a.total for p, a in res.state.assessment.items()}
    one, other = (totals.get(player, 0) for player in res.setup.players[:2])
    winner = None
    if one != other:
        winner = res.setup.players[0] if one < other else res.setup.players[1]
    end_battle(res, winner, "time")
