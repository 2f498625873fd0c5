"""What an impulse would begin with: who is in command and why, who must roll for what."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from rules.nations_at_war.hexes import Hex, distance
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.state import Formation

#: How many of the 36 ways in which two dice fall give each sum.
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}

Why = Literal["headquarters", "range", "far", "lost"]


class CommandOfHex(msgspec.Struct, frozen=True):
    """Counters of a formation in one hex: whether they are in command, and why (NW-016…019).

    `away` is their distance in hexes from the headquarters, None where that is lost. Who must
    check passes with `needed` or less on two dice, with a `chance` of 0 to 1.
    """

    at: Hex
    units: tuple[str, ...]
    why: Why
    away: int | None
    needed: int | None = None
    chance: float = 1.0


class RallyOfHex(msgspec.Struct, frozen=True):
    """Disrupted counters of a formation in one hex, and what their rally takes (NW-024…026).

    `modifier` is added to two dice and `why` names it; a hex that must check first may be Out Of
    Command by then, which `out_of_command` is the chance for (0 to 1): the `chance` counts it in.
    """

    at: Hex
    units: tuple[str, ...]
    modifier: int
    why: Literal["leadership", "none"]
    morale: int
    needed: int
    out_of_command: float
    chance: float


class Briefing(msgspec.Struct, frozen=True):
    """A formation before its impulse: its values, the command of its hexes, the rallies due, and
    its reinforcements that may come."""

    formation: str
    morale: int
    command_range: int
    leadership: int
    hq: str | None
    hexes: tuple[CommandOfHex, ...]
    rallies: tuple[RallyOfHex, ...]
    waiting: tuple[str, ...]


def chance_of(needed: int) -> float:
    """How often two dice come to so much or less, 0 to 1."""
    return sum(ways for total, ways in WAYS.items() if total <= needed) / 36


def brief(now: Moment, formation: Formation) -> Briefing:
    """What the impulse of a formation would begin with, as things stand."""
    hexes = tuple(
        _command(now, formation, at, units)
        for at, units in now.by_hex(now.on_map(formation)).items()
    )
    waiting = tuple(
        unit for unit in formation.units if now.waits(unit) and now.due(unit) <= now.state.turn
    )
    return Briefing(
        formation=formation.id,
        morale=now.morale(formation),
        command_range=now.command_range(formation),
        leadership=now.leadership(formation),
        hq=now.headquarters(formation),
        hexes=hexes,
        rallies=tuple(_rallies(now, formation, hexes)),
        waiting=waiting,
    )


def _command(now: Moment, formation: Formation, at: Hex, units: tuple[str, ...]) -> CommandOfHex:
    hq = now.headquarters(formation)
    where = now.unit(hq).at if hq else None
    away = distance(where, at) if where is not None else None
    if now.commands(formation, at):
        return CommandOfHex(at, units, "headquarters" if away == 0 else "range", away)
    morale = now.morale(formation)
    why: Why = "far" if hq else "lost"
    return CommandOfHex(at, units, why, away, morale, chance_of(morale))


def _rallies(now: Moment, formation: Formation, hexes: Sequence[CommandOfHex]) -> list[RallyOfHex]:
    alone = now.setup.rulings.rally_per == "unit"
    morale = now.morale(formation)
    found = []
    for place in hexes:
        shaken = tuple(unit for unit in place.units if now.unit(unit).disrupted)
        led = place.why == "headquarters"
        modifier = -now.leadership(formation) if led else 0
        needed = morale - modifier
        missed = 1 - place.chance
        chance = place.chance * chance_of(needed) + missed * chance_of(morale - 1)
        for together in [(unit,) for unit in shaken] if alone else [shaken] if shaken else []:
            found.append(
                RallyOfHex(
                    at=place.at,
                    units=together,
                    modifier=modifier,
                    why="leadership" if led else "none",
                    morale=morale,
                    needed=needed,
                    out_of_command=missed,
                    chance=chance,
                )
            )
    return found
