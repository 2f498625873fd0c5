"""Random games in which every 'Mech bears a card with a text: nothing breaks, all replays."""

import random
from typing import Any

import pytest

from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.play.saved_game import replay_game, write_game
from rules.core.saved_game import fingerprint
from rules.tests.skirmishes import catalogue
from rules.tests.test_play_playouts import played, position


def manned(seed: int) -> dict[str, Any]:
    """Two armies whose 'Mechs carry gear or sit under their favourite pilots."""
    chance = random.Random(seed)
    data = position(seed)
    mechs = [unit for unit in data["units"] if unit["unit"]["type"] == "mech"]
    for unit, card_id in zip(
        mechs, chance.sample(sorted(ABILITIES.texts), len(mechs)), strict=True
    ):
        card = catalogue().card(card_id)
        assert card is not None
        if card.is_gear:
            unit["gear"] = [{"card": card_id}]
        else:
            unit["pilot"] = {"card": card_id}
            unit["unit"]["id"] = card.preferred_mech
    return data


@pytest.mark.parametrize("seed", range(4))
def test_games_with_cards_are_legal_and_replay(seed: int) -> None:
    _, game, start = played(seed, 40, manned)
    again, difference = replay_game(write_game(game, start), catalogue())
    assert difference is None
    assert fingerprint(again) == fingerprint(game.state)
