"""People with a collection, as tests in a browser need them."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from allauth.account.models import EmailAddress
from django.utils import timezone

from armybuilder.site.models import User
from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.models import Collection
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection

SYSTEM = "age-of-destruction"


def shelf_of(name: str, amounts: Mapping[str, Mapping[str, Any]]) -> Collection:
    """The collection of a new person; amounts by the numbers of figures."""
    email = f"{name.lower()}@example.org"
    user = User.objects.create_user(email, "a long password", display_name=name)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    shelf = create_collection(owner=user, name=f"{name}’s shelf")
    changes.apply(
        collection=shelf,
        actor=user,
        edits=[
            Edit(Piece(SYSTEM, "AOD", number), partial(edits.set_amounts, **said))
            for number, said in amounts.items()
        ],
        now=timezone.now(),
    )
    return shelf
