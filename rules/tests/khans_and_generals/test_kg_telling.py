"""What came of orders, as it is told at the table."""

from typing import Any

import msgspec
import pytest

from rules.khans_and_generals.match import Battle
from rules.khans_and_generals.tabletop import Tabletop
from rules.tests.khans_and_generals.scenes import CARDS, unit

#: A place where nobody stands, and that of an enemy.
EMPTY, HELD = (50.0, 60.0), (50.0, 100.0)


def battle() -> Battle:
    """A gun and an enemy company far away, red to order."""
    start = {
        "format": "scenario/1",
        "system": "khans-and-generals",
        "table": {"width": 120, "depth": 120},
        "players": ["red", "blue"],
        "profiles": CARDS,
        "units": [
            unit("rg", "GUN", (50, 10), deployed=True),
            unit("b1", "INF", (50, 100)),
        ],
        "turn": 1,
        "active": "red",
        "stage": "orders",
    }
    return Battle(start, 1)


def told(at: tuple[float, float], language: str, faces: tuple[int, ...] = ()) -> str:
    """What is told of a shell at a place."""
    match = battle()
    order: dict[str, Any] = {"order": "shell", "unit": "rg", "at": [*at], "ammunition": "he"}
    match.take(order, faces)
    assert match.table is not None
    events = [msgspec.to_builtins(event) for event in match.game.steps[-1].events]
    return match.table.tells(order, events, language)


@pytest.mark.rule("KG-117")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "fires; the shell bursts where it hurts nobody."),
        ("pl", "strzela; pocisk wybucha tam, gdzie nikomu nie szkodzi."),
    ],
)
def test_a_shell_on_bare_ground_is_told_in_a_sentence(language: str, said: str) -> None:
    """Nobody stands within its spread: no die is thrown, and nothing else is told."""
    assert told(EMPTY, language).endswith(said)


@pytest.mark.rule("KG-117")
def test_a_shell_that_misses_is_told_as_a_miss() -> None:
    """With the number it showed and the one it needed."""
    assert told(HELD, "en", (10,)).endswith("aims: 10, 6 or less hits; it misses.")


@pytest.mark.parametrize("places", [[3], ["rg"], [{}], [], {"unit": "rg"}, "rg", 3, None])
def test_an_order_that_places_nothing_readable_is_given_to_nobody(places: Any) -> None:
    order = {"order": "reveal", "places": places}

    assert Tabletop(battle()).given_to(order) == battle().given_by(order) == ""


def test_an_order_is_given_to_the_first_it_places_and_by_its_owner() -> None:
    placed = [{"unit": "b1", "at": [60, 15]}, {"unit": "rg", "at": [60, 20]}]
    order = {"order": "reveal", "places": placed}

    assert Tabletop(battle()).given_to(order) == "b1"
    assert battle().given_by(order) == "blue"


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Capitulate (the battle is lost): player Red"),
        ("pl", "Kapitulacja (przegrana bitwa): gracz Czerwoni"),
    ],
)
def test_who_withdraws_is_called_as_the_log_calls_them(language: str, says: str) -> None:
    table = Tabletop(battle())
    assert table.says({"order": "withdraw", "player": "red"}, language) == says
