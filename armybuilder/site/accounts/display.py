"""How pages look: kept with the member, or in a visitor's cookies."""

from dataclasses import dataclass

from django.db.models import TextChoices
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from armybuilder.site.models import Contrast, Targets, Theme


@dataclass(frozen=True)
class Preference:
    """One thing to choose: the field and cookie it is kept in, its name, and its choices, of which
    the first is the usual one."""

    key: str
    title: str | Promise
    kinds: type[TextChoices]

    def chosen(self, request: HttpRequest) -> str:
        """What holds for a request: one of the values."""
        user = getattr(request, "user", None)
        if user is not None and user.is_authenticated:
            return str(getattr(user, self.key))
        cookie = request.COOKIES.get(self.key, "")
        return cookie if cookie in self.kinds.values else self.kinds.values[0]


PREFERENCES = {
    each.key: each
    for each in (
        Preference("theme", _("Theme"), Theme),
        Preference("contrast", _("Contrast"), Contrast),
        Preference("targets", _("Buttons and links"), Targets),
    )
}


def display(request: HttpRequest) -> dict[str, object]:
    """Context for every page: what is chosen, by its key, and `preferences` to choose from."""
    chosen = {key: preference.chosen(request) for key, preference in PREFERENCES.items()}
    offered = [
        (preference, chosen[key], preference.kinds.choices)
        for key, preference in PREFERENCES.items()
    ]
    return {**chosen, "preferences": offered}
