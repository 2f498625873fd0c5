"""Plain values of the pages of collections."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from collection.catalogue import game
from collection.catalogue.models import Card, Figure
from collection.catalogue.pieces import Piece
from collection.catalogue.present import catalogue_words, values
from collection.catalogue.present.rows import figure_name, figure_type, figure_url, piece_row
from collection.common.answers import address
from collection.common.language import Words, language
from collection.common.paths import path_to
from collection.owning.models import Collection, Holding
from collection.owning.pieces import piece_of
from collection.owning.selectors.holdings import Amounts

AMOUNT_COLUMNS = ("owned", "free", "wanted", "for_trade")


@dataclass(frozen=True)
class PieceValue:
    """A piece as pages name it: what is printed on it, its name, and where its page is."""

    number: str
    variant: str
    name: Words
    is_named: bool
    url: str
    drawer_url: str


@dataclass(frozen=True)
class Kind:
    """What the catalogue says of a piece beside its name; `has_faction` where it says so of one."""

    has_faction: bool = False
    faction: values.Faction | None = None
    rank: str = ""
    type: Words = ""
    points: int | None = None


@dataclass(frozen=True)
class MemberLine:
    """One number of a checklist; `key` names its piece."""

    key: str
    number: str
    name: Words
    is_named: bool
    url: str
    drawer_url: str
    kind: Kind
    owned: int
    wanted: int


def kind_of(figure: Figure | None, card: Card | None) -> Kind:
    """What a record says, or nothing for neither."""
    if figure is None:
        return Kind(type=catalogue_words.CARD_TYPES[card.type]) if card else Kind()
    return Kind(
        figure.faction is not None or figure.status == Figure.Status.COMPLETE,
        catalogue_words.faction_value(figure.faction),
        figure.rank,
        figure_type(figure),
        figure.points,
    )


def piece_url(collection: Collection, piece: Piece) -> str:
    """Where a piece of a collection is shown."""
    path = path_to("collection:piece", collection.public_id, piece.catalogue_id)
    return address(path, {"variant": piece.variant})


def holding_name(holding: Holding) -> Words:
    """The catalogue's name of a piece, or what its owner calls it."""
    if holding.figure:
        return figure_name(holding.figure)
    if holding.card:
        return card_name(holding.card)
    return holding.name or _("not in the catalogue")


def is_named(holding: Holding) -> bool:
    """Whether the catalogue or its owner has a name for a piece."""
    return bool(holding.figure or holding.card or holding.name)


def card_name(card: Card) -> str:
    """The name in the visitor's language where the card has one."""
    return (card.name_pl if language() == "pl" else "") or card.name


def catalogue_url(holding: Holding) -> str:
    """Where the catalogue shows a piece; empty while it does not know it."""
    return record_url(holding.figure, holding.card)


def catalogue_item(holding: Holding) -> str:
    """The catalogue's id of a piece; empty while it does not know it."""
    record = holding.figure or holding.card
    return record.catalogue_id if record else ""


def record_url(figure: Figure | None, card: Card | None) -> str:
    """Where the catalogue shows what of a piece it has; empty for neither."""
    if figure:
        return figure_url(figure)
    return path_to("collection:card", card.catalogue_id) if card else ""


def holding_kind(holding: Holding) -> Words:
    """The kind of a piece the catalogue has no figure for, in words."""
    kind = holding.card.type if holding.card else holding.kind
    return catalogue_words.CARD_TYPES.get(kind) or catalogue_words.TYPES.get(kind, "")


def piece_value(holding: Holding) -> PieceValue:
    """A holding as pages name it."""
    piece = piece_of(holding)
    return PieceValue(
        piece.catalogue_id,
        piece.variant,
        holding_name(holding),
        is_named(holding),
        piece_url(holding.collection, piece),
        catalogue_url(holding),
    )


def holding_row(
    collection: Collection,
    holding: Holding,
    amounts: Amounts,
    known: game.Catalogue,
    *,
    with_picture: bool = False,
) -> values.PieceRow:
    """One piece of a collection in the same row as in the catalogue, with its amounts."""
    piece = piece_of(holding)
    counted = {"wanted": amounts.wanted or None, "for_trade": amounts.for_trade or None}
    own: dict[str, Any] = {
        "number": piece.catalogue_id,
        "url": piece_url(collection, piece),
        "drawer_url": catalogue_url(holding),
        "owned": amounts.owned,
        "owned_in": collection.public_id,
        "free": amounts.free,
    }
    if not holding.figure:
        return values.PieceRow(
            name=holding_name(holding),
            is_named=is_named(holding),
            variant=piece.variant,
            faction_known=False,
            type=holding_kind(holding),
            numbers=counted,
            **own,
        )
    row = piece_row(holding.figure, known, with_picture=with_picture)
    return replace(
        row, **own, variant=piece.variant or row.variant, numbers={**row.numbers, **counted}
    )


def holding_table(
    collection: Collection,
    rows: Iterable[Holding],
    amounts: Mapping[Piece, Amounts],
    columns: Iterable[values.Column],
    *,
    with_pictures: bool = False,
) -> values.PieceTable:
    """Pieces of a collection as a table, or what pictures of them show."""
    rows = list(rows)
    known = game.catalogue() if rows else None
    return values.PieceTable(
        caption=_("Pieces"),
        columns=tuple(columns),
        rows=tuple(
            holding_row(collection, row, amounts[piece_of(row)], known, with_picture=with_pictures)
            for row in rows
        )
        if known
        else (),
    )
