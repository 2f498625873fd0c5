"""Passengers put down by force: by heavy damage, by capture (rules AOD-CARRY-018 to 024)."""

from typing import Any

import pytest

from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.play.invariants import broken_invariants
from rules.tests.skirmishes import (
    HIT,
    Json,
    Played,
    aboard,
    close,
    play,
    ranged,
    squad,
    tank,
    woods,
)
from rules.tests.test_play_transport import BEHIND, JETS, RIGHT, carrier, flyer

rule = pytest.mark.rule


def wreck(*passengers: Json, dice: Any = HIT, **fields: Any) -> Played:
    """A shot turns the carrier's dial to heavy damage with passengers aboard."""
    heavy = {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}
    later = {4: heavy, 5: heavy, 6: heavy, 7: heavy, 8: heavy}
    capacity, others = fields.pop("capacity", 6), fields.pop("others", [])
    answers = fields.pop("answers", [])
    transport = fields.pop("transport", carrier(capacity, later=later))
    units = [transport, *passengers, tank("b1", (18, 24), 180), *others]
    return play(units, ranged("b1", "r1"), *answers, dice=dice, active="blue", **fields)


def put(unit: str, at: tuple[float, float] | None = None, facing: float | None = None) -> Json:
    """The answer that says where a passenger is put."""
    answer = {"order": "answer", "to": "place", "unit": unit}
    return answer | {"at": at and list(at), "facing": facing}


R2, R3 = aboard(squad("r2", (0, 0)), "r1"), aboard(squad("r3", (0, 0)), "r1")


@rule("AOD-CARRY-020")
def test_heavy_damage_puts_every_passenger_down_at_once() -> None:
    game = wreck(R2, R3)
    assert (game.r2.aboard, game.r2.at) == (None, pytest.approx(BEHIND))
    assert game.r3.aboard is None
    assert game.r3.at[0] < 18, "the next place clockwise is to the left of the first"
    assert (game.r2.click, game.r3.click) == (1, 1)
    assert all(event.forced for event in game.events("Disembarked"))
    unharmed = wreck(R2, transport=carrier())
    assert unharmed.r2.aboard == "r1"


@rule("AOD-CARRY-020", "AOD-DMG-008")
@pytest.mark.parametrize("cruising", [False, True])
def test_a_transport_shot_through_heavy_damage_to_its_end_takes_its_passengers_along(
    cruising: bool,
) -> None:
    heavy = {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}
    make, dice = (flyer, (6, 5, 5)) if cruising else (carrier, HIT)
    transport = make(clicks=2, later={2: heavy})
    game = wreck(R2, transport=transport, dice=dice, prompts="ask")
    assert game.r1.eliminated and game.r2.eliminated
    assert open_question(game.state) is None
    lost = {event.unit: event.rules for event in game.events("Eliminated")}
    assert lost == {"r1": ("AOD-ELIM-001",), "r2": ("AOD-CARRY-005",)}


@rule("AOD-CARRY-020", "AOD-DMG-008")
def test_the_other_reading_lets_passengers_off_before_the_transport_is_lost() -> None:
    heavy = {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}
    transport = carrier(clicks=2, later={2: heavy})
    other = {"rulings": {"passed_salvage_unloads": True}}
    asked = wreck(R2, transport=transport, prompts="ask", **other)
    assert open_question(asked.state) is not None
    assert broken_invariants(asked.outcome.setup, asked.state) == []
    game = wreck(R2, transport=transport, **other)
    assert game.r1.eliminated
    assert (game.r2.eliminated, game.r2.at) == (False, pytest.approx(BEHIND))


@rule("AOD-CARRY-005", "AOD-CARRY-020")
def test_the_other_reading_saves_nobody_aboard_what_has_no_heavy_damage() -> None:
    other = {"rulings": {"passed_salvage_unloads": True}}
    game = wreck(R2, transport=carrier(clicks=2), **other)
    assert (game.r1.eliminated, game.r2.eliminated) == (True, True)


@rule("AOD-CARRY-020", "AOD-CARRY-017")
def test_their_player_says_where_passengers_stand() -> None:
    answers = [put("r2", (18, 20.125)), put("r2", RIGHT, 90), put("r3")]
    game = wreck(R2, R3, answers=answers, prompts="ask")
    assert game.codes(1) == {"NOT_BEHIND_TRANSPORT"}
    assert (game.r2.at, game.r2.facing) == (RIGHT, 90)
    assert game.r3.at == pytest.approx(BEHIND)
    waiting = wreck(R2, prompts="ask").state.under_way.question
    assert (waiting.to, waiting.player, waiting.unit, waiting.about) == ("place", "red", "r2", "r1")


def walled(left: float, right: float) -> list[Json]:
    """Rock around the rear of the carrier that leaves a gap between two x."""
    return [
        woods("west", (10, 10), (left, 18), kind="blocking"),
        woods("east", (right, 10), (26, 18), kind="blocking"),
    ]


@rule("AOD-CARRY-018")
def test_where_there_is_room_for_one_its_player_says_who_is_lost() -> None:
    room = walled(17.2, 18.8)
    choose = {"order": "answer", "to": "choose", "unit": "r1"}
    for lost, saved in (("r2", "r3"), ("r3", "r2")):
        answers = [choose | {"choice": lost}, put(saved)]
        game = wreck(R2, R3, answers=answers, prompts="ask", terrain=room)
        units = game.state.units
        assert (units[lost].eliminated, units[saved].eliminated) == (True, False)
        assert units[saved].at == pytest.approx(BEHIND)
    default = wreck(R2, R3, terrain=room)
    assert (default.r2.eliminated, default.r3.eliminated) == (True, False)
    assert default.events("Eliminated")[0].rules == ("AOD-CARRY-018",)


@rule("AOD-CARRY-018")
def test_without_any_room_all_passengers_are_lost() -> None:
    game = wreck(R2, R3, terrain=walled(18.0, 18.1))
    assert game.r2.eliminated and game.r3.eliminated
    assert not game.r1.eliminated


@rule("AOD-CARRY-024", "AOD-VTOL-006")
def test_a_cruising_vtol_that_breaks_down_loses_who_cannot_jump() -> None:
    heavy = {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}
    later = {4: heavy}
    jumper = aboard(squad("r3", (0, 0), **JETS), "r1")
    game = wreck(R2, jumper, transport=flyer(later=later), dice=(5, 4, 3))
    assert (game.r1.level, game.r2.eliminated, game.r3.eliminated) == ("ground", True, False)
    assert game.r3.at == pytest.approx(BEHIND)
    low = wreck(R2, jumper, transport=flyer("ground", later=later))
    assert (low.r2.eliminated, low.r3.eliminated) == (False, False)


@rule("AOD-CARRY-024", "AOD-CAPTURE-016", "AOD-CARRY-017")
def test_a_captive_freed_aloft_by_its_captors_end_jumps_out_of_its_opponents_vtol() -> None:
    heavy = {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}
    jumper = aboard(squad("b2", (0, 0), captive_of="r2", **JETS), "r1")
    rest = [squad("r9", (3, 3))]
    game = wreck(R2, jumper, transport=flyer(later={4: heavy}), dice=(5, 4, 3), others=rest)
    assert game.r2.eliminated
    assert (game.b2.captive_of, game.b2.at) == (None, pytest.approx(BEHIND))


def storm(*passengers: Json, dice: Any = (6, 6, 1), **fields: Any) -> Played:
    """Blue infantry captures the carrier from its front."""
    transport = fields.pop("transport", carrier(6))
    others = fields.pop("others", [])
    units = [transport, *passengers, squad("b1", (18, 20.125), 180), *others]
    return play(units, close("b1", "r1", capture=True), dice=dice, active="blue", **fields)


@rule("AOD-CARRY-021")
def test_a_captured_transport_puts_its_passengers_down_with_a_click_each() -> None:
    game = storm(R2, R3)
    assert game.r1.captive_of == "b1"
    assert (game.r2.aboard, game.r2.click, game.r3.aboard, game.r3.click) == (None, 2, None, 2)
    assert game.r2.at == pytest.approx(BEHIND)
    kinds = [type(e).__name__ for e in game.outcome.events]
    assert kinds.index("Damaged") > len(kinds) - 1 - kinds[::-1].index("Disembarked")


@rule("AOD-CARRY-021")
def test_carried_captives_are_put_down_unharmed_beside_their_captor() -> None:
    held = aboard(squad("b2", (0, 0), captive_of="r2"), "r1")
    game = storm(R2, held)
    assert (game.r2.click, game.b2.click, game.b2.captive_of) == (2, 1, "r2")
    assert game.b2.at is not None
    assert ((game.b2.at[0] - game.r2.at[0]) ** 2 + (game.b2.at[1] - game.r2.at[1]) ** 2) ** 0.5 == (
        pytest.approx(1.5, abs=0.021)
    )


@rule("AOD-CARRY-021", "AOD-CARRY-005", "AOD-VTOL-005")
def test_a_captured_vtol_is_lost_with_its_passengers() -> None:
    game = storm(R2, transport=flyer("ground"))
    assert game.r1.eliminated and game.r2.eliminated
    assert not game.events("Disembarked")


@rule("AOD-CARRY-021", "AOD-CARRY-018", "AOD-CAPTURE-016")
def test_a_carried_captive_freed_by_its_captors_end_takes_no_click() -> None:
    held = aboard(squad("b2", (0, 0), captive_of="r2"), "r1")
    units = [carrier(6), R2, held, squad("b1", (18, 20.125), 180), squad("r9", (3, 3))]
    lost = {"order": "answer", "to": "choose", "unit": "r1", "choice": "r2"}
    taking = close("b1", "r1", capture=True)
    fields: Json = {"terrain": walled(17.2, 18.8), "prompts": "ask", "active": "blue"}
    game = play(units, taking, lost, put("b2"), dice=(6, 6, 1), **fields)
    assert game.r2.eliminated
    assert (game.b2.at, game.b2.captive_of, game.b2.click) == (pytest.approx(BEHIND), None, 1)


# Who says where, and who is lost


@rule("AOD-CARRY-018", "AOD-CAPTURE-015")
def test_a_captors_player_places_its_captive() -> None:
    held = aboard(squad("b2", (0, 0), captive_of="r2"), "r1")
    game = wreck(R2, held, answers=[put("r2")], prompts="ask")
    question = game.state.under_way.question
    assert (question.unit, question.player) == ("b2", "red")


@rule("AOD-CARRY-018")
def test_the_transports_player_says_which_of_his_team_mates_passengers_is_lost() -> None:
    mates = [aboard(squad(name, (0, 0)) | {"owner": "green"}, "r1") for name in ("g1", "g2")]
    players = [
        *({"id": "red", "team": "a"}, {"id": "blue", "team": "b"}),
        {"id": "green", "team": "a"},
    ]
    room = walled(17.2, 18.8)
    game = wreck(*mates, players=players, terrain=room, prompts="ask")
    question = game.state.under_way.question
    assert (question.player, question.options) == ("red", ("g1", "g2"))


# Who scores among three

THREE: Json = {"players": ["red", "blue", "green"]}
THIRD = squad("g1", (33, 3)) | {"owner": "green"}
SPARE = squad("r9", (3, 3))


def lost_to_blue(game: Played) -> set[str]:
    """Whom the player of the attacker scores."""
    return {event.unit for event in game.events("PointsScored") if event.player == "blue"}


@rule("AOD-VICT-006", "AOD-CARRY-018", "AOD-CARRY-024")
def test_who_wrecks_a_transport_scores_passengers_lost_by_it() -> None:
    rest = {"others": [THIRD, SPARE]} | THREE
    heavy = {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}
    aloft = wreck(R2, transport=flyer(later={4: heavy}), dice=(5, 4, 3), **rest)
    assert lost_to_blue(aloft) == {"r2"}
    assert lost_to_blue(wreck(R2, R3, terrain=walled(18.0, 18.1), **rest)) == {"r2", "r3"}


@rule("AOD-VICT-006", "AOD-CARRY-021")
def test_who_captures_a_transport_scores_passengers_lost_by_it() -> None:
    weak = aboard(squad("r3", (0, 0), click=5), "r1")
    rest = {"others": [THIRD, SPARE]} | THREE
    assert lost_to_blue(storm(R2, weak, **rest)) == {"r3"}
    assert lost_to_blue(storm(R2, terrain=walled(18.0, 18.1), **rest)) == {"r2"}


@rule("AOD-VICT-006", "AOD-VTOL-005")
def test_who_captures_a_vtol_scores_it_and_its_passengers() -> None:
    game = storm(R2, transport=flyer("ground"), others=[THIRD, SPARE], **THREE)
    assert lost_to_blue(game) == {"r1", "r2"}
