"""What changed at a table that is played at several screens: written down, and told to whoever
waits for it."""

from functools import partial

from django.db import transaction
from django.db.models import F
from django.dispatch import Signal

from armybuilder.live.hub import announce
from armybuilder.skirmishes.models import ChangeKind, Skirmish, SkirmishChange

#: Sent once a change is kept, with the `skirmish` and the `change`.
changed = Signal()


def tell(
    skirmish: Skirmish, kind: ChangeKind, *, step: int | None = None, seat: str = "", what: str = ""
) -> None:
    """Write a change down in the transaction that makes it, and announce it with that; nothing
    where the game is played at one screen."""
    if not skirmish.is_live:
        return
    Skirmish.objects.filter(pk=skirmish.pk).update(news=F("news") + 1)
    skirmish.news = Skirmish.objects.values_list("news", flat=True).get(pk=skirmish.pk)
    change = SkirmishChange.objects.create(
        skirmish=skirmish,
        number=skirmish.news,
        kind=kind,
        version=skirmish.version,
        step=last_number(skirmish) if step is None else step,
        seat=seat,
        what=what,
    )
    announce(skirmish.public_id, skirmish.news)
    transaction.on_commit(partial(changed.send, Skirmish, skirmish=skirmish, change=change))


def last_number(skirmish: Skirmish) -> int:
    """The number of the last step, 0 before the first."""
    return skirmish.steps.order_by("-number").values_list("number", flat=True).first() or 0
