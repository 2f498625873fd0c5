"""Plain values of the page of a club evening."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from armybuilder.clubs.models import Assignment, EveningEntry
from armybuilder.clubs.selectors.evenings import Plan, prints_of
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.armies import title_of
from armybuilder.groups.present.groups import is_army
from armybuilder.groups.present.lineups import lineup_of
from armybuilder.groups.present.pins import kept_standing
from armybuilder.groups.printing import MOST_PRINTED
from collection.catalogue import game
from collection.catalogue.finding.finder import Finder
from collection.catalogue.pieces import Piece, find_piece
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.lineups import lineup
from collection.catalogue.present.values import FigureView, Lineup
from collection.owning.models import Copy
from collection.owning.pieces import piece_of


@dataclass(frozen=True)
class EveningPiece:
    """Some of one piece; `who` is where it comes from or goes to and `with_me` whether that is the
    reader, `item` its id in the catalogue, empty for what that does not know, `figure` its picture,
    None for cards, `out` how many are not back."""

    id: int
    printed: str
    name: str
    count: int
    who: str = ""
    with_me: bool = False
    where: str = ""
    item: str = ""
    figure: FigureView | None = None
    is_own: bool = False
    handed_out: bool = False
    out: int = 0

    @property
    def back(self) -> int:
        """How many of what was lent are back."""
        return self.count - self.out


@dataclass(frozen=True)
class ListValue:
    """One entry: who comes, with which group, its figures as far as the reader may know them, what
    it gets and what it lacks; whether nothing stands in it, and its player handed it in and has
    changed it since."""

    id: int
    who: str
    is_mine: bool
    group: str
    lineup: Lineup | None
    lines: list[EveningPiece]
    missing: list[EveningPiece]
    is_empty: bool
    is_handed_in: bool
    changed_since: bool


@dataclass(frozen=True)
class PrintValue:
    """Lists that an organiser prints together: by what they are asked for, how many they are, and
    which, "" where they are all there are."""

    system: str
    first: int
    count: int
    which: str


@dataclass(frozen=True)
class PackList:
    """What one member brings for whom."""

    who: str
    is_mine: bool
    lines: list[EveningPiece]

    @property
    def waits(self) -> bool:
        """Whether something on it is not handed out."""
        return any(not line.handed_out for line in self.lines)


@dataclass(frozen=True)
class ReturnSheet:
    """What was lent, line by line, and whether all of it is back."""

    lines: list[tuple[str, bool, EveningPiece]]

    @property
    def lent(self) -> int:
        """How many pieces were lent."""
        return sum(line.count for _who, _mine, line in self.lines)

    @property
    def out(self) -> int:
        """How many of them are not back."""
        return sum(line.out for _who, _mine, line in self.lines)

    @property
    def back(self) -> int:
        """How many of them are."""
        return self.lent - self.out


def list_values(
    plan: Plan, user: Any, known: Finder, printable: Collection[int]
) -> list[ListValue]:
    """Every entry with its pieces; of others' only that those are handed in which the user may
    print, by their row ids."""
    by_entry: dict[int, list[EveningPiece]] = {}
    for row in plan.assignments:
        by_entry.setdefault(row.entry_id, []).append(_line(row, plan, known, user, row.lender))
    return [
        ListValue(
            entry.pk,
            plan.circle.name(entry.user),
            entry.user_id == user.pk,
            _group_name(entry, user),
            _lineup(entry, user),
            by_entry.get(entry.pk, []),
            [_missing_line(piece, n, known) for piece, n in plan.missing.get(entry.pk, {}).items()],
            entry.group is not None and is_empty(entry.group),
            (entry.handed_in is not None) if entry.user_id == user.pk else entry.pk in printable,
            _changed_since(entry),
        )
        for entry in plan.entries
    ]


def is_empty(group: BattleGroup) -> bool:
    """Whether nothing stands in a list yet."""
    standing = kept_standing(group.standing)
    return standing is not None and standing.empty


def print_values(entries: Sequence[EveningEntry]) -> list[PrintValue]:
    """What an organiser prints at once."""
    prints = prints_of(entries)
    games = {system: title_of(system) for system, _first in prints}
    found = []
    for (system, first), lists in prints.items():
        title = games[system] if len(games) > 1 else ""
        several = first > 1 or len(lists) == MOST_PRINTED
        numbers = f"{first}–{first + len(lists) - 1}" if several else ""
        which = ", ".join(filter(None, (title, numbers)))
        found.append(PrintValue(system, first, len(lists), which))
    return found


def pack_lists(plan: Plan, user: Any, known: Finder) -> list[PackList]:
    """What each member brings, one's own list first and with the places of the pieces."""
    places = _places(row for row in plan.assignments if row.lender_id == user.pk)
    lists: dict[int, PackList] = {}
    for row in plan.assignments:
        is_mine = row.lender_id == user.pk
        pack = lists.setdefault(row.lender_id, PackList(plan.circle.name(row.lender), is_mine, []))
        where = places.get((row.collection_id, piece_of(row)), "") if is_mine else ""
        pack.lines.append(_line(row, plan, known, user, row.entry.user, where))
    return sorted(lists.values(), key=lambda pack: not pack.is_mine)


def return_sheet(plan: Plan, user: Any, known: Finder) -> ReturnSheet:
    """Everything lent on the evening, by lender."""
    return ReturnSheet(
        [
            (
                plan.circle.name(row.lender),
                row.lender_id == user.pk,
                _line(row, plan, known, user, row.entry.user),
            )
            for row in sorted(plan.assignments, key=lambda row: row.lender_id)
            if row.loans
        ]
    )


def _line(
    row: Assignment, plan: Plan, known: Finder, reader: Any, who: Any, where: str = ""
) -> EveningPiece:
    piece = piece_of(row)
    item = _item(piece, known)
    return EveningPiece(
        row.pk,
        str(piece),
        _name(piece, known),
        row.count,
        plan.circle.name(who),
        who.pk == reader.pk,
        where,
        item=item,
        figure=_figure(item),
        is_own=row.lender_id == row.entry.user_id,
        handed_out=row.handed_out is not None,
        out=plan.out[row.pk],
    )


def _missing_line(catalogue_id: str, count: int, known: Finder) -> EveningPiece:
    piece = find_piece(game.SYSTEM, catalogue_id)
    if piece is None:
        return EveningPiece(0, catalogue_id, "", count)
    item = _item(piece, known)
    return EveningPiece(
        0, catalogue_id, _name(piece, known), count, item=item, figure=_figure(item)
    )


def _figure(item: str) -> FigureView | None:
    unit = game.catalogue().unit(item)
    return figure_view(unit) if unit else None


def _lineup(entry: EveningEntry, reader: Any) -> Lineup | None:
    """One's own list as it is now; of others' what was assigned for them, which the page tells."""
    known = game.catalogue()
    if entry.user_id == reader.pk and entry.group:
        shown = None if is_army(entry.group.document) else lineup_of(entry.group.document, known)
    else:
        counted = Counter(entry.pieces).elements()
        shown = lineup([unit for item in counted if (unit := known.unit(item))])
    return shown if shown and shown.figures else None


def _item(piece: Piece, known: Finder) -> str:
    found = known.find(piece)
    return found.id if found else ""


def _name(piece: Piece, known: Finder) -> str:
    found = known.find(piece)
    return found.title if found else _("not in the catalogue")


def _changed_since(entry: EveningEntry) -> bool:
    given, group = entry.handed_in, entry.group
    return given is not None and group is not None and given.number != group.version


def _group_name(entry: EveningEntry, reader: Any) -> str:
    group = entry.group
    if group is None:
        return ""
    is_read = entry.user_id == reader.pk or not group.hidden
    return (is_read and group.name) or _("Without a name")


def _places(rows: Iterable[Assignment]) -> dict[tuple[int, Piece], str]:
    """Where copies of pieces are kept, by collection and piece; one query."""
    wanted = Q(pk=None)
    for row in rows:
        wanted |= Q(
            holding__collection=row.collection_id,
            holding__set_code=row.set_code,
            holding__number=row.number,
            holding__variant=row.variant,
        )
    found: dict[tuple[int, Piece], list[str]] = {}
    for copy in Copy.objects.filter(wanted).exclude(place="").select_related("holding"):
        key = (copy.holding.collection_id, piece_of(copy.holding))
        known = found.setdefault(key, [])
        if copy.place not in known:
            known.append(copy.place)
    return {key: ", ".join(known) for key, known in found.items()}
