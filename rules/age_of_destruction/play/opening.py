"""A skirmish between battle groups, before anything is on the table."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any

import msgspec

from rules.age_of_destruction.army.battle_group import (
    SYSTEM,
    BattleGroup,
    write_entry,
    write_group_card,
)
from rules.age_of_destruction.army.inline import record_of
from rules.age_of_destruction.play.scenario import FORMAT
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.core.dice import SeededDice

#: The seats of a table, in their order; units are called by their first letter.
SEATS = ("red", "blue", "green", "yellow")
#: Pieces of terrain each player brings to the standard game (AOD-SETUP-006).
STANDARD_SHARE = 2


class Side(msgspec.Struct, frozen=True):
    """One player of a new skirmish: seat, team and battle group."""

    seat: str
    group: BattleGroup
    team: str = ""


class Agreement(msgspec.Struct, frozen=True):
    """What players agree on beforehand: points, terrain, readings, when the game ends at the
    latest (a number of turns, or of minutes). `conditions`: the planetary conditions by card, None
    for those of the groups; `real_table`: they play with real figures."""

    build_total: int
    pool: tuple[dict[str, Any], ...] = ()
    rulings: dict[str, Any] = {}
    turn_limit: int | None = None
    time_limit: int | None = None
    conditions: tuple[str, ...] | None = None
    real_table: bool = False


def opening(sides: Sequence[Side], agreement: Agreement, catalogue: Catalogue) -> dict[str, Any]:
    """The scenario/1 object of a skirmish before its set-up; `read_scenario` says what is wrong
    with it.

    Units are called by their seat and a number ("R1"). Cards of a group that are no planetary
    conditions stay its player's.
    """
    brought = [card for side in sides for card in _cards(side.group, catalogue, conditions=True)]
    limits = {"turn_limit": agreement.turn_limit, "time_limit": agreement.time_limit}
    return {
        "format": FORMAT,
        "system": SYSTEM,
        "stage": "setup",
        "prompts": "ask_where_it_costs",
        "build_total": agreement.build_total,
        "rulings": agreement.rulings,
        "players": [
            {
                "id": side.seat,
                "team": side.team or side.seat,
                "cards": list(_cards(side.group, catalogue, conditions=False)),
            }
            for side in sides
        ],
        "units": [unit for side in sides for unit in _units(side, catalogue)],
        "pool": list(agreement.pool),
        "conditions": brought if agreement.conditions is None else list(agreement.conditions),
        **{name: limit for name, limit in limits.items() if limit is not None},
        **({"real_table": True} if agreement.real_table else {}),
    }


def swapped(start: Mapping[str, Any]) -> dict[str, Any]:
    """The opening of a rematch: everybody plays the group of the next seat, the last that of the
    first; seats, teams and terrain stay. The same again where figures are on the table already, and
    where players are no more than seats."""
    if start.get("stage") != "setup" or any(isinstance(each, str) for each in start["players"]):
        return dict(start)
    seats = [player["id"] for player in start["players"]]
    takes_over = dict(zip([*seats[1:], seats[0]], seats, strict=True))
    cards = {takes_over[player["id"]]: player.get("cards", []) for player in start["players"]}
    units = [_handed_over(unit, takes_over[unit["owner"]]) for unit in start["units"]]
    return {
        **start,
        "players": [player | {"cards": cards[player["id"]]} for player in start["players"]],
        "units": sorted(units, key=lambda unit: seats.index(unit["owner"])),
    }


def records_named(start: Mapping[str, Any]) -> set[str]:
    """The ids of every figure and card that an opening names; those it holds whole are left out.
    Null stands for none, as it does to `read_scenario`."""
    names = {unit["unit"] for unit in start["units"] if isinstance(unit["unit"], str)}
    choices = [*(start.get("conditions") or ())]
    for player in start["players"]:
        choices += [] if isinstance(player, str) else player.get("cards") or ()
    for unit in start["units"]:
        choices += [*(unit.get("gear") or ()), *_listed(unit.get("pilot") or ())]
    return names | {choice if isinstance(choice, str) else choice["card"] for choice in choices}


def _listed(pilots: Any) -> list[Any]:
    """The pilots of a figure, whether there are several or one."""
    return list(pilots) if isinstance(pilots, list | tuple) else [pilots]


def _handed_over(unit: Mapping[str, Any], seat: str) -> dict[str, Any]:
    return {**unit, "owner": seat, "id": seat[0].upper() + unit["id"][1:]}


def _units(side: Side, catalogue: Catalogue) -> Iterator[dict[str, Any]]:
    """The figures of a group; the record plays where a list describes a figure it has."""
    copies = [entry for entry in side.group.units for _ in range(entry.count)]
    for number, entry in enumerate(copies, start=1):
        written = write_entry(msgspec.structs.replace(entry, count=1))
        record = record_of(entry, catalogue)
        if record and record.known:
            written["unit"] = record.id
        yield {"id": f"{side.seat[0].upper()}{number}", "owner": side.seat, **written}


def _cards(
    group: BattleGroup, catalogue: Catalogue, *, conditions: bool
) -> Iterator[str | dict[str, Any]]:
    for choice in group.cards:
        card = catalogue.card(choice.card)
        if (card is not None and card.type == "PC") == conditions:
            yield write_group_card(choice)


# --- Terrain --------------------------------------------------------------------------------


@cache
def terrain_pieces() -> Mapping[str, dict[str, Any]]:
    """The pieces there are to choose from, by name: `kind`, `polygon` in inches around (0, 0),
    `title` by language, and where they apply `elevated`, `abrupt` and `access`."""
    room = files("rules.age_of_destruction.play")
    return tomllib.loads(room.joinpath("terrain_pieces.toml").read_text("utf-8"))


def pool_of(names: Sequence[str]) -> tuple[dict[str, Any], ...]:
    """A pool of some pieces as scenarios write it; of the same piece each gets a number. Raises
    KeyError for a piece there is none of."""
    pieces = terrain_pieces()
    return tuple(
        {"id": f"{name}-{number}"}
        | {key: value for key, value in pieces[name].items() if key != "title"}
        for number, name in enumerate(names, start=1)
    )


def pool_by_lot(
    seed: int, players: int, share: int = STANDARD_SHARE, *, standard: bool = True
) -> tuple[str, ...]:
    """Names of pieces for a pool, so many from each player; a `standard` pool has neither
    elevations nor deep water (AOD-STD-005, AOD-STD-006)."""
    pieces = terrain_pieces().items()
    allowed = [name for name, piece in pieces if not standard or _is_standard(piece)]
    return tuple(islice(SeededDice(seed).shuffled(allowed), players * share))


def _is_standard(piece: Mapping[str, Any]) -> bool:
    return not piece.get("elevated") and piece["kind"] != "deep_water"
