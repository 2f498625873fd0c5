"""Large collections as workbooks, as long work: some pieces at a time become rows, then a file."""

import zlib
from base64 import b64decode, b64encode

from django.utils.translation import get_language, gettext_noop, override
from django.utils.translation import gettext as _

from armybuilder.jobs.files import KeptFile, kept
from armybuilder.jobs.models import JobAsk
from armybuilder.jobs.services.asking import ask_for, forget_ended
from armybuilder.jobs.work import Document, Hopeless, Stand
from armybuilder.site.models import Owner, User
from collection.catalogue.selectors import current_version
from collection.common.tabular.writing import FIRST_ROW
from collection.owning.exports import FORMS, name_of
from collection.owning.exports.holdings import some_holdings_of
from collection.owning.exports.tables import xlsx_of, xlsx_part
from collection.owning.models import Collection
from collection.owning.selectors.shelves import Shelf

KIND = "export"
#: Pieces of a collection that become rows at a time.
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
    """Some pieces of a collection a piece of work, as rows; with the last of them the file. One
    that changes meanwhile is begun anew, so that the file is of one moment."""

    page = "collection_file"

    def begun(self, payload: Document) -> Stand:
        """No row written."""
        return _nothing(_collection(payload))

    def further(self, payload: Document, stand: Stand) -> Stand:
        """Some pieces further, and the file with the last; raises Hopeless where the collection is
        no more."""
        collection = _collection(payload)
        if stand.kept["version"] != collection.version:
            stand = _nothing(collection)
        with override(payload["language"]):
            held = some_holdings_of(collection, stand.done, PIECE)
            part, row = xlsx_part(held, stand.kept["row"])
        collection.refresh_from_db(fields=["version"])
        if stand.kept["version"] != collection.version:
            return _nothing(collection)
        parts = [*stand.kept["parts"], b64encode(zlib.compress(part)).decode("ascii")]
        done = stand.done + PIECE
        if done < stand.total:
            return Stand(done, stand.total, stand.kept | {"row": row, "parts": parts})
        content = xlsx_of(zlib.decompress(b64decode(each)) for each in parts)
        file = KeptFile(payload["name"], FORMS["xlsx"].content_type, content)
        return Stand(stand.total, stand.total, kept(file))

    def found(self, payload: Document, stand: Stand) -> Document:
        """The file."""
        return stand.kept


def _collection(payload: Document) -> Collection:
    try:
        return Collection.objects.get(public_id=payload["collection"])
    except Collection.DoesNotExist as error:
        raise Hopeless(GONE) from error


def _nothing(collection: Collection) -> Stand:
    kept = {"version": collection.version, "row": FIRST_ROW, "parts": []}
    return Stand(0, max(collection.holdings.count(), 1), kept)


EXPORTING = Exporting()
