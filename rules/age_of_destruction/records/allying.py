"""The ways two factions come to stand in one formation, for those who ask before they build."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

import msgspec

from rules.age_of_destruction.records.catalogue import Catalogue

WayKind = Literal["same", "house", "grand", "situational", "contract", "recruitment"]

#: The rules each way rests on.
WAY_RULES: dict[WayKind, tuple[str, ...]] = {
    "same": ("AOD-ALLY-001",),
    "house": ("AOD-ALLY-006", "AOD-ALLY-002"),
    "grand": ("AOD-ALLY-007", "AOD-ALLY-002"),
    "situational": ("AOD-SA-002", "AOD-SA-003"),
    "contract": ("AOD-MERC-002", "AOD-MERC-008"),
    "recruitment": ("AOD-GUN-002", "AOD-GUN-003"),
}


class Way(msgspec.Struct, frozen=True):
    """One way: an alliance in force in a `release`, or a `card` that makes it.

    A contract or a recruitment gives units without a symbol the one `faction`, for `points` where
    the card asks for them, so that they stand beside its units and its allies.
    """

    kind: WayKind
    release: str = ""
    card: str = ""
    faction: str = ""
    points: int | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules it rests on."""
        return WAY_RULES[self.kind]

    @property
    def joins(self) -> bool:
        """Whether it makes the two factions themselves stand together."""
        return self.kind in ("same", "house", "grand", "situational")


def ways_together(one: str, other: str, catalogue: Catalogue) -> list[Way]:
    """Every way of two factions into one formation, alliances first; raises KeyError for a faction
    the catalogue does not know."""
    for name in (one, other):
        if name not in catalogue.factions:
            raise KeyError(name)
    return [
        *_alliances(one, other, catalogue),
        *_situational(one, other, catalogue),
        *(way for faction in dict.fromkeys((one, other)) for way in _hired(faction, catalogue)),
    ]


def _alliances(one: str, other: str, catalogue: Catalogue) -> Iterator[Way]:
    if one == other:
        yield Way("same")
        return
    always = False
    for release, alliances in catalogue.releases.items():
        kind = alliances.kind(one, other)
        if kind == "house" and not always:
            always = True
            yield Way("house", release)
        elif kind == "grand":
            yield Way("grand", release)


def _situational(one: str, other: str, catalogue: Catalogue) -> Iterator[Way]:
    for card in catalogue.cards.values():
        if card.type == "SA" and one != other and {one, other} <= set(card.factions):
            yield Way("situational", card=card.id)


def _hired(faction: str, catalogue: Catalogue) -> Iterator[Way]:
    """How units without a symbol come to a faction; of gunslingers, those with a price for it."""
    for card in catalogue.cards.values():
        if card.type == "MC" and faction in card.factions:
            yield Way("contract", card=card.id, faction=faction)
        elif card.is_gunslinger and faction in card.recruitment:
            yield Way(
                "recruitment", card=card.id, faction=faction, points=card.recruitment[faction]
            )


class Condition(msgspec.Struct, frozen=True):
    """What it takes that some factions stand in one formation: a `release` whose alliances are
    played by, and a Situational Alliance `card`, "" for none."""

    release: str
    card: str = ""


def conditions_together(factions: Sequence[str], catalogue: Catalogue) -> list[Condition]:
    """Every condition under which each of some factions is allied with each other one, those
    without a card first; none where nothing allies two of them (AOD-ALLY-002, AOD-ALLY-005,
    AOD-SA-002)."""
    pairs = {frozenset(pair) for pair in combinations(dict.fromkeys(factions), 2)}
    cards = [card for card in catalogue.cards.values() if card.type == "SA"]
    plain, with_card = [], []
    for release, alliances in catalogue.releases.items():
        open_pairs = pairs - alliances.pairs
        if not open_pairs:
            plain.append(Condition(release))
            continue
        with_card += [
            Condition(release, card.id)
            for card in cards
            if all(pair <= set(card.factions) for pair in open_pairs)
        ]
    return plain + with_card
