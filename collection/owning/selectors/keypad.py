"""What the keypad's page reads."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from collection.catalogue.models import ExpansionSet, Figure
from collection.owning.models import Collection, KeypadLine, Product

LINES_SHOWN = 30


@dataclass(frozen=True)
class Session:
    """The lines at hand, newest first and only so many of them, and the sums of all."""

    lines: list[KeypadLine]
    pieces: int
    new: int
    duplicates: int


def session(collection: Collection, user: Any) -> Session:
    """What a person has typed since they last finished; one query."""
    rows = list(_lines(collection, user).select_related("change__reverted_by"))
    counted = [row for row in rows if row.change_id and not is_taken_back(row)]
    added = sum(count for row in counted for _id, _variant, count, _before, _known in row.pieces)
    first = _first_of_their_kind(counted)
    return Session(rows[:LINES_SHOWN], added, first, added - first)


def _first_of_their_kind(lines: Iterable[KeypadLine]) -> int:
    """How many pieces came into the collection of which there was none before."""
    before: dict[tuple[str, str], int] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for line in lines:
        for catalogue_id, variant, count, owned, _known in line.pieces:
            key = (catalogue_id, variant)
            before[key] = min(owned, before.get(key, owned))
            counts[key] += count
    return sum(1 for key, owned in before.items() if owned == 0 and counts[key] > 0)


def is_taken_back(line: KeypadLine) -> bool:
    """Whether what a line did has been undone, here or in the history."""
    undone_there = line.change is not None and hasattr(line.change, "reverted_by")
    return line.taken_back_id is not None or undone_there


def last_change(collection: Collection, user: Any) -> KeypadLine | None:
    """The newest line that did something and still stands; one query."""
    rows = _lines(collection, user).filter(change__isnull=False, taken_back=None)
    return rows.filter(change__reverted_by=None).first()


def line(collection: Collection, user: Any, key: str) -> KeypadLine | None:
    """One line of a person's session; one query."""
    return _lines(collection, user).select_related("change").filter(key=key).first()


def products(collection: Collection) -> list[Product]:
    """What the owner defined; one query."""
    return list(collection.products.all())


def _lines(collection: Collection, user: Any) -> Any:
    return collection.keypad_lines.filter(typed_by=user, done=False)


@dataclass(frozen=True)
class Box:
    """Something that was sold with the same figures in each: its set, and what is typed for it."""

    set: ExpansionSet
    content: str
    figures: int

    @property
    def key(self) -> str:
        """What names it in a form."""
        return f"starter-{self.set.code}"


def boxes(system: str) -> list[Box]:
    """The starters of a game's sets, as far as the records tell what was in them; one query."""
    rows = Figure.objects.filter(system=system, record__rarity="starter").select_related("set")
    inside: dict[ExpansionSet, list[str]] = {}
    for row in rows.order_by("set", "sort_key"):
        inside.setdefault(row.set, []).append(row.number)
    return [Box(of, " ".join((of.code, *numbers)), len(numbers)) for of, numbers in inside.items()]
