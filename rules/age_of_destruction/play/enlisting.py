"""Whose colours figures bear and what they are worth, as the cards of their groups make them."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from rules.age_of_destruction.army.battle_group import (
    BattleGroup,
    Entry,
    GroupCard,
    GroupCardRecord,
    group_card_of,
)
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.state.setup import Figure, PlayedCard, Player
from rules.core.codec import Unreadable
from rules.core.tally import Part, Tally
from rules.core.typed import Written


class PlayedCardRecord(GroupCardRecord, frozen=True):
    """A card of the group in play; a planetary condition `cancels` another by choice."""

    cancels: str | None = None


class ConditionRecord(Written, frozen=True):
    """A planetary condition, with the card it `cancels` by choice."""

    card: str
    cancels: str | None = None


def played_cards(
    records: Iterable[PlayedCardRecord | str], data: Any, path: str, catalogue: Catalogue
) -> tuple[PlayedCard, ...]:
    """The cards of a whole battle group, by id or as objects; raises Unreadable for unknown ids."""
    played = []
    for index, record in enumerate(records):
        place = f"{path}[{index}]"
        choice = group_card_of(record, data[index])
        card = card_named(choice.card, place, catalogue)
        played.append(PlayedCard(card, choice.faction, victim_of(record, card, place, catalogue)))
    return tuple(played)


def card_named(card_id: str, path: str, catalogue: Catalogue) -> Card:
    """The card of an id; raises Unreadable for one that nobody knows."""
    card = catalogue.card(card_id)
    if card is None:
        raise Unreadable(path, "UNKNOWN_NAME", name=card_id[:80])
    return card


def victim_of(
    record: PlayedCardRecord | ConditionRecord | str, card: Card, path: str, catalogue: Catalogue
) -> str:
    """The card that a planetary condition `cancels` by choice, "" for none; raises Unreadable for a
    choice the card does not give."""
    victim = None if isinstance(record, str) else record.cancels
    if victim and not (card.cancels_any_one and catalogue.card(victim)):
        raise Unreadable(f"{path}.cancels", "UNKNOWN_NAME", name=victim[:80])
    return victim or ""


def enlisted(
    units: Sequence[tuple[Figure, Entry]],
    players: Sequence[Player],
    build_total: int,
    catalogue: Catalogue,
) -> dict[str, Figure]:
    """The figures of a file's `units` with their effective factions and values, in file order.

    Each player's units are mustered as one battle group with the player's cards, so that a contract
    or a recruitment gives here what it gives there (AOD-MERC-002, AOD-MERC-009, AOD-GUN-003).
    """
    enlisted: dict[str, Figure] = {}
    for player in players:
        own = [(figure, entry) for figure, entry in units if figure.owner == player.id]
        group = BattleGroup(
            build_total=build_total,
            units=tuple(entry for _, entry in own),
            cards=tuple(GroupCard(played.card.id, played.faction) for played in player.cards),
        )
        muster = Muster(group, catalogue, as_written=True)
        for (figure, _), piece in zip(own, muster.pieces, strict=True):
            enlisted[figure.id] = msgspec.structs.replace(
                figure,
                faction=piece.faction,
                contracted=piece.faction_from == "contract",
                worth=Tally(tuple(p for p in muster.points.parts if _stands_at(p, piece.where))),
            )
    return {figure.id: enlisted[figure.id] for figure, _ in units}


def _stands_at(part: Part, where: str) -> bool:
    """Whether points are those of the figures at a place or of a card on them."""
    return part.where == where or part.where.startswith(f"{where}.")
