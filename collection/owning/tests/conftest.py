"""A person with a collection, and short ways to change it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from collection.catalogue.pieces import Piece
from collection.owning.models import Change, Collection
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection
from collection.owning.states import NOTHING, HoldingState
from collection.owning.store import read

SYSTEM = "age-of-destruction"
NOW = datetime(2026, 11, 1, 18, 0, tzinfo=UTC)

HATCHETMAN = Piece(SYSTEM, "AOD", "102")
UNHEARD_OF = Piece(SYSTEM, "AN", "017")

Make = Callable[[HoldingState], HoldingState]


def person(email: str) -> Any:
    return get_user_model().objects.create_user(email, "a long password")


@pytest.fixture
def anna(db: None) -> Any:
    return person("anna@example.org")


@pytest.fixture
def collection(anna: Any) -> Collection:
    return create_collection(owner=anna, name="Anna’s shelf")


@pytest.fixture
def change(collection: Collection) -> Callable[..., Change]:
    """Make something of one piece, as the collection's owner."""

    def make_change(piece: Piece, make: Make, **more: Any) -> Change:
        made = changes.apply(
            collection=collection,
            actor=collection.owner,
            edits=[Edit(piece, make)],
            now=NOW,
            **more,
        )
        assert made is not None
        return made

    return make_change


def held(collection: Collection, piece: Piece) -> HoldingState:
    """What the collection holds of a piece, read from its rows."""
    found = read(collection, [piece]).get(piece)
    return found.state if found else NOTHING
