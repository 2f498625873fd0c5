"""A game from a file: a short one judged at once, a long one beside the page, order by order."""

from typing import cast

from django.db import transaction
from django.utils.translation import gettext, gettext_noop

from armybuilder.jobs.models import JobAsk
from armybuilder.jobs.services.asking import ask_for, forget_ended, take_result
from armybuilder.jobs.work import Document, Hopeless, Stand
from armybuilder.site.models import Owner
from armybuilder.skirmishes.branching import keep_reopened
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.editions import title_of
from armybuilder.skirmishes.present.importing import (
    UNJUDGED,
    GameRefused,
    Sent,
    is_judged,
    judged,
    judged_whole,
    read_game,
)

KIND = "reopening"
#: Orders that are judged while somebody waits, and those of one piece of long work.
AT_ONCE, PIECE = 120, 60
#: Files somebody may have had judged, the last ones, without opening what came of them.
MOST_UNOPENED = 3

CHANGED = gettext_noop("The rules or the catalogue changed meanwhile. Send the file again.")


def reopen(*, owner: Owner, text: bytes, title: str) -> Skirmish | JobAsk:
    """Keep the game that a file holds, or where it is long ask for it to be judged first; raises
    GameRefused, TooManySkirmishes and what `ask_for` raises."""
    sent = read_game(text)
    if sent.orders <= AT_ONCE:
        return _kept(owner, sent, judged(sent, UNJUDGED), title)
    with transaction.atomic():
        forget_ended(owner=owner, kind=KIND, but=MOST_UNOPENED)
        return ask_for(
            owner=owner,
            kind=KIND,
            payload={"file": text.decode("utf-8-sig"), **sent.rules},
            title=title or title_of(sent.system),
            notes={"title": title},
        )


def take_reopened(*, ask: JobAsk) -> Skirmish:
    """Keep a game that was judged whole, once, and forget that it was asked for; raises
    JobAsk.DoesNotExist for one that is kept already, GameRefused and TooManySkirmishes."""
    with transaction.atomic():
        held = JobAsk.objects.select_for_update(of=("self",)).select_related("job").get(pk=ask.pk)
        sent = _sent(held.job.payload)
        owner = Owner(member=held.owner, visitor=held.visitor)
        found = cast(Document, held.job.result)
        skirmish = _kept(owner, sent, found, held.notes["title"])
        take_result(ask=held)
    return skirmish


def _kept(owner: Owner, sent: Sent, stand: Document, title: str) -> Skirmish:
    found = judged_whole(sent, stand)
    title = title or found.title or title_of(sent.system)
    return keep_reopened(owner=owner, title=title, seats=found.seats, reopened=found)


def _sent(payload: Document) -> Sent:
    """The game of some long work; raises GameRefused where it would be judged otherwise today."""
    sent = read_game(payload["file"].encode())
    if sent.rules.items() <= payload.items():
        return sent
    raise GameRefused("$", gettext(CHANGED))


class Reopening:
    """Some orders a piece; `kept` is what judging has come to."""

    page = "skirmish_import_judged"

    def begun(self, payload: Document) -> Stand:
        """No order judged."""
        return Stand(0, read_game(payload["file"].encode()).orders, UNJUDGED)

    def further(self, payload: Document, stand: Stand) -> Stand:
        """Some orders further; raises Hopeless where it is judged otherwise today."""
        try:
            sent = _sent(payload)
        except GameRefused as error:
            raise Hopeless(CHANGED) from error
        now = judged(sent, stand.kept, PIECE)
        done = len(now["steps"])
        return Stand(done, done if is_judged(sent, now) else stand.total, now)

    def found(self, payload: Document, stand: Stand) -> Document:
        """All of its orders with what they did, or those before the one that is refused."""
        return stand.kept


REOPENING = Reopening()
