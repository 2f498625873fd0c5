"""How far each record is to be trusted, told by the record: one source, doubts, the rulebook's own
examples, and the limits of gear as its text says them."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from collection.catalogue.present.catalogue_words import provenance
from collection.catalogue.records import WHOLE_RECORD, read_card, read_figure

Record = dict[str, Any]

DATA = Path(__file__).parents[3] / "fixtures" / "age_of_destruction"


def records(folder: str) -> list[Record]:
    found = [json.loads(path.read_text()) for path in sorted((DATA / folder).glob("*.json"))]
    return [record for content in found for record in content[folder]]


FIGURES, CARDS = records("figures"), records("cards")
GEAR = [card for card in CARDS if card["type"] == "G"]
DIALS = [figure for figure in FIGURES if figure.get("dial")]


def by_id(record: Record) -> str:
    return str(record["id"])


@pytest.mark.parametrize(("read", "rows"), [(read_figure, FIGURES), (read_card, CARDS)])
def test_a_record_of_one_source_says_so(read: Callable[[Any], Any], rows: list[Record]) -> None:
    for row in rows:
        mark = read(row).marks.get(WHOLE_RECORD)
        if row["sources"] == ["house"]:
            assert mark is None
        elif len(row["sources"]) == 1:
            assert mark and provenance(mark).kind == "single", row["id"]


def _shows_salvage(figure: Record) -> bool:
    slots = [click["special_equipment"].get("attack", {}) for click in figure["dial"]]
    return any(slot.get("color") == "black" for slot in slots)


def _rises_late(figure: Record) -> bool:
    """Whether the attack rises after it has fallen."""
    steps = [then - now for now, then in pairwise(click["attack"] for click in figure["dial"])]
    return any(step > 0 and min(steps[:place], default=0) < 0 for place, step in enumerate(steps))


def test_dials_unlike_all_others_are_doubted_with_the_reason() -> None:
    odd = [
        figure
        for figure in DIALS
        if _rises_late(figure) or not (_shows_salvage(figure) or figure["type"] == "infantry")
    ]
    assert {"AOD-051", "AOD-056", "AOD-104", "AOD-107", "AOD-108"} <= set(map(by_id, odd))
    for figure in odd:
        mark = read_figure(figure).marks["dial"]
        assert mark.how == "doubtful", figure["id"]
        assert mark.note.en and mark.note.pl


@pytest.mark.parametrize(
    ("name", "rank", "points"),
    [
        ("Zibler Fast Strike Tank", "veteran", 50),
        ("Fenrir Battle Armor", "veteran", 17),
        ("Dasher II", "elite", 144),
    ],
)
def test_the_figures_of_the_rulebooks_example_army_cite_it(
    name: str, rank: str, points: int
) -> None:
    meant = [
        f for f in FIGURES if (f["name"], f.get("rank"), f.get("points")) == (name, rank, points)
    ]
    assert meant
    assert all("rulebook-pl" in figure["sources"] for figure in meant)


def test_the_figures_of_the_rulebooks_other_examples_cite_it() -> None:
    """A Jade Hawk of attack 9, damage 3 and three ballistic symbols; a Mangonel whose heat takes 1
    from its secondary damage and its speed at once; a Hatchetman that vents 2."""

    def cites(name: str, fits: Callable[[Record], bool]) -> list[bool]:
        meant = [figure for figure in DIALS if figure["name"] == name and fits(figure)]
        return ["rulebook-pl" in figure["sources"] for figure in meant]

    def shoots(figure: Record) -> bool:
        first, weapon = figure["dial"][0], figure["attacks"][1]
        return (first["attack"], first["secondary_damage"], weapon["targets"]) == (9, 3, 3)

    def is_hot(figure: Record) -> bool:
        taken = [(row["secondary_damage_mod"], row["speed_mod"]) for row in figure["heat_dial"]]
        return (-1, -1) in taken and figure["dial"][0]["defense"] == 20

    assert cites("Jade Hawk", shoots) == [True]
    assert cites("Mangonel", is_hot) == [True]
    assert cites("Hatchetman", lambda figure: figure["vent"] == 2) == [True] * 4


@pytest.mark.parametrize("card", GEAR, ids=by_id)
def test_the_limits_of_gear_are_fields_wherever_its_text_tells_them(card: Record) -> None:
    said, rzecze = card["text"]["en"], card["text"]["pl"]
    told = {
        "needs_damage": ("damage value is 0" in said, "wynosi 0" in rzecze),
        "under_salvage": ("shows Salvage" in said, "Ciężkie Uszkodzenie" in rzecze),
    }
    for field, in_words in told.items():
        assert in_words == (card.get(field, False),) * 2, field
    alongside = card.get("alongside", {})
    assert ("It works beside" in said, "Działa obok" in rzecze) == (
        alongside.get("gear", False),
        alongside.get("equipment", False),
    )
    is_circle = card.get("provides", {}).get("shape") == "circle"
    assert ("single-use" in said, "jednorazowe" in rzecze) == (is_circle, is_circle)
    weapon = {"energy", "ballistic", "melee"} & {card["attaches_to"]}
    assert all(kind in said or "this weapon" in said or not card.get("provides") for kind in weapon)
