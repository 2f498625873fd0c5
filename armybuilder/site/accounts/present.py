"""What happened in an account, as its member reads it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from armybuilder.site.models import AuditEntry, AuditKind, User


@dataclass(frozen=True)
class Happened:
    """One line: when, what, with which device or thing, from which network; `is_bad` where the
    member may want to do something about it."""

    at: datetime
    told: str
    what: str
    network: str
    by: str
    is_bad: bool


def happened(entries: Iterable[AuditEntry], member: User) -> Iterator[Happened]:
    """Lines for a member; of others who had a hand in it only that they did."""
    for entry in entries:
        own = entry.actor in (member.pk, None)
        yield Happened(
            at=entry.at,
            told=entry.get_kind_display(),
            what=entry.what,
            network=entry.network if own else "",
            by="" if own else _("by those who run the site"),
            is_bad=entry.kind == AuditKind.SIGN_IN_FAILED,
        )
