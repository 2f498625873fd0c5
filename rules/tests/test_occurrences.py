"""Nothing of the game is left out: what there is occurs in the positions and games of the tests."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import pytest

from rules.__main__ import ROOT
from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.play.play import Outcome, resolve
from rules.age_of_destruction.play.rules import advance
from rules.age_of_destruction.play.saved_game import read_record
from rules.age_of_destruction.playouts.ledger import Ledger, everything
from rules.age_of_destruction.playouts.play import Playouts
from rules.core.dice import ScriptedDice
from rules.tests.skirmishes import (
    Json,
    Played,
    catalogue,
    heat_dial,
    mech,
    move,
    play,
    ranged,
    read,
    tank,
    woods,
)
from rules.tests.test_play_damage_equipment import CASES as EQUIPMENT
from rules.tests.test_play_factions import FALCON, awed, duel
from rules.tests.test_play_gear import CASES as GEAR
from rules.tests.test_play_pilots import CASES as PILOTS

TESTS = Path(__file__).parent
SCENARIOS = (TESTS / "scenarios", ROOT / "fixtures" / "samples" / "scenarios")

#: Heat dials that may shut a 'Mech down or overload its heat sinks, badly.
HOT = {"colors": {"primary_damage": "red", "speed": "red"}}
PIECE = {"order": "place_terrain", "piece": "nothing", "at": [18, 18]}

#: Positions in which something rare happens.
DIRECTED: tuple[Callable[[], Played], ...] = (
    lambda: duel(FALCON, "elite", 1),
    lambda: awed(450, 6),
    lambda: play([mech("r1", (18, 10), heat_dial=heat_dial(HOT)), tank("b1", (5, 30))],
                 move("r1", (18, 16), run=True), dice=(6, 6)),
    lambda: play([tank("r1", (18, 2)), tank("b1", (18, 34))], PIECE, stage="setup",
                 pool=[woods("wood", (-2, -2), (2, 2))]),
    lambda: play([tank("r1", (18, 10)), tank("b1", (18, 16), 180, clicks=1), tank("b2", (5, 30))],
                 ranged("r1", "b1"), move("b1", (18, 18)), dice=(6, 6, 6)),
    *(partial(play, [mech("r1", (18, 10)), tank("b1", (5, 30))], conditions=[card])
      for card in ABILITIES.conditions),
)  # fmt: skip

#: What no event names, and why.
NEVER = {
    "Starting Position": "the first squares of a heat dial do nothing",
    "Engine Overheat": "it only forbids, see RUN_FORBIDDEN",
    "Ammunition Jam": "it only forbids, see WEAPON_SILENCED",
    "Weapons Offline": "it only forbids, see WEAPON_SILENCED",
}
#: Texts of cards by their names.
CARDS = {
    text.name: card_id
    for card_id, text in (*ABILITIES.texts.items(), *ABILITIES.group_texts.items())
}


def files(folder: Path) -> Iterator[Json]:
    """The JSON files of a folder, without what they expect."""
    for path in sorted(folder.glob("*.json")):
        data: Json = json.loads(path.read_text("utf-8"))
        data.pop("expect", None)
        yield data


def note(ledger: Ledger, outcome: Outcome) -> None:
    """Take a played scenario into a ledger."""
    ledger.take(outcome.events, outcome.state)
    for refusal in outcome.refused:
        ledger.refuse(violation.code for violation in refusal.violations)


@cache
def ledger() -> Ledger:
    """Scenario files, recorded games, the cases of cards, and some games to their end."""
    playouts = Playouts(catalogue(), seed=4, bound=30)
    for _ in range(3):
        playouts.play()
    for folder in SCENARIOS:
        for data in files(folder):
            note(playouts.ledger, resolve(read(data)))
    for case in (*GEAR, *PILOTS):
        note(playouts.ledger, case.with_card().outcome)
    for fitted in EQUIPMENT:
        note(playouts.ledger, fitted.play("square").outcome)
    for position in DIRECTED:
        note(playouts.ledger, position().outcome)
    for data in files(TESTS / "replays"):
        start, record = read_record(data)
        scenario = read({**start, "dice": [], "orders": []})
        state = scenario.state
        for order, faces, _ in record:
            state, happened = advance(scenario.setup, state, order, ScriptedDice(faces))
            playouts.ledger.take(happened, state)
    return playouts.ledger


@cache
def words_of_tests() -> set[str]:
    """Every quoted text in the tests of play."""
    sources = [
        path.read_text("utf-8") for path in TESTS.glob("test_play_*.py") if path != Path(__file__)
    ]
    return set(re.findall(r'"([^"\n]+)"', "\n".join(sources)))


def _known_as(name: str) -> set[str]:
    """What a test may call it: the class of an event, the card of a text."""
    return {name, CARDS.get(name, name), name.title().replace("_", "")}


@pytest.mark.parametrize("heading", sorted(everything(catalogue()).keys() - {"figures", "cards"}))
def test_everything_occurs_in_a_position_or_a_game(heading: str) -> None:
    unseen = set(ledger().missing().get(heading, ()))
    tested = {name for name in unseen if _known_as(name) & words_of_tests()}
    assert unseen - tested - NEVER.keys() == set()


def test_what_never_occurs_is_known_to_the_game() -> None:
    assert NEVER.keys() <= set().union(*everything(catalogue()).values())
