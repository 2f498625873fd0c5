"""A branch shares what was played before it, stands by itself, and has the dice it was promised."""

import json
from typing import Any

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.branching import NothingToBranch, branch_off, keep_reopened
from armybuilder.skirmishes.lines import delete_unread_lines
from armybuilder.skirmishes.models import Skirmish, SkirmishLine, SkirmishStep
from armybuilder.skirmishes.present.beginnings import Document, opened
from armybuilder.skirmishes.present.editions import Pins, play_of
from armybuilder.skirmishes.present.games import game_after, game_of, write_record
from armybuilder.skirmishes.present.importing import (
    UNJUDGED,
    GameRefused,
    Reopened,
    is_judged,
    judged,
    judged_whole,
    read_game,
    reopened,
)
from armybuilder.skirmishes.selectors import first_steps, undo_of
from armybuilder.skirmishes.services import (
    TooManySkirmishes,
    delete_skirmish,
    give_order,
    start_skirmish,
    take_back,
)
from rules import GAME_SYSTEMS, SeededDice
from rules.tests.running import examples
from rules.tests.squares import SQUARES, START

pytestmark = pytest.mark.usefixtures("catalogue")

SYSTEMS = ("age-of-destruction", "khans-and-generals", "nations-at-war", "warzone")
ORDERS = 16


def played(system: str, owner: Owner, orders: int = ORDERS) -> Skirmish:
    """A game of so many orders by lot."""
    play, chance = play_of(Pins(system)), SeededDice(5)
    opening = opened(system, next(iter(play.deals(3))))
    seats = {seat: {"name": "", "commander": ""} for seat in opening.sides}
    game = start_skirmish(owner=owner, title="Trunk", opening=opening, seats=seats)
    for _ in range(orders):
        if not game.over:
            game = ordered(game, anything(game, chance))
    return game


def anything(game: Skirmish, chance: SeededDice) -> Document:
    """An order by lot, one that ends something only for want of others."""
    now = game_of(game)
    legal = [order for seat in now.match.actors() for order in now.match.legal_orders(seat)]
    rather = [order for order in legal if order["order"] not in now.play.endings] or legal[:1]
    return rather[chance.below(len(rather))]


def ordered(game: Skirmish, order: Document) -> Skirmish:
    """The game after an order."""
    as_posted = json.loads(json.dumps(order))
    give_order(skirmish=game, version=game.version, order=as_posted)
    return Skirmish.objects.get(pk=game.pk)


def branch_of(trunk: Skirmish, step: int, *, same_dice: bool = True) -> Skirmish:
    """A branch of the same owner."""
    owner = Owner(trunk.owner, trunk.visitor)
    seats = trunk.seats
    return branch_off(owner=owner, skirmish=trunk, step=step, seats=seats, same_dice=same_dice)


def course_of(game: Skirmish) -> list[tuple[Any, ...]]:
    """The orders of a game with the faces that fell and the states they led to."""
    return [(order, faces, state) for order, faces, _, state in first_steps(skirmish=game)]


@pytest.fixture
def owner(member: User) -> Owner:
    return Owner(member)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_same_dice_fall_in_a_branch_as_long_as_its_orders_agree(
    system: str, owner: Owner
) -> None:
    trunk = played(system, owner)
    there = course_of(trunk)

    @examples(4)
    @given(st.data())
    def check(data: Any) -> None:
        step = data.draw(st.integers(0, len(there) - 1))
        branch = branch_of(trunk, step)
        begun = branch.steps.count()
        agree = data.draw(st.integers(begun, len(there)))
        for order, *_ in there[begun:agree]:
            branch = ordered(branch, order)
        assert course_of(branch) == there[:agree]
        again = game_after(branch, first_steps(skirmish=branch))
        assert again.match.fingerprint() == game_of(branch).match.fingerprint()
        if not branch.over:
            otherwise = anything(branch, SeededDice(data.draw(st.integers(0, 99))))
            branch = ordered(branch, otherwise)
        saved = json.loads(write_record(again, branch))
        assert play_of(Pins(system)).replay(saved, "en")["identical"]
        delete_skirmish(skirmish=branch)

    check()
    assert course_of(trunk) == there


def test_with_new_dice_the_same_orders_roll_anew(owner: Owner) -> None:
    trunk = race(owner)
    there = course_of(trunk)
    same, new = branch_of(trunk, 1), branch_of(trunk, 1, same_dice=False)
    for order, *_ in there[1:]:
        same, new = ordered(same, order), ordered(new, order)
    assert course_of(same) == there
    assert course_of(new) != there and [row[0] for row in course_of(new)] == [
        row[0] for row in there
    ]


def test_dice_that_people_throw_count_more_than_those_of_before(owner: Owner) -> None:
    trunk = race(owner)
    order, (face,), _ = course_of(trunk)[1]
    branch, other = branch_of(trunk, 1), face % 6 + 1
    give_order(skirmish=branch, version=branch.version, order=order, faces=[other])
    assert course_of(branch)[1][1] == [other]
    branch = ordered(Skirmish.objects.get(pk=branch.pk), course_of(trunk)[2][0])
    assert course_of(branch)[2][2] != course_of(trunk)[2][2]


def test_who_takes_another_order_back_has_the_same_dice_again(owner: Owner) -> None:
    trunk = race(owner)
    order, faces, state = course_of(trunk)[1]
    branch = ordered(branch_of(trunk, 1), {"order": "walk", "player": order["player"]})
    branch = take_back(skirmish=branch, version=branch.version)
    assert course_of(ordered(branch, order))[1] == (order, faces, state)


def race(owner: Owner, orders: int = 6) -> Skirmish:
    """A race of dice alone, some orders old."""
    opening = opened("squares", START)
    seats = {seat: {"name": "", "commander": ""} for seat in opening.sides}
    game = start_skirmish(owner=owner, title="Race", opening=opening, seats=seats)
    for number in range(orders):
        game = ordered(game, {"order": "run", "player": ("red", "blue")[number % 2]})
    return game


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of which no file of the site knows."""
    monkeypatch.setitem(GAME_SYSTEMS, SQUARES.name, SQUARES)


# --- What is shared ---------------------------------------------------------------------------


def test_a_branch_copies_no_step_and_stays_whole_without_its_trunk(owner: Owner) -> None:
    trunk = race(owner)
    there, rows = course_of(trunk), SkirmishStep.objects.count()
    branch = branch_of(trunk, 4)
    twig = branch_of(branch, 2)
    assert SkirmishStep.objects.count() == rows
    assert (twig.parent, twig.branched, twig.root) == (branch, 2, trunk.public_id)
    delete_skirmish(skirmish=trunk)
    branch, twig = (Skirmish.objects.get(pk=each.pk) for each in (branch, twig))
    assert branch.parent is None and branch.root == twig.root == trunk.public_id
    assert course_of(branch) == there[:4] and course_of(twig) == there[:2]
    for order, *_ in there[4:]:
        branch = ordered(branch, order)
    assert course_of(branch) == there, "what lay ahead is kept for who follows it"
    delete_skirmish(skirmish=branch)
    assert course_of(ordered(twig, there[2][0])) == there[:3]
    delete_skirmish(skirmish=twig)
    assert not SkirmishLine.objects.exists() and not SkirmishStep.objects.exists()


def test_of_a_game_that_is_gone_only_what_others_read_is_kept(owner: Owner) -> None:
    trunk = race(owner)
    branch_of(trunk, 2, same_dice=False)
    delete_skirmish(skirmish=trunk)
    assert SkirmishStep.objects.count() == 2


def test_an_account_goes_with_all_that_nobody_else_reads(owner: Owner) -> None:
    trunk = race(owner)
    guest = Owner(visitor="somebody")
    seats = trunk.seats
    branch = branch_off(owner=guest, skirmish=trunk, step=3, seats=seats, same_dice=False)
    there = course_of(branch)
    assert owner.member is not None
    owner.member.delete()
    delete_unread_lines()
    assert course_of(Skirmish.objects.get()) == there
    assert SkirmishStep.objects.count() == 3


def test_who_takes_orders_back_takes_them_from_no_branch(owner: Owner) -> None:
    trunk = race(owner)
    there = course_of(trunk)
    branch = branch_of(trunk, 5, same_dice=False)
    for _ in range(3):
        trunk = take_back(skirmish=trunk, version=trunk.version, agreed=True)
    assert course_of(trunk) == there[:3] and course_of(branch) == there[:5]
    trunk = ordered(trunk, {"order": "walk", "player": "blue"})
    assert [row[0]["order"] for row in course_of(trunk)] == ["run", "run", "run", "walk"]
    for _ in range(2):
        trunk = take_back(skirmish=trunk, version=trunk.version, agreed=True)
    assert course_of(trunk) == there[:2] and course_of(branch) == there[:5]
    delete_skirmish(skirmish=trunk)
    assert course_of(branch) == there[:5]


def test_nothing_is_taken_back_before_a_branch_came_off(owner: Owner) -> None:
    branch = branch_of(race(owner), 4)
    assert not undo_of(skirmish=branch).possible
    branch = ordered(branch, {"order": "walk", "player": "red"})
    assert undo_of(skirmish=branch).since == 5


def test_there_is_nothing_to_branch_off_after_the_end_nor_room_without_end(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    trunk = race(owner)
    with pytest.raises(NothingToBranch):
        branch_of(trunk, 7)
    Skirmish.objects.update(state=trunk.state | {"at": {"red": 21, "blue": 0}})
    monkeypatch.setitem(settings.QUOTAS, "skirmishes", 1)
    with pytest.raises(TooManySkirmishes):
        branch_of(trunk, 1)


# --- Files ------------------------------------------------------------------------------------


def exported(game: Skirmish) -> bytes:
    """A game as its page writes it."""
    return write_record(game_after(game, first_steps(skirmish=game)), game)


def put_away_between(text: bytes, most: int) -> Reopened:
    """The game of a file, judged so many orders at a time and put away between."""
    sent, stand = read_game(text), UNJUDGED
    while not is_judged(sent, stand):
        stand = json.loads(json.dumps(judged(sent, stand, most)))
    return judged_whole(sent, stand)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_game_is_the_same_after_a_journey(system: str, owner: Owner) -> None:
    game = played(system, owner)
    text = exported(game)
    found = reopened(text)
    assert put_away_between(text, 3) == put_away_between(text, 99)
    there = keep_reopened(owner=owner, title="", seats=found.seats, reopened=found)
    there = Skirmish.objects.get(pk=there.pk)
    assert exported(there) == text
    assert course_of(there) == course_of(game)
    assert [row.events for row in there.steps.all()] == [row.events for row in game.steps.all()]
    assert [row.player for row in there.steps.all()] == [row.player for row in game.steps.all()]
    assert (there.state, there.acting, there.over) == (game.state, game.acting, game.over)


@pytest.mark.parametrize(
    ("change", "path", "order"),
    [
        ({"format": "scenario/1"}, "$.format", 0),
        ({"system": "chess"}, "$.system", 0),
        ({"faces": [[1]]}, "$.faces", 0),
        ({"start": {}}, "$.start", 0),
        ({"states": ["00000000"] * 6}, "$.orders[0]", 1),
        ({"faces": [[1, 2]] * 6}, "$.orders[0]", 1),
        ({"orders": [{"order": "fly"}] * 6}, "$.orders[0]", 0),
    ],
)
def test_a_file_is_refused_with_the_place(
    change: dict[str, Any], path: str, order: int, owner: Owner
) -> None:
    data = json.loads(exported(race(owner))) | change
    with pytest.raises(GameRefused) as refused:
        reopened(json.dumps(data).encode())
    assert refused.value.path.startswith(path) and refused.value.order == order


@pytest.mark.parametrize(
    "change",
    [
        {"units": None},
        {"units": [[]]},
        {"players": 5},
        {"players": [{"id": "red", "cards": 5}, "blue"]},
        {"conditions": [{}]},
        {"conditions": True},
        {"name": "a\0b"},
        {"name": "turned \u202eround"},
    ],
)
def test_a_start_that_is_none_is_refused_before_its_records_are_looked_for(
    change: dict[str, Any], owner: Owner
) -> None:
    data = json.loads(exported(played("age-of-destruction", owner, 0)))
    data["start"] |= change
    with pytest.raises(GameRefused) as refused:
        reopened(json.dumps(data).encode())
    assert refused.value.path.startswith("$.start")


def test_an_order_that_comes_out_otherwise_is_named(owner: Owner) -> None:
    data = json.loads(exported(race(owner)))
    data["orders"][3]["player"] = "red"
    with pytest.raises(GameRefused) as refused:
        reopened(json.dumps(data).encode())
    assert (refused.value.path, refused.value.order) == ("$.orders[3]", 4)
    assert refused.value.message == "red must wait."
    with pytest.raises(GameRefused):
        reopened(b"[" * 9)
