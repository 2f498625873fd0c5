"""Match-ups as long work: one game a piece."""

from django.utils.translation import gettext_noop

from armybuilder.jobs.models import JobAsk
from armybuilder.jobs.services.asking import ask_for
from armybuilder.jobs.work import Document, Hopeless, Stand
from armybuilder.matchups.present.fights import Corrected, FightStuck, play, summed_up
from armybuilder.site.models import Owner

MATCH_UP_KIND = "match_up"

STUCK = gettext_noop("A game got stuck: nobody had anything legal to do. It was written down.")
CORRECTED = gettext_noop("A figure of these groups was corrected meanwhile. Ask for it anew.")


def ask_for_match_up(*, owner: Owner, asked: Document, names: list[str], title: str) -> JobAsk:
    """Let two groups fight, as `present.fights.matched` has them; raises what `ask_for` raises."""
    notes = {"names": names}
    return ask_for(owner=owner, kind=MATCH_UP_KIND, payload=asked, title=title, notes=notes)


def one_game(asked: Document, number: int) -> Document:
    """A game; raises Hopeless for one that cannot be played."""
    try:
        return play(asked, number)
    except Corrected as error:
        raise Hopeless(CORRECTED) from error
    except FightStuck as error:
        raise Hopeless(STUCK) from error


class MatchUp:
    """Two groups and so many games between them."""

    page = "match_up"

    def begun(self, payload: Document) -> Stand:
        """No game yet."""
        return Stand(0, payload["games"], {"games": []})

    def further(self, payload: Document, stand: Stand) -> Stand:
        """One game further."""
        games = [*stand.kept["games"], one_game(payload, stand.done)]
        return Stand(stand.done + 1, stand.total, {"games": games})

    def found(self, payload: Document, stand: Stand) -> Document:
        """What the games show (contest/1)."""
        return summed_up(payload, stand.kept["games"])


MATCH_UP = MatchUp()
