"""Sets as checklists: which of their members are known, owned, missing, there twice.

A set's known members are the catalogue's records of it, and every number up to its size where the
size is known. Whatever else is owned of it counts beside, as beyond what is known.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from django.db.models import Q

from collection.catalogue import selectors as catalogue
from collection.catalogue.models import Card, ExpansionSet, Figure
from collection.catalogue.pieces import NUMBER_LENGTH, Piece
from collection.owning.models import Collection, Copy
from collection.owning.pieces import piece_of
from collection.owning.selectors.holdings import Amounts, amounts_of_rows, copies_of, prices_of

#: What a checklist says of a figure; its record is a hundred times as long.
SAID = (
    "catalogue_id",
    "number",
    "name",
    "nickname",
    "status",
    "type",
    "mech_class",
    "rank",
    "points",
    "faction",
)


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
    """A set and how far a collection has it; `beyond` are owned numbers that are not known."""

    set: ExpansionSet
    progress: Progress
    beyond: int


@dataclass(frozen=True)
class SetsProgress:
    """How far a collection has every set; `elsewhere` are owned numbers of unknown sets."""

    sets: tuple[SetProgress, ...]
    elsewhere: int


@dataclass(frozen=True)
class Member:
    """One number of a set: its record as far as there is one, and what the collection holds.

    What only the collection speaks of is not known.
    """

    piece: Piece
    amounts: Amounts
    is_known: bool
    figure: Figure | None = None
    card: Card | None = None
    said_name: str = ""

    @property
    def is_owned(self) -> bool:
        """Whether there is one."""
        return self.amounts.owned > 0


@dataclass(frozen=True)
class Checklist:
    """Every number of a set, in order, and what the collection's part of it is worth."""

    set: ExpansionSet
    members: tuple[Member, ...]
    prices: Mapping[str, Decimal] = field(default_factory=dict)

    @property
    def progress(self) -> Progress:
        """How many of its known members are owned."""
        return _progress(member for member in self.members if member.is_known)

    @property
    def beyond(self) -> int:
        """How many numbers are owned that are not known."""
        return sum(member.is_owned and not member.is_known for member in self.members)

    @property
    def missing(self) -> tuple[Member, ...]:
        """The known members that are not owned."""
        return tuple(each for each in self.members if each.is_known and not each.is_owned)

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


def progress_of_sets(collection: Collection, system: str) -> SetsProgress:
    """How far a collection has each set, in the order of the catalogue; five queries."""
    recorded = _recorded_numbers(system)
    owned = _owned_numbers(collection, system)
    found = []
    for of in ExpansionSet.objects.filter(system=system):
        known, mine = known_numbers(of, recorded[of.pk]), owned.pop(of.code, set())
        progress = Progress(len(known), len(known & mine))
        found.append(SetProgress(of, progress, len(mine - known)))
    return SetsProgress(tuple(found), sum(len(numbers) for numbers in owned.values()))


def known_numbers(of: ExpansionSet, recorded: Iterable[str]) -> set[str]:
    """The numbers a set is known to have: those of the catalogue's records and all up to its
    size, whether or not anybody knows what they are."""
    size = of.record.get("size") or 0
    return {str(number).zfill(NUMBER_LENGTH) for number in range(1, size + 1)} | set(recorded)


def checklist(collection: Collection, of: ExpansionSet) -> Checklist:
    """Every number of a set: those that are known and those the collection speaks of; six
    queries."""
    records = _records(of)
    known = known_numbers(of, records)
    speaks_of = collection.holdings.filter(system=of.system, set_code=of.code)
    rows = list(speaks_of.defer("notes", "tags", "search_text"))
    amounts = amounts_of_rows(rows)
    held: dict[str, Amounts] = defaultdict(Amounts)
    said: dict[str, str] = {}
    for row in rows:
        held[row.number] += amounts[piece_of(row)]
        said[row.number] = row.name or said.get(row.number, "")
    members = [
        Member(
            Piece(of.system, of.code, number),
            held.get(number, Amounts()),
            number in known,
            *records.get(number, (None, None)),
            said.get(number, ""),
        )
        for number in known | held.keys()
    ]
    copies = Copy.objects.filter(holding__in=[row.pk for row in rows])
    ordered = sorted(members, key=lambda member: member.piece.sort_key)
    return Checklist(of, tuple(ordered), prices_of(copies))


def _owned_numbers(collection: Collection, system: str) -> dict[str, set[str]]:
    """The numbers a collection owns of each set, by its code; variants of a number are one."""
    held = collection.holdings.filter(system=system).order_by()
    owned = held.annotate(apart=copies_of()).filter(Q(plain__gt=0) | Q(apart__gt=0))
    numbers: dict[str, set[str]] = defaultdict(set)
    for code, number in owned.values_list("set_code", "number"):
        numbers[code].add(number)
    return numbers


def _recorded_numbers(system: str) -> dict[int, set[str]]:
    """The numbers of the catalogue's records, each of a block's too, by the sets' row ids; three
    queries."""
    numbers: dict[int, set[str]] = defaultdict(set)
    figures = Figure.objects.filter(system=system).order_by()
    single = figures.exclude(status=Figure.Status.BLOCK)
    for set_id, number in single.values_list("set", "number"):
        numbers[set_id].add(number)
    blocks = figures.filter(status=Figure.Status.BLOCK)
    for set_id, block in blocks.values_list("set", "record__block"):
        numbers[set_id].update(block)
    cards = Card.objects.filter(system=system).order_by()
    for set_id, kind, number in cards.values_list("set", "type", "number"):
        numbers[set_id].add(f"{kind}-{number}")
    return numbers


def _records(of: ExpansionSet) -> dict[str, tuple[Figure | None, Card | None]]:
    """The catalogue's records of a set by their numbers; a block stands where nothing else does."""
    records: dict[str, tuple[Figure | None, Card | None]] = {}
    factions = {each.pk: each for each in catalogue.factions(of.system)}
    figures = Figure.objects.filter(set=of)
    blocks = figures.filter(status=Figure.Status.BLOCK)
    for figure in [*blocks, *figures.exclude(status=Figure.Status.BLOCK).only(*SAID)]:
        figure.faction = factions.get(figure.faction_id) if figure.faction_id else None
        is_block = figure.status == Figure.Status.BLOCK
        for number in figure.record["block"] if is_block else [figure.number]:
            records[number] = figure, None
    for card in Card.objects.filter(set=of).defer("record"):
        records[f"{card.type}-{card.number}"] = None, card
    return records
