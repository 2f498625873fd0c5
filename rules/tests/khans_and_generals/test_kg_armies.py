"""Building armies: every code of the contract, the bonuses of battles, repairs that hold."""

from collections import Counter
from typing import Any

import pytest

from rules import Unreadable
from rules.khans_and_generals.army.battles import limit_of, purse_of, terms
from rules.khans_and_generals.army.checks import QUESTIONS
from rules.khans_and_generals.army.findings import CODES
from rules.khans_and_generals.army.repair import REMEDIES, apply_change
from rules.khans_and_generals.system import KHANS_AND_GENERALS

ARMIES = KHANS_AND_GENERALS.edition({}).army

HQ = {"class": "hq", "points": 15, "strength": 4, "training": 4, "command": 12}
INF = {"class": "line", "points": 20, "strength": 30, "training": 3, "faction": "Empire"}
CARDS: dict[str, Any] = {
    "HQ": HQ,
    "INF": INF | {"period": [1900, 1945]},
    "MG": {"class": "support", "points": 18, "strength": 4, "training": 3},
    "GUN": {"class": "artillery", "points": 30, "strength": 6, "training": 3, "base": [9, 5]},
    "MEDIC": {"class": "attachment", "points": 3},
    "WIRE": {"class": "fortification", "points": 5},
}
LIST: dict[str, Any] = {
    "faction": "Empire",
    "formations": {"BN": {"hq": "HQ", "slots": [{"unit": "INF", "min": 3, "max": 9}]}},
    "independent": ["MG", "GUN"],
    "attachments": ["MEDIC"],
}
STAFF = {"unit": "HQ", "formation": "1st"}
NINE = {"unit": "INF", "formation": "1st", "count": 9}


def army(*units: Any, **top: Any) -> dict[str, Any]:
    """A battle-group/1 object."""
    return {
        "format": "battle-group/1",
        "system": "khans-and-generals",
        "name": "test",
        "build_total": 400,
        "profiles": CARDS,
        "army_list": LIST,
        "formations": [{"id": "1st", "formation": "BN"}],
        "units": list(units or (STAFF, NINE)),
    } | top


def judge(*units: Any, **top: Any) -> dict[str, Any]:
    return ARMIES.judge(army(*units, **top), "en")


def found(verdict: dict[str, Any], severity: str = "error") -> Counter[str]:
    violations = [v for v in verdict["violations"] if v["severity"] == severity]
    return Counter(v["code"] for v in violations)


@pytest.mark.rule("KG-049", "KG-052", "KG-053", "KG-054", "KG-056", "KG-057")
def test_a_plain_battalion() -> None:
    verdict = judge()
    assert verdict["legal"] is True
    assert verdict["points"]["total"] == 195
    assert (verdict["orders"], verdict["assessment_limit"]) == (12, 10)
    assert verdict["army"] == [{"where": "units[1]", "unit": "INF", "reluctance": 10}]


CASES: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "LIMIT_MISSING": ((), {"build_total": None}),
    "LIMIT_NOT_POSITIVE": ((), {"build_total": 0}),
    "OVER_POINTS": ((), {"build_total": 194}),
    "PURSE_EXCEEDED": ((), {"fortifications": [{"unit": "WIRE"}]}),
    "FORTIFICATION_AMONG_UNITS": ((STAFF, NINE, {"unit": "WIRE", "hq": "1st"}), {}),
    "NO_HQ": ((NINE,), {}),
    "FORMATION_WITHOUT_HQ": (
        (STAFF, NINE, {"unit": "INF", "formation": "2nd", "count": 3}),
        {"formations": [{"id": "1st", "formation": "BN"}, {"id": "2nd", "formation": "BN"}]},
    ),
    "TWO_HQ_IN_FORMATION": ((STAFF | {"count": 2}, NINE), {}),
    "SLOT_TOO_FEW": ((STAFF, NINE | {"count": 2}), {}),
    "SLOT_TOO_MANY": ((STAFF, NINE | {"count": 10}), {}),
    "UNIT_NOT_IN_FORMATION": ((STAFF, NINE, {"unit": "MG", "formation": "1st"}), {}),
    "UNIT_WITHOUT_HQ": ((STAFF, NINE, {"unit": "MG"}), {}),
    "COMMAND_EXCEEDED": ((STAFF, NINE, {"unit": "GUN", "hq": "1st", "count": 4}), {}),
    "UNIT_UNKNOWN": ((STAFF, NINE, {"unit": "GHOST", "hq": "1st"}), {}),
    "WRONG_FACTION": ((), {"faction": "Khanate"}),
    "WRONG_PERIOD": ((), {"year": 1880}),
    "TWO_ATTACHMENTS": (
        (STAFF, NINE, {"unit": "MG", "hq": "1st", "attached": ["MEDIC", "MEDIC"]}),
        {},
    ),
    "ATTACHMENT_NOT_ALLOWED": ((STAFF, NINE, {"unit": "MG", "hq": "1st", "attached": ["GUN"]}), {}),
    "ATTACHMENT_ALONE": ((STAFF, NINE, {"unit": "MEDIC"}), {}),
    "ESCORT_OUTSIDE_CONVOY": ((STAFF, NINE | {"escorted": True}), {}),
    "NOT_INDEPENDENT": ((STAFF, NINE, {"unit": "INF", "hq": "1st"}), {}),
    "FORMATION_UNKNOWN": ((STAFF, NINE, {"unit": "MG", "hq": "9th"}), {}),
    "UNIT_AMONG_FORTIFICATIONS": (
        (),
        {"battle": "siege", "side": "defender", "fortifications": [{"unit": "MG"}]},
    ),
}


@pytest.mark.rule("KG-022", "KG-049", "KG-051", "KG-052", "KG-053", "KG-054", "KG-055", "KG-056")
@pytest.mark.parametrize("code", CASES)
def test_each_fault_has_its_code(code: str) -> None:
    units, top = CASES[code]
    verdict = judge(*units, **top)
    assert found(verdict)[code] == 1
    assert verdict["legal"] is False


@pytest.mark.rule("KG-052", "KG-053")
@pytest.mark.parametrize(
    ("top", "codes"),
    [
        ({}, {"FORMATION_UNKNOWN": 1}),
        ({"army_list": None}, {"FORMATION_WITHOUT_HQ": 1}),
    ],
)
def test_a_formation_asks_for_its_hq_where_it_is_known(
    top: dict[str, Any], codes: dict[str, int]
) -> None:
    formations = [{"id": "1st", "formation": "BN"}, {"id": "2nd", "formation": "GHOST"}]
    assert found(judge(formations=formations, **top)) == codes


@pytest.mark.rule("KG-053")
def test_without_a_list_a_formation_may_have_two_hqs() -> None:
    two = STAFF | {"count": 2}
    assert found(judge(two, NINE, army_list=None)) == {}


@pytest.mark.rule("KG-055", "KG-056")
def test_nothing_else_is_asked_of_an_unknown_unit() -> None:
    ghost = {"unit": "GHOST", "hq": "1st", "attached": ["MEDIC", "MEDIC"], "escorted": True}
    assert found(judge(STAFF, NINE, ghost)) == {"UNIT_UNKNOWN": 1}


@pytest.mark.parametrize("code", CASES)
def test_repairs_make_legal_armies(code: str) -> None:
    units, top = CASES[code]
    data = army(*units, **top)
    for repair in ARMIES.judge(data, "pl")["repairs"]:
        mended = data
        for change in repair["changes"]:
            mended = apply_change(mended, change)
        verdict = ARMIES.judge(mended, "en")
        assert verdict["legal"] is True
        assert verdict["points"]["total"] == repair["total"]


def test_the_smallest_repair_of_too_many_points() -> None:
    repairs = judge(build_total=194)["repairs"]
    assert {"op": "set", "where": "units[1]", "field": "count", "value": 8} in repairs[0]["changes"]


def test_every_code_has_a_remedy_and_every_question_its_rules() -> None:
    errors = {code for code, known in CODES.items() if known.severity == "error"}
    assert errors == REMEDIES.keys()
    book = KHANS_AND_GENERALS.rulebook()
    for code in CODES.values():
        assert set(code.rules) <= book.keys()
    for question in QUESTIONS:
        assert set(question.rules) <= book.keys()


@pytest.mark.rule("KG-049", "KG-051")
@pytest.mark.parametrize(
    ("battle", "side", "points", "limit", "purse"),
    [
        ("assault", "attacker", 400, 600, 0),
        ("assault", "defender", 400, 400, 100),
        ("siege", "attacker", 400, 600, 0),
        ("siege", "defender", 400, 400, 200),
        ("ambush", "attacker", 600, 660, 60),
        ("ambush", "defender", 600, 600, 0),
        ("relief", "defender", 400, 500, 0),
        ("landing", "attacker", 150, 225, 0),
        ("meeting", None, 400, 400, 0),
        ("raid", "attacker", 400, 400, 0),
        (None, None, 400, 400, 0),
    ],
)
def test_bonuses_of_battles(
    battle: str | None, side: str | None, points: int, limit: int, purse: int
) -> None:
    given = terms(battle, side)
    assert (limit_of(points, given), purse_of(points, given)) == (limit, purse)


@pytest.mark.rule("KG-171", "KG-172")
@pytest.mark.parametrize(
    ("battle", "side", "limit"),
    [
        ("attack", "attacker", 20),
        ("assault", "attacker", 30),
        ("reconnaissance", "defender", 15),
        ("ambush", "defender", 0),
        ("landing", "attacker", 25),
        ("siege", "attacker", 35),
        ("convoy", "defender", 10),
        ("pitched", None, 10),
    ],
)
def test_assessment_limits(battle: str, side: str | None, limit: int) -> None:
    assert judge(battle=battle, side=side)["assessment_limit"] == limit


@pytest.mark.rule("KG-050")
def test_advice_does_not_refuse() -> None:
    verdict = judge(STAFF, NINE | {"count": 8}, period="early", build_total=350)
    assert verdict["legal"] is True
    assert found(verdict, "warning") == {"UNIT_COUNT_ADVISED": 1}
    assert found(verdict, "note") == {"SIZE_NOT_USUAL": 1}


@pytest.mark.rule("KG-049")
def test_escorted_units_of_a_convoy_do_not_count() -> None:
    guns = {"unit": "GUN", "hq": "1st", "count": 2, "escorted": True}
    verdict = judge(STAFF, NINE, guns, battle="convoy", side="defender")
    assert (verdict["legal"], verdict["points"]["total"]) == (True, 195)


@pytest.mark.rule("KG-158")
@pytest.mark.parametrize(
    ("training", "thirty", "twenty", "ten"),
    [(1, 15, 10, 5), (2, 12, 8, 4), (3, 10, 7, 3), (4, 8, 5, 2), (5, 3, 2, 1)],
)
def test_base_reluctance(training: int, thirty: int, twenty: int, ten: int) -> None:
    cards = {str(n): INF | {"strength": n, "training": training} for n in (30, 20, 10)}
    units = [STAFF, *({"unit": name, "formation": "1st"} for name in cards)]
    verdict = judge(*units, profiles=CARDS | cards, army_list=None)
    assert [entry["reluctance"] for entry in verdict["army"]] == [thirty, twenty, ten]


@pytest.mark.rule("KG-018", "KG-175")
def test_abilities_cost_nothing_and_unknown_ones_are_noted() -> None:
    cards = CARDS | {"INF": INF | {"abilities": ["scout", "fury", {"fear": 2}]}}
    verdict = judge(profiles=cards)
    assert verdict["points"]["total"] == 195
    noted = [v for v in verdict["violations"] if v["code"] == "ABILITY_NOT_DESCRIBED"]
    assert noted[0]["params"]["abilities"] == ["fury", "fear"]


def test_a_stated_cost_is_only_compared() -> None:
    verdict = judge(STAFF | {"points": 99}, NINE, surprise=1)
    assert verdict["points"]["total"] == 195
    assert found(verdict, "note") == {"STATED_COST_DIFFERS": 1, "FIELD_UNKNOWN": 1}


@pytest.mark.parametrize(
    ("top", "path"),
    [
        ({"profiles": CARDS | {"INF": INF | {"training": 6}}}, "$.profiles.INF.training"),
        ({"profiles": CARDS | {"INF": INF | {"strength": -1}}}, "$.profiles.INF.strength"),
        ({"profiles": CARDS | {"INF": {"class": "line"}}}, "$.profiles.INF.strength"),
        ({"profiles": CARDS | {"GUN": INF | {"class": "artillery"}}}, "$.profiles.GUN.base"),
        ({"profiles": CARDS | {"INF": INF | {"movement": "far"}}}, "$.profiles.INF.movement"),
        ({"profiles": CARDS | {"INF": INF | {"base": 0}}}, "$.profiles.INF.base"),
        ({"units": [{"count": 2}]}, "$.units[0].unit"),
        ({"units": [STAFF | {"count": 2, "points": 3}]}, "$.units[0].count"),
        ({"units": [STAFF | {"hq": "1st"}]}, "$.units[0].hq"),
        ({"units": [STAFF | {"unit": INF | {"training": 0}}]}, "$.units[0].unit.training"),
        ({"battle": "brawl"}, "$.battle"),
        ({"units": [STAFF] * 201}, "$.units"),
        (
            {"army_list": {"formations": {"A": {"hq": "HQ"}, "B": {"hq": "HQ", "slots": [{}]}}}},
            "$.army_list.formations.B.slots[0].unit",
        ),
        ({"system": "chess"}, "$.system"),
    ],
)
def test_unreadable_armies_name_the_place(top: dict[str, Any], path: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        judge(**top)
    assert refusal.value.path == path
    assert refusal.value.message("pl")
