"""Phrases that are ready to be said at a table."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from collection.common.language import Words

#: What may be said, by the name it is kept under.
PHRASES: Mapping[str, Words] = {
    "hello": _("Hello!"),
    "luck": _("Good luck!"),
    "nice": _("Well played!"),
    "moment": _("One moment, please."),
    "back": _("I am back."),
    "sorry": _("Sorry, I have to go."),
    "thanks": _("Thank you for the game!"),
    "again": _("Shall we play again?"),
}
