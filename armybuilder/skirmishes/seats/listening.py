"""Who may hear what changes at a table, and who is there."""

from collections.abc import Iterable, Sequence
from io import BytesIO

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.core.handlers.asgi import ASGIRequest

from armybuilder.live.hub import announce
from armybuilder.live.streams import Admission
from armybuilder.site.accounts.visitors import owner_of
from armybuilder.site.fences.refusals import Message
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.seats.driving import wake_if_due
from armybuilder.skirmishes.selectors import skirmish_for

#: Seconds after which somebody counts as gone of whom nothing was heard.
HERE_FOR = 50


def admitted(scope: Message, kind: str, key: str) -> Admission | None:
    """Whoever asks for the stream of a table by its id, or of one to watch by its link."""
    if kind == "watch":
        watched = Skirmish.objects.watched_by(key).first()
        return Admission(watched.public_id, "", watched.news) if watched else None
    request = ASGIRequest(scope, BytesIO())
    request.session = SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    request.user = get_user(request)
    owner = owner_of(request)
    skirmish = skirmish_for(owner=owner, public_id=key)
    if skirmish is None or not skirmish.is_live:
        return None
    wake_if_due(skirmish)
    person = f"member {owner.member.pk}" if owner.member else f"visitor {owner.visitor}"
    seats = skirmish.looker.own(skirmish.seats)
    return Admission(skirmish.public_id, person, skirmish.news, tuple(seats))


def newest(channels: Sequence[str]) -> dict[str, int]:
    """The number of the last change at each of some tables."""
    rows = Skirmish.objects.filter(public_id__in=channels)
    return dict(rows.values_list("public_id", "news"))


def present(who: Admission, is_here: bool) -> None:
    """Note that somebody is there, or no more, and let the others know where that is new."""
    keys = [_key(who.channel, seat) for seat in who.present]
    if not keys:
        return
    was_here = len(cache.get_many(keys)) == len(keys)
    if is_here:
        cache.set_many(dict.fromkeys(keys, 1), HERE_FOR)
    else:
        cache.delete_many(keys)
    if was_here != is_here:
        announce(who.channel, newest([who.channel]).get(who.channel, 0))


def who_is_here(skirmish: Skirmish, seats: Iterable[str]) -> set[str]:
    """Those of some seats whose player has the table open."""
    keys = {_key(skirmish.public_id, seat): seat for seat in seats}
    return {keys[key] for key in cache.get_many(list(keys))}


def _key(channel: str, seat: str) -> str:
    return f"here:{channel}:{seat}"
