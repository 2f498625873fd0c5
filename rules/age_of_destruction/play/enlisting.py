"""Whose colours figures bear and what they are worth, as the cards of their groups make them."""

from collections.abc import Sequence

import msgspec

from rules.age_of_destruction.army.battle_group import (
    BattleGroup,
    Entry,
    GroupCard,
    read_card_choices,
    read_group_card,
)
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.state.setup import Figure, PlayedCard, Player
from rules.core.codec import Node
from rules.core.tally import Part, Tally


def read_played_cards(node: Node, catalogue: Catalogue) -> tuple[PlayedCard, ...]:
    """The cards of a whole battle group, by id or as objects; raises Unreadable for unknown ids."""
    played = []
    for item in node.items():
        choice = read_group_card(item)
        card = catalogue.card(choice.card)
        if card is None:
            raise item.refuse("UNKNOWN_NAME", name=choice.card[:80])
        played.append(PlayedCard(card, choice.faction, read_victim(item, card, catalogue)))
    return tuple(played)


def read_victim(node: Node, card: Card, catalogue: Catalogue) -> str:
    """The card that a planetary condition `cancels` by choice, "" for none; raises Unreadable for a
    choice the card does not give."""
    victim = node.optional("cancels", Node.text) if isinstance(node.value, dict) else None
    if victim and not (card.cancels_any_one and catalogue.card(victim)):
        raise node.get("cancels").refuse("UNKNOWN_NAME", name=victim[:80])
    return victim or ""


def enlisted(
    node: Node,
    figures: Sequence[Figure],
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
        own = [
            (figure, item)
            for figure, item in zip(figures, node.items(), strict=True)
            if figure.owner == player.id
        ]
        group = BattleGroup(
            build_total=build_total,
            units=tuple(_entry(figure, item) for figure, item in own),
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
    return {figure.id: enlisted[figure.id] for figure in figures}


def _entry(figure: Figure, node: Node) -> Entry:
    gear, pilots = read_card_choices(node)
    return Entry(unit=figure.unit.id, gear=gear, pilots=pilots, inline=figure.unit)


def _stands_at(part: Part, where: str) -> bool:
    """Whether points are those of the figures at a place or of a card on them."""
    return part.where == where or part.where.startswith(f"{where}.")
