"""Planetary conditions: cancelling, terrain, speed, range, flight, heat and what they strike."""

from typing import Any

import pytest

from rules import Unreadable
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import refusal_message
from rules.tests.artillery_cases import PRINTED
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    Played,
    heat_dial,
    mech,
    move,
    play,
    quad,
    ranged,
    read,
    scenario,
    squad,
    tank,
    vent,
    vtol,
    weapon,
    woods,
)

rule = pytest.mark.rule
ICE, DESERT, DUST, SWAMP, STORM = (f"AOD-PC-00{number}" for number in range(1, 6))
BARRENS, MOUNTAINS, PERFECT, VOLCANOES = (f"AOD-PC-00{number}" for number in range(6, 10))
TORNADO = "AOD-PC-010"
NOT_FREE: Json = {"prompts": "ask"}
FAR = squad("b1", (3, 33), 180)


def perfect(against: str) -> Json:
    return {"card": PERFECT, "cancels": against}


def left(*conditions: Any) -> tuple[str, ...]:
    found: tuple[str, ...] = read(scenario([FAR], conditions=list(conditions))).state.conditions
    return found


def kinds(terrain: list[Json], *conditions: Any) -> dict[str, tuple[str, bool]]:
    """The elements on the table by id: what they are and whether they are elevated."""
    position = read(scenario([FAR], terrain=terrain, conditions=list(conditions)))
    table = Field(position.setup, position.state).table
    return {element.id: (element.kind, element.elevated) for element in table.terrain}


LANDSCAPE = [
    woods("wood", (2, 2), (5, 5)),
    woods("rock", (7, 2), (10, 5), kind="blocking"),
    woods("pond", (12, 2), (15, 5), kind="shallow_water"),
    woods("lake", (17, 2), (20, 5), kind="deep_water"),
    woods("hill", (22, 2), (25, 5), kind="clear", elevated=True),
]
AS_PRINTED = {
    "wood": ("hindering", False),
    "rock": ("blocking", False),
    "pond": ("shallow_water", False),
    "lake": ("deep_water", False),
    "hill": ("clear", True),
}


# Coming into play and cancelling


@rule("AOD-CARD-011")
def test_conditions_that_do_not_cancel_each_other_all_apply() -> None:
    assert left(SWAMP, MOUNTAINS) == (SWAMP, MOUNTAINS)


@rule("AOD-PC-005")
def test_the_same_condition_twice_counts_once() -> None:
    assert left(VOLCANOES, VOLCANOES) == (VOLCANOES,)
    twice = play([FAR, tank("r1", (9, 9))], END, dice=(1,), conditions=[VOLCANOES, VOLCANOES])
    assert len(twice.events("ConditionRolled")) == 1


@rule("AOD-CARD-010")
@pytest.mark.parametrize(
    ("canceller", "victim"),
    [
        (ICE, STORM),
        (ICE, SWAMP),
        (DESERT, ICE),
        (DUST, SWAMP),
        (SWAMP, DESERT),
        (STORM, DESERT),
        (STORM, DUST),
        (STORM, BARRENS),
        (STORM, MOUNTAINS),
        (TORNADO, BARRENS),
    ],
)
def test_a_condition_removes_those_it_cancels_however_they_are_laid(
    canceller: str, victim: str
) -> None:
    assert left(canceller, victim) == left(victim, canceller) == (canceller,)


@rule("AOD-CARD-010")
@rule("AOD-CARD-012")
def test_a_cancelled_card_cancels_nothing() -> None:
    assert left(ICE, STORM, DUST) == (ICE, DUST)
    assert left(STORM, ICE, DUST) == (ICE,)


@rule("AOD-CARD-012")
def test_in_a_circle_the_order_of_the_first_player_decides() -> None:
    assert left(ICE, STORM, DESERT) == (DESERT,)
    assert left(STORM, ICE, DESERT) == (ICE,)
    assert left(DESERT, ICE, STORM) == (STORM,)


@rule("AOD-CARD-010")
def test_perfect_day_goes_with_the_condition_it_cancels() -> None:
    assert left(perfect(VOLCANOES), VOLCANOES, TORNADO) == (TORNADO,)
    assert left(PERFECT, VOLCANOES) == (PERFECT, VOLCANOES)
    assert left(perfect(ICE), VOLCANOES) == (PERFECT, VOLCANOES)


@rule("AOD-CARD-011")
def test_a_cancelled_condition_is_not_applied() -> None:
    assert kinds(LANDSCAPE, perfect(BARRENS), BARRENS) == AS_PRINTED
    assert kinds(LANDSCAPE, TORNADO, BARRENS)["rock"] == ("hindering", False)


@rule("AOD-PC-001")
def test_only_planetary_conditions_are_laid_beside_the_table() -> None:
    with pytest.raises(Unreadable) as caught:
        left(SWAMP, "HSE-F-001")
    assert caught.value.path == "$.conditions[1]"


@pytest.mark.parametrize("wrong", [{"card": ICE, "cancels": STORM}, perfect("AOD-PC-099")])
def test_only_a_card_that_says_so_cancels_a_condition_of_choice(wrong: Json) -> None:
    with pytest.raises(Unreadable) as caught:
        left(wrong, STORM)
    assert caught.value.path == "$.conditions[0].cancels"


def brought(red: list[Any], blue: list[str]) -> tuple[str, ...]:
    players = [{"id": "red", "cards": red}, {"id": "blue", "cards": blue}]
    found: tuple[str, ...] = read(scenario([FAR], players=players)).state.conditions
    return found


@rule("AOD-CARD-005")
@rule("AOD-PC-002")
def test_every_player_brings_one_condition_or_nobody_does() -> None:
    assert brought([SWAMP], [VOLCANOES]) == (SWAMP, VOLCANOES)
    assert brought([], []) == ()
    for red, blue in (([SWAMP], []), ([SWAMP, VOLCANOES], [VOLCANOES])):
        with pytest.raises(Unreadable) as caught:
            brought(red, blue)
        assert caught.value.path == "$.players"


@rule("AOD-CARD-010")
def test_a_player_s_perfect_day_names_its_victim_among_his_cards() -> None:
    assert brought([perfect(VOLCANOES)], [VOLCANOES]) == ()
    assert brought([perfect(ICE)], [VOLCANOES]) == (PERFECT, VOLCANOES)
    with pytest.raises(Unreadable) as caught:
        brought([{"card": ICE, "cancels": STORM}], [VOLCANOES])
    assert caught.value.path == "$.players[0].cards[0].cancels"


@rule("AOD-CARD-006")
def test_other_cards_of_one_player_oblige_nobody() -> None:
    assert brought(["HSE-F-001"], []) == ()


@rule("AOD-CARD-026")
def test_two_players_may_bring_the_same_card() -> None:
    assert brought([SWAMP], [SWAMP]) == (SWAMP,)


# Terrain


@rule("AOD-PC-001")
@pytest.mark.parametrize(
    ("card", "changed"),
    [
        (ICE, {"pond": None, "lake": None}),
        (DESERT, {"pond": None, "lake": None}),
        (
            STORM,
            dict.fromkeys(("wood", "pond", "lake", "hill"), ("shallow_water", False)),
        ),
        (BARRENS, dict.fromkeys(AS_PRINTED)),
        (
            MOUNTAINS,
            dict.fromkeys(("wood", "pond", "lake"), ("blocking", False))
            | {"hill": ("blocking", True)},
        ),
        (TORNADO, {"rock": ("hindering", False)}),
        (DUST, {}),
        (SWAMP, {}),
        (VOLCANOES, {}),
        (PERFECT, {}),
    ],
)
def test_conditions_change_terrain(card: str, changed: dict[str, Any]) -> None:
    expected = {name: kind for name, kind in (AS_PRINTED | changed).items() if kind}
    assert kinds(LANDSCAPE, card) == expected
    assert kinds(LANDSCAPE, card, perfect(card)) == AS_PRINTED


@rule("AOD-PC-006")
def test_changed_terrain_counts_in_play() -> None:
    terrain = [woods("wood", (15, 13), (21, 14))]
    units = [tank("r1", (18, 10)), tank("b1", (18, 17), 180)]
    order = ranged("r1", "b1")
    assert "hindering" in play(units, order, dice=HIT, terrain=terrain).defense("b1")
    storm = play(units, order, dice=HIT, terrain=terrain, conditions=[STORM])
    assert "hindering" not in storm.defense("b1")
    assert play(units, order, terrain=terrain, conditions=[MOUNTAINS]).codes() == {"LINE_BLOCKED"}


# Speed


def runs(inches: float, unit: Json, *conditions: str, **fields: Any) -> set[str]:
    end = (unit["at"][0], unit["at"][1] + inches)
    return play([unit, FAR], move(unit["id"], end), conditions=list(conditions), **fields).codes()


@rule("AOD-PC-001")
def test_in_a_swamp_more_than_8_inches_of_speed_count_as_8() -> None:
    fast, slow = tank("r1", (18, 5), speed=12), tank("r1", (18, 5), speed=8)
    assert runs(12, fast) == set()
    assert runs(8, fast, SWAMP) == set()
    assert runs(8.1, fast, SWAMP) == {"TOO_FAR"}
    assert runs(8, slow, SWAMP) == set()
    assert runs(12, fast, SWAMP, ICE) == set()


@pytest.mark.parametrize("mode", ["hover", "vtol"])
def test_a_swamp_does_not_slow_what_floats(mode: str) -> None:
    assert runs(12, tank("r1", (18, 5), speed=12, mode=mode), SWAMP) == set()


@rule("AOD-CARD-023")
@rule("AOD-PC-006")
def test_a_limit_comes_before_what_cards_add() -> None:
    pilot = mech("r1", (18, 5), speed=10, pilot={"card": "AOD-P-010"}, slots=True)
    assert runs(10, pilot, SWAMP) == set()
    assert runs(10.1, pilot, SWAMP) == {"TOO_FAR"}
    moved = play([pilot, FAR], move("r1", (18, 15)), conditions=[SWAMP]).events("Moved")[0]
    assert [part.value for part in moved.allowance] == [10, -2, 2]


@rule("AOD-PC-001")
def test_a_storm_slows_what_began_the_turn_at_cruising_level() -> None:
    high, low = vtol("r1", (18, 5), level="cruising"), vtol("r1", (18, 5))
    assert runs(14, high) == set()
    assert runs(10, high, STORM) == set()
    assert runs(10.1, high, STORM) == {"TOO_FAR"}
    assert runs(14, low, STORM) == set()
    assert runs(14, high, STORM, ICE) == set()
    climb: Json = {"order": "move", "unit": "r1", "legs": [{"level": "cruising"}]}
    climbing: list[Json] = [climb, END, END]
    later = play([low, FAR], *climbing, move("r1", (18, 15.1)), conditions=[STORM])
    assert later.codes(3) == {"TOO_FAR"}


# Range, flight and special attacks


@rule("AOD-PC-001")
def test_in_a_dust_storm_ranges_end_at_8_inches() -> None:
    def shot(inches: float, *conditions: str) -> set[str]:
        units = [tank("r1", (18, 10)), tank("b1", (18, 10 + inches), 180)]
        dice = (
            HIT if inches <= (8 if DUST in conditions and STORM not in conditions else 10) else ()
        )
        return play(units, ranged("r1", "b1"), dice=dice, conditions=list(conditions)).codes()

    assert shot(10) == shot(8, DUST) == shot(10, DUST, STORM) == set()
    assert shot(8.1, DUST) == {"OUT_OF_RANGE"}


def test_a_shorter_range_stays_as_it_is_in_a_dust_storm() -> None:
    gun = weapon("primary", "ballistic", 6)
    units = [tank("r1", (18, 10), gun=gun), tank("b1", (18, 16.1), 180)]
    assert play(units, ranged("r1", "b1"), conditions=[DUST]).codes() == {"OUT_OF_RANGE"}


@rule("AOD-PC-001")
def test_in_a_dust_storm_nothing_climbs_to_cruising_level_or_is_there() -> None:
    climb = {"order": "move", "unit": "r1", "legs": [{"level": "cruising"}]}
    units = [vtol("r1", (18, 5)), FAR]
    assert play(units, climb).codes() == set()
    game = play(units, climb, conditions=[DUST])
    assert game.codes() == {"CONDITION_FORBIDS"}
    (refusal,) = game.outcome.refused
    assert "Burza Piaskowa" in refusal_message(refusal.violations[0], "pl")
    assert play(units, climb, conditions=[DUST, STORM]).codes() == set()
    with pytest.raises(Unreadable):
        play([vtol("r1", (18, 5), level="cruising"), FAR], conditions=[DUST])


@rule("AOD-PC-001")
def test_in_a_dust_storm_nobody_charges_or_leaps_but_vehicles_ram() -> None:
    jets = {"speed": ("blue", "square")}
    units = [
        mech("r1", (10, 10), equipment=jets),
        tank("r2", (20, 10)),
        tank("b1", (10, 16), 180),
        tank("b2", (20, 16), 180),
    ]
    codes = {}
    for kind, unit, target in (
        ("charge", "r1", "b1"),
        ("death_from_above", "r1", "b1"),
        ("ram", "r2", "b2"),
    ):
        x = 10 if unit == "r1" else 20
        end = 16 - 1.375 - (1.15 if unit == "r1" else 1.375)
        order = {"order": kind, "unit": unit, "target": target, "path": [[x, end]]}
        for name, conditions in (("clear", []), ("dust", [DUST]), ("cancelled", [DUST, STORM])):
            dice = () if name == "dust" and kind != "ram" else (2, 2, 1)
            codes[kind, name] = play(units, order, dice=dice, conditions=conditions).codes()
    forbidden = {"CONDITION_FORBIDS"}
    assert {key for key, found in codes.items() if found == forbidden} == {
        ("charge", "dust"),
        ("death_from_above", "dust"),
    }
    assert all(found in (set(), forbidden) for found in codes.values())


# Artillery


def lands(*conditions: Any, radius: int = 3) -> Any:
    marker = PRINTED | {"blast_radius": radius}
    gun = tank("r1", (18, 3), artillery_range=24, artillery_marker=marker)
    shell = {"order": "ranged", "unit": "r1", "mode": "artillery", "markers": [[18, 20]]}
    played = play([gun, FAR], shell, END, END, dice=(4, 3, 4), conditions=list(conditions))
    return played.events("SalvoLanded")[0]


@rule("AOD-PC-001")
def test_a_swamp_smothers_blasts_to_no_less_than_1_inch() -> None:
    radii = [lands(radius=radius).radius for radius in (3, 2, 1)]
    in_swamp = [lands(SWAMP, radius=radius).radius for radius in (3, 2, 1)]
    assert (radii, in_swamp) == ([3, 2, 1], [2, 1, 1])
    assert lands(DUST, SWAMP).radius == 3


@rule("AOD-PC-001")
def test_a_dust_storm_hides_artillery_markers() -> None:
    clear = {part.what for part in lands().attack}
    assert "clear_line" in clear
    assert "clear_line" not in {part.what for part in lands(DUST).attack}
    assert "clear_line" in {part.what for part in lands(perfect(DUST), DUST).attack}


# Heat


@rule("AOD-PC-001")
def test_in_a_desert_mechs_lose_no_heat_in_their_clean_up() -> None:
    units = [mech("r1", (18, 5), heat=3), FAR]
    assert play(units, END).r1.heat == 2
    assert play(units, END, conditions=[DESERT]).r1.heat == 3
    assert play(units, END, conditions=[DESERT, SWAMP]).r1.heat == 2
    assert play(units, vent("r1"), conditions=[DESERT]).r1.heat == 1


def frozen(face: int, *conditions: str) -> Played:
    units = [mech("r1", (18, 5), heat=3), mech("b1", (3, 33), 180, heat=2), tank("r2", (9, 9))]
    dice = (face,) if face else ()
    return play(units, END, dice=dice, conditions=list(conditions))


@rule("AOD-PC-001")
def test_in_an_ice_field_a_5_cools_every_mech_by_1_more() -> None:
    for face, red, blue in ((4, 2, 2), (5, 1, 1), (6, 1, 1)):
        played = frozen(face, ICE)
        assert (played.r1.heat, played.b1.heat) == (red, blue)
    without, cancelled = frozen(0), frozen(0, DESERT, ICE)
    assert (without.r1.heat, without.b1.heat) == (2, 2)
    assert (cancelled.r1.heat, cancelled.b1.heat) == (3, 2)


@rule("AOD-PC-001")
def test_in_an_ice_field_only_shut_down_mechs_roll_after_cooling() -> None:
    dial = heat_dial({}, {"colors": {"speed": "red"}}, {}, {})
    warm = [mech("r1", (18, 5), heat=3, vent=1, heat_dial=dial), FAR]
    rolled = play(warm, vent("r1"), dice=(6,))
    assert len(rolled.events("HeatRolled")) == 1
    assert play(warm, vent("r1"), conditions=[ICE]).events("HeatRolled") == []
    dial = heat_dial({}, {}, {"colors": {"speed": "yellow"}}, {})
    off = [mech("r1", (18, 5), heat=5, heat_dial=dial), FAR]
    assert len(play(off, vent("r1"), dice=(1,), conditions=[ICE]).events("HeatRolled")) == 1


@rule("AOD-CARD-024")
def test_of_two_conditions_that_strike_at_once_the_active_player_picks_the_first() -> None:
    units = [mech("r1", (18, 5), heat=3), FAR]
    asked = play(units, END, conditions=[ICE, VOLCANOES], **NOT_FREE)
    question = asked.state.under_way.question
    assert (question.player, question.options) == ("red", ("Ice Field", "Active Volcanoes"))
    answer = {"order": "answer", "to": "choose", "choice": "Active Volcanoes"}
    played = play(units, END, answer, dice=(1, 6), conditions=[ICE, VOLCANOES], **NOT_FREE)
    rolled = [(e.condition, e.strikes) for e in played.events("ConditionRolled")]
    assert rolled == [("Active Volcanoes", False), ("Ice Field", True)]
    wrong = answer | {"choice": "Tornado"}
    refused = play(units, END, wrong, conditions=[ICE, VOLCANOES], **NOT_FREE)
    assert refused.codes(1) == {"WRONG_ANSWER"}


# Volcanoes


def erupts(face: int, *conditions: Any, **fields: Any) -> Played:
    units = [tank("r1", (18, 5)), tank("r2", (9, 9)), FAR]
    dice = (face,) if face else ()
    return play(units, END, dice=dice, conditions=list(conditions), **fields)


@rule("AOD-PC-001")
def test_a_5_of_the_volcanoes_burns_a_unit_of_every_player() -> None:
    assert [(e.unit, e.amount) for e in erupts(5, VOLCANOES).events("Damaged")] == [
        ("r1", 1),
        ("b1", 1),
    ]
    assert erupts(4, VOLCANOES).events("Damaged") == []
    assert erupts(0).events("Damaged") == []
    cancelled = erupts(0, perfect(VOLCANOES), VOLCANOES)
    assert cancelled.events("ConditionRolled") == []


@rule("AOD-PC-001")
def test_every_player_picks_the_unit_that_burns() -> None:
    asked = erupts(5, VOLCANOES, **NOT_FREE)
    question = asked.state.under_way.question
    assert (question.player, question.options) == ("red", ("r1", "r2"))
    answer = {"order": "answer", "to": "choose", "choice": "r2"}
    units = [tank("r1", (18, 5)), tank("r2", (9, 9)), FAR]
    played = play(units, END, answer, dice=(5,), conditions=[VOLCANOES], **NOT_FREE)
    assert [event.unit for event in played.events("Damaged")] == ["r2", "b1"]


def test_volcanoes_roll_in_every_player_s_clean_up() -> None:
    units = [tank("r1", (18, 5)), FAR]
    played = play(units, END, END, dice=(1, 2), conditions=[VOLCANOES])
    assert [event.player for event in played.events("ConditionRolled")] == ["red", "blue"]


def test_a_quad_is_cooled_by_ice_as_any_mech() -> None:
    played = play([quad("r1", (18, 5), heat=3), FAR], END, dice=(5,), conditions=[ICE])
    assert played.r1.heat == 1
