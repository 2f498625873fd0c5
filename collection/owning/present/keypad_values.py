"""Plain values of the keypad's page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from collection.catalogue import game
from collection.catalogue.finding.finder import Finder
from collection.catalogue.finding.known import finder
from collection.catalogue.finding.meaning import Doubt, Known
from collection.catalogue.finding.typed import LONGEST_TYPED, TooMany, Typed, read_typed
from collection.catalogue.pieces import find_piece
from collection.catalogue.present.catalogue_words import own_name
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.values import FigureView
from collection.owning.models import Collection, KeypadLine
from collection.owning.present.values import piece_url
from collection.owning.selectors.keypad import boxes, is_taken_back

SHOWN_OF_A_LINE = 12


@dataclass(frozen=True)
class TypedPiece:
    """One piece of a line: how many came, and how many there were; `figure` for its picture."""

    figure: FigureView | None
    number: str
    name: str
    url: str
    drawer_url: str
    count: int
    before: int
    is_known: bool

    @property
    def owned(self) -> int:
        """How many there are then."""
        return self.before + self.count

    @property
    def is_new(self) -> bool:
        """Whether there was none before."""
        return self.before == 0 and self.count > 0


@dataclass(frozen=True)
class LineValue:
    """A typed line; `near` are the pieces it may mean where that is not clear, `all_the_same` what
    to type where it is meant although nobody knows a number in it."""

    key: str
    said: str
    problem: str
    pieces: tuple[TypedPiece, ...]
    more: int
    taken_back: bool
    is_change: bool
    near: tuple[tuple[str, str], ...]
    all_the_same: str

    @property
    def total(self) -> int:
        """How many pieces it added."""
        return sum(piece.count for piece in self.pieces)


@dataclass(frozen=True)
class BoxValue:
    """A starter as a product of the keypad; `key` stands for it in a form."""

    key: str
    name: str
    content: str
    figures: int


def box_values(system: str) -> list[BoxValue]:
    """The starters of a game; one query."""
    return [
        BoxValue(
            box.key, _("Starter of %(set)s") % {"set": own_name(box.set)}, box.content, box.figures
        )
        for box in boxes(system)
    ]


def line_values(collection: Collection, lines: Iterable[KeypadLine]) -> list[LineValue]:
    """Lines as the page shows them."""
    known = finder(game.SYSTEM)
    return [_line_value(collection, line, known) for line in lines]


def _line_value(collection: Collection, line: KeypadLine, known: Finder) -> LineValue:
    pieces = []
    units = game.catalogue(known.system)
    for catalogue_id, variant, count, before, is_known in line.pieces[:SHOWN_OF_A_LINE]:
        piece = find_piece(known.system, catalogue_id, variant)
        if piece:
            found = known.find(piece)
            name = found.title if found else _("not in the catalogue")
            url = piece_url(collection, piece)
            drawer_url = drawer_url_of(found) if found else ""
            unit = units.unit(catalogue_id)
            figure = figure_view(unit) if unit else None
            pieces.append(
                TypedPiece(figure, str(piece), name, url, drawer_url, count, before, is_known)
            )
    unread = _read(line, known) if line.problem and not line.change_id else ()
    return LineValue(
        key=line.key,
        said=line.said,
        problem=line.problem,
        pieces=tuple(pieces),
        more=max(len(line.pieces) - SHOWN_OF_A_LINE, 0),
        taken_back=is_taken_back(line),
        is_change=line.change_id is not None,
        near=near_of(unread, known),
        all_the_same=all_the_same(unread),
    )


def drawer_url_of(found: Known) -> str:
    """The page of a figure or card."""
    page = "collection:card" if found.is_card else "collection:figure"
    return reverse(page, args=[found.id])


def near_of(typed: Sequence[Typed], known: Finder) -> tuple[tuple[str, str], ...]:
    """What to type for each piece an unclear line may mean."""
    if len(typed) != 1 or not (typed[0].meant.doubt or typed[0].meant.piece is None):
        return ()
    (each,) = typed
    found = each.meant.near or (() if each.meant.doubt else known.suggest(each.said))
    times = f"{each.count}x" if each.count != 1 else ""
    return tuple((f"{times}{one.piece.catalogue_id}", one.title) for one in found)


def all_the_same(typed: Sequence[Typed]) -> str:
    """The line with every number that nobody knows said to be meant; empty where that is not what
    stands against it."""
    if not any(each.meant.is_unlisted for each in typed):
        return ""
    if any(each.meant.piece is None or each.meant.doubt is Doubt.NAME for each in typed):
        return ""
    line = " ".join(each.as_meant for each in typed)
    return line if len(line) <= LONGEST_TYPED else ""


def _read(line: KeypadLine, known: Finder) -> Sequence[Typed]:
    """What a line that did nothing says."""
    try:
        return read_typed(line.said, known, line.default_set)
    except TooMany:
        return ()
