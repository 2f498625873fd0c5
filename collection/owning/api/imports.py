"""Bringing rows of JSON into a collection, on the same way as a file's; whoever answers programs
asks this, and has many rows brought while nobody waits."""

from contextlib import suppress
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from collection.common.busy import Busy
from collection.common.tabular.headings import simplified
from collection.common.tabular.workbooks import Cell
from collection.owning.api.bodies import Import
from collection.owning.api.shapes import ImportRowSerializer
from collection.owning.importing import staging
from collection.owning.importing.reading import COLUMNS, LONGEST_HEADING, RawRow, Source
from collection.owning.models import Change, Collection, StagedImport
from collection.owning.services import changes

#: How often rows are compared anew with a collection that others change meanwhile.
MOST_TURNS = 3


def stage_rows(*, collection: Collection, actor: Any, body: Import) -> StagedImport:
    """Keep rows for bringing them into a collection."""
    return staging.stage(
        collection=collection,
        actor=actor,
        source=_source(body),
        mode=body.mode,
        now=timezone.now(),
    )


def imported(staged: StagedImport, body: Import) -> tuple[dict[str, Any], Change | None]:
    """What each row does, and the change; of a table that makes none nothing is left. Raises what
    making a change does, and Busy."""
    change = None
    try:
        answer, change = _decided(staged, body)
    finally:
        if change is None:
            StagedImport.objects.filter(pk=staged.pk).delete()
    return answer, change


def _decided(staged: StagedImport, body: Import) -> tuple[dict[str, Any], Change | None]:
    """The rows compared, and made part of the collection unless only that was asked for; raises
    Busy where others change the collection all the time."""
    for _turn in range(MOST_TURNS):
        now = timezone.now()
        while not staging.step(staged=staged, now=now).is_done:
            pass
        if body.take_unlisted:
            staging.take_unlisted(staged=staged, now=now)
        answer = effects(staged)
        if body.preview:
            return answer, None
        with suppress(changes.Moved):
            change = staging.finish(
                staged=staged,
                actor=staged.made_by,
                now=now,
                with_removals=body.remove_missing,
                with_fewer=body.lower,
            )
            return answer, change
    raise Busy


def effects(staged: StagedImport) -> dict[str, Any]:
    """What each row would do, and how many do the same."""
    rows = staged.rows.order_by("line")
    return {
        "mode": staged.mode,
        "counts": dict(staging.outcomes(staged)),
        "rows": ImportRowSerializer(rows, many=True).data,
        "change": None,
    }


def _source(body: Import) -> Source:
    """The rows under our columns; other keys are passed over, as a file's columns are."""
    headings: dict[str, str] = {}
    ignored: dict[str, None] = {}
    rows = []
    for line, row in enumerate(body.rows, 1):
        cells: dict[str, Cell] = {}
        for heading, cell in row.items():
            column = COLUMNS.get(simplified(heading))
            if column is None:
                ignored[heading[:LONGEST_HEADING]] = None
            elif cell is not None:
                cells[column] = cell
                headings.setdefault(column, heading[:LONGEST_HEADING])
        text = ", ".join(str(cell) for cell in row.values() if cell is not None)
        rows.append(RawRow(line, text, cells))
    label = body.label or _("rows of a program")
    return Source(label, frozenset(headings), headings, tuple(ignored)[:50], tuple(rows))
