"""What the next dice of an order are thrown for."""

import pytest

from rules.age_of_destruction.guide import Roll, roll_ahead
from rules.age_of_destruction.guide.details import Presumed
from rules.age_of_destruction.orders import read_order
from rules.age_of_destruction.steps.victory import roll_off
from rules.tests.artillery_cases import MARKER, gun
from rules.tests.skirmishes import (
    END,
    Json,
    heat_dial,
    mech,
    move,
    play,
    ranged,
    read,
    scenario,
    squad,
    tank,
    vent,
    weapon,
)


def ahead(units: list[Json], order: Json, *faces: int, **fields: object) -> Roll | None:
    found = read(scenario(units, **fields))
    return roll_ahead(found.setup, found.state, read_order(order), faces)


@pytest.mark.rule("AOD-ATTACK-004")
def test_a_shot_is_thrown_for_with_what_its_dice_must_show() -> None:
    units = [tank("r1", (18, 10)), tank("b1", (18, 16), 180, defense=19)]
    shot = Roll("attack_rolled", "r1", "ranged", {"b1": 11})
    for faces in ((), (6,), (6, 1)):
        assert ahead(units, ranged("r1", "b1"), *faces) == shot
    assert ahead(units, ranged("r1", "b1"), 4, 3, 3) is None


@pytest.mark.rule("AOD-MULTI-001")
def test_each_target_of_one_roll_has_its_own_number() -> None:
    both = tank("r1", (18, 10), gun=weapon("primary", "ballistic", 10, targets=2))
    units = [both, squad("b1", (16, 16), 180), tank("b2", (20, 16), 180)]
    roll = ahead(units, ranged("r1", "b1", "b2"))
    assert roll and roll.needed == {"b1": 8, "b2": 10}


@pytest.mark.rule("AOD-BREAK-001")
def test_whoever_is_held_throws_first_to_leave() -> None:
    units = [squad("r1", (5, 5)), squad("b1", (3.5, 5)), tank("b3", (5, 12))]
    assert ahead(units, move("r1", (5, 8))) == Roll("break_away_rolled", "r1", needed={"r1": 4})
    assert ahead(units, move("r1", (5, 8)), 4) is None


@pytest.mark.rule("AOD-HEAT-005")
def test_an_effect_of_heat_is_named() -> None:
    dial = heat_dial({}, {"colors": {"speed": "red"}}, {}, {})
    warm = [mech("r1", (18, 5), heat=3, vent=1, heat_dial=dial), tank("b1", (3, 33), 180)]
    roll = ahead(warm, vent("r1"))
    assert roll and roll.kind == "heat_rolled" and roll.name and not roll.needed


@pytest.mark.rule("AOD-ARTY-006")
def test_a_salvo_is_thrown_for_as_the_turn_begins() -> None:
    units = [gun("r1"), tank("b1", (30, 30), 180)]
    roll = ahead(units, END, active="blue", turn=2, markers=[MARKER])
    assert roll and (roll.kind, roll.unit) == ("artillery_rolled", "r1")


ROLL_FIRST = Roll("first_player_rolled")


@pytest.mark.rule("AOD-SETUP-011")
@pytest.mark.timeout(20)
@pytest.mark.parametrize("names", [["red", "blue"], ["red", "blue", "green"]])
def test_a_roll_for_the_first_player_that_nobody_has_made_yet_ends(names: list[str]) -> None:
    units = [tank("r1", (0, 0)) | {"at": None}, tank("b1", (0, 0)) | {"at": None}]
    for typed in range(3 * len(names)):
        faces = (4,) * typed
        roll = ahead(units, END, *faces, stage="setup", active=None, players=names)
        assert roll == ROLL_FIRST
    tied = (6,) * 3 * len(names) * 9
    assert ahead(units, END, *tied, stage="setup", active=None, players=names) == ROLL_FIRST


@pytest.mark.rule("AOD-VICT-022")
@pytest.mark.timeout(20)
@pytest.mark.parametrize("typed", [0, 1, 2, 40])
def test_a_tie_that_nobody_has_broken_yet_ends(typed: int) -> None:
    agreed = [{"order": "end_game", "player": player} for player in ("red", "blue")]
    game = play([tank("r1", (18, 8)), tank("b1", (18, 28), 180)], agreed[0]).outcome
    roll = roll_ahead(game.setup, game.state, read_order(agreed[1]), (4,) * typed)
    assert roll == Roll("game_ended")


@pytest.mark.rule("AOD-VICT-022")
@pytest.mark.timeout(20)
@pytest.mark.parametrize("count", range(2, 9))
@pytest.mark.parametrize("dice", [1, 3])
def test_presumed_dice_leave_no_tie_for_ever(count: int, dice: int) -> None:
    thrown = Presumed((), 4)
    rounds = roll_off(
        [str(each) for each in range(count)],
        lambda number: tuple(sum(thrown.roll(dice)) for _each in range(number)),
    )
    assert rounds
