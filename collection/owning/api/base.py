"""What all answers about a collection share: whose it is, its versions, its refusals."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException, NotFound, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from collection.catalogue.api.description import parameter
from collection.catalogue.api.own import OwnView
from collection.catalogue.api.problems import ParameterProblem
from collection.catalogue.api.versions import ANY_VERSION
from collection.catalogue.pieces import Piece
from collection.common.quotas import full
from collection.owning.api.bodies import BodyParser
from collection.owning.api.shapes import pieces_told
from collection.owning.models import Collection
from collection.owning.selectors.holdings import amounts_of_rows, holdings
from collection.owning.selectors.shelves import Shelf, find_shelf
from collection.owning.services import changes

COLLECTION_ID = parameter(
    "public_id", gettext_lazy("The id of a collection you own or share."), path=True
)


class Conflict(APIException):
    """409: the collection is locked, or as full as one may be."""

    status_code = HTTPStatus.CONFLICT


class Refused(APIException):
    """422: edits that cannot be made; none was."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, problems: list[ParameterProblem]) -> None:
        super().__init__(_("Nothing was changed."))
        self.problems = problems


class MovedOn(APIException):
    """412: something has changed since; `more` says how it is now."""

    status_code = HTTPStatus.PRECONDITION_FAILED
    default_detail = gettext_lazy("This has changed since; nothing was overwritten.")

    def __init__(self, more: Mapping[str, Any]) -> None:
        super().__init__()
        self.more = more


class VersionNeeded(APIException):
    """428: a change that does not say which version it was made for."""

    status_code = HTTPStatus.PRECONDITION_REQUIRED
    default_detail = gettext_lazy(
        "Say which version this is for: the collection's ETag in If-Match, or each piece's version"
        " as `seen`."
    )


class MayWriteCollections(BasePermission):
    """A session may change things, a token only where its member said so."""

    message = gettext_lazy("This token does not change collections. Make one that may.")

    def has_permission(self, request: Request, view: APIView) -> bool:
        token = cast(Any, request.auth)
        return request.method in SAFE_METHODS or token is None or token.may_write_collections


class CollectionView(OwnView):
    """Something about a collection the member owns or shares."""

    permission_classes = (IsAuthenticated, MayWriteCollections)
    parser_classes = (BodyParser,)

    def shelf(self, public_id: str) -> Shelf:
        """The collection of an id, as the member sees it; raises NotFound for any other."""
        found = find_shelf(self.request.user, public_id)
        if found is None:
            raise NotFound(_("You have no such collection."))
        return found

    def shelf_to_change(self, public_id: str) -> Shelf:
        """The same for whoever may change it; raises PermissionDenied for viewers."""
        found = self.shelf(public_id)
        if not found.may_edit:
            raise PermissionDenied(_("You may look at this collection, not change it."))
        return found


def hold_version(collection: Collection, asked: str | None) -> None:
    """Hold a collection until the transaction ends; raises MovedOn unless If-Match names it."""
    current = Collection.objects.select_for_update().get(pk=collection.pk)
    if asked not in (None, ANY_VERSION, str(current.version)):
        raise MovedOn({"version": current.version})


@contextmanager
def told(collection: Collection, path: Callable[[int], str]) -> Iterator[None]:
    """Answers for what a change may run into; `path` is the JSON path of an edit."""
    try:
        yield
    except changes.NotAllowed as error:
        raise PermissionDenied from error
    except changes.Locked as error:
        raise Conflict(_("The collection is locked.")) from error
    except changes.TooManyPieces as error:
        raise Conflict(full("pieces")) from error
    except changes.EditsRefused as error:
        raise Refused(
            [ParameterProblem(path(each.index), each.reason) for each in error.refused]
        ) from error
    except changes.Stale as error:
        raise MovedOn({"pieces": shown(collection, list(error.held))}) from error


def shown(collection: Collection, pieces: list[Piece]) -> list[Any]:
    """Some pieces as they are now."""
    rows = holdings(collection, pieces)
    return pieces_told(rows, amounts_of_rows(rows))
