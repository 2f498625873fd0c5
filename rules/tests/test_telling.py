"""The log and the questions in words: everything that happens in the recorded games and the example
scenarios can be said in both languages, and nothing is said in machine words."""

import json
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.play.play import resolve
from rules.age_of_destruction.play.saved_game import read_record, rules_of
from rules.age_of_destruction.play.scenario import read_scenario
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.telling import Line, ask, tell, unit_names
from rules.age_of_destruction.telling.names import WORDING
from rules.age_of_destruction.telling.sentences import SENTENCES
from rules.core.dice import ScriptedDice
from rules.core.tally import Part
from rules.tests.skirmishes import catalogue

TESTS = Path(__file__).parent
SAMPLES = TESTS.parents[1] / "fixtures" / "samples" / "scenarios"
GAMES = sorted((TESTS / "replays").glob("*.json"))
SCENARIOS = [*sorted((TESTS / "scenarios").glob("*.json")), *sorted(SAMPLES.glob("*.json"))]
LANGUAGES = ("en", "pl")

Happened = tuple[events.AnyEvent, ...]


def _scenario(data: dict[str, Any]) -> tuple[Setup, Happened]:
    outcome = resolve(read_scenario(data.get("scenario", data), catalogue()))
    return outcome.setup, outcome.events


def _replay(path: Path) -> Iterator[tuple[Setup, Happened, Question | None]]:
    start, record = read_record(json.loads(path.read_text("utf-8")))
    scenario = read_scenario({**start, "dice": [], "orders": []}, catalogue())
    rules, state = rules_of(scenario.setup), scenario.state
    for order, faces, _ in record:
        happened = tuple(rules.decide(state, order, ScriptedDice(faces)))
        for event in happened:
            state = rules.evolve(state, event)
        yield scenario.setup, happened, open_question(state)


def _said(line: Line) -> Iterator[str]:
    yield line.text
    yield from (part.what for found in line.sums for part in found.parts)


def _assert_words(sentence: str) -> None:
    assert not re.search(r"[a-z]_[a-z]|[{}]|\bNone\b", sentence), sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_example_scenarios_are_told_in_words(path: Path, language: str) -> None:
    setup, happened = _scenario(json.loads(path.read_text("utf-8")))
    for line in tell(setup, happened, language):
        for sentence in _said(line):
            _assert_words(sentence)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_recorded_games_and_their_questions_are_told_in_words(path: Path, language: str) -> None:
    for setup, happened, question in _replay(path):
        for line in tell(setup, happened, language):
            for sentence in _said(line):
                _assert_words(sentence)
        if question:
            prompt = ask(setup, question, language)
            for sentence in (prompt.text, *(word for _, word in prompt.options)):
                _assert_words(sentence)


def test_every_kind_of_event_has_its_sentence() -> None:
    assert set(SENTENCES) == set(get_args(events.AnyEvent))


def _parameters(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("code", sorted(WORDING.sentences))
def test_both_languages_tell_the_same(code: str) -> None:
    english, polish = (WORDING.sentences[code][language] for language in LANGUAGES)
    assert _parameters(english) == _parameters(polish)


HEAVY = json.loads((SAMPLES / "ranged.json").read_text("utf-8"))


def test_a_shot_names_numbers_dice_and_rules() -> None:
    setup, happened = _scenario(HEAVY)
    lines = tell(setup, happened)
    shot = next(line for line in lines if line.kind == "attack_rolled")
    event = next(e for e in happened if isinstance(e, events.AttackRolled))
    (target, aim) = next(iter(event.targets.items()))
    assert shot.text == f"A hit: {aim.total} against {aim.against}." and shot.weight == "great"
    assert shot.dice == event.dice and shot.rules == event.rules and shot.black_die
    attack, defense = shot.sums
    assert (attack.about, defense.about) == (event.unit, target)
    assert attack.parts[0] == Part("on the dial", aim.attack[0].value)
    assert defense.total == aim.against


def test_a_salvo_that_drifts_says_where_it_comes_down() -> None:
    landed = events.SalvoLanded(
        unit="r1",
        marker=(18, 26),
        attack=(),
        total=15,
        against=21,
        hit=False,
        at=(18, 22.5),
        radius=3,
        drift=4,
    )
    setup, _ = _scenario(HEAVY)
    told = {lang: tell(setup, [landed], lang)[0].text for lang in ("en", "pl")}
    assert "drifts 4″ and comes down at 18″, 22.5″: 15 against 21." in told["en"]
    assert "znosi o 4″, spada w punkcie 18″; 22,5″: 15 przeciw 21." in told["pl"]


def test_units_are_called_by_name_and_id_players_by_seat_or_name() -> None:
    setup, _ = _scenario(HEAVY)
    turn = events.TurnStarted(player="red", turn=2, orders=3)
    assert unit_names(setup)["r1"].endswith(" r1")
    assert tell(setup, [turn], "pl")[0].text == "Tura 2: Czerwony, 3 rozkazy."
    assert tell(setup, [turn], players={"red": "Anna"})[0].text == "Turn 2: Anna, 3 orders."


def test_terrain_is_called_by_the_piece_it_is_a_copy_of() -> None:
    setup, _ = _scenario(HEAVY)
    laid = [events.TerrainPlaced(piece=piece, polygon=()) for piece in ("wood-4", "my own hill")]
    told = [line.text for line in tell(setup, laid, "pl")]
    assert told == ["Na stole: Las.", "Na stole: my own hill."]


def test_planetary_conditions_are_called_by_name() -> None:
    setup, _ = _scenario(HEAVY)
    revealed = events.ConditionsRevealed(cards=("AOD-PC-001", "AOD-PC-007"))
    assert "Pole Lodowe, Łańcuch Górski" in tell(setup, [revealed], "pl")[0].text


SOME_SETUP = _scenario(HEAVY)[0]
TARGETS = tuple(SOME_SETUP.figures)


@pytest.mark.parametrize(
    ("question", "english", "polish", "options"),
    [
        (
            Question("choose", "red", TARGETS[0], ("roll", "stay"), about="restart"),
            "Roll to start",
            "Rzucić na ponowne uruchomienie",
            ("Roll", "Stay shut down"),
        ),
        (
            Question("choose", "red", options=("nobody", "blue"), about="awe"),
            "Whose next turn",
            "W czyją następną turę",
            ("Nobody", "Blue"),
        ),
        (
            Question(
                "choose", "red", TARGETS[0], ("decline", "primary"), about="Right Back at You"
            ),
            "Right Back at You: does",
            "Right Back at You: czy",
            ("Do not strike back", "With the primary weapon"),
        ),
        (
            Question("deactivate", "red", TARGETS[0], ("Evade",)),
            "Switch off equipment",
            "Wyłączyć wyposażenie",
            ("Evade",),
        ),
    ],
    ids=lambda value: value.about or value.to if isinstance(value, Question) else None,
)
def test_questions_and_their_options_are_asked_in_words(
    question: Question, english: str, polish: str, options: tuple[str, ...]
) -> None:
    prompt = ask(SOME_SETUP, question)
    assert prompt.text.startswith(english)
    assert ask(SOME_SETUP, question, "pl").text.startswith(polish)
    assert prompt.options == tuple(zip(question.options, options, strict=True))
