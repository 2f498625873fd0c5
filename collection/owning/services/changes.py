"""Changing what a collection holds, and taking changes back.

Everything goes through `apply`: pages, keypad, imports and programs hand it edits, and each call
leaves one change in the history that can be undone whole.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from collection.catalogue.pieces import Piece
from collection.common.quotas import most
from collection.owning import bulk, store
from collection.owning.edits import Refused
from collection.owning.models import Change, ChangeLine, Collection
from collection.owning.pieces import piece_of
from collection.owning.states import (
    Changes,
    Clash,
    HoldingState,
    changes_between,
    check_lent_once,
    document_of,
    state_of,
    taken_back,
)

#: Changes of more pieces are prepared before the collection is locked.
PREPARED_AHEAD = 50


@dataclass(frozen=True)
class Edit:
    """What to make of one piece; `seen` is the version it was decided on, if that matters."""

    piece: Piece
    make: Callable[[HoldingState], HoldingState]
    seen: int | None = None


@dataclass(frozen=True)
class RefusedEdit:
    """An edit that cannot be made: which of those handed in, and why."""

    index: int
    piece: Piece
    reason: str


@dataclass(frozen=True)
class Planned:
    """A piece before and after some edits."""

    piece: Piece
    before: HoldingState
    after: HoldingState
    changes: Changes


@dataclass(frozen=True)
class Plan:
    """What some edits would change, and those of them that cannot be made."""

    changed: list[Planned] = field(default_factory=list)
    refused: list[RefusedEdit] = field(default_factory=list)


class NotAllowed(Exception):
    """The person may not change this collection."""


class Locked(Exception):
    """The collection is locked against slips."""


class TooManyPieces(Exception):
    """The collection would hold more pieces than one may."""


class EditsRefused(Exception):
    """Some edits cannot be made, so that none was; `refused` says which."""

    def __init__(self, refused: list[RefusedEdit]) -> None:
        super().__init__("; ".join(f"{each.piece}: {each.reason}" for each in refused))
        self.refused = refused


class Stale(Exception):
    """Pieces have changed since somebody looked at them: `held` is what they are now."""

    def __init__(self, held: Mapping[Piece, store.Held]) -> None:
        super().__init__(", ".join(map(str, held)))
        self.held = held


class InTheWay(Exception):
    """A change cannot be undone: `later` changed the same value of `piece` after it."""

    def __init__(self, piece: Piece, later: Change) -> None:
        super().__init__(f"{piece}: {later.number}")
        self.piece = piece
        self.later = later


class UndoneAlready(Exception):
    """The change is undone."""


class Moved(Exception):
    """The collection has changed since somebody looked at all of it."""


def plan(*, collection: Collection, edits: Iterable[Edit]) -> Plan:
    """What edits would change, without changing anything."""
    edits = list(edits)
    return _plan(edits, store.read(collection, {edit.piece for edit in edits}))


def _plan(edits: list[Edit], held: Mapping[Piece, store.Held]) -> Plan:
    after: dict[Piece, HoldingState] = {}
    refused = []
    for index, edit in enumerate(edits):
        now = held.get(edit.piece, store.NOT_HELD)
        try:
            after[edit.piece] = edit.make(after.get(edit.piece, now.state))
        except Refused as error:
            refused.append(RefusedEdit(index, edit.piece, str(error)))
    changed = []
    for piece, state in after.items():
        before = held.get(piece, store.NOT_HELD).state
        if state != before:
            changes = changes_between(document_of(before), document_of(state))
            changed.append(Planned(piece, before, state, changes))
    return Plan(changed, refused)


def apply(
    *,
    collection: Collection,
    actor: Any,
    edits: Iterable[Edit],
    now: datetime,
    source: str = Change.Source.PAGE,
    label: str = "",
    at_version: int | None = None,
    then: Callable[[Change | None], object] | None = None,
) -> Change | None:
    """Make all of some edits as one change, or none of them; None where nothing changes.

    Several edits of one piece follow each other. `then` is done with the change in hand, which is
    not made where that raises. Raises NotAllowed, Locked, Stale, EditsRefused,
    TooManyPieces, and Moved where the collection is not at the version they were decided on.
    """
    edits = list(edits)

    def prepare(current: Collection) -> _Prepared:
        if at_version not in (None, current.version):
            raise Moved
        held = store.read(current, {edit.piece for edit in edits})
        moved_on = {
            edit.piece: found
            for edit in edits
            if edit.seen not in (None, (found := held.get(edit.piece, store.NOT_HELD)).version)
        }
        if moved_on:
            raise Stale(moved_on)
        planned = _plan(edits, held)
        if planned.refused:
            raise EditsRefused(planned.refused)
        change = Change(made_by=actor, made_at=now, source=source, label=label)
        return _prepared(current, change, planned.changed, held)

    return _make(collection, actor, len(edits), prepare, then)


def undo(*, change: Change, actor: Any, now: datetime) -> Change:
    """Take a change back whole, as a change of its own; an undo can be undone like any other.

    Raises NotAllowed, Locked, UndoneAlready, and InTheWay where a later change touched the same.
    """

    def prepare(current: Collection) -> _Prepared:
        if Change.objects.filter(reverts=change).exists():
            raise UndoneAlready
        lines = {piece_of(line): line for line in change.lines.all()}
        held = store.read(current, lines.keys())
        changed = [
            _taken_back(change, piece, line, held.get(piece, store.NOT_HELD).state)
            for piece, line in lines.items()
        ]
        undoing = Change(
            made_by=actor,
            made_at=now,
            source=Change.Source.UNDO,
            label=change.label,
            reverts=change,
        )
        return _prepared(current, undoing, changed, held)

    undone = _make(change.collection, actor, change.pieces, prepare)
    assert undone is not None  # noqa: S101 - a change without lines is never kept
    return undone


def _taken_back(change: Change, piece: Piece, line: ChangeLine, before: HoldingState) -> Planned:
    document = document_of(before)
    try:
        older = taken_back(document, line.changes)
        state = state_of(older)
        check_lent_once(state)
    except Clash as clash:
        raise InTheWay(piece, _later_change(change, piece, clash.path)) from clash
    return Planned(piece, before, state, changes_between(document, older))


@dataclass(frozen=True)
class _Prepared:
    """What a change writes into a collection that is at a version; nothing where `change` is
    None."""

    version: int
    change: Change | None = None
    steps: list[bulk.Step] = field(default_factory=list)


def _make(
    collection: Collection,
    actor: Any,
    pieces: int,
    prepare: Callable[[Collection], _Prepared],
    then: Callable[[Change | None], object] | None = None,
) -> Change | None:
    """Make a change under the collection's lock; a large one is prepared before, and prepared
    again under the lock only where the collection has moved on meanwhile."""
    ahead = prepare(_open(collection, actor)) if pieces > PREPARED_AHEAD else None
    with transaction.atomic():
        current = _open(collection, actor, hold=True)
        if ahead is None or ahead.version != current.version:
            ahead = prepare(current)
        if ahead.change:
            current.version += 1
            current.save(update_fields=["version"])
            bulk.run(ahead.steps)
        if then:
            then(ahead.change)
    return ahead.change


def _open(collection: Collection, actor: Any, *, hold: bool = False) -> Collection:
    """The collection as it is now, held until the transaction ends; raises NotAllowed, Locked."""
    rows = Collection.objects.editable_by(actor).filter(pk=collection.pk)
    current = (rows.select_for_update() if hold else rows).first()
    if current is None:
        raise NotAllowed
    if current.locked:
        raise Locked
    return current


def _prepared(
    collection: Collection,
    change: Change,
    changed: list[Planned],
    held: Mapping[Piece, store.Held],
) -> _Prepared:
    if not changed:
        return _Prepared(collection.version)
    new = sum(planned.piece not in held for planned in changed)
    if new and collection.holdings.count() + new > most("pieces"):
        raise TooManyPieces
    [change.id] = bulk.reserve_ids(Change, 1)
    change.collection = collection
    change.number = collection.version + 1
    change.pieces = len(changed)
    before = {each.piece: held.get(each.piece, store.NOT_HELD) for each in changed}
    after = {each.piece: each.after for each in changed}
    lines = [
        ChangeLine(
            change_id=change.id,
            system=each.piece.system,
            set_code=each.piece.set,
            number=each.piece.number,
            variant=each.piece.variant,
            changes=each.changes,
        )
        for each in changed
    ]
    steps = [
        *store.writing(collection, before, after, change.number),
        *bulk.inserts([change]),
        *bulk.inserts(lines, without_ids=True),
    ]
    return _Prepared(collection.version, change, steps)


def _later_change(change: Change, piece: Piece, path: tuple[str, ...]) -> Change:
    """The last change after this one that touched a value of a piece, or something inside it."""
    lines = ChangeLine.objects.filter(
        change__collection=change.collection_id,
        change__number__gt=change.number,
        system=piece.system,
        set_code=piece.set,
        number=piece.number,
        variant=piece.variant,
    )
    later = lines.select_related("change").order_by("-change__number")
    return next(line.change for line in later if _touches(line.changes, path))


def _touches(changes: Changes, path: tuple[str, ...]) -> bool:
    inner: Any = changes
    for key in path:
        if not isinstance(inner, dict):
            return True
        if key not in inner:
            return False
        inner = inner[key]
    return True
