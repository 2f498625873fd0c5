"""Copies of figures and cards: how many a group takes, and how many its collection holds."""

from collections import Counter

from rules.age_of_destruction.army.battle_group import BattleGroup, Entry
from rules.age_of_destruction.army.inline import record_of
from rules.age_of_destruction.records.cards import canonical_card_id
from rules.age_of_destruction.records.catalogue import Catalogue


def copies_taken(group: BattleGroup, catalogue: Catalogue) -> Counter[str]:
    """How many of each piece a group takes, by the ids of the catalogue."""
    taken: Counter[str] = Counter()
    for entry in group.units:
        if figure := figure_taken(entry, catalogue):
            taken[figure] += entry.count
        taken.update(canonical_card_id(choice.card) for choice in (*entry.gear, *entry.pilots))
    taken.update(canonical_card_id(card.card) for card in group.cards)
    return taken


def figure_taken(entry: Entry, catalogue: Catalogue) -> str | None:
    """Of which figure an entry takes copies: an inline one with the number of a record is one of
    that record, any other is nobody's, None. An unknown id stands as it is written."""
    if entry.inline is None:
        return entry.unit
    record = record_of(entry, catalogue)
    return record.id if record else None


def copies_held(group: BattleGroup) -> Counter[str] | None:
    """How many of each piece the collection holds, what stands there under two ids of one card
    added up; None where the group does not say."""
    if group.owned is None:
        return None
    held: Counter[str] = Counter()
    for item, count in group.owned.items():
        held[canonical_card_id(item)] += count
    return held
