"""Collections a member owns or shares, their pieces, and their files."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from collection.catalogue import selectors as catalogue
from collection.catalogue.api import pages
from collection.catalogue.api.description import COUNT, parameter
from collection.catalogue.api.operations import files_of, operation
from collection.catalogue.api.versions import etag
from collection.catalogue.pieces import Piece, find_piece
from collection.owning import store
from collection.owning.api.base import COLLECTION_ID, CollectionView
from collection.owning.api.shapes import (
    CollectionSerializer,
    PieceSerializer,
    WholePieceSerializer,
    pieces_told,
    whole_piece_told,
)
from collection.owning.exports import FORM_OF_ENDING
from collection.owning.exports.holdings import holdings_of
from collection.owning.forms.search import ORDERS, SHOWN, HoldingSearchForm
from collection.owning.pieces import piece_named
from collection.owning.selectors.holdings import find_holdings, holdings
from collection.owning.selectors.shelves import shelves_of

FILTERS = frozenset(
    {"q", "show", "place", "order", "type", "faction", "rank", "set", "points_from", "points_to"}
)


class CollectionList(CollectionView):
    """Everything a member owns or shares."""

    @operation(
        gettext_lazy("My collections"),
        pages.list_of(CollectionSerializer, "Collection"),
        id="collections",
        description=gettext_lazy("Those you own, then those shared with you."),
    )
    def get(self, request: Request) -> Response:
        shelves = shelves_of(request.user)
        told = CollectionSerializer(shelves, many=True, context={"request": request})
        return Response({"results": told.data})


class CollectionOne(CollectionView):
    """One collection."""

    @operation(
        gettext_lazy("A collection"),
        CollectionSerializer,
        id="collection",
        refused=(404,),
        parameters=[COLLECTION_ID],
        description=gettext_lazy("Its ETag stands for its version: the number of its last change."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        shelf = self.shelf(public_id)
        told = CollectionSerializer(shelf, context={"request": request}).data
        return Response(told, headers={"ETag": etag(shelf.collection.version)})


class PieceList(CollectionView):
    """The pieces of a collection, page by page."""

    parameters = FILTERS | pages.PARAMETERS

    @operation(
        gettext_lazy("The pieces of a collection"),
        pages.page_of(PieceSerializer, "OwnedPiece"),
        id="collection_pieces",
        refused=(404,),
        parameters=[
            COLLECTION_ID,
            parameter("q", gettext_lazy("Words, numbers or terms, as on the page.")),
            parameter("show", gettext_lazy("A part of it."), choices=filter(None, SHOWN)),
            parameter("place", gettext_lazy("Where copies are kept.")),
            parameter(
                "order",
                gettext_lazy("What comes first; with a minus the other way round."),
                choices=(key for key, _name in ORDERS if key),
            ),
            parameter("type", gettext_lazy("Type of figure."), many=True),
            parameter("faction", gettext_lazy("Key of a faction."), many=True),
            parameter("rank", gettext_lazy("A rank."), many=True),
            parameter("set", gettext_lazy("Code of a set."), many=True),
            parameter("points_from", gettext_lazy("Fewest points."), type=COUNT),
            parameter("points_to", gettext_lazy("Most points."), type=COUNT),
            *pages.DESCRIBED,
        ],
    )
    def get(self, request: Request, public_id: str) -> Response:
        collection = self.shelf(public_id).collection
        system = self.system
        form = HoldingSearchForm(
            request.query_params, catalogue.sets(system), catalogue.factions(system)
        )
        pages.refuse(pages.form_problems(form))
        after, limit = _page_asked(self.system, request)
        found = find_holdings(collection, form.holdings(), after, limit)
        return pages.page_answer(
            request,
            total=found.total,
            next_after=found.next_after,
            results=pieces_told(found.rows, found.amounts),
        )


class PieceOne(CollectionView):
    """One piece with its copies."""

    parameters = frozenset({"variant"})

    @operation(
        gettext_lazy("A piece of a collection"),
        WholePieceSerializer,
        id="collection_piece",
        refused=(404,),
        parameters=[
            COLLECTION_ID,
            parameter("printed", gettext_lazy("Set and number, such as AOD-102."), path=True),
            parameter("variant", gettext_lazy("The variant, where it has one.")),
        ],
        description=gettext_lazy("Its ETag stands for its version: the last change of the piece."),
    )
    def get(self, request: Request, public_id: str, printed: str) -> HttpResponseBase:
        collection = self.shelf(public_id).collection
        piece = find_piece(self.system, printed, request.query_params.get("variant", ""))
        held = store.read(collection, [piece]).get(piece) if piece else None
        if piece is None or held is None:
            raise NotFound(_("The collection does not hold this."))
        tag = etag(held.version)
        unchanged = get_conditional_response(request._request, etag=tag)
        [row] = holdings(collection, [piece])
        told: Any = WholePieceSerializer(whole_piece_told(row, held.state)).data
        return unchanged or Response(told, headers={"ETag": tag})


class CollectionFile(CollectionView):
    """A collection as a file."""

    @operation(
        gettext_lazy("A collection as a file"),
        files_of(FORM_OF_ENDING.values()),
        id="collection_file",
        refused=(404,),
        parameters=[
            COLLECTION_ID,
            parameter(
                "ending", gettext_lazy("The kind of file."), path=True, choices=FORM_OF_ENDING
            ),
        ],
        description=gettext_lazy("The same files as on the page; imported again, nothing changes."),
    )
    def get(self, request: Request, public_id: str, ending: str) -> HttpResponseBase:
        collection = self.shelf(public_id).collection
        form = FORM_OF_ENDING.get(ending)
        if form is None:
            raise NotFound(_("There is no such kind of file."))
        return HttpResponse(
            form.render(holdings_of(collection)),
            content_type=form.content_type,
            headers={"Content-Disposition": f'attachment; filename="collection.{form.ending}"'},
        )


def _page_asked(system: str, request: Request) -> tuple[Piece | None, int]:
    after, limit = pages.page_asked(request)
    piece = piece_named(system, after) if after else None
    if after and piece is None:
        pages.refuse([pages.unknown_after()])
    return piece, limit
