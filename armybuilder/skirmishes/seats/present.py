"""The people at a table as its page shows them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.groups.exports.qr_code import modules
from armybuilder.skirmishes.models import ChangeKind, Skirmish, SkirmishChange, SkirmishSeat
from armybuilder.skirmishes.present.editions import agreed_end
from armybuilder.skirmishes.present.games import Game
from armybuilder.skirmishes.present.words import SEATS, seat_title
from armybuilder.skirmishes.seats.clocks import seconds_left, written
from armybuilder.skirmishes.seats.phrases import PHRASES
from armybuilder.skirmishes.selectors import Undo
from collection.common.language import Words


@dataclass(frozen=True)
class Code:
    """A QR code as a picture of so many units a side, its dark parts one path."""

    size: int
    path: str


@dataclass(frozen=True)
class Place:
    """A seat: `link` leads there while it is free, for whoever may give it away. `clock` says the
    `seconds` its player has left, "" where nobody counts them; whether it `runs`."""

    seat: str
    colour: Words
    name: Words
    is_mine: bool
    is_bot: bool
    is_free: bool
    is_elsewhere: bool
    is_here: bool = False
    clock: str = ""
    seconds: int = 0
    runs: bool = False
    link: str = ""
    code: Code | None = None


@dataclass(frozen=True)
class Said:
    """A phrase somebody said."""

    seat: str
    name: Words
    text: Words


@dataclass(frozen=True)
class Asked:
    """What somebody asks of others: `is_mine` for whoever asked, `for_me` for whoever is to
    answer."""

    kind: str
    seat: str
    name: Words
    is_mine: bool
    for_me: bool


@dataclass(frozen=True)
class People:
    """Everybody at a table, what they said last and ask of each other. `agreed_end` says by what
    the game is decided where all agree to end it, `result` how it ended where no order did."""

    places: tuple[Place, ...]
    is_host: bool
    is_live: bool
    watch_link: str
    may_leave: bool
    is_seated: bool = False
    said: tuple[Said, ...] = ()
    asked: Asked | None = None
    may_ask_undo: bool = False
    may_ask_end: bool = False
    agreed_end: Words = ""
    result: Words = ""
    again: str = ""

    @property
    def phrases(self) -> Mapping[str, Words]:
        """What may be said."""
        return PHRASES

    @property
    def waits(self) -> bool:
        """Whether a seat waits for somebody."""
        return any(place.is_free for place in self.places)

    @property
    def comes_first(self) -> bool:
        """Whether they are more urgent than the piece that is chosen: a seat is free, whoever looks
        is to answer, or the game has ended."""
        return self.waits or bool(self.asked and self.asked.for_me) or bool(self.result)

    @property
    def running(self) -> Place | None:
        """The place whose clock runs now."""
        return next((place for place in self.places if place.runs), None)


def people_of(
    skirmish: Skirmish,
    game: Game,
    given: Mapping[str, SkirmishSeat],
    here: Collection[str],
    said: Sequence[tuple[int, str, str]],
    undo: Undo,
    now: datetime,
    link_of: Callable[[str, str], str],
    *,
    full: bool = False,
) -> People:
    """The people at a table, of whom some are `here`, with whole addresses by `link_of` the name of
    a page and a token; `full`: the site keeps no more orders for an agreed end."""
    host = skirmish.looker.is_host
    others = [seat for seat in game.people if seat not in game.mine]
    plays = bool(game.mine and others) and not game.is_over and skirmish.is_live
    watch = skirmish.watch_token if host else ""
    return People(
        places=tuple(
            replace(
                _place(game, seat, given.get(seat), host, seat in here, link_of),
                **_clock(skirmish, seat, now),
            )
            for seat in game.seats
        ),
        is_host=host,
        is_live=skirmish.is_live,
        watch_link=link_of("watched", watch) if watch else "",
        may_leave=not host,
        is_seated=bool(skirmish.looker.own(game.seats)) and skirmish.is_live,
        said=tuple(
            Said(by, seat_title(game.seats, by), PHRASES[what]) for _number, by, what in said
        ),
        asked=_asked(skirmish, game),
        may_ask_undo=plays and undo.rolled and undo.allowed and not undo.bots and not undo.here,
        may_ask_end=plays and _may_ask_end(game),
        agreed_end=(not full and agreed_end(skirmish.system)) or _("Nobody wins it then."),
        result=RESULTS.get(skirmish.ended, ""),
    )


def _may_ask_end(game: Game) -> bool:
    """Whether whoever looks and somebody else have a say in whether the game ends now."""
    mine = set(game.mine) & set(game.have_a_say)
    return bool(mine) and mine < set(game.have_a_say)


#: How a game ended without an order.
RESULTS: Mapping[str, Words] = {
    "draw": _("Both sides agreed to end the game; nobody has won."),
    "full": _("All agreed to end the game, as the site keeps no more orders; nobody has won."),
    "time": _("The time of one side is up; the other has won."),
}
#: What is said where all agree to end a game that its rules do not end now.
NO_END_NOW = _("The game cannot be ended in agreement now; the offer is withdrawn.")


def _asked(skirmish: Skirmish, game: Game) -> Asked | None:
    offer = skirmish.offer
    if not offer:
        return None
    return Asked(
        kind=offer["kind"],
        seat=offer["by"],
        name=seat_title(game.seats, offer["by"]),
        is_mine=offer["by"] in game.mine,
        for_me=any(seat in game.mine for seat in offer["of"] if seat not in offer["agreed"]),
    )


def told(
    changes: Iterable[SkirmishChange], seats: Mapping[str, Mapping[str, str]], unheard: set[str]
) -> list[str]:
    """What is told of changes to whoever was not there, a sentence each."""
    found = []
    for change in changes:
        name = {"name": seat_title(seats, change.seat)} if change.seat in seats else {"name": ""}
        sentence: Words = ""
        match change.kind, change.what:
            case ChangeKind.UNDONE, _:
                sentence = _("The last order was taken back.")
            case ChangeKind.SEAT, "sat":
                sentence = gettext("%(name)s has sat down.") % name
            case ChangeKind.SEAT, "left":
                sentence = _("Somebody has left the table.")
            case ChangeKind.SAID, what if change.seat not in unheard:
                sentence = f"{name['name']}: {PHRASES.get(what, '')}"
            case ChangeKind.OFFER, "undo":
                sentence = gettext("%(name)s asks to take the last order back.") % name
            case ChangeKind.OFFER, "end" | "draw":
                sentence = gettext("%(name)s offers to end the game.") % name
            case ChangeKind.OFFER, "no undo" | "no end" | "no draw":
                sentence = gettext("%(name)s does not agree.") % name
            case ChangeKind.OFFER, "lapsed":
                sentence = NO_END_NOW
            case ChangeKind.REMATCH, _:
                sentence = (
                    gettext("%(name)s has begun the rematch; your button leads there, too.") % name
                )
        if sentence:
            found.append(str(sentence))
    return found


def _clock(skirmish: Skirmish, seat: str, now: datetime) -> dict[str, Any]:
    clocks = skirmish.clocks
    if not clocks or seat not in clocks["left"]:
        return {}
    seconds = seconds_left(clocks, seat, skirmish.acting, now)
    runs = seat == skirmish.acting and bool(clocks["since"])
    return {"clock": written(seconds), "seconds": seconds, "runs": runs}


def _place(
    game: Game,
    seat: str,
    row: SkirmishSeat | None,
    host: bool,
    here: bool,
    link_of: Callable[[str, str], str],
) -> Place:
    free = row is not None and row.is_free
    link = link_of("join", row.token) if row and free and host and not game.is_over else ""
    return Place(
        seat=seat,
        colour=SEATS.get(seat, seat),
        name=seat_title(game.seats, seat),
        is_mine=seat in game.looker.own(game.people),
        is_bot=bool(game.seats[seat]["commander"]),
        is_free=free,
        is_elsewhere=row is not None,
        is_here=here,
        link=link,
        code=code_of(link) if link else None,
    )


def code_of(text: str) -> Code:
    """The QR code of a text."""
    rows = modules(text)
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    return Code(len(rows), path)
