"""What a guest types on the keypad, who has no collection yet: kept in the address of the page."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from collection.catalogue import game
from collection.catalogue.finding.finder import Finder
from collection.catalogue.finding.known import finder
from collection.catalogue.finding.typed import (
    LONGEST_TYPED,
    MOST_AT_ONCE,
    TooMany,
    Typed,
    read_typed,
)
from collection.catalogue.pieces import Piece
from collection.catalogue.present.figure_views import figure_view
from collection.owning.importing.doubts import problem_of, unreadable
from collection.owning.present.keypad_values import (
    SHOWN_OF_A_LINE,
    TypedPiece,
    all_the_same,
    drawer_url_of,
    near_of,
)


@dataclass(frozen=True)
class TriedLine:
    """A line as it was typed; `near` and `all_the_same` are texts with the addresses at which they
    stand instead of it, `without_url` leads to the page without it."""

    said: str
    problem: str
    pieces: tuple[TypedPiece, ...]
    more: int
    near: tuple[tuple[str, str, str], ...]
    all_the_same: tuple[str, str] | None
    without_url: str


@dataclass(frozen=True)
class Trial:
    """All lines, the last first, and how many pieces and different ones they name; `in_one_line` is
    what to type for all of them at once."""

    lines: tuple[TriedLine, ...]
    pieces: int
    different: int
    in_one_line: str


def trial_of(said: Sequence[str], system: str) -> Trial:
    """What lines mean, as far as one line of the keypad holds them all."""
    known = finder(system)
    counts: Counter[Piece] = Counter()
    lines: list[TriedLine] = []
    meant: list[str] = []
    for place, text in enumerate(said):
        before, after = said[:place], said[place + 1 :]
        typed, problem = _read(text, known)
        words = [each.as_meant for each in typed]
        if not problem and len(" ".join(meant + words)) > LONGEST_TYPED:
            problem = _("Without an account no more than this is kept.")
        same = all_the_same(typed)
        lines.append(
            TriedLine(
                said=text,
                problem=problem,
                pieces=() if problem else tuple(_pieces(typed, counts, known))[:SHOWN_OF_A_LINE],
                more=0 if problem else max(len(typed) - SHOWN_OF_A_LINE, 0),
                near=tuple(
                    (instead, title, _address([*before, instead, *after]))
                    for instead, title in near_of(typed, known)
                ),
                all_the_same=(same, _address([*before, same, *after])) if same else None,
                without_url=_address([*before, *after]),
            )
        )
        meant += [] if problem else words
    return Trial(tuple(reversed(lines)), counts.total(), len(counts), " ".join(meant))


def _read(text: str, known: Finder) -> tuple[Sequence[Typed], str]:
    """What a line says, and what speaks against it; numbers alone are of the first set."""
    try:
        typed = read_typed(text, known, known.first_set)
    except TooMany:
        return (), _("More than %(most)s pieces in one line.") % {"most": MOST_AT_ONCE}
    problem = unreadable(typed)
    problem = problem or next((problem_of(e.meant, e.name) for e in typed if e.meant.doubt), "")
    if not problem and any(each.count < 0 for each in typed):
        problem = _("Nothing is taken away here; leave a line out instead.")
    return typed, problem


def _pieces(typed: Sequence[Typed], counts: Counter[Piece], known: Finder) -> Iterator[TypedPiece]:
    units = game.catalogue(known.system)
    for each in typed:
        piece, found = each.meant.piece, each.meant.known
        if piece is None:
            continue
        unit = units.unit(piece.catalogue_id)
        page = drawer_url_of(found) if found else ""
        yield TypedPiece(
            figure=figure_view(unit) if unit else None,
            number=str(piece),
            name=found.title if found else _("not in the catalogue"),
            url=page,
            drawer_url=page,
            count=each.count,
            before=counts[piece],
            is_known=found is not None,
        )
        counts[piece] += each.count


def _address(said: Sequence[str]) -> str:
    return f"{reverse('collection:keypad_door')}?{urlencode([('typed', line) for line in said])}"
