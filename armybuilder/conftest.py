"""What every test of the site may use; the browser's part is in `browser.py`."""

import os
import random
from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache

from armybuilder.site.models import User
from armybuilder.tests import browser
from armybuilder.tests.browser import browser_type_launch_args, page, page_checks
from armybuilder.tests.corrections import correct
from collection.common.tests.fixtures import (
    catalogue,
    django_db_setup,
    either_likeness,
    in_english,
    no_catalogue,
)

__all__ = [
    "browser_type_launch_args",
    "catalogue",
    "correct",
    "django_db_setup",
    "either_likeness",
    "in_english",
    "no_catalogue",
    "page",
    "page_checks",
]

DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_setup"}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Mark tests by what they need, and put the browser's last, whatever order others wish.

    Playwright leaves an event loop behind in its process, in which no other can be run and Django
    refuses the database unless told otherwise; no other test should come after it. Of them those
    come first that may take long, so that no worker waits for another's at the end.
    """
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if fixtures & DATABASE_FIXTURES or item.get_closest_marker("django_db"):
            item.add_marker("database")
        if "page" in fixtures:
            item.add_marker("browser")
    yield
    items.sort(key=_when)


def _when(item: pytest.Item) -> tuple[bool, float]:
    if item.get_closest_marker("browser") is None:
        return False, 0
    patience = item.get_closest_marker("timeout")
    return True, -patience.args[0] if patience else 0


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser"):
        browser.require_chromium()
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Rate limits count in the cache; each test starts from none."""
    cache.clear()


@pytest.fixture
def member(db: None) -> User:
    """A person with an account, whose password is `a long password`."""
    user = User.objects.create_user("anna@example.org", "a long password", display_name="Anna")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.fixture(autouse=True)
def same_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Terrain, dice and bots by lots that are the same in every run."""
    monkeypatch.setattr("secrets.randbits", random.Random(7).getrandbits)
