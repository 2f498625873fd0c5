"""What a person has of the groups they look at: the part of the builder, the column of a list."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from armybuilder.groups.fielding.stock import Cover, Coverage, Stock
from armybuilder.groups.models import BattleGroup, Hold, Reservation
from armybuilder.groups.present.needs import NamedPiece, named_pieces, needs_of, needs_of_all
from armybuilder.groups.selectors.fielding import holds_of, reservation_of


@dataclass(frozen=True)
class KeptLine:
    """Copies a group keeps out of one collection."""

    piece: NamedPiece
    count: int
    collection: str


@dataclass(frozen=True)
class OwningPanel:
    """What there is of one group: piece by piece, and what it keeps.

    `outdated` says that the group or the collection has changed since it was reserved; `to_want`
    are the pieces nobody has and nobody wants yet, as many as are missing.
    """

    coverage: Coverage
    lines: tuple[tuple[NamedPiece, Cover], ...]
    hold: str = ""
    kept: tuple[KeptLine, ...] = ()
    outdated: bool = False
    to_want: tuple[tuple[str, int], ...] = ()

    @property
    def hold_label(self) -> str:
        """How firmly it has its copies, in words."""
        return str(Hold(self.hold).label) if self.hold else ""


@dataclass(frozen=True)
class OwningMark:
    """The same in one cell of a list."""

    coverage: Coverage
    hold: str = ""

    @property
    def hold_label(self) -> str:
        """How firmly it has its copies, in words."""
        return str(Hold(self.hold).label) if self.hold else ""


@dataclass(frozen=True)
class Shelf:
    """What may still be added to a group: of each piece how many are owned, how many are free for
    it, and how many of those it does not use yet."""

    owned: Counter[str]
    free: Counter[str]
    left: Counter[str]

    def pool(self, have: str) -> Counter[str] | None:
        """The pieces of a choice of the add panel; None where everything may be shown."""
        return {"owned": +self.owned, "free": +self.left}.get(have)

    def marks(self, items: Iterable[str]) -> dict[str, tuple[int, int]]:
        """How many of some pieces are left and owned."""
        return {item: (max(0, self.left[item]), self.owned[item]) for item in items}


def shelf_for(group: BattleGroup, stock: Stock) -> Shelf:
    """What of a stock may still be added to a group."""
    free = stock.free(group.pk)
    left = Counter(free)
    left.subtract(needs_of(group.document))
    return Shelf(stock.owned(), free, left)


def owning_panel(group: BattleGroup, stock: Stock) -> OwningPanel:
    """What there is of a group, the pieces that are short first; two queries."""
    needs = needs_of(group.document)
    coverage = stock.coverage(needs, group.pk)
    reservation = reservation_of(group=group)
    kept = _kept(reservation) if reservation else ()
    names = named_pieces(needs)
    wanted = stock.wanted()
    now = Counter[str]()
    for (_collection, item), count in stock.allotted(needs, group.pk).items():
        now[item] += count
    return OwningPanel(
        coverage=coverage,
        lines=tuple(
            (names[cover.item], cover)
            for cover in sorted(coverage.covers, key=lambda cover: (not cover.short, cover.item))
        ),
        hold=reservation.hold if reservation else "",
        kept=kept,
        outdated=reservation is not None and _sums(kept) != now,
        to_want=tuple(
            (cover.item, cover.missing)
            for cover in coverage.covers
            if cover.missing > wanted[cover.item]
        ),
    )


def owning_marks(groups: Iterable[BattleGroup], stock: Stock) -> dict[int, OwningMark]:
    """What there is of each group of a list, by its row id; one query."""
    groups = list(groups)
    holds = holds_of(groups=groups)
    needs = needs_of_all(group.document for group in groups)
    return {
        group.pk: OwningMark(stock.coverage(need, group.pk), holds.get(group.pk, ""))
        for group, need in zip(groups, needs, strict=True)
    }


def _kept(reservation: Reservation) -> tuple[KeptLine, ...]:
    pieces = list(reservation.pieces.all())
    names = named_pieces(piece.item for piece in pieces)
    return tuple(
        KeptLine(names[piece.item], piece.count, piece.collection.shown_name) for piece in pieces
    )


def _sums(kept: Iterable[KeptLine]) -> Counter[str]:
    summed = Counter[str]()
    for line in kept:
        summed[line.piece.id] += line.count
    return summed
