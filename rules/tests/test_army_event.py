"""What the standard game and an event add (rule book, chapter 13)."""

from typing import Any

import pytest

from rules.age_of_destruction import EVENTS, violation_message
from rules.tests.army import codes, errors, facts, figure, group, judge, mech, one

SIGNS = {"least": "≥", "most": "≤"}


def played(*units: Any, total: int = 450, cards: tuple[Any, ...] = (), **limits: Any) -> Any:
    """The verdict on a group at an event with some limits."""
    event = {"name": "cup", "title": "Test cup", **limits}
    return judge(group(*units, total=total, cards=cards, event=event))


@pytest.mark.rule("AOD-STD-003")
def test_the_standard_game_plays_450_with_three_orders() -> None:
    full = {"unit": figure(points=450)}
    verdict = judge(group(full, event="standard-450"))
    assert (verdict.legal, verdict.orders) == (True, 3)
    over = judge(group({"unit": figure(points=451)}, event="standard-450"))
    assert errors(over) == {"OVER_POINTS": 1}


@pytest.mark.rule("AOD-STD-003", "AOD-BUILD-003")
@pytest.mark.parametrize("total", [300, 600, 750])
def test_another_limit_is_not_standard_and_legal_elsewhere(total: int) -> None:
    standard = judge(group("AOD-029", total=total, event="standard-450"))
    violation = one(standard, "LIMIT_NOT_ALLOWED_BY_FORMAT")
    assert errors(standard) == {"LIMIT_NOT_ALLOWED_BY_FORMAT": 1}
    assert violation.where == ("build_total",)
    assert violation.params == {"limit": total, "allowed": [450], "event": "Standard 450"}
    assert judge(group("AOD-029", total=total)).legal is True
    assert judge(group("AOD-029", total=total, event="unrestricted")).legal is True


@pytest.mark.rule("AOD-BUILD-001")
def test_a_higher_limit_than_agreed_is_refused() -> None:
    assert errors(played("AOD-029", total=600, build_totals=[300, 450])) == {
        "LIMIT_NOT_ALLOWED_BY_FORMAT": 1
    }
    assert errors(played("AOD-029", total=300, build_totals=[300, 450])) == {}


@pytest.mark.parametrize("total", [None, 400])
def test_a_limit_that_is_none_hides_what_the_event_says(total: Any) -> None:
    assert "LIMIT_NOT_ALLOWED_BY_FORMAT" not in codes(
        played("AOD-029", total=total, build_totals=[450])
    )


@pytest.mark.rule("AOD-STD-008")
def test_a_tournament_changes_what_it_names() -> None:
    tournament: dict[str, Any] = {"build_totals": [600], "pure": True}
    assert errors(played("AOD-097", "AOD-092", total=600, **tournament)) == {}
    mixed = played("AOD-097", "AOD-029", total=450, **tournament)
    assert errors(mixed) == {"LIMIT_NOT_ALLOWED_BY_FORMAT": 1, "NOT_FACTION_PURE": 1}
    unchanged = judge(group("AOD-097", "AOD-029", event="standard-450"))
    assert (unchanged.legal, unchanged.orders) == (True, 3)


def test_the_limits_of_the_rule_book_hold_at_every_event() -> None:
    twice = played("AOD-113", "AOD-113", ranks=["unique"])
    assert errors(twice) == {"DUPLICATE_UNIQUE_COLLECTOR_NUMBER": 1}


@pytest.mark.rule("AOD-STD-008")
def test_an_event_may_give_other_orders() -> None:
    verdict = played("AOD-029", orders=5)
    assert verdict.orders == facts(verdict, "orders")["orders"] == 5
    assert played("AOD-029").orders == 3


@pytest.mark.rule("AOD-STD-008")
@pytest.mark.parametrize(
    ("limits", "unit", "named"),
    [
        ({"sets": ["AOD"]}, "DA-113", ("set", "DA", ["AOD"])),
        ({"types": ["infantry"]}, "AOD-051", ("type", "vehicle", ["infantry"])),
        ({"classes": ["Light", "Medium"]}, "AOD-117", ("class", "Heavy", ["Light", "Medium"])),
        ({"ranks": ["green"]}, "AOD-051", ("rank", "veteran", ["green"])),
        ({"ranks": ["elite"]}, "AOD-113", ("rank", "unique", ["elite"])),
        ({"factions": ["Highlanders"]}, "AOD-097", ("faction", "Steel Wolves", ["Highlanders"])),
        ({"factions": ["Highlanders"]}, "AOD-130", ("faction", None, ["Highlanders"])),
        ({"factions": ["mercenary"]}, "AOD-097", ("faction", "Steel Wolves", ["mercenary"])),
        ({"factions": ["mercenary"]}, "CA-081", ("faction", None, ["mercenary"])),
    ],
)
def test_figures_an_event_excludes(
    limits: Any, unit: str, named: tuple[str, str, list[str]]
) -> None:
    verdict = played(unit, **limits)
    violation = one(verdict, "UNIT_NOT_LEGAL_IN_FORMAT")
    assert errors(verdict) == {"UNIT_NOT_LEGAL_IN_FORMAT": 1}
    assert violation.where == ("units[0]",)
    assert tuple(violation.params[key] for key in ("property", "value", "allowed")) == named
    assert violation.params["event"] == "Test cup"


@pytest.mark.parametrize(
    ("limits", "unit"),
    [
        ({"sets": ["AOD", "DA"]}, "DA-113"),
        ({"types": ["infantry", "vehicle"]}, "AOD-051"),
        ({"classes": ["Light"]}, "AOD-051"),
        ({"classes": ["Light"]}, "AOD-113"),
        ({"ranks": ["veteran"]}, "AOD-051"),
        ({"ranks": ["unique"]}, "AOD-113"),
        ({"factions": ["Steel Wolves"]}, "AOD-097"),
        ({"factions": ["mercenary"]}, "AOD-130"),
        ({"factions": ["Steel Wolves", "Mercenary"]}, "AOD-130"),
        ({"factions": ["Steel Wolves", "mercenary"]}, "AOD-097"),
        ({"figures": ["AOD-051"]}, "AOD-051"),
        ({"least_points": 23, "most_points": 129}, "AOD-102"),
        ({"most_points": 10}, "CA-081"),
    ],
)
def test_figures_an_event_admits(limits: Any, unit: str) -> None:
    """A limit on 'Mech classes concerns 'Mechs only."""
    assert errors(played(unit, **limits)) == {}


@pytest.mark.rule("AOD-STD-008")
@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        ({"type": "infantry", "least": 3}, 2),
        ({"type": "infantry", "most": 1}, 2),
        ({"class": "Medium", "most": 0}, 1),
        ({"rank": "elite", "least": 1}, 0),
        ({"type": "infantry", "rank": "veteran", "least": 1}, 0),
    ],
)
def test_numbers_of_figures_out_of_range(wanted: dict[str, Any], count: int) -> None:
    """Two green infantry, and a veteran medium 'Mech."""
    verdict = played({"unit": "AOD-029", "count": 2}, "AOD-102", unit_counts=[wanted])
    violation = one(verdict, "UNIT_COUNT_OUT_OF_RANGE")
    assert errors(verdict) == {"UNIT_COUNT_OUT_OF_RANGE": 1}
    assert violation.params == {
        "property": [wanted[key] for key in ("type", "class", "rank") if key in wanted],
        "kind": [wanted[key] for key in ("type", "class", "rank") if key in wanted],
        "count": count,
        "least": wanted.get("least", 0),
        "most": wanted.get("most"),
        "bounds": [f"{sign} {wanted[key]}" for key, sign in SIGNS.items() if key in wanted],
        "event": "Test cup",
    }
    assert len(violation.where) == (1 if count else 0)


def test_figures_of_every_kind_are_counted_together() -> None:
    verdict = played({"unit": "AOD-029", "count": 2}, "AOD-102", unit_counts=[{"most": 2}])
    violation = one(verdict, "UNIT_COUNT_OUT_OF_RANGE")
    assert violation_message(violation, "en") == "Test cup wants: figures ≤ 2; there are 3."


@pytest.mark.rule("AOD-STD-008")
@pytest.mark.parametrize("limits", [{"banned": ["AOD-102"]}, {"figures": ["AOD-029"]}])
def test_numbers_an_event_does_not_allow(limits: Any) -> None:
    verdict = played("AOD-029", "AOD-102", **limits)
    violation = one(verdict, "NUMBER_NOT_ALLOWED_BY_FORMAT")
    assert errors(verdict) == {"NUMBER_NOT_ALLOWED_BY_FORMAT": 1}
    assert violation.where == ("units[1]",)
    assert violation.params["event"] == "Test cup"


@pytest.mark.rule("AOD-STD-008")
def test_cards_an_event_bans_wherever_they_lie() -> None:
    laden = mech("AOD-102", "AOD-G-005")
    banned = played(laden, cards=("AOD-PC-006",), banned=["AOD-G-005", "AOD-PC-006"])
    places = {v.where for v in banned.errors}
    assert errors(banned) == {"NUMBER_NOT_ALLOWED_BY_FORMAT": 2}
    assert places == {("units[0].gear[0]",), ("cards[0]",)}
    assert errors(played(laden, figures=["AOD-102"])) == {}


@pytest.mark.rule("AOD-STD-008")
@pytest.mark.parametrize("limits", [{"least_points": 130}, {"most_points": 128}])
def test_figures_that_cost_too_little_or_too_much(limits: Any) -> None:
    """Cards on a figure count for the total, not for the figure."""
    verdict = played(mech("AOD-102", "AOD-G-005"), **limits)
    assert errors(verdict) == {"UNIT_POINTS_OUT_OF_RANGE": 1}
    assert one(verdict, "UNIT_POINTS_OUT_OF_RANGE").params["points"] == 129


@pytest.mark.rule("AOD-STD-008")
@pytest.mark.parametrize(
    ("units", "limits", "named"),
    [
        (["AOD-029", "AOD-029"], {"per_number": 1}, "AOD-029 Fenrir Battle Armor"),
        ([{"unit": "AOD-029", "count": 3}], {"per_number": 2}, "AOD-029"),
        (["AOD-102", "AOD-103"], {"per_name": 1}, "Hatchetman"),
    ],
)
def test_figures_alike(units: list[Any], limits: Any, named: str) -> None:
    violation = one(played(*units, **limits), "TOO_MANY_ALIKE_IN_FORMAT")
    assert violation.params["name"].startswith(named)
    assert violation.params["most"] == next(iter(limits.values()))


def test_figures_of_one_name_may_have_several_numbers() -> None:
    assert errors(played("AOD-102", "AOD-103", per_number=1, per_name=2)) == {}


def test_numbers_of_figures_in_range() -> None:
    wanted = [{"type": "infantry", "least": 2, "most": 2}, {"class": "Light", "most": 0}]
    assert errors(played({"unit": "AOD-029", "count": 2}, "AOD-102", unit_counts=wanted)) == {}


class TestPurity:
    @pytest.mark.rule("AOD-BUILD-012", "AOD-STD-008")
    @pytest.mark.parametrize(
        ("units", "foreign"),
        [
            (["AOD-097", "AOD-029"], "units[1]"),
            (["AOD-029", "AOD-097"], "units[0]"),
            (["AOD-097", "AOD-130"], "units[1]"),
        ],
    )
    def test_the_foreign_figures_are_named(self, units: list[str], foreign: str) -> None:
        verdict = played(*units, pure=True)
        violation = one(verdict, "NOT_FACTION_PURE")
        assert errors(verdict) == {"NOT_FACTION_PURE": 1}
        assert violation.where == (foreign,)
        assert violation.params["faction"] == "Steel Wolves"
        assert errors(played(*units)) == {}

    @pytest.mark.rule("AOD-BUILD-012")
    def test_mercenaries_alone_are_pure_for_nobody(self) -> None:
        assert one(played("AOD-130", pure=True), "NOT_FACTION_PURE").params["faction"] is None

    @pytest.mark.rule("AOD-BUILD-012")
    def test_a_contract_makes_mercenaries_pure(self) -> None:
        hired = played("AOD-097", "AOD-130", cards=("HSE-MC-002",), pure=True)
        assert errors(hired) == {}

    def test_a_faction_nobody_knows_is_not_called_foreign(self) -> None:
        assert "NOT_FACTION_PURE" not in codes(played("AOD-097", "CA-081", pure=True))


class TestCards:
    @pytest.mark.rule("AOD-STD-008", "AOD-CARD-001")
    def test_types_an_event_excludes(self) -> None:
        laden = mech("AOD-102", "AOD-G-005", "AOD-G-008")
        verdict = played(laden, card_types=["P"])
        assert errors(verdict) == {"CARD_TYPE_NOT_ALLOWED": 2}
        assert errors(played(laden, card_types=["G"])) == {}
        assert errors(played(laden, card_types=[])) == {"CARD_TYPE_NOT_ALLOWED": 2}

    @pytest.mark.rule("AOD-CARD-009", "AOD-STD-008")
    @pytest.mark.parametrize(("counts", "allowed"), [({"PC": 2}, 2), ({"G": 1}, 1)])
    def test_it_is_named_where_the_number_is_its_own(self, counts: Any, allowed: int) -> None:
        conditions = ("AOD-PC-001", "AOD-PC-008", "AOD-PC-009")
        verdict = played("AOD-102", cards=conditions, card_counts=counts)
        violation = one(verdict, "TOO_MANY_CARDS_OF_TYPE")
        assert violation.params["allowed"] == allowed
        assert violation.params["event"] == ("Test cup" if allowed == 2 else None)

    @pytest.mark.rule("AOD-STD-008")
    @pytest.mark.parametrize(("most", "legal"), [(1, False), (2, True)])
    def test_numbers_of_cards(self, most: int, legal: bool) -> None:
        verdict = played(mech("AOD-102", "AOD-G-005", "AOD-G-008"), card_counts={"G": most})
        assert errors(verdict) == ({} if legal else {"TOO_MANY_CARDS_OF_TYPE": 1})
        if not legal:
            violation = one(verdict, "TOO_MANY_CARDS_OF_TYPE")
            assert violation.where == ("units[0].gear[0]", "units[0].gear[1]")
            assert violation.params == {
                "type": "G",
                "cards": ["AOD-G-005 Full Strike", "AOD-G-008 Reflective Armor"],
                "allowed": 1,
                "event": "Test cup",
            }


def test_the_known_formats() -> None:
    assert {name: event.build_totals for name, event in EVENTS.items()} == {
        "standard-450": (450,),
        "standard-300": (300,),
        "standard-600": (600,),
        "unrestricted": (),
    }
