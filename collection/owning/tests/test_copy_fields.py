"""A field of a copy is declared once: form, rows, tables, programs and pages follow from that."""

import ast
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.db import models

from collection import owning
from collection.common.language import in_every_language
from collection.common.tabular.headings import simplified
from collection.owning import field_kinds as kinds
from collection.owning.api.bodies import Changes, read_body, type_in_body
from collection.owning.api.shapes import CopySerializer, shape_of
from collection.owning.copy_fields import COPY_FIELDS, FACTS
from collection.owning.exports.rows import COLUMNS, rows_of
from collection.owning.field_kinds import Field
from collection.owning.forms.copies import CopyForm, form_field
from collection.owning.importing.columns import OF_PIECES
from collection.owning.importing.merging import Table, merged
from collection.owning.importing.rows import read_row
from collection.owning.models import Change, Collection, Copy, Mode
from collection.owning.present.change_words import change_value
from collection.owning.present.copies import copy_facts, copy_title
from collection.owning.selectors.shelves import find_shelf
from collection.owning.states import CopyState, HoldingState
from collection.owning.tests.conftest import HATCHETMAN, NOW, held

#: What somebody types for each kind of value, what it means, and how a page of either language
#: shows it.
SAMPLES: dict[type[Any], tuple[str, Any, str]] = {
    kinds.Text: ("Box A", "Box A", "Box A"),
    kinds.Choice: ("good", "good", "good"),
    kinds.Truth: ("no", False, "missing"),
    kinds.Day: ("2024-05-31", date(2024, 5, 31), "31 May 2024"),
    kinds.Price: ("1250.50", Decimal("1250.50"), "1,250.50 PLN"),
    kinds.Currency: ("zł", "PLN", "PLN"),
    kinds.Tags: ("red, metal", ("red", "metal"), "red, metal"),
}
TYPED = {name: SAMPLES[type(said.kind)][0] for name, said in COPY_FIELDS.items()}
MEANT = {name: SAMPLES[type(said.kind)][1] for name, said in COPY_FIELDS.items()}
SAID = CopyState(**MEANT)

each_field = pytest.mark.parametrize("name", COPY_FIELDS)
each_kind = pytest.mark.parametrize("kind", kinds.Kind.__args__)

#: Modules that must know one of the facts, for what nobody else does with it; a fact that has to
#: be named anywhere else is missing a word in its declaration. Names that mean other things beside
#: are not looked for.
KNOW = {
    "edits.py": {"price"},
    "states.py": {"price"},
    "selectors/holdings.py": {"price"},
    "importing/rows.py": {"price"},
    "exports/other_programs.py": {"price"},
    "exports/rows.py": {"has_card"},
}
#: Where facts are declared and have their columns.
DECLARED = ("copy_fields.py", "models/copies.py")
AMBIGUOUS = {"condition", "place", "currency"}


@pytest.fixture
def stored(collection: Collection, change: Any) -> Change:
    """A copy of which everything is said, by the form."""
    form = CopyForm({"seen": "0", **TYPED}, usual_currency="EUR")
    assert form.is_valid(), form.errors
    made: Change = change(HATCHETMAN, form.make())
    return made


def test_everything_typed_is_kept(collection: Collection, stored: Change) -> None:
    [copy] = held(collection, HATCHETMAN).copies.values()
    assert copy == SAID


def test_a_form_shows_what_is_kept_and_changes_nothing_then() -> None:
    shown = CopyForm(initial={"seen": 1, **MEANT}, copy_id="a", usual_currency="EUR")
    sent = {bound.html_initial_name: _value(bound) for bound in shown.visible_fields()}
    sent |= {bound.html_name: _value(bound) for bound in shown.visible_fields()}
    again = CopyForm({"seen": "1", **sent}, copy_id="a", usual_currency="EUR")
    assert again.is_valid(), again.errors
    state = HoldingState(copies={"a": SAID})
    assert again.make()(state) == state
    assert again.changed_data == ["seen"]


def _value(bound: Any) -> str:
    return "" if bound.value() is None else str(bound.value())


@each_field
def test_a_column_holds_it(name: str) -> None:
    said = COPY_FIELDS[name]
    assert said.column in COLUMNS
    for heading in (said.column, *said.headings, *in_every_language(said.heading)):
        assert OF_PIECES[simplified(heading)] == said.column


def test_a_table_of_ours_brings_everything_back() -> None:
    before = HoldingState(copies={"a": SAID})
    written: list[Any] = list(rows_of(HATCHETMAN, before, name="", kind=""))
    columns = frozenset(COLUMNS)
    rows = [read_row(cells, columns, "EUR") for cells in written]
    after = merged(HoldingState(), rows, Table(Mode.SET, columns, NOW.date()), known=True)
    assert list(after.copies.values()) == [SAID]


def test_programs_say_and_are_told_everything() -> None:
    copy = msgspec.to_builtins(SAID)
    edit = {"do": "add_copies", "set": "AOD", "number": "102", "copies": [copy]}
    [made] = read_body(msgspec.json.encode({"edits": [edit]}), Changes).made()
    [added] = made.make(HoldingState()).copies.values()
    assert added == SAID
    told = CopySerializer({"id": "a", **MEANT, "loans": []}).data
    assert {name: told[name] for name in COPY_FIELDS} == {
        name: list(value) if isinstance(value, tuple) else value for name, value in copy.items()
    }


def test_pages_show_everything() -> None:
    shown = {
        said.on_page: said.kind.no
        if isinstance(said.kind, kinds.Truth)
        else SAMPLES[type(said.kind)][2]
        for said in COPY_FIELDS.values()
    }
    facts = {label: value for label, value in shown.items() if label in dict(copy_facts(SAID))}
    assert dict(copy_facts(SAID)) == facts
    hidden = {said.on_page for said in COPY_FIELDS.values() if said.in_title or said.beside}
    assert shown.keys() - facts.keys() == hidden
    assert copy_title(SAID) == ("good", "Box A")


@each_field
def test_changes_tell_it(collection: Collection, stored: Change, name: str) -> None:
    shelf = find_shelf(collection.owner, collection.public_id)
    assert shelf
    [line] = change_value(shelf, stored, list(stored.lines.all()), {}).lines
    if not COPY_FIELDS[name].beside:
        assert f"{COPY_FIELDS[name].word} " in line.said[0]


@each_field
def test_its_words_are_in_both_languages(name: str) -> None:
    said = COPY_FIELDS[name]
    for words in (said.label, said.word, said.heading, said.on_page):
        assert len(in_every_language(words)) == 2


@each_field
def test_its_row_can_hold_it(name: str) -> None:
    column: Any = Copy._meta.get_field(name)
    kind = COPY_FIELDS[name].kind
    if isinstance(kind, kinds.Text):
        assert column.max_length == kind.longest
    elif isinstance(kind, kinds.Choice):
        assert column.choices == kind.choices.choices
    elif isinstance(kind, kinds.Price):
        assert isinstance(column, models.DecimalField)
        assert column.max_digits == len(kind.highest.as_tuple().digits)


@each_kind
def test_a_field_more_of_any_kind_needs_no_code(kind: Any) -> None:
    [like] = [said for said in COPY_FIELDS.values() if isinstance(said.kind, kind)][:1]
    toy = Field(like.kind, "Toy", "toy", "toy")
    typed, meant, _shown = SAMPLES[kind]
    assert form_field(toy).clean(typed) == meant
    shape, missing = type_in_body(toy.kind)
    assert msgspec.convert(missing, shape) == missing
    assert shape_of(toy.kind).to_representation(meant) is not None


def named(path: Path) -> Iterator[str]:
    """The strings, attributes and arguments a module names."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Constant(value=str(name)) | ast.Attribute(attr=name):
                yield name
            case ast.keyword(arg=str(name)) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield name


def test_nobody_else_names_a_fact() -> None:
    room = Path(owning.__file__).parent
    modules = {path.relative_to(room).as_posix(): path for path in room.rglob("*.py")}
    found = {
        module: (FACTS.keys() - AMBIGUOUS) & set(named(path))
        for module, path in modules.items()
        if module not in DECLARED and not module.startswith("tests/")
    }
    assert {module: names for module, names in found.items() if names} == KNOW
