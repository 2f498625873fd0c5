"""A game and all that branched off from it, drawn as lines that come off each other."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.words import COMMANDERS, seat_title, stage_title
from armybuilder.skirmishes.selectors import InTree
from collection.common.language import Words

#: Height of the drawing of one game; the middle is where its line runs.
HEIGHT, MIDDLE = 40, 20


@dataclass(frozen=True)
class Turn:
    """A line that goes up or down past a game or from it, at so many hundredths of its length."""

    at: float
    top: int
    end: int


@dataclass(frozen=True)
class Twig:
    """One game of a tree: where it came off and how far it went, how it stands, and its address,
    "" where it is not to be seen. `begins` and `ends` are hundredths of the longest."""

    url: str
    players: str
    branched: int
    steps: int
    stands: Words
    seat: str
    same_dice: bool
    is_root: bool
    is_here: bool
    is_over: bool
    depth: int
    begins: float
    ends: float
    turns: tuple[Turn, ...]


def tree_of(
    games: Sequence[InTree], here: Skirmish, url_of: Callable[[InTree], str]
) -> tuple[Twig, ...]:
    """The tree of some games; none of a game by itself."""
    if len(games) < 2:
        return ()
    rows = list(_in_order(games))
    place = {each.game.pk: number for number, (each, _depth) in enumerate(rows)}
    longest = max(*(each.steps for each in games), 1)
    return tuple(
        Twig(
            url=url_of(each),
            players=" – ".join(str(_player(each.game, seat)) for seat in each.game.seats),
            branched=each.game.branched,
            steps=each.steps,
            stands=_standing(each.game),
            seat=_winning_seat(each.game),
            same_dice=each.game.same_dice,
            is_root=not each.game.tree,
            is_here=each.game.pk == here.pk,
            is_over=each.game.over,
            depth=depth,
            begins=_share(each.game.branched, longest),
            ends=_share(each.steps, longest),
            turns=tuple(_turns(number, rows, place, longest)),
        )
        for number, (each, depth) in enumerate(rows)
    )


def _in_order(games: Sequence[InTree]) -> Iterator[tuple[InTree, int]]:
    """The games with their depth: each before those that came off it, the last to come off first,
    so that no line crosses another."""
    known = {each.game.pk for each in games}
    of: dict[int | None, list[InTree]] = {}
    for each in games:
        parent = each.game.parent_id if each.game.parent_id in known else None
        of.setdefault(parent, []).append(each)
    waiting = [(each, 0) for each in sorted(of.get(None, ()), key=_by_age, reverse=True)]
    while waiting:
        each, depth = waiting.pop()
        yield each, depth
        grown = sorted(of.get(each.game.pk, ()), key=lambda one: (one.game.branched, -one.game.pk))
        waiting += [(one, depth + 1) for one in grown]


def _by_age(each: InTree) -> tuple[bool, int]:
    return bool(each.game.tree), each.game.pk


def _turns(
    number: int, rows: Sequence[tuple[InTree, int]], place: dict[int, int], longest: int
) -> Iterator[Turn]:
    """The upright lines in the drawing of a game: its own to where it came off, the beginnings of
    those that come off it, and others' on their way past it."""
    for below, (each, _depth) in enumerate(rows):
        above = place.get(each.game.parent_id) if each.game.parent_id else None
        if above is None or not above <= number <= below:
            continue
        top = MIDDLE if number == above else 0
        end = MIDDLE if number == below else HEIGHT
        yield Turn(_share(each.game.branched, longest), top, end)


def _share(steps: int, longest: int) -> float:
    return round(2 + 96 * steps / longest, 2)


def _player(game: Skirmish, seat: str) -> Words:
    commander = game.seats[seat]["commander"]
    name = seat_title(game.seats, seat)
    return f"{name} ({COMMANDERS.get(commander, commander)})" if commander else name


def _standing(game: Skirmish) -> Words:
    """Who has won, or how far it is."""
    won = [seat for seat, side in game.sides.items() if game.winner and side == game.winner]
    if won:
        names = " + ".join(str(seat_title(game.seats, seat)) for seat in won)
        return _("%(winner)s has won") % {"winner": names}
    if game.over:
        return _("The game is over")
    return stage_title(game.system, game.stage, game.turn)


def _winning_seat(game: Skirmish) -> str:
    won = (seat for seat, side in game.sides.items() if game.winner and side == game.winner)
    return next(won, "")
