"""A battle from two armies: all of it settled, all units still off the table (section 29, P1)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core.dice import Dice
from rules.core.violations import Violation
from rules.khans_and_generals.army.battle_group import SYSTEM, read_army
from rules.khans_and_generals.army.battles import BattleType, assessment_limit, terms
from rules.khans_and_generals.army.verdict import Verdict, validate
from rules.khans_and_generals.starting.agreement import (
    SEATS,
    Agreement,
    Force,
    Lots,
    Objected,
    Seat,
    Told,
    army_side,
)
from rules.khans_and_generals.starting.conditions import battle_of, conditions_of
from rules.khans_and_generals.starting.objectives import front_of, objectives_of, zone_of
from rules.khans_and_generals.starting.relief import fortified, relief_of, sizes
from rules.khans_and_generals.starting.roster import Roster, roster_of
from rules.khans_and_generals.state.state import Conditions

Document = dict[str, Any]
#: House ruling on KG-172: nobody has lost before the first shot.
LEAST_LIMIT = 1


class Settled(msgspec.Struct, frozen=True):
    """What two players fight about, before they have armies."""

    battle: BattleType
    attacker: Seat | None
    agreed: Agreement
    told: tuple[Told, ...]


class Mustered(msgspec.Struct, frozen=True):
    """A scenario/1 object in the set-up stage, how everything in it came about, and the verdicts on
    both armies."""

    start: Document
    told: tuple[Told, ...]
    verdicts: Mapping[Seat, Verdict]


def settle(agreed: Agreement, dice: Dice) -> Settled:
    """The type of the battle and who attacks, by which armies are built (KG-020, KG-049)."""
    lots = Lots(dice)
    battle, attacker, told = battle_of(agreed, lots)
    return Settled(battle, attacker, agreed, tuple(told))


def fielded(settled: Settled, force: Force) -> Document:
    """An army as it is judged for this battle: with the bonus of its side (KG-049)."""
    side = army_side(settled.battle, settled.attacker, force.seat)
    return {**force.army, "battle": settled.battle, "side": side}


def objections(settled: Settled, forces: tuple[Force, Force]) -> list[Violation]:
    """Why two armies do not fit the battle: one is illegal, or they are of different periods
    (KG-022, KG-049); empty if they do. Raises Unreadable."""
    armies = [read_army(fielded(settled, force)) for force in forces]
    found = []
    for force, army in zip(forces, armies, strict=True):
        verdict = validate(army)
        if not verdict.legal:
            codes = [violation.code for violation in verdict.errors]
            params = {"seat": force.seat, "codes": codes}
            rules = tuple(sorted({rule for v in verdict.errors for rule in v.rules}))
            found.append(Violation("ARMY_ILLEGAL", "error", rules, (), params))
    periods = {army.group.period for army in armies} - {None}
    if len(periods) > 1:
        params = {"periods": sorted(map(str, periods))}
        found.append(Violation("PERIODS_DIFFER", "error", ("KG-022",), (), params))
    return found


def muster(
    settled: Settled, forces: tuple[Force, Force], dice: Dice, *, knowingly: bool = False
) -> Mustered:
    """The battle; raises Objected for armies that do not fit unless they are taken `knowingly`,
    ValueError for conditions that season and country bar, and Unreadable.

    The first player, whose edge is below, is the attacker; where nobody attacks, whose supreme HQ
    has the higher Initiative, else by the dice (KG-075). The other one sets up first.
    """
    reasons = objections(settled, forces)
    if reasons and not knowingly:
        raise Objected(reasons)
    forces = tuple(msgspec.structs.replace(force, army=fielded(settled, force)) for force in forces)  # type: ignore[assignment]
    lots = Lots(dice)
    conditions, weather = conditions_of(settled.agreed, lots)
    size = sizes()[settled.agreed.size]
    terrain, ground = relief_of(settled.agreed, lots)
    rosters = _rosters(forces)
    first, order = _first(settled, rosters, lots)
    players = (first, _other(first))
    defender = _other(settled.attacker) if settled.attacker else None
    objectives, aims = objectives_of(
        settled.battle, defender, size, settled.agreed.size, terrain, lots
    )
    for seat, roster in rosters.items():
        zone = size[1] * zone_of(settled.battle, defends=defender == seat) / 100
        front = front_of(zone, size[1], objectives, seat=seat, first=seat == first)
        terrain += list(fortified(roster.works, size, front, first=seat == first))
    verdicts = {force.seat: validate(read_army(force.army)) for force in forces}
    start = _start(settled, conditions, rosters, players, verdicts)
    start |= {"table": {"width": size[0], "depth": size[1]}}
    start |= {"terrain": terrain, "objectives": objectives}
    told = (*settled.told, *weather, ground, *order, *aims)
    return Mustered(start, told, verdicts)


def _rosters(forces: tuple[Force, ...]) -> dict[Seat, Roster]:
    found: dict[Seat, Roster] = {}
    taken: dict[str, Any] = {}
    for force in forces:
        found[force.seat] = roster_of(force, taken)
        taken |= found[force.seat].profiles
    return found


def _start(
    settled: Settled,
    conditions: Conditions,
    rosters: Mapping[Seat, Roster],
    players: tuple[Seat, Seat],
    verdicts: Mapping[Seat, Verdict],
) -> Document:
    limits = {
        seat: assessment_limit(
            verdict.points.total,
            terms(settled.battle, army_side(settled.battle, settled.attacker, seat)),
        )
        for seat, verdict in verdicts.items()
    }
    battle: Document = {"type": settled.battle}
    if settled.attacker:
        battle["attacker"] = settled.attacker
    ordered = [rosters[seat] for seat in players]
    return {
        "format": "scenario/1",
        "system": SYSTEM,
        "players": list(players),
        "battle": battle,
        "conditions": msgspec.to_builtins(conditions),
        "profiles": {name: card for roster in ordered for name, card in roster.profiles.items()},
        "units": [_facing(unit, players[0]) for roster in ordered for unit in roster.units],
        "reserves": {name: list(g) for r in ordered for name, g in r.reserves.items()},
        "traps": {seat: list(r.traps) for seat, r in rosters.items() if r.traps},
        "lines": [list(line) for roster in ordered for line in roster.lines],
        "assessment": {seat: {"limit": max(limits[seat], LEAST_LIMIT)} for seat in players},
        "turn": 1,
        "active": players[1],
        "stage": "setup",
    }


def _facing(unit: Document, first: Seat) -> Document:
    return {**unit, "facing": 0 if unit["owner"] == first else 180}


def _first(
    settled: Settled, rosters: Mapping[Seat, Roster], lots: Lots
) -> tuple[Seat, tuple[Told, ...]]:
    """Who has the first turn (KG-075)."""
    if settled.attacker:
        return settled.attacker, ()
    one, other = (rosters[seat].initiative for seat in SEATS)
    while one == other:
        one, other = lots.roll(6), lots.roll(6)
    first = SEATS[0] if one > other else SEATS[1]
    return first, (Told("first", first, lots.taken(), ("KG-075",)),)


def _other(seat: Seat) -> Seat:
    return SEATS[1] if seat == SEATS[0] else SEATS[0]
