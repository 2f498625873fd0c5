"""`manage.py` on a fresh machine: what it makes, and what it says when it cannot."""

import importlib.util
import json
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from armybuilder.tools import bootstrap
from armybuilder.tools.bootstrap import Environment, SetupProblem, explain_pip

ROOT = Path(__file__).resolve().parents[3]
LOCK = "requirements.txt"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose lock asks for nothing, so that installing it needs no network."""
    (tmp_path / LOCK).write_text("# nothing\n")
    return tmp_path


class QuickEnvironment(Environment):
    """Made in no time: this very Python under another name, and packages only written down."""

    def create(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.python.parent.mkdir(parents=True)
        self.python.symlink_to(sys.executable)

    def install(self, lock: str) -> None:
        if "odd" in (self.root / lock).read_text():
            raise SetupProblem("odd")


@pytest.fixture
def environment(project: Path) -> Environment:
    return QuickEnvironment(project / ".venv", root=project)


def lock(project: Path, text: str) -> None:
    (project / LOCK).write_text(text)


def test_an_old_python_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 0))

    with pytest.raises(SystemExit, match=r"Python 3\.11 or newer is needed.*Python 3\.9\."):
        runpy.run_path(str(ROOT / "manage.py"), run_name="__main__")


def test_a_problem_is_one_sentence_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(arguments: list[str]) -> int:
        raise SetupProblem("the disk is full.")

    monkeypatch.setattr(bootstrap, "run_command", refuse)

    assert bootstrap.main(["start"]) == 1
    assert capsys.readouterr().err == "Cannot run: the disk is full.\n"


def test_the_second_time_nothing_is_installed(
    environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment.prepare(LOCK)
    assert environment.python.exists()

    monkeypatch.setattr(environment, "install", pytest.fail)
    environment.prepare(LOCK)


def test_a_changed_lock_makes_the_environment_anew(environment: Environment, project: Path) -> None:
    environment.prepare(LOCK)
    left_over = environment.folder / "left over"
    left_over.touch()

    lock(project, "# still nothing\n")
    environment.prepare(LOCK)

    assert not left_over.exists()


def test_another_python_makes_the_environment_anew(
    environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment.prepare(LOCK)
    before = bootstrap.fingerprint_of(environment.root / LOCK)

    monkeypatch.setattr(sys, "version_info", (3, 99, 0))

    assert bootstrap.fingerprint_of(environment.root / LOCK) != before


def test_a_second_lock_is_added_to_what_is_there(environment: Environment, project: Path) -> None:
    environment.prepare(LOCK)
    kept = environment.folder / "kept"
    kept.touch()
    (project / "more.txt").write_text("# nothing more\n")

    environment.prepare("more.txt")

    assert kept.exists()
    assert set(environment.read_record()) == {LOCK, "more.txt"}


def test_of_two_locks_only_what_is_lacking_is_installed(
    environment: Environment, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = project / "more.txt"
    more.write_text("# nothing more\n")
    environment.prepare(LOCK)
    installed: list[str] = []
    monkeypatch.setattr(environment, "install", installed.append)

    environment.prepare(LOCK, more.name)
    environment.prepare(LOCK, more.name)
    assert installed == [more.name]

    more.write_text("# changed\n")
    environment.prepare(LOCK, more.name)
    assert installed == [more.name, LOCK, more.name]


def test_what_postgres_needs_is_needed_where_it_is_asked_for() -> None:
    locks, _modules = bootstrap.site_needs({})
    asked, modules = bootstrap.site_needs({"DATABASE_URL": "postgres://host/army"})

    assert locks == [LOCK]
    assert asked == [LOCK, bootstrap.POSTGRES_LOCK]
    assert bootstrap.are_installed(modules)
    assert "psycopg-pool==" in (ROOT / bootstrap.POSTGRES_LOCK).read_text()


def test_a_shared_cache_brings_its_client_along() -> None:
    asked, modules = bootstrap.site_needs({"CACHE_URL": "valkey://host:6379/0"})

    assert asked == [bootstrap.RUNTIME_LOCK, bootstrap.REDIS_LOCK]
    assert modules == ["django", "redis"]
    assert "redis==" in (ROOT / bootstrap.REDIS_LOCK).read_text()


def test_an_address_nobody_can_mean_stops_every_command_of_the_site(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://host/army")

    assert [bootstrap.main([name]) for name in ("start", "test", "migrate")] == [1, 1, 1]
    assert capsys.readouterr().err.count("Cannot run: DATABASE_URL does not begin with") == 3


@pytest.mark.parametrize("record", ["{}", "broken", '{"unfinished": "requirements.txt"}'])
def test_an_interrupted_install_is_made_good(environment: Environment, record: str) -> None:
    environment.folder.mkdir()
    environment.record_file.write_text(record)

    environment.prepare(LOCK)

    assert environment.python.exists()
    assert "unfinished" not in environment.read_record()


def test_a_failed_install_is_remembered_as_unfinished(
    environment: Environment, project: Path
) -> None:
    lock(project, "odd")

    with pytest.raises(SetupProblem, match="odd"):
        environment.prepare(LOCK)

    assert json.loads(environment.record_file.read_text()) == {"unfinished": LOCK}


def test_a_real_environment_is_made_and_mended(project: Path) -> None:
    """With Python's own venv and pip, which need no network for a lock without packages."""
    environment = Environment(project / ".venv", root=project)
    lock(project, "no such line !!\n")
    with pytest.raises(SetupProblem, match="installing failed"):
        environment.prepare(LOCK)
    assert "no such line" in environment.log_file.read_text()

    lock(project, "# nothing\n")
    environment.prepare(LOCK)

    assert environment.python.exists()
    assert not environment.log_file.exists()


def test_a_folder_that_cannot_be_written_is_named(project: Path) -> None:
    (project / "file").touch()

    with pytest.raises(SetupProblem, match="cannot be written"):
        Environment(project / "file" / ".venv", root=project).prepare(LOCK)


def test_a_python_without_venv_is_told_how_to_get_it(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)

    with pytest.raises(SetupProblem, match="python3-venv"):
        Environment(project / ".venv", root=project).prepare(LOCK)


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("ERROR: Could not find a version that satisfies x", "packages cannot be reached"),
        ("WARNING: Retrying ... NewConnectionError", "packages cannot be reached"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "differs from its recorded hash"),
        ("ERROR: [Errno 28] No space left on device", "the disk is full"),
        ("step\nERROR: odd thing\n", "installing failed (ERROR: odd thing)"),
    ],
)
def test_what_pip_says_becomes_one_sentence(output: str, sentence: str, tmp_path: Path) -> None:
    assert sentence in explain_pip(output, tmp_path / "install.log")


def test_a_bare_python_is_sent_to_start_first(tmp_path: Path) -> None:
    """Without any package and without an environment, a command says what to do."""
    names = ("__init__", "bootstrap", "database_url", "secret_files")
    modules = [f"armybuilder/tools/{name}.py" for name in names]
    modules += [
        f"armybuilder/{name}.py"
        for name in ("__init__", "site/__init__", "site/full_disk", "site/one_at_a_time")
    ]
    for part in ("manage.py", *modules):
        target = tmp_path / part
        target.parent.mkdir(exist_ok=True, parents=True)
        target.write_text((ROOT / part).read_text())

    for command in ("migrate", "validate"):
        answer = subprocess.run(
            [sys.executable, "-S", "-E", str(tmp_path / "manage.py"), command],
            capture_output=True,
            text=True,
            check=False,
        )

        assert answer.returncode == 1
        assert answer.stderr.count("\n") == 1
        assert "run 'python3 manage.py start' first" in answer.stderr
