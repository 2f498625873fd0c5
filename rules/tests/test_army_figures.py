"""The figures of a group: known, unique, owned, of any factions; and what they may do together."""

from collections.abc import Iterable
from typing import Any

import pytest

from rules import Unreadable
from rules.age_of_destruction import read_group
from rules.tests.army import codes, errors, factions, facts, figure, group, judge, mech, one, record

LIAO_ELITE = {"faction": "House Liao", "rank": "elite"}


def topics(verdict: Any) -> set[str]:
    return {check.topic for check in verdict.checks}


@pytest.mark.rule("AOD-UNIT-012")
def test_an_unknown_number_is_refused_with_similar_ones() -> None:
    verdict = judge(group("AOD-0029", "AOD-029"))
    violation = one(verdict, "UNKNOWN_UNIT")
    assert errors(verdict) == {"UNKNOWN_UNIT": 1}
    assert violation.where == ("units[0]",)
    assert violation.params["unit"] == "AOD-0029"
    assert "AOD-029" in violation.params["similar"]
    assert verdict.points.at_least
    assert "UNKNOWN_UNIT" not in codes(judge(group("AOD-029")))


def test_an_unknown_figure_hides_everything_about_its_cards() -> None:
    wrong = mech("XXX-1", "AOD-G-031", "AOD-G-999", pilot="AOD-P-001", recruit="House Liao")
    assert errors(judge(group(wrong))) == {"UNKNOWN_UNIT": 1}


def test_a_very_long_id_is_named_in_short() -> None:
    assert len(one(judge(group("X" * 5000)), "UNKNOWN_UNIT").params["unit"]) == 80


def test_a_listed_figure_is_incomplete() -> None:
    verdict = judge(group("CA-081"))
    violation = one(verdict, "UNIT_RECORD_INCOMPLETE")
    assert (violation.severity, violation.where) == ("warning", ("units[0]",))
    assert set(violation.params["missing"]) == {"points", "dial", "faction"}
    assert "UNIT_RECORD_INCOMPLETE" not in codes(judge(group("AOD-001")))


@pytest.mark.rule("AOD-UNIT-004", "AOD-DIAL-008")
@pytest.mark.parametrize(
    "dials",
    [
        {"heat_dial": None},
        {"heat_dial": [{"primary_damage_mod": 0, "secondary_damage_mod": 0, "speed_mod": 0}]},
        {"dial": []},
        {"vent": None},
    ],
)
def test_a_group_is_judged_without_the_dials_that_an_inline_figure_gets_wrong(dials: Any) -> None:
    own = record("AOD-102", id="OWN-102", set="OWN", **dials)
    verdict = judge(group({"unit": own}))
    assert (verdict.legal, verdict.points.total) == (True, 129)
    assert one(verdict, "UNIT_RECORD_INCOMPLETE").params["missing"] == ["dial"]


def test_other_contradictions_of_an_inline_figure_are_refused() -> None:
    with pytest.raises(Unreadable):
        read_group(group({"unit": record("AOD-102", dial=[], faction=["Highlanders"])}))


@pytest.mark.rule("AOD-BUILD-006")
def test_copies_of_a_common_figure_may_stand_together() -> None:
    assert judge(group({"unit": "AOD-051", "count": 2}, {"unit": "AOD-031", "count": 3})).legal
    assert not judge(group({"unit": "AOD-113", "count": 2})).legal


@pytest.mark.rule("AOD-BUILD-007", "AOD-UNIT-011")
@pytest.mark.parametrize(
    ("units", "places"),
    [
        (["AOD-113", "AOD-113"], ("units[0]", "units[1]")),
        ([{"unit": "AOD-113", "count": 2}], ("units[0]",)),
        (["AOD-113", "AOD-029", mech("AOD-113", "AOD-G-004")], ("units[0]", "units[2]")),
        (["AOD-113", {"unit": record("AOD-113")}], ("units[0]", "units[1]")),
        (["AOD-113", {"unit": record("AOD-113", id="AOD-0113")}], ("units[0]", "units[1]")),
        (["AOD-113", {"unit": record("AOD-113", set="ZZZ")}], ("units[0]", "units[1]")),
    ],
)
def test_a_unique_number_stands_once(units: list[Any], places: tuple[str, ...]) -> None:
    verdict = judge(group(*units))
    violation = one(verdict, "DUPLICATE_UNIQUE_COLLECTOR_NUMBER")
    assert violation.where == places
    assert violation.params == {
        "unit": "AOD-113 Arbalest “Bolt”",
        "set": "AOD",
        "number": "113",
        "count": 2,
    }


@pytest.mark.rule("AOD-BUILD-007")
@pytest.mark.parametrize(
    "units",
    [
        ["AOD-119", "AOD-133"],
        ["AOD-113", "DA-113"],
        ["AOD-113", {"unit": record("AOD-113", id="OWN-113", set="OWN")}],
        [{"unit": "AOD-051", "count": 2}],
    ],
)
def test_other_numbers_and_figures_without_star_may(units: list[Any]) -> None:
    assert judge(group(*units)).legal is True


def test_one_violation_for_each_unique_number() -> None:
    twice = judge(group("AOD-113", "AOD-113", "AOD-115", "AOD-115", "AOD-115", total=900))
    assert errors(twice) == {"DUPLICATE_UNIQUE_COLLECTOR_NUMBER": 2}


@pytest.mark.rule("AOD-BUILD-008")
def test_both_sides_may_use_the_same_unique_number() -> None:
    one_side, other_side = judge(group("AOD-113", "AOD-029")), judge(group("AOD-113", "AOD-030"))
    assert (one_side.legal, other_side.legal) == (True, True)
    assert not judge(group("AOD-113", "AOD-113")).legal


@pytest.mark.rule("AOD-BUILD-007")
def test_unique_figures_of_one_name_are_a_note_and_a_fault_by_ruling() -> None:
    hawks = ("AOD-119", "AOD-133")
    note = one(judge(group(*hawks)), "UNIQUE_SAME_NAME")
    assert (note.severity, note.where) == ("note", ("units[0]", "units[1]"))
    assert note.params == {"name": "Jade Hawk", "numbers": ["AOD-119", "AOD-133"]}
    strict = judge(group(*hawks, rulings={"unique_by_name": True}))
    assert errors(strict) == {"UNIQUE_SAME_NAME": 1}
    assert "UNIQUE_SAME_NAME" not in codes(judge(group("AOD-119", "AOD-113")))


@pytest.mark.rule("AOD-BUILD-009", "AOD-ALLY-008")
def test_any_factions_may_stand_together() -> None:
    verdict = judge(group("AOD-029", "AOD-030", "AOD-031", "AOD-130"))
    assert verdict.legal is True
    assert facts(verdict, "mixed_factions") == {
        "factions": ["Highlanders", "Spirit Cats", "Stormhammers"],
        "mercenaries": 1,
    }


@pytest.mark.rule("AOD-BUILD-012", "AOD-ALLY-008")
@pytest.mark.parametrize(
    ("units", "faction"),
    [
        (["AOD-092", "AOD-097"], "Steel Wolves"),
        (["AOD-092", "AOD-130"], None),
        (["AOD-130"], None),
        (["AOD-052", "AOD-031"], None),
    ],
)
def test_a_pure_group_serves_one_faction(units: list[str], faction: str | None) -> None:
    """House Steiner and the Stormhammers are allied and stay two factions."""
    verdict = judge(group(*units))
    assert ("purity" in topics(verdict)) is (faction is not None)
    if faction:
        assert facts(verdict, "purity") == {"faction": faction}


@pytest.mark.rule("AOD-BUILD-012")
def test_purity_is_that_of_effective_factions() -> None:
    contracted = judge(group("AOD-092", "AOD-130", cards=("HSE-MC-002",)))
    assert facts(contracted, "purity") == {"faction": "Steel Wolves"}
    assert factions(contracted) == ["Steel Wolves", "Steel Wolves"]


@pytest.mark.rule("AOD-ALLY-006")
def test_allies_in_the_group_are_named() -> None:
    allied = facts(judge(group("AOD-052", "AOD-031")), "formations")["allied"]
    assert allied == [["House Steiner", "Stormhammers"]]
    assert "formations" not in topics(judge(group("AOD-030", "AOD-031")))


def possible(units: Iterable[Any], **more: Any) -> dict[str, list[str]]:
    verdict = judge(group(*units, total=1500, **more))
    return facts(verdict, "formations")["formations"] if "formations" in topics(verdict) else {}


@pytest.mark.rule("AOD-ALLY-011")
@pytest.mark.parametrize(
    ("units", "kinds"),
    [
        ([{"unit": "AOD-030", "count": 3}], ["movement", "ranged", "close"]),
        ([{"unit": "AOD-030", "count": 2}, "AOD-107"], ["ranged", "close"]),
        ([{"unit": "AOD-030", "count": 2}, "AOD-057"], ["movement", "ranged", "close"]),
        ([{"unit": "AOD-057", "count": 3}], ["movement", "ranged"]),
        (["AOD-030", {"unit": "AOD-130", "count": 2}], ["movement", "ranged", "close"]),
        ([{"unit": "AOD-045", "count": 3}], []),
        (["AOD-030", {"unit": "CA-081", "count": 2}], []),
        (["AOD-030", "AOD-057"], []),
    ],
)
def test_which_formations_have_enough_members(units: list[Any], kinds: list[str]) -> None:
    """AOD-030, 057 and 107 are Highlanders; AOD-045 a VTOL, AOD-130 a mercenary, CA-081 unknown."""
    assert possible(units) == ({"Highlanders": kinds} if kinds else {})


@pytest.mark.rule("AOD-ALLY-005", "AOD-ALLY-006")
def test_allies_make_formations_together_and_no_mercenary_joins_them() -> None:
    """A Steiner tank with Stormhammers infantry."""
    pair = "House Steiner + Stormhammers"
    assert possible(["AOD-052", "AOD-031", "AOD-024"])[pair] == ["movement", "ranged", "close"]
    assert pair not in possible(["AOD-052", "AOD-031", "AOD-130"])


@pytest.mark.rule("AOD-ALLY-005")
@pytest.mark.parametrize(("cards", "together"), [(("HSE-SA-001",), True), ((), False)])
def test_a_situational_alliance_joins_the_factions_it_names(cards: Any, together: bool) -> None:
    made = possible(["AOD-026", "AOD-031", "AOD-075"], cards=cards)
    assert ("Steel Wolves + Stormhammers" in made) is together


@pytest.mark.rule("AOD-BUILD-009")
def test_unallied_factions_make_no_formation_together() -> None:
    assert possible(["AOD-029", "AOD-030", "AOD-031"]) == {}


def test_sea_foxes_join_no_formation() -> None:
    assert possible([{"unit": figure(faction="Clan Sea Fox"), "count": 4}]) == {}


@pytest.mark.rule("AOD-FACT-006")
@pytest.mark.parametrize(
    ("units", "spent", "available"),
    [
        ([figure(points=225, **LIAO_ELITE)], 225, True),
        ([figure(points=224, **LIAO_ELITE)], 224, False),
        ([figure(points=300, faction="House Liao", rank="veteran")], 0, False),
        ([figure(points=300, faction="House Liao", unique=True)], 0, False),
        ([figure(points=300, rank="elite"), figure(points=9, **LIAO_ELITE)], 9, False),
        ([figure(points=113, **LIAO_ELITE), figure(points=112, **LIAO_ELITE)], 225, True),
    ],
)
def test_awe_needs_half_of_the_limit_in_elite_figures(
    units: list[Any], spent: int, available: bool
) -> None:
    verdict = judge(group(*({"unit": unit} for unit in units)))
    assert facts(verdict, "awe") == {"spent": spent, "needed": 225, "available": available}


@pytest.mark.rule("AOD-FACT-006")
def test_awe_counts_the_cards_of_a_mech_and_asks_liao_only() -> None:
    liao = record("AOD-112", id="TST-1", slots=True, faction="House Liao", points=190)
    verdict = judge(group(mech(liao, "AOD-G-012")))
    assert facts(verdict, "awe") == {"spent": 228, "needed": 225, "available": True}
    assert "awe" not in topics(judge(group("AOD-052")))


class TestOwned:
    """A collection stored with the list gives notes, never faults."""

    @pytest.mark.rule("AOD-UNIT-027")
    @pytest.mark.parametrize(("owned", "missing"), [(2, False), (3, False), (1, True), (0, True)])
    def test_copies_beyond_the_collection_are_noted(self, owned: int, missing: bool) -> None:
        verdict = judge(group({"unit": "AOD-051", "count": 2}, owned={"AOD-051": owned}))
        assert verdict.legal is True
        assert ("NOT_OWNED" in codes(verdict)) is missing
        if missing:
            violation = one(verdict, "NOT_OWNED")
            assert (violation.severity, violation.where) == ("note", ("units[0]",))
            assert violation.params == {
                "entry": "AOD-051 Zibler Fast Strike Tank",
                "needed": 2,
                "owned": owned,
            }

    def test_entries_of_one_figure_are_counted_together(self) -> None:
        verdict = judge(group("AOD-051", "AOD-051", owned={"AOD-051": 1}))
        assert one(verdict, "NOT_OWNED").where == ("units[0]", "units[1]")

    def test_an_empty_collection_owns_nothing_and_none_is_not_asked(self) -> None:
        assert "NOT_OWNED" in codes(judge(group("AOD-051", owned={})))
        assert "NOT_OWNED" not in codes(judge(group("AOD-051")))

    @pytest.mark.parametrize("owned_id", ["AOD-LP-001", "AOD-L-001"])
    def test_cards_are_compared_where_the_collection_has_cards(self, owned_id: str) -> None:
        listed = group(mech("AOD-115", pilot="AOD-LP-001"), cards=("AOD-PC-001",))
        verdict = judge(listed | {"owned": {"AOD-115": 1, owned_id: 1}})
        assert one(verdict, "NOT_OWNED").params["entry"] == "AOD-PC-001 Ice Field"
        assert "NOT_OWNED" not in codes(judge(listed | {"owned": {"AOD-115": 1}}))

    def test_one_card_under_two_ids_is_added_up(self) -> None:
        data = group(mech("AOD-115", pilot="AOD-LP-001"))
        owned = {"AOD-115": 1, "AOD-LP-001": 0, "AOD-L-001": 1}
        assert "NOT_OWNED" not in codes(judge(data | {"owned": owned}))

    @pytest.mark.rule("AOD-UNIT-027")
    @pytest.mark.parametrize(("owned", "missing"), [(2, False), (1, True)])
    def test_an_inline_figure_of_a_known_number_takes_an_owned_copy(
        self, owned: int, missing: bool
    ) -> None:
        twin = record("AOD-051", id="my-tank-1", collector_number="051")
        verdict = judge(group("AOD-051", {"unit": twin}, owned={"AOD-051": owned}))
        assert ("NOT_OWNED" in codes(verdict)) is missing
        assert "NOT_OWNED" not in codes(judge(group({"unit": figure()}, owned={})))
