"""Lines as people type them, and what each is taken for."""

from typing import Any

import pytest
from django.utils import translation

from armybuilder.groups.exports.table import columns
from armybuilder.groups.importing.assembly import built
from armybuilder.groups.importing.reading import Importer
from armybuilder.groups.importing.tables import OF_GROUPS
from armybuilder.groups.present.groups import fit
from armybuilder.groups.selectors.imports import importer
from collection.common.tabular.headings import simplified

pytestmark = pytest.mark.django_db


@pytest.fixture
def reads(catalogue: None) -> Importer:
    return importer()


def items(reads: Importer, line: str) -> list[tuple[int, str, str]]:
    return [(i.count, i.meant.id, i.meant.certainty.value) for i in reads.reader.items(line)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2x AOD033", [(2, "AOD-033", "sure")]),
        ("AOD-033 x2", [(2, "AOD-033", "sure")]),
        ("3 aod 33", [(3, "AOD-033", "sure")]),
        ("[AOD 033] (x4)", [(4, "AOD-033", "sure")]),
        ("Hatchetman #102", [(1, "AOD-102", "sure")]),
        ("102 Hatchetman", [(1, "AOD-102", "likely")]),
        ("33, 102, 102", [(1, "AOD-033", "likely"), *[(1, "AOD-102", "likely")] * 2]),
        ("12x33", [(12, "AOD-033", "likely")]),
        ("0x33", [(1, "AOD-033", "likely")]),
        ("33x2", [(2, "AOD-033", "likely")]),
        ("2x1", [(2, "AOD-001", "likely")]),
        ("2x33, 102x3", [(2, "AOD-033", "likely"), (3, "AOD-102", "likely")]),
        ("- Hatchetman (129 pts)", [(1, "AOD-102", "likely")]),
        ("Hatchetman ........ 129", [(1, "AOD-102", "likely")]),
        ("Hatchetman, HCT-4F-M", [(1, "AOD-102", "likely")]),
        ("hatchetman veteran dragons fury", [(1, "AOD-102", "likely")]),
        ("Hatchetman, Bannson’s Raiders", [(1, "AOD-104", "likely")]),
        ("[b]2x[/b] Gun Nest green", [(2, "AOD-001", "likely")]),
        ("• Pathfinders x 3 [11 pts]", [(3, "AOD-128", "likely")]),
        ("Cinders", [(1, "AOD-114", "likely")]),
        ("Pełny Zamach", [(1, "AOD-G-005", "likely")]),
        ("AOD-L-001", [(1, "AOD-LP-001", "sure")]),
        ("dom-oc1", [(1, "DOM-OC1", "sure")]),
        ("D12", [(1, "DA-012", "sure")]),
        ("Hatchetmann", [(1, "AOD-101", "guess")]),
        ("Cinders and shadows", [(1, "AOD-114", "guess")]),
        ("AOD-102 Gun Nest", [(1, "AOD-102", "guess")]),
        ("Hatchetman #33", [(1, "AOD-033", "guess")]),
        ("AOD-999 from the future", [(1, "AOD-999", "unknown")]),
        ("Evade and Pulse", [(1, "AOD-G-002", "likely"), (1, "AOD-G-001", "likely")]),
        (
            "Char 1: 1x Hatchetman (129 pts): Full Strike",
            [(1, "AOD-102", "likely"), (1, "AOD-G-005", "likely")],
        ),
        ("MIT23", [(1, "DA-037", "guess")]),
        ("See you all on Friday!", []),
        ("!!!", []),
    ],
)
def test_a_line(reads: Importer, line: str, expected: list[tuple[int, str, str]]) -> None:
    assert items(reads, line) == expected


def test_a_guess_offers_what_else_may_be_meant(reads: Importer) -> None:
    (item,) = reads.reader.items("Hatchetmann")

    offered = [piece.id for piece in item.meant.near]
    assert {"AOD-101", "AOD-102", "AOD-103", "AOD-104"} <= set(offered)


def group(reads: Importer, text: str) -> dict[str, Any]:
    return fit(built(reads.read(text), reads.reader.finder, {}))


FORUM = """
[b]Evening patrol (450 points)[/b]

[u]'Mechs[/u]
[*] Hatchetman #102 (129)
  - Full Strike
  - AOD-P-010
[*] 2x Gun Nest, green

Total: 447
"""
WTC = """
+++++++++++++++++++++++++++++
+ LIST NAME: Evening patrol
+ FACTION: Dragon's Fury
+ POINTS LIMIT: 450
+++++++++++++++++++++++++++++
Mech 1: 1x AOD-102 Hatchetman (129 pts): AOD-G-005, AOD-P-010
2x Gun Nest green (20 pts)
"""
FOREIGN = """Collection of somebody
Quantity;Name;Edition;Card Number;Upgrades;Pilot;Colour
1;Hatchetman;MechWarrior: Age of Destruction;102;Full Strike;AOD-P-010;red
2;Gun Nest;;1;;;
;;;;;;
"""


@pytest.mark.parametrize("text", [FORUM, WTC, FOREIGN])
def test_lists_of_other_tools(reads: Importer, text: str) -> None:
    document = group(reads, text)

    assert document["units"] == [
        {"unit": "AOD-102", "gear": [{"card": "AOD-G-005"}], "pilot": {"card": "AOD-P-010"}},
        {"unit": "AOD-001", "count": 2},
    ]
    assert not reads.read(text).unread or text == FOREIGN
    if text != FOREIGN:
        assert (document["name"], document["build_total"]) == ("Evening patrol", 450)


def test_copies_with_cards_become_entries_of_their_own(reads: Importer) -> None:
    assert group(reads, "2x AOD-102\n  AOD-G-005")["units"] == [
        {"unit": "AOD-102", "gear": [{"card": "AOD-G-005"}]},
        {"unit": "AOD-102", "gear": [{"card": "AOD-G-005"}]},
    ]


def test_cards_of_the_group_and_cards_without_a_figure(reads: Importer) -> None:
    assert group(reads, "AOD-G-005\nAOD-102\nAOD-PC-001 Ice Field")["cards"] == [
        "AOD-G-005",
        "AOD-PC-001",
    ]


def test_lines_added_to_a_text_sheet_join_the_group(reads: Importer) -> None:
    text = "+ LIST: Patrol\n+ FORMAT: 450 / Game\n 1. [AOD 102] Hatchetman ... 129\n2x aod33\nwhat?"
    reading = reads.read(text)

    assert group(reads, text)["units"] == [{"unit": "AOD-102"}, {"unit": "AOD-033", "count": 2}]
    assert [(line.number, line.text) for line in reading.unread] == [(5, "what?")]


def test_a_packed_line_beside_the_same_list_brings_what_the_lines_leave_out(
    reads: Importer,
) -> None:
    packed = "mw1~450~Patrol~uAOD-033.gAOD-G-001:2~estandard-450"

    whole = group(reads, f"Patrol\nAOD-033\n AOD-G-001\nhttps://mw.example.org/x#{packed}")
    other = reads.read(f"Patrol\nAOD-034\n{packed}")

    assert whole["event"] == "standard-450"
    assert whole["units"][0]["gear"] == [{"card": "AOD-G-001", "weapon": "secondary"}]
    assert other.message and other.exact is None


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_headings_of_the_sites_own_tables_are_known(language: str) -> None:
    with translation.override(language):
        shown = columns()
    unread = {each.key for each in shown if OF_GROUPS.get(simplified(each.title)) != each.key}
    assert unread == {"gear_points", "pilot_points", "recruitment_points", "total"}
