"""How much one person may keep: the numbers of `settings.QUOTAS`, and what is said where one is
reached."""

from collections.abc import Mapping

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from collection.common.language import Words

#: What to do about each. `pieces` and `photos` are those of one collection, `notes_a_day` are
#: written within 24 hours.
FULL: Mapping[str, Words] = {
    "battle_groups": _("You keep %(most)s groups already. Delete one first."),
    "formats": _("You keep %(most)s formats already. Delete one first."),
    "skirmishes": _("You keep %(most)s skirmishes already. Delete one first."),
    "notes_a_day": _("You have written %(most)s notes within a day. Go on tomorrow."),
    "scenarios": _("You keep %(most)s scenarios already. Delete one first."),
    "units": _("A library holds at most %(most)s units. Delete some first."),
    "collections": _("You keep %(most)s collections already. Delete one first."),
    "pieces": _("A collection holds at most %(most)s different pieces. Begin another one."),
    "photos": _("A collection has at most %(most)s photos. Remove one first."),
    "photo_megabytes": _("Your photos take %(most)s MB already. Remove some first."),
    "clubs": _("You are in %(most)s clubs already. Leave one first."),
    "tokens": _("You have %(most)s tokens already. Revoke one first."),
}


def most(name: str) -> int:
    """How much of something one person may keep."""
    number: int = settings.QUOTAS[name]
    return number


def full(name: str) -> str:
    """What is said to whoever keeps as much of something as they may."""
    return str(FULL[name]) % {"most": f"{most(name):,}".replace(",", "\u00a0")}
