"""The file of measurements: each command replaces its own section."""

from pathlib import Path

from rules.tools.measurements import HEAD, keep, told


def test_a_command_replaces_what_it_said_and_leaves_the_others(tmp_path: Path) -> None:
    file = tmp_path / "MEASUREMENTS.md"
    keep("bench", ("figure", "measured"), [("games_per_s", 30)], file)
    keep("bench_site", ("page", "ms"), [("home", 4)], file)

    keep("bench", ("figure", "measured"), [("games_per_s", 40)], file)

    told = file.read_text("utf-8")
    assert told.startswith(HEAD)
    assert told.count("## `bench`\n") == told.count("## `bench_site`\n") == 1
    assert "| games_per_s | 40 |" in told and "| home | 4 |" in told
    assert "| games_per_s | 30 |" not in told


def test_figures_are_written_as_people_write_them() -> None:
    assert [told(figure) for figure in (6694.2, 0.04391, 34.64)] == ["6,694", "0.0439", "34.6"]
