"""Public groups as cards: the picture, the line of the verdict, a sentence of their builder."""

from collections.abc import Iterable
from dataclasses import dataclass

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.groups import is_army
from armybuilder.groups.present.lineups import faction_words, lineup_of
from armybuilder.groups.present.pins import kept_standing
from armybuilder.groups.present.starters import shown_name, starter_of
from armybuilder.groups.present.verdicts import Standing
from armybuilder.groups.selectors.groups import public_groups
from collection.catalogue.game import Catalogue
from collection.catalogue.present.values import Lineup
from collection.common.language import Words

LONGEST_SENTENCE = 130
#: Out of how many public groups those are chosen that are ready to play.
CHOSEN_FROM = 30


@dataclass(frozen=True)
class GroupCard:
    """A group as others choose it, a starter in its reader's language; armies of other games have
    no picture yet."""

    group: BattleGroup
    name: str
    standing: Standing | None
    lineup: Lineup | None
    faction: Words
    sentence: str


def cards_of(groups: Iterable[BattleGroup], known: Catalogue) -> list[GroupCard]:
    """Groups as cards, judged as they were when saved, with the pictures of a catalogue."""
    return [_card(group, known) for group in groups]


def ready_cards(known: Catalogue, most: int) -> list[GroupCard]:
    """So many of the newest public groups at most that are legal, of many factions; one query."""
    public = public_groups(legal_only=True, length=CHOSEN_FROM)
    return of_many_factions(cards_of(public.groups, known), most)


def of_many_factions(cards: Iterable[GroupCard], most: int) -> list[GroupCard]:
    """So many cards at most: the first of each faction before the second of any."""
    seen: set[Words] = set()
    first, rest = list[GroupCard](), list[GroupCard]()
    for card in cards:
        (rest if card.faction in seen else first).append(card)
        seen.add(card.faction)
    return (first + rest)[:most]


def _card(group: BattleGroup, known: Catalogue) -> GroupCard:
    row = None if is_army(group.document) else lineup_of(group.document, known)
    starter = starter_of(group)
    return GroupCard(
        group=group,
        name=shown_name(group),
        standing=kept_standing(group.standing),
        lineup=row,
        faction=faction_words(row.mark) if row else "",
        sentence=starter.how if starter else _first_sentence(group.document.get("notes", "")),
    )


def _first_sentence(text: str) -> str:
    """What a note begins with, a line or two long."""
    sentence = text.strip().split("\n", 1)[0].split(". ", 1)[0].rstrip(".")
    if len(sentence) > LONGEST_SENTENCE:
        return f"{sentence[:LONGEST_SENTENCE].rsplit(' ', 1)[0]}…"
    return f"{sentence}." if sentence else ""
