"""Secrets out of files: what is read, and what is said of a file that is of no use."""

from pathlib import Path

import pytest

from armybuilder.tools import bootstrap
from armybuilder.tools.secret_files import SECRETS, BadSecretFile, with_secrets


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_read_from_the_file_that_is_named(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("kept apart\n")

    assert with_secrets({"A": "b"}) == {"A": "b"}
    assert with_secrets({f"{name}_FILE": str(tmp_path / "secret")})[name] == "kept apart"
    assert with_secrets({f"{name}_FILE": " ", name: "plain"})[name] == "plain"


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "No such file"), (b" \n", "is empty"), (b"\xff\xfe", "is not text")],
)
def test_a_file_of_no_use_is_named_by_its_variable(
    content: bytes | None, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "secret"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(BadSecretFile, match=f"SECRET_KEY_FILE names .*secret.*{said}"):
        with_secrets({"SECRET_KEY_FILE": str(path)})


def test_a_secret_given_twice_stops_every_command_of_the_site(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET_KEY", "one")
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path))

    assert bootstrap.main(["migrate"]) == 1
    assert capsys.readouterr().err == (
        "Cannot run: SECRET_KEY and SECRET_KEY_FILE are both set; keep one of them.\n"
    )
