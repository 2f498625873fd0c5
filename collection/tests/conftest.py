"""The catalogue as tests meet it: loaded from the project's own files."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import translation

FILES = settings.BASE_DIR / "fixtures" / "age_of_destruction"


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """A page in Polish leaves its language behind in the process; each test starts without."""
    with translation.override("en"):
        yield


@pytest.fixture
def loaded(db: None) -> None:
    """The whole catalogue in the database."""
    call_command("load_catalogue", verbosity=0)


@pytest.fixture
def fixtures(tmp_path: Path) -> Path:
    """A copy of the catalogue files that a test may spoil."""
    shutil.copytree(FILES, tmp_path / "age_of_destruction")
    return tmp_path


@pytest.fixture
def edit(fixtures: Path) -> Callable[[str, Callable[[Any], None]], None]:
    """Change the parsed content of one copied file in place."""

    def change(name: str, how: Callable[[Any], None]) -> None:
        path = fixtures / "age_of_destruction" / name
        content = json.loads(path.read_text(encoding="utf-8"))
        how(content)
        path.write_text(json.dumps(content), encoding="utf-8")

    return change
