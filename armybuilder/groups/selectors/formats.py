"""Reading event formats."""

from django.utils.translation import gettext as _

from armybuilder.groups.models import EventFormat, FormatVersion
from armybuilder.site.models import Owner, User


def formats_of(*, owner: Owner) -> list[EventFormat]:
    """The owner's formats, the last changed first; one query."""
    return list(EventFormat.objects.for_owner(owner))


def find_format(public_id: str) -> EventFormat | None:
    """The format behind a link, whoever wrote it, to be read; without its writer's words where
    moderators hide them. One query."""
    if not public_id or "\0" in public_id:
        return None
    found = EventFormat.objects.select_related("owner", "copied_from")
    written = found.filter(public_id=public_id).first()
    if written is not None and written.hidden:
        written.title, written.description = _("Hidden by a moderator"), ""
    return written


def versions_of(*, written: EventFormat) -> list[FormatVersion]:
    """Every version of a format, the newest first; one query."""
    return list(written.versions.all())


def formats_with_versions(*, member: User) -> list[EventFormat]:
    """A member's formats with every version, in two queries."""
    return list(EventFormat.objects.for_owner(Owner(member)).prefetch_related("versions"))
