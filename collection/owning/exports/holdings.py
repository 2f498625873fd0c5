"""A collection's pieces with what the catalogue calls them, as exports need them."""

from collections.abc import Mapping
from dataclasses import dataclass

from collection.catalogue.finding.known import finder
from collection.catalogue.models import ExpansionSet
from collection.catalogue.pieces import Piece
from collection.owning import store
from collection.owning.models import Collection, Copy
from collection.owning.states import HoldingState
from collection.owning.store import Held

FIGURE, CARD = "figure", "card"


@dataclass(frozen=True)
class Holding:
    """What is held of one piece; where nobody knows it, `name` and `kind` are what its owner says.

    `set_name` is the set's code where the catalogue does not know the set.
    """

    piece: Piece
    state: HoldingState
    name: str
    kind: str
    set_name: str


def holdings_of(collection: Collection) -> list[Holding]:
    """Everything a collection holds, in its order; the same few queries however much it is."""
    return _named(store.read_all(collection))


def some_holdings_of(collection: Collection, first: int, length: int) -> list[Holding]:
    """Some pieces a collection holds in its order, from the one at place `first`, counted from
    0."""
    return _named(store.read_some(collection, first, length))


def most_rows(collection: Collection) -> int:
    """How many rows a collection has in our own columns at most: one a piece, one a copy."""
    copies = Copy.objects.filter(holding__collection=collection)
    return collection.holdings.count() + copies.count()


def _named(held: Mapping[Piece, Held]) -> list[Holding]:
    finders = {system: finder(system) for system in {piece.system for piece in held}}
    names = dict(ExpansionSet.objects.values_list("code", "name"))
    holdings = []
    for piece, each in held.items():
        known = finders[piece.system].find(piece)
        name = known.title if known else each.state.name
        kind = (CARD if known.is_card else FIGURE) if known else each.state.kind
        set_name = names.get(piece.set, piece.set)
        holdings.append(Holding(piece, each.state, name, kind, set_name))
    return holdings
