"""The entries of a group as a list shows them, with what may be chosen on each."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from armybuilder.groups.present.effects import Choice, card_changes, contract_choices
from armybuilder.groups.present.groups import Judged
from armybuilder.groups.present.verdicts import card_name, tally_parts
from collection.catalogue.present.values import Tally, TallyPart
from collection.common.language import language
from rules import age_of_destruction as aod

#: A legal group has four cards at most; of a longer list the rest is shown without its effects.
MOST_CARDS_TOLD = 4


@dataclass(frozen=True)
class MountedCard:
    """A card on a figure. `name` is the bare id where the catalogue knows no such card, `weapon` is
    the slot it was put on, `recruit` the factions paid."""

    where: str
    card: str
    name: str
    kind: str
    points: int | None
    known: bool
    weapon: str = ""
    recruit: tuple[str, ...] = ()


@dataclass(frozen=True)
class Figures:
    """One line of figures. `points` is one bare copy, `value` one copy with its cards; `name` is
    the bare id where the catalogue knows no such figure; one written into the list is not
    `official`."""

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
    official: bool
    tally: Tally
    gear: tuple[MountedCard, ...]
    pilots: tuple[MountedCard, ...]

    @property
    def row(self) -> int:
        """The line's number as people count, from 1."""
        return self.index + 1

    @property
    def mounted(self) -> tuple[MountedCard, ...]:
        """Everything on it."""
        return (*self.gear, *self.pilots)

    @property
    def is_bare(self) -> bool:
        """Whether the entry may stand for several copies."""
        return not (self.gear or self.pilots)


@dataclass(frozen=True)
class PlayedCard:
    """A card of the whole group. `choices` are the factions a contract may be with, `changes` what
    the card does for the group, `requirements` what the player vouches for."""

    index: int
    where: str
    card: str
    name: str
    kind: str
    points: int | None
    known: bool
    official: bool
    tally: Tally | None = None
    faction: str = ""
    choices: tuple[Choice, ...] = ()
    changes: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()
    confirmed: bool = False


@dataclass(frozen=True)
class Entries:
    """Everything in a group; `reading` is the template that shows it to whoever reads."""

    reading: ClassVar[str] = "groups/reading.html"

    figures: tuple[Figures, ...]
    cards: tuple[PlayedCard, ...]


def entries(judged: Judged) -> Entries:
    """The lines of a group, in the order of the document."""
    group, known, verdict = judged.group, judged.known, judged.verdict
    points = {part.where: part.value for part in verdict.points.parts}
    summands = tally_parts(judged)
    return Entries(
        figures=tuple(
            _figures(index, entry, facts, known, points, summands)
            for index, (entry, facts) in enumerate(zip(group.units, verdict.pieces, strict=True))
        ),
        cards=tuple(
            _played(index, played, judged, points, summands)
            for index, played in enumerate(group.cards)
        ),
    )


def _figures(
    index: int,
    entry: aod.Entry,
    facts: aod.PieceFacts,
    known: aod.Catalogue,
    points: dict[str, int],
    summands: dict[str, TallyPart],
) -> Figures:
    summand = summands.get(facts.where)
    unit = aod.figure_of(entry, known)
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
        faction=facts.faction and aod.faction_name(facts.faction, language()),
        rank=(unit.rank_mark if unit else None) or "",
        points=facts.points,
        value=facts.value,
        count=facts.count,
        takes_cards=bool(unit and unit.slots),
        known=unit is not None,
        official=facts.official,
        tally=Tally(
            label=_("Points"),
            total=summand.value if summand else 0,
            parts=(summand.parts or (summand,)) if summand else (),
            at_least=facts.points is None or any(card.points is None for _part, card in cards),
        ),
        gear=tuple(card for part, card in cards if part == "gear"),
        pilots=tuple(card for part, card in cards if part == "pilot"),
    )


def _mounted(
    choice: aod.CardChoice,
    where: str,
    unit: aod.Unit | None,
    known: aod.Catalogue,
    points: dict[str, int],
) -> MountedCard:
    card = known.card(choice.card)
    return MountedCard(
        where=where,
        card=choice.card,
        name=card_name(card) if card else choice.card,
        kind=card.type if card else "",
        points=points.get(where),
        known=card is not None,
        weapon=choice.weapon or "",
        recruit=aod.recruiters(choice, card, unit) if card else choice.recruit or (),
    )


def _played(
    index: int,
    choice: aod.GroupCard,
    judged: Judged,
    points: dict[str, int],
    summands: dict[str, TallyPart],
) -> PlayedCard:
    card = judged.known.card(choice.card)
    where = f"cards[{index}]"
    if card is None:
        return PlayedCard(index, where, choice.card, choice.card, "", None, False, official=True)
    texts = [r.text for r in card.requirements if r.is_free_text]
    summand = summands.get(where)
    told = index < MOST_CARDS_TOLD
    return PlayedCard(
        index=index,
        where=where,
        card=choice.card,
        name=card_name(card),
        kind=card.type,
        points=points.get(where),
        known=True,
        official=card.official,
        tally=Tally(_("Points"), summand.value, (summand,)) if summand else None,
        faction=choice.faction or "",
        choices=contract_choices(judged, index) if told and card.type == "MC" else (),
        changes=card_changes(judged, index) if told else (),
        requirements=tuple(text[language()] for text in texts),
        confirmed=bool(choice.confirmed),
    )
