"""Numbers of the documents, against what they are numbers of and against each other."""

import re
from math import ceil
from pathlib import Path

import pytest
from django.conf import settings

from armybuilder.groups import printing
from armybuilder.skirmishes import reopening
from collection.owning.exports import FORMS
from collection.owning.importing import staging

GITHUB = Path(__file__).resolve().parents[3] / ".github"
MANUAL = (GITHUB / "MANUAL.md").read_text("utf-8")
SCALE = (GITHUB / "SCALE.md").read_text("utf-8")
PLAYERS = (1_000, 100_000, 1_000_000)


def cells(text: str, heading: str) -> list[list[str]]:
    """The rows of the table that is headed so."""
    table = text[text.index(heading) :].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table]


def numbers(text: str) -> list[float]:
    return [float(each.replace(",", "")) for each in re.findall(r"\d[\d,]*(?:\.\d+)?", text)]


def test_the_manual_lists_all_long_work_with_the_bounds_it_begins_at() -> None:
    rows = cells(MANUAL, "| work | carried out beside the pages |")
    named = [kind for names, _what in rows for kind in re.findall(r"`(\w+)`", names)]
    assert sorted(named) == sorted(settings.JOB_KINDS)

    bounds = {names: numbers(what) for names, what in rows if numbers(what)}
    assert bounds == {
        "`print`": [printing.AT_ONCE],
        "`export`": [FORMS["xlsx"].at_once],
        "`read_table`, `apply_table`": [staging.LARGE],
        "`reopening`": [reopening.AT_ONCE],
    }


# --- Scale: what follows from what was measured or assumed -----------------------------------


def taken() -> dict[str, str]:
    return {row[0]: row[1] for row in cells(SCALE, "| | | from |")}


def milliseconds() -> int:
    """What an answer takes of a core, as it is told."""
    return int(numbers(taken()["an answer"])[0])


def test_an_answer_takes_what_its_kinds_take_in_their_mix() -> None:
    _told, reading, building, collecting, playing = numbers(taken()["an answer"])
    read, built, collected, played = numbers(taken()["60 answers"])
    assert read + built + collected + played == 60
    mixed = read * reading + built * building + collected * collecting + played * playing
    assert milliseconds() == round(mixed / 60)


@pytest.mark.parametrize("place", range(3))
def test_cores_follow_from_players(place: int) -> None:
    """As many as are busy in the busiest hour, twice; a process for each."""
    players, pages, cores, processes, *_more = cells(SCALE, "| players | pages/s |")[place]
    assert numbers(players) == [PLAYERS[place]]
    asked = PLAYERS[place] / 2_400
    assert numbers(pages)[0] == pytest.approx(asked, rel=0.05)
    busy = asked * milliseconds() / 1_000
    assert int(cores) == ceil(2 * busy) == numbers(processes)[0]


@pytest.mark.parametrize("place", range(3))
def test_costs_add_up(place: int) -> None:
    _players, machines, others, together, each = cells(SCALE, "| players | machines |")[place]
    euros = sum(int(found) for found in re.findall(r"(\d+) EUR", f"{machines} {others}"))
    (told,) = numbers(together)
    assert told == euros
    assert numbers(each)[0] == pytest.approx(told / PLAYERS[place] * 100, rel=0.1)
