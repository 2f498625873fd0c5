"""The vectors of the rules through the calculators, and that battles come to the same."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.calculators import Ask, Calculator, Worked
from rules.khans_and_generals.calculators import CALCULATORS
from rules.khans_and_generals.system import KHANS_AND_GENERALS
from rules.tests.khans_and_generals.scenes import changed, gunned, locked, order, play, unit
from rules.tests.running import examples

BY_NAME: dict[str, Calculator] = {calculator.name: calculator for calculator in CALCULATORS}


def worked(name: str, *faces: int, **typed: Any) -> Worked:
    """What a calculator works out of fields and faces."""
    found = BY_NAME[name].work({key: str(value) for key, value in typed.items()}, faces, "en")
    assert not found.faults
    return found


def total(found: Worked, label: str) -> int:
    """The value of a sum."""
    (one,) = (each for each in found.sums if each.label == label)
    return one.tally.total


def sentences(found: Worked) -> list[str]:
    return [said.text for said in found.said]


# Set-up -----------------------------------------------------------------------------------------


@pytest.mark.rule("KG-049", "KG-050", "KG-051")
@pytest.mark.parametrize(
    ("battle", "period", "size", "attacker", "defender", "purse"),
    [
        ("assault", "modern", "small", 600, 400, {"Defender": 100}),
        ("siege", "early", "medium", 600, 400, {"Defender": 200}),
        ("ambush", "modern", "medium", 660, 600, {"Attacker": 60}),
    ],
)
def test_v01_to_v03_limits_by_battle(
    battle: str, period: str, size: str, attacker: int, defender: int, purse: dict[str, int]
) -> None:
    found = worked("set-up", battle=battle, period=period, size=size)

    assert total(found, "Points of the attacker") == attacker
    assert total(found, "Points of the defender") == defender
    purses = {s.label.split(",")[0]: s.tally.total for s in found.sums if "fortific" in s.label}
    assert purses == purse


@pytest.mark.rule("KG-169", "KG-172")
@pytest.mark.parametrize(("tokens", "goes_on"), [(10, True), (11, False)])
def test_v32_the_limit_may_be_reached_but_not_exceeded(tokens: int, goes_on: bool) -> None:
    found = worked("set-up", battle="pitched", fielded=200, tokens=tokens)

    said = "the battle goes on" if goes_on else "the side loses"
    assert any(said in text for text in sentences(found))


@pytest.mark.rule("KG-023")
@pytest.mark.parametrize(
    ("turn", "time"),
    [
        *((turn, "dawn") for turn in (1, 4, 25)),
        *((turn, "day") for turn in (5, 12)),
        *((turn, "evening") for turn in (13, 16)),
        *((turn, "night") for turn in (17, 24)),
    ],
)
def test_v36_dynamic_time_of_day(turn: int, time: str) -> None:
    assert f"Time of day: {time}." in sentences(
        worked("set-up", time="dawn", dynamic="on", turn=turn)
    )


# Movement and communication ---------------------------------------------------------------------


@pytest.mark.rule("KG-033")
@pytest.mark.parametrize(
    ("face", "through", "bogged"),
    [(4, "open", True), (5, "open", False), (1, "dirt_road", True), (2, "dirt_road", False)],
)
def test_v04_and_v05_bogging_in_mud(face: int, through: str, bogged: bool) -> None:
    found = worked("going", face, kind="vehicle", drive="wheeled", ground="mud", through=through)

    assert ("bogged" in found.headline) == bogged


@pytest.mark.rule("KG-029")
def test_v34_support_in_woods() -> None:
    there = {"kind": "support", "movement": 8, "through": "woods", "length": 4}

    assert total(worked("going", **there), "Movement left") == 4
    assert "goes 4 cm" in worked("going", 3, **there).headline
    assert "stays where it is" in worked("going", 4, **there).headline


@pytest.mark.rule("KG-084")
def test_v33_a_chain_of_links() -> None:
    assert sentences(worked("communication", a=20, b=25, c=26)) == [
        "A is in communication.",
        "B is in communication.",
        "C is cut off: +2 Reluctance, no orders.",
    ]


# Visibility -------------------------------------------------------------------------------------


@pytest.mark.rule("KG-067", "KG-068")
def test_v06_scrub_in_fog_by_day() -> None:
    fog = {"weather": "fog", "area": "scrub", "target": "depth", "inside": 40}

    assert total(worked("visibility", **fog), "Sight into the area") == 50
    assert worked("visibility", distance=50, **fog).headline == "Seen"
    assert worked("visibility", distance=51, **fog).headline.startswith("Not seen")


@pytest.mark.rule("KG-036", "KG-068")
def test_in_depth_less_than_the_coefficient_is_needed() -> None:
    deep = {"area": "scrub", "target": "depth", "distance": 100}

    assert worked("visibility", inside=59, **deep).headline == "Seen"
    assert worked("visibility", inside=60, **deep).headline == "Not seen: too deep in the area"
    beyond = {"area": "scrub", "target": "outside", "distance": 100}
    assert worked("visibility", inside=60, **beyond).headline == "Seen"
    assert worked("visibility", inside=61, **beyond).headline.startswith("Not seen")


# Melee ------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-001", "KG-097")
def test_v11_a_blow() -> None:
    found = worked("melee", 4, 2, attack=5, training=3, their_training=1)

    assert "Target: −6 Strength, 24 left." in sentences(found)


@pytest.mark.rule("KG-015")
def test_v12_the_same_blow_from_behind() -> None:
    found = worked("melee", 4, 2, attack=5, training=3, their_training=1, sector="rear")

    assert "Target: −15 Strength, 15 left." in sentences(found)
    assert not found.waiting


@pytest.mark.rule("KG-001", "KG-004")
def test_v13_percentages_come_last() -> None:
    bare = {"sector": "flank", "their_skill": 0, "their_armour": 0}
    found = worked("melee", 6, 2, attack=10, **bare)
    great = worked("melee", 6, 2, attack=60, their_strength=200, **bare)
    behind = worked("melee", 6, 2, attack=60, their_strength=200, **bare | {"sector": "rear"})

    assert "Target: −21 Strength, 9 left." in sentences(found)
    assert "Target: −96 Strength, 104 left." in sentences(great)
    assert "Target: −128 Strength, 72 left." in sentences(behind)


@pytest.mark.rule("KG-151")
def test_v35_lost_figures() -> None:
    found = worked("melee", attack=5, full=30, strength=19)

    assert total(found, "Attack") == 3


# Fire -------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-072", "KG-108")
def test_v14_fire_into_woods() -> None:
    found = worked(
        "fire",
        5,
        1,
        attack=12,
        fire_effect=-2,
        sight="partial",
        their_skill=2,
        ground="woods",
        their_formation="loose",
    )

    assert "Target: −3 Strength, 27 left." in sentences(found)


@pytest.mark.rule("KG-109")
def test_v15_armour_counts_against_bows_only() -> None:
    label = "Defence against fire"

    assert total(worked("fire", weapon="muscle", their_skill=2, their_armour=4), label) == 6
    assert total(worked("fire", their_skill=2, their_armour=4), label) == 2


@pytest.mark.rule("KG-114", "KG-115")
@pytest.mark.parametrize(
    ("effectiveness", "lost"),
    [(2, 0), (5, 1), (11, 3), (24, 7), (26, 20), (3, 0), (25, 20)],
)
def test_v16_and_v17_losses_of_support(effectiveness: int, lost: int) -> None:
    found = worked(
        "fire",
        3,
        3,
        attack=effectiveness,
        their_class="support",
        their_skill=0,
        their_strength=20,
        their_rout_at=99,
    )

    told = [text for text in sentences(found) if "Strength," in text]
    assert told == ([f"Target: −{lost} Strength, {20 - lost} left."] if lost else [])


@pytest.mark.rule("KG-112")
def test_v18_conscripts_on_a_road_under_aircraft() -> None:
    raid = {"what": "machine_guns", "attack": 0, "ground": "road", "their_training": 1}

    assert total(worked("aviation", **raid), "Pinned by more than") == -5
    assert "pinned" in worked("aviation", 1, 6, 1, **raid).headline


@pytest.mark.rule("KG-112")
def test_v19_elite_in_a_built_up_area() -> None:
    found = worked("fire", 1, 6, 10, ground="built_up", their_training=5, attack=0)

    assert total(found, "Pinned by more than") == 11
    assert "stays on its feet" in found.headline


@pytest.mark.rule("KG-162")
def test_v30_the_same_fire_is_prolonged() -> None:
    once = worked("morale", under_firearms=1)

    assert total(worked("morale", under_firearms=1, again="on"), "Reluctance") == 13
    assert total(once, "Reluctance") == 13
    assert total(worked("morale", under_firearms=2), "Reluctance") == 16


@pytest.mark.rule("KG-161")
@pytest.mark.parametrize(("before", "after"), [(9, 3), (7, 1), (6, 0), (4, 0)])
def test_v31_regrouping(before: int, after: int) -> None:
    assert total(worked("morale", earlier=before, regrouped=1), "Reluctance") == 10 + after


@pytest.mark.rule("KG-155")
@pytest.mark.parametrize(("face", "dies"), [(1, True), (2, False)])
def test_v39_a_commander_under_fire(face: int, dies: bool) -> None:
    found = worked("morale", face, kind="hq", strength=4, losses=1)

    assert any("commander dies" in text for text in sentences(found)) == dies
    assert total(worked("morale", commander_killed=1), "Reluctance") == 13


@pytest.mark.rule("KG-163", "KG-166")
def test_v40_conscripts_flee_to_the_edge() -> None:
    routed = {"training": 1, "strength": 12, "staff": "beside"}

    assert "edge of the table" in worked("morale", **routed).headline
    assert "headquarters" in worked("morale", **routed | {"training": 5, "charged": 3}).headline


# Vehicles ---------------------------------------------------------------------------------------


@pytest.mark.rule("KG-105", "KG-150")
@pytest.mark.parametrize(("face", "passes"), [(2, True), (3, False)])
def test_v20_men_against_armour(face: int, passes: bool) -> None:
    assert bool(worked("anti-tank", face, means="assault").waiting) == passes


@pytest.mark.rule("KG-117")
@pytest.mark.parametrize(("face", "hits"), [(5, True), (6, False)])
def test_v21_accuracy(face: int, hits: bool) -> None:
    found = worked("anti-tank", face, accuracy=6, fire_effect=-1)

    assert bool(found.waiting) == hits


@pytest.mark.rule("KG-133", "KG-134")
def test_v22_and_v23_penetration() -> None:
    through = worked("anti-tank", 1, 3, penetration=5, hull=1)
    off = worked("anti-tank", 1, 7, penetration=2, hull=3)

    assert "Vehicle: result 7." in sentences(through) and "destroyed" in through.headline
    assert "destroyed" not in off.headline


@pytest.mark.rule("KG-135")
def test_v24_closed_hatches() -> None:
    assert "crew" not in worked("anti-tank", 1, 5).headline
    assert "crew" in worked("anti-tank", 1, 5, hatches="open").headline


@pytest.mark.rule("KG-137")
def test_v25_shells_against_armour() -> None:
    shell = {"ammunition": "he", "calibre": 75}

    assert "destroyed" in worked("anti-tank", 1, 6, hull=3, **shell).headline
    refused = worked("anti-tank", 1, 6, hull=4, **shell)
    assert "KG-137" in refused.said[0].rules and not refused.dice


@pytest.mark.rule("KG-139", "KG-140")
def test_v26_an_at_rifle_from_behind() -> None:
    rifle = {"means": "at_rifle", "type": "heavy_tank", "side": "rear", "penetration": 3}
    found = worked("anti-tank", 1, 8, hull=3, **rifle)

    assert "Vehicle: result 6." in sentences(found)
    assert "Strength" not in found.headline
    assert "Strength" in worked("anti-tank", 1, 8, hull=2, **rifle).headline


# Fires, aircraft, shells ------------------------------------------------------------------------


@pytest.mark.rule("KG-042")
@pytest.mark.parametrize(
    ("face", "burns", "typed"),
    [
        (8, True, {}),
        (9, False, {}),
        (11, True, {"source": "destroyed_flammable", "ground": "very_dry", "terrain": "crops"}),
        (12, False, {"source": "destroyed_flammable", "ground": "very_dry", "terrain": "crops"}),
    ],
)
def test_v07_and_v08_ignition(face: int, burns: bool, typed: dict[str, str]) -> None:
    assert (worked("fire-spread", face, **typed).headline == "it burns") == burns


@pytest.mark.rule("KG-042")
def test_v09_shells_set_fire_only_when_very_dry() -> None:
    assert not worked("fire-spread", source="artillery").waiting
    assert worked("fire-spread", source="artillery", ground="very_dry").waiting


@pytest.mark.rule("KG-046")
def test_v10_fire_spreads_to_what_burns_as_well() -> None:
    assert not worked("fire-spread", what="spread", terrain="scrub", beside="woods").waiting
    assert worked("fire-spread", what="spread", terrain="woods", beside="scrub").waiting


@pytest.mark.rule("KG-142")
def test_v27_a_search_with_optics() -> None:
    assert "in the open" in worked("aviation", 7, optics=2).headline
    assert worked("aviation", 7, optics=2).headline.startswith("you pick")


@pytest.mark.rule("KG-148")
def test_v28_equal_totals() -> None:
    found = worked("aviation", 3, 3, 4, 4, what="dogfight", air_attack=5, agility=5)

    assert found.headline == "No effect" and not found.waiting


@pytest.mark.rule("KG-149")
def test_v29_fire_at_aircraft() -> None:
    gun = {"what": "aa_gun", "explosion": 8, "agility": 7}

    assert [need.sides for need in worked("aviation", 1, 3, 4, **gun).waiting] == [6]
    assert not worked("aviation", 1, 3, 5, **gun).waiting


@pytest.mark.rule("KG-126")
@pytest.mark.parametrize(("level", "turn"), [("regiment", 5), ("battalion", 4)])
def test_v37_the_wait_of_batteries_off_the_map(level: str, turn: int) -> None:
    found = worked("artillery", 1, mode="off_map", level=level, turn=3)

    assert f"Observers: may fire again in turn {turn}." in sentences(found)


@pytest.mark.rule("KG-039")
@pytest.mark.parametrize(("face", "falls"), [(4, True), (5, False)])
def test_v38_a_light_obstacle_under_shells(face: int, falls: bool) -> None:
    shelled = {"cover": "light", "modern": "no"}

    assert ("position is destroyed" in worked("artillery", 1, 3, 3, face, **shelled).headline) == (
        falls
    )
    assert not worked("artillery", 1, 3, 3, lasting="on", **shelled).waiting


# As battles have it -----------------------------------------------------------------------------


@pytest.mark.rule("KG-097", "KG-098")
@given(
    faces=st.tuples(*[st.integers(1, 6)] * 4),
    attack=st.integers(0, 20),
    training=st.integers(1, 5),
    sector=st.sampled_from(["front", "flank", "rear"]),
    strength=st.integers(1, 30),
)
@examples(25)
def test_a_melee_costs_what_it_costs_in_battle(
    faces: tuple[int, ...], attack: int, training: int, sector: str, strength: int
) -> None:
    typed = {"attack": attack, "training": training, "sector": sector, "their_strength": strength}
    found = worked("melee", *faces, **typed)
    thrown = [need.face for need in found.dice]
    turned = {"front": 180, "flank": 90, "rear": 0}[sector]
    outcome = play(
        unit(
            "r",
            changed("OLD", attack=[attack, None], training=training),
            (60, 50),
            locked=locked("b", sector),
        ),
        unit("b", "OLD", (60, 57 if sector == "flank" else 55), turned, strength=strength),
        orders=[{"order": "end_stage"}, {"order": "end_stage"}],
        dice=[f"d6:{face}" for face in thrown],
    )

    assert not found.waiting
    for name, who in (("r", "Attacker"), ("b", "Target")):
        left = [text for text in sentences(found) if text.startswith(f"{who}: −")]
        before = 30 if name == "r" else strength
        after = outcome["units"][name]["strength"]
        assert left == ([f"{who}: −{before - after} Strength, {after} left."] if left else [])
        assert bool(left) == (after != before)


@pytest.mark.rule("KG-108", "KG-112")
@given(
    faces=st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 10)),
    effect=st.integers(-6, 6),
    distance=st.integers(5, 70),
    strength=st.integers(1, 30),
)
@examples(25)
def test_fire_costs_what_it_costs_in_battle(
    faces: tuple[int, ...], effect: int, distance: int, strength: int
) -> None:
    typed = {"fire_effect": effect, "distance": distance, "their_strength": strength}
    found = worked("fire", *faces, **typed)
    outcome = play(
        unit("r", gunned("INF", fire_effect=[[80, effect]]), (60, 20)),
        unit("b", "INF", (60, 25 + distance), strength=strength),
        orders=[order("ranged", "r", target="b")],
        dice=[f"d{need.sides}:{need.face}" for need in found.dice],
    )
    other = outcome["units"]["b"]

    assert total(found, "Reluctance of the target") == other["reluctance"]
    assert ("pinned" in found.headline) == other["pinned"]
    assert ("routed" in found.headline) == other["routed"]


# Whatever is typed ------------------------------------------------------------------------------


def values_of(ask: Ask) -> st.SearchStrategy[str]:
    """What may be typed into a field, some of it wrong."""
    wrong = st.sampled_from(["", "many", "-999999", "1e9", "٣", "99999999999999999999"])
    if ask.field.choices:
        return st.sampled_from([choice.value for choice in ask.field.choices]) | wrong
    if ask.field.holds == "flag":
        return st.sampled_from(["", "on", "no"])
    return st.integers(ask.least or 0, ask.most or 0).map(str) | wrong


@pytest.mark.parametrize("name", sorted(BY_NAME))
@given(data=st.data())
@examples(40)
def test_whatever_is_typed_is_answered(name: str, data: st.DataObject) -> None:
    calculator = BY_NAME[name]
    asks = calculator.asks("en")
    typed = {
        ask.field.name: data.draw(values_of(ask), ask.field.name)
        for ask in data.draw(st.lists(st.sampled_from(asks), max_size=6))
    }
    faces = data.draw(st.lists(st.integers(-1, 13), max_size=8))
    for language in ("en", "pl"):
        found = calculator.work(typed, faces, language)
        assert found.faults or found.headline or found.waiting
        assert all(0 < each.chance <= 1 for each in found.prospects)
        assert not found.prospects or sum(each.chance for each in found.prospects) == 1


def test_every_card_fills_fields_with_what_they_take() -> None:
    folder = Path(__file__).resolve().parents[3] / "fixtures" / KHANS_AND_GENERALS.fixtures
    records = {
        path.relative_to(folder).as_posix(): json.loads(path.read_text("utf-8"))
        for path in folder.rglob("forces/*.json")
    }
    offered = {c.name: c.presets(records, "en") for c in CALCULATORS}

    assert {name for name, found in offered.items() if found} == {
        "going",
        "melee",
        "fire",
        "artillery",
        "anti-tank",
        "aviation",
        "morale",
    }
    for name, found in offered.items():
        fields = {ask.field.name for ask in BY_NAME[name].asks("en")}
        for preset in found:
            assert preset.values.keys() <= fields
            assert not BY_NAME[name].work(preset.values, (), "en").faults, preset


def test_every_rule_behind_a_number_is_in_the_book() -> None:
    book = KHANS_AND_GENERALS.rulebook()
    named = {rule for calculator in CALCULATORS for rule in calculator.rules}
    for calculator in CALCULATORS:
        for said in calculator.work({}, (), "en").sums:
            named |= {*said.rules, *(rule for rules in said.behind.values() for rule in rules)}

    assert named <= set(book)
