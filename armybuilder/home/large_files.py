"""Large collections as workbooks, as long work."""

from collections.abc import Iterator

from django.utils.translation import get_language, gettext_noop, override
from django.utils.translation import gettext as _

from armybuilder.jobs.files import KeptFile, kept
from armybuilder.jobs.models import JobAsk
from armybuilder.jobs.services.asking import ask_for, forget_ended
from armybuilder.jobs.work import Document, Hopeless, Stand, so_far
from armybuilder.site.models import Owner, User
from collection.catalogue.selectors import current_version
from collection.owning.exports import FORMS, name_of
from collection.owning.exports.holdings import Holding, some_holdings_of
from collection.owning.exports.tables import render_xlsx
from collection.owning.models import Collection
from collection.owning.selectors.shelves import Shelf

KIND = "export"
#: Pieces of a collection that are read at a time.
PIECE = 2_000
#: Files that are kept for somebody, the last ones.
MOST_KEPT = 3

GONE = gettext_noop("The collection was deleted meanwhile.")


def ask_for_file(*, shelf: Shelf, member: User) -> JobAsk:
    """Have the workbook of a collection made, as it is, in the language of whoever asks; earlier
    ones are forgotten but for the last. Raises what `ask_for` raises."""
    owner, collection = Owner(member), shelf.collection
    systems = collection.holdings.order_by().values_list("system", flat=True).distinct()
    known = {system: current_version(system) for system in systems}
    payload = {
        "collection": collection.public_id,
        "version": collection.version,
        "catalogue": {system: one.digest if one else "" for system, one in known.items()},
        "language": get_language(),
        "name": name_of(FORMS["xlsx"]),
    }
    title = _("Workbook of “%(name)s”") % {"name": shelf.name}
    forget_ended(owner=owner, kind=KIND, but=MOST_KEPT - 1)
    return ask_for(owner=owner, kind=KIND, payload=payload, title=title)


class Exporting:
    """The whole file, written while its pieces are read; as it is of one moment, one whose
    collection changes meanwhile is begun anew."""

    page = "collection_file"

    def begun(self, payload: Document) -> Stand:
        """Nothing written."""
        return _nothing(_collection(payload))

    def further(self, payload: Document, stand: Stand) -> Stand:
        """The file; raises Hopeless where the collection is no more."""
        collection = _collection(payload)
        begun = _nothing(collection)
        with override(payload["language"]):
            content = render_xlsx(_read(collection, begun.total))
        if _collection(payload).version != collection.version:
            return begun
        file = KeptFile(payload["name"], FORMS["xlsx"].content_type, content)
        return Stand(begun.total, begun.total, kept(file))

    def found(self, payload: Document, stand: Stand) -> Document:
        """The file."""
        return stand.kept


def _read(collection: Collection, pieces: int) -> Iterator[Holding]:
    for first in range(0, pieces, PIECE):
        yield from some_holdings_of(collection, first, PIECE)
        so_far(min(first + PIECE, pieces - 1))


def _collection(payload: Document) -> Collection:
    try:
        return Collection.objects.get(public_id=payload["collection"])
    except Collection.DoesNotExist as error:
        raise Hopeless(GONE) from error


def _nothing(collection: Collection) -> Stand:
    return Stand(0, max(collection.holdings.count(), 1), {})


EXPORTING = Exporting()
