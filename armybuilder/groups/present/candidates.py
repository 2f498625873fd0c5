"""What could be added to a group, and what the rules would say to each addition.

Every candidate is tried, and whatever errors the rules then find on top of those the group already
has are the reasons against it. Going over the build total is told apart,
since nothing is wrong with the figure or card itself.
"""

import math
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import msgspec

import rules
from armybuilder.groups.present.effects import effects
from armybuilder.groups.present.groups import Judged
from armybuilder.groups.present.narrowing import Narrowing
from armybuilder.groups.present.rows import first_sentence
from armybuilder.groups.present.verdicts import card_name
from collection.catalogue.present.catalogue_words import CARRIERS, CLASSES
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.values import FigureView
from collection.common.folding import fold, number_words, search_words
from collection.common.language import language
from rules import age_of_destruction as aod

#: How many figures a panel shows at first, and how many more each time it is asked to.
MOST_SHOWN = 6
MORE_SHOWN = 24
EVERYTHING = Narrowing()
#: Objections to another copy of a unique figure that stands in the group.
STANDS_HERE = frozenset(("DUPLICATE_UNIQUE_COLLECTOR_NUMBER", "UNIQUE_SAME_NAME"))


@dataclass(frozen=True)
class Candidate:
    """A figure or card somebody may add.

    `points` is what it adds to the total, None where the cost is unknown; `reasons` are the rules'
    objections in words; `excess` is how far over the build total the group would be. `weapons` are
    the slots to choose from where one must be chosen, `changes` what a card does for the group.
    A figure has its `view`; a card says what it does, where it sits and who may take it. `here` is
    how many the group has; `stands` says that it may have no more of a unique one.
    """

    id: str
    name: str
    kind: str
    points: int | None
    view: FigureView | None = None
    effect: str = ""
    takers: str = ""
    official: bool = True
    reasons: tuple[str, ...] = ()
    excess: int = 0
    weapons: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    here: int = 0
    stands: bool = False

    @property
    def fits(self) -> bool:
        """Whether nothing speaks against it and the points, which are known, suffice."""
        unknown = self.view is not None and self.points is None
        return not (self.reasons or self.excess or self.stands or unknown)


@dataclass(frozen=True)
class Found:
    """Candidates in the order to show them, and whether there are more."""

    candidates: tuple[Candidate, ...]
    more: bool = False

    @property
    def eligible(self) -> list[Candidate]:
        """Those nothing but points may speak against."""
        return [candidate for candidate in self.candidates if not candidate.reasons]

    @property
    def ineligible(self) -> list[Candidate]:
        """Those the rules object to."""
        return [candidate for candidate in self.candidates if candidate.reasons]


def figures(
    judged: Judged,
    query: str,
    *,
    only_fitting: bool,
    narrowing: Narrowing = EVERYTHING,
    most: int = MOST_SHOWN,
    pool: Container[str] | None = None,
    meant: Container[str] = (),
) -> Found:
    """Figures whose number, name, variant or faction holds every word of the query, and those of
    the catalogue it means by its terms, as they are narrowed; only those of a pool where there is
    one.

    Where no order is asked for, those its event format admits lead, then those the points suffice
    for, and among them the factions the group has already.
    """
    matching = (
        unit
        for unit in _matching_units(judged.known, search_words(query), meant)
        if (pool is None or unit.id in pool) and narrowing.admits(unit)
    )
    found = sorted(matching, key=narrowing.key or _likeliest_in(judged))
    here = Counter[str]()
    for entry in judged.group.units:
        here[entry.unit] += entry.count
    tried = (_figure(judged, unit, here[unit.id]) for unit in found)
    return _first(tried, only_fitting=only_fitting, most=most)


def group_cards(
    judged: Judged, query: str, *, only_fitting: bool, pool: Container[str] | None = None
) -> Found:
    """Cards for the whole group, those that fit first."""
    tried = [
        _group_card(judged, card)
        for card in _matching_cards(judged.known, search_words(query))
        if not (card.is_gear or card.is_pilot) and (pool is None or card.id in pool)
    ]
    return _fitting_first(tried, only_fitting=only_fitting)


def mounted_cards(
    judged: Judged,
    index: int,
    query: str,
    *,
    only_fitting: bool,
    pool: Container[str] | None = None,
) -> Found:
    """Gear and pilots for one figure, those that fit first."""
    tried = [
        _mounted_card(judged, index, card)
        for card in _matching_cards(judged.known, search_words(query))
        if (card.is_gear or card.is_pilot) and (pool is None or card.id in pool)
    ]
    return _fitting_first(tried, only_fitting=only_fitting)


def group_card(judged: Judged, card: aod.Card) -> Candidate:
    """One card for the whole group."""
    return _group_card(judged, card)


def mounted_card(judged: Judged, index: int, card: aod.Card) -> Candidate:
    """One gear card or pilot for a figure."""
    return _mounted_card(judged, index, card)


def weapon_choices(judged: Judged, index: int) -> dict[int, tuple[str, ...]]:
    """The weapons each gear card of a figure may sit on, by its index, where there are two."""
    group = judged.group
    gear = group.units[index].gear
    choices = {}
    for place, choice in enumerate(gear):
        without = judged.after(_with_gear(group, index, (*gear[:place], *gear[place + 1 :])))
        fitting = []
        for slot in aod.WEAPON_SLOTS:
            moved = msgspec.structs.replace(choice, weapon=slot)
            changed = _with_gear(group, index, (*gear[:place], moved, *gear[place + 1 :]))
            if not _tried(without, changed)[1]:
                fitting.append(slot)
        if len(fitting) > 1:
            choices[place] = tuple(fitting)
    return choices


def _likeliest_in(judged: Judged) -> Callable[[aod.Unit], tuple[bool, bool, bool, bool]]:
    """A sort key without a verdict for every figure; it keeps the order of equals."""
    verdict, event = judged.verdict, judged.group.event
    factions = {piece.faction for piece in verdict.pieces}
    left = math.inf if verdict.limit is None else verdict.limit - verdict.points.total

    def key(unit: aod.Unit) -> tuple[bool, bool, bool, bool]:
        barred = event is not None and not event.admits(unit)
        beyond = unit.points is not None and unit.points > left
        return barred, unit.points is None, beyond, unit.faction not in factions

    return key


def _tried(judged: Judged, group: aod.BattleGroup) -> tuple[Judged, list[rules.Violation], int]:
    """A changed group judged, its new errors and by how much it exceeds its limit."""
    after = judged.after(group)
    return after, *after.judgement.new_errors(judged.judgement)


def _figure(judged: Judged, unit: aod.Unit, here: int) -> Candidate:
    errors, excess = judged.judgement.joined_by(unit).new_errors(judged.judgement)
    stands = here > 0 and bool(errors) and STANDS_HERE.issuperset(each.code for each in errors)
    return Candidate(
        id=unit.id,
        name=unit.full_name,
        kind=unit.type,
        points=unit.points,
        view=figure_view(unit),
        reasons=() if stands else _words(errors),
        excess=0 if stands else excess,
        here=here,
        stands=stands,
    )


def _group_card(judged: Judged, card: aod.Card) -> Candidate:
    group = judged.group
    changed = msgspec.structs.replace(group, cards=(*group.cards, aod.GroupCard(card.id)))
    after, errors, excess = _tried(judged, changed)
    choices_to_come = [v for v in errors if v.code != "CONTRACT_FACTION_NOT_CHOSEN"]
    return _card(card, judged, after, choices_to_come, excess)


def _mounted_card(judged: Judged, index: int, card: aod.Card) -> Candidate:
    after, errors, excess = _tried(judged, _mounting(judged.group, index, card))
    weapons: tuple[str, ...] = ()
    if any(violation.code == "GEAR_WEAPON_NOT_CHOSEN" for violation in errors):
        weapons = tuple(
            slot
            for slot in aod.WEAPON_SLOTS
            if not _tried(judged, _mounting(judged.group, index, card, slot))[1]
        )
        if weapons:
            chosen = _mounting(judged.group, index, card, weapons[0])
            after, errors, excess = _tried(judged, chosen)
    return _card(card, judged, after, errors, excess, weapons)


def _card(
    card: aod.Card,
    before: Judged,
    after: Judged,
    errors: list[rules.Violation],
    excess: int,
    weapons: tuple[str, ...] = (),
) -> Candidate:
    points, sooner = after.judgement.muster.points, before.judgement.muster.points
    undecided = points.at_least and not sooner.at_least
    return Candidate(
        id=card.id,
        name=card_name(card),
        kind=card.type,
        points=None if undecided else points.total - sooner.total,
        effect=first_sentence(card.text.get(language(), "")),
        takers=_takers(card),
        official=card.official,
        reasons=_words(errors),
        excess=excess,
        weapons=weapons,
        changes=effects(before.verdict, after.verdict),
    )


def _takers(card: aod.Card) -> str:
    """Where a card sits and which 'Mechs may take it, in a few words."""
    carrier = CARRIERS.get(card.attaches_to or "")
    said = [str(carrier)] if carrier else []
    said += [str(CLASSES[each]) for each in card.classes if each in CLASSES]
    said += [aod.faction_name(each, language()) for each in card.required_factions]
    return ", ".join(said)


def _mounting(
    group: aod.BattleGroup, index: int, card: aod.Card, weapon: str | None = None
) -> aod.BattleGroup:
    """The group with a card on one copy of an entry."""
    entry = group.units[index]
    choice = aod.CardChoice(card.id, weapon)
    one = msgspec.structs.replace(
        entry,
        count=1,
        gear=entry.gear if card.is_pilot else (*entry.gear, choice),
        pilots=(*entry.pilots, choice) if card.is_pilot else entry.pilots,
    )
    units = (*group.units[:index], one, *group.units[index + 1 :])
    if entry.count > 1:
        units = (*units, msgspec.structs.replace(entry, count=entry.count - 1))
    return msgspec.structs.replace(group, units=units)


def _with_gear(
    group: aod.BattleGroup, index: int, gear: tuple[aod.CardChoice, ...]
) -> aod.BattleGroup:
    entry = msgspec.structs.replace(group.units[index], gear=gear)
    units = (*group.units[:index], entry, *group.units[index + 1 :])
    return msgspec.structs.replace(group, units=units)


def _first(tried: Iterator[Candidate], *, only_fitting: bool, most: int) -> Found:
    """The first candidates of a long list, tried one by one."""
    shown: list[Candidate] = []
    for candidate in tried:
        if only_fitting and not (candidate.fits or candidate.stands):
            continue
        if len(shown) == most:
            return Found(tuple(shown), more=True)
        shown.append(candidate)
    return Found(tuple(shown))


def _fitting_first(tried: Iterable[Candidate], *, only_fitting: bool) -> Found:
    ordered = sorted(tried, key=lambda candidate: (bool(candidate.reasons), candidate.excess > 0))
    return Found(tuple(c for c in ordered if c.fits or not only_fitting))


def _words(errors: Iterable[rules.Violation]) -> tuple[str, ...]:
    return tuple(aod.violation_message(violation, language()) for violation in errors)


def _matching_units(
    known: aod.Catalogue, wanted: list[str], meant: Container[str]
) -> Iterator[aod.Unit]:
    for text, unit in _unit_texts(known):
        if unit.id in meant or all(word in text for word in wanted):
            yield unit


def _matching_cards(known: aod.Catalogue, wanted: list[str]) -> Iterator[aod.Card]:
    for text, card in _card_texts(known):
        if all(word in text for word in wanted):
            yield card


@lru_cache(maxsize=2)
def _unit_texts(known: aod.Catalogue) -> tuple[tuple[str, aod.Unit], ...]:
    """Figures with the folded text they are found by, those with a known cost first."""
    units = sorted(known.units.values(), key=lambda unit: (unit.points is None, unit.id))
    return tuple(
        (
            fold(
                " ".join(
                    filter(None, (unit.name, unit.nickname, unit.variant, unit.faction, unit.label))
                )
            )
            + " "
            + fold(" ".join(number_words(unit.set or "", [unit.number or unit.id]))),
            unit,
        )
        for unit in units
    )


@lru_cache(maxsize=2)
def _card_texts(known: aod.Catalogue) -> tuple[tuple[str, aod.Card], ...]:
    """Cards with the folded text they are found by, in the order of their ids."""
    return tuple(
        (fold(f"{card.id} {card.name} {card.name_pl or ''} {' '.join(card.factions)}"), card)
        for _, card in sorted(known.cards.items())
    )
