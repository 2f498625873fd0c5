"""Records the games of `replays/` anew: `python -m rules.tests.recorded_games`.

They are recorded games of real figures; a change of the rules that changes one of them is meant or
a mistake, and only a person can say which.
"""

import json
import random
from pathlib import Path
from typing import Any

from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.play.rules import legal_orders
from rules.age_of_destruction.play.saved_game import Skirmish, start_game, write_game
from rules.core.dice import SeededDice
from rules.tests.skirmishes import Json, catalogue, read, woods

FOLDER = Path(__file__).parent / "replays"
STEPS = 90
#: What a saved game has one entry of for every order.
LISTS = ("orders", "faces", "states")
#: Kinds of orders that are preferred, so that something happens.
STRIKES = ("Assault", "Charge", "Close", "DeathFromAbove", "Ram", "Ranged")

#: Orders that end something; a turn ends when nothing else is left.
ENDINGS = {"EndStage", "Withdraw", "EndGame", "TimeUp"}


def _units(player: str, *figures: str | Json) -> list[Json]:
    """A player's figures before the set-up; an object adds cards to its figure."""
    return [
        {"id": f"{player}{index}", "owner": player}
        | (figure if isinstance(figure, dict) else {"unit": figure})
        for index, figure in enumerate(figures, start=1)
    ]


def _start(players: list[Any], units: list[Json], pool: list[Json]) -> Json:
    return {
        "format": "scenario/1",
        "system": "age-of-destruction",
        "build_total": 450,
        "stage": "setup",
        "players": players,
        "units": units,
        "pool": pool,
        "prompts": "ask",
    }


HATCHETMAN: Json = {
    "unit": "AOD-102",
    "gear": [{"card": "AOD-G-005"}],
    "pilot": {"card": "AOD-P-010"},
}

#: The start of every game by the name of its file; the seed is its place in this list.
GAMES: dict[str, Json] = {
    "two-groups": _start(
        ["red", "blue"],
        _units("red", HATCHETMAN, "AOD-061", "AOD-029", "AOD-036")
        + _units("blue", "AOD-116", "AOD-057", "AOD-023", "AOD-038"),
        [
            woods("wood", (-2.0, -2.0), (2.0, 2.0)),
            woods("hill", (-3.0, -2.0), (3.0, 2.0), kind="clear", elevated=True),
            woods("pond", (-2.0, -1.0), (2.0, 1.0), kind="shallow_water"),
        ],
    ),
    "three-players": _start(
        ["ann", "ben", "cid"],
        _units("ann", "AOD-084", "AOD-016", "AOD-065")
        + _units("ben", "AOD-098", "AOD-025", "AOD-037")
        + _units("cid", "AOD-087", "AOD-008", "AOD-045"),
        [woods("rock", (-1.5, -1.5), (1.5, 1.5), kind="blocking")],
    ),
    "artillery-and-transports": _start(
        ["red", "blue"],
        _units("red", "AOD-041", "AOD-065", "AOD-029", "AOD-030", "AOD-081")
        + _units("blue", "AOD-069", "AOD-066", "AOD-032", "AOD-021", "AOD-103"),
        [],
    ),
}


def record(name: str) -> Json:
    """A game of random legal orders, as game/1 files hold it."""
    seed = list(GAMES).index(name) + 1
    start, chance = GAMES[name], random.Random(seed)
    setup = read({**start, "dice": [], "orders": []}).setup
    game: Skirmish = start_game(start, catalogue(), SeededDice(seed))
    for _ in range(STEPS):
        question = open_question(game.state)
        player = question.player if question else game.state.active
        legal = legal_orders(setup, game.state, player)
        if not legal:
            break
        kinds = sorted({type(order).__name__ for order in legal} - ENDINGS) or ["EndStage"]
        strikes = [kind for kind in kinds if kind in STRIKES]
        kind = chance.choice(strikes or kinds)
        game.play(chance.choice([order for order in legal if type(order).__name__ == kind]))
    saved: Json = write_game(game, start, scheme="pcg32", seed=seed)
    return saved


def main() -> None:
    """Write every game, the entries of an order a line."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.json").write_text(in_lines(record(name)), "utf-8")


def in_lines(saved: Json) -> str:
    """A game as text that shows line by line what changes in it."""
    head = json.dumps({key: value for key, value in saved.items() if key not in LISTS}, indent=1)
    lists = [
        f' "{name}": [\n' + ",\n".join("  " + json.dumps(entry) for entry in saved[name]) + "\n ]"
        for name in LISTS
    ]
    return ",\n".join([head[:-2], *lists]) + "\n}\n"


if __name__ == "__main__":
    main()
