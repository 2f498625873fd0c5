"""The bench of long work, run as its user would: in processes and a database of its own."""

from pathlib import Path

from armybuilder.tests.process import told_by


def test_a_killed_worker_of_the_bench_loses_nothing(tmp_path: Path) -> None:
    found = told_by(tmp_path, "bench_jobs", "--rounds", "1", "--jobs", "4")

    assert found["empty"].keys() == found["counting"].keys() == {"1", "2"}
    assert all(pace > 0 for pace in (*found["empty"].values(), *found["counting"].values()))
    assert found["pieces"] and found["lost"] == 0
    assert found["again"] <= 1, "only what the kill has lost is done once more"
