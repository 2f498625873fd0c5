"""Taking captives: who may try, what it needs, what comes of it (rules AOD-CAPTURE)."""

from typing import Any

import pytest

from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    close,
    mech,
    move,
    play,
    ranged,
    squad,
    tank,
    vtol,
)

CAPTOR_AT, VICTIM_AT = (18.0, 10.0), (18.0, 12.125)


def captor(**fields: Any) -> Json:
    """Red infantry facing the unit that `victim` puts before it."""
    return squad("r1", CAPTOR_AT, **fields)


def victim(**fields: Any) -> Json:
    """A blue tank in contact, front to front."""
    return tank("b1", VICTIM_AT, 180, **({"defense": 16} | fields))


def seize(**fields: Any) -> Json:
    """The order of a capture attempt."""
    return close("r1", "b1", capture=True, **fields)


@pytest.mark.rule("AOD-CAPTURE-001", "AOD-CAPTURE-003")
def test_a_success_makes_a_captive_without_damage() -> None:
    game = play([captor(), victim()], seize(), dice=(4, 4, 3))
    assert (game.b1.captive_of, game.b1.click, game.b1.at) == ("r1", 1, VICTIM_AT)
    assert (game.r1.click, game.r1.tokens, game.r1.ordered) == (1, 1, "close")
    assert game.events("Captured")[0].rules == ("AOD-CAPTURE-003",)
    assert not game.events("Damaged")


@pytest.mark.rule("AOD-CAPTURE-001")
@pytest.mark.parametrize(
    "attacker",
    [
        squad("r1", CAPTOR_AT, mode="hover"),
        mech("r1", (18, 9.6)),
        tank("r1", (18, 9.375), equipment={"primary_damage": ("grey", "square")}),
    ],
    ids=["hover", "mech", "vehicle"],
)
def test_only_infantry_on_foot_captures(attacker: Json) -> None:
    assert play([attacker, victim()], seize()).codes() >= {"CANNOT_CAPTURE"}


@pytest.mark.rule("AOD-CAPTURE-001")
def test_an_order_captures_or_repairs() -> None:
    medic = captor(equipment={"attack": ("green", "square")})
    patient = squad("r2", (18, 11.5), 180, click=3)
    both = close("r1", "r2", capture=True, repair=True)
    assert play([medic, patient, tank("b1", (30, 30))], both).codes() == {"CAPTURE_OR_REPAIR"}


@pytest.mark.rule("AOD-CAPTURE-002")
@pytest.mark.parametrize(("faces", "taken"), [((3, 4, 4), True), ((3, 4, 3), False)])
def test_the_target_defends_with_three_more(faces: tuple[int, ...], taken: bool) -> None:
    """Attack 8 against defense 16 and 3 needs 11."""
    game = play([captor(), victim()], seize(), dice=faces)
    assert game.defense("b1") == {"base": 16, "capture": 3}
    assert (game.b1.captive_of == "r1") is taken


@pytest.mark.rule("AOD-CAPTURE-002", "AOD-SHUT-005")
@pytest.mark.parametrize(("faces", "taken"), [((2, 3, 2), True), ((2, 3, 1), False)])
def test_a_shut_down_mech_is_easier_to_take(faces: tuple[int, ...], taken: bool) -> None:
    """Attack 8 and 4 against defense 16 and 3 needs 7."""
    sleeper = mech("b1", (18, 11.9), 180, defense=16, shutdown=True)
    game = play([captor(), sleeper], seize(), dice=faces)
    assert (game.b1.captive_of == "r1") is taken


@pytest.mark.rule("AOD-CAPTURE-002")
def test_a_blow_meets_the_plain_defense() -> None:
    game = play([captor(), victim()], close("r1", "b1"), dice=HIT)
    assert game.defense("b1") == {"base": 16}


@pytest.mark.rule("AOD-CAPTURE-004")
@pytest.mark.parametrize(
    ("faces", "causes"),
    [
        ((1, 2, 3), ["failed_capture"]),
        ((1, 1, 6), ["failed_capture", "critical_miss"]),
    ],
)
def test_a_failure_costs_a_click_that_nothing_prevents(
    faces: tuple[int, ...], causes: list[str]
) -> None:
    armored = captor(equipment={"defense": ("black", "square")})
    game = play([armored, victim()], seize(), dice=faces)
    assert [event.cause for event in game.events("Damaged")] == causes
    assert (game.r1.click, game.b1.captive_of) == (1 + len(causes), None)


@pytest.mark.rule("AOD-CAPTURE-005")
def test_who_holds_a_captive_is_struck_but_not_taken() -> None:
    holder = squad("b1", (18, 11.5), 180)
    held = tank("r2", (18, 13.625), captive_of="b1")
    assert play([captor(), holder, held], seize()).codes() == {"TARGET_HOLDS_CAPTIVE"}
    struck = play([captor(), holder, held], close("r1", "b1"), dice=HIT)
    assert struck.b1.click == 3


@pytest.mark.rule("AOD-CAPTURE-005", "AOD-CAPTURE-007")
def test_a_captive_is_nobodys_target_and_salvage_may_be_taken() -> None:
    held = victim(captive_of="r2")
    holder = squad("r2", (19.5, 12))
    assert play([captor(), held, holder], seize()).codes() == {"TARGET_CAPTIVE"}
    wreck = victim(equipment={"attack": ("black", "square")})
    assert play([captor(), wreck], seize(), dice=(4, 4, 3)).b1.captive_of == "r1"


@pytest.mark.rule("AOD-CAPTURE-001", "AOD-CLOSE-003")
def test_an_attempt_needs_the_front_arc() -> None:
    behind = squad("r1", CAPTOR_AT, 180)
    assert play([behind, victim()], seize()).codes() == {"NOT_IN_FRONT"}


@pytest.mark.rule("AOD-CAPTURE-003", "AOD-VTOL-005")
def test_a_captured_vtol_is_lost() -> None:
    flyer = vtol("b1", VICTIM_AT, 180, defense=16)
    game = play([captor(), flyer], seize(), dice=(6, 6, 1))
    assert (game.b1.eliminated, game.b1.captive_of) == (True, None)
    assert game.events("Eliminated")[0].cause == "captured"


@pytest.mark.rule("AOD-CAPTURE-006", "AOD-CAPTURE-008")
def test_a_captive_takes_no_order_and_its_captor_only_moves() -> None:
    game = play(
        [captor(), victim(captive_of="r1"), tank("b2", (30, 30))],
        close("r1", "b1"),
        ranged("r1", "b1"),
        {"order": "vent", "unit": "b1"},
        END,
        move("b1", (18, 16)),
    )
    assert "HOLDS_CAPTIVE" in game.codes(0)
    assert "HOLDS_CAPTIVE" in game.codes(1)
    assert game.codes(4) == {"CAPTIVE_UNIT"}


@pytest.mark.rule("AOD-CAPTURE-009")
def test_who_holds_a_captive_is_no_target_of_fire() -> None:
    units = [
        captor(),
        victim(captive_of="r1"),
        tank("b2", (18, 4)),
        squad("b3", (18, 8.5), defense=16),
        squad("b4", (19.5, 10), 270),
    ]
    game = play(
        units,
        ranged("b2", "r1"),
        close("b3", "r1", capture=True),
        close("b4", "r1"),
        dice=HIT,
        active="blue",
    )
    assert "TARGET_HOLDS_CAPTIVE" in game.codes(0)
    assert game.codes(1) == {"TARGET_HOLDS_CAPTIVE"}
    assert (game.codes(2), game.r1.click, game.b1.captive_of) == (set(), 3, "r1")
