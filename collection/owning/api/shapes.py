"""The shapes in which the API tells of collections."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from collection.catalogue import game
from collection.catalogue.api.serializers import address_of, page_address
from collection.catalogue.finding.known import finder
from collection.catalogue.pieces import Piece
from collection.owning import field_kinds as kinds
from collection.owning.copy_fields import COPY_FIELDS
from collection.owning.importing.doubts import near_of
from collection.owning.importing.rows import Row
from collection.owning.models import Change, Holding, Mode, Outcome, Role, StagedRow
from collection.owning.pieces import piece_of
from collection.owning.present.values import holding_name
from collection.owning.selectors.holdings import Amounts
from collection.owning.selectors.shelves import Shelf
from collection.owning.states import CopyState, HoldingState


def shape_of(kind: kinds.Kind) -> serializers.Field[Any, Any, Any, Any]:
    """How a kind of value is told."""
    match kind:
        case kinds.Text() | kinds.Choice() | kinds.Currency():
            return serializers.CharField(allow_blank=True)
        case kinds.Truth():
            return serializers.BooleanField(allow_null=True)
        case kinds.Day():
            return serializers.DateField(allow_null=True)
        case kinds.Price(highest=highest):
            digits = len(highest.as_tuple().digits)
            return serializers.DecimalField(digits, decimal_places=2, allow_null=True)
        case kinds.Tags():
            return serializers.ListField(child=serializers.CharField())


class CollectionSerializer(serializers.Serializer[Any]):
    """A collection as one person sees it."""

    id = serializers.CharField(source="collection.public_id")
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    currency = serializers.CharField(source="collection.currency")
    locked = serializers.BooleanField(source="collection.locked")
    version = serializers.IntegerField(
        source="collection.version", help_text=_("The number of its last change.")
    )
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()

    def get_url(self, shelf: Shelf) -> str:
        return address_of(self, "api_collection", shelf.collection.public_id)

    def get_page(self, shelf: Shelf) -> str:
        return page_address(self, "pieces", shelf.collection.public_id)


class PieceSerializer(serializers.Serializer[Any]):
    """A piece of a collection with its amounts."""

    set = serializers.CharField()
    number = serializers.CharField()
    variant = serializers.CharField(allow_blank=True)
    name = serializers.CharField()
    in_catalogue = serializers.BooleanField()
    version = serializers.IntegerField(help_text=_("The number of the last change of it."))
    owned = serializers.IntegerField()
    lent = serializers.IntegerField()
    wanted = serializers.IntegerField()
    for_trade = serializers.IntegerField()


class LoanSerializer(serializers.Serializer[Any]):
    """A copy in somebody's hands; returned is null while it is."""

    to = serializers.CharField()
    since = serializers.DateField()
    until = serializers.DateField(allow_null=True)
    returned = serializers.DateField(allow_null=True)


class CopySerializer(serializers.Serializer[Any]):
    """One copy that is told apart from the others."""

    id = serializers.CharField()
    loans = LoanSerializer(many=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        loans = fields.pop("loans")
        said = {name: shape_of(said.kind) for name, said in COPY_FIELDS.items()}
        return {**fields, **said, "loans": loans}


class WholePieceSerializer(PieceSerializer):
    """A piece with what its owner says of it, and its copies."""

    notes = serializers.CharField(allow_blank=True)
    tags = serializers.ListField(child=serializers.CharField())
    copies = CopySerializer(many=True)


class ChangeSerializer(serializers.Serializer[Any]):
    """One change of a collection."""

    number = serializers.IntegerField()
    made = serializers.DateTimeField(source="made_at")
    origin = serializers.ChoiceField(source="source", choices=Change.Source.choices)
    title = serializers.CharField(source="label", allow_blank=True)
    pieces = serializers.IntegerField(help_text=_("How many pieces it changed."))
    undoes = serializers.IntegerField(source="reverts.number", allow_null=True, default=None)


class ChangeLineSerializer(serializers.Serializer[Any]):
    """What a change did to one piece: [before, after] for each value, null for none."""

    set = serializers.CharField(source="set_code")
    number = serializers.CharField()
    variant = serializers.CharField(allow_blank=True)
    changes = serializers.DictField()


class WholeChangeSerializer(ChangeSerializer):
    """A change with what it did."""

    lines = ChangeLineSerializer(many=True)


class MadeSerializer(serializers.Serializer[Any]):
    """What came of some edits: null for the change where nothing changed."""

    change = ChangeSerializer(allow_null=True)
    version = serializers.IntegerField(help_text=_("The collection's version now."))
    pieces = PieceSerializer(many=True)


class ImportRowSerializer(serializers.Serializer[Any]):
    """What one row does, or why it does nothing."""

    line = serializers.IntegerField(help_text=_("The place of the row, from 1."))
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    set = serializers.CharField(source="set_code", allow_blank=True)
    number = serializers.CharField(allow_blank=True)
    variant = serializers.CharField(allow_blank=True)
    before = serializers.IntegerField()
    after = serializers.IntegerField()
    problem = serializers.CharField(allow_blank=True)
    near = serializers.SerializerMethodField(help_text=_("The ids an unclear row may be about."))

    def get_near(self, row: StagedRow) -> list[str]:
        if row.outcome != Outcome.UNCLEAR:
            return []
        said = msgspec.convert(row.row or {}, Row)
        return [known.piece.catalogue_id for known in near_of(said, finder(game.SYSTEM))]


class ImportSerializer(serializers.Serializer[Any]):
    """What an import does. In a preview, and where nothing changes, the change is null."""

    mode = serializers.ChoiceField(choices=Mode.choices)
    counts = serializers.DictField(child=serializers.IntegerField())
    rows = ImportRowSerializer(many=True)
    change = ChangeSerializer(allow_null=True)


def piece_told(row: Holding, amounts: Amounts) -> Mapping[str, Any]:
    """A piece as PieceSerializer shows it."""
    return {
        "set": row.set_code,
        "number": row.number,
        "variant": row.variant,
        "name": str(holding_name(row)) if row.figure or row.card else row.name,
        "in_catalogue": bool(row.figure_id or row.card_id),
        "version": row.version,
        "owned": amounts.owned,
        "lent": amounts.lent,
        "wanted": amounts.wanted,
        "for_trade": amounts.for_trade,
    }


def pieces_told(rows: list[Holding], amounts: Mapping[Piece, Amounts]) -> list[Any]:
    """Pieces as PieceSerializer shows them."""
    return [PieceSerializer(piece_told(row, amounts[piece_of(row)])).data for row in rows]


def whole_piece_told(row: Holding, state: HoldingState) -> Mapping[str, Any]:
    """A piece as WholePieceSerializer shows it."""
    amounts = Amounts(state.owned, state.lent, state.wanted, state.for_trade)
    copies = [_copy_told(copy_id, copy) for copy_id, copy in state.copies.items()]
    said = {"notes": state.notes, "tags": list(state.tags), "copies": copies}
    return {**piece_told(row, amounts), **said}


def _copy_told(copy_id: str, copy: CopyState) -> Mapping[str, Any]:
    said = {name: getattr(copy, name) for name in COPY_FIELDS}
    return {"id": copy_id, **said, "loans": list(copy.loans.values())}
