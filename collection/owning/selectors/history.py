"""What pages read of a collection's history."""

from collections.abc import Iterable
from dataclasses import dataclass

from collection.catalogue.pieces import Piece
from collection.owning.models import Change, ChangeLine, Collection

CHANGES_A_PAGE = 30
LINES_A_PAGE = 200


@dataclass(frozen=True)
class ChangePage:
    """Some changes, newest first, and the number before which the next begin."""

    changes: list[Change]
    next_before: int | None


def change_page(collection: Collection, before: int | None = None) -> ChangePage:
    """A page of a collection's history; one query."""
    rows = collection.changes.select_related("made_by", "reverts", "reverted_by")
    if before is not None:
        rows = rows.filter(number__lt=before)
    found = list(rows[: CHANGES_A_PAGE + 1])
    more = len(found) > CHANGES_A_PAGE
    return ChangePage(found[:CHANGES_A_PAGE], found[CHANGES_A_PAGE - 1].number if more else None)


def newest_change(collection: Collection) -> Change | None:
    """The newest change; one query."""
    return collection.changes.select_related("made_by", "reverts", "reverted_by").first()


def find_change(collection: Collection, number: int) -> Change | None:
    """One change; one query."""
    rows = collection.changes.select_related("made_by", "reverts", "reverted_by")
    return rows.filter(number=number).first()


def lines_of_small(changes: Iterable[Change], most: int) -> dict[int, list[ChangeLine]]:
    """All lines of the changes that have few, by the changes' row ids; one query."""
    small = [change.pk for change in changes if change.pieces <= most]
    shown: dict[int, list[ChangeLine]] = {}
    for line in ChangeLine.objects.filter(change__in=small):
        shown.setdefault(line.change_id, []).append(line)
    return shown


def lines_of(change: Change, after: int = 0) -> list[ChangeLine]:
    """A page of a change's lines, beginning after so many; one query."""
    return list(change.lines.all()[after : after + LINES_A_PAGE])


def lines_of_piece(collection: Collection, piece: Piece, most: int) -> list[ChangeLine]:
    """The newest changes of one piece; one query."""
    rows = ChangeLine.objects.filter(
        change__collection=collection,
        system=piece.system,
        set_code=piece.set,
        number=piece.number,
        variant=piece.variant,
    )
    related = ("change__made_by", "change__reverts", "change__reverted_by")
    return list(rows.select_related(*related).order_by("-change__number")[:most])
