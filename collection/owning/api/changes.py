"""Changing a collection: edits, its history, taking changes back."""

from http import HTTPStatus

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from collection.catalogue.api import pages
from collection.catalogue.api.description import COUNT, parameter
from collection.catalogue.api.operations import IF_MATCH, operation
from collection.catalogue.api.problems import ParameterProblem
from collection.catalogue.api.versions import etag, version_asked
from collection.common.numbers import whole_number
from collection.owning.api import shapes
from collection.owning.api.base import (
    COLLECTION_ID,
    CollectionView,
    Conflict,
    VersionNeeded,
    hold_version,
    shown,
    told,
)
from collection.owning.api.bodies import CHANGES, Changes, read_body
from collection.owning.models import Change, Collection
from collection.owning.selectors.history import change_page, find_change, lines_of
from collection.owning.services import changes

NUMBER = parameter("number", gettext_lazy("The number of a change."), path=True, type=COUNT)


class ChangeList(CollectionView):
    """The history of a collection, and new changes of it."""

    parameters = frozenset({"before"})

    @operation(
        gettext_lazy("The history of a collection"),
        pages.page_of(shapes.ChangeSerializer, "Change"),
        id="collection_changes",
        refused=(404,),
        parameters=[
            COLLECTION_ID,
            parameter("before", gettext_lazy("Begin before this number."), type=COUNT),
        ],
        description=gettext_lazy("The newest change first."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        collection = self.shelf(public_id).collection
        asked = request.query_params.get("before", "")
        before = whole_number(asked)
        if asked and before is None:
            pages.refuse([ParameterProblem("before", _("This is no number of a change."))])
        page = change_page(collection, before)
        older = page.next_before
        return Response(
            {
                "total": collection.changes.count(),
                "next": pages.address_with(request, "before", older) if older else None,
                "results": shapes.ChangeSerializer(page.changes, many=True).data,
            }
        )

    @operation(
        gettext_lazy("Change a collection"),
        shapes.MadeSerializer,
        id="collection_change_make",
        status=201,
        may_change_nothing=True,
        refused=(403, 404, 409, 412, 413, 422, 428),
        parameters=[COLLECTION_ID, IF_MATCH],
        takes=CHANGES,
        description=gettext_lazy(
            "All edits become one change, or none does. The body is"
            ' {"label": "…", "edits": [{"do": "add", "set": "AOD", "number": "102", "count": 2}]}.'
            " Edits: add (count), set (owned, wanted, for_trade), describe (name, notes, tags),"
            " add_copies (copies), change_copy (id, copy), remove_copy (id), lend (to, since,"
            " until, id), return (id, on). `seen` is the version of a piece an edit was decided"
            " on; set, describe, change_copy and remove_copy need it, or If-Match with the"
            " collection's ETag. What has changed since is refused and nothing is overwritten."
        ),
    )
    def post(self, request: Request, public_id: str) -> Response:
        collection = self.shelf_to_change(public_id).collection
        asked = version_asked(request)
        body = read_body(request.data, Changes)
        if asked is None and any(each.needs_version and each.seen is None for each in body.edits):
            raise VersionNeeded
        made = body.made()
        with told(collection, "$.edits[{}]".format), transaction.atomic():
            hold_version(collection, asked)
            change = changes.apply(
                collection=collection,
                actor=request.user,
                edits=made,
                now=timezone.now(),
                source=Change.Source.API,
                label=body.label,
            )
        collection.refresh_from_db()
        pieces = list(dict.fromkeys(edit.piece for edit in made))
        return _made(collection, change, shown(collection, pieces))


class ChangeOne(CollectionView):
    """One change with what it did."""

    @operation(
        gettext_lazy("A change of a collection"),
        shapes.WholeChangeSerializer,
        id="collection_change",
        refused=(404,),
        parameters=[COLLECTION_ID, NUMBER],
        description=gettext_lazy("With its first 200 lines."),
    )
    def get(self, request: Request, public_id: str, number: int) -> Response:
        change = found_change(self.shelf(public_id).collection, number)
        lines = shapes.ChangeLineSerializer(lines_of(change), many=True).data
        return Response({**shapes.ChangeSerializer(change).data, "lines": lines})


class ChangeUndo(CollectionView):
    """Taking a change back."""

    @operation(
        gettext_lazy("Take a change back"),
        shapes.MadeSerializer,
        id="collection_change_undo",
        status=201,
        refused=(403, 404, 409),
        parameters=[COLLECTION_ID, NUMBER],
        description=gettext_lazy(
            "Whole, as a change of its own; refused where a later change touched the same value."
        ),
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        collection = self.shelf_to_change(public_id).collection
        change = found_change(collection, number)
        try:
            with told(collection, "$.edits[{}]".format):
                undone = changes.undo(change=change, actor=request.user, now=timezone.now())
        except changes.UndoneAlready as error:
            raise Conflict(_("This change is undone already.")) from error
        except changes.InTheWay as error:
            said = _("Change %(number)s touched %(piece)s after it. Undo that first.")
            shown_at = {"number": error.later.number, "piece": error.piece}
            raise Conflict(said % shown_at) from error
        collection.refresh_from_db()
        pieces = [changes.piece_of(line) for line in lines_of(undone)]
        return _made(collection, undone, shown(collection, pieces))


def found_change(collection: Collection, number: int) -> Change:
    """A change of a collection; raises NotFound."""
    found = find_change(collection, number) if number < 2**31 else None
    if found is None:
        raise NotFound(_("There is no such change."))
    return found


def _made(collection: Collection, change: Change | None, pieces: list[object]) -> Response:
    body = {
        "change": shapes.ChangeSerializer(change).data if change else None,
        "version": collection.version,
        "pieces": pieces,
    }
    headers = {"ETag": etag(collection.version)}
    return Response(body, HTTPStatus.CREATED if change else HTTPStatus.OK, headers=headers)
