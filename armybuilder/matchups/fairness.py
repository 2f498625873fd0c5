"""Fair fights as long work: pairs are proposed, and played until one is measured to be fair."""

from django.utils.translation import gettext_noop

from armybuilder.jobs.models import JobAsk
from armybuilder.jobs.services.asking import ask_for
from armybuilder.jobs.work import Document, Hopeless, Stand
from armybuilder.matchups.present.fair import GAMES, is_fair, is_given_up, pairs_to_try, won_of
from armybuilder.matchups.present.fights import summed_up
from armybuilder.matchups.work import one_game
from armybuilder.site.models import Owner

FAIR_KIND = "fair_fight"

TOO_FEW = gettext_noop(
    "There are too few figures with known dials for two lists of so many points."
)


def ask_for_fair_fight(*, owner: Owner, asked: Document, title: str, notes: Document) -> JobAsk:
    """Ask for two fair lists by `present.fair.terms`; raises what `ask_for` raises."""
    return ask_for(owner=owner, kind=FAIR_KIND, payload=asked, title=title, notes=notes)


class FairFight:
    """First the pairs, then game after game: `kept` has the pairs that are left, the games of the
    first of them, and the games of that which came nearest of those given up."""

    page = "fair_fight"

    def begun(self, payload: Document) -> Stand:
        """Nothing proposed yet."""
        return Stand(0, 1 + GAMES, {"pairs": None, "games": [], "nearest": None, "tried": 0})

    def further(self, payload: Document, stand: Stand) -> Stand:
        """The pairs, or one game further; raises Hopeless where there is no pair."""
        kept = stand.kept
        if kept["pairs"] is None:
            if not (pairs := pairs_to_try(payload)):
                raise Hopeless(TOO_FEW)
            return Stand(1, 1 + GAMES, kept | {"pairs": pairs})
        pair = kept["pairs"][0]
        games = [*kept["games"], one_game(pair["asked"], len(kept["games"]))]
        done = stand.done + 1
        won = won_of(games)
        if not is_given_up(won, len(games)):
            return Stand(done, done + GAMES - len(games), kept | {"games": games})
        nearest = _nearer(kept["nearest"], pair | {"games": games})
        left = kept["pairs"][1:]
        total = done + GAMES if left else done
        given_up = {"pairs": left, "games": [], "nearest": nearest, "tried": kept["tried"] + 1}
        return Stand(done, total, given_up)

    def found(self, payload: Document, stand: Stand) -> Document:
        """The fair pair, or where there was none that which came nearest, with what its games
        show."""
        kept = stand.kept
        pair = kept["pairs"][0] | {"games": kept["games"]} if kept["pairs"] else kept["nearest"]
        games = pair["games"]
        return {
            "lists": pair["lists"],
            "fair": is_fair(won_of(games), len(games)),
            "tried": kept["tried"] + bool(kept["pairs"]),
            "asked": pair["asked"],
            "shown": summed_up(pair["asked"], games),
        }


def _nearer(one: Document | None, other: Document) -> Document:
    """Which of two pairs came nearer to half of its games; the longer tried where both did."""
    return other if one is None else min((one, other), key=_off)


def _off(pair: Document) -> tuple[float, int]:
    games = pair["games"]
    return abs(won_of(games) / len(games) - 0.5), -len(games)


FAIR_FIGHT = FairFight()
