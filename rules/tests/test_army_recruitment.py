"""Gunslingers: who may recruit them, what it costs and which faction their 'Mech then bears."""

from typing import Any

import pytest

from rules.age_of_destruction.records.cards import type_of_number
from rules.tests.army import (
    card,
    catalogue_with,
    codes,
    errors,
    factions,
    group,
    judge,
    mech,
    one,
    points_at,
)

# 'Mechs without symbol
ARBALEST, RIFLEMAN, JADE_HAWK, XANTHOS = "AOD-113", "AOD-118", "AOD-119", "AOD-123"
# heavy 'Mechs with symbol
JADE_FALCON, STORMHAMMERS, STEEL_WOLVES, SPIRIT_CATS = "AOD-111", "AOD-110", "AOD-117", "AOD-120"

STARK = "AOD-GS-003"  # base 5; Jade Falcon 14, Davion 3, Liao 18, Swordsworn 3
SANTOS = "AOD-GS-004"  # base 5; Jade Falcon 14, Liao 18
PASCHKE = "AOD-GS-007"  # base 5; Jade Falcon 14, Liao 18, Steel Wolves 8

HEAVY = {"requires": {"class": ["Heavy"]}}
PACK = catalogue_with(
    card("TST-GS-001", recruitment={"Steel Wolves": 8, "House Liao": 9}, **HEAVY),
    card(
        "TST-GS-002",
        recruitment={"base": 5, "House Liao": 9},
        crossed_out=["Clan Jade Falcon"],
        **HEAVY,
    ),
    card("TST-F-001", factions=["House Davion"]),
)


def paid(entry: dict[str, Any], **more: Any) -> int:
    """What the recruitment of a legal entry costs."""
    verdict = judge(group(entry, **more), PACK)
    assert verdict.legal
    return points_at(verdict, "units[0].recruit")


@pytest.mark.rule("AOD-GUN-001")
def test_only_gunslingers_are_recruited() -> None:
    assert type_of_number("GS-003") == "GS"
    assert judge(group(mech(JADE_FALCON, pilot=PASCHKE, recruit="Clan Jade Falcon"))).legal
    assert judge(group(mech(JADE_FALCON, pilot="AOD-P-011", recruit=None))).legal

    verdict = judge(group(mech(JADE_FALCON, pilot="AOD-P-011", recruit="Clan Jade Falcon")))
    violation = one(verdict, "RECRUITMENT_ON_OTHER_PILOT")
    assert errors(verdict) == {"RECRUITMENT_ON_OTHER_PILOT": 1}
    assert violation.where == ("units[0].pilot",)
    assert violation.params["pilot"].startswith("AOD-P-011")
    assert verdict.points.total == 164 + 9


@pytest.mark.rule("AOD-GUN-002")
def test_a_paid_recruitment_gives_the_symbol() -> None:
    davion = judge(group(mech(RIFLEMAN, pilot=STARK, recruit="House Davion")))
    unpaid = judge(group(mech(RIFLEMAN, pilot=STARK)))
    assert (factions(davion), factions(unpaid)) == (["House Davion"], [None])
    assert (davion.pieces[0].printed, davion.pieces[0].faction_from) == (None, "recruitment")


@pytest.mark.rule("AOD-GUN-004")
@pytest.mark.parametrize(
    ("unit", "cost"), [(SPIRIT_CATS, 5), (JADE_FALCON, 14), (STORMHAMMERS, 5), ("AOD-112", 5)]
)
def test_the_named_cost_goes_before_the_symbol_less_one(unit: Any, cost: int) -> None:
    assert paid(mech(unit, pilot=SANTOS)) == cost


@pytest.mark.rule("AOD-GUN-005")
@pytest.mark.parametrize("limit", [300, 450, 600])
def test_the_recruitment_counts_for_the_mech_and_never_scales(limit: int) -> None:
    verdict = judge(group(mech(JADE_FALCON, pilot=SANTOS), total=limit))
    assert verdict.points.total == 164 + 21 + 14
    assert verdict.pieces[0].value == 199


@pytest.mark.rule("AOD-GUN-006")
def test_one_recruitment_only() -> None:
    assert paid(mech(RIFLEMAN, pilot=STARK, recruit=["House Davion"])) == 3

    twice = mech(RIFLEMAN, pilot=STARK, recruit=["House Davion", "Swordsworn"])
    verdict = judge(group(twice))
    violation = one(verdict, "RECRUITMENT_MULTIPLE")
    assert errors(verdict) == {"RECRUITMENT_MULTIPLE": 1}
    assert violation.where == ("units[0].pilot",)
    assert violation.params["factions"] == ["House Davion", "Swordsworn"]
    assert violation.params["costs"] == [3, 3]
    assert points_at(verdict, "units[0].recruit") == 6


@pytest.mark.rule("AOD-GUN-007")
@pytest.mark.parametrize(
    ("choice", "cost", "faction"),
    [
        ({}, 0, None),
        ({"recruit": None}, 0, None),
        ({"recruit": "House Liao"}, 18, "House Liao"),
    ],
)
def test_a_mech_without_symbol_may_be_recruited(
    choice: Any, cost: int, faction: str | None
) -> None:
    entry = mech(RIFLEMAN, pilot=STARK, **choice)
    assert paid(entry) == cost
    assert factions(judge(group(entry))) == [faction]


@pytest.mark.rule("AOD-GUN-008")
def test_a_mech_with_symbol_is_recruited_by_its_faction() -> None:
    assert paid(mech(STEEL_WOLVES, pilot=PASCHKE, recruit="Steel Wolves")) == 8
    assert paid(mech(STEEL_WOLVES, pilot=PASCHKE)) == 8

    verdict = judge(group(mech(STEEL_WOLVES, pilot=PASCHKE, recruit=None)))
    violation = one(verdict, "RECRUITMENT_REQUIRED")
    assert errors(verdict) == {"RECRUITMENT_REQUIRED": 1}
    assert violation.where == ("units[0].pilot",)
    assert (violation.params["faction"], violation.params["cost"]) == ("Steel Wolves", 8)
    assert verdict.points.total == 185 + 19


@pytest.mark.rule("AOD-GUN-008", "AOD-GUN-004")
@pytest.mark.parametrize(
    ("stated", "code"),
    [(8, None), (5, "RECRUITMENT_WRONG_COST"), (24, "RECRUITMENT_COST_SCALED")],
)
def test_a_stated_recruitment_cost_is_compared(stated: int, code: str | None) -> None:
    entry = mech(STEEL_WOLVES, pilot=PASCHKE, recruit="Steel Wolves", recruit_points=stated)
    verdict = judge(group(entry))
    assert errors(verdict) == ({code: 1} if code else {})
    assert points_at(verdict, "units[0].recruit") == 8
    if code:
        params = one(verdict, code).params
        assert (params["stated"], params["expected"]) == (stated, 8)


@pytest.mark.rule("AOD-GUN-009")
@pytest.mark.parametrize(
    ("unit", "pilot", "cost"),
    [
        (SPIRIT_CATS, SANTOS, 5),
        (STEEL_WOLVES, "TST-GS-001", 8),
        (SPIRIT_CATS, "TST-GS-001", None),
    ],
)
def test_without_a_cost_for_its_faction_a_mech_has_no_gunslinger(
    unit: Any, pilot: Any, cost: int
) -> None:
    if cost is not None:
        assert paid(mech(unit, pilot=pilot)) == cost
        return
    verdict = judge(group(mech(unit, pilot=pilot)), PACK)
    violation = one(verdict, "RECRUITMENT_IMPOSSIBLE")
    assert errors(verdict) == {"RECRUITMENT_IMPOSSIBLE": 1}
    assert violation.where == ("units[0].pilot",)
    assert violation.params["faction"] == "Spirit Cats"


@pytest.mark.rule("AOD-GUN-010", "AOD-GUN-007")
@pytest.mark.parametrize(
    ("unit", "recruit", "crossed"),
    [
        (RIFLEMAN, "House Liao", False),
        (RIFLEMAN, None, False),
        (RIFLEMAN, "Clan Jade Falcon", True),
        (JADE_FALCON, "Clan Jade Falcon", True),
        (JADE_FALCON, None, True),
        (JADE_FALCON, "House Liao", True),
        (SPIRIT_CATS, "Spirit Cats", False),
    ],
)
def test_a_crossed_out_symbol(unit: Any, recruit: Any, crossed: bool) -> None:
    verdict = judge(group(mech(unit, pilot="TST-GS-002", recruit=recruit)), PACK)
    assert errors(verdict) == ({"RECRUITMENT_FACTION_CROSSED_OUT": 1} if crossed else {})
    if crossed:
        violation = one(verdict, "RECRUITMENT_FACTION_CROSSED_OUT")
        assert violation.where == ("units[0].pilot",)
        assert violation.params["faction"] == "Clan Jade Falcon"


@pytest.mark.rule("AOD-GUN-010")
def test_a_crossed_out_symbol_is_never_borne() -> None:
    verdict = judge(group(mech(RIFLEMAN, pilot="TST-GS-002", recruit="Clan Jade Falcon")), PACK)
    assert factions(verdict) == [None]


@pytest.mark.rule("AOD-GUN-011")
def test_a_gunslinger_never_changes_the_faction_of_a_mech() -> None:
    own = judge(group(mech(STORMHAMMERS, pilot=STARK, recruit="Stormhammers")))
    assert own.legal

    verdict = judge(group(mech(STORMHAMMERS, pilot=STARK, recruit="House Davion")))
    violation = one(verdict, "RECRUITMENT_CHANGES_FACTION")
    assert errors(verdict) == {"RECRUITMENT_CHANGES_FACTION": 1}
    assert violation.where == ("units[0].pilot",)
    assert (violation.params["from"], violation.params["to"]) == ("Stormhammers", "House Davion")
    assert factions(own) == factions(verdict) == ["Stormhammers"]


NAMED_ONLY = {"symbolless_cost_gives_any_symbol": False}


@pytest.mark.rule("AOD-GUN-012")
@pytest.mark.parametrize(
    ("recruit", "rulings", "expected"),
    [
        ("Highlanders", {}, {}),
        ("House Liao", {}, {}),
        ("Highlanders", NAMED_ONLY, {"RECRUITMENT_SYMBOLLESS_NOT_ALLOWED": 1}),
        ("House Liao", NAMED_ONLY, {}),
        (None, NAMED_ONLY, {}),
    ],
)
def test_the_symbol_less_cost_on_a_mech_without_symbol(
    recruit: Any, rulings: dict[str, bool], expected: dict[str, int]
) -> None:
    verdict = judge(group(mech(RIFLEMAN, pilot=STARK, recruit=recruit), rulings=rulings))
    assert errors(verdict) == expected
    assert factions(verdict) == [None if expected else recruit]
    if expected:
        violation = one(verdict, "RECRUITMENT_SYMBOLLESS_NOT_ALLOWED")
        assert violation.where == ("units[0].pilot",)
        assert violation.params["faction"] == "Highlanders"


@pytest.mark.rule("AOD-GUN-012")
def test_a_named_faction_never_pays_the_symbol_less_cost() -> None:
    assert paid(mech(RIFLEMAN, pilot=STARK, recruit="Highlanders")) == 5
    assert paid(mech(RIFLEMAN, pilot=STARK, recruit="House Liao")) == 18
    cheap = mech(RIFLEMAN, pilot=STARK, recruit="House Liao", recruit_points=5)
    assert errors(judge(group(cheap))) == {"RECRUITMENT_WRONG_COST": 1}


@pytest.mark.rule("AOD-GUN-012")
@pytest.mark.parametrize("nobody", ["Gunslinger", "Mercenary", "Clan Jade Falcons", "base", ""])
def test_a_faction_that_does_not_exist_recruits_nobody(nobody: str) -> None:
    verdict = judge(group(mech(RIFLEMAN, pilot=STARK, recruit=nobody)))
    assert errors(verdict) == {"RECRUITMENT_IMPOSSIBLE": 1}
    assert factions(verdict) == [None]


@pytest.mark.rule("AOD-GUN-013")
@pytest.mark.parametrize(
    ("unit", "recruit", "cost"),
    [
        (RIFLEMAN, "House Davion", 51 + 3),
        (RIFLEMAN, None, 51),
        (JADE_HAWK, "House Davion", 33 + 3),
        (JADE_HAWK, None, 33),
    ],
)
def test_cost_on_the_preferred_mech_and_recruitment_add_up(
    unit: Any, recruit: Any, cost: int
) -> None:
    verdict = judge(group(mech(unit, pilot=STARK, recruit=recruit)))
    pilot = points_at(verdict, "units[0].pilot") + points_at(verdict, "units[0].recruit")
    assert pilot == cost


@pytest.mark.rule("AOD-GUN-014")
def test_the_recruiting_faction_need_not_be_there() -> None:
    alone = mech(RIFLEMAN, pilot=STARK, recruit="House Davion")
    assert judge(group(alone)).legal
    assert judge(group(alone, cards=("TST-F-001",)), PACK).legal
    unpaid = mech(RIFLEMAN, pilot=STARK)
    assert errors(judge(group(unpaid, cards=("TST-F-001",)), PACK)) == {"PRIDE_FACTION_MISSING": 1}

    uncovered = mech(RIFLEMAN, pilot="TST-GS-001", recruit="House Davion")
    assert errors(judge(group(uncovered), PACK)) == {"RECRUITMENT_IMPOSSIBLE": 1}


@pytest.mark.parametrize(
    ("beside", "recruit", "idle"),
    [
        ([], "Highlanders", True),
        ([], "House Liao", False),  # a faction with abilities
        (["AOD-002"], "Highlanders", False),  # somebody to form up with
        (["AOD-006"], "Highlanders", True),
        (["AOD-112"], "Stormhammers", False),  # an ally
        (["AOD-125"], "Highlanders", False),  # a mercenary joins any formation
        (["AOD-006"], None, False),
    ],
)
def test_a_recruitment_that_brings_nothing_is_noted(
    beside: list[str], recruit: Any, idle: bool
) -> None:
    verdict = judge(group(mech(RIFLEMAN, pilot=STARK, recruit=recruit), *beside))
    assert verdict.legal
    assert ("RECRUITMENT_WITHOUT_EFFECT" in codes(verdict)) is idle


def test_an_idle_recruitment_is_noted_with_its_cost() -> None:
    violation = one(
        judge(group(mech(RIFLEMAN, pilot=STARK, recruit="Highlanders"))),
        "RECRUITMENT_WITHOUT_EFFECT",
    )
    assert (violation.severity, violation.where) == ("note", ("units[0].pilot",))
    assert (violation.params["faction"], violation.params["cost"]) == ("Highlanders", 5)


@pytest.mark.rule("AOD-GUN-014")
def test_a_pride_card_makes_use_of_a_recruitment() -> None:
    entry = mech(RIFLEMAN, pilot=STARK, recruit="House Davion")
    with_pride = judge(group(entry, cards=("TST-F-001",)), PACK)
    assert "RECRUITMENT_WITHOUT_EFFECT" in codes(judge(group(entry)))
    assert "RECRUITMENT_WITHOUT_EFFECT" not in codes(with_pride)


def test_two_gunslingers_on_one_mech_each_pay() -> None:
    pilots = [{"card": STARK}, {"card": SANTOS, "recruit": None}]
    verdict = judge(group({"unit": JADE_FALCON, "pilot": pilots}))
    assert errors(verdict) == {"TWO_PILOTS": 1, "RECRUITMENT_REQUIRED": 1}
    assert one(verdict, "RECRUITMENT_REQUIRED").where == ("units[0].pilot[1]",)
    assert verdict.points.total == 164 + 33 + 14 + 21
