"""For every code the first repair is the smallest one, in the code's own order of remedies."""

from typing import Any

import pytest

from rules.age_of_destruction import read_group, repair_message, repairs, write_repair
from rules.age_of_destruction.army.remedies.case import REMEDIES
from rules.tests.army import (
    card,
    catalogue_with,
    codes,
    figure,
    group,
    inline_mech,
    judge,
    mech,
)
from rules.tests.repairing import add, first, move, remove, replace, set_field, total

HEAVY = {"requires": {"class": ["Heavy"]}}
PACK = catalogue_with(
    card("TST-GS-001", cost="20", recruitment={"Steel Wolves": 8, "Highlanders": 9}, **HEAVY),
    card("TST-GS-002", cost="20", recruitment={"base": 5}, crossed_out=["Clan Jade Falcon"]),
    card("TST-LP-001", name="Adam Stark", **HEAVY),
    card("TST-G-001", attaches_to="attack", requires={"faction": ["Swordsworn"]}),
)

CARRIER, APC, INFANTRY, VTOL = "AOD-068", "AOD-038", "AOD-031", "AOD-047"
STEEL_WOLVES, STORMHAMMERS, SPIRIT_CATS = "AOD-006", "AOD-007", "AOD-016"
BORDER, PRIDE = "HSE-SA-001", "HSE-F-001"  # Steel Wolves and Stormhammers; Steel Wolves
HIGHLANDERS_CONTRACT = {"card": "HSE-MC-001", "faction": "Highlanders"}  # or Swordsworn
UNRECORDED = inline_mech("melee", "energy", status="listed", variant="TST-1-L")
STARK, PASCHKE = "AOD-GS-003", "AOD-GS-007"


def load(transport: int, *passengers: int) -> dict[str, Any]:
    return {"transport": transport, "passengers": list(passengers)}


def pilots(unit: str, *cards: str) -> dict[str, Any]:
    return {"unit": unit, "pilot": [{"card": card} for card in cards]}


def pilot(unit: str, card: str, **choice: Any) -> dict[str, Any]:
    return mech(unit, pilot=card, **choice)


def on(weapon: str, gear: str) -> dict[str, str]:
    return {"card": gear, "weapon": weapon}


Case = tuple[str, dict[str, Any], list[dict[str, Any]]]

#: A code, a group it is raised for, and the smallest repair.
SMALLEST: list[Case] = [
    ("LIMIT_MISSING", group("AOD-033", total=None), [total(450)]),
    ("LIMIT_NOT_MULTIPLE_OF_150", group("AOD-033", total=400), [total(450)]),
    (
        "LIMIT_NOT_ALLOWED_BY_FORMAT",
        group("AOD-033", total=600, event="standard-300"),
        [total(300)],
    ),
    (
        "OVER_POINTS",
        group(
            {"unit": figure(id="TST-1", points=100)},
            {"unit": figure(id="TST-2", points=60)},
            {"unit": figure(id="TST-3", points=25)},
            total=150,
        ),
        [remove("units[1]")],
    ),
    (
        "EMPTY_BATTLE_GROUP",
        group(),
        [add("DA-003")],
    ),
    (
        "POINTS_DIFFER_FROM_CATALOGUE",
        group({"unit": "AOD-001", "points": 99}),
        [set_field("units[0]", "points", 10)],
    ),
    (
        "SCALED_COST_WRONG",
        group("AOD-117", cards=({"card": "HSE-F-001", "points": 10},)),
        [set_field("cards[0]", "points", 30)],
    ),
    (
        "UNKNOWN_CARD",
        group("AOD-001", cards=("AOD-PC-001X",)),
        [replace("cards[0]", "AOD-PC-001")],
    ),
    (
        "UNKNOWN_UNIT",
        group("AOD-001X"),
        [replace("units[0]", "AOD-001")],
    ),
    (
        "DUPLICATE_UNIQUE_COLLECTOR_NUMBER",
        group("AOD-115", mech("AOD-115", pilot="AOD-LP-001")),
        [remove("units[0]")],
    ),
    (
        "CARD_ON_NON_MECH",
        group(mech("AOD-001", "AOD-G-005"), "AOD-102"),
        [move("units[0].gear[0]", "units[1]")],
    ),
    (
        "CARD_UNASSIGNED",
        group("AOD-102", cards=("AOD-P-010",)),
        [move("cards[0]", "units[0]")],
    ),
    (
        "TOO_MANY_CARDS_OF_TYPE",
        group("AOD-001", cards=("AOD-PC-006", "AOD-PC-007")),
        [remove("cards[0]")],
    ),
    ("PRIDE_FACTION_MISSING", group("AOD-001", cards=("HSE-F-001",)), [remove("cards[0]")]),
    (
        "CARD_TYPE_NOT_ALLOWED",
        group("AOD-001", cards=("AOD-PC-006",), event={"card_types": ["G"]}),
        [remove("cards[0]")],
    ),
    (
        "UNIT_NOT_LEGAL_IN_FORMAT",
        group("AOD-001", "AOD-102", event={"types": ["infantry"]}),
        [remove("units[1]")],
    ),
    (
        "UNIT_POINTS_OUT_OF_RANGE",
        group("AOD-001", "AOD-102", event={"most_points": 100}),
        [remove("units[1]")],
    ),
    (
        "NUMBER_NOT_ALLOWED_BY_FORMAT",
        group(mech("AOD-102", "AOD-G-005"), event={"banned": ["AOD-G-005"]}),
        [remove("units[0].gear[0]")],
    ),
    (
        "TOO_MANY_ALIKE_IN_FORMAT",
        group({"unit": "AOD-001", "count": 5}, event={"per_number": 2}),
        [set_field("units[0]", "count", 2)],
    ),
    (
        "UNIT_COUNT_OUT_OF_RANGE",
        group({"unit": "AOD-001", "count": 5}, event={"unit_counts": [{"most": 2}]}),
        [set_field("units[0]", "count", 2)],
    ),
    (
        "NOT_FACTION_PURE",
        group("AOD-102", "AOD-002", event={"pure": True}),
        [replace("units[1]", "AOD-001")],
    ),
    (
        "NOT_A_TRANSPORT",
        group("AOD-001", "AOD-014", loads=[{"transport": 0, "passengers": [1]}]),
        [remove("loads[0]")],
    ),
    (
        "RECRUITMENT_ON_OTHER_PILOT",
        group(mech("AOD-102", pilot="AOD-P-010", recruit="Highlanders")),
        [set_field("units[0].pilot", "recruit", None)],
    ),
    # Stated costs
    (
        "ALT_COST_REQUIRED",
        group({"unit": "AOD-115", "pilot": {"card": "AOD-LP-001", "points": 21}}),
        [set_field("units[0].pilot", "points", 30)],
    ),
    (
        "ALT_COST_REQUIRED",
        group("AOD-029", "AOD-049", cards=({"card": "HSE-F-002", "points": 36},)),
        [set_field("cards[0]", "points", 27)],
    ),
    (
        "ALT_COST_NOT_AVAILABLE",
        group({"unit": "AOD-083", "pilot": {"card": "AOD-LP-001", "points": 30}}),
        [set_field("units[0].pilot", "points", 21)],
    ),
    (
        "ALT_COST_NOT_AVAILABLE",
        group("AOD-029", "AOD-030", cards=({"card": "HSE-F-002", "points": 27},)),
        [set_field("cards[0]", "points", 36)],
    ),
    (
        "RECRUITMENT_COST_SCALED",
        group(pilot("AOD-117", PASCHKE, recruit="Steel Wolves", recruit_points=24)),
        [set_field("units[0].pilot", "recruit_points", 8)],
    ),
    (
        "RECRUITMENT_WRONG_COST",
        group(pilot("AOD-117", PASCHKE, recruit="Steel Wolves", recruit_points=5)),
        [set_field("units[0].pilot", "recruit_points", 8)],
    ),
    # Figures
    (
        "TOTAL_UNDECIDED",
        group({"unit": figure(points=None)}, "AOD-001"),
        [remove("units[0]")],
    ),
    (
        "UNIQUE_SAME_NAME",
        group("AOD-119", "AOD-133", rulings={"unique_by_name": True}),
        [remove("units[1]")],
    ),
    (
        "UNIT_COUNT_OUT_OF_RANGE",
        group("AOD-102", "AOD-001", event={"unit_counts": [{"type": "infantry", "least": 3}]}),
        [add("DA-003", count=2)],
    ),
    # Cards of the group
    (
        "PRIDE_AND_ALLIANCE",  # the cheaper one goes
        group(STEEL_WOLVES, STORMHAMMERS, cards=(BORDER, PRIDE)),
        [remove("cards[0]")],
    ),
    (
        "PRIDE_AND_ALLIANCE",  # the one without its faction goes
        group(STORMHAMMERS, SPIRIT_CATS, "AOD-096", cards=("HSE-F-001", "HSE-SA-002")),
        [remove("cards[0]")],
    ),
    ("ALLIANCE_FACTION_MISSING", group(STEEL_WOLVES, cards=(BORDER,)), [add("AOD-031")]),
    ("ALLIANCE_FACTION_MISSING", group(SPIRIT_CATS, cards=(BORDER,)), [remove("cards[0]")]),
    (
        "ALLIANCE_FACTION_MISSING",
        group(
            STORMHAMMERS,
            pilot("AOD-121", "AOD-GS-005", recruit="House Steiner"),
            cards=(BORDER,),
        ),
        [set_field("units[1].pilot", "recruit", "Steel Wolves")],
    ),
    (
        "ALLIANCE_FOREIGN_FACTION",
        group(
            STEEL_WOLVES,
            STORMHAMMERS,
            SPIRIT_CATS,
            cards=(BORDER,),
            rulings={"sa_limits_factions": True},
        ),
        [remove("units[2]")],
    ),
    (
        "ALLIANCE_FOREIGN_FACTION",
        group(
            STEEL_WOLVES,
            STORMHAMMERS,
            "AOD-095",
            cards=(BORDER,),
            rulings={"sa_limits_factions": True},
        ),
        [replace("units[2]", "AOD-094")],
    ),
    (
        "CARD_REQUIREMENT_NOT_MET",
        group("AOD-033", "AOD-003", cards=("HSE-F-004",)),
        [add("DA-039")],
    ),
    (
        "CARD_REQUIREMENT_NOT_MET",
        group("AOD-003", "AOD-004", cards=("HSE-SA-003",)),
        [remove("cards[0]")],
    ),
    (
        "CARD_REQUIREMENT_UNCHECKED",
        group("AOD-008", cards=("HSE-F-006",)),
        [
            set_field(
                "cards[0]",
                "confirmed",
                [
                    "You told every opponent the point total of your battle group"
                    " before terrain was placed."
                ],
            )
        ],
    ),
    (
        "CONTRACT_FACTION_NOT_CHOSEN",
        group("AOD-033", "AOD-125", "AOD-050", cards=("HSE-MC-001", "HSE-F-004")),
        [set_field("cards[0]", "faction", "Swordsworn")],
    ),
    (
        "INLINE_NOT_ALLOWED_BY_FORMAT",
        group("AOD-102", {"unit": figure()}, event={"name": "cup", "catalogue_only": True}),
        [remove("units[1]")],
    ),
    (
        "CARD_FACTION_UNRECORDED",
        group(mech(UNRECORDED, "AOD-G-033")),
        [remove("units[0].gear[0]")],
    ),
    # Gear and pilots
    (
        "MECH_HAS_NO_SLOTS",
        group(mech("DA-113", "AOD-G-032"), "AOD-109", total=600),
        [move("units[0].gear[0]", "units[1]")],
    ),
    (
        "MECH_HAS_NO_SLOTS",
        group(mech("DF-096", "AOD-G-002")),
        [replace("units[0]", "AOD-141")],
    ),
    (
        "SLOTS_EXCEEDED",
        group(mech("AOD-093", "AOD-G-008", "AOD-G-016", "AOD-G-007")),
        [remove("units[0].gear[1]")],
    ),
    (
        "SLOTS_EXCEEDED",
        group(mech("AOD-093", "AOD-G-016", "AOD-G-008", pilot="AOD-P-005"), "AOD-095"),
        [move("units[0].gear[0]", "units[1]")],
    ),
    (
        "TWO_PILOTS",
        group(pilots("AOD-102", "AOD-P-010", "AOD-P-008")),
        [remove("units[0].pilot[1]")],
    ),
    (
        "TWO_PILOTS",  # the cheaper one is at home and stays
        group(pilots("AOD-118", STARK, "AOD-P-011")),
        [remove("units[0].pilot[1]")],
    ),
    (
        "TWO_PILOTS",
        group(pilots("AOD-115", "AOD-LP-001", "AOD-P-002"), "AOD-084"),
        [move("units[0].pilot[1]", "units[1]")],
    ),
    (
        "GEAR_CLASS_MISMATCH",
        group(mech("AOD-117", "AOD-G-004"), "AOD-085"),
        [replace("units[0].gear[0]", "AOD-G-012")],
    ),
    (
        "GEAR_CLASS_MISMATCH",
        group(mech("AOD-117", "AOD-G-002"), "AOD-085"),
        [move("units[0].gear[0]", "units[1]")],
    ),
    ("GEAR_CLASS_MISMATCH", group(mech("AOD-117", "AOD-G-002")), [remove("units[0].gear[0]")]),
    (
        "GEAR_WEAPON_TYPE_MISSING",
        group(mech("AOD-083", "AOD-G-013"), "AOD-085"),
        [move("units[0].gear[0]", "units[1]")],
    ),
    ("GEAR_WEAPON_TYPE_MISSING", group(mech("AOD-083", "AOD-G-013")), [remove("units[0].gear[0]")]),
    (
        "GEAR_WRONG_WEAPON",
        group(mech("AOD-085", on("primary", "AOD-G-013"))),
        [set_field("units[0].gear[0]", "weapon", "secondary")],
    ),
    (
        "GEAR_WEAPON_NOT_CHOSEN",
        group(mech("AOD-113", "AOD-G-013")),
        [set_field("units[0].gear[0]", "weapon", "primary")],
    ),
    (
        "GEAR_WEAPON_NOT_CHOSEN",
        group(mech("AOD-113", on("primary", "AOD-G-015"), "AOD-G-013")),
        [set_field("units[0].gear[1]", "weapon", "secondary")],
    ),
    (
        "GEAR_SLOT_CONFLICT",
        group(mech("AOD-113", on("primary", "AOD-G-015"), on("primary", "AOD-G-013"))),
        [set_field("units[0].gear[0]", "weapon", "secondary")],
    ),
    (
        "GEAR_SLOT_CONFLICT",
        group(mech("AOD-093", "AOD-G-008", "AOD-G-009"), "AOD-095"),
        [move("units[0].gear[0]", "units[1]")],
    ),
    (
        "GEAR_SLOT_CONFLICT",  # the cheaper one goes
        group(mech("AOD-109", "AOD-G-032", "AOD-G-019")),
        [remove("units[0].gear[1]")],
    ),
    (
        "GEAR_FACTION_MISMATCH",
        group(mech("AOD-083", "AOD-G-033"), "AOD-141"),
        [move("units[0].gear[0]", "units[1]")],
    ),
    (
        "GEAR_FACTION_MISMATCH",
        group(mech("AOD-114", "TST-G-001"), cards=(HIGHLANDERS_CONTRACT,)),
        [set_field("cards[0]", "faction", "Swordsworn")],
    ),
    ("GEAR_FACTION_MISMATCH", group(mech("AOD-083", "AOD-G-033")), [remove("units[0].gear[0]")]),
    (
        "PILOT_CLASS_MISMATCH",
        group(pilot("AOD-102", "AOD-P-001"), "AOD-085"),
        [move("units[0].pilot", "units[1]")],
    ),
    (
        "PILOT_CLASS_MISMATCH",
        group(pilot("AOD-102", "AOD-P-001")),
        [replace("units[0].pilot", "AOD-P-008")],
    ),
    (
        "PILOT_FACTION_MISMATCH",
        group(pilot("AOD-089", "AOD-P-003"), "AOD-086"),
        [move("units[0].pilot", "units[1]")],
    ),
    (
        "PILOT_FACTION_MISMATCH",
        group(pilot("AOD-102", "AOD-P-007")),
        [replace("units[0].pilot", "AOD-P-010")],
    ),
    (
        "DUPLICATE_UNIQUE_PILOT",  # the one on the preferred 'Mech stays
        group(pilot("AOD-118", STARK), pilot("AOD-134", STARK)),
        [remove("units[1].pilot")],
    ),
    (
        "DUPLICATE_UNIQUE_PILOT",
        group(pilot("AOD-134", STARK), pilot("AOD-118", STARK)),
        [remove("units[0].pilot")],
    ),
    (
        "UNIQUE_PILOT_SAME_NAME",
        group(
            pilot("AOD-118", STARK),
            pilot("AOD-134", "TST-LP-001"),
            rulings={"unique_pilot_by_name": True},
        ),
        [remove("units[1].pilot")],
    ),
    # Recruitment
    (
        "RECRUITMENT_REQUIRED",
        group(pilot("AOD-117", PASCHKE, recruit=None)),
        [set_field("units[0].pilot", "recruit", "Steel Wolves")],
    ),
    (
        "RECRUITMENT_REQUIRED",  # no points for it
        group(
            pilot("AOD-117", PASCHKE, recruit=None),
            "AOD-134",
            {"unit": figure(points=236)},
            total=600,
        ),
        [move("units[0].pilot", "units[1]")],
    ),
    (
        "RECRUITMENT_IMPOSSIBLE",
        group(pilot("AOD-120", "TST-GS-001"), "AOD-118", total=600),
        [move("units[0].pilot", "units[1]")],
    ),
    (
        "RECRUITMENT_IMPOSSIBLE",
        group(pilot("AOD-110", "TST-GS-001")),
        [replace("units[0]", "AOD-109")],
    ),
    (
        "RECRUITMENT_FACTION_CROSSED_OUT",
        group(pilot("AOD-118", "TST-GS-002", recruit="Clan Jade Falcon")),
        [set_field("units[0].pilot", "recruit", None)],
    ),
    (
        "RECRUITMENT_FACTION_CROSSED_OUT",
        group(pilot("AOD-111", "TST-GS-002")),
        [replace("units[0]", "AOD-110")],
    ),
    (
        "RECRUITMENT_CHANGES_FACTION",
        group(pilot("AOD-110", STARK, recruit="House Davion")),
        [set_field("units[0].pilot", "recruit", "Stormhammers")],
    ),
    (
        "RECRUITMENT_MULTIPLE",  # the cheapest
        group(pilot("AOD-118", STARK, recruit=["House Liao", "House Davion"])),
        [set_field("units[0].pilot", "recruit", "House Davion")],
    ),
    (
        "RECRUITMENT_MULTIPLE",  # the one another card needs
        group(
            pilot("AOD-118", PASCHKE, recruit=["Highlanders", "Steel Wolves"]),
            STORMHAMMERS,
            cards=(BORDER,),
        ),
        [set_field("units[0].pilot", "recruit", "Steel Wolves")],
    ),
    (
        "RECRUITMENT_SYMBOLLESS_NOT_ALLOWED",
        group(
            pilot("AOD-118", STARK, recruit="Highlanders"),
            rulings={"symbolless_cost_gives_any_symbol": False},
        ),
        [set_field("units[0].pilot", "recruit", "House Davion")],
    ),
    # Loads
    (
        "TRANSPORT_OVERLOADED",
        group(CARRIER, *[INFANTRY] * 4, loads=[load(0, 1, 2, 3, 4)]),
        [set_field("loads[0]", "passengers", [1, 2, 3])],
    ),
    (
        "TRANSPORT_OVERLOADED",  # the smallest that is enough leaves
        group(
            CARRIER,
            {"unit": figure(speed_mode="tracked")},
            INFANTRY,
            loads=[load(0, 1, 2)],
        ),
        [set_field("loads[0]", "passengers", [1])],
    ),
    (
        "PASSENGER_NOT_ALLOWED",
        group(CARRIER, VTOL, INFANTRY, loads=[load(0, 1, 2)]),
        [set_field("loads[0]", "passengers", [2])],
    ),
    (
        "PASSENGER_TWICE",
        group(CARRIER, APC, INFANTRY, INFANTRY, loads=[load(0, 2, 3), load(1, 2)]),
        [remove("loads[1]")],
    ),
]


def test_the_table_holds_every_code_with_a_remedy() -> None:
    assert {code for code, *_ in SMALLEST} == REMEDIES.keys()


@pytest.mark.parametrize(
    ("code", "data", "expected"), SMALLEST, ids=[code.lower() for code, *_ in SMALLEST]
)
def test_the_first_repair_is_the_smallest_of_its_code(
    code: str, data: dict[str, Any], expected: list[dict[str, Any]]
) -> None:
    assert code in codes(judge(data, PACK))
    assert first(data, PACK) == expected


@pytest.mark.parametrize("data", [data for _, data, _ in SMALLEST])
def test_every_repair_has_words_in_every_language(data: dict[str, Any]) -> None:
    read = read_group(data)
    for repair in repairs(read, PACK):
        for language in ("en", "pl"):
            assert repair_message(repair, read, PACK, language)
        assert write_repair(repair, read, PACK, "en").keys() == {"changes", "total", "message"}
