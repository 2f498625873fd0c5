"""Figures people enter: from the workbook to the catalogue the rules read, and back."""

import ast
import inspect
import re
import zipfile
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.utils import timezone, translation
from openpyxl import load_workbook

from collection.catalogue import game
from collection.catalogue.entering import selectors
from collection.catalogue.entering import services as entering
from collection.catalogue.entering.drafts import from_record, to_record
from collection.catalogue.entering.overlay import lay_over
from collection.catalogue.entering.previews import Preview, preview
from collection.catalogue.entering.reasons import reason_in_words
from collection.catalogue.entering.uploads import TEMPLATE_LIMITS
from collection.catalogue.files import read_files
from collection.catalogue.models import (
    CatalogueEntry,
    Contribution,
    Decision,
    EntryRevision,
    Faction,
    Figure,
)
from collection.catalogue.tests.workbooks import (
    FOOT,
    fill,
    foot_clicks,
    foot_soldiers,
    own_set,
    template,
)
from collection.common.tabular.limits import RefusedFile
from collection.common.tabular.workbooks import read_workbook
from collection.conftest import FILES
from rules.age_of_destruction.records import reading_units
from rules.tests.army import read_unit, record

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]
SYSTEM = game.SYSTEM


def read(book: bytes, code: str = "AN") -> Preview:
    return preview(
        own_set=own_set(code),
        rows=read_workbook(book, TEMPLATE_LIMITS),
        how_sure="figure",
        factions=list(Faction.objects.all()),
    )


def person(name: str = "anna") -> Any:
    return get_user_model().objects.create_user(f"{name}@example.org", display_name=name.title())


def enter(book: bytes, code: str = "AN") -> Contribution:
    """Propose and accept the only figure of a workbook."""
    (planned,) = read(book, code).planned
    by = person()
    figures = [planned.submitted]
    (sent,) = entering.propose(system=SYSTEM, figures=figures, by=by, now=timezone.now())
    editor = person("editor")
    entering.accept(system=SYSTEM, contributions=[sent], by=editor, now=timezone.now())
    return sent


def test_every_known_figure_survives_the_sheets() -> None:
    files = read_files(FILES)
    for path, content in files.items():
        if path.startswith("figures/"):
            content["figures"] = [
                {**to_record(from_record(record), record)}
                if record["status"] == "complete"
                else record
                for record in content["figures"]
            ]

    assert game.read_catalogue(files).units == game.catalogue().units


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_filled_template_sent_back_says_nothing_new(language: str) -> None:
    with translation.override(language):
        book = template("AOD", filled=True)

    assert read(book, "AOD") == Preview((), (), 141)


def test_an_entered_figure_is_in_the_catalogue_and_survives_a_reload() -> None:
    enter(foot_soldiers())
    version = game.catalogue().id
    call_command("load_catalogue", verbosity=0)

    unit = game.catalogue().units["AN-001"]
    assert (unit.points, len(unit.dial), unit.faction) == (12, 3, "Steel Wolves")
    assert game.catalogue().id == version
    figure = Figure.objects.get(catalogue_id="AN-001")
    assert figure.entered and "EV" in figure.equipment_codes


def test_a_block_is_completed_number_by_number() -> None:
    book = fill(
        template("DA"),
        {
            "Mechs": [
                {
                    "Number": "073",
                    "Name": "MiningMech",
                    "Variant": "MM-1-L",
                    "Points": 30,
                    "Speed mode": "'Mech",
                    "Vent rating": 2,
                    "Primary weapon: type": "melee",
                    "Primary weapon: targets": 1,
                    "Primary weapon: nearest inch": 0,
                    "Primary weapon: farthest inch": 0,
                    "Secondary weapon: type": "energy",
                    "Secondary weapon: targets": 1,
                    "Secondary weapon: nearest inch": 0,
                    "Secondary weapon: farthest inch": 8,
                }
            ],
            "Clicks": [{"Number": "073", "Secondary damage": 1, **c} for c in foot_clicks()],
            "Heat": [
                {
                    "Number": "073",
                    "Heat position": 0,
                    "Speed: effect square": "green",
                    "Primary damage: effect square": "green",
                    "Secondary damage: effect square": "green",
                }
            ],
        },
    )
    enter(book, "DA")

    known = game.catalogue()
    assert known.units["DA-073"].known and not known.units["DA-074"].known
    assert Figure.objects.get(catalogue_id="DA-074").status == "listed"

    (revision,) = selectors.history(SYSTEM, "DA-073")
    entering.take_off(entry=revision.entry, by=revision.made_by, now=timezone.now())
    assert not game.catalogue().units["DA-073"].known
    assert Figure.objects.get(catalogue_id="DA-073").last_number == "074"
    assert not Figure.objects.filter(catalogue_id="DA-074").exists()

    entering.bring_back(revision=revision, by=revision.made_by, now=timezone.now())
    assert game.catalogue().units["DA-073"].known
    assert [r.number for r in selectors.history(SYSTEM, "DA-073")] == [3, 2, 1]


def test_the_middle_of_a_block_parts_it() -> None:
    block = {"id": "X-1", "set": "X", "block": ["1", "2", "3", "4"], "status": "block"}
    entered = {"X-2": {"id": "X-2", "set": "X", "status": "complete"}}

    result = lay_over({"figures/X.json": {"figures": [block]}}, entered)

    found = [(r["id"], r["status"], r.get("block")) for r in result["figures/X.json"]["figures"]]
    assert found == [
        ("X-1", "listed", None),
        ("X-2", "complete", None),
        ("X-3", "block", ["3", "4"]),
    ]


@pytest.mark.parametrize(
    ("changes", "cell"),
    [
        ({"Faction": "Steel Wolfs"}, ("Infantry", "E2")),
        ({"Points": "many"}, ("Infantry", "G2")),
        ({"Points": 12.5}, ("Infantry", "G2")),
        ({"Points": -3}, ("Infantry", "G2")),
        ({"Name": None}, ("Infantry", "B2")),
        ({"Name": "x" * 151}, ("Infantry", "B2")),
        ({"Name": "Walk\u202eers"}, ("Infantry", "B2")),
        ({"Weapon: type": "melee"}, ("Infantry", "K2")),
        ({"Weapon: targets": 5}, ("Infantry", "K2")),
        ({"Weapon: type": None}, ("Infantry", "K2")),
    ],
)
def test_a_fault_is_told_with_sheet_and_cell(
    changes: dict[str, Any], cell: tuple[str, str]
) -> None:
    found = read(foot_soldiers(**changes))

    assert not found.planned
    assert cell in {(fault.sheet, fault.cell) for fault in found.faults}


def test_faults_of_a_dial_are_told_at_their_click() -> None:
    clicks = [{"Number": "001", **line} for line in foot_clicks()]
    clicks[1]["Attack"] = None
    clicks[2] |= {"Primary damage: equipment": "PU Pulse"}
    base = {"Number": "001", **FOOT}
    misplaced = read(fill(template("AN"), {"Infantry": [base], "Clicks": clicks}))
    assert [(f.sheet, f.cell) for f in misplaced.faults] == [("Clicks", "K4")]

    clicks[2].pop("Primary damage: equipment")
    empty = read(fill(template("AN"), {"Infantry": [base], "Clicks": clicks}))
    assert [(f.sheet, f.cell, f.reason) for f in empty.faults] == [
        ("Clicks", "F3", "This cell is empty.")
    ]


def test_good_figures_stand_beside_bad_ones() -> None:
    clicks = [{"Number": n, **line} for n in ("001", "002") for line in foot_clicks()]
    lines = [{"Number": n, "Points": points} for n, points in (("001", 12), ("002", "many"))]
    book = fill(
        template("AN"), {"Infantry": [{**FOOT, **line} for line in lines], "Clicks": clicks}
    )

    found = read(book)

    assert [planned.record["id"] for planned in found.planned] == ["AN-001"]
    assert [fault.figure for fault in found.faults] == ["002"]


def test_numbers_excel_shortened_are_read_as_printed() -> None:
    (planned,) = read(foot_soldiers(number=7)).planned

    assert planned.record["id"] == "AN-007"


def test_a_mode_of_another_type_is_told_in_words() -> None:
    _unit, found = read_unit(record("AOD-057", speed_mode="quad_mech"))
    (reason,) = {reason_in_words(problem.reason) for problem in found}
    assert reason == "This type of figure cannot have this speed mode."


def reasons_of_the_reader() -> list[str]:
    """Every reason for which the rules refuse a figure, with something in place of its values."""
    found = []
    for each in ast.walk(ast.parse(inspect.getsource(reading_units))):
        match each:
            case ast.Call(func=ast.Name(id="Title" | "_worded"), args=[ast.Constant(str(said)), _]):
                found.append(re.sub(r"\{.*?\}", "7", said))
            case ast.Call(func=ast.Name(id="Title"), args=[ast.JoinedStr(values=parts), _]):
                found.append(
                    "".join(
                        str(part.value) if isinstance(part, ast.Constant) else "7" for part in parts
                    )
                )
    return found


def test_every_reason_of_the_reader_is_told_in_words() -> None:
    reasons = reasons_of_the_reader()
    assert len(reasons) > 15
    english = [reason_in_words(each) for each in reasons]
    with translation.override("pl"):
        polish = [reason_in_words(each) for each in reasons]
    assert [told for told in english if told.startswith("The rules refuse")] == []
    assert [told for told in english if told in polish] == []


def test_a_refused_record_changes_nothing() -> None:
    sent = enter(foot_soldiers())
    version = game.catalogue().id
    spoilt = {**sent.record, "points": -4}
    source = entering.Source("figure", sent.proposed_by)

    with pytest.raises(entering.EntryRefused):
        entering.change_entry(
            system=SYSTEM,
            catalogue_id="AN-001",
            record=spoilt,
            source=source,
            by=sent.proposed_by,
            now=timezone.now(),
        )

    assert game.catalogue().id == version
    assert EntryRevision.objects.count() == 1


def test_an_entry_the_rules_no_longer_bear_is_left_out_of_a_load() -> None:
    enter(foot_soldiers())
    CatalogueEntry.objects.update(record={"id": "AN-001", "set": "AN", "type": "airship"})

    call_command("load_catalogue", verbosity=0)

    assert "AN-001" not in game.catalogue().units


def test_a_contribution_is_decided_on_once() -> None:
    sent = enter(foot_soldiers())

    with pytest.raises(entering.AlreadyDecided):
        entering.decline(proposal=sent, by=sent.proposed_by, now=timezone.now(), reason="no")
    assert Contribution.objects.get().decision == Decision.ACCEPTED


def zipped(**parts: bytes) -> bytes:
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in parts.items():
            target.writestr(name, content)
    return written.getvalue()


def with_part(name: str, content: bytes) -> bytes:
    """A template in which one part of the packed file is another."""
    written = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(template("AN"))) as source,
        zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for entry in source.infolist():
            if entry.filename != name:
                target.writestr(entry, source.read(entry))
        target.writestr(name, content)
    return written.getvalue()


ENTITIES = (
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;&a;">]>'
    b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    b'<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row></sheetData>'
    b"</worksheet>"
)


@pytest.mark.parametrize(
    "make",
    [
        lambda: b"",
        lambda: b"PK\x03\x04 and nothing more",
        lambda: b"number,name\n001,Gun Nest\n",
        lambda: template("AN")[:900],
        lambda: b"x" * 1_000_001,
        lambda: zipped(**{"[Content_Types].xml": b"0" * 20_000_001}),
        lambda: zipped(**{f"part{n}": b"" for n in range(201)}),
        lambda: zipped(**{"[Content_Types].xml": b"<no/>"}),
        lambda: with_part("xl/workbook.xml", b"<workbook"),
        lambda: with_part("xl/worksheets/sheet2.xml", ENTITIES),
        lambda: with_part("xl/worksheets/sheet3.xml", b"\x00\xff\xfe"),
    ],
)
def test_a_bad_file_is_refused_in_words(make: Any) -> None:
    with pytest.raises(RefusedFile) as refused:
        read(make())

    assert str(refused.value)


def test_a_sheet_without_end_is_refused() -> None:
    workbook = load_workbook(BytesIO(template("AN")))
    workbook["Clicks"].cell(900_000, 1).value = "001"
    written = BytesIO()
    workbook.save(written)

    with pytest.raises(RefusedFile):
        read_workbook(written.getvalue(), TEMPLATE_LIMITS)
