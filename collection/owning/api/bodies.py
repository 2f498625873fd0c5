"""What programs send about collections: read strictly, bounded, refused by place."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import IO, Annotated, Any, Literal, Protocol, TypeVar

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import Meta, Struct
from rest_framework.parsers import BaseParser

from collection.catalogue import game
from collection.catalogue.api.bodies import BodyRefused, TooLong
from collection.catalogue.api.operations import COMPONENTS
from collection.catalogue.pieces import Piece, read_piece
from collection.common.names import PRESENTATION, is_unseen, plain_name
from collection.owning import edits
from collection.owning import field_kinds as kinds
from collection.owning.copy_fields import COPY_FIELDS, LONGEST_TAG, MOST_TAGS
from collection.owning.importing.reading import MOST_ROWS
from collection.owning.models.copies import (
    LONGEST_NAME,
    LONGEST_PERSON,
    LONGEST_REMARK,
)
from collection.owning.services.changes import Edit
from collection.owning.states import CopyState, HoldingState

#: What the description of the API calls the bodies of operations.
CHANGES = "BodyChanges"
IMPORT = "BodyImport"

LONGEST_BODY = 5_000_000
MOST_EDITS = 2_000
LONGEST_LABEL = 120

Count = Annotated[int, Meta(ge=0, le=edits.MOST_OF_A_PIECE)]
Tags = Annotated[
    tuple[Annotated[str, Meta(max_length=LONGEST_TAG)], ...], Meta(max_length=MOST_TAGS)
]
Remark = Annotated[str, Meta(max_length=LONGEST_REMARK)]
Read = TypeVar("Read", bound="Body")


class Body(Protocol):
    """What a body is read as."""

    def unwanted(self, sign: str) -> bool: ...


class BodyParser(BaseParser):
    """The bytes of a JSON body of bounded length; the view reads them as what it expects."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The body; raises TooLong."""
        body = stream.read(LONGEST_BODY + 1)
        if len(body) > LONGEST_BODY:
            raise TooLong
        return body


def read_body(body: Any, shape: type[Read]) -> Read:
    """A body as a shape; raises BodyRefused with the JSON path of what does not fit."""
    try:
        said_there = msgspec.json.decode(body or b"", type=shape)
    except msgspec.ValidationError as error:
        said, _sep, path = str(error).partition(" - at `")
        raise BodyRefused(path.rstrip("`") or "$", said) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BodyRefused("$", str(error)) from error
    for key, text in _texts(msgspec.to_builtins(said_there), "$"):
        if any(map(said_there.unwanted, text)):
            reason = _("This holds an invisible character. Send it without.")
            raise BodyRefused(key, str(reason))
    return said_there


class OfPiece(Struct, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """Something done with one piece; `seen` is its version it was decided on.

    Each edit below has `make`: the state of the piece after it.
    """

    needs_version = False

    set: str
    number: str
    variant: str = ""
    seen: Annotated[int, Meta(ge=0)] | None = None


class Add(OfPiece, tag="add"):
    """Some more, or fewer, not told apart."""

    count: Annotated[int, Meta(ge=-edits.MOST_OF_A_PIECE, le=edits.MOST_OF_A_PIECE)] = 1

    def make(self, state: HoldingState) -> HoldingState:
        return edits.add(state, self.count)


class Set(OfPiece, tag="set"):
    """Amounts as they shall be; one that is not named stays."""

    needs_version = True

    owned: Count | None = None
    wanted: Count | None = None
    for_trade: Count | None = None

    def make(self, state: HoldingState) -> HoldingState:
        return edits.set_amounts(
            state, owned=self.owned, wanted=self.wanted, for_trade=self.for_trade
        )


class Describe(OfPiece, tag="describe"):
    """What the owner says of the piece; what is not named stays."""

    needs_version = True

    name: Annotated[str, Meta(max_length=LONGEST_NAME)] | None = None
    notes: Remark | None = None
    tags: Tags | None = None

    def make(self, state: HoldingState) -> HoldingState:
        said = {"name": self.name, "notes": self.notes, "tags": self.tags}
        return edits.describe(
            state, **{key: told for key, told in said.items() if told is not None}
        )


def type_in_body(kind: kinds.Kind) -> tuple[Any, Any]:
    """As what programs send a kind of value, and what they say by leaving it out."""
    match kind:
        case kinds.Text(longest=longest):
            return Annotated[str, Meta(max_length=longest)], ""
        case kinds.Choice(choices=choices):
            return Literal["", *choices.values], ""
        case kinds.Truth():
            return bool | None, None
        case kinds.Day():
            return date | None, None
        case kinds.Price():
            return Decimal | None, None
        case kinds.Currency():
            return Annotated[str, Meta(pattern="^([A-Z]{3})?$")], ""
        case kinds.Tags(most=most, longest=longest):
            tag = Annotated[str, Meta(max_length=longest)]
            return Annotated[tuple[tag, ...], Meta(max_length=most)], ()


_CopyFields: Any = msgspec.defstruct(
    "CopyFields",
    [(name, *type_in_body(said.kind)) for name, said in COPY_FIELDS.items()],
    forbid_unknown_fields=True,
)


class CopyOf(_CopyFields):
    """What is said of one copy."""

    def state(self) -> CopyState:
        """The copy as collections keep it."""
        return CopyState(**msgspec.structs.asdict(self))


class AddCopies(OfPiece, tag="add_copies"):
    """Some more, each told apart."""

    copies: Annotated[list[CopyOf], Meta(min_length=1, max_length=edits.MOST_COPIES)]

    def make(self, state: HoldingState) -> HoldingState:
        return edits.add_copies(state, [copy.state() for copy in self.copies])


class ChangeCopy(OfPiece, tag="change_copy"):
    """All that is said of one copy."""

    needs_version = True

    id: str
    copy: CopyOf

    def make(self, state: HoldingState) -> HoldingState:
        return edits.change_copy(state, self.id, **msgspec.structs.asdict(self.copy))


class RemoveCopy(OfPiece, tag="remove_copy"):
    """A copy is gone."""

    needs_version = True

    id: str

    def make(self, state: HoldingState) -> HoldingState:
        return edits.remove_copy(state, self.id)


class Lend(OfPiece, tag="lend"):
    """A copy goes into somebody's hands; without an id, one that is free."""

    to: Annotated[str, Meta(max_length=LONGEST_PERSON)]
    since: date
    until: date | None = None
    id: str = ""

    def make(self, state: HoldingState) -> HoldingState:
        return edits.lend(
            state, to=plain_name(self.to), since=self.since, until=self.until, copy_id=self.id
        )


class Return(OfPiece, tag="return"):
    """A lent copy is back."""

    id: str
    on: date

    def make(self, state: HoldingState) -> HoldingState:
        return edits.take_back(state, self.id, on=self.on)


AnyEdit = Add | Set | Describe | AddCopies | ChangeCopy | RemoveCopy | Lend | Return


class Changes(Struct, forbid_unknown_fields=True):
    """Edits that become one change of the history, or none."""

    edits: Annotated[list[AnyEdit], Meta(min_length=1, max_length=MOST_EDITS)]
    label: Annotated[str, Meta(max_length=LONGEST_LABEL)] = ""

    def made(self) -> list[Edit]:
        """The edits as the collection takes them; raises BodyRefused for no such piece."""
        return [
            Edit(_piece(place, each), each.make, each.seen) for place, each in enumerate(self.edits)
        ]

    def unwanted(self, sign: str) -> bool:
        """Whether no text of the body may hold a sign."""
        return is_unseen(sign) and not PRESENTATION.match(sign)


class Import(Struct, forbid_unknown_fields=True):
    """Rows of our own columns, or aliases of them, how their amounts are meant, and what they may
    do: take out what no row names, leave fewer of a piece, bring numbers that nobody knows."""

    rows: Annotated[
        list[dict[str, str | int | float | bool | None]], Meta(min_length=1, max_length=MOST_ROWS)
    ]
    mode: Literal["set", "add", "sync"] = "set"
    label: Annotated[str, Meta(max_length=LONGEST_LABEL)] = ""
    preview: bool = False
    remove_missing: bool = False
    lower: bool = False
    take_unlisted: bool = False

    def unwanted(self, sign: str) -> bool:
        """The same; cells are read as those of files are, and PostgreSQL keeps no NUL."""
        return sign == "\0"


def _piece(place: int, said: OfPiece) -> Piece:
    piece = read_piece(game.SYSTEM, said.set, said.number, said.variant)
    if piece is None:
        raise BodyRefused(f"$.edits[{place}].number", str(_("This is no set and number.")))
    return piece


def _texts(told: Any, path: str) -> list[tuple[str, str]]:
    if isinstance(told, str):
        return [(path, told)]
    if isinstance(told, dict):
        inner = [_texts(each, f"{path}.{key}") for key, each in told.items()]
        return [*((path, key) for key in told), *(each for found in inner for each in found)]
    if isinstance(told, list):
        return [each for n, inner in enumerate(told) for each in _texts(inner, f"{path}[{n}]")]
    return []


def describe_bodies(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the bodies of collections to a description under their names."""
    _refs, shapes = msgspec.json.schema_components(
        [Changes, Import], ref_template=f"{COMPONENTS}Body{{name}}"
    )
    bodies = {f"Body{name}": told for name, told in shapes.items()}
    result["components"]["schemas"] |= bodies
    return result
