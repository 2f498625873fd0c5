"""Planetary conditions revealed and cancelled (rules AOD-PC-002, AOD-PC-005, AOD-CARD-010)."""

from collections.abc import Iterable, Sequence

import msgspec

from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.play.enlisting import ConditionRecord, card_named, victim_of
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.state.setup import Player
from rules.age_of_destruction.table.impossible import Impossible
from rules.core.codec import Unreadable


class Revealed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A planetary condition on the table; `against` is the card it cancels by choice."""

    card: Card
    against: str = ""

    @property
    def victims(self) -> tuple[str, ...]:
        """The cards it cancels."""
        return (*self.card.cancels, self.against) if self.against else self.card.cancels


def revealed(
    named: Sequence[ConditionRecord | str] | None, players: Iterable[Player], catalogue: Catalogue
) -> tuple[Revealed, ...]:
    """The conditions of a scenario: those it names, else those its players brought.

    Every player brings one or nobody does (AOD-PC-002); raises Unreadable.
    """
    if named is not None:
        return tuple(
            _named(record, f"$.conditions[{index}]", catalogue)
            for index, record in enumerate(named)
        )
    brought = [[played for played in p.cards if played.card.type == "PC"] for p in players]
    if any(brought) and any(len(cards) != 1 for cards in brought):
        raise Impossible("$.players", "CONDITIONS_UNEVEN")
    return tuple(Revealed(played.card, played.cancels) for cards in brought for played in cards)


def _named(record: ConditionRecord | str, path: str, catalogue: Catalogue) -> Revealed:
    """A planetary condition; raises Unreadable for a card that is none and for a choice it does not
    give."""
    name = record if isinstance(record, str) else record.card
    card = card_named(name, path, catalogue)
    if card.type != "PC":
        raise Unreadable(path, "UNKNOWN_NAME", name=name[:80])
    if card.id not in ABILITIES.conditions:
        raise Impossible(path, "UNKNOWN_ABILITY", what=card.id)
    return Revealed(card, victim_of(record, card, path, catalogue))


def in_force(conditions: Iterable[Revealed]) -> tuple[str, ...]:
    """The ids of the conditions that remain, each once (AOD-PC-005).

    Cancels are carried out in the given order, which the first player chooses; a card that is
    cancelled cancels nothing any more, and one that cancels by choice goes with its victim
    (AOD-CARD-010, AOD-CARD-012).
    """
    left = {condition.card.id: condition for condition in conditions}
    for card_id, condition in list(left.items()):
        if card_id not in left:
            continue
        if condition.against in left and condition.against != card_id:
            del left[card_id]
        for victim in condition.victims:
            if victim != card_id:
                left.pop(victim, None)
    return tuple(left)
