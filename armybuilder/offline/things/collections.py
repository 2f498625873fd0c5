"""Collections: their pieces are merged field by field, copies and loans by their ids.

A file of changes names only the pieces that differ; one of which nothing is held is an empty object
there, and nothing at all in a tree.
"""

import re
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, ClassVar

import msgspec
from django.utils.translation import gettext as _

from armybuilder.groups.models import ReservedPiece
from armybuilder.offline.merging import ABSENT, Clash, Field, Merged, merged
from armybuilder.offline.things.kind import Content, File, Found, Kind, NotTaken
from armybuilder.site.models import User
from collection.catalogue.pieces import Piece, read_piece
from collection.common.names import fault_of_name, plain_name
from collection.common.quotas import full
from collection.owning import bulk, edits, store
from collection.owning.currencies import currency_code
from collection.owning.models import Change, Collection, Product
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import (
    TooManyCollections,
    change_settings,
    create_collection,
    delete_collection,
    set_locked,
)
from collection.owning.services.keypad import (
    NothingInIt,
    TooManyProducts,
    delete_product,
    save_product,
)
from collection.owning.states import HoldingState, document_of, state_of

LONGEST_SHELF = 60
LONGEST_SYSTEM = 32
PIECES, PRODUCTS = "pieces", "products"
SETTINGS = ("name", "currency", "locked")
COUNT, TEXT, WORDS = Field("counts"), Field("text"), Field("members")
COPY = Field(keys={"tags": WORDS, "notes": TEXT, "loans": Field(anew=True)})
PIECE = Field(
    keys={
        "plain": COUNT,
        "notes": TEXT,
        "tags": WORDS,
        "copies": Field(each=COPY, anew=True),
    },
    anew=True,
)
COPY_ID = re.compile(r"[\w-]{12}", re.ASCII)


class Shelf(msgspec.Struct, forbid_unknown_fields=True):
    """A collection in a file; pieces as `HoldingState` has them."""

    name: str
    currency: str
    locked: bool
    pieces: dict[str, HoldingState]
    products: dict[str, str]


class Collections(Kind):
    """A collection is its name, its currency, whether it is locked, its pieces and its products."""

    name: ClassVar = "collection"
    shape: ClassVar = Shelf
    of: ClassVar = Field(keys={PIECES: Field(each=PIECE)})

    def found(self, person: User, *, bounded: bool = False) -> Iterable[Found]:
        for row in Collection.objects.owned_by(person).order_by("pk"):
            pieces = {
                _key(piece): document_of(held.state) for piece, held in store.read_all(row).items()
            }
            yield Found(
                key=row.public_id,
                version=str(row.version),
                content=_settings(row) | {PIECES: pieces, PRODUCTS: _products(row)},
                carried={"is_sample": row.is_sample, "version": row.version},
            )

    def place(self, person: User, thing: Found) -> None:
        # What battle groups keep of it is a thing of its own and stays.
        kept = list(ReservedPiece.objects.filter(collection__public_id=thing.key))
        self.drop(person, thing.key)
        settings = {name: thing.content[name] for name in SETTINGS}
        row = Collection.objects.create(
            public_id=thing.key, owner=person, **settings, **thing.carried
        )
        after = {_piece(key): state_of(held) for key, held in thing.content[PIECES].items()}
        before = dict.fromkeys(after, store.NOT_HELD)
        bulk.run(store.writing(row, before, after, row.version))
        Product.objects.bulk_create(
            Product(collection=row, name=name, content=content)
            for name, content in thing.content[PRODUCTS].items()
        )
        for piece in kept:
            piece.pk, piece.collection = None, row
        ReservedPiece.objects.bulk_create(kept)

    def drop(self, person: User, key: str) -> None:
        Collection.objects.owned_by(person).filter(public_id=key).delete()

    def current(self, person: User, key: str, like: Iterable[Content | None]) -> Any:
        row = _own(person, key)
        if row is None:
            return ABSENT
        like = tuple(like)
        if None in like:
            held = store.read_all(row)
        else:
            named = {_piece(each) for content in like if content for each in content[PIECES]}
            held = dict.fromkeys(named, store.NOT_HELD) | store.read(row, named)
        pieces = {_key(piece): document_of(each.state) for piece, each in held.items()}
        return _settings(row) | {PIECES: pieces, PRODUCTS: _products(row)}

    def keep(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> None:
        row = _own(person, key)
        name, currency = _named(content)
        if row is None:
            row = _new(person, key, name, currency)
        elif (row.name, row.currency) != (name, currency):
            change_settings(collection=row, actor=person, name=name, currency=currency)
        if row.locked:
            set_locked(collection=row, actor=person, locked=False)
        _keep_pieces(person, row, content[PIECES], now)
        _keep_products(person, row, content[PRODUCTS])
        set_locked(collection=row, actor=person, locked=content["locked"] is True)

    def remove(self, person: User, key: str) -> None:
        if row := _own(person, key):
            delete_collection(collection=row, actor=person)

    def read(self, content: Content) -> None:
        super().read(content)
        for key in content[PIECES]:
            _piece(key)

    def check(self, person: User, content: Content) -> None:
        _named(content)
        for held in content[PIECES].values():
            _state(held)

    def title(self, content: Content) -> str:
        return str(content["name"])

    def told(
        self, base: Content | None, mine: Content | None, sent: Content | None
    ) -> tuple[Content | None, Content | None]:
        if mine is None:
            return base, mine
        older, newer = (base or {}).get(PIECES, {}), mine[PIECES]
        before = (sent or {}).get(PIECES, {})
        named = [
            key
            for key in dict.fromkeys((*older, *newer, *before))
            if key in before or older.get(key) != newer.get(key)
        ]
        return (
            base and base | {PIECES: {key: older.get(key, {}) for key in named}},
            mine | {PIECES: {key: newer.get(key, {}) for key in named}},
        )

    def with_sent(self, base: Content | None, sent: Content | None) -> Content | None:
        if base is None or sent is None:
            return sent and sent | {
                PIECES: {key: held for key, held in sent[PIECES].items() if held}
            }
        pieces = base[PIECES] | sent[PIECES]
        return sent | {PIECES: {key: held for key, held in pieces.items() if held}}

    def since(self, base: Content | None, came: Content | None) -> Content | None:
        if base is None or came is None:
            return came
        return came | {PIECES: base[PIECES] | came[PIECES]}

    def merge(self, base: Any, mine: Any, theirs: Any) -> Merged:
        if ABSENT in (mine, theirs):
            return super().merge(base, mine, theirs)
        sides = [{} if each is ABSENT else each for each in (base, mine, theirs)]
        was, here, there = ({key: each[key] for key in each if key != PIECES} for each in sides)
        found = merged(was, here, there, self.of)
        pieces, clashes = {}, list(found.clashes)
        older, one, other = (each.get(PIECES, {}) for each in sides)
        for key in dict.fromkeys((*other, *one)):
            held = [each.get(key, {}) for each in (older, one, other)]
            pieces[key], clash = _merged_piece(key, *held)
            clashes += clash
        return Merged(found.value | {PIECES: pieces}, tuple(clashes))


def _merged_piece(
    key: str, base: Content, mine: Content, theirs: Content
) -> tuple[Content, tuple[Clash, ...]]:
    """A piece put together; as one value where one side has let go of it, or where what came of it
    could not be kept."""
    path = (PIECES, key)
    found = merged(base, mine, theirs, PIECE, path)
    if found.value in (mine, theirs) and not found.clashes:
        return found.value, ()
    let_go = bool(base) and not (mine and theirs) and mine != theirs
    if let_go or not _holds(found.value):
        return theirs, (Clash(path, base, mine, theirs),)
    return found.value, found.clashes


def _holds(held: Content) -> bool:
    try:
        _state(held)
    except NotTaken:
        return False
    return True


def _state(held: Content) -> HoldingState:
    """What a collection holds of a piece by a file; raises NotTaken."""
    try:
        state = state_of(held)
        if not all(COPY_ID.fullmatch(key) for key in _ids(state)):
            raise NotTaken(_("A copy has an id that is none."))
        return edits.fit(state)
    except msgspec.ValidationError as error:
        raise NotTaken(str(error)) from error
    except edits.Refused as refused:
        raise NotTaken(str(refused)) from refused


def _ids(state: HoldingState) -> Iterable[str]:
    for key, copy in state.copies.items():
        yield from (key, *copy.loans)


def _key(piece: Piece) -> str:
    return "/".join((piece.system, piece.set, piece.number, piece.variant))


def _piece(key: str) -> Piece:
    """The piece of a key; raises NotTaken."""
    parts = key.split("/", 3)
    piece = read_piece(*parts) if len(parts) == 4 else None
    if piece is None or _key(piece) != key or len(piece.system) > LONGEST_SYSTEM:
        raise NotTaken(_("A piece has a number that is none."))
    return piece


def _settings(row: Collection) -> Content:
    return {name: getattr(row, name) for name in SETTINGS}


def _products(row: Collection) -> dict[str, str]:
    return dict(row.products.order_by("name", "pk").values_list("name", "content"))


def _named(content: Content) -> tuple[str, str]:
    """The name and the currency of a collection; raises NotTaken."""
    name, currency = plain_name(str(content["name"])), str(content["currency"])
    if not 0 < len(name) <= LONGEST_SHELF or fault_of_name(name):
        raise NotTaken(fault_of_name(name) or _("Give the collection a name."))
    if currency_code(currency) != currency:
        raise NotTaken(_("A currency has three letters."))
    return name, currency


def _own(person: User, key: str) -> Collection | None:
    return Collection.objects.owned_by(person).filter(public_id=key).select_for_update().first()


def _new(person: User, key: str, name: str, currency: str) -> Collection:
    try:
        row = create_collection(owner=person, name=name, currency=currency)
    except TooManyCollections as error:
        raise NotTaken(full("collections")) from error
    if not Collection.objects.filter(public_id=key).exists():
        row.public_id = key
        row.save(update_fields=["public_id"])
    return row


def _keep_pieces(person: User, row: Collection, pieces: Content, now: datetime) -> None:
    states = {_piece(key): _state(held) for key, held in pieces.items()}
    try:
        changes.apply(
            collection=row,
            actor=person,
            edits=[Edit(piece, _becomes(state)) for piece, state in states.items()],
            now=now,
            source=Change.Source.DEVICE,
        )
    except changes.TooManyPieces as error:
        raise NotTaken(_("The collection would hold too many pieces.")) from error


def _becomes(state: HoldingState) -> Callable[[HoldingState], HoldingState]:
    return lambda _was: state


def _keep_products(person: User, row: Collection, products: Content) -> None:
    kept = _products(row)
    for product in row.products.exclude(name__in=products):
        delete_product(product=product, actor=person)
    for name, content in products.items():
        if kept.get(name) != content:
            try:
                save_product(
                    collection=row,
                    actor=person,
                    name=plain_name(name)[:LONGEST_SHELF],
                    content=content,
                )
            except NothingInIt as error:
                raise NotTaken(str(error)) from error
            except TooManyProducts as error:
                raise NotTaken(_("The collection would have too many products.")) from error
