"""The story of a battle: chapters by turns, what is told in full, what is only mentioned."""

import json
from pathlib import Path

import msgspec
import pytest

from rules.age_of_destruction.moment.outfit import outfits
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.play.play import resolve
from rules.age_of_destruction.play.scenario import read_scenario
from rules.age_of_destruction.state import events
from rules.age_of_destruction.telling import Names, chapters, tell, unit_names
from rules.tests.skirmishes import catalogue

SAMPLES = Path(__file__).parents[2] / "fixtures" / "samples" / "scenarios"
PLAYED = resolve(read_scenario(json.loads((SAMPLES / "ranged.json").read_text()), catalogue()))
SETUP = PLAYED.setup
ONE, OTHER = tuple(SETUP.figures)[:2]
NAMES = Names(SETUP, "en")
BLACK_DIE_LAST = (1, 2, 3)


def hit(*targets: str, total: int = 20, against: int = 17) -> events.AttackRolled:
    """A roll against some targets; each is hit where the total is enough."""
    aim = events.Aim(attack=(), total=total, defense=(), against=against, hit=total >= against)
    return events.AttackRolled(
        unit=ONE,
        kind="ranged",
        total=total,
        attack=(),
        targets=dict.fromkeys(targets, aim),
        dice=BLACK_DIE_LAST,
    )


def damaged(unit: str, click: int, amount: int = 1, cause: str = "attack") -> events.Damaged:
    return events.Damaged(unit=unit, amount=amount, click=click, cause=cause)


def moved(unit: str) -> tuple[events.AnyEvent, ...]:
    """An order to move, and what comes of it."""
    return (
        events.OrderGiven(order=Move(unit=unit, legs=())),
        events.Moved(unit=unit, at=(0, 0), path=((1, 1), (0, 0)), inches=6.5),
        events.TokenPlaced(unit=unit, tokens=1),
        damaged(unit, click=2, cause="push"),
        events.HeatChanged(unit=OTHER, heat=2, parts=()),
    )


@pytest.mark.parametrize(
    ("event", "weight"),
    [
        (hit(OTHER), "great"),
        (hit(OTHER, total=3), "plain"),
        (msgspec.structs.replace(hit(OTHER, total=3), critical="miss"), "great"),
        (damaged(OTHER, click=3), "great"),
        (damaged(OTHER, click=3, amount=0), "small"),
        (damaged(ONE, click=3, cause="push"), "small"),
        (events.Eliminated(unit=OTHER, cause="attack"), "great"),
        (events.TokenPlaced(unit=ONE, tokens=1), "small"),
        (events.HeatRolled(unit=ONE, effect="Avoid Shutdown", failed=True), "plain"),
        (events.HeatRolled(unit=ONE, effect="Avoid Shutdown", failed=False), "small"),
    ],
)
def test_kills_and_hits_weigh_more_than_tokens(event: events.AnyEvent, weight: str) -> None:
    (line,) = tell(SETUP, [event])
    assert line.weight == weight


def test_each_turn_is_a_chapter_and_each_order_an_episode_of_it() -> None:
    steps: list[tuple[int, list[events.AnyEvent]]] = [
        (1, [events.TurnStarted(player="red", turn=4, orders=3), *moved(ONE)]),
        (2, [*moved(OTHER)]),
        (3, [damaged(OTHER, click=4)]),
        (4, [events.TurnEnded(player="red"), events.TurnStarted(player="blue", turn=5, orders=3)]),
        (5, [*moved(OTHER)]),
    ]
    told = chapters(NAMES, steps)
    assert [(each.turn, each.player) for each in told] == [(4, "red"), (5, "blue")]
    assert [episode.step for episode in told[0].episodes] == [1, 2]
    assert [episode.weight for episode in told[0].episodes] == ["plain", "great"]
    assert [episode.step for episode in told[1].episodes] == [5]


def test_a_chapter_under_way_is_that_of_whoever_had_the_turn() -> None:
    (told,) = chapters(NAMES, [(8, moved(ONE))], turn=7, player="blue")
    assert (told.turn, told.player) == (7, "blue")


def test_what_is_only_mentioned_names_nobody_but_others() -> None:
    ((episode,),) = [each.episodes for each in chapters(NAMES, [(1, moved(ONE))], turn=1)]
    (sentence,) = episode.told
    assert sentence.text == f"{unit_names(SETUP)[ONE]} moves."
    mentioned = [aside.text for aside in episode.asides]
    assert mentioned == [
        "6.5″, order token, 1 click to itself (pushing)",
        f"{unit_names(SETUP)[OTHER]}: heat stays at 2",
    ]
    assert [line.kind for line in episode.lines] == [
        *("order_given", "moved", "token_placed", "damaged", "heat_changed"),
    ]


def test_the_click_at_which_a_unit_becomes_salvage_is_told_once() -> None:
    salvage = outfits(SETUP)[OTHER].salvage
    first = salvage.index(True) + 1
    assert not any(salvage[: first - 1])
    told = [line.text for line in tell(SETUP, [damaged(OTHER, first), damaged(OTHER, first + 1)])]
    assert told[0].endswith("It is Salvage now.") and "Salvage" not in told[1]


def test_several_targets_of_one_roll_are_named_each() -> None:
    one, other = unit_names(SETUP)[ONE], unit_names(SETUP)[OTHER]
    told = [tell(SETUP, [hit(*targets)])[0].text for targets in ((OTHER,), (ONE, OTHER))]
    assert told[0] == "A hit: 20 against 17."
    assert told[1] == f"{one} is hit: 20 against 17. {other} is hit: 20 against 17."


def test_a_salvo_that_strikes_nobody_says_so() -> None:
    fell = events.SalvoLanded(
        unit=ONE, marker=(0, 0), attack=(), total=12, against=15, hit=False, at=(1, 1), radius=2
    )
    struck = msgspec.structs.replace(fell, struck=(ONE, OTHER), hit=True)
    nobody, two = (tell(SETUP, [event])[0] for event in (fell, struck))
    assert nobody.text.endswith("It strikes nobody.") and nobody.weight == "plain"
    names = unit_names(SETUP)
    assert two.text.endswith(f"It strikes {names[ONE]}, {names[OTHER]}.") and two.weight == "great"


def test_the_names_in_a_sentence_are_found() -> None:
    one, other = unit_names(SETUP)[ONE], unit_names(SETUP)[OTHER]
    parted = NAMES.parted(f"{one} fires at {other}.")
    assert parted == ((one, ONE), (" fires at ", ""), (other, OTHER), (".", ""))
