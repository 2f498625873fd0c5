"""Bringing a table into a collection in one request."""

from contextlib import suppress
from http import HTTPStatus
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.request import Request
from rest_framework.response import Response

from collection.catalogue.api.operations import operation
from collection.common.busy import Busy
from collection.common.tabular.headings import simplified
from collection.common.tabular.workbooks import Cell
from collection.owning.api.base import COLLECTION_ID, CollectionView, told
from collection.owning.api.bodies import IMPORT, Import, read_body
from collection.owning.api.shapes import ChangeSerializer, ImportRowSerializer, ImportSerializer
from collection.owning.importing import staging
from collection.owning.importing.reading import COLUMNS, LONGEST_HEADING, RawRow, Source
from collection.owning.models import Change, Collection, StagedImport
from collection.owning.services import changes

#: How often rows are compared anew with a collection that others change meanwhile.
MOST_TURNS = 3


class ImportRows(CollectionView):
    """Rows of JSON on the same way as a file's."""

    @operation(
        gettext_lazy("Import rows into a collection"),
        ImportSerializer,
        id="collection_import",
        status=201,
        may_change_nothing=True,
        refused=(403, 404, 409, 413, 422),
        parameters=[COLLECTION_ID],
        takes=IMPORT,
        description=gettext_lazy(
            'The body is {"mode": "set", "rows": [{"set": "AOD", "number": "102", "count": 2}]};'
            " the columns and their aliases are those of files. The mode is set, add or sync;"
            " `remove_missing` lets sync also take out what no row names. With `preview` nothing"
            " is changed. Rows that cannot be used are left out and told with their reasons; the"
            " others become one change, which can be taken back whole. A row that leaves fewer of a"
            " piece counts only with `lower`, a number that nobody knows only with `take_unlisted`;"
            " `near` says what an unclear row may have meant."
        ),
    )
    def post(self, request: Request, public_id: str) -> Response:
        collection = self.shelf_to_change(public_id).collection
        body = read_body(request.data, Import)
        try:
            with told(collection, "$.rows[{}]".format):
                answer, change = _imported(collection, request.user, body)
        except StagedImport.DoesNotExist as error:
            self.shelf(public_id)
            raise Busy from error  # so many tables at once that this one made room for another
        answer["change"] = ChangeSerializer(change).data if change else None
        return Response(answer, HTTPStatus.CREATED if change else HTTPStatus.OK)


def _imported(
    collection: Collection, actor: Any, body: Import
) -> tuple[dict[str, Any], Change | None]:
    """What each row does, and the change; of a table that makes none nothing is left."""
    staged = staging.stage(
        collection=collection,
        actor=actor,
        source=_source(body),
        mode=body.mode,
        now=timezone.now(),
    )
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
        answer = _effects(staged)
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


def _effects(staged: StagedImport) -> dict[str, Any]:
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
