"""Speed of whole games between random commanders, and how an order's time grows with the table."""

import time
import zlib
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Any

import msgspec

from rules.age_of_destruction import Catalogue
from rules.age_of_destruction.bots import RandomCommander, fight
from rules.age_of_destruction.play.rules import advance, explain
from rules.age_of_destruction.play.saved_game import (
    Record,
    Skirmish,
    rules_of,
    write_game,
)
from rules.age_of_destruction.play.scenario import Scenario, read_scenario
from rules.core.angles import sine_and_cosine
from rules.core.dice import ScriptedDice, SeededDice
from rules.core.game import Step, replay
from rules.core.saved_game import fingerprint

GAMES = 50
#: Turns of both sides together: twelve each.
TURNS = 24
#: Pieces of terrain in a game that is timed, and both numbers whose growth is looked at.
PIECES = 6
FIGURES_A_SIDE = (6, 12, 24, 48)
TERRAIN = (0, 8, 32)
#: Orders timed for each number of figures and of pieces.
ORDERS = 120

SIDE = 36
#: Two groups of 450 points with 'Mechs, vehicles, VTOLs and infantry.
RED = ("AOD-102", "AOD-097", "AOD-033", "AOD-061", "AOD-070", "AOD-029", "AOD-053", "AOD-021")
BLUE = ("AOD-093", "AOD-109", "AOD-049", "AOD-041", "AOD-054", "AOD-005", "AOD-030", "AOD-022")
KINDS: tuple[dict[str, Any], ...] = (
    {"kind": "hindering"},
    {"kind": "clear", "elevated": True},
    {"kind": "shallow_water"},
    {"kind": "blocking"},
    {"kind": "hindering"},
    {"kind": "deep_water"},
)
#: Inches between figures that are drawn up, and figures in a row.
SPACING = 2.9
ROW = 12


def start(figures: int = len(RED), pieces: int = PIECES) -> dict[str, Any]:
    """Two groups drawn up on opposite edges with terrain between them, as scenario/1."""
    return {
        "format": "scenario/1",
        "system": "age-of-destruction",
        "build_total": 450,
        "turn_limit": TURNS,
        "prompts": "ask",
        "table": {"width": SIDE, "depth": SIDE},
        "terrain": list(_terrain(pieces)),
        "players": ["red", "blue"],
        "active": "red",
        "units": [*_row("red", RED, figures), *_row("blue", BLUE, figures)],
    }


def _row(owner: str, group: Sequence[str], figures: int) -> Iterator[dict[str, Any]]:
    """A group as often as it takes, drawn up in rows from the player's edge."""
    in_a_row = min(figures, ROW)
    for number, unit in enumerate(islice(cycle(group), figures)):
        x = SIDE / 2 + (number % ROW - (in_a_row - 1) / 2) * SPACING
        y = 1.8 + number // ROW * SPACING
        x, y = round(x, 2), round(y if owner == "red" else SIDE - y, 2)
        facing = 0 if owner == "red" else 180
        name = f"{owner}{number + 1}"
        yield {"id": name, "owner": owner, "unit": unit, "at": [x, y], "facing": facing}


def _terrain(pieces: int) -> Iterator[dict[str, Any]]:
    """Eight-sided pieces of all kinds, spread evenly over the middle of the table."""
    rows = max(round(pieces / 8), 2)
    columns = -(-pieces // rows)
    for number, kind in enumerate(islice(cycle(KINDS), pieces)):
        x = SIDE * (number % columns + 0.5) / columns
        y = SIDE * (1 + (number // columns + 0.5) / rows) / 3
        wide, deep = min(3.0, 0.45 * SIDE / columns), min(2.5, 0.45 * SIDE / rows / 3)
        corners = [
            [round(x + wide * cosine, 2), round(y + deep * sine, 2)]
            for sine, cosine in map(sine_and_cosine, range(0, 360, 45))
        ]
        yield {"id": f"piece{number}", "polygon": corners} | kind


def measure_games(catalogue: Catalogue) -> dict[str, float]:
    """Games, orders and replays of files a second of processor time, and how much faster games are
    played again by their own records than played; then bytes: of a last state and of a saved game
    as JSON and packed, those of the middle one of all games."""
    scenario = read_scenario(start() | {"dice": [], "orders": []}, catalogue)
    setup = scenario.setup
    games = []
    started = time.process_time()
    for seed in range(GAMES):
        commander = RandomCommander(SeededDice(1000 + seed))
        commanders = {player.id: commander for player in setup.players}
        games.append(list(fight(setup, scenario.state, commanders, SeededDice(seed))))
    playing = time.process_time() - started
    records = [[(t.order, t.faces, fingerprint(t.state)) for t in game] for game in games]
    started = time.process_time()
    for record in records:
        replay(rules_of(setup), scenario.state, record)
    replaying = time.process_time() - started
    own = [_played(record, scenario) for record in records]
    started = time.process_time()
    for game in own:
        if difference := game.retraced(lambda step: ScriptedDice(step.faces)):
            raise RuntimeError(difference.message())
    retracing = time.process_time() - started
    states = [len(msgspec.json.encode(game[-1].state)) for game in games]
    saves = [msgspec.json.encode(write_game(game, start())) for game in own]
    return {
        "games_per_s": GAMES / playing,
        "orders_per_s": sum(map(len, games)) / playing,
        "replays_per_s": GAMES / replaying,
        "replay_over_play": playing / retracing,
        "state_bytes": sorted(states)[GAMES // 2],
        "save_bytes": sorted(map(len, saves))[GAMES // 2],
        "packed_save_bytes": sorted(len(zlib.compress(saved)) for saved in saves)[GAMES // 2],
    }


def _played(record: Record, scenario: Scenario) -> Skirmish:
    """A game as it was played."""
    game = Skirmish(rules_of(scenario.setup), scenario.state, ScriptedDice(()))
    game.steps += [Step(order, faces, (), print_) for order, faces, print_ in record]
    return game


def measure_growth(catalogue: Catalogue) -> dict[str, float]:
    """Microseconds that judging one order and carrying it out takes, by figures a side on a table
    with six pieces of terrain, and by pieces of terrain with eight figures a side."""
    by_figures = {f"order_us_{n}_figures": _order_us(catalogue, n, PIECES) for n in FIGURES_A_SIDE}
    by_terrain = {f"order_us_{n}_terrain": _order_us(catalogue, len(RED), n) for n in TERRAIN}
    return by_figures | by_terrain


def _order_us(catalogue: Catalogue, figures: int, pieces: int) -> float:
    scenario = read_scenario(start(figures, pieces) | {"dice": [], "orders": []}, catalogue)
    setup, state = scenario.setup, scenario.state
    commander = RandomCommander(SeededDice(1))
    commanders = {player.id: commander for player in setup.players}
    taken = list(islice(fight(setup, state, commanders, SeededDice(2)), ORDERS))
    started = time.process_time()
    for one in taken:
        explain(setup, state, one.order)
        state, _ = advance(setup, state, one.order, ScriptedDice(one.faces))
    return (time.process_time() - started) / len(taken) * 1_000_000
