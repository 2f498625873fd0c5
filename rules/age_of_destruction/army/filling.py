"""What may come into a group that has points left, and the fullest sets of it.

Each figure, and each 'Mech with room for cards, is one choice among several ways: so many copies,
such cards, or nothing. Which ways together come nearest to the rest is counted for every sum of
points at once, so that nothing fuller is missed among the choices looked at.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import msgspec

from rules.age_of_destruction.army.battle_group import Entry
from rules.age_of_destruction.army.checks.gear import MOST_CARDS
from rules.age_of_destruction.army.edits import Change, order
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.pieces import Piece
from rules.age_of_destruction.army.stock import Stock, has_room, price
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.units import Unit

PLENTY = 1_000_000
#: Copies of one figure offered in one line, and 'Mechs looked at for cards.
COPIES, MOST_MECHS = 4, 12
#: The most copies one line stands for.
MOST_COPIES = 999
#: A larger rest is first spent on dear figures, then counted exactly; where there are few to choose
#: from more of it is counted.
COUNTED, COUNTED_OF_FEW = 600, 2_000
#: Fullest sets offered, and ways to deal out scarce cards that are tried, for a large rest fewer.
OFFERED, TURNS, FEW_TURNS = 8, 8, 3


class Room(msgspec.Struct, frozen=True):
    """How many more lines of figures and cards on them a group may have."""

    entries: int = PLENTY
    cards: int = PLENTY

    def holds(self, several: Iterable["Addition"]) -> bool:
        """Whether additions keep to it."""
        entries = cards = 0
        for addition in several:
            entries += addition.change.where == "units"
            cards += addition.cards
        return entries <= self.entries and cards <= self.cards


ANY_ROOM = Room()


class Addition(msgspec.Struct, frozen=True):
    """Something that may come into a group: the edit, its points, the faction it brings that is
    not there yet, whether it is a mercenary, how many such copies may come, and the ids of the
    cards in it."""

    change: Change
    points: int
    item: str
    foreign: str | None = None
    hired: bool = False
    left: int = 3
    cards: int = 0


#: One way of a choice: its points, and the additions that make it.
Way = tuple[int, tuple[Addition, ...]]


def additions(muster: Muster, stock: Stock, rest: int, room: Room) -> Iterator[Addition]:
    """Every single figure, gear card and pilot that costs no more than the rest."""
    for unit, left in _figures(muster, stock, rest):
        if room.entries:
            yield _figure(muster, unit, 1, left)
        elif (more := _raised(muster, unit, 1)) is not None:
            yield more
    if room.cards:
        for piece in muster.pieces:
            if has_room(piece):
                yield from _cards_for(muster, stock, piece)


def _figures(muster: Muster, stock: Stock, rest: int) -> Iterator[tuple[Unit, int]]:
    """The figures that may come, with how many copies may."""
    here: Counter[str] = Counter()
    for piece in muster.pieces:
        if piece.unit:
            here[piece.unit.id] += piece.count
    event = muster.event
    for unit in stock.units:
        left = min(stock.left(unit.id), 1 if unit.unique else PLENTY)
        if unit.unique and unit.id in here:
            left = 0
        if event and event.per_number is not None:
            left = min(left, event.per_number - here[unit.id])
        if left > 0 and 0 < (unit.points or 0) <= rest:
            yield unit, left


def _figure(muster: Muster, unit: Unit, count: int, left: int) -> Addition:
    foreign = None if unit.faction in muster.factions else unit.faction
    count = min(count, MOST_COPIES)
    entry = {"unit": unit.id} | ({"count": count} if count > 1 else {})
    change = Change("add", "units", entry=entry)
    points = (unit.points or 0) * count
    return Addition(change, points, unit.id, foreign, unit.is_mercenary, left // count)


def _raised(muster: Muster, unit: Unit, more: int) -> Addition | None:
    """More copies in a line of bare figures that is there and may bear no card."""
    for piece in muster.pieces:
        bare = not any(piece.cards) and piece.entry.points is None and not piece.entry.inline
        if piece.entry.unit == unit.id and bare and not unit.slots:
            more = min(more, MOST_COPIES - piece.count)
            if more < 1:
                continue
            change = Change("set", piece.where, field="count", value=piece.count + more)
            return Addition(change, (unit.points or 0) * more, unit.id, left=1)
    return None


def _cards_for(muster: Muster, stock: Stock, piece: Piece) -> Iterator[Addition]:
    """Gear and pilots for a 'Mech with room; gear that fits both weapons once for each."""
    if piece.unit is None or not piece.unit.slots:
        return
    pilots = () if piece.pilots else stock.pilots(piece)
    for part, cards in (("gear", stock.gear(piece)), ("pilot", pilots)):
        for card in cards:
            points = price(card, piece, muster.limit)
            if points is None or stock.lacks(card.id) or _is_here(muster, card):
                continue
            for weapon in weapons_for(card, piece.unit):
                entry = {"card": card.id} | ({"weapon": weapon} if weapon else {})
                change = Change("add", f"{piece.where}.{part}", entry=entry)
                left = min(stock.left(card.id), 1)
                yield Addition(change, points, card.id, left=left, cards=1)


def _is_here(muster: Muster, card: Card) -> bool:
    return card.is_unique and any(place.card is card for place in muster.cards)


def weapons_for(card: Card, unit: Unit) -> list[str | None]:
    """The weapons to choose from for a gear card; None where there is no choice."""
    weapons = card.fitting_weapons(unit)
    return [weapon.slot for weapon in weapons] if len(weapons) > 1 else [None]


# The fullest sets ---------------------------------------------------------------------------------


def fullest(
    muster: Muster, stock: Stock, rest: int, room: Room
) -> Iterator[list[tuple[Addition, ...]]]:
    """Sets of any number of additions, those that leave least first, stage by stage: without a new
    faction, of anything, and the same with 'Mechs that bring cards along."""
    figures = list(_figures(muster, stock, rest))
    own = [(unit, left) for unit, left in figures if _is_own(muster, unit)]
    impure = rest - _cost_of_impurity(muster)
    stages = (
        (own, False, rest),
        (figures, False, impure),
        (own, True, rest),
        (figures, True, impure),
    )
    for kept, laden, points in stages:
        scarce = sum(min(left, COPIES) * (unit.points or 0) for unit, left in kept) < 2 * points
        counted = COUNTED_OF_FEW if scarce else COUNTED
        first, spent = _bulk(muster, kept, points - counted * bool(room.entries), room)
        taken = {addition.item for addition in first}
        left_over = [(unit, left) for unit, left in kept if unit.id not in taken]
        bearers = _bearers(muster, stock, room, left_over if laden else [])
        found: dict[int, tuple[Addition, ...]] = {}
        for turn in range(TURNS if points - spent <= COUNTED else FEW_TURNS):
            choices = _choices(muster, bearers, left_over, stock, turn, room)
            for total, several in _nearest(choices, points - spent):
                whole = (*first, *several)
                if whole and room.holds(whole):
                    found.setdefault(total, whole)
            if points - spent in found:
                break
        yield [found[total] for total in sorted(found, reverse=True)[:OFFERED]]


def _is_own(muster: Muster, unit: Unit) -> bool:
    """Whether a figure brings no faction, and to a pure group no mercenary either."""
    if muster.pure:
        return unit.faction == muster.pure
    return unit.faction is None or unit.faction in muster.factions


def _cost_of_impurity(muster: Muster) -> int:
    """What a pride card costs more once the group is no longer pure (AOD-PRIDE-006)."""
    played = muster.first("F")
    cost = played.card.cost if played and played.card and played.alternative else None
    base = cost.base.at(muster.limit) if cost and cost.base else None
    return max((base or 0) - (played.cost or 0), 0) if played and base is not None else 0


class _Bearer:
    """A 'Mech that may bear cards: one of the group, or one that would come; its cards."""

    def __init__(self, piece: Piece, cards: list[Addition], *, new: bool) -> None:
        self.piece = piece
        self.cards = cards
        self.new = new
        self.slots = MOST_CARDS - len(piece.gear) - len(piece.pilots)


def _bearers(
    muster: Muster, stock: Stock, room: Room, coming: list[tuple[Unit, int]]
) -> list[_Bearer]:
    if not room.cards:
        return []
    found = [
        _Bearer(piece, list(_cards_for(muster, stock, piece)), new=False)
        for piece in muster.pieces
        if piece.unit and piece.unit.slots and has_room(piece)
    ][:MOST_MECHS]
    for unit, _ in coming:
        if unit.slots and room.entries:
            piece = Piece(len(muster.pieces), Entry(unit.id), unit)
            found.append(_Bearer(piece, list(_cards_for(muster, stock, piece)), new=True))
    return found


def _choices(
    muster: Muster,
    bearers: list[_Bearer],
    figures: list[tuple[Unit, int]],
    stock: Stock,
    turn: int,
    room: Room,
) -> list[list[Way]]:
    """Every choice with its ways, where each card that is scarce has its 'Mechs: others each turn,
    so that no two want the same copy."""
    homes = _homes(muster, bearers, stock, turn)
    brought: dict[str, list[Way]] = {}
    choices: list[list[Way]] = []
    for number, bearer in enumerate(bearers):
        cards = [c for c in bearer.cards if c.item not in homes or number in homes[c.item]]
        loadouts = _loadouts(cards, bearer.slots, muster, bearer.piece)
        if bearer.new:
            brought[bearer.piece.entry.unit] = list(_brought(muster, bearer.piece, loadouts))
        elif loadouts:
            choices.append(loadouts)
    for unit, left in figures:
        bare = _copies(muster, unit, left, room)
        laden = brought.get(unit.id, [])
        fewer = _copies(muster, unit, left - 1, room) if laden else []
        both = [(p + q, (*a, *b)) for p, a in laden for q, b in fewer]
        choices.append([*bare, *laden, *both])
    return choices


def _homes(muster: Muster, bearers: list[_Bearer], stock: Stock, turn: int) -> dict[str, set[int]]:
    """For each card with fewer copies than 'Mechs could bear it, the numbers of those that may:
    the dearest card first, to 'Mechs with a slot left for it beside those dealt before, beginning
    with those that few others suit, elsewhere each turn."""
    wanted: dict[str, dict[int, Addition]] = {}
    for number, bearer in enumerate(bearers):
        for card in bearer.cards:
            wanted.setdefault(card.item, {}).setdefault(number, card)
    dealt: list[tuple[Addition, ...]] = [()] * len(bearers)
    homes: dict[str, set[int]] = {}
    dearest = sorted(wanted, key=lambda each: (-max(a.points for a in wanted[each].values()), each))
    for card_id in dearest[turn % 3 :] + dearest[: turn % 3]:
        takers = wanted[card_id]
        known = stock.catalogue.card(card_id)
        copies = 1 if known and known.is_unique else stock.left(card_id)
        if copies >= len(takers):
            continue
        open_to = [
            number
            for number, card in takers.items()
            if len(dealt[number]) < bearers[number].slots
            and _agree(muster, bearers[number].piece, (*dealt[number], card))
        ]
        open_to.sort(key=lambda number: (len(bearers[number].cards), number))
        start = turn // 3 % max(len(open_to), 1)
        chosen = (open_to[start:] + open_to[:start])[:copies]
        homes[card_id] = set(chosen)
        for number in chosen:
            dealt[number] = (*dealt[number], takers[number])
    return homes


def _bulk(
    muster: Muster, figures: list[tuple[Unit, int]], points: int, room: Room
) -> tuple[list[Addition], int]:
    """Dear figures for most of a large rest, and what they cost."""
    taken: list[Addition] = []
    spent = 0
    lines = room.entries // 2 if room.entries < PLENTY else PLENTY
    dearest = sorted(figures, key=lambda each: (-(each[0].points or 0), each[0].id))
    for place, (unit, left) in enumerate(dearest):
        cost = unit.points or 0
        missing = points - spent
        if missing <= 0:
            break
        few_lines = len(taken) + (len(dearest) - place) > lines
        most = left if few_lines else min(left, COPIES)
        count = min(most, -(-missing // cost) if lines else missing // cost)
        addition = _figure(muster, unit, count, left) if lines > len(taken) else None
        addition = addition or _raised(muster, unit, count)
        if addition:
            taken.append(addition)
            spent += addition.points
    return taken, spent


def _loadouts(cards: list[Addition], slots: int, muster: Muster, piece: Piece) -> list[Way]:
    """One way for each sum of points that cards for one 'Mech may come to."""
    ways: dict[int, tuple[Addition, ...]] = {}
    for card in cards:
        if _agree(muster, piece, (card,)):
            ways.setdefault(card.points, (card,))
    for pair in combinations(cards, 2) if slots > 1 else ():
        points = pair[0].points + pair[1].points
        if points not in ways and _agree(muster, piece, pair):
            ways[points] = pair
    return list(ways.items())


def _agree(muster: Muster, piece: Piece, coming: tuple[Addition, ...]) -> bool:
    """Whether cards may sit together: one pilot, and no two gear on one value that do not join."""
    catalogue, unit = muster.catalogue, piece.unit
    if unit is None or sum(addition.change.where.endswith("pilot") for addition in coming) > 1:
        return False
    seated = [(m.value, m.card) for m in piece.gear if m.card]
    for addition in coming:
        card = catalogue.card(addition.item)
        if card is None or not card.is_gear:
            continue
        value = _value(card, unit, (addition.change.entry or {}).get("weapon"))
        for other_value, other in seated:
            if value == other_value and not (card.joins(other) or other.joins(card)):
                return False
        seated.append((value, card))
    return True


def _value(card: Card, unit: Unit, weapon: str | None) -> str | None:
    fitting = [w for w in card.fitting_weapons(unit) if weapon in (None, w.slot)]
    return fitting[0].damage_value if fitting else card.attaches_to


def _copies(muster: Muster, unit: Unit, left: int, room: Room) -> list[Way]:
    """Some copies of a bare figure."""
    ways: list[Way] = []
    for count in range(1, min(left, COPIES) + 1):
        more = _figure(muster, unit, count, left) if room.entries else _raised(muster, unit, count)
        if more:
            ways.append((more.points, (more,)))
    return ways


def _brought(muster: Muster, piece: Piece, loadouts: list[Way]) -> Iterator[Way]:
    """One 'Mech with each loadout of cards it may bring."""
    if piece.unit is None:
        return
    bare = _figure(muster, piece.unit, 1, 1)
    for points, cards in loadouts:
        worn: dict[str, list[Any]] = {"gear": [], "pilot": []}
        for addition in cards:
            worn[addition.change.where.rpartition(".")[2]].append(addition.change.entry)
        entry = {"unit": piece.unit.id} | ({"gear": worn["gear"]} if worn["gear"] else {})
        entry |= {"pilot": worn["pilot"][0]} if worn["pilot"] else {}
        change = Change("add", "units", entry=entry)
        whole = msgspec.structs.replace(
            bare, change=change, points=bare.points + points, cards=len(cards)
        )
        yield whole.points, (whole,)


def _nearest(choices: list[list[Way]], rest: int) -> Iterator[tuple[int, tuple[Addition, ...]]]:
    """Sets of one way at most of each choice, the sums nearest to the rest first, of each sum one
    with the fewest additions."""
    fewest: dict[int, int] = {0: 0}
    came: list[dict[int, tuple[int, Way]]] = []
    for ways in choices:
        step: dict[int, tuple[int, Way]] = {}
        better: dict[int, int] = {}
        for total, count in fewest.items():
            for way in ways:
                new, needed = total + way[0], count + len(way[1])
                if new <= rest and needed < min(fewest.get(new, PLENTY), better.get(new, PLENTY)):
                    better[new] = needed
                    step[new] = (total, way)
        fewest |= better
        came.append(step)
    for total in sorted(fewest, reverse=True)[:OFFERED]:
        several: list[Addition] = []
        left = total
        for step in reversed(came):
            if left in step:
                left, way = step[left]
                several += way[1]
        yield total, tuple(sorted(several, key=lambda addition: order(addition.change)))
