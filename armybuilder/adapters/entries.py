"""The entries of a group as a list shows them, with what may be chosen on each."""

from dataclasses import dataclass

import rules
from armybuilder.adapters.groups import Judged
from armybuilder.adapters.verdicts import card_name
from collection.language import language


@dataclass(frozen=True)
class Choice:
    """One value a person may choose for a card; `points` is what the whole group then costs."""

    value: str
    label: str
    points: int | None = None


@dataclass(frozen=True)
class MountedCard:
    """A card on a figure. `weapon` is the slot it was put on, `recruit` the factions paid."""

    where: str
    card: str
    name: str
    kind: str
    points: int | None
    weapon: str = ""
    recruit: tuple[str, ...] = ()


@dataclass(frozen=True)
class Figures:
    """One line of figures. `points` is one bare copy, `value` one copy with its cards; `name` is
    the bare id where the catalogue knows no such figure."""

    index: int
    where: str
    unit: str
    name: str
    variant: str
    faction: str | None
    rank: str
    points: int | None
    value: int
    count: int
    takes_cards: bool
    known: bool
    gear: tuple[MountedCard, ...]
    pilots: tuple[MountedCard, ...]

    @property
    def row(self) -> int:
        """The line's number as people count, from 1."""
        return self.index + 1

    @property
    def is_bare(self) -> bool:
        """Whether the entry may stand for several copies."""
        return not (self.gear or self.pilots)


@dataclass(frozen=True)
class PlayedCard:
    """A card of the whole group. `factions` may be chosen from; `requirement` is what the player
    vouches for."""

    index: int
    where: str
    card: str
    name: str
    kind: str
    points: int | None
    official: bool
    factions: tuple[str, ...] = ()
    faction: str = ""
    requirements: tuple[str, ...] = ()
    confirmed: bool = False


@dataclass(frozen=True)
class Entries:
    """Everything in a group."""

    figures: tuple[Figures, ...]
    cards: tuple[PlayedCard, ...]


def entries(judged: Judged) -> Entries:
    """The lines of a group, in the order of the document."""
    group, known, verdict = judged.group, judged.known, judged.verdict
    points = {part.where: part.value for part in verdict.points.parts}
    return Entries(
        figures=tuple(
            _figures(index, entry, facts, known, points)
            for index, (entry, facts) in enumerate(zip(group.units, verdict.pieces, strict=True))
        ),
        cards=tuple(
            _played(index, played, known, points) for index, played in enumerate(group.cards)
        ),
    )


def _figures(
    index: int,
    entry: rules.Entry,
    facts: rules.PieceFacts,
    known: rules.Catalogue,
    points: dict[str, int],
) -> Figures:
    unit = entry.inline or known.unit(entry.unit)
    cards = [
        (part, _mounted(choice, where, unit, known, points))
        for part, where, choice in entry.cards_at(facts.where)
    ]
    return Figures(
        index=index,
        where=facts.where,
        unit=entry.unit,
        name=unit.full_name if unit else entry.unit,
        variant=(unit.variant if unit else None) or "",
        faction=facts.faction and rules.faction_name(facts.faction, language()),
        rank=(unit.rank_mark if unit else None) or "",
        points=facts.points,
        value=facts.value,
        count=facts.count,
        takes_cards=bool(unit and unit.slots),
        known=unit is not None,
        gear=tuple(card for part, card in cards if part == "gear"),
        pilots=tuple(card for part, card in cards if part == "pilot"),
    )


def _mounted(
    choice: rules.CardChoice,
    where: str,
    unit: rules.Unit | None,
    known: rules.Catalogue,
    points: dict[str, int],
) -> MountedCard:
    card = known.card(choice.card)
    return MountedCard(
        where=where,
        card=choice.card,
        name=card_name(card) if card else choice.card,
        kind=card.type if card else "",
        points=points.get(where),
        weapon=choice.weapon or "",
        recruit=rules.recruiters(choice, card, unit) if card else choice.recruit or (),
    )


def _played(
    index: int, choice: rules.GroupCard, known: rules.Catalogue, points: dict[str, int]
) -> PlayedCard:
    card = known.card(choice.card)
    where = f"cards[{index}]"
    if card is None:
        return PlayedCard(index, where, choice.card, choice.card, "", None, official=True)
    texts = [r.text for r in card.requirements if r.is_free_text]
    return PlayedCard(
        index=index,
        where=where,
        card=choice.card,
        name=card_name(card),
        kind=card.type,
        points=points.get(where),
        official=card.official,
        factions=card.factions if card.type == "MC" else (),
        faction=choice.faction or "",
        requirements=tuple(text[language()] for text in texts),
        confirmed=bool(choice.confirmed),
    )
