"""Games put away: the steps of each packed into one value, and rows again as soon as anybody opens
the game.

Nothing is lost by it: what is packed is every column of every step. A line that other games read is
never put away.
"""

import json
import zlib
from datetime import datetime
from itertools import islice

from django.db import transaction

from armybuilder.skirmishes.models import Skirmish, SkirmishLine, SkirmishStep

FIELDS = ("number", "player", "order", "faces", "events", "fingerprint", "state")
#: Games whose keys are looked up at once.
SLICE = 500


def put_away(*, unchanged_since: datetime) -> int:
    """Pack the steps of games that ended and that nobody has touched since; returns how many
    games. Each is a transaction of its own, so that a long run may be broken off at any time."""
    old = Skirmish.objects.filter(
        over=True, archived=None, updated__lt=unchanged_since, line__readers=None
    )
    count, last = 0, 0
    while keys := list(old.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:SLICE]):
        count += sum(_put_away(key, unchanged_since) for key in keys)
        last = keys[-1]
    return count


@transaction.atomic
def _put_away(key: int, unchanged_since: datetime) -> bool:
    found = Skirmish.objects.select_for_update().filter(pk=key, archived=None, over=True)
    skirmish = found.filter(updated__lt=unchanged_since).first()
    if skirmish is None or skirmish.line.readers.exists():
        return False
    rows = list(skirmish.line.steps.order_by("number"))
    SkirmishLine.objects.filter(pk=skirmish.line_id).update(packed=packed(rows))
    skirmish.line.steps.all().delete()
    last = rows[-1].number if rows else skirmish.shared
    Skirmish.objects.filter(pk=key).update(archived=last)
    return True


def take_out(skirmish: Skirmish) -> None:
    """Make rows again of what was packed of a game, once however many open it."""
    if skirmish.archived is None:
        return
    with transaction.atomic():
        current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        if current.archived is not None:
            SkirmishStep.objects.bulk_create(unpacked(current.line), batch_size=200)
            SkirmishLine.objects.filter(pk=current.line_id).update(packed=None)
            Skirmish.objects.filter(pk=current.pk).update(archived=None)
    skirmish.archived = None


def packed(rows: list[SkirmishStep]) -> bytes:
    """Steps in as few bytes as they need."""
    written = [[*(getattr(row, name) for name in FIELDS), row.taken.isoformat()] for row in rows]
    return zlib.compress(json.dumps(written, separators=(",", ":")).encode())


def unpacked(line: SkirmishLine) -> list[SkirmishStep]:
    """The steps of a line that was put away, as they were; none of one that was not."""
    if line.packed is None:
        return []
    written = json.loads(zlib.decompress(bytes(line.packed)))
    return [
        SkirmishStep(
            line_id=line.pk,
            taken=datetime.fromisoformat(values[len(FIELDS)]),
            **dict(zip(FIELDS, islice(values, len(FIELDS)), strict=True)),
        )
        for values in written
    ]
