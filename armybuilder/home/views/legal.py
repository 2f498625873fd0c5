"""Privacy and terms: what the site really does, with the operator's name and place put in."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from armybuilder.jobs.services.clearing import FILES_KEPT, UNASKED
from armybuilder.moderation.services import ENOUGH
from armybuilder.site.accounts.display import PREFERENCES
from collection.catalogue.views.for_guests import same_for_guests
from collection.common.language import Words

LOOKS = _("when you choose a language or how pages look")


@dataclass(frozen=True)
class Cookie:
    """A cookie: when it comes, what for, and for how many days; 0 until it has been shown."""

    name: str
    when: Words
    why: Words
    days: int


def cookies() -> list[Cookie]:
    """Every cookie the site ever sets."""
    looks = timedelta(seconds=settings.LANGUAGE_COOKIE_AGE).days
    begun = _("when you sign in, or begin to build or play without an account")
    own = timedelta(seconds=settings.SESSION_COOKIE_AGE).days
    guard = timedelta(seconds=settings.CSRF_COOKIE_AGE).days
    return [
        Cookie(settings.SESSION_COOKIE_NAME, begun, _("says that it is you who comes back"), own),
        Cookie(
            settings.CSRF_COOKIE_NAME,
            _("together with that"),
            _("keeps other sites from sending forms in your name"),
            guard,
        ),
        Cookie(
            "messages",
            _("when something you did is answered on the next page"),
            _("carries the answer there"),
            0,
        ),
        Cookie(settings.LANGUAGE_COOKIE_NAME, LOOKS, _("remembers the language"), looks),
        *(Cookie(key, LOOKS, _("remembers how pages look"), looks) for key in PREFERENCES),
    ]


def _settings(_request: HttpRequest) -> str:
    """What the operator has set, of all that these pages tell."""
    return repr((_operator(), _kept(), [each.days for each in cookies()]))


@require_safe
@same_for_guests(also=_settings, of_catalogue=False)
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of people, why, where, for how long, and how they get it out."""
    context = {
        **_operator(),
        **_kept(),
        "cookies": cookies(),
        "work_days": UNASKED.days,
        "file_days": FILES_KEPT.days,
    }
    return render(request, "home/privacy.html", context)


@require_safe
@same_for_guests(also=_settings, of_catalogue=False)
def terms(request: HttpRequest) -> HttpResponse:
    """What people may expect of the site, and it of them."""
    return render(request, "home/terms.html", {**_operator(), "enough": ENOUGH})


def _kept() -> dict[str, int | bool]:
    return {
        "audit_days": settings.AUDIT_DAYS,
        "log_days": settings.LOG_DAYS,
        "session_days": timedelta(seconds=settings.SESSION_COOKIE_AGE).days,
        "mails": settings.MAIL_IS_DELIVERED,
    }


def _operator() -> dict[str, str]:
    return {
        "operator": settings.OPERATOR,
        "contact": settings.OPERATOR_CONTACT,
        "place": settings.DATA_PLACE,
    }
