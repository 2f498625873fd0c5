"""battle-group/1: what is written is read back, what is wrong is refused by its place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Unreadable, parse_json
from rules.age_of_destruction import (
    EVENTS,
    RULINGS,
    BattleGroup,
    check_code,
    read_group,
    write_group,
)
from rules.core.codec import DEEPEST
from rules.tests.army import catalogue, codes, figure, group, judge, mech, one, record
from rules.tests.running import examples

TEXTS = st.text(max_size=8)
COUNTS = st.integers(0, 999)
CARDS = TEXTS | st.sampled_from(["AOD-G-005", "AOD-GS-002", "AOD-L-001", "HSE-F-002", "HSE-MC-001"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-999, 999) | TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=4,
)


def some(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """An object with any of some fields, and perhaps one nobody knows."""
    return st.fixed_dictionaries({}, optional={**fields, "colour": VALUES})


def with_card(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A card: its bare id, or an object that says more."""
    return CARDS | st.builds(lambda card, more: {"card": card} | more, CARDS, some(**fields))


CHOICES = with_card(
    weapon=st.sampled_from(["primary", "secondary", None]),
    recruit=st.none() | TEXTS | st.lists(TEXTS, max_size=2),
    points=st.none() | COUNTS,
    recruit_points=COUNTS,
)
LADEN = some(
    gear=st.lists(CHOICES, max_size=2),
    pilot=CHOICES | st.lists(CHOICES, max_size=2) | st.none(),
    points=COUNTS,
)
BARE = some(count=st.none() | st.integers(1, 9))
UNITS = TEXTS | st.sampled_from(
    ["AOD-102", "AOD-113", "CA-081", figure(), record("AOD-102"), record("AOD-029", colour="red")]
)
ENTRIES = st.builds(lambda unit, rest: {"unit": unit} | rest, UNITS, LADEN | BARE)
RANGES = st.fixed_dictionaries(
    {}, optional={"type": st.just("mech"), "class": st.just("Light"), "least": COUNTS}
)
EVENT_CHOICES = st.sampled_from([None, *EVENTS]) | some(
    name=TEXTS | st.just("standard-450"),
    build_totals=st.lists(st.integers(1, 900), max_size=2),
    factions=st.lists(TEXTS, max_size=2),
    figures=st.lists(TEXTS, max_size=2),
    banned=st.lists(TEXTS, max_size=2),
    least_points=COUNTS,
    most_points=COUNTS,
    per_name=st.integers(1, 9),
    per_number=st.integers(1, 9),
    card_types=st.none() | st.lists(st.sampled_from(["G", "PC"]), max_size=2),
    card_counts=st.dictionaries(st.sampled_from(["G", "PC"]), COUNTS, max_size=2),
    unit_counts=st.lists(RANGES, max_size=2),
    catalogue_only=st.booleans(),
    pure=st.booleans(),
    orders=st.integers(0, 9),
    table=st.dictionaries(TEXTS, VALUES, max_size=2),
)
GROUPS = st.builds(
    lambda units, rest: group(*units) | rest,
    st.lists(ENTRIES, min_size=1, max_size=3),
    some(
        name=TEXTS,
        build_total=st.none() | st.integers(-900, 900),
        cards=st.lists(
            with_card(
                faction=TEXTS,
                confirmed=st.booleans() | st.lists(TEXTS, max_size=2),
                points=COUNTS,
            ),
            max_size=2,
        ),
        event=EVENT_CHOICES,
        rulings=st.dictionaries(st.sampled_from([*RULINGS]), st.booleans() | st.none(), max_size=2),
        loads=st.lists(
            st.just({"transport": 0, "passengers": [0]})
            | st.just({"transport": 0, "passengers": [], "colour": "red"}),
            max_size=2,
        ),
        owned=st.none() | st.dictionaries(TEXTS, COUNTS, max_size=2),
        notes=TEXTS,
    ),
)


@examples(120)
@given(GROUPS)
def test_what_is_written_is_read_back(data: dict[str, Any]) -> None:
    read = read_group(data)
    written = write_group(read)
    assert read_group(parse_json(json.dumps(written))) == read
    assert write_group(read_group(written)) == written


@examples(40)
@given(GROUPS)
def test_every_readable_group_gets_a_verdict(data: dict[str, Any]) -> None:
    judge(data)


@examples(150)
@given(VALUES | st.dictionaries(st.sampled_from([*group()]), VALUES) | GROUPS, st.data())
def test_anything_else_is_unreadable_and_nothing_worse(data: Any, draw: st.DataObject) -> None:
    if isinstance(data, dict) and data:
        data = data | {draw.draw(st.sampled_from(sorted(data))): draw.draw(VALUES)}
    try:
        assert isinstance(read_group(data), BattleGroup)
    except Unreadable as error:
        assert error.path.startswith("$")
        assert error.message("en")
        assert error.message("pl")


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ([], "$"),
        (None, "$"),
        ({}, "$"),
        (group() | {"format": "battle-group/2"}, "$.format"),
        (group() | {"system": "chess"}, "$.system"),
        ({k: v for k, v in group().items() if k != "units"}, "$"),
        (group() | {"units": {}}, "$.units"),
        (group() | {"name": 7}, "$.name"),
        (group() | {"build_total": "450"}, "$.build_total"),
        (group() | {"build_total": 450.0}, "$.build_total"),
        (group(total=True), "$.build_total"),
        (group(total=10**30), "$.build_total"),
        (group(7), "$.units[0]"),
        (group({}), "$.units[0]"),
        (group({"unit": None}), "$.units[0].unit"),
        (group("AOD-001", "AOD-001", {"unit": "AOD-001", "count": 0}), "$.units[2].count"),
        (group({"unit": "AOD-001", "count": "2"}), "$.units[0].count"),
        (group({"unit": "AOD-001", "count": 10**7}), "$.units[0].count"),
        (group({"unit": "AOD-001", "points": -1}), "$.units[0].points"),
        (group({"unit": "AOD-001", "gear": "AOD-G-001"}), "$.units[0].gear"),
        (group(mech("AOD-102", {"weapon": "primary"})), "$.units[0].gear[0]"),
        (group(mech("AOD-102", {"card": "G", "weapon": "both"})), "$.units[0].gear[0].weapon"),
        (group({"unit": "AOD-001", "pilot": 5}), "$.units[0].pilot"),
        (group({"unit": "AOD-001", "pilot": ["P", 5]}), "$.units[0].pilot[1]"),
        (group(mech("AOD-001", pilot="GS", recruit=5)), "$.units[0].pilot.recruit"),
        (group(mech("AOD-001", pilot="GS", recruit=["A", 5])), "$.units[0].pilot.recruit[1]"),
        (group({"unit": figure(type="ship")}), "$.units[0].unit.type"),
        (group({"unit": figure(points="40")}), "$.units[0].unit.points"),
        (group({"unit": {"name": "x", "type": "mech"}}), "$.units[0].unit"),
        (group({"unit": figure(speed_mode="mech")}), "$.units[0].unit"),
        (group({"unit": figure(dial=[{"click": 1}])}), "$.units[0].unit.dial[0]"),
        (group(cards=(5,)), "$.cards[0]"),
        (group(cards=({"card": "F", "faction": 5},)), "$.cards[0].faction"),
        (group(cards=({"card": "F", "confirmed": "yes"},)), "$.cards[0].confirmed"),
        (group(event="standard-900"), "$.event"),
        (group(event=450), "$.event"),
        (group(event={"types": ["ship"]}), "$.event.types[0]"),
        (group(event={"card_counts": {"XX": 1}}), "$.event.card_counts.XX"),
        (group(event={"unit_counts": [{"least": -1}]}), "$.event.unit_counts[0].least"),
        (group(event={"pure": "yes"}), "$.event.pure"),
        (group(rulings=["unique_by_name"]), "$.rulings"),
        (group(rulings={"unique_by_name": "false"}), "$.rulings.unique_by_name"),
        (group("A", loads=[{"transport": 1, "passengers": []}]), "$.loads[0].transport"),
        (group("A", loads=[{"transport": 0, "passengers": [-1]}]), "$.loads[0].passengers[0]"),
        (group("A", loads=[{"transport": 0}]), "$.loads[0]"),
        (group(owned={"AOD-001": "1"}), "$.owned.AOD-001"),
        (group(owned={"AOD-001": -1}), "$.owned.AOD-001"),
    ],
)
def test_the_first_fault_is_named_by_its_path(data: Any, path: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_group(data)
    assert refusal.value.path == path
    assert str(refusal.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    "laden", [{"gear": ["AOD-G-001"]}, {"pilot": "AOD-P-001"}, {"points": 10}, {"points": 0}]
)
def test_an_entry_with_cards_or_a_stated_cost_is_one_copy(laden: dict[str, Any]) -> None:
    assert read_group(group({"unit": "AOD-102", "count": 1} | laden)).units[0].count == 1
    with pytest.raises(Unreadable) as refusal:
        read_group(group({"unit": "AOD-102", "count": 2} | laden))
    assert (refusal.value.path, refusal.value.code) == ("$.units[0].count", "COUNT_WITH_CARDS")


def test_absent_and_null_are_the_same_but_for_recruitment() -> None:
    bare = {"format": "battle-group/1", "system": "age-of-destruction", "units": []}
    nulls = dict.fromkeys(["name", "build_total", "cards", "event", "rulings", "loads", "owned"])
    assert read_group(bare | nulls) == read_group(bare) == BattleGroup()
    silent, unpaid = (
        read_group(group(mech("AOD-102", pilot="AOD-GS-001", **choice))).units[0].pilots[0].recruit
        for choice in ({}, {"recruit": None})
    )
    assert (silent, unpaid) == (None, ())


def test_several_pilots_and_several_recruitments_can_be_written() -> None:
    pilots = [{"card": "AOD-GS-001", "recruit": ["House Liao", "Highlanders"]}, "AOD-P-001"]
    (entry,) = read_group(group({"unit": "AOD-102", "pilot": pilots})).units
    assert [pilot.card for pilot in entry.pilots] == ["AOD-GS-001", "AOD-P-001"]
    assert entry.pilots[0].recruit == ("House Liao", "Highlanders")


class TestUnknownFields:
    """They are kept as they are and named in a note."""

    everywhere = group(
        {"unit": "AOD-038", "paint": "red"},
        {"unit": "AOD-102", "gear": [{"card": "AOD-G-005", "side": None}]},
        {"unit": "AOD-102", "pilot": {"card": "AOD-P-010", "mood": []}},
        "AOD-031",
        cards=({"card": "AOD-PC-001", "secret": True},),
        event={"name": "cup", "prize": "a dial"},
        rulings={"house_rule": 3},
        loads=[{"transport": 0, "passengers": [3], "seat": 1}],
        colour={"deep": [1, {"x": None}]},
    )
    places = (
        "cards[0].secret",
        "colour",
        "event.prize",
        "loads[0].seat",
        "rulings.house_rule",
        "units[0].paint",
        "units[1].gear[0].side",
        "units[2].pilot.mood",
    )

    def test_they_are_kept(self) -> None:
        written = write_group(read_group(self.everywhere))
        assert written["colour"] == {"deep": [1, {"x": None}]}
        assert written["units"][1]["gear"][0] == {"card": "AOD-G-005", "side": None}
        assert read_group(written) == read_group(self.everywhere)

    def test_they_are_noted(self) -> None:
        verdict = judge(self.everywhere)
        note = one(verdict, "FIELD_UNKNOWN")
        assert (note.severity, note.where) == ("note", self.places)
        assert note.params == {"fields": list(self.places)}
        assert verdict.legal is True

    def test_known_fields_are_not(self) -> None:
        assert "FIELD_UNKNOWN" not in codes(judge(group("AOD-031", notes="mine", owned={})))


def test_the_contract_s_example_is_read() -> None:
    data = group(
        mech("AOD-102", "AOD-G-005", pilot="AOD-P-010"),
        mech("AOD-114", pilot="AOD-GS-002", recruit="Spirit Cats"),
        {"unit": "AOD-033", "count": 2},
        {"unit": figure(id="X-1", transport_capacity=1)},
        cards=("AOD-PC-001",),
        event="standard-450",
        rulings={},
        loads=[{"transport": 3, "passengers": [2]}],
        owned={"AOD-102": 1},
    )
    read = read_group(data)
    assert [entry.unit for entry in read.units] == ["AOD-102", "AOD-114", "AOD-033", "X-1"]
    assert read.event is EVENTS["standard-450"]
    assert write_group(read)["units"] == data["units"]


class TestJson:
    """Text that is no JSON in UTF-8, or more than a program can carry."""

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            (b"", "NOT_JSON"),
            (b"{", "NOT_JSON"),
            (b"\xff\xfe", "NOT_UTF8"),
            (b'"\xed\xa0\x80"', "NOT_UTF8"),
            (b"NaN", "NUMBER_UNREADABLE"),
            (b"-Infinity", "NUMBER_UNREADABLE"),
            (b"1e999", "NUMBER_UNREADABLE"),
            (b"1" * 10_000, "NUMBER_UNREADABLE"),
            (b"[" * 100_000, "TOO_DEEP"),
            (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "TOO_DEEP"),
            (b'{"a":' * 500 + b"1" + b"}" * 500, "TOO_DEEP"),
        ],
    )
    def test_it_is_refused(self, text: bytes, code: str) -> None:
        with pytest.raises(Unreadable) as refusal:
            parse_json(text)
        assert (refusal.value.path, refusal.value.code) == ("$", code)
        assert refusal.value.message("pl")

    @pytest.mark.parametrize(
        ("text", "path"),
        [
            ('"\\ud800"', "$"),
            ('{"name": "\\udfff"}', "$.name"),
            ('{"units": [{"unit": "a"}, {"\\ud800": 1}]}', "$.units[1]"),
            ('{"notes": {"deep": ["ok", "\\ud800!"]}}', "$.notes.deep[1]"),
        ],
    )
    def test_half_of_a_character_is_refused_by_its_place(self, text: str, path: str) -> None:
        with pytest.raises(Unreadable) as refusal:
            parse_json(text)
        assert (refusal.value.path, refusal.value.code) == (path, "BROKEN_TEXT")

    def test_whole_characters_and_a_mark_of_byte_order_are_read(self) -> None:
        assert parse_json('"\\ud83d\\ude00"') == "😀"
        assert parse_json("\ufeff[1.5]".encode()) == [1.5]
        assert parse_json("[" * DEEPEST + "]" * DEEPEST)

    def test_a_wrong_type_is_named_in_both_languages(self) -> None:
        with pytest.raises(Unreadable) as refusal:
            read_group(group() | {"build_total": "450"})
        assert refusal.value.message("en") == "Expected a whole number, found text."
        assert refusal.value.message("pl") == "Oczekiwano: liczba całkowita; jest: tekst."


@pytest.mark.rule("AOD-CARD-028")
def test_the_check_code_tells_a_card_added_later() -> None:
    def code(**changes: Any) -> str:
        return check_code(read_group(group("AOD-029") | changes), catalogue())

    built = code(cards=["AOD-PC-001"])
    assert len(built) == 9
    assert built[4] == "-"
    assert code(cards=["AOD-PC-001"], name="Another name", notes="mine") == built
    assert code(cards=["AOD-PC-001", "HSE-F-002"]) != built
    assert code(cards=["AOD-PC-001"], build_total=600) != built
