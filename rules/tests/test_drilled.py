"""The drilled commander: his features say what they mean, and he looks at few things."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from rules.age_of_destruction.bots import COMMANDERS, DrilledCommander, GreedyCommander
from rules.age_of_destruction.bots.drill.candidates import Candidate, candidates
from rules.age_of_destruction.bots.drill.closer import closer, in_contact
from rules.age_of_destruction.bots.drill.features import (
    FEATURES,
    INDEX,
    NAMES,
    WEIGHTS,
    Weights,
)
from rules.age_of_destruction.bots.drill.mettle import duel, mettle
from rules.age_of_destruction.bots.drill.watch import SEEN, Watch
from rules.age_of_destruction.bots.promises import promise
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.play import rules as play
from rules.core.dice import SeededDice
from rules.tests.skirmishes import read, scenario, squad, tank
from rules.tests.test_play_playouts import position
from rules.tools.bench_games import start
from rules.tools.drill import FILE, GAMES, written

WEIGHTS_FILE = files("rules.age_of_destruction").joinpath("bots/drill/weights.toml")


def considered(field: Field, player: str = "red") -> list[Candidate]:
    """What he considers."""
    watch = Watch(field, player)
    return [*candidates(watch, player), *in_contact(watch, player)]


def feature(candidate: Candidate, name: str) -> float:
    """One feature of a candidate."""
    return candidate.features[INDEX[name]]


def field_of(*units: dict[str, Any], **more: Any) -> Field:
    """A moment of a small skirmish."""
    start = read(scenario(list(units), **more))
    return Field(start.setup, start.state)


def test_in_the_open_a_rough_promise_is_the_exact_one() -> None:
    field = field_of(tank("r1", (18, 18)), tank("b1", (18, 24), 180))
    (shot,) = [each for each in considered(field) if each.kind == "shot"]
    order = shot.written()
    assert isinstance(order, Ranged)
    attack = order.attack(field)
    assert attack is not None
    assert feature(shot, "harm") == pytest.approx(promise(field, attack))
    assert closer(shot).features == pytest.approx(shot.features)


def test_a_duel_depends_on_the_dials_alone() -> None:
    field = field_of(tank("r1", (18, 18)), tank("b1", (18, 24), 180))
    far = field.moved("b1", at=(2.0, 2.0), facing=40.0)
    before, after = (
        duel(mettle(each.piece("r1").showing), mettle(each.piece("b1").showing))
        for each in (field, far)
    )
    assert before == after
    last = len(field.piece("b1").unit.dial)
    worn = field.moved("b1", click=last)
    assert duel(mettle(worn.piece("r1").showing), mettle(worn.piece("b1").showing)) != before


def test_nearer_is_nearer_and_within_reach_of_guns_is_dangerous() -> None:
    field = field_of(tank("r1", (18, 5)), tank("b1", (18, 30), 180))
    sight = Watch(field, "red").sight(field.piece("r1"))
    away, closer_by, under_fire = (sight.stand((18.0, y)) for y in (3.0, 12.0, 25.0))
    assert away.nearness < closer_by.nearness < under_fire.nearness
    assert away.danger == closer_by.danger == 0 < under_fire.danger
    assert sight.stand((18.0, 25.0), 180.0).back > sight.stand((18.0, 25.0), 0.0).back == 0


def test_what_is_hidden_is_not_hoped_for() -> None:
    wall = {"id": "w", "kind": "blocking", "polygon": [[16, 20], [20, 20], [20, 21], [16, 21]]}
    units = [tank("r1", (18, 18)), tank("b1", (18, 24), 180)]
    clear, walled = (field_of(*units, terrain=terrain) for terrain in ([], [wall]))
    assert Watch(clear, "red").sight(clear.piece("r1")).here.hope > 0
    assert Watch(walled, "red").sight(walled.piece("r1")).here.hope == 0


def test_what_he_weighs_grows_with_his_own_figures_only() -> None:
    """Orders weighed a unit do not grow with the number of figures, nor opponents looked at."""
    a_unit = []
    for figures in (12, 24):
        begun = read(start(figures) | {"dice": [], "orders": []})
        field = Field(begun.setup, begun.state)
        found = considered(field)
        a_unit.append(len(found) / figures)
        watch = Watch(field, "red")
        assert all(len(watch.sight(piece).foes) <= SEEN for piece in field.of("red"))
    assert a_unit[1] <= 1.1 * a_unit[0] < 30


def test_the_rules_are_asked_about_few_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 30 figures a side too."""
    asked = []
    legal = play.is_legal

    def counting(field: Field, order: object) -> bool:
        asked.append(order)
        return legal(field, order)  # type: ignore[arg-type]

    monkeypatch.setattr("rules.age_of_destruction.bots.drilled.is_legal", counting)
    begun = read(start(30) | {"dice": [], "orders": []})
    DrilledCommander(SeededDice(1)).choose(begun.setup, begun.state, "red")
    assert 0 < len(asked) <= 40


def test_other_weights_make_another_commander() -> None:
    begun = read(position(3))
    lazy = Weights(tuple(0.0 if name != "cooled" else 1.0 for name in NAMES))
    given = DrilledCommander(SeededDice(1)).choose(begun.setup, begun.state, "red")
    other = DrilledCommander(SeededDice(1), lazy).choose(begun.setup, begun.state, "red")
    assert not isinstance(given, EndStage) and given != other


def test_the_weights_name_every_feature_and_what_made_them() -> None:
    kept = tomllib.loads(WEIGHTS_FILE.read_text("utf-8"))
    assert tuple(kept["weights"]) == NAMES == tuple(FEATURES)
    assert kept["made"]["by"] == "python -m rules drill"
    assert kept["made"]["games"] == kept["made"]["steps"] * GAMES > 0
    assert FILE.read_text("utf-8") == written(WEIGHTS, kept["made"]["seed"], kept["made"]["steps"])


def test_he_is_of_the_kind_of_the_greedy_one_and_stands_among_the_others() -> None:
    assert COMMANDERS["drilled"] is DrilledCommander
    assert issubclass(DrilledCommander, GreedyCommander)


def test_a_squad_alone_goes_where_it_may_attack_soon() -> None:
    field = field_of(squad("r1", (18, 10)), tank("b1", (18, 30), 180))
    order = DrilledCommander(SeededDice(1)).order(field, "red")
    assert not isinstance(order, EndStage)


def test_who_waited_behind_a_transport_and_is_gone_is_not_thought_of() -> None:
    field = field_of(tank("r1", (18, 10), mode="hover", transport_capacity=2), squad("r2", (5, 5)))
    gone = field.moved("r2", at=None, eliminated=True).moved("r1", behind_at_start=("r2",))
    assert all(each.kind != "board" for each in considered(gone))
