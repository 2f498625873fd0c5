"""What is printed on a base: read from a record, and refused where the rule book excludes it."""

from typing import Any

import pytest

from rules import Unreadable
from rules.age_of_destruction import Unit
from rules.age_of_destruction.records.units import class_of_variant
from rules.tests.army import (
    catalogue,
    codes,
    facts,
    figure,
    group,
    judge,
    mech,
    one,
    read_unit,
    record,
    records,
)

HATCHETMAN, MORGAN, FENRIR = "AOD-102", "AOD-057", "AOD-029"
MELEE = {"slot": "primary", "damage_type": "melee", "targets": 1, "range_min": 0, "range_max": 0}
GUN = {"slot": "primary", "damage_type": "ballistic", "targets": 2, "range_min": 2, "range_max": 10}


def read(unit_id: str, **changes: Any) -> Unit:
    """A committed figure with changes; it must be without problems."""
    unit, problems = read_unit(record(unit_id, **changes))
    assert problems == []
    return unit


def problems(unit_id: str, **changes: Any) -> set[str]:
    """The codes of what a changed figure contradicts."""
    return {problem.code for problem in read_unit(record(unit_id, **changes))[1]}


def refused(unit_id: str, **changes: Any) -> str:
    """The path at which a changed figure is unreadable."""
    with pytest.raises(Unreadable) as refusal:
        read_unit(record(unit_id, **changes))
    return refusal.value.path


def second(weapon: dict[str, Any]) -> dict[str, Any]:
    return weapon | {"slot": "secondary"}


@pytest.mark.rule("AOD-UNIT-001")
def test_one_base_is_one_unit_and_a_card_is_none() -> None:
    battle_armor, with_cards = group("AOD-029"), group(mech("AOD-102", "AOD-G-005"))
    assert facts(judge(battle_armor), "not_empty") == {"figures": 1}
    assert facts(judge(with_cards), "not_empty") == {"figures": 1}


@pytest.mark.rule("AOD-UNIT-002")
@pytest.mark.parametrize("mode", ["aquatic", "wheeled", "hover", "foot"])
def test_the_base_decides_the_type_not_the_speed_mode(mode: str) -> None:
    assert read(FENRIR, speed_mode=mode).base == "infantry"
    assert read(MORGAN, speed_mode=mode).base == "vehicle"


@pytest.mark.rule("AOD-UNIT-003")
def test_both_mech_bases_give_the_type_mech() -> None:
    quad, biped = read("AOD-109"), read(HATCHETMAN)
    assert (quad.base, quad.type) == ("quad", "mech")
    assert (biped.base, biped.type) == ("mech", "mech")


@pytest.mark.rule("AOD-UNIT-003")
@pytest.mark.parametrize(
    ("unit_id", "mode"), [(MORGAN, "mech"), (MORGAN, "quad_mech"), (HATCHETMAN, "tracked")]
)
def test_speed_modes_of_another_base_are_refused(unit_id: str, mode: str) -> None:
    assert problems(unit_id, speed_mode=mode) == {"BASE_TYPE_CONFLICT"}


@pytest.mark.rule("AOD-UNIT-004")
def test_only_mechs_have_a_heat_dial_and_all_do() -> None:
    heat_dial = record(HATCHETMAN)["heat_dial"]
    assert problems(HATCHETMAN, heat_dial=None) == {"HEAT_DIAL_INVALID"}
    assert problems(MORGAN, heat_dial=heat_dial) == {"HEAT_DIAL_INVALID"}
    assert problems(HATCHETMAN, heat_dial=heat_dial) == set()


def test_a_heat_dial_begins_with_three_green_squares() -> None:
    heat_dial = record(HATCHETMAN)["heat_dial"]
    del heat_dial[0]["effects"]["speed"]
    assert problems(HATCHETMAN, heat_dial=heat_dial) == {"HEAT_DIAL_INVALID"}


@pytest.mark.rule("AOD-UNIT-005")
def test_a_figure_bears_one_faction_symbol() -> None:
    assert read(HATCHETMAN, faction="Highlanders").faction == "Highlanders"
    assert problems(HATCHETMAN, faction=["Highlanders", "Stormhammers"]) == {"FACTION_NOT_SINGLE"}


@pytest.mark.rule("AOD-UNIT-006")
@pytest.mark.parametrize("symbol", [None, "Mercenary", "Gunslinger"])
def test_a_figure_without_symbol_is_a_mercenary(symbol: str | None) -> None:
    unit = read(HATCHETMAN, faction=symbol)
    assert unit.is_mercenary
    assert (unit.faction, unit.label) == (None, symbol)


@pytest.mark.rule("AOD-UNIT-006")
def test_a_symbol_stays_beside_other_factions_and_mercenaries() -> None:
    verdict = judge(group("AOD-029", "AOD-057", "AOD-130"))
    assert [piece.faction for piece in verdict.pieces] == ["Spirit Cats", "Highlanders", None]
    assert facts(verdict, "mixed_factions")["mercenaries"] == 1
    assert verdict.legal


@pytest.mark.rule("AOD-UNIT-007")
def test_a_mech_record_without_variant_is_reported() -> None:
    assert read(HATCHETMAN).missing == []
    assert read(HATCHETMAN, variant=None).missing == ["variant"]


@pytest.mark.rule("AOD-UNIT-008")
def test_a_vehicle_record_without_points_is_reported() -> None:
    assert judge(group({"unit": figure()})).legal
    violation = one(judge(group({"unit": figure(points=None)})), "UNIT_RECORD_INCOMPLETE")
    assert violation.params == {"unit": "TST-1 Test tank", "missing": ["points"]}
    assert violation.where == ("units[0]",)
    assert read(MORGAN).missing == []


@pytest.mark.rule("AOD-UNIT-009", "AOD-UNIT-011")
def test_chevrons_are_ranks_and_a_star_is_none() -> None:
    assert [catalogue().units[f"AOD-{n:03}"].rank for n in (1, 2, 4)] == [
        "green",
        "veteran",
        "elite",
    ]
    for star in (read("AOD-113"), read("AOD-113", rank="unique")):
        assert star.unique
        assert star.rank is None


@pytest.mark.rule("AOD-UNIT-009", "AOD-UNIT-011")
@pytest.mark.parametrize(("rank", "unique"), [("elite", True), ("unique", False)])
def test_a_star_beside_chevrons_is_refused(rank: str, unique: bool) -> None:
    assert problems(MORGAN, rank=rank, unique=unique) == {"RANK_INVALID"}


def test_an_unknown_rank_is_refused_by_path() -> None:
    assert refused(MORGAN, rank="ace") == "$.rank"


@pytest.mark.rule("AOD-UNIT-010")
def test_versions_of_a_sculpt_are_entries_with_points_and_dials_of_their_own() -> None:
    green, elite = catalogue().units["AOD-061"], catalogue().units["AOD-064"]
    assert green.name == elite.name
    assert green.dial != elite.dial
    assert judge(group(green.id, elite.id)).points.total == 61 + 69


@pytest.mark.rule("AOD-UNIT-012")
def test_set_and_number_together_identify_a_figure() -> None:
    verdict = judge(group("AOD-113", "DA-113"))
    assert verdict.legal
    assert [piece.title for piece in verdict.pieces] == [
        "AOD-113 Arbalest “Bolt”",
        "DA-113 Mad Cat III",
    ]


@pytest.mark.rule("AOD-UNIT-013")
@pytest.mark.parametrize(
    ("variant", "mech_class"),
    [
        ("LMN-66-L", "Light"),
        ("HCT2F-M", "Medium"),
        ("URA-2C-H", "Heavy"),
        ("BLR-4S-A", "Assault"),
        ("MAD-3R", None),
        ("HCT-M-5", None),
    ],
)
def test_the_last_letter_of_the_variant_is_the_class(variant: str, mech_class: str | None) -> None:
    assert class_of_variant(variant) == mech_class
    assert read(HATCHETMAN, variant=variant, points=400).mech_class == mech_class


@pytest.mark.rule("AOD-UNIT-013")
def test_infantry_and_vehicles_have_no_class() -> None:
    assert read(MORGAN, mech_class="Heavy", variant="X-H").mech_class is None


def test_the_record_names_the_class_where_the_variant_is_not_known() -> None:
    assert read("DA-113").mech_class == "Heavy"


@pytest.mark.rule("AOD-UNIT-014")
@pytest.mark.parametrize("weight", [{}, {"weight": 100}])
def test_the_letter_decides_whatever_the_weight(weight: dict[str, int]) -> None:
    assert read(HATCHETMAN, **weight).mech_class == "Medium"


@pytest.mark.rule("AOD-UNIT-015")
@pytest.mark.parametrize(
    ("unit_id", "mode"),
    [
        (FENRIR, "foot"),
        (FENRIR, "aquatic"),
        (MORGAN, "hover"),
        (MORGAN, "tracked"),
        (MORGAN, "vtol"),
        (MORGAN, "wheeled"),
        (HATCHETMAN, "mech"),
        (HATCHETMAN, "quad_mech"),
    ],
)
def test_the_eight_speed_modes(unit_id: str, mode: str) -> None:
    assert read(unit_id, speed_mode=mode).speed_mode == mode


@pytest.mark.rule("AOD-UNIT-015")
def test_a_figure_shows_exactly_one_known_speed_mode() -> None:
    assert problems(MORGAN, speed_mode=None) == {"BASE_TYPE_CONFLICT"}
    assert refused(MORGAN, speed_mode="submarine") == "$.speed_mode"
    assert refused(MORGAN, speed_mode=["hover", "tracked"]) == "$.speed_mode"


@pytest.mark.rule("AOD-UNIT-016")
def test_a_weapon_has_one_of_three_range_types() -> None:
    for range_type in ("ballistic", "energy"):
        (weapon,) = read(MORGAN, attacks=[GUN | {"damage_type": range_type}]).weapons
        assert weapon.range_type == range_type
    assert read(HATCHETMAN).weapons[0].range_type == "melee"
    assert refused(MORGAN, attacks=[GUN | {"damage_type": "laser"}]) == "$.attacks[0].damage_type"
    typeless = {key: value for key, value in GUN.items() if key != "damage_type"}
    assert refused(MORGAN, attacks=[typeless]) == "$.attacks[0]"
    assert problems(MORGAN, attacks=[]) == {"RANGE_TYPE_INVALID"}


@pytest.mark.rule("AOD-UNIT-017")
@pytest.mark.parametrize(
    ("unit_id", "attacks", "valid"),
    [
        (HATCHETMAN, [GUN, second(MELEE)], True),
        (HATCHETMAN, [GUN, second(GUN)], True),
        (HATCHETMAN, [GUN], False),
        (HATCHETMAN, [second(GUN), MELEE], False),
        (MORGAN, [GUN], True),
        (MORGAN, [MELEE], False),
        (MORGAN, [GUN, second(GUN)], False),
        (FENRIR, [MELEE], False),
    ],
)
def test_range_types_of_mechs_and_others(unit_id: str, attacks: list[Any], valid: bool) -> None:
    assert problems(unit_id, attacks=attacks) == (set() if valid else {"RANGE_TYPE_INVALID"})


@pytest.mark.rule("AOD-UNIT-018")
def test_a_range_pair_is_minimum_and_maximum() -> None:
    (weapon,) = read(MORGAN, attacks=[GUN]).weapons
    assert (weapon.minimum, weapon.maximum) == (2, 10)
    assert problems(MORGAN, attacks=[GUN | {"range_min": 11}]) == {"RANGE_TYPE_INVALID"}
    melee_with_reach = [MELEE | {"range_max": 4}, second(GUN)]
    assert problems(HATCHETMAN, attacks=melee_with_reach) == {"RANGE_TYPE_INVALID"}


@pytest.mark.rule("AOD-UNIT-019")
@pytest.mark.parametrize(("symbols", "valid"), [(0, False), (1, True), (4, True), (5, False)])
def test_a_weapon_prints_one_to_four_symbols(symbols: int, valid: bool) -> None:
    attacks = [GUN | {"targets": symbols}]
    assert problems(MORGAN, attacks=attacks) == (set() if valid else {"RANGE_TYPE_INVALID"})


@pytest.mark.rule("AOD-UNIT-019")
def test_the_symbols_are_the_targets() -> None:
    (weapon,) = read(MORGAN, attacks=[GUN | {"targets": 3}]).weapons
    assert weapon.targets == 3


@pytest.mark.rule("AOD-UNIT-020")
def test_a_number_in_brackets_makes_artillery() -> None:
    artillery, tank = judge(group("AOD-041", {"unit": "AOD-069", "count": 2})), judge(group(MORGAN))
    assert catalogue().units["AOD-041"].artillery_range == 30
    assert facts(artillery, "artillery") == {"markers": {"AOD-041": 1, "AOD-069": 2}}
    assert not catalogue().units[MORGAN].is_artillery
    assert "artillery" not in {check.topic for check in tank.checks}


@pytest.mark.rule("AOD-BUILD-014")
def test_artillery_brings_a_marker_for_each_target() -> None:
    howitzer = record("AOD-041", id="TST-1", set="TST", collector_number="1")
    howitzer["attacks"][0]["targets"] = 2
    verdict = judge(group({"unit": howitzer, "count": 3}))
    assert facts(verdict, "artillery") == {"markers": {"TST-1": 6}}
    assert "artillery" not in {check.topic for check in judge(group(MORGAN)).checks}


@pytest.mark.rule("AOD-UNIT-021")
@pytest.mark.parametrize(
    ("name", "anti_aircraft"),
    [
        ("JES AA Carrier", True),
        ("Partisan (AA)", True),
        ("Kraal Isaac AAT", False),
        ("Aaru", False),
    ],
)
def test_aa_as_a_word_of_the_name(name: str, anti_aircraft: bool) -> None:
    assert read(MORGAN, name=name).is_anti_aircraft is anti_aircraft


@pytest.mark.rule("AOD-UNIT-022")
@pytest.mark.parametrize("unit_id", [MORGAN, HATCHETMAN])
def test_a_capacity_makes_a_transport_of_any_type(unit_id: str) -> None:
    carrier = read(unit_id, transport_capacity=3)
    assert (carrier.is_transport, carrier.capacity) == (True, 3)
    assert not read(unit_id).is_transport


@pytest.mark.rule("AOD-UNIT-024")
def test_a_base_prints_one_attack_symbol() -> None:
    assert read(MORGAN).attack_symbol == "crosshair"
    assert read(MORGAN, attack_symbol="wrench").attack_symbol == "wrench"
    assert refused(MORGAN, attack_symbol=["wrench", "cross"]) == "$.attack_symbol"
    assert refused(MORGAN, attack_symbol="star") == "$.attack_symbol"


@pytest.mark.rule("AOD-UNIT-025")
def test_mechs_have_slots_since_age_of_destruction() -> None:
    assert catalogue().units[HATCHETMAN].slots
    assert not catalogue().units["DA-113"].slots
    assert "MECH_HAS_NO_SLOTS" in codes(judge(group(mech("DA-113", "AOD-G-018"))))
    full = mech(HATCHETMAN, "AOD-G-005", "AOD-G-008")
    assert judge(group(full)).legal


@pytest.mark.rule("AOD-UNIT-029")
def test_every_base_kind_has_a_front_and_a_rear_arc() -> None:
    bases = records()["bases.json"]
    arcs = bases["arcs_degrees"]
    assert min(arcs["front"], arcs["rear"]) > 0
    assert arcs["front"] + arcs["rear"] == 360
    assert {unit.base for unit in catalogue().units.values()} == set(bases["bases"])
