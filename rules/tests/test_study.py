"""Every list against every other: the same numbers in one process and in several."""

import json
import sys
from pathlib import Path

import pytest

from rules import __main__ as cli
from rules.tools.study import BATCH, Batch, NoScheduler, Study, Won, fought, ready_made, summary

ROOT = Path(__file__).resolve().parents[2]
THREE = ("highlanders-300", "spirit-cats-300", "swordsworn-300")


@pytest.fixture
def study() -> Study:
    kept = json.loads((ROOT / "fixtures" / "starting" / "groups.json").read_text("utf-8"))
    return ready_made(kept, 300, THREE, "random", 2, 1, 2)


def test_every_game_is_played_once(study: Study) -> None:
    longer = Study(study.keys, study.groups, "random", BATCH + 3, 1, 2)

    assert study.keys == THREE and len(study.batches) == 3
    assert longer.batches[:2] == [Batch(0, 1, 0, BATCH), Batch(0, 1, BATCH, 3)]
    assert sum(batch.games for batch in longer.batches) == 3 * (BATCH + 3)


def test_processes_change_no_number(study: Study) -> None:
    assert list(fought(study, workers=2)) == list(fought(study, workers=1))


def test_who_won_is_counted_for_both(study: Study) -> None:
    batches = study.batches
    found = summary(study, [Won(batches[0], 2), Won(batches[1], 1), Won(batches[2], 0)])

    assert [(each["group"], each["won"]) for each in found["groups"]] == [
        *((THREE[0], 3), (THREE[2], 3), (THREE[1], 0)),
    ]
    assert found["groups"][0]["games"] == 4 and found["groups"][0]["rate"] == 0.75
    assert found["meetings"][0] == {"one": THREE[0], "other": THREE[1], "won": 2}


def test_without_a_cluster_it_says_what_is_missing(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(NoScheduler, match="distributed"):
        list(fought(study, scheduler="tcp://127.0.0.1:1"))


def test_the_command_prints_who_is_how_good(capsys: pytest.CaptureFixture[str]) -> None:
    short = ["--games", "1", "--turns", "1", "--commander", "random", "--workers", "1"]

    assert cli.main(["study", "--groups", *THREE[:2], *short, "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert {each["group"] for each in found["groups"]} == set(THREE[:2])
    assert sum(each["won"] for each in found["groups"]) == 1
