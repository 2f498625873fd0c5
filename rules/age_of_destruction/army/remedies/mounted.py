"""What cures wrong gear and pilots on 'Mechs, and wrong recruitments."""

from collections.abc import Iterable, Iterator
from itertools import islice

from rules.age_of_destruction.army.edits import Change
from rules.age_of_destruction.army.remedies.cards import give_faction
from rules.age_of_destruction.army.remedies.case import LAST, Case, Option, option, remedy, remove
from rules.age_of_destruction.army.stock import price
from rules.age_of_destruction.records.vocabulary import WEAPON_SLOTS

#: Options of one sort.
FEW = 4


@remedy("CARD_UNASSIGNED", "CARD_ON_NON_MECH")
def give_it_to_a_mech(case: Case) -> Iterator[Option]:
    """The cheapest 'Mech the card suits takes it; else the card goes."""
    for rank, move in enumerate(islice(case.moves(case.where, 0), FEW)):
        yield Option(move.changes, rank)
    yield remove(case.where)


@remedy("MECH_HAS_NO_SLOTS")
def find_it_slots(case: Case) -> Iterator[Option]:
    """Another 'Mech takes the card; or a version with slots takes this one's place."""
    yield from case.moves(case.where, 0)
    yield from islice(case.swaps(case.piece(), 1, lambda unit: unit.slots), FEW)
    yield remove(case.where)


@remedy("SLOTS_EXCEEDED")
def free_a_slot(case: Case) -> Iterator[Option]:
    """A card moves to another 'Mech or goes."""
    for mounted in case.piece().cards:
        yield from islice(case.moves(mounted.where, 0), FEW)
        yield remove(mounted.where, rank=0)


@remedy("TWO_PILOTS")
def keep_one_pilot(case: Case) -> Iterator[Option]:
    """A pilot moves or goes, the one whose preferred 'Mech this is at last."""
    piece = case.piece()
    for mounted in piece.pilots:
        at_home = mounted.card is not None and mounted.card.prefers(piece.unit)
        yield from islice(case.moves(mounted.where, int(at_home)), FEW)
        yield remove(mounted.where, rank=int(at_home))


@remedy("GEAR_CLASS_MISMATCH")
def gear_of_the_class(case: Case) -> Iterator[Option]:
    """The same equipment for this class; another 'Mech; else without."""
    old = case.card()
    for card in case.stock.gear(case.piece()):
        if old and card.name == old.name:
            yield _swap_card(case, card.id, 0)
    yield from case.moves(case.where, 1)
    yield remove(case.where)


def _swap_card(case: Case, card_id: str, rank: int) -> Option:
    return option(Change("replace", case.where, replacement=card_id), rank=rank)


@remedy("GEAR_WEAPON_TYPE_MISSING")
def gear_to_its_weapon(case: Case) -> Iterator[Option]:
    """A 'Mech with such a weapon takes it; else without."""
    yield from case.moves(case.where, 0)
    yield remove(case.where)


@remedy("GEAR_WRONG_WEAPON", "GEAR_WEAPON_NOT_CHOSEN")
def choose_the_weapon(case: Case) -> Iterator[Option]:
    """Another weapon, the primary one first; another 'Mech; else without."""
    yield from _other_weapons(case, case.where)
    yield from case.moves(case.where, 3)
    yield remove(case.where)


def _other_weapons(case: Case, where: str) -> Iterator[Option]:
    for rank, slot in enumerate(WEAPON_SLOTS):
        if case.mounted(where).choice.weapon != slot:
            yield option(Change("set", where, field="weapon", value=slot), rank=rank)


@remedy("GEAR_SLOT_CONFLICT")
def part_the_gear(case: Case) -> Iterator[Option]:
    """One goes to the other weapon, else to another 'Mech, else away."""
    for where in case.violation.where:
        for other in _other_weapons(case, where):
            yield Option(other.changes, 0)
        yield from case.moves(where, 1)
        yield remove(where)


@remedy("CARD_FACTION_UNRECORDED")
def bear_it_where_the_faction_is_known(case: Case) -> Iterator[Option]:
    """Another 'Mech, or a recorded version of this one, takes it; else without."""
    yield from case.moves(case.where, 0)
    yield from islice(case.swaps(case.piece(), 1), FEW)
    yield remove(case.where)


@remedy("GEAR_FACTION_MISMATCH")
def gear_to_its_faction(case: Case) -> Iterator[Option]:
    """Another 'Mech; a contract or recruitment that gives the faction; else without."""
    yield from case.moves(case.where, 0)
    yield from _factions_given(case, 1)
    yield remove(case.where)


def _factions_given(case: Case, rank: int) -> Iterator[Option]:
    piece = case.piece()
    if piece.unit and piece.unit.faction is None:
        for faction in case.violation.params["allowed"]:
            yield from give_faction(case, faction, rank, only=piece.where)


@remedy("PILOT_CLASS_MISMATCH", "PILOT_FACTION_MISMATCH")
def pilot_to_a_fitting_mech(case: Case) -> Iterator[Option]:
    """Another 'Mech; another pilot; a contract that gives the faction; else without."""
    yield from case.moves(case.where, 0)
    yield from _other_pilots(case, 1)
    if case.violation.code == "PILOT_FACTION_MISMATCH":
        yield from _factions_given(case, 2)
    yield remove(case.where)


def _other_pilots(case: Case, rank: int) -> Iterator[Option]:
    """Pilots the 'Mech may have, those of nearly the same cost first."""
    piece, old = case.piece(), case.mounted()
    spent = (old.cost or 0) + (old.recruitment.cost if old.recruitment else 0)
    priced = [
        (spent - points, card.id)
        for card in case.stock.pilots(piece)
        if card.id != old.id and (points := price(card, piece, case.muster.limit)) is not None
    ]
    priced.sort(key=lambda pilot: (case.stock.lacks(pilot[1]), abs(pilot[0])))
    for saving, card_id in priced[:FEW]:
        yield Option(_swap_card(case, card_id, rank).changes, rank, saving)


@remedy("DUPLICATE_UNIQUE_PILOT", "UNIQUE_PILOT_SAME_NAME")
def keep_one_copy(case: Case) -> Iterator[Option]:
    """One copy stays, best on the preferred 'Mech."""
    places = case.violation.where
    homes = [where for where in places if _at_home(case, where)]
    for kept in places[:FEW]:
        changes = [Change("remove", where) for where in places if where != kept]
        yield option(*changes, rank=0 if kept in homes or not homes else 1)


def _at_home(case: Case, where: str) -> bool:
    card = case.card(where)
    on_figure = where.startswith("units")
    return bool(card and on_figure and card.prefers(case.piece(where).unit))


# Recruitment ------------------------------------------------------------------------------------


@remedy("RECRUITMENT_ON_OTHER_PILOT")
def recruit_nobody(case: Case) -> Iterator[Option]:
    """The recruitment goes."""
    yield _recruit(case, None, 0)
    yield remove(case.where)


def _recruit(case: Case, faction: str | None, rank: int) -> Option:
    card = case.card()
    cost = (card.recruitment_cost(faction) if card and faction else 0) or 0
    paid = case.mounted().recruitment
    change = Change("set", case.where, field="recruit", value=faction)
    return option(change, rank=rank, saving=(paid.cost if paid else 0) - cost)


@remedy("RECRUITMENT_REQUIRED", "RECRUITMENT_CHANGES_FACTION")
def recruit_by_the_symbol(case: Case) -> Iterator[Option]:
    """The 'Mech's own faction pays; or the pilot drives a 'Mech without symbol."""
    unit = case.piece().unit
    if unit and unit.faction:
        yield _recruit(case, unit.faction, 0)
    yield from _to_no_symbol(case, 1)
    yield remove(case.where)


def _to_no_symbol(case: Case, rank: int) -> Iterator[Option]:
    for move in case.moves(case.where, rank):
        target = case.piece(move.changes[0].to)
        if target.unit and target.unit.faction is None:
            yield move


@remedy("RECRUITMENT_IMPOSSIBLE", "RECRUITMENT_FACTION_CROSSED_OUT")
def find_a_willing_faction(case: Case) -> Iterator[Option]:
    """Another faction or none for a 'Mech without symbol; else another 'Mech, or a version of a
    faction that recruits; else another pilot or none."""
    piece, card = case.piece(), case.card()
    if card is None or piece.unit is None:
        return
    if piece.unit.faction is None:
        yield from _willing(case, _named(card.recruitment), 0)
    yield from case.moves(case.where, 0)
    recruits = {f for f in case.stock.catalogue.factions if card.recruitment_cost(f) is not None}
    recruits -= set(card.crossed_out)
    yield from islice(case.swaps(piece, 1, lambda unit: unit.faction in recruits), FEW)
    yield from _other_pilots(case, 2)
    yield remove(case.where)


def _named(recruitment: dict[str, int]) -> list[str]:
    return [faction for faction in recruitment if faction != "base"]


def _willing(case: Case, factions: Iterable[str], rank: int) -> Iterator[Option]:
    """Recruitment by each of some factions, or by none."""
    card = case.card()
    for faction in factions:
        if card and faction not in card.crossed_out:
            yield _recruit(case, faction, rank)
    yield _recruit(case, None, rank)


@remedy("RECRUITMENT_SYMBOLLESS_NOT_ALLOWED")
def recruit_by_a_named_faction(case: Case) -> Iterator[Option]:
    """A faction the card names recruits, or none does."""
    card = case.card()
    yield from _willing(case, _named(card.recruitment) if card else (), 0)
    yield remove(case.where)


@remedy("RECRUITMENT_MULTIPLE")
def keep_one_recruitment(case: Case) -> Iterator[Option]:
    """The faction other cards need stays, else the cheapest."""
    factions, costs = case.violation.params["factions"], case.violation.params["costs"]
    needed = {
        faction
        for place in case.muster.cards
        if place.card
        for faction in (*place.card.factions, *place.card.required_factions)
    }
    price = dict(zip(factions, costs, strict=True))
    kept = sorted(price, key=lambda f: (f not in needed, price[f] is None, price[f] or 0, f))
    for rank, faction in enumerate(kept[:FEW]):
        yield _recruit(case, faction, rank)
    yield remove(case.where, LAST)
