"""What may join an army, in the order in which armies are chosen (KG-052), and what speaks against
it."""

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.core.army import Add, NoSuchPlace, Offer, Offers
from rules.core.codec import Unreadable
from rules.core.system import Shelf
from rules.core.violations import Violation
from rules.khans_and_generals.army.battle_group import Army, FormationKind, read_army
from rules.khans_and_generals.army.editing import FORMATION, OWN, edited
from rules.khans_and_generals.army.findings import WORDING as FINDINGS
from rules.khans_and_generals.army.muster import Muster, Troop
from rules.khans_and_generals.army.overview import FORTIFICATIONS, bears_more
from rules.khans_and_generals.army.repair import steps
from rules.khans_and_generals.army.settings import WORDING, Forces, said_list
from rules.khans_and_generals.army.verdict import validate
from rules.khans_and_generals.records.card import WORDING as CARDS
from rules.khans_and_generals.records.card import card_of, kind_of
from rules.khans_and_generals.records.profile import Profile, read_profile

LANGUAGES = ("en", "pl")


class _Idea(msgspec.Struct, frozen=True):
    """Something that could be offered; `counted` are the cards that come with it."""

    id: str
    heading: str
    name: str
    card: Profile
    counted: tuple[tuple[str, int], ...]
    facts: tuple[str, ...] = ()


class Offering:
    """What may join one army."""

    def __init__(self, army: Army, forces: Forces, shelf: Shelf, language: str) -> None:
        self._army = army
        self._muster = Muster(army)
        self._forces = forces
        self._shelf = shelf
        self._language = language
        self._errors = validate(army).errors
        self._own = _read_shelf(shelf)

    def offers(self, words: str, to: str, most: int) -> Offers:
        """The first of what has every one of some words and may be added to a place."""
        wanted = words.casefold().split()
        found: list[Offer] = []
        for idea in self._ideas(to):
            if not self._has(wanted, idea):
                continue
            if len(found) == most:
                return Offers(tuple(found), more=True)
            found.append(self._offer(idea, to))
        return Offers(tuple(found))

    def _has(self, wanted: list[str], idea: _Idea) -> bool:
        kinds = [kind_of(idea.card, language) for language in LANGUAGES]
        own = [CARDS.word("class", idea.card.class_, language) for language in LANGUAGES]
        cards = [self._named(name) for name, _ in idea.counted]
        whole = " ".join((idea.id, idea.name, *idea.facts, *kinds, *own, *cards)).casefold()
        return all(word in whole for word in wanted)

    def _offer(self, idea: _Idea, to: str) -> Offer:
        cards = self._cards(idea)
        points = sum(card.points * count for card, count in cards)
        heading = WORDING.word("heading", idea.heading, self._language)
        return Offer(
            idea.id,
            idea.name,
            points,
            idea.facts,
            self._against(Add(idea.id, to)),
            heading,
            card_of(idea.card, self._language),
            tuple(name for name, count in idea.counted for _ in range(count)),
        )

    def _cards(self, idea: _Idea) -> list[tuple[Profile, int]]:
        known = self._own | self._army.cards
        return [(known[name], count) for name, count in idea.counted if name in known]

    # what there is --------------------------------------------------------------------------------

    def _ideas(self, to: str) -> Iterator[_Idea]:
        found = steps(to)
        place, index = (str(found[0]), found[-1]) if found else ("", 0)
        if not to:
            yield from self._for_army()
        elif place == "formations" and isinstance(index, int):
            if index < len(self._muster.group.formations):
                yield from self._for_formation(self._muster.group.formations[index].id)
        elif place == "units" and len(found) == 2 and isinstance(index, int):
            if index < len(self._muster.troops):
                yield from self._for_unit(self._muster.troops[index])
        elif place == FORTIFICATIONS:
            yield from self._works()

    def _for_army(self) -> Iterator[_Idea]:
        """Formations first, the base formation before them all; then what stands alone."""
        yield from self._formations()
        yield from self._independent()
        if self._muster.purse:
            yield from self._works()
        for name, card in self._own.items():
            if card.class_ not in ("attachment", "fortification"):
                yield self._plain(OWN + name, "own", card, name)

    def _for_formation(self, formation: str) -> Iterator[_Idea]:
        kind = self._muster.kind_of(formation)
        if kind is not None:
            yield from self._slots(formation, kind)
            yield from self._independent(beside=kind)
        else:
            yield from self._in_file("slots")
        for name, card in self._own.items():
            if card.class_ not in ("attachment", "fortification"):
                yield self._plain(OWN + name, "own", card, name)

    def _for_unit(self, bearer: Troop) -> Iterator[_Idea]:
        if not bears_more(bearer, self._muster):
            return
        listed = self._muster.army_list
        names = listed.attachments if listed else tuple(self._army.cards)
        yield from self._of_class("attachment", "attachments", names)

    def _works(self) -> Iterator[_Idea]:
        yield from self._of_class("fortification", "fortifications", tuple(self._army.cards))

    def _of_class(self, wanted: str, heading: str, names: tuple[str, ...]) -> Iterator[_Idea]:
        for name in names:
            card = self._army.cards.get(name)
            if card is not None and card.class_ == wanted and name not in self._own:
                yield self._plain(name, heading, card, name)
        for name, card in self._own.items():
            if card.class_ == wanted:
                yield self._plain(OWN + name, "own", card, name)

    def _formations(self) -> Iterator[_Idea]:
        listed = self._muster.army_list
        if listed is None:
            for name, card in self._army.cards.items():
                if card.class_ == "hq" and name not in self._own:
                    yield self._plain(FORMATION + name, "formations", card, name)
            return
        for name, kind in listed.formations.items():
            staff = self._army.cards.get(kind.hq)
            if staff is not None and kind.hq not in self._own:
                yield self._formation(name, kind, staff)

    def _formation(self, name: str, kind: FormationKind, staff: Profile) -> _Idea:
        counted = [(kind.hq, 1), *((slot.unit, slot.min) for slot in kind.slots if slot.min)]
        told = said_list([(self._named(unit), count) for unit, count in counted], self._language)
        level = CARDS.word("level", kind.level, self._language) if kind.level else ""
        title = f"{level[:1].upper()}{level[1:]} {name}".strip()
        facts = (WORDING.say("brings", {"what": told}, self._language),)
        return _Idea(FORMATION + name, "formations", title, staff, tuple(counted), facts)

    def _slots(self, formation: str, kind: FormationKind) -> Iterator[_Idea]:
        numbers = self._muster.counted(formation)
        if not numbers[kind.hq] and kind.hq in self._army.cards:
            yield self._plain(kind.hq, "slots", self._army.cards[kind.hq], kind.hq)
        for slot in kind.slots:
            card = self._army.cards.get(slot.unit)
            if card is None or slot.unit in self._own:
                continue
            said = {"number": numbers[slot.unit], "min": slot.min, "max": slot.max}
            sentence = "slot" if slot.max is not None else "slot_open"
            fact = WORDING.say(sentence, said, self._language)
            yield self._plain(slot.unit, "slots", card, slot.unit, fact)

    def _independent(self, beside: FormationKind | None = None) -> Iterator[_Idea]:
        """What stands alone under an HQ; what a formation has slots for goes there."""
        listed = self._muster.army_list
        if listed is None:
            yield from self._in_file("independent")
            return
        in_slots = {slot.unit for slot in beside.slots} if beside else set()
        for name in listed.independent:
            if name not in in_slots and name in self._army.cards and name not in self._own:
                yield self._plain(name, "independent", self._army.cards[name], name)

    def _in_file(self, heading: str) -> Iterator[_Idea]:
        """Every unit the file has a card of."""
        for name, card in self._army.cards.items():
            if card.class_ not in ("attachment", "fortification", "hq") and name not in self._own:
                yield self._plain(name, heading, card, name)

    def _plain(self, offer: str, heading: str, card: Profile, name: str, *facts: str) -> _Idea:
        kind = kind_of(card, self._language)
        return _Idea(offer, heading, card.name or name, card, ((name, 1),), (kind, *facts))

    def _named(self, name: str) -> str:
        card = self._army.cards.get(name)
        return (card.name if card else "") or name

    # what speaks against it -----------------------------------------------------------------------

    def _against(self, edit: Add) -> tuple[str, ...]:
        """The errors the army would have and has not, in words."""
        try:
            data = edited(self._army, edit, self._forces, self._shelf)
        except (NoSuchPlace, Unreadable) as fault:
            return (fault.message(self._language) if isinstance(fault, Unreadable) else "",)
        after = validate(read_army(data)).errors
        told = (violation for violation in after if self._is_new(violation))
        return tuple(FINDINGS.say(each.code, each.params, self._language) for each in told)

    def _is_new(self, violation: Violation) -> bool:
        before = [each for each in self._errors if each.key == violation.key]
        if not before:
            return True
        gone_further = ("excess", "subordinates")
        return any(
            violation.params.get(name, 0) > before[0].params.get(name, 0) for name in gone_further
        )


def _read_shelf(shelf: Shelf) -> dict[str, Profile]:
    """The cards of a shelf; the site keeps none that cannot be read."""
    return {name: read_profile(record, f"$.{name}") for name, record in shelf.items()}


def outdated(army: Army, shelf: Shelf) -> tuple[str, ...]:
    """The cards of a shelf that a file has as they are no longer."""
    cards: dict[str, Any] = army.group.profiles
    own = _read_shelf({name: record for name, record in shelf.items() if name in cards})
    return tuple(name for name, card in own.items() if army.cards[name] != card)
