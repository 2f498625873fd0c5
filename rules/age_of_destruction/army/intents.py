"""Ways out of an illegal group, told apart by what each keeps of it.

Repairs that give nothing up are choices, and all of them stand; of those that give something up no
two mean the same.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterator
from copy import copy
from functools import partial
from itertools import islice
from typing import Any

import msgspec

from rules.age_of_destruction.army.battle_group import BattleGroup
from rules.age_of_destruction.army.edits import Change, apply_changes, in_order, parse_place
from rules.age_of_destruction.army.findings import WORDING
from rules.age_of_destruction.army.inline import figure_of
from rules.age_of_destruction.army.remedies.case import Bench, Case, Option
from rules.age_of_destruction.army.remedies.total import WASTED, enough, savings, swaps_down
from rules.age_of_destruction.army.repair import Repair, Search
from rules.age_of_destruction.army.repair_words import write_repair
from rules.age_of_destruction.army.stock import Stock
from rules.age_of_destruction.army.verdict import OVER, Judgement
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit

#: Repairs looked at, ways out offered, and the edits from which on a way is no longer short.
LOOKED_AT, OFFERED, MANY_EDITS = 20, 5, 4
#: Sets of savings judged for one meaning.
JUDGED = 8
#: The intents, from what keeps most to what changes the game itself.
INTENTS = (
    "keep_everything",
    "keep_every_figure",
    "other_versions",
    "keep_number",
    "keep_mechs",
    "fewer_heavier",
    "lighter",
    "keep_fewer",
    "another_total",
    "another_format",
)
_CLASSES = ("Light", "Medium", "Heavy", "Assault")


class Intent(msgspec.Struct, frozen=True):
    """What a repair keeps: one of `INTENTS`, with the number its words name."""

    code: str
    number: int = 0


class WayOut(msgspec.Struct, frozen=True):
    """A repair, what it keeps, and the points it leaves free; None without a build total."""

    intent: Intent
    repair: Repair
    left: int | None


def ways_out(
    group: BattleGroup, catalogue: Catalogue, judged: Judgement | None = None, most: int = OFFERED
) -> tuple[WayOut, ...]:
    """The repairs of a group that is not legal, each judged legal, what keeps most of it first."""
    judged = judged or Judgement(group, catalogue)
    if judged.legal:
        return ()
    found = list(Search(judged).smallest(LOOKED_AT))
    if [fault.code for fault in judged.errors] == [OVER]:
        found += _keeping_otherwise(judged)
        found.sort(key=partial(_worth, group, Stock(group, catalogue)))
    ways: dict[Any, WayOut] = {}
    for repair in found:
        way = _meant(repair, group, catalogue, ways)
        if way and all(way.repair != other.repair for other in ways.values()):
            ways[_key(way.intent, repair)] = way
    return tuple(sorted(list(ways.values())[:most], key=_place))


def _worth(group: BattleGroup, stock: Stock, repair: Repair) -> tuple[bool, int, int, int]:
    """The order of savings: those that give up little, with few edits and with what is owned."""
    come = [change.replacement or (change.entry or {}).get("unit") for change in repair.changes]
    lacking = sum(stock.lacks(item) for item in come if item)
    left = (group.build_total or 0) - repair.total
    return left >= WASTED, len(repair.changes), lacking, left


def _meant(
    repair: Repair, group: BattleGroup, catalogue: Catalogue, taken: Container[Any]
) -> WayOut | None:
    """A repair under the first of its intents that none before it has."""
    after = apply_changes(group, repair.changes)
    left = None if after.build_total is None else after.build_total - repair.total
    for intent in intents(group, after, catalogue):
        if _key(intent, repair) not in taken:
            return WayOut(intent, repair, left)
    return None


def _key(intent: Intent, repair: Repair) -> Any:
    return repr(repair.changes) if intent.code == "keep_everything" else intent


def write_way_out(
    way: WayOut, group: BattleGroup, catalogue: Catalogue, lang: str = "en"
) -> dict[str, Any]:
    """A way out as verdict/1 lists it: the repair with its intent, in code and words, and the
    points left."""
    written = write_repair(way.repair, group, catalogue, lang)
    words = intent_message(way.intent, lang)
    return written | {"intent": way.intent.code, "keeps": words, "left": way.left}


def intent_message(intent: Intent, lang: str = "en") -> str:
    """What a repair keeps, in a few words."""
    return WORDING.say(f"intent_{intent.code}", {"number": intent.number}, lang)


def _place(way: WayOut) -> tuple[bool, bool, int, int]:
    edits, code = len(way.repair.changes), way.intent.code
    return code.startswith("another"), edits >= MANY_EDITS, INTENTS.index(code), edits


# What a repair keeps ----------------------------------------------------------------------------


def intents(before: BattleGroup, after: BattleGroup, catalogue: Catalogue) -> Iterator[Intent]:
    """What the edits between two states of a group keep, the most telling first."""
    figures, left = _Figures(before, catalogue), _Figures(after, catalogue)
    gone, come = figures.without(left), left.without(figures)
    if not gone.number:
        yield _of_cards(before, after)
    elif left.number >= figures.number:
        yield from _of_swaps(gone, come, left)
    else:
        yield from _of_fewer(figures, left, gone)


def _of_cards(before: BattleGroup, after: BattleGroup) -> Intent:
    if _cards(before) - _cards(after):
        return Intent("keep_every_figure")
    if after.build_total is not None and after.build_total != before.build_total:
        return Intent("another_total", after.build_total)
    return Intent("another_format" if after.event != before.event else "keep_everything")


def _of_swaps(gone: "_Figures", come: "_Figures", left: "_Figures") -> Iterator[Intent]:
    if gone.names <= come.names:
        yield Intent("other_versions")
    if come.weight < gone.weight:
        yield Intent("lighter")
    yield Intent("keep_number", left.number)


def _of_fewer(figures: "_Figures", left: "_Figures", gone: "_Figures") -> Iterator[Intent]:
    if figures.mechs and not gone.mechs:
        yield Intent("keep_mechs")
    if left.number:
        yield Intent("lighter" if left.average < figures.average else "fewer_heavier")
    yield Intent("keep_fewer", left.number)


class _Figures:
    """Some figures of a group by their ids, each as often as it stands there."""

    def __init__(self, group: BattleGroup, catalogue: Catalogue) -> None:
        self.counts: Counter[str] = Counter()
        self.units: dict[str, Unit] = {}
        for entry in group.units:
            self.counts[entry.unit] += entry.count
            if unit := figure_of(entry, catalogue):
                self.units[entry.unit] = unit

    def without(self, others: "_Figures") -> "_Figures":
        """Those that are not among others."""
        fewer = copy(self)
        fewer.counts = self.counts - others.counts
        return fewer

    @property
    def number(self) -> int:
        """How many there are."""
        return self.counts.total()

    @property
    def known(self) -> list[Unit]:
        """Those somebody has described."""
        return [self.units[item] for item in self.counts.elements() if item in self.units]

    @property
    def mechs(self) -> int:
        """How many of them are 'Mechs."""
        return sum(unit.is_mech for unit in self.known)

    @property
    def names(self) -> Counter[str]:
        """How many there are of each name."""
        return Counter(unit.name for unit in self.known)

    @property
    def weight(self) -> int:
        """The classes of the 'Mechs added up, from Light to Assault."""
        return sum(map(weight_of, self.known))

    @property
    def average(self) -> float:
        """The points of one figure."""
        return sum(unit.points or 0 for unit in self.known) / max(self.number, 1)


def weight_of(unit: Unit) -> int:
    """The class of a 'Mech as a number from 1 for Light; 0 for what has none."""
    return _CLASSES.index(unit.mech_class) + 1 if unit.mech_class in _CLASSES else 0


def _cards(group: BattleGroup) -> Counter[str]:
    mounted = (choice.card for entry in group.units for choice in (*entry.gear, *entry.pilots))
    return Counter((*mounted, *(card.card for card in group.cards)))


# Ways out the smallest repairs leave out ----------------------------------------------------------


def _keeping_otherwise(judged: Judgement) -> Iterator[Repair]:
    """For a group that only costs too much, the smallest savings of each kind: off the cards, by
    cheaper figures, of all but the 'Mechs, of the small figures, by lighter 'Mechs."""
    fault, muster = judged.errors[0], judged.muster
    case = Case(Bench(muster, Stock(muster.group, muster.catalogue)), fault)
    excess = int(fault.params["excess"])
    saved = sorted((*savings(case, excess), *swaps_down(case)), key=lambda one: one.saving)
    for is_meant in _meanings(case, muster.catalogue):
        meant = [one for one in saved if all(map(is_meant, one.changes))]
        options = sorted(enough(meant, excess), key=lambda one: (len(one.changes), one.saving))
        legal = filter(None, (_legal(option, judged) for option in options[:JUDGED]))
        yield from islice(legal, 2)


def _legal(option: Option, judged: Judgement) -> Repair | None:
    changes = in_order(option.changes)
    after = judged.after(apply_changes(judged.muster.group, changes))
    return Repair(changes, after.muster.total) if after.legal else None


def _meanings(case: Case, catalogue: Catalogue) -> tuple[Callable[[Change], bool], ...]:
    """Which edits each kind of saving is made of."""
    average = _Figures(case.group, catalogue).average

    def figure(change: Change) -> Unit | None:
        place = parse_place(change.where)
        whole = place.kind == "units" and place.part is None and place.number is not None
        return case.piece(change.where).unit if whole else None

    def is_of_a_card(change: Change) -> bool:
        place = parse_place(change.where)
        return place.kind == "cards" or place.part is not None

    def is_a_swap(change: Change) -> bool:
        return change.op == "replace" and change.entry is not None

    def spares_mechs(change: Change) -> bool:
        unit = figure(change)
        return change.op in ("remove", "set") and unit is not None and not unit.is_mech

    def is_of_a_small_one(change: Change) -> bool:
        unit = figure(change)
        return change.op == "remove" and unit is not None and (unit.points or 0) < average

    def is_to_a_lighter(change: Change) -> bool:
        old, new = figure(change), catalogue.unit(str((change.entry or {}).get("unit")))
        return old is not None and new is not None and 0 < weight_of(new) < weight_of(old)

    return is_of_a_card, is_a_swap, spares_mechs, is_of_a_small_one, is_to_a_lighter
