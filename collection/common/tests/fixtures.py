"""What tests of both apps share: the database with the catalogue in it, and the language."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from django.core.management import call_command
from django.utils import translation
from pytest_django import DjangoDbBlocker

from collection.catalogue.models import (
    Card,
    CatalogueFile,
    CatalogueVersion,
    ExpansionSet,
    Faction,
    Figure,
)
from collection.common.likeness import plain_likeness
from collection.common.tests.template_database import brought_back, copied_database

__all__ = ["catalogue", "django_db_setup", "either_likeness", "in_english", "no_catalogue"]


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_createdb: bool,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """The tests' database with the whole catalogue in it; `--create-db` makes its template anew.

    Open to those tests alone that ask for it, in whatever order they come.
    """
    with ExitStack() as database:
        with django_db_blocker.unblock():
            database.enter_context(copied_database(anew=django_db_createdb))
        yield
        with django_db_blocker.unblock():
            database.close()


@pytest.fixture
def catalogue(db: None) -> None:
    """The whole catalogue, also where a test before this one emptied every table."""
    if not CatalogueVersion.objects.exists() and not brought_back():
        call_command("load_catalogue", verbosity=0)


@pytest.fixture
def no_catalogue(db: None) -> None:
    """A site on which nobody has loaded the catalogue yet."""
    for model in (Card, Figure, Faction, ExpansionSet, CatalogueFile, CatalogueVersion):
        model._default_manager.all().delete()


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """A page in Polish leaves its language behind in the process; each test starts without."""
    with translation.override("en"):
        yield


@pytest.fixture(params=["plain", "library"])
def either_likeness(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How alike texts are, counted without the library and with it."""
    judge: Callable[..., float] = plain_likeness
    if request.param == "library":
        judge = pytest.importorskip("rapidfuzz.distance").OSA.normalized_similarity
    monkeypatch.setattr("collection.common.likeness.likeness", judge)
