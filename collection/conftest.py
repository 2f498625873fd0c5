"""What every test of the collection may use: the catalogue, and copies of its files."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from collection.common.tests.fixtures import (
    catalogue,
    django_db_setup,
    either_likeness,
    in_english,
    no_catalogue,
)

__all__ = ["catalogue", "django_db_setup", "either_likeness", "in_english", "no_catalogue"]

FILES = settings.BASE_DIR / "fixtures" / "age_of_destruction"


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
