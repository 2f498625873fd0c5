"""A position played on a thousand times: asked for, carried out game by game, counted."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop

from armybuilder.jobs.models import JobAsk
from armybuilder.jobs.services.asking import ask_for
from armybuilder.jobs.work import Document, Hopeless, Stand
from armybuilder.site.models import Owner
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import OrderUnreadable
from armybuilder.skirmishes.present.chances import played_on, position, so_far
from armybuilder.skirmishes.present.games import GameStuck, game_after
from armybuilder.skirmishes.selectors import way_to

KIND = "chances"
#: How many games may be asked for.
GAMES = (20, 100, 1000)

STUCK = gettext_noop("A game got stuck: nobody had anything legal to do. It was written down.")
NO_MORE = gettext_noop("This game is played here no more as it was.")


def ask_for_chances(
    *,
    owner: Owner,
    skirmish: Skirmish,
    step: int,
    commanders: Mapping[str, str],
    games: int,
    lot: int = 1,
    token: str = "",
) -> JobAsk:
    """Ask what becomes of a skirmish after so many of its steps when it is played on `games` times
    by `commanders`, one for every seat; the page `chances` shows it by the public id of the ask.
    `token` is the link by which the skirmish is watched, "" for whoever plays it.

    The same position, commanders, games and lot are counted once for everybody. Raises what
    `ask_for` raises.
    """
    way = way_to(skirmish=skirmish, step=step)
    rows = [(row.order, row.faces, row.events, row.fingerprint) for row in way.rows]
    game = game_after(skirmish, rows, way.state)
    payload = {
        "position": position(skirmish, game),
        "commanders": dict(sorted(commanders.items())),
        "games": games,
        "lot": lot,
    }
    notes = {
        "seats": skirmish.seats,
        "sides": skirmish.sides,
        "skirmish": skirmish.public_id,
        "system": skirmish.system,
        "step": step,
        "token": token,
    }
    return ask_for(owner=owner, kind=KIND, payload=payload, title=str(skirmish), notes=notes)


class Counting:
    """One game a piece; each depends on its number alone."""

    page = "chances"

    def begun(self, payload: Document) -> Stand:
        """No game yet."""
        return Stand(0, payload["games"], {"won": {}, "turns": 0})

    def further(self, payload: Document, stand: Stand) -> Stand:
        """One game further; raises Hopeless where the game cannot be played on."""
        lot = payload["lot"] * 1_000_003 + stand.done
        try:
            ended = played_on(payload["position"], payload["commanders"], lot)
        except GameStuck as error:
            raise Hopeless(STUCK) from error
        except OrderUnreadable as error:
            raise Hopeless(NO_MORE) from error
        won = dict(stand.kept["won"])
        won[ended.winner] = won.get(ended.winner, 0) + 1
        return Stand(
            stand.done + 1, stand.total, {"won": won, "turns": stand.kept["turns"] + ended.turn}
        )

    def found(self, payload: Document, stand: Stand) -> Document:
        """How often each side won, "" for nobody, in how many games, and the sum of last turns."""
        return so_far(stand.done, stand.kept)


CHANCES = Counting()
