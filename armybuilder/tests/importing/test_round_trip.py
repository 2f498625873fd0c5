"""Every file the site writes, read again: the same group comes back."""

from pathlib import Path
from typing import Any

import pytest

from armybuilder.adapters.groups import fit
from armybuilder.exports import export
from armybuilder.importing.assembly import built, contents
from armybuilder.importing.reading import Importer
from armybuilder.importing.sources import text_of
from armybuilder.importing.values import Reading
from armybuilder.selectors.imports import importer
from armybuilder.tests.exports.sheets import SAMPLES, sample, sheet

pytestmark = pytest.mark.django_db

WHOLE = ("json", "text", "packed", "pdf", "two", "cards", "xlsx")
PIECES = ("csv", "compact", "markdown")
NAMED = ("json", "text", "packed", "pdf", "xlsx", "compact", "markdown")


@pytest.fixture
def reads(catalogue: None) -> Importer:
    return importer()


def read_again(reads: Importer, content: bytes) -> tuple[Reading, dict[str, Any]]:
    reading = reads.read(text_of(content))
    return reading, fit(built(reading, reads.reader.shelf, {}))


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_group_comes_back_from_every_form(reads: Importer, path: Path, language: str) -> None:
    drawn = sheet(sample(path.stem), language)
    for form in WHOLE:
        reading, document = read_again(reads, export(drawn, form).content)
        assert document == drawn.group, form
        assert not reading.lines, form
    for form in PIECES:
        reading, document = read_again(reads, export(drawn, form).content)
        assert contents(document) == contents(drawn.group), form
        assert not reading.unread, (form, reading.unread)
        assert not reading.doubtful, form
        if form in NAMED:
            assert document["name"] == drawn.name, form
            assert document["build_total"] == drawn.build_total, form
