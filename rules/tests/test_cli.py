"""python -m rules: what it prints, and the exit statuses scripts rely on."""

import io
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rules import GAME_SYSTEMS
from rules import __main__ as cli
from rules.core.coverage import marked_rules
from rules.tests.army import group, records
from rules.tests.squares import RACE, SQUARES, START
from rules.tests.squares_army import TEAM

GOOD, BAD, UNDECIDED = (
    group("AOD-029"),
    group("AOD-029", total=400),
    group("CA-081"),
)

Capture = pytest.CaptureFixture[str]


def write(folder: Path, name: str, content: Any) -> str:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return str(path)


def validate(capsys: Capture, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    """The exit status and one verdict a line."""
    status = cli.main(["validate", *arguments])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("content", "status", "legal"), [(GOOD, 0, True), (BAD, 1, False), (UNDECIDED, 1, None)]
)
def test_the_status_tells_the_verdict(
    content: Any, status: int, legal: bool | None, tmp_path: Path, capsys: Capture
) -> None:
    got, (verdict,) = validate(capsys, write(tmp_path, "group.json", content))
    assert (got, verdict["legal"]) == (status, legal)
    assert (verdict["format"], verdict["name"]) == ("verdict/1", "test")


@pytest.mark.parametrize(
    ("content", "path"),
    [
        ("{", "$"),
        ("", "$"),
        ("[]", "$"),
        ("[" * 50_000, "$"),
        ('{"units": NaN}', "$"),
        (group({"unit": "AOD-029", "count": 0}), "$.units[0].count"),
        (group() | {"\ud800": 1}, "$"),
        (group() | {"system": "chess"}, "$.system"),
    ],
)
def test_an_unreadable_file_is_answered_in_its_place(
    content: Any, path: str, tmp_path: Path, capsys: Capture
) -> None:
    files = [write(tmp_path, "bad.json", content), write(tmp_path, "good.json", GOOD)]
    status, (refused, judged) = validate(capsys, *files)
    assert status == 2
    assert refused["format"] == "verdict/1"
    assert refused["unreadable"]["path"] == path
    assert refused["unreadable"]["message"]
    assert judged["legal"] is True


def test_the_worst_file_decides_and_all_are_judged(tmp_path: Path, capsys: Capture) -> None:
    good, bad = write(tmp_path, "good.json", GOOD), write(tmp_path, "bad.json", BAD)
    assert validate(capsys, good, bad, good)[0] == 1
    status, verdicts = validate(capsys, bad, str(tmp_path / "none.json"), good)
    assert (status, len(verdicts)) == (2, 3)


def test_a_missing_file_and_a_folder_cannot_be_read(tmp_path: Path, capsys: Capture) -> None:
    status, verdicts = validate(capsys, str(tmp_path / "none.json"), str(tmp_path))
    assert status == 2
    assert [verdict["unreadable"]["path"] for verdict in verdicts] == ["$", "$"]


def test_a_file_may_be_as_large_as_the_limit(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path, "group.json", GOOD)
    monkeypatch.setattr(cli, "LARGEST_FILE", Path(file).stat().st_size)
    assert validate(capsys, file)[0] == 0
    bound = Path(file).stat().st_size - 1
    monkeypatch.setattr(cli, "LARGEST_FILE", bound)
    status, (refused,) = validate(capsys, file)
    assert status == 2
    assert str(bound) in refused["unreadable"]["message"]


def test_a_dash_reads_from_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    piped = SimpleNamespace(buffer=io.BytesIO(json.dumps(GOOD).encode()))
    monkeypatch.setattr(sys, "stdin", piped)
    status, (verdict,) = validate(capsys, "-")
    assert (status, verdict["legal"]) == (0, True)


def test_sentences_come_in_polish_too(tmp_path: Path, capsys: Capture) -> None:
    bad, broken = write(tmp_path, "bad.json", BAD), write(tmp_path, "broken.json", "{")
    english = validate(capsys, bad, broken)[1]
    polish = validate(capsys, "--lang", "pl", bad, broken)[1]
    assert polish[0]["violations"][0]["message"].startswith("Limit punktów jest dodatnią")
    assert polish[0]["violations"][0]["code"] == english[0]["violations"][0]["code"]
    assert polish[1]["unreadable"]["message"].startswith("To nie jest poprawny JSON")


class TestCatalogue:
    """--catalogue DIR judges by other records."""

    def folder(self, tmp_path: Path, changed: dict[str, Any]) -> str:
        for name, content in (records() | changed).items():
            path = tmp_path / "records" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(content) if content else "{", "utf-8")
        return str(tmp_path / "records")

    def test_other_records(self, tmp_path: Path, capsys: Capture) -> None:
        tank = {"id": "OWN-1", "set": "OWN", "collector_number": "1", "name": "Tank"}
        figures = {"figures": [tank | {"type": "vehicle", "points": 40}]}
        own = self.folder(tmp_path, {"figures/OWN.json": figures})
        listed = write(tmp_path, "group.json", group("OWN-1"))
        assert validate(capsys, "--catalogue", own, listed)[0] == 0
        assert validate(capsys, listed)[0] == 1

    def test_refused_records(self, tmp_path: Path, capsys: Capture) -> None:
        figures = {"figures": [{"id": "OWN-1", "name": "Tank", "type": "ship"}]}
        own = self.folder(tmp_path, {"figures/OWN.json": figures})
        assert cli.main(["validate", "--catalogue", own, write(tmp_path, "g.json", GOOD)]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert "figures/OWN.json: OWN-1: UNREADABLE_RECORD: $.figures[0].type" in printed.err

    def test_a_file_that_is_no_json(self, tmp_path: Path, capsys: Capture) -> None:
        own = self.folder(tmp_path, {"figures/OWN.json": None})
        assert cli.main(["validate", "--catalogue", own, write(tmp_path, "g.json", GOOD)]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert "figures/OWN.json" in printed.err

    def test_a_folder_without_records(self, tmp_path: Path, capsys: Capture) -> None:
        empty = str(tmp_path / "nothing")
        assert cli.main(["validate", "--catalogue", empty, write(tmp_path, "g.json", GOOD)]) == 2
        assert "sets.json" in capsys.readouterr().err


class TestCoverage:
    arguments = ("coverage", "--areas", "std,pc", "--kind", "build")

    def run(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch, source: str) -> Any:
        monkeypatch.setattr(cli, "test_sources", lambda folders: [source])
        status = cli.main([*self.arguments])
        return status, capsys.readouterr().out.splitlines()

    def test_rules_without_a_test(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        source = '@pytest.mark.rule("AOD-STD-003")\ndef test_it(): ...'
        status, lines = self.run(capsys, monkeypatch, source)
        assert status == 1
        assert [line.split()[0] for line in lines[:-1]] == ["AOD-PC-007", "AOD-STD-008"]
        assert lines[-1] == "1 of 3 rules tested"

    def test_every_rule_has_one(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        source = '@pytest.mark.rule("AOD-STD-003", "AOD-PC-007", "AOD-STD-008")\ndef test(): ...'
        status, lines = self.run(capsys, monkeypatch, source)
        assert (status, lines) == (0, ["3 of 3 rules tested"])

    def test_what_counts_as_a_mark(self) -> None:
        source = """
            # @pytest.mark.rule("AOD-A-001") in a comment
            pytestmark = pytest.mark.rule("AOD-A-002")
            @pytest.mark.rule("AOD-A-003", "AOD-A-004")
            class TestIt:
                @parametrize("x", [param(1, marks=pytest.mark.rule("AOD-A-005"))])
                def test_it(self, x): "AOD-A-006"
            """
        assert marked_rules(["if True:" + source]) == {f"AOD-A-00{n}" for n in (2, 3, 4, 5)}


def test_the_module_runs_by_itself(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "rules", "validate", write(tmp_path, "group.json", BAD)],
        cwd=cli.ROOT,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 1
    assert json.loads(run.stdout)["violations"][0]["code"] == "LIMIT_NOT_MULTIPLE_OF_150"
    assert run.stderr == b""


def test_schemas_are_written_into_a_new_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "schemas"
    assert cli.main(["schemas", str(folder)]) == 0
    written = {path.name: path.read_text("utf-8") for path in folder.iterdir()}
    assert {"game.1.json", "outcome.1.json", "scenario.1.json"} <= written.keys()
    for name, text in written.items():
        assert text == (cli.ROOT / "fixtures" / "schemas" / name).read_text("utf-8")


def test_a_system_is_its_package_and_its_line_for_every_command(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The toy game, listed as a system, walks through all that takes files or systems."""
    monkeypatch.setitem(GAME_SYSTEMS, SQUARES.name, SQUARES)
    match = SQUARES.edition({}).play.begin(START, 1)
    match.take({"order": "run", "player": "red"})
    race, saved = write(tmp_path, "race.json", RACE), write(tmp_path, "saved.json", match.save())
    system = ["--system", SQUARES.name]

    assert cli.main(["resolve", race]) == 0
    assert json.loads(capsys.readouterr().out)["at"] == {"red": 4, "blue": 1}
    assert cli.main(["replay", saved]) == 0
    assert json.loads(capsys.readouterr().out)["identical"]
    assert cli.main(["validate", write(tmp_path, "team.json", TEAM)]) == 1
    assert json.loads(capsys.readouterr().out)["points"] == {
        "total": 7,
        "limit": 6,
        "at_least": False,
    }
    assert cli.main(["playouts", *system, "--games", "2"]) == 0
    *games, kinds = capsys.readouterr().out.splitlines()
    assert len(games) == 2 and kinds.startswith("run ")
    assert cli.main(["coverage", *system]) == 0
    assert cli.main(["schemas", str(tmp_path)]) == 0
    assert (tmp_path / "squares.scenario.1.json").exists()


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "taken"
    file.write_text("")
    assert cli.main(["schemas", str(file)]) == 2
    assert str(file) in capsys.readouterr().err
