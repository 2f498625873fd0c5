"""Scenarios to test with."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from armybuilder.scenarios.models import Scenario
from armybuilder.scenarios.present.documents import palette_of, read
from armybuilder.scenarios.services import keep_scenario
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.present.starts import starts_of


@pytest.fixture
def ready() -> Callable[..., dict[str, Any]]:
    """The first ready-made start of a system."""
    return lambda system: starts_of(system)[0].document


@pytest.fixture
def kept(member: User) -> Callable[..., Scenario]:
    """A scenario the member keeps: a ready-made one of a system, or a blank one."""

    def keep(system: str = "warzone", *, blank: bool = False) -> Scenario:
        document = palette_of(system).blank("Yard") if blank else starts_of(system)[0].document
        found = read(document)
        return keep_scenario(
            owner=Owner(member),
            system=system,
            title=found.title,
            document=found.document,
            size=found.size,
        )

    return keep


@pytest.fixture
def member_client(member: User) -> Client:
    """A browser the member has signed in with."""
    client = Client()
    client.force_login(member, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client
