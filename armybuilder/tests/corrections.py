"""A catalogue in which one figure is corrected."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from collection.catalogue import services
from collection.catalogue.game import SYSTEM

Correct = Callable[..., None]


@pytest.fixture
def correct(tmp_path: Path) -> Correct:
    """Load the catalogue with other values in one figure; none takes the figure out."""

    def load(figure_id: str, **values: Any) -> None:
        folder = tmp_path / figure_id
        shutil.copytree(
            settings.BASE_DIR / "fixtures" / "age_of_destruction", folder, dirs_exist_ok=True
        )
        path = folder / "figures" / "AOD.json"
        content = json.loads(path.read_text("utf-8"))
        record = next(each for each in content["figures"] if each["id"] == figure_id)
        record.update(values)
        if not values:
            content["figures"].remove(record)
        path.write_text(json.dumps(content), "utf-8")
        services.load_catalogue(system=SYSTEM, folder=folder, now=timezone.now())

    return load
