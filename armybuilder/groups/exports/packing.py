"""What to take out of the cabinet for a list: every figure and card once, by where it is kept."""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.groups.exports import words
from armybuilder.groups.exports.sheet import CardLine, PieceRow, Sheet

#: How many have a box to tick each.
MOST_TICKS = 6


@dataclass(frozen=True)
class Packed:
    """One thing to take: how many, its number, its name and what else tells it apart. `drawing`,
    `kind` and `mark` are the picture of a figure, empty for a card."""

    id: str
    name: str
    facts: str
    count: int
    drawing: str = ""
    kind: str = ""
    mark: str = ""

    @property
    def many(self) -> bool:
        """Whether there are too many to have a box each."""
        return self.count > MOST_TICKS

    @property
    def ticks(self) -> range:
        """The boxes to tick: one for each of a few."""
        return range(1 if self.many else self.count)


@dataclass(frozen=True)
class Shelf:
    """What is kept at one place; "" where nobody noted one."""

    place: str
    things: tuple[Packed, ...]

    @property
    def count(self) -> int:
        """How many things that are."""
        return sum(thing.count for thing in self.things)


def shelves(sheet: Sheet) -> tuple[Shelf, ...]:
    """Everything a list takes, place by place, what has none last; figures before cards."""
    things: dict[str, Packed] = {}
    for thing in (*_figures(sheet), *_cards(sheet)):
        before = things.get(thing.id)
        count = thing.count + (before.count if before else 0)
        things[thing.id] = Packed(**{**vars(before or thing), "count": count})
    placed: dict[str, list[Packed]] = {}
    for thing in things.values():
        place = ", ".join(map(words.harmless, sheet.places.get(thing.id, ())))
        placed.setdefault(place, []).append(thing)
    return tuple(
        Shelf(place, tuple(placed[place]))
        for place in sorted(placed, key=lambda place: (not place, place.casefold()))
    )


def _figures(sheet: Sheet) -> Iterator[Packed]:
    for _section, pieces in sheet.sections:
        for piece in pieces:
            yield Packed(
                id=piece.id,
                name=words.piece_name(piece),
                facts=_facts(piece),
                count=piece.count,
                drawing=piece.drawing,
                kind=piece.section,
                mark=piece.mark,
            )


def _facts(piece: PieceRow) -> str:
    """The number and what is printed on the base."""
    printed = words.harmless(piece.printed or "")
    told = (words.harmless(piece.id), printed, words.rank_name(piece))
    return " · ".join(filter(None, (*told, str(words.KINDS[piece.section]))))


def _cards(sheet: Sheet) -> Iterator[Packed]:
    for piece in sheet.pieces:
        for card in piece.mounted:
            kind = "G" if card.kind == "gear" else "P"
            yield _card(card, str(words.CARD_TYPES[kind]), piece.count)
    for shared in sheet.cards:
        yield _card(shared, str(words.CARD_TYPES.get(shared.type, "")), 1)


def _card(card: CardLine, kind: str, count: int) -> Packed:
    facts = " · ".join(filter(None, (words.harmless(card.id), kind)))
    return Packed(id=card.id, name=words.card_name(card), facts=facts, count=count)
