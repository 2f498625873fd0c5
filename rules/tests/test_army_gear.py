"""Gear: where it may sit, which requirements it has, what it may share a combat value with."""

from typing import Any

import pytest

from rules.age_of_destruction.records.cards import type_of_number
from rules.tests.army import (
    card,
    catalogue,
    catalogue_with,
    codes,
    errors,
    facts,
    figure,
    group,
    inline_mech,
    judge,
    mech,
    one,
)

LIGHT_ENERGY_BALLISTIC = "AOD-085"  # primary energy, secondary ballistic
LIGHT_TWO_BALLISTIC = "AOD-113"
LIGHT_MELEE_ENERGY = "AOD-083"  # Dragon's Fury
MEDIUM_BALLISTIC_ENERGY = "AOD-093"
HEAVY_ENERGY_BALLISTIC = "AOD-109"
HEAVY_MELEE_BALLISTIC = "AOD-119"

INFERNO, DOUBLE_RATE = "AOD-G-013", "AOD-G-015"  # light, ballistic
REFLECTIVE, HEAVY_ARMOR = "AOD-G-008", "AOD-G-009"  # medium, defense
CAMOUFLAGE, PIERCING = "AOD-G-016", "AOD-G-007"  # medium: speed, ballistic
BLADE = "AOD-G-017"  # heavy, primary damage
HEAVY_PIERCING, HEAVY_TARGETING = "AOD-G-032", "AOD-G-018"  # heavy: ballistic, attack


def on(weapon: str, gear: str = INFERNO) -> dict[str, str]:
    return {"card": gear, "weapon": weapon}


def heavy_gear(number: str, attaches_to: str, **fields: Any) -> dict[str, Any]:
    return card(f"TST-G-{number}", attaches_to=attaches_to, requires={"class": ["Heavy"]}, **fields)


TARGETING = {
    "slot": "attack",
    "color": "blue",
    "shape": "square",
    "name": "Improved Targeting",
}
PACK = catalogue_with(
    heavy_gear("001", "attack"),
    heavy_gear("002", "attack", alongside={"equipment": True}),
    heavy_gear("003", "ballistic", mark="primary"),
    heavy_gear("004", "ballistic", mark="secondary"),
    heavy_gear("005", "secondary_damage"),
    heavy_gear("006", "attack", alongside={"gear": True}),
    heavy_gear("007", "attack", provides=TARGETING),
    heavy_gear("008", "attack", provides=TARGETING | {"name": "Anti-Aircraft"}),
    card("TST-MC-001", factions=["House Kurita"]),
)


@pytest.mark.rule("AOD-GEAR-001")
def test_gear_goes_on_mechs_only() -> None:
    three = (
        mech(HEAVY_ENERGY_BALLISTIC, HEAVY_PIERCING, "AOD-G-011"),
        mech("AOD-110", HEAVY_PIERCING, "AOD-G-011"),
        mech("AOD-111", HEAVY_PIERCING, "AOD-G-011"),
    )
    assert judge(group(*three, total=900)).legal

    verdict = judge(
        group(mech("AOD-033", INFERNO, "AOD-G-002"), mech("AOD-028", pilot="AOD-P-001"))
    )
    assert errors(verdict) == {"CARD_ON_NON_MECH": 3}
    first, _, third = (v for v in verdict.violations if v.code == "CARD_ON_NON_MECH")
    assert first.where == ("units[0].gear[0]",)
    assert first.params["card"] == "AOD-G-013 Inferno Ammunition"
    assert (third.where, third.params["type"]) == (("units[1].pilot",), "infantry")


@pytest.mark.rule("AOD-GEAR-001", "AOD-PILOT-011")
@pytest.mark.parametrize("loose", [INFERNO, "AOD-P-001", "AOD-LP-001", "AOD-GS-001"])
def test_gear_and_pilots_need_a_mech(loose: str) -> None:
    verdict = judge(group("AOD-033", LIGHT_ENERGY_BALLISTIC, cards=("AOD-PC-001", loose)))
    violation = one(verdict, "CARD_UNASSIGNED")
    assert errors(verdict) == {"CARD_UNASSIGNED": 1}
    assert (violation.where, violation.params["mechs"]) == (("cards[1]",), ["units[1]"])


@pytest.mark.rule("AOD-GEAR-002", "AOD-UNIT-025")
@pytest.mark.parametrize(
    ("unit", "slots"),
    [
        (HEAVY_ENERGY_BALLISTIC, True),
        ("VG-068", True),
        ("DA-113", False),  # heavy with a ballistic weapon, but older
        (inline_mech("ballistic", "energy"), True),
        (inline_mech("ballistic", "energy", slots=False), False),
    ],
)
def test_only_mechs_with_slots_take_gear(unit: Any, slots: bool) -> None:
    verdict = judge(group(mech(unit, HEAVY_PIERCING)))
    assert errors(verdict) == ({} if slots else {"MECH_HAS_NO_SLOTS": 1})


def test_an_inline_mech_has_slots_only_when_it_says_so() -> None:
    record = inline_mech("ballistic", "energy")
    del record["slots"]
    violation = one(judge(group(mech(record, HEAVY_PIERCING))), "MECH_HAS_NO_SLOTS")
    assert violation.where == ("units[0].gear[0]",)
    assert violation.params == {"card": "AOD-G-032 Armor Piercing", "mech": "TST-1 Test tank"}


@pytest.mark.rule("AOD-GEAR-003")
@pytest.mark.parametrize(
    ("gear", "pilot", "expected"),
    [
        ([], None, {}),
        ([CAMOUFLAGE], None, {}),
        ([CAMOUFLAGE, REFLECTIVE], None, {}),
        ([], "AOD-P-005", {}),
        ([CAMOUFLAGE], "AOD-P-005", {}),
        ([CAMOUFLAGE, REFLECTIVE, PIERCING], None, {"SLOTS_EXCEEDED": 1}),
        ([CAMOUFLAGE, REFLECTIVE], "AOD-P-005", {"SLOTS_EXCEEDED": 1}),
    ],
)
def test_capacity_of_a_mech(gear: Any, pilot: Any, expected: dict[str, int]) -> None:
    assert errors(judge(group(mech(MEDIUM_BALLISTIC_ENERGY, *gear, pilot=pilot)))) == expected


@pytest.mark.rule("AOD-GEAR-003")
def test_a_mech_takes_one_pilot() -> None:
    pilots = [{"card": "AOD-P-005"}, {"card": "AOD-P-008"}]
    verdict = judge(group({"unit": MEDIUM_BALLISTIC_ENERGY, "pilot": pilots}))
    violation = one(verdict, "TWO_PILOTS")
    assert errors(verdict) == {"TWO_PILOTS": 1}
    assert violation.where == ("units[0]",)
    assert violation.params["pilots"] == ["AOD-P-005", "AOD-P-008"]


@pytest.mark.rule("AOD-GEAR-003")
@pytest.mark.parametrize(
    ("gear", "expected"),
    [
        ([CAMOUFLAGE], {"TWO_PILOTS": 1}),
        ([CAMOUFLAGE, REFLECTIVE], {"TWO_PILOTS": 1, "SLOTS_EXCEEDED": 1}),
    ],
)
def test_the_surplus_pilot_takes_no_slot(gear: list[str], expected: dict[str, int]) -> None:
    entry = mech(MEDIUM_BALLISTIC_ENERGY, *gear)
    pilots = [{"card": "AOD-P-005"}, {"card": "AOD-P-008"}]
    assert errors(judge(group(entry | {"pilot": pilots}))) == expected


def test_too_many_cards_are_listed_by_kind() -> None:
    crowded = mech(MEDIUM_BALLISTIC_ENERGY, CAMOUFLAGE, REFLECTIVE, pilot="AOD-P-005")
    violation = one(judge(group(crowded)), "SLOTS_EXCEEDED")
    assert violation.where == ("units[0]",)
    assert violation.params["gear"] == [CAMOUFLAGE, REFLECTIVE]
    assert violation.params["pilots"] == ["AOD-P-005"]


@pytest.mark.rule("AOD-GEAR-004")
@pytest.mark.parametrize(
    ("fields", "complete"),
    [
        ({"text": None}, False),
        ({}, True),
        ({"text": None, "modifiers": {"attack": 1}}, True),
        (
            {
                "text": None,
                "provides": {
                    "slot": "attack",
                    "color": "blue",
                    "shape": "square",
                    "name": "Improved Targeting",
                },
            },
            True,
        ),
    ],
)
def test_gear_that_prints_no_effect_is_reported(fields: dict[str, Any], complete: bool) -> None:
    warnings = catalogue_with(card("TST-G-001", attaches_to="attack", **fields)).warnings
    found = [warning.id for warning in warnings if warning.problem.code == "CARD_RECORD_INCOMPLETE"]
    assert found == ([] if complete else ["TST-G-001"])


@pytest.mark.rule("AOD-GEAR-006")
@pytest.mark.parametrize(("number", "kind"), [("G-013", "G"), ("G013", "G"), ("GS-013", "GS")])
def test_the_gear_prefix(number: str, kind: str) -> None:
    assert type_of_number(number) == kind


@pytest.mark.rule("AOD-GEAR-007")
def test_every_requirement_of_gear_is_met() -> None:
    assert judge(group(mech(LIGHT_ENERGY_BALLISTIC, INFERNO))).legal

    verdict = judge(group(mech(LIGHT_MELEE_ENERGY, INFERNO)))
    violation = one(verdict, "GEAR_WEAPON_TYPE_MISSING")
    assert errors(verdict) == {"GEAR_WEAPON_TYPE_MISSING": 1}
    assert violation.where == ("units[0].gear[0]",)
    assert violation.params["needs"] == "ballistic"
    assert violation.params["weapons"] == ["melee", "energy"]


@pytest.mark.rule("AOD-GEAR-007")
def test_class_and_weapon_fail_on_their_own() -> None:
    verdict = judge(group(mech(MEDIUM_BALLISTIC_ENERGY, "AOD-G-031")))
    assert errors(verdict) == {"GEAR_CLASS_MISMATCH": 1, "GEAR_WEAPON_TYPE_MISSING": 1}


@pytest.mark.rule("AOD-GEAR-008")
@pytest.mark.parametrize(
    ("unit", "actual"),
    [
        (HEAVY_ENERGY_BALLISTIC, "Heavy"),
        (MEDIUM_BALLISTIC_ENERGY, "Medium"),
        (LIGHT_ENERGY_BALLISTIC, "Light"),
        ("AOD-123", "Assault"),
    ],
)
def test_class_of_gear(unit: Any, actual: str | None) -> None:
    verdict = judge(group(mech(unit, HEAVY_PIERCING)))
    if actual == "Heavy":
        assert verdict.legal
        return
    violation = one(verdict, "GEAR_CLASS_MISMATCH")
    assert errors(verdict) == {"GEAR_CLASS_MISMATCH": 1}
    assert (violation.params["required"], violation.params["actual"]) == (["Heavy"], actual)


@pytest.mark.parametrize(
    ("variant", "expected", "noted"),
    [("TST-1-H", {}, False), ("TST-1", {"GEAR_CLASS_MISMATCH": 1}, True), (None, {}, False)],
)
def test_a_variant_without_class_letter_meets_no_class(
    variant: str | None, expected: dict[str, int], noted: bool
) -> None:
    unit = inline_mech("ballistic", "energy", variant=variant, mech_class="Heavy")
    verdict = judge(group(mech(unit, HEAVY_PIERCING)))
    assert errors(verdict) == expected
    assert ("CLASS_UNKNOWN" in codes(verdict)) is noted
    if noted:
        violation = one(verdict, "CLASS_UNKNOWN")
        assert (violation.severity, violation.where) == ("warning", ("units[0].gear[0]",))
        assert violation.params["variant"] == "TST-1"


@pytest.mark.rule("AOD-GEAR-009")
@pytest.mark.parametrize(
    ("unit", "gear", "expected"),
    [
        (LIGHT_ENERGY_BALLISTIC, on("secondary"), {}),
        (LIGHT_ENERGY_BALLISTIC, on("primary"), {"GEAR_WRONG_WEAPON": 1}),
        (MEDIUM_BALLISTIC_ENERGY, on("primary"), {"GEAR_CLASS_MISMATCH": 1}),
    ],
)
def test_inferno_ammunition_needs_the_ballistic_weapon_of_a_light_mech(
    unit: Any, gear: Any, expected: dict[str, int]
) -> None:
    assert errors(judge(group(mech(unit, gear)))) == expected


@pytest.mark.parametrize(
    ("gear", "chosen", "allowed"),
    [
        ({"card": HEAVY_PIERCING, "weapon": "primary"}, "primary", ["secondary"]),
        ({"card": "TST-G-004", "weapon": "primary"}, "primary", ["secondary"]),
        ({"card": "TST-G-003"}, "primary", []),
        ({"card": BLADE, "weapon": "secondary"}, "secondary", ["primary"]),
        ({"card": "TST-G-005", "weapon": "primary"}, "primary", ["secondary"]),
    ],
)
def test_a_wrong_weapon_names_the_right_ones(
    gear: Any, chosen: str | None, allowed: list[str]
) -> None:
    verdict = judge(group(mech(HEAVY_ENERGY_BALLISTIC, gear)), PACK)
    violation = one(verdict, "GEAR_WRONG_WEAPON")
    assert errors(verdict) == {"GEAR_WRONG_WEAPON": 1}
    assert violation.where == ("units[0].gear[0]",)
    assert (violation.params["chosen"], violation.params["allowed"]) == (chosen, allowed)


@pytest.mark.rule("AOD-GEAR-011")
@pytest.mark.parametrize(
    ("gear", "value"),
    [
        ([HEAVY_ARMOR, CAMOUFLAGE], None),
        ([HEAVY_ARMOR, REFLECTIVE], "defense"),
        ([HEAVY_ARMOR, HEAVY_ARMOR], "defense"),
        ([PIERCING, PIERCING], "primary_damage"),
        ([PIERCING, "AOD-G-026"], None),  # ballistic and energy: different weapons
    ],
)
def test_two_gear_on_one_combat_value(gear: Any, value: str | None) -> None:
    verdict = judge(group(mech(MEDIUM_BALLISTIC_ENERGY, *gear)))
    if value is None:
        assert verdict.legal
        return
    violation = one(verdict, "GEAR_SLOT_CONFLICT")
    assert errors(verdict) == {"GEAR_SLOT_CONFLICT": 1}
    assert violation.where == ("units[0].gear[0]", "units[0].gear[1]")
    assert violation.params["value"] == value


@pytest.mark.rule("AOD-GEAR-012")
@pytest.mark.parametrize(
    ("gear", "legal"),
    [
        ([HEAVY_TARGETING, "TST-G-001"], True),
        (["TST-G-001", HEAVY_TARGETING], True),
        (["TST-G-001", "TST-G-001"], False),
        (["TST-G-002", "TST-G-001"], False),  # along with equipment is not along with gear
        ([HEAVY_TARGETING, HEAVY_TARGETING], False),  # never two of the same card
        (["TST-G-006", "TST-G-006"], False),  # nor where the card prints no limit
        (["TST-G-006", "TST-G-001"], True),
        ([HEAVY_TARGETING, "TST-G-007"], False),  # other than Improved Targeting
        ([HEAVY_TARGETING, "TST-G-008"], True),
    ],
)
def test_gear_that_may_be_used_along_with_other_gear(gear: Any, legal: bool | None) -> None:
    verdict = judge(group(mech(HEAVY_ENERGY_BALLISTIC, *gear)), PACK)
    assert errors(verdict) == ({} if legal else {"GEAR_SLOT_CONFLICT": 1})


@pytest.mark.rule("AOD-GEAR-013")
@pytest.mark.parametrize(
    ("first", "second", "legal"),
    [
        ("primary", "secondary", True),
        ("secondary", "primary", True),
        ("primary", "primary", False),
        ("secondary", "secondary", False),
    ],
)
def test_two_gear_on_different_weapons(first: str, second: str, legal: bool | None) -> None:
    verdict = judge(group(mech(LIGHT_TWO_BALLISTIC, on(first), on(second, DOUBLE_RATE))))
    assert errors(verdict) == ({} if legal else {"GEAR_SLOT_CONFLICT": 1})


@pytest.mark.rule("AOD-GEAR-014")
@pytest.mark.parametrize(
    ("marked", "chosen", "legal"),
    [
        ("TST-G-003", "primary", True),
        ("TST-G-003", "secondary", False),
        ("TST-G-003", None, True),
        ("TST-G-004", "secondary", True),
        ("TST-G-004", "primary", False),
    ],
)
def test_gear_marked_for_one_weapon(marked: str, chosen: str | None, legal: bool | None) -> None:
    gear = {"card": marked} | ({"weapon": chosen} if chosen else {})
    verdict = judge(group(mech(inline_mech("ballistic", "ballistic"), gear)), PACK)
    assert errors(verdict) == ({} if legal else {"GEAR_WRONG_WEAPON": 1})


@pytest.mark.rule("AOD-GEAR-015")
def test_gear_for_either_weapon_stores_the_choice() -> None:
    assert judge(group(mech(LIGHT_TWO_BALLISTIC, on("secondary")))).legal

    verdict = judge(group(mech(LIGHT_TWO_BALLISTIC, INFERNO)))
    violation = one(verdict, "GEAR_WEAPON_NOT_CHOSEN")
    assert errors(verdict) == {"GEAR_WEAPON_NOT_CHOSEN": 1}
    assert violation.where == ("units[0].gear[0]",)
    assert violation.params["options"] == ["primary", "secondary"]


@pytest.mark.rule("AOD-GEAR-015")
def test_the_only_fitting_weapon_is_chosen_by_itself() -> None:
    verdict = judge(group(mech(LIGHT_ENERGY_BALLISTIC, INFERNO, on("secondary", DOUBLE_RATE))))
    assert one(verdict, "GEAR_SLOT_CONFLICT").params["value"] == "secondary_damage"


@pytest.mark.rule("AOD-GEAR-021")
@pytest.mark.parametrize(
    ("unit", "conflict"),
    [
        (HEAVY_MELEE_BALLISTIC, False),
        (inline_mech("melee", "ballistic"), False),
        (inline_mech("ballistic", "energy"), True),
    ],
)
def test_the_combat_value_after_assignment_decides_a_conflict(unit: Any, conflict: bool) -> None:
    verdict = judge(group(mech(unit, BLADE, HEAVY_PIERCING)))
    assert errors(verdict) == ({"GEAR_SLOT_CONFLICT": 1} if conflict else {})


@pytest.mark.rule("AOD-GEAR-012", "AOD-GEAR-021")
def test_every_card_that_joins_other_gear_leaves_out_its_own_equipment() -> None:
    joining = [each for each in catalogue().cards.values() if each.joins_gear]
    assert {each.id[-3:] for each in joining} == {"002", "003", "004", "006", "010", "012", "018"}
    for each in joining:
        assert each.provides is not None
        assert each.joins_other_than == each.provides.name


@pytest.mark.rule("AOD-GEAR-012", "AOD-GEAR-013")
def test_the_same_card_sits_on_two_different_weapons() -> None:
    two_melee = inline_mech("melee", "melee", variant="TST-1-M")
    agility = [on("primary", "AOD-G-006"), on("secondary", "AOD-G-006")]
    assert errors(judge(group(mech(two_melee, *agility)))) == {}
    agility[1] = on("primary", "AOD-G-006")
    assert errors(judge(group(mech(two_melee, *agility)))) == {"GEAR_SLOT_CONFLICT": 1}


@pytest.mark.rule("AOD-GEAR-022")
def test_gear_is_not_unique() -> None:
    three = [mech(unit, HEAVY_PIERCING) for unit in ("AOD-109", "AOD-110", "AOD-111")]
    units = {"AOD-109": 1, "AOD-110": 1, "AOD-111": 1}
    data = group(*three, total=750)
    assert judge(data).legal

    short = judge(data | {"owned": units | {HEAVY_PIERCING: 2}})
    assert short.legal
    violation = one(short, "NOT_OWNED")
    assert violation.severity == "note"
    assert (violation.params["needed"], violation.params["owned"]) == (3, 2)
    enough = judge(data | {"owned": units | {HEAVY_PIERCING: 3}})
    assert "NOT_OWNED" not in codes(enough)


KURITA_GEAR = "AOD-G-033"  # light, melee
KURITA_CONTRACT = "TST-MC-001"


@pytest.mark.rule("AOD-GEAR-023")
@pytest.mark.parametrize(
    ("unit", "cards", "actual"),
    [
        ("AOD-141", (), "House Kurita"),
        (LIGHT_MELEE_ENERGY, (), "Dragon's Fury"),  # an ally is not enough
        (inline_mech("melee", "energy", variant="TST-1-L"), (), None),
        (inline_mech("melee", "energy", variant="TST-1-L"), (KURITA_CONTRACT,), "House Kurita"),
        (LIGHT_MELEE_ENERGY, (KURITA_CONTRACT,), "Dragon's Fury"),
    ],
)
def test_gear_of_a_faction(unit: Any, cards: Any, actual: str | None) -> None:
    verdict = judge(group(mech(unit, KURITA_GEAR), cards=cards), PACK)
    if actual == "House Kurita":
        assert verdict.legal
        return
    violation = one(verdict, "GEAR_FACTION_MISMATCH")
    assert errors(verdict) == {"GEAR_FACTION_MISMATCH": 1}
    assert violation.where == ("units[0].gear[0]",)
    assert (violation.params["allowed"], violation.params["actual"]) == (["House Kurita"], actual)


@pytest.mark.rule("AOD-GEAR-023")
def test_a_recruited_mech_takes_gear_of_its_new_faction() -> None:
    entry = mech(inline_mech("melee", "energy", variant="TST-1-L"), KURITA_GEAR, pilot="AOD-GS-001")
    assert errors(judge(group(entry))) == {"GEAR_FACTION_MISMATCH": 1}
    entry["pilot"]["recruit"] = "House Kurita"
    assert judge(group(entry)).legal


START = {value: {"color": "green"} for value in ("primary_damage", "secondary_damage", "speed")}


def _click(number: int, *, targeting: bool) -> dict[str, Any]:
    symbol = {"attack": {"color": "blue", "shape": "square"}} if targeting else {}
    values = {"speed": 6, "attack": 9, "defense": 18, "primary_damage": 3, "secondary_damage": 2}
    marker = "start" if number == 1 else None
    return {"click": number, "marker": marker, "special_equipment": symbol, **values}


@pytest.mark.parametrize(("last_click_shows_it", "noted"), [(True, True), (False, False)])
def test_gear_that_the_dial_shows_anyway_is_noted(last_click_shows_it: bool, noted: bool) -> None:
    unit = inline_mech(
        "ballistic",
        "energy",
        speed_mode="mech",
        vent=2,
        dial=[_click(1, targeting=True), _click(2, targeting=last_click_shows_it)],
        heat_dial=[
            {
                "primary_damage_mod": 0,
                "secondary_damage_mod": 0,
                "speed_mod": 0,
                "effects": START,
            }
        ],
    )
    verdict = judge(group(mech(unit, HEAVY_TARGETING)))
    assert verdict.legal
    assert ("GEAR_DUPLICATES_EQUIPMENT" in codes(verdict)) is noted
    if noted:
        violation = one(verdict, "GEAR_DUPLICATES_EQUIPMENT")
        assert violation.where == ("units[0].gear[0]",)
        assert violation.params["equipment"] == "Improved Targeting"


def test_a_vehicle_has_no_place_for_cards_whatever_it_says() -> None:
    verdict = judge(group(mech(figure(), INFERNO)))
    assert errors(verdict) == {"CARD_ON_NON_MECH": 1}


@pytest.mark.rule("AOD-GEAR-003", "AOD-GEAR-011")
@pytest.mark.parametrize("gear", [("AOD-G-002",), ("AOD-G-002", "AOD-G-003")])
def test_slots_in_use_are_told_and_conflicts_asked_of_two_only(gear: tuple[str, ...]) -> None:
    verdict = judge(group(mech("AOD-085", *gear), "AOD-033"))
    assert facts(verdict, "capacity") == {"used": {"units[0]": len(gear)}}
    topics = {check.topic for check in verdict.checks}
    assert ("gear_conflict" in topics) is (len(gear) == 2)


@pytest.mark.rule("AOD-GEAR-002", "AOD-GEAR-003")
def test_of_a_mech_without_slots_it_is_not_told_how_many_it_uses() -> None:
    verdict = judge(group(mech("DA-113", "AOD-G-032")))
    assert "capacity" not in {check.topic for check in verdict.checks}
