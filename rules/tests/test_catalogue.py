"""Loading records: everything or nothing, each problem with file, id, path and reason."""

import copy
from typing import Any

import pytest

from rules.age_of_destruction import CatalogueRefused, RecordProblem, read_catalogue
from rules.age_of_destruction.records.bases import Shape
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.table.bases import TOLERANCE
from rules.core.wording import Title
from rules.tests.army import card, catalogue, catalogue_with, figure, group, judge, record, records

MORGAN, HATCHETMAN = "AOD-057", "AOD-102"
CLICK = record(MORGAN)["dial"][0]
GREEN = {"color": "green", "shape": "square"}
TABLES = ("sets.json", "factions.json", "alliances.json", "bases.json", "artillery_markers.json")


def tables(**changed: Any) -> dict[str, Any]:
    """The tables of the committed catalogue without figures and cards; words replace a table."""
    found = {name: records()[name] for name in TABLES}
    return found | {f"{name}.json": table for name, table in changed.items()}


def load(*figures: Any, cards: tuple[Any, ...] = (), **changed: Any) -> Catalogue:
    return read_catalogue(
        tables(**changed)
        | {"figures/TST.json": {"figures": list(figures)}, "cards/TST.json": {"cards": list(cards)}}
    )


def problems(*figures: Any, cards: tuple[Any, ...] = (), **changed: Any) -> list[RecordProblem]:
    """The problems for which records are refused."""
    with pytest.raises(CatalogueRefused) as refusal:
        load(*figures, cards=cards, **changed)
    return refusal.value.problems


def tank(**fields: Any) -> dict[str, Any]:
    """A complete vehicle that is in the catalogue once: TST-1."""
    return record(MORGAN, id="TST-1", set="TST", collector_number="1", **fields)


def walker(**fields: Any) -> dict[str, Any]:
    """A complete 'Mech: TST-2."""
    return record(HATCHETMAN, id="TST-2", set="TST", collector_number="2", **fields)


def test_the_committed_records_are_without_problems() -> None:
    assert (len(catalogue().units), len(catalogue().cards)) == (458, 90)
    assert catalogue().warnings == ()


def test_good_records_are_kept() -> None:
    assert load(tank(), walker()).units.keys() == {"TST-1", "TST-2"}


@pytest.mark.rule("AOD-UNIT-012")
def test_one_number_in_two_sets_is_two_figures() -> None:
    found = load(tank(), tank() | {"id": "OTH-1", "set": "OTH"})
    assert found.units.keys() == {"TST-1", "OTH-1"}


@pytest.mark.rule("AOD-UNIT-012")
def test_set_and_number_twice_are_refused() -> None:
    (problem,) = problems(tank(), tank(name="Another tank"))
    assert (problem.file, problem.id) == ("figures/TST.json", "TST-1")
    assert problem.problem.code == "DUPLICATE_CATALOGUE_NUMBER"
    assert problem.problem.path == "$.figures[1]"
    assert "TST-1 is in the catalogue already" in str(problem)


def test_an_id_is_its_set_and_number() -> None:
    (problem,) = problems(tank() | {"collector_number": "7"})
    assert (problem.id, problem.problem.code) == ("TST-1", "DUPLICATE_CATALOGUE_NUMBER")


@pytest.mark.parametrize("twin", ["TST-LP-001", "TST-L-001"])
def test_a_card_number_twice_is_refused_under_its_alias_too(twin: str) -> None:
    legend = card("TST-LP-001")
    assert load(cards=(legend | {"id": twin},)).card("TST-LP-001")
    (problem,) = problems(cards=(legend, legend | {"id": twin}))
    assert (problem.file, problem.problem.code) == ("cards/TST.json", "DUPLICATE_CATALOGUE_NUMBER")


@pytest.mark.parametrize(
    ("broken", "code", "path"),
    [
        (tank(speed_mode="mech"), "BASE_TYPE_CONFLICT", "$.figures[0]"),
        (tank(faction=["Highlanders", "Swordsworn"]), "FACTION_NOT_SINGLE", "$.figures[0].faction"),
        (tank(faction="Highlander"), "FACTION_NOT_SINGLE", "$.figures[0].faction"),
        (tank(rank="elite", unique=True), "RANK_INVALID", "$.figures[0]"),
        (tank(attacks=[]), "RANGE_TYPE_INVALID", "$.figures[0]"),
        (tank(vent=1), "DIAL_INVALID", "$.figures[0]"),
        (walker(heat_dial=None), "HEAT_DIAL_INVALID", "$.figures[0]"),
        (tank(points="71"), "UNREADABLE_RECORD", "$.figures[0].points"),
        (tank(points=-1), "UNREADABLE_RECORD", "$.figures[0].points"),
        (tank(type="ship"), "UNREADABLE_RECORD", "$.figures[0].type"),
        (tank(block="123"), "UNREADABLE_RECORD", "$.figures[0].block"),
    ],
)
def test_a_figure_against_the_rules_is_refused(broken: Any, code: str, path: str) -> None:
    (problem,) = problems(broken)
    assert (problem.file, problem.id) == ("figures/TST.json", broken["id"])
    assert (problem.problem.code, problem.problem.path) == (code, path)
    assert problem.problem.reason


@pytest.mark.parametrize(
    ("broken", "english", "polish"),
    [
        (
            tank(speed_mode="quad_mech"),
            "the type vehicle cannot have the speed mode quad 'Mech",
            "typ pojazd nie może mieć trybu ruchu „Mech czworonożny”",
        ),
        (
            tank(dial=[{**CLICK, "special_equipment": {"secondary_damage": GREEN}}]),
            "special equipment at secondary damage needs a weapon there",
            "wyposażenie specjalne przy wartości „uszkodzenia broni pomocniczej” wymaga tam broni",
        ),
        (
            tank(dial=[{**CLICK, "click": 3}]),
            "click 1 is out of sequence",
            "kliki nie idą po kolei (klik 1)",
        ),
    ],
)
def test_reasons_use_the_words_for_values(broken: Any, english: str, polish: str) -> None:
    (problem,) = problems(broken)
    reason = problem.problem.reason
    assert isinstance(reason, Title)
    assert (reason.in_language("en"), reason.in_language("pl")) == (english, polish)


@pytest.mark.rule("AOD-CARD-002")
@pytest.mark.parametrize("field", ["id", "type", "set", "number", "name"])
def test_a_card_without_its_data_is_refused(field: str) -> None:
    whole = card("TST-G-001")
    assert load(cards=(whole,)).card("TST-G-001")
    (problem,) = problems(cards=({k: v for k, v in whole.items() if k != field},))
    assert (problem.problem.code, problem.problem.path) == ("UNREADABLE_RECORD", "$.cards[0]")
    assert field in problem.problem.reason


@pytest.mark.parametrize("cost", ["", "x", "10/100", "10/150 OR", "5 OR 6 OR 7", "L=10 M=12", "-3"])
def test_a_cost_nobody_can_read_is_refused(cost: str) -> None:
    (problem,) = problems(cards=(card("TST-G-001", cost=cost),))
    assert (problem.id, problem.problem.code) == ("TST-G-001", "COST_FORMAT_INVALID")
    assert problem.problem.path == "$.cards[0].cost"
    assert repr(cost) in problem.problem.reason


@pytest.mark.parametrize(
    ("field", "path"),
    [
        ({"alongside": ["gear"]}, "alongside"),
        ({"alongside": {"gear": "yes"}}, "alongside.gear"),
        ({"requires": "Light"}, "requires"),
        ({"requires": {"class": ["Tiny"]}}, "requires.class[0]"),
        ({"official": "no"}, "official"),
        ({"frequency": "1/0"}, "frequency"),
        ({"recruitment": {"base": "5"}}, "recruitment.base"),
    ],
)
def test_card_fields_of_a_wrong_type_are_refused(field: dict[str, Any], path: str) -> None:
    (problem,) = problems(cards=(card("TST-G-001", **field),))
    assert problem.problem.path == f"$.cards[0].{path}"


def test_every_problem_is_named_and_nothing_is_kept() -> None:
    found = problems(
        tank(rank="ace"), walker(vent=None), "a tank", cards=(card("TST-G-001", cost="much"),)
    )
    assert [problem.id for problem in found] == ["TST-G-001", "TST-1", "TST-2", "$.figures[2]"]


@pytest.mark.parametrize("table", TABLES)
def test_a_missing_table_is_refused(table: str) -> None:
    files = {name: data for name, data in tables().items() if name != table}
    with pytest.raises(CatalogueRefused) as refusal:
        read_catalogue(files)
    assert refusal.value.problems[0].file == table


def test_a_table_of_a_wrong_shape_is_refused() -> None:
    (problem,) = problems(sets={"sets": {"AOD": {}}})
    assert (problem.file, problem.problem.path) == ("sets.json", "$.sets")


def test_the_release_of_the_rulebook_must_be_there() -> None:
    (problem,) = problems(alliances={"house": [], "releases": []})
    assert (problem.file, problem.problem.path) == ("alliances.json", "$.releases")


@pytest.mark.rule("AOD-CARD-004", "AOD-CARD-003")
def test_a_type_against_the_number_is_a_warning() -> None:
    found = load(cards=(card("TST-G-001", type="P"), card("TST-G-002"), card("TST-X-001")))
    (warning,) = found.warnings
    assert (warning.id, warning.problem.code) == ("TST-G-001", "CARD_TYPE_PREFIX_CONFLICT")
    assert warning.problem.path == "$.cards[0].type"
    assert found.cards["TST-X-001"].type == "other"


@pytest.mark.rule("AOD-UNIT-020")
def test_artillery_without_a_marker_is_a_warning() -> None:
    def warnings(**changed: Any) -> list[tuple[str, str]]:
        found = load(tank(artillery_range=30), walker(), **changed).warnings
        return [(warning.id, warning.problem.code) for warning in found]

    markers = copy.deepcopy(records()["artillery_markers.json"])
    assert warnings() == [("TST-1", "ARTILLERY_MARKER_MISSING")]
    markers["artillery_markers"][0]["unit"] = "TST-1"
    assert warnings(artillery_markers=markers) == []


@pytest.mark.rule("AOD-PILOT-011")
def test_a_preferred_mech_nobody_knows_is_a_warning() -> None:
    legend = card("TST-LP-001", preferred_mech="TST-2")
    assert load(walker(), cards=(legend,)).warnings == ()
    (warning,) = load(tank(), cards=(legend,)).warnings
    assert (warning.id, warning.problem.code) == ("TST-LP-001", "PREFERRED_MECH_DATA_CONFLICT")


def test_a_block_stands_for_each_of_its_versions() -> None:
    block = {"id": "TST-7", "status": "block", "set": "TST", "collector_number": "7"}
    found = load(block | {"block": ["7", "8"], "name": "Jackalope", "type": "mech"})
    assert found.units.keys() == {"TST-7", "TST-8"}
    assert found.units["TST-8"].title == "TST-8 Jackalope"
    assert not found.units["TST-8"].known


def test_slots_come_from_the_set_unless_the_record_says_otherwise() -> None:
    sets = {"sets": [{"code": "TST", "slots": True}]}
    without = record(HATCHETMAN, id="TST-3", set="TST", collector_number="3", slots=False)
    found = load(walker(), without, tank(), sets=sets)
    assert [unit.slots for unit in found.units.values()] == [True, False, False]


def test_the_same_records_have_the_same_digest() -> None:
    found = load(tank(), walker())
    assert found.id.startswith("sha256:")
    assert len(found.id) == len("sha256:") + 64
    assert load(dict(reversed(tank().items())), walker()).id == found.id
    assert load(tank(points=72), walker()).id != found.id


def test_an_id_may_be_given_by_its_alias() -> None:
    assert catalogue().card("AOD-L-001") is catalogue().card("AOD-LP-001")
    assert catalogue().card("AOD-X-001") is None
    assert catalogue().unit("AOD-999") is None


@pytest.mark.rule("AOD-ALLY-005", "AOD-ALLY-006")
@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Republic of the Sphere", "Highlanders", "house"),
        ("House Davion", "Swordsworn", "house"),
        ("Swordsworn", "House Davion", "house"),
        ("House Steiner", "Stormhammers", "house"),
        ("Highlanders", "Stormhammers", None),
        ("House Steiner", "Steel Wolves", None),
        ("Highlanders", "Highlanders", None),
    ],
)
def test_house_alliances_hold_pair_by_pair(one: str, other: str, kind: str | None) -> None:
    assert catalogue().alliances().kind(one, other) == kind


@pytest.mark.rule("AOD-ALLY-007")
def test_grand_alliances_are_those_of_the_release() -> None:
    def release(name: str, *grand: list[str], house: tuple[list[str], ...] = ()) -> dict[str, Any]:
        return {"name": name, "house": list(house), "grand": list(grand)}

    found = load(
        alliances={
            "house": [["A", "B"]],
            "releases": [
                release("rulebook"),
                release("first", ["A", "C"], house=(["B", "D"],)),
                release("second", ["C", "D"]),
            ],
        }
    )
    assert found.alliances().grand == frozenset()
    assert found.alliances("first").kind("A", "C") == "grand"
    assert found.alliances("first").kind("B", "D") == "house"
    assert found.alliances("second").kind("A", "C") is None
    assert found.alliances("second").kind("B", "D") == "house"
    assert found.alliances().kind("B", "D") is None
    assert found.alliances("second").kind("A", "B") == "house"


def test_more_cards_and_figures_come_beside_the_committed_ones() -> None:
    found = catalogue_with(card("TST-G-001"), units=(figure(set="TST", collector_number="1"),))
    assert judge(group("TST-1", "AOD-029"), found).legal


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("AOD-1O2", "AOD-102"),
        ("AOD-l02", "AOD-102"),
        ("AOD-I02", "AOD-102"),
        ("aod102", "AOD-102"),
        ("aod 1", "AOD-001"),
        ("DA-3", "DA-003"),
    ],
)
def test_a_number_that_looks_the_same_leads(typed: str, meant: str) -> None:
    assert catalogue().similar_units(typed)[0] == meant


def test_a_card_number_that_looks_the_same_leads() -> None:
    assert catalogue().similar_cards("aod lp-1")[0] == "AOD-LP-001"
    assert catalogue().similar_cards("HSEF1")[0] == "HSE-F-001"


def test_bases_and_arcs_are_read_from_the_records() -> None:
    bases = catalogue().bases
    assert set(bases.shapes) == {unit.base for unit in catalogue().units.values()}
    assert bases.shapes["vehicle"] == Shape(width=1.5, length=2.75)
    assert bases.shapes["infantry"] == Shape(1.5, 1.5)
    assert (bases.front, bases.rear) == (180, 180)
    table = records()["bases.json"]
    assert table["contact_tolerance"] == TOLERANCE
    smaller = table["bases"] | {"infantry": {"shape": "disc", "radius": 0.5}}
    measured = table | {"bases": smaller, "arcs_degrees": {"front": 120, "rear": 90}}
    other = load(bases=measured).bases
    assert (other.shapes["infantry"], other.front, other.rear) == (Shape(1, 1), 120, 90)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"shape": "square"}, "$.bases.mech.shape"),
        ({"shape": "disc"}, "$.bases.mech"),
        ({"shape": "disc", "radius": "1"}, "$.bases.mech.radius"),
        ({"shape": "disc", "radius": 0}, "$.bases.mech.radius"),
        ({"shape": "capsule", "width": 2, "length": 1}, "$.bases.mech.length"),
    ],
)
def test_a_base_that_is_none_is_refused(change: Any, path: str) -> None:
    table = records()["bases.json"]
    (problem,) = problems(bases=table | {"bases": table["bases"] | {"mech": change}})
    assert (problem.file, problem.problem.path) == ("bases.json", path)
