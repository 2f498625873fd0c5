"""Many rows of a program on their way into a collection, as long work: read and compared like a
large table, then made one change or only looked at, and told row by row."""

from django.utils import timezone
from django.utils.translation import gettext_noop, override

from armybuilder.home.large_tables import apply_as, payload_of, table_of, title_of
from armybuilder.jobs.models import JobAsk
from armybuilder.jobs.services.asking import ask_for, forget_ended
from armybuilder.jobs.work import Document, Hopeless, Stand
from armybuilder.site.models import Owner, User
from collection.owning.api.bodies import Import
from collection.owning.api.imports import MOST_TURNS, effects
from collection.owning.importing import staging
from collection.owning.models import Collection, StagedImport
from collection.owning.services.changes import Moved

KIND = "import_rows"
#: What came of imports that is kept for somebody, the last ones.
MOST_KEPT = 5

BUSY = gettext_noop("Others change the collection all the time. Try again later.")


def ask_to_import(*, staged: StagedImport, member: User, body: Import) -> JobAsk:
    """Have rows imported, or only looked at; raises what `ask_for` raises."""
    owner = Owner(member)
    payload = payload_of(staged) | {
        "member": member.pk,
        "preview": body.preview,
        "with_removals": body.remove_missing,
        "with_fewer": body.lower,
        "take_unlisted": body.take_unlisted,
    }
    forget_ended(owner=owner, kind=KIND, but=MOST_KEPT - 1)
    return ask_for(owner=owner, kind=KIND, payload=payload, title=title_of(staged))


def import_of(*, owner: Owner, collection: Collection, public_id: str) -> JobAsk | None:
    """What somebody asked to be imported into a collection."""
    own = JobAsk.objects.for_owner(owner).filter(
        job__kind=KIND, job__payload__collection=collection.public_id
    )
    return own.select_related("job").filter(public_id=public_id).first()


class ImportRows:
    """Rows read and compared; then what they do is kept, then it is done, then the table put away:
    each for itself, so that whatever is done again finds what was."""

    page = "table_work"

    def begun(self, payload: Document) -> Stand:
        """Nothing read yet."""
        return Stand(0, staging.progress(table_of(payload)).rows + 2, {"turns": 0})

    def further(self, payload: Document, stand: Stand) -> Stand:
        """Some rows further, or the next of what follows them; raises Hopeless."""
        kept = stand.kept
        if "change" in kept:
            if kept["change"] is None:
                StagedImport.objects.filter(public_id=payload["table"], change=None).delete()
            return Stand(stand.total, stand.total, kept)
        with override(payload["language"]):
            if "told" in kept:
                return self._decided(payload, stand)
            return self._read(payload, stand)

    def _read(self, payload: Document, stand: Stand) -> Stand:
        staged = table_of(payload)
        now = staging.step(staged=staged, now=timezone.now())
        if now.read == now.rows and not now.is_done:
            now = staging.step(staged=staged, now=timezone.now())
        if not now.is_done:
            return Stand(min(now.read, stand.total - 3), stand.total, stand.kept)
        if payload["take_unlisted"]:
            staging.take_unlisted(staged=staged, now=timezone.now())
        kept = stand.kept | {"told": effects(table_of(payload))}
        return Stand(stand.total - 2, stand.total, kept)

    def _decided(self, payload: Document, stand: Stand) -> Stand:
        if payload["preview"]:
            return Stand(stand.total - 1, stand.total, stand.kept | {"change": None})
        staged = table_of(payload)
        try:
            change = staged.change or apply_as(staged, payload)
        except Moved as error:
            turns = stand.kept["turns"] + 1
            if turns == MOST_TURNS:
                raise Hopeless(BUSY) from error
            kept = {"told": effects(staged), "turns": turns}
            return Stand(stand.total - 2, stand.total, kept)
        number = {"change": change.number if change else None}
        return Stand(stand.total - 1, stand.total, stand.kept | number)

    def found(self, payload: Document, stand: Stand) -> Document:
        """What each row does, how many do the same, and the number of the change, None for none."""
        return stand.kept["told"] | {"change": stand.kept["change"]}


IMPORT_ROWS = ImportRows()
