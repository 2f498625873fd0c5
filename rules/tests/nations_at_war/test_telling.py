"""Every event has a sentence in both languages, and says what it is made of."""

from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from rules.core.violations import Violation
from rules.nations_at_war import events
from rules.nations_at_war.grid import Grid
from rules.nations_at_war.guide.wording import sentence
from rules.nations_at_war.match import NationsMatch
from rules.nations_at_war.refusals import REFUSALS
from rules.nations_at_war.state import Formation, Setup
from rules.nations_at_war.telling import SENTENCES, WORDING, read_events, tell
from rules.tests.nations_at_war.scenes import along, hq, mechanised, move, scene, tank
from rules.tests.placeholders import bare

rule = pytest.mark.rule


def told(match: NationsMatch, *orders: dict[str, object], language: str = "en") -> list[str]:
    """What is told of some orders."""
    for order in orders:
        match.take(order)
    happened = [event for step in match.game.steps for event in step.events]
    return [each.text for each in tell(match.setup, happened, language)]


def test_all_words_are_there_in_both_languages() -> None:
    for code, texts in WORDING.sentences.items():
        assert {"en", "pl"} <= texts.keys(), code


def test_every_kind_of_event_but_silent_ones_is_told() -> None:
    silent = {events.ImpulseBegan, events.Answered}
    assert set(get_args(events.AnyEvent)) - SENTENCES.keys() == silent


def test_events_that_were_kept_are_told_as_when_they_happened() -> None:
    match = NationsMatch(scene(tank("a1", "A", [9, 2])), 3)
    while match.game.state.stage == "draw":
        match.take({"order": "draw"})
    happened = [event for step in match.game.steps for event in step.events]
    kept = read_events([match.keep_event(event) for event in happened])
    assert list(tell(match.setup, kept, "pl")) == list(tell(match.setup, happened, "pl"))


def test_formations_are_told_by_their_titles() -> None:
    """On the table, in what is told and in why not, each where it has one."""
    formations = [
        {"id": "A", "owner": "red", "titles": {"en": "Column", "pl": "Kolumna"}},
        {"id": "C", "owner": "blue"},
    ]
    stage = {"stage": "impulse", "formation": "A"}
    start = scene(tank("a1", "A", [9, 2]), formations=formations, **stage)
    match = NationsMatch(start, 3)

    assert "aktywna formacja: Kolumna" in match.table.picture("pl").notes
    names = {piece.id: piece.name for piece in match.table.picture("en").pieces}
    assert names["a1"] == "a1, tank, Column" and names["c1"].endswith(", C")
    (refused,) = match.explain({"order": "fire", "unit": "c1", "target": "a1"}, "pl")
    assert refused["code"] == "NOT_ACTIVE_FORMATION" and "formacji Kolumna;" in refused["message"]
    assert told(match, {"order": "end_stage"}, language="pl")[0].startswith(
        "Koniec impulsu: Kolumna."
    )


#: What of a refusal and of a sentence of the log is told as it is: counters, hexes, numbers.
PLAIN = {"after", "at", "from", "left", "needed", "target", "turn"}
TOLD_PLAIN = {
    "beside",
    "cost",
    "ends",
    "hex",
    "left",
    "morale",
    "source",
    "sum",
    "target",
    "total",
    "turn",
    "unit",
    "units",
    "value",
}


def titled() -> Setup:
    """A formation that is called otherwise than files name it."""
    column = Formation("f7", "red", "ah", (), {"en": "Column", "pl": "Kolumna"})
    return replace(NationsMatch(scene(), 3).setup, formations={"f7": column})


def test_every_refusal_calls_formations_by_their_titles() -> None:
    setup = titled()
    rest: dict[str, Any] = dict.fromkeys(PLAIN, 1) | {"stage": "draw", "result": "reduced"}
    rest |= {"at": [0, 0], "from": [1, 0]}
    for code, parameters in bare(REFUSALS.wording.sentences).items():
        named = dict.fromkeys(parameters - PLAIN - {"where"}, "f7")
        for language, title in (("en", "Column"), ("pl", "Kolumna")):
            violation = Violation(code, "error", (), ("f7",), rest | named)
            message = sentence(violation, setup, Grid.of(setup.map), language)
            assert (title in message) is bool(named or "where" in parameters), message
            assert "f7" not in message, message


def test_every_sentence_of_the_log_calls_formations_by_their_titles() -> None:
    setup = titled()
    for code, parameters in bare(WORDING.sentences).items():
        names = dict.fromkeys(parameters - TOLD_PLAIN, "f7")
        assert set(setup.with_titles(names, "pl").values()) <= {"Kolumna"}, code


@rule("NW-024")
def test_a_rally_is_told_with_its_sum() -> None:
    check = events.Rally(
        formation="A",
        at=(2, 0),
        units=("a1",),
        dice=(5, 4),
        total=events.Sum(7, (("2d6", 9), ("leadership", -2))),
        morale=7,
        passed=True,
        rules=("NW-024",),
    )
    match = NationsMatch(scene(), 1)
    (said,) = tell(match.setup, [check], "en")
    assert "9 − 2 (leadership) = 7 against morale 7" in said.text
    assert (said.dice, said.passed, said.rules) == ((5, 4), True, ("NW-024",))


@rule("NW-033", "NW-037")
def test_a_game_is_told_to_its_wrecks() -> None:
    data = scene(hq("ah", "A", [0, 0]), mechanised("a1", "A", [1, 0]), prompts="ask")
    match = NationsMatch(data | {"stage": "impulse", "formation": "A"}, 1)
    fire = {"unit": "c1", "target": "a1", "result": "eliminated"}
    said = told(
        match,
        move("a1", along([2, 0], [3, 0])),
        {"order": "answer", "to": "opportunity_fire", "fire": [fire]},
        {"order": "end_stage"},
    )
    assert said == [
        "a1 enters 0301 for 1 MP.",
        "a1 at 0301: does anybody fire? Your own charts say.",
        "The Opportunity Fire of c1 against a1 (hard target): not supplied by the source, your"
        " own charts decide.",
        "a1: eliminated, as handed in. A wreck stays at 0301.",
        "a1 goes no farther: it is eliminated.",
        "The impulse of A is over: Ops Complete on all its units on the map.",
    ]
    assert not any("{" in text for text in told(match, language="pl"))
    assert msgspec.json.encode(said)
