"""What a remedy sees, what it offers, and the table of remedies by violation code."""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from rules.age_of_destruction.army.battle_group import BattleGroup
from rules.age_of_destruction.army.edits import Change, parse_place
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.pieces import Mounted, Piece, Played
from rules.age_of_destruction.army.stock import Stock, has_room, suits
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.units import Unit
from rules.core.violations import Violation


class Option(msgspec.Struct, frozen=True):
    """Edits that may cure a violation. `rank` orders the options of one code: a higher one is for
    when no lower one helps; `saving` is what they save in points, as far as that shows."""

    changes: tuple[Change, ...]
    rank: int = 0
    saving: int = 0


#: The rank of the last resort of most codes: to remove what is wrong.
LAST = 9


#: 'Mechs looked at for a card that wants another.
MOST_MECHS = 40


class Bench:
    """A group worked out, what it may take besides, and its 'Mechs with room for a card."""

    def __init__(self, muster: Muster, stock: Stock) -> None:
        self.muster = muster
        self.stock = stock
        free = [p for p in muster.pieces if p.unit and p.unit.slots and has_room(p)]
        self.free = sorted(free, key=lambda piece: (piece.points or 0, piece.index))[:MOST_MECHS]


class Case:
    """One violation of a group on the bench."""

    def __init__(self, bench: Bench, violation: Violation) -> None:
        self.muster = bench.muster
        self.stock = bench.stock
        self.violation = violation
        self._free = bench.free

    @property
    def group(self) -> BattleGroup:
        """The group as it stands."""
        return self.muster.group

    @property
    def where(self) -> str:
        """The first place of the violation."""
        return self.violation.where[0]

    def piece(self, where: str | None = None) -> Piece:
        """The figure of a place, or the one that carries the card there."""
        return self.muster.pieces[parse_place(where or self.where).number or 0]

    def mounted(self, where: str | None = None) -> Mounted:
        """The card on a figure at a place."""
        where = where or self.where
        return next(mounted for mounted in self.piece(where).cards if mounted.where == where)

    def played(self, where: str | None = None) -> Played:
        """The card of the group at a place."""
        return self.muster.played[parse_place(where or self.where).number or 0]

    def card(self, where: str | None = None) -> Card | None:
        """The card at a place of either kind."""
        where = where or self.where
        at_group = parse_place(where).kind == "cards"
        return self.played(where).card if at_group else self.mounted(where).card

    def moves(self, where: str, rank: int) -> Iterator[Option]:
        """To move a gear or pilot card to each 'Mech it suits that has room, the cheapest first."""
        card = self.card(where)
        if card is None:
            return
        for piece in self._free:
            if not suits(card, piece) or (card.is_pilot and piece.pilots):
                continue
            if not where.startswith(f"{piece.where}."):
                yield option(Change("move", where, to=piece.where), rank=rank)

    def swaps(
        self, piece: Piece, rank: int, wanted: Callable[[Unit], bool] | None = None
    ) -> Iterator[Option]:
        """To replace a figure by each version of its name, the cheapest first."""
        if piece.unit is None:
            return
        for unit in self.stock.versions(piece.unit.name, piece.unit.id):
            carries = unit.slots or not any(piece.cards)
            if carries and (wanted is None or wanted(unit)):
                saving = ((piece.points or 0) - (unit.points or 0)) * piece.count
                change = Change("replace", piece.where, replacement=unit.id)
                yield option(change, rank=rank, saving=saving)


def option(*changes: Change, rank: int = 0, saving: int = 0) -> Option:
    """An option of some edits."""
    return Option(changes, rank, saving)


def remove(where: str, rank: int = LAST) -> Option:
    """To remove what stands at a place."""
    return option(Change("remove", where), rank=rank)


Remedy = Callable[[Case], Iterable[Option]]
REMEDIES: dict[str, Remedy] = {}


def remedy(*codes: str) -> Callable[[Remedy], Remedy]:
    """Register what cures some violation codes."""

    def register(cure: Remedy) -> Remedy:
        REMEDIES.update(dict.fromkeys(codes, cure))
        return cure

    return register
