"""Large tables on their way into a collection, as long work: read and compared some thousand rows a
piece, then made one change.

What is true of a table stands in its own rows, as for a small one; a piece that is done again finds
them read, and a table that was made a change finds that change.
"""

import secrets

from django.utils import timezone
from django.utils.translation import get_language, gettext_noop, override
from django.utils.translation import gettext as _

from armybuilder.jobs.models import JobAsk, State
from armybuilder.jobs.services.asking import ask_for
from armybuilder.jobs.work import Document, Hopeless, Stand
from armybuilder.site.models import Owner, User
from collection.owning.importing import staging
from collection.owning.models import Change, Outcome, StagedImport
from collection.owning.services.changes import Locked, Moved, NotAllowed, TooManyPieces

READ_KIND, APPLY_KIND = "read_table", "apply_table"

GONE = gettext_noop("The table was taken away meanwhile, or the collection is not yours to change.")
#: What pages say at once of a small table too.
MOVED = "The collection has changed meanwhile. Look again at what the table would do."
LOCKED = "The collection is locked. Open it before you change anything."
TOO_MANY = "The collection would hold more different pieces than it may."


def ask_to_read(*, staged: StagedImport, member: User) -> JobAsk:
    """Have a table read and compared, going on with what was asked for already; raises what
    `ask_for` raises."""
    owner = Owner(member)
    asked = JobAsk.objects.for_owner(owner).filter(
        job__kind=READ_KIND, job__payload__table=staged.public_id
    )
    if ask := asked.exclude(job__state=State.DONE).select_related("job").first():
        return ask
    # A table is compared anew whenever it is meant another way: no two of these are the same work.
    payload = payload_of(staged) | {"turn": secrets.token_hex(8)}
    return ask_for(owner=owner, kind=READ_KIND, payload=payload, title=title_of(staged))


def ask_to_apply(
    *, staged: StagedImport, member: User, with_removals: bool, with_fewer: bool
) -> JobAsk:
    """Have a table that was compared made part of its collection, as it was seen; raises what
    `ask_for` raises."""
    payload = payload_of(staged) | {
        "member": member.pk,
        "mode": staged.mode,
        "compared": staged.compared,
        "with_removals": with_removals,
        "with_fewer": with_fewer,
    }
    owner = Owner(member)
    return ask_for(owner=owner, kind=APPLY_KIND, payload=payload, title=title_of(staged))


def payload_of(staged: StagedImport) -> Document:
    """What all work on a table is told: which, and the language in which its faults are told."""
    return {
        "collection": staged.collection.public_id,
        "table": staged.public_id,
        "language": get_language(),
    }


def title_of(staged: StagedImport) -> str:
    """What work on a table is called."""
    return _("Table “%(name)s”") % {"name": staged.label}


def table_of(payload: Document) -> StagedImport:
    """The table that some work is on; raises Hopeless where it is no more."""
    found = StagedImport.objects.select_related("collection", "change")
    try:
        return found.get(public_id=payload["table"])
    except StagedImport.DoesNotExist as error:
        raise Hopeless(GONE) from error


def apply_as(staged: StagedImport, payload: Document) -> Change | None:
    """Make a table that was compared part of its collection as `payload` says, by its member;
    raises Moved as staging does, and Hopeless."""
    try:
        with override(payload["language"]):
            return staging.finish(
                staged=staged,
                actor=User.objects.get(pk=payload["member"]),
                now=timezone.now(),
                with_removals=payload["with_removals"],
                with_fewer=payload["with_fewer"],
            )
    except Locked as error:
        raise Hopeless(LOCKED) from error
    except TooManyPieces as error:
        raise Hopeless(TOO_MANY) from error
    except (NotAllowed, StagedImport.DoesNotExist, User.DoesNotExist) as error:
        raise Hopeless(GONE) from error


class ReadTable:
    """A table read and compared; its rows are counted."""

    page = "table_work"

    def begun(self, payload: Document) -> Stand:
        """Nothing read, or nothing compared, yet."""
        return Stand(0, max(staging.progress(table_of(payload)).rows, 1), {})

    def further(self, payload: Document, stand: Stand) -> Stand:
        """Some rows further; the last of them are compared with them all."""
        staged = table_of(payload)
        try:
            with override(payload["language"]):
                now = staging.step(staged=staged, now=timezone.now())
                if now.read == now.rows and not now.is_done:
                    now = staging.step(staged=staged, now=timezone.now())
        except StagedImport.DoesNotExist as error:
            raise Hopeless(GONE) from error
        return Stand(
            stand.total if now.is_done else min(now.read, stand.total - 1), stand.total, {}
        )

    def found(self, payload: Document, stand: Stand) -> Document:
        """How many rows were read: what they do stands in the rows."""
        return {"rows": stand.total}


class ApplyTable:
    """A table made part of its collection, all of it or nothing."""

    page = "table_work"

    def begun(self, payload: Document) -> Stand:
        """Nothing changed yet."""
        return Stand(0, 1, {})

    def further(self, payload: Document, stand: Stand) -> Stand:
        """Everything: it is one change. A table that changes nothing is taken away."""
        staged = table_of(payload)
        change = staged.change or self._apply(staged, payload)
        is_left = change is not None or bool(staging.outcomes(staged)[Outcome.FEWER])
        if not is_left:
            staging.drop(staged=staged)
        return Stand(1, 1, {"change": change.number if change else None})

    def _apply(self, staged: StagedImport, payload: Document) -> Change | None:
        seen = (payload["mode"], payload["compared"])
        try:
            if (staged.mode, staged.compared) != seen:
                raise Moved
            return apply_as(staged, payload)
        except Moved as error:
            raise Hopeless(MOVED) from error

    def found(self, payload: Document, stand: Stand) -> Document:
        """The number of the change; None where nothing was to be changed."""
        return stand.kept


READ_TABLE, APPLY_TABLE = ReadTable(), ApplyTable()
