"""Sets as checklists: which of their members are known, owned, missing, there twice."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.db.models import Count, Q, Sum

from collection.models import Card, Collection, Copy, ExpansionSet, Figure, Holding
from collection.owning.pieces import NUMBER_LENGTH, Piece, piece_of
from collection.owning.selectors import Amounts, amounts_of_rows, copies_of


@dataclass(frozen=True)
class Progress:
    """How many there are, and how many of them are owned."""

    known: int
    owned: int

    @property
    def percent(self) -> int:
        """The share owned, a hundred only when it is all."""
        return self.owned * 100 // self.known if self.known else 0

    @property
    def missing(self) -> int:
        """How many are not owned."""
        return self.known - self.owned


@dataclass(frozen=True)
class SetProgress:
    """A set and how far a collection has it; `beyond` are owned numbers the catalogue lacks."""

    set: ExpansionSet
    progress: Progress
    beyond: int


@dataclass(frozen=True)
class Member:
    """One number of a set: its record as far as there is one, and what the collection holds."""

    piece: Piece
    amounts: Amounts
    figure: Figure | None = None
    card: Card | None = None
    said_name: str = ""

    @property
    def is_owned(self) -> bool:
        """Whether there is one."""
        return self.amounts.owned > 0


@dataclass(frozen=True)
class Checklist:
    """Every known number of a set, in order, and what the collection's part of it is worth."""

    set: ExpansionSet
    members: tuple[Member, ...]
    prices: Mapping[str, Decimal] = field(default_factory=dict)

    @property
    def progress(self) -> Progress:
        """How much of it is owned."""
        return _progress(self.members)

    @property
    def missing(self) -> tuple[Member, ...]:
        """What is not owned."""
        return tuple(member for member in self.members if not member.is_owned)

    @property
    def spare(self) -> tuple[Member, ...]:
        """What is owned more than once."""
        return tuple(member for member in self.members if member.amounts.owned > 1)

    @property
    def points(self) -> int:
        """The points of everything owned, as far as they are known."""
        return sum(
            (member.figure.points or 0) * member.amounts.owned
            for member in self.members
            if member.figure
        )

    def by(self, value: Callable[[Figure], str]) -> dict[str, Progress]:
        """How much is owned of each kind of figure, for those whose kind is known."""
        kinds: dict[str, list[Member]] = {}
        for member in self.members:
            if member.figure and (kind := value(member.figure)):
                kinds.setdefault(kind, []).append(member)
        return {kind: _progress(members) for kind, members in kinds.items()}


def _progress(members: Iterable[Member]) -> Progress:
    members = list(members)
    return Progress(len(members), sum(member.is_owned for member in members))


def progress_of_sets(collection: Collection, system: str) -> list[SetProgress]:
    """How far a collection has each set, in the order of the catalogue; six queries."""
    figures = Figure.objects.filter(system=system).order_by()
    known = dict(
        figures.exclude(status=Figure.Status.BLOCK).values_list("set").annotate(Count("id"))
    )
    blocks = figures.filter(status=Figure.Status.BLOCK).values_list("set", "record__block")
    for set_id, numbers in blocks:
        known[set_id] = known.get(set_id, 0) + len(numbers)
    cards = Card.objects.filter(system=system).order_by()
    for set_id, count in cards.values_list("set").annotate(Count("id")):
        known[set_id] = known.get(set_id, 0) + count
    held = collection.holdings.filter(system=system).order_by()
    owned = held.annotate(apart=copies_of()).filter(Q(plain__gt=0) | Q(apart__gt=0))
    counted = {
        row["set_code"]: row
        for row in owned.values("set_code").annotate(
            joined=Count(
                "number", distinct=True, filter=Q(figure__isnull=False) | Q(card__isnull=False)
            ),
            all=Count("number", distinct=True),
        )
    }
    none = {"joined": 0, "all": 0}
    sets = ExpansionSet.objects.filter(system=system).defer("record")
    found = []
    for row in sets:
        mine = counted.get(row.code, none)
        progress = Progress(known.get(row.pk, 0), mine["joined"])
        found.append(SetProgress(row, progress, mine["all"] - mine["joined"]))
    return found


def checklist(collection: Collection, of: ExpansionSet) -> Checklist:
    """Every number of a set: those of the catalogue, those its size tells, those owned; six
    queries."""
    members: dict[str, Member] = {}
    figures = Figure.objects.filter(set=of).select_related("set", "faction")
    for figure in figures.order_by("sort_key"):
        for number in figure.record.get("block") or [figure.number]:
            members[number] = _member(of, number, figure=figure)
    for number in _numbers_of(of):
        members.setdefault(number, _member(of, number))
    for card in Card.objects.filter(set=of).defer("record").order_by("sort_key"):
        number = f"{card.type}-{card.number}"
        members[number] = _member(of, number, card=card)
    rows = list(collection.holdings.filter(system=of.system, set_code=of.code))
    amounts = amounts_of_rows(rows)
    for row in rows:
        members[row.number] = _with_holding(
            members.get(row.number) or _member(of, row.number), row, amounts[piece_of(row)]
        )
    copies = Copy.objects.filter(holding__in=[row.pk for row in rows]).exclude(price=None)
    prices = copies.order_by("currency").values_list("currency").annotate(Sum("price"))
    ordered = sorted(members.values(), key=lambda member: member.piece.sort_key)
    return Checklist(of, tuple(ordered), dict(prices))


def _numbers_of(of: ExpansionSet) -> list[str]:
    """The numbers a set is known to have had, whether or not anybody knows what they are."""
    size = of.record.get("size") or 0
    return [str(number).zfill(NUMBER_LENGTH) for number in range(1, size + 1)]


def _member(of: ExpansionSet, number: str, **record: Any) -> Member:
    return Member(Piece(of.system, of.code, number), Amounts(), **record)


def _with_holding(member: Member, row: Holding, held: Amounts) -> Member:
    """The member with what is held of it; variants of a number count together."""
    return Member(
        member.piece,
        member.amounts + held,
        member.figure,
        member.card,
        row.name or member.said_name,
    )
