"""What has begun to wait for a person, told to whoever lets people know."""

from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import Signal

#: Sent once it is kept, with the `person`, the `kind` of what waits, and a text `about` that no
#: other of the kind has.
begun_to_wait = Signal()


def awaits(person: Any, kind: str, about: str) -> None:
    """Tell that something waits for a person, once the transaction that makes it wait is done."""
    told = partial(begun_to_wait.send, awaits, person=person, kind=kind, about=about)
    transaction.on_commit(told)
