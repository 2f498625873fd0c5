"""Random games with transports and captives: nobody is lost on the way, none carried too many."""

from typing import Any

import pytest

from rules.age_of_destruction.play.saved_game import replay_game, write_game
from rules.core.saved_game import fingerprint
from rules.tests.skirmishes import catalogue, scenario, squad, tank, vtol
from rules.tests.test_play_playouts import TERRAIN, played


def carrying_position(seed: int) -> dict[str, Any]:
    """Transports with passengers, squads about to board, squads face to face."""
    units = []
    for side, row, turn in (("r", 8.0, 0), ("b", 20.0, 180)):
        ahead = 1 if side == "r" else -1
        flies: dict[str, Any] = {"level": "cruising", "transport_capacity": 2}
        wreck = {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}
        fragile: dict[str, Any] = {
            "transport_capacity": 4,
            "clicks": 5,
            "later": {3: wreck},
            "defense": 12,
        }
        jets: dict[str, Any] = {"equipment": {"speed": ("blue", "square")}}
        units += [
            tank(f"{side}0", (6, row), turn, **fragile),
            squad(f"{side}1", (6, row - 2.125 * ahead), turn),
            squad(f"{side}2", (0, 0)) | {"at": None, "aboard": f"{side}0"},
            vtol(f"{side}3", (14, row), turn, **flies),
            squad(f"{side}4", (0, 0), **jets) | {"at": None, "aboard": f"{side}3"},
            squad(f"{side}5", (24, 14 - 0.75 * ahead), turn, clicks=8, attack=12),
            squad(f"{side}6", (28, 14 - 0.75 * ahead), turn, clicks=8, attack=12),
            tank(f"{side}7", (32, 14 - 1.375 * ahead), turn),
            squad(f"{side}8", (32, 14 - 3.5 * ahead), turn),
        ]
    data = scenario(units, terrain=TERRAIN[:2], build_total=600, prompts="ask")
    return data | {"turn": 1 + seed % 2}


@pytest.mark.parametrize("seed", range(3))
def test_random_games_with_passengers_and_captives_keep_them_in_order(seed: int) -> None:
    _, game, start = played(seed, 40, carrying_position)
    record = write_game(game, start, scheme="pcg32", seed=seed)
    state, difference = replay_game(record, catalogue())
    assert difference is None
    assert fingerprint(state) == fingerprint(game.state)
