"""The database every worker copies: what makes it old."""

from pathlib import Path

import pytest

from collection.catalogue.models import CatalogueVersion
from collection.common.tests.template_database import ALWAYS, ROOT, digest_of

READ = [Path("collection/loading.py")]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of five files, all of which count."""
    for name in (
        "collection/loading.py",
        "collection/migrations/0001_initial.py",
        "armybuilder/room/migrations/0001_initial.py",
        "fixtures/game/figures/SET.json",
        "requirements.txt",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one")
    return tmp_path


@pytest.mark.parametrize(
    "changed",
    [
        "collection/loading.py",
        "collection/migrations/0001_initial.py",
        "collection/migrations/0002_more.py",
        "armybuilder/room/migrations/0002_more.py",
        "fixtures/game/figures/SET.json",
        "fixtures/game/figures/NEW.json",
        "requirements.txt",
    ],
)
def test_what_it_is_made_of_makes_it_old(checkout: Path, changed: str) -> None:
    before = digest_of(READ, checkout)

    (checkout / changed).write_text("two")

    assert digest_of(READ, checkout) != before


@pytest.mark.parametrize("name", ["collection/views.py", "rules/tests/test_dice.py"])
def test_what_it_does_not_read_leaves_it(checkout: Path, name: str) -> None:
    before = digest_of(READ, checkout)

    (checkout / name).parent.mkdir(parents=True, exist_ok=True)
    (checkout / name).write_text("two")

    assert digest_of(READ, checkout) == before


def test_a_record_that_goes_makes_it_old(checkout: Path) -> None:
    before = digest_of(READ, checkout)

    (checkout / "fixtures/game/figures/SET.json").unlink()

    assert digest_of(READ, checkout) != before


def test_every_migration_and_record_of_this_checkout_counts() -> None:
    for pattern in ALWAYS:
        assert any(ROOT.glob(pattern)), pattern


@pytest.mark.django_db
def test_a_copy_holds_the_catalogue() -> None:
    assert CatalogueVersion.objects.count() == 1
