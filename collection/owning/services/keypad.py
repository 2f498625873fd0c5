"""What a typed line does to a collection, and taking it back."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from collection.catalogue import game
from collection.catalogue.finding.known import finder
from collection.catalogue.finding.typed import (
    LONGEST_TYPED,
    MOST_AT_ONCE,
    TooMany,
    Typed,
    read_typed,
)
from collection.catalogue.pieces import Piece, find_piece
from collection.common.quotas import full
from collection.owning import edits, store
from collection.owning.importing.doubts import problem_of, unreadable
from collection.owning.models import Change, Collection, KeypadLine, Product
from collection.owning.services import changes
from collection.owning.services.changes import Edit, EditsRefused, InTheWay, TooManyPieces

#: How many products one collection keeps.
MOST_PRODUCTS = 200


class TooManyProducts(Exception):
    """The collection keeps as many products as it may."""


class NothingInIt(Exception):
    """A product whose content names no piece; its sentence says what of it cannot be read."""


@dataclass(frozen=True)
class Said:
    """A line as somebody typed it; `key` tells it from every other line."""

    key: str
    text: str
    default_set: str = ""


def enter(
    *, collection: Collection, actor: Any, lines: Sequence[Said], now: datetime
) -> list[KeypadLine]:
    """Add what lines say, each as a change of its own; a line that was sent before counts once.

    Raises NotAllowed and Locked.
    """
    return [_enter(collection, actor, said, now, Change.Source.KEYPAD) for said in lines]


def enter_product(
    *, collection: Collection, actor: Any, name: str, content: str, key: str, now: datetime
) -> KeypadLine:
    """Add everything a product holds; raises NotAllowed and Locked."""
    said = Said(key, content)
    return _enter(collection, actor, said, now, Change.Source.PRODUCT, label=name)


@transaction.atomic
def _enter(
    collection: Collection,
    actor: Any,
    said: Said,
    now: datetime,
    source: str,
    label: str = "",
) -> KeypadLine:
    rows = collection.keypad_lines.select_for_update()
    if before := rows.filter(key=said.key).first():
        return before
    line = KeypadLine(
        collection=collection,
        typed_by=actor,
        typed_at=now,
        key=said.key,
        said=label or said.text[:LONGEST_TYPED],
        default_set=said.default_set,
    )
    try:
        typed = read_typed(said.text, finder(game.SYSTEM), said.default_set)
        line.problem = unreadable(typed) or _doubted(collection, typed)
    except TooMany:
        typed = []
        line.problem = _("More than %(most)s pieces in one line.") % {"most": MOST_AT_ONCE}
    if not line.problem:
        _add(line, typed, source, label or said.text)
    line.save()
    return line


def _doubted(collection: Collection, typed: Sequence[Typed]) -> str:
    """What somebody should say again before it counts; what is there already is not asked about,
    nor what is taken away."""
    doubts = {each.meant.piece: each for each in typed if each.meant.doubt and each.count > 0}
    if not doubts:
        return ""
    held = store.read(collection, {piece for piece in doubts if piece})
    asked = (each for piece, each in doubts.items() if piece not in held)
    return next((problem_of(each.meant, each.name) for each in asked), "")


def _add(line: KeypadLine, typed: Sequence[Typed], source: str, label: str) -> None:
    counts: Counter[Piece] = Counter()
    for each in typed:
        if each.meant.piece:
            counts[each.meant.piece] += each.count
    known = {each.meant.piece for each in typed if each.meant.known}
    held = store.read(line.collection, counts)
    made = [Edit(piece, partial(edits.add, count=count)) for piece, count in counts.items()]
    try:
        line.change = changes.apply(
            collection=line.collection,
            actor=line.typed_by,
            edits=made,
            now=line.typed_at,
            source=source,
            label=label[:120],
        )
    except EditsRefused as refused:
        line.problem = refused.refused[0].reason
        return
    except TooManyPieces:
        line.problem = full("pieces")
        return
    line.pieces = [
        [
            piece.catalogue_id,
            piece.variant,
            count,
            held.get(piece, store.NOT_HELD).state.owned,
            piece in known,
        ]
        for piece, count in counts.items()
    ]


@transaction.atomic
def take_back(*, line: KeypadLine, actor: Any, now: datetime) -> bool:
    """Undo what a line did, also where others came after it; False where that cannot be.

    Raises NotAllowed and Locked.
    """
    current = KeypadLine.objects.select_for_update(of=("self",)).get(pk=line.pk)
    if current.change is None or current.taken_back_id is not None:
        return True
    try:
        current.taken_back = changes.undo(change=current.change, actor=actor, now=now)
    except changes.UndoneAlready:
        current.taken_back = Change.objects.get(reverts=current.change)
    except InTheWay:
        made = [
            Edit(piece, partial(edits.add, count=-count)) for piece, count in counts_of(current)
        ]
        try:
            current.taken_back = changes.apply(
                collection=current.collection,
                actor=actor,
                edits=made,
                now=now,
                source=Change.Source.UNDO,
                label=current.change.label,
            )
        except EditsRefused:
            return False
    current.save(update_fields=["taken_back"])
    return True


def counts_of(line: KeypadLine) -> list[tuple[Piece, int]]:
    """The pieces of a line, and how many of each."""
    found = (
        (find_piece(game.SYSTEM, catalogue_id, variant), count)
        for catalogue_id, variant, count, _before, _known in line.pieces
    )
    return [(piece, count) for piece, count in found if piece]


def close_session(*, collection: Collection, actor: Any) -> int:
    """Put the lines of the session away; returns how many there were."""
    return collection.keypad_lines.filter(typed_by=actor, done=False).update(done=True)


def dismiss(*, line: KeypadLine) -> None:
    """Put away a line that did nothing."""
    KeypadLine.objects.filter(pk=line.pk, change=None).update(done=True)


@transaction.atomic
def save_product(*, collection: Collection, actor: Any, name: str, content: str) -> Product:
    """Write a product down; one of the same name is replaced.

    Raises NotAllowed, TooManyProducts and NothingInIt.
    """
    current = Collection.objects.editable_by(actor).select_for_update().filter(pk=collection.pk)
    if not current.exists():
        raise changes.NotAllowed
    try:
        typed = read_typed(content, finder(game.SYSTEM))
        problem = unreadable(typed) or _doubted(collection, typed)
    except TooMany:
        problem = _("More than %(most)s pieces in one line.") % {"most": MOST_AT_ONCE}
    if problem:
        raise NothingInIt(problem)
    others = collection.products.exclude(name=name)
    if others.count() >= MOST_PRODUCTS:
        raise TooManyProducts
    product, _new = Product.objects.update_or_create(
        collection=collection, name=name, defaults={"content": content}
    )
    return product


def delete_product(*, product: Product, actor: Any) -> None:
    """Forget a product; raises NotAllowed."""
    if not Collection.objects.editable_by(actor).filter(pk=product.collection_id).exists():
        raise changes.NotAllowed
    product.delete()
