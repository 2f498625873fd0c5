"""Armies dealt by lot from a sample force, always legal (P2 of section 29)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rules.core.dice import SeededDice
from rules.khans_and_generals.army.battle_group import FORMAT, SYSTEM, ArmyList, read_army
from rules.khans_and_generals.army.battles import (
    USUAL_SIZES,
    BattleType,
    limit_of,
    purse_of,
    terms,
)
from rules.khans_and_generals.army.battles import Side as ArmySide
from rules.khans_and_generals.army.verdict import validate
from rules.khans_and_generals.records.profile import Profile, read_profiles
from rules.khans_and_generals.starting.agreement import SIZES, Size

Document = dict[str, Any]
Offer = tuple[str, str, str]

#: Units that count: advice, kept to here (KG-050).
FEWEST, MOST = 10, 16
COUNTED = ("line", "hq", "support", "artillery", "vehicle")
#: How many aircraft, guns, fortifications of one kind and escorted units there are at most.
MOST_AIRCRAFT, MOST_GUNS, MOST_WORKS, ESCORTED = 2, 3, 5, 3
#: How many independent units of one profile there are at most.
MOST_OF_A_KIND = 3
#: Among how many of the dearest is chosen where the limit is hard to use up.
DEAREST = 4
#: Points from which an army always has a second formation.
LARGE = 400
#: Armies tried for one seed.
TRIES = 12
FIRST, SECOND = "1st", "2nd"


class CannotDeal(Exception):
    """A force out of which no legal army of that size can be made."""


def deal(
    force: Mapping[str, Any],
    size: Size,
    lot: int,
    *,
    battle: BattleType | None = None,
    side: ArmySide | None = None,
) -> Document:
    """A legal battle-group/1 army out of a sample force, the same for the same lot; its unit count
    is as advised. Raises CannotDeal and Unreadable."""
    total = USUAL_SIZES[force["period"]][SIZES.index(size)]
    chance = SeededDice(lot)
    stock = _Stock(
        read_profiles(dict(force["profiles"]), "$.profiles"),
        msgspec.convert(force["army_list"], ArmyList),
    )
    made: list[tuple[int, int, Document]] = []
    for number in range(TRIES):
        dealt = _Deal(force, stock, total, battle, side, chance)
        army = dealt.army()
        if 20 * dealt.left <= limit_of(total, terms(battle, side)) and _is_sound(army):
            return army
        made.append((dealt.left, number, army))
    for _, _, army in sorted(made, key=lambda each: each[:2]):
        if _is_sound(army):
            return army
    raise CannotDeal(force["name"], size)


def _is_sound(army: Document) -> bool:
    """Whether nothing is to be said against an army, nor advised."""
    return all(found.severity == "note" for found in validate(read_army(army)).violations)


class _Stock(msgspec.Struct, frozen=True):
    """What a force is made of."""

    cards: dict[str, Profile]
    list: ArmyList


class _Deal:
    """One army in the making."""

    def __init__(
        self,
        force: Mapping[str, Any],
        stock: _Stock,
        total: int,
        battle: BattleType | None,
        side: ArmySide | None,
        chance: SeededDice,
    ) -> None:
        self.force = force
        self.total, self.battle, self.side = total, battle, side
        self.chance = chance
        self.cards, self.list = stock.cards, stock.list
        given = terms(battle, side)
        self.left, self.purse = limit_of(total, given), purse_of(total, given)
        self.most = MOST - (ESCORTED if battle == "convoy" and side == "defender" else 0)
        self.formations: list[str] = []
        #: Units by profile, then how they stand: "formation" or "hq", and of which.
        self.units: Counter[Offer] = Counter()
        self.attached: list[str] = []

    def army(self) -> Document:
        """The whole file."""
        base, *others = self.list.formations
        self._form(base)
        # A second formation has more room for dear units than the first alone.
        if others and (self.total >= LARGE or self.chance.below(3)):
            other = others[self.chance.below(len(others))]
            if self._least(other) <= self.left - self.total // 3:
                self._form(other)
        while self._number < self.most:
            offers = [offer for offer in self._offers() if self._cost(offer[0]) <= self.left]
            if not offers:
                break
            self._take(self._chosen(offers))
        return self._written()

    @property
    def _number(self) -> int:
        return sum(n for (name, _, _), n in self.units.items() if self._counts(name))

    def _counts(self, name: str) -> bool:
        return self.cards[name].class_ in COUNTED

    def _cost(self, name: str) -> int:
        return self.cards[name].points

    def _least(self, formation: str) -> int:
        kind = self.list.formations[formation]
        return self._cost(kind.hq) + sum(self._cost(s.unit) * s.min for s in kind.slots)

    def _form(self, formation: str) -> None:
        """A formation with its HQ and the fewest units."""
        ids = (FIRST, SECOND)
        own = ids[len(self.formations)]
        self.formations.append(formation)
        kind = self.list.formations[formation]
        self._take((kind.hq, "formation", own))
        for slot in kind.slots:
            for _ in range(slot.min):
                self._take((slot.unit, "formation", own))

    def _take(self, offer: Offer) -> None:
        self.units[offer] += 1
        self.left -= self._cost(offer[0])

    def _offers(self) -> Iterator[Offer]:
        """What may be added: to the slots of formations, and independent units to the first HQ
        while its Command lasts (KG-054)."""
        full = self._subordinates(FIRST) >= self._command
        assigned = any(how == "hq" for _, how, _ in self.units)
        for own, formation in zip((FIRST, SECOND), self.formations, strict=False):
            for slot in self.list.formations[formation].slots:
                offer = (slot.unit, "formation", own)
                room = slot.max is None or self.units[offer] < slot.max
                if room and not (full and assigned and own == FIRST):
                    yield offer
        if full:
            return
        for name in self.list.independent:
            if name in self.cards and self._worth_having(name):
                yield (name, "hq", FIRST)

    @property
    def _command(self) -> int:
        return self.cards[self.list.formations[self.formations[0]].hq].command or 0

    def _of_class(self, class_: str) -> int:
        return sum(n for (name, _, _), n in self.units.items() if self.cards[name].class_ == class_)

    def _worth_having(self, name: str) -> bool:
        """Whether a unit has something to do: observers a gun, each their own (KG-125); and there
        are not too many of its kind."""
        card = self.cards[name]
        if self.units[(name, "hq", FIRST)] >= MOST_OF_A_KIND:
            return False
        if card.class_ == "aircraft":
            return self._of_class("aircraft") < MOST_AIRCRAFT
        if card.class_ == "artillery":
            return self._of_class("artillery") < MOST_GUNS
        if card.type != "observer":
            return card.capacity == 0 or card.is_armed
        if card.battery is not None:
            return self.units[(name, "hq", FIRST)] == 0
        guns = sum(n for (each, _, _), n in self.units.items() if self._indirect(each))
        return self.units[(name, "hq", FIRST)] < guns

    def _indirect(self, name: str) -> bool:
        return any(weapon.kind in ("mortar", "howitzer") for weapon in self.cards[name].weapons)

    def _subordinates(self, formation: str) -> int:
        return sum(n for (_, _, own), n in self.units.items() if own == formation)

    def _chosen(self, offers: list[Offer]) -> Offer:
        """One by lot: cheap enough for the fewest units to be had, then dear enough for the most
        of them to use up the limit."""
        few = FEWEST - self._number
        if few > 0:
            able = [offer for offer in offers if self._cost(offer[0]) * few <= self.left]
            pool = able or sorted(offers, key=lambda offer: self._cost(offer[0]))[:1]
        else:
            places = self.most - self._number
            pool = [offer for offer in offers if self._cost(offer[0]) * places >= self.left]
            pool = pool or sorted(offers, key=lambda offer: -self._cost(offer[0]))[:DEAREST]
        kinds = sorted(set(pool))
        return kinds[self.chance.below(len(kinds))]

    def _written(self) -> Document:
        units = [
            {"unit": name, how: own, "count": number}
            for (name, how, own), number in self.units.items()
        ]
        units = [_without_one(unit) for unit in units]
        if self.battle == "convoy" and self.side == "defender":
            units += self._escorted()
        profiles = dict(self.force["profiles"])
        years = self.list.years
        return {
            "format": FORMAT,
            "system": SYSTEM,
            "name": self.force["name"],
            "build_total": self.total,
            "battle": self.battle,
            "side": self.side,
            "period": self.force["period"],
            "year": years[0] + self.chance.below(years[1] - years[0] + 1) if years else None,
            "faction": self.list.faction,
            "profiles": profiles,
            "army_list": self.force["army_list"],
            "formations": [
                {"id": own, "formation": kind}
                for own, kind in zip((FIRST, SECOND), self.formations, strict=False)
            ],
            "units": units,
            "fortifications": list(self._works()),
        }

    def _escorted(self) -> list[Document]:
        """What a convoy escorts, as far as somebody commands it (KG-050, KG-054)."""
        wagons = [
            name
            for name in self.list.independent
            if name in self.cards and self.cards[name].capacity and not self.cards[name].is_armed
        ]
        room = min(self._command - self._subordinates(FIRST), MOST - self._number, ESCORTED)
        return [
            {"unit": name, "hq": FIRST, "count": room, "escorted": True}
            for name in wagons[:1]
            if room > 0
        ]

    def _works(self) -> Iterator[Document]:
        """Fortifications as far as the purse goes, the dearest first (KG-051)."""
        kinds = [name for name, card in self.cards.items() if card.class_ == "fortification"]
        for name in sorted(kinds, key=self._cost, reverse=True):
            number = min(self.purse // max(self._cost(name), 1), MOST_WORKS)
            if number:
                self.purse -= number * self._cost(name)
                yield {"unit": name, "count": number}


def _without_one(unit: Document) -> Document:
    return {key: value for key, value in unit.items() if key != "count" or value > 1}
