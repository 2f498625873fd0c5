"""What cures wrong figures: unknown, doubled, not for the event, wrongly loaded."""

from collections.abc import Iterator
from itertools import combinations, islice

from rules.age_of_destruction.army.checks.loads import SPACES
from rules.age_of_destruction.army.edits import Change
from rules.age_of_destruction.army.inline import record_of
from rules.age_of_destruction.army.pieces import Piece
from rules.age_of_destruction.army.remedies.case import LAST, Case, Option, option, remedy, remove
from rules.age_of_destruction.records.units import Unit

#: Options of one sort.
FEW = 6


@remedy("UNKNOWN_UNIT", "UNKNOWN_CARD")
def replace_by_a_similar_one(case: Case) -> Iterator[Option]:
    """What the number may have meant, the most similar first; else without."""
    for rank, known in enumerate(case.violation.params["similar"]):
        yield option(Change("replace", case.where, replacement=known), rank=rank)
    yield remove(case.where)


@remedy("DUPLICATE_UNIQUE_COLLECTOR_NUMBER")
def keep_one_unique(case: Case) -> Iterator[Option]:
    """One stays, best one with cards; or a surplus one becomes a version of another number."""
    pieces = [case.piece(where) for where in case.violation.where]
    laden = any(any(piece.cards) for piece in pieces)
    for kept in pieces[:FEW]:
        changes = [Change("remove", piece.where) for piece in pieces if piece is not kept]
        if kept.count > 1:
            changes.append(Change("set", kept.where, field="count", value=1))
        yield option(*changes, rank=1 if laden and not any(kept.cards) else 0)
    for piece in pieces[1:FEW]:
        yield from islice(case.swaps(piece, 2, lambda unit: unit.unique), FEW)


@remedy("UNIQUE_SAME_NAME")
def keep_one_of_the_name(case: Case) -> Iterator[Option]:
    """All but one figure of the name go."""
    for kept in case.violation.where[:FEW]:
        yield option(*(Change("remove", where) for where in case.violation.where if where != kept))


@remedy("UNIT_NOT_LEGAL_IN_FORMAT", "UNIT_POINTS_OUT_OF_RANGE")
def swap_for_a_legal_version(case: Case) -> Iterator[Option]:
    """The cheapest version the event allows; else without."""
    for rank, swap in enumerate(islice(case.swaps(case.piece(), 0), FEW)):
        yield Option(swap.changes, rank, swap.saving)
    yield remove(case.where)


@remedy("INLINE_NOT_ALLOWED_BY_FORMAT")
def take_it_from_the_catalogue(case: Case) -> Iterator[Option]:
    """The catalogue's figure of that number, else its cheapest version of that name; else
    without."""
    piece = case.piece()
    if record := record_of(piece.entry, case.muster.catalogue):
        yield option(Change("replace", case.where, replacement=record.id))
    for rank, swap in enumerate(islice(case.swaps(piece, 0), FEW), start=1):
        yield Option(swap.changes, rank, swap.saving)
    yield remove(case.where)


@remedy("NUMBER_NOT_ALLOWED_BY_FORMAT")
def do_without_the_number(case: Case) -> Iterator[Option]:
    """The figure becomes a version the event allows; else it, or the card, goes."""
    if "." in case.where or case.where.startswith("cards"):
        yield remove(case.where, rank=0)
    else:
        yield from swap_for_a_legal_version(case)


@remedy("TOO_MANY_ALIKE_IN_FORMAT")
def fewer_alike(case: Case) -> Iterator[Option]:
    """The surplus goes; or a single one becomes a version of another number."""
    surplus = case.violation.params["count"] - case.violation.params["most"]
    yield from _fewer(case, surplus)
    pieces = (case.piece(where) for where in case.violation.where)
    for piece in islice((p for p in pieces if p.count == surplus), FEW):
        yield from islice(case.swaps(piece, 1), FEW)


@remedy("UNIT_COUNT_OUT_OF_RANGE")
def as_many_as_wanted(case: Case) -> Iterator[Option]:
    """The surplus goes, the difference comes; or other figures turn into the kind that is short."""
    params = case.violation.params
    if params["count"] > (params["most"] or 0) and params["most"] is not None:
        yield from _fewer(case, params["count"] - params["most"])
    else:
        yield from _more(case, params["least"] - params["count"])


def _fewer(case: Case, surplus: int) -> Iterator[Option]:
    pieces = sorted((case.piece(where) for where in case.violation.where), key=_worth)
    for start in range(min(len(pieces), FEW)):
        yield _without_copies(pieces[start:] + pieces[:start], surplus)


def _without_copies(pieces: list[Piece], surplus: int) -> Option:
    """To take so many copies, entry after entry."""
    changes = []
    for piece in pieces:
        if piece.count <= surplus:
            changes.append(Change("remove", piece.where))
        elif surplus:
            left = piece.count - surplus
            changes.append(Change("set", piece.where, field="count", value=left))
        surplus -= min(surplus, piece.count)
    return option(*changes)


def _more(case: Case, missing: int) -> Iterator[Option]:
    words = case.violation.params["property"]

    def fits(unit: Unit) -> bool:
        return all(word in _words(unit) for word in words)

    for unit in islice(case.stock.figures(fits), FEW):
        if unit.unique and missing > 1:
            continue
        entry = {"unit": unit.id} | ({"count": missing} if missing > 1 else {})
        yield option(Change("add", "units", entry=entry))
    for piece in case.muster.pieces:
        if piece.unit and not fits(piece.unit):
            for unit in islice(case.stock.figures(fits), 2):
                yield option(Change("replace", piece.where, replacement=unit.id), rank=1)


def _words(unit: Unit) -> tuple[str | None, ...]:
    return (unit.type, unit.mech_class, unit.rank_mark)


def _worth(piece: Piece) -> int:
    return piece.value * piece.count


@remedy("NOT_FACTION_PURE")
def make_it_pure(case: Case) -> Iterator[Option]:
    """The foreign figures go or become versions of the main faction; a contract hires the rest."""
    main = case.violation.params["faction"]
    foreign = sorted((case.piece(where) for where in case.violation.where), key=_worth)
    contract = case.muster.first("MC")
    if contract is None:
        for card in case.stock.cards:
            if card.type == "MC" and main in card.factions:
                yield option(Change("add", "cards", entry={"card": card.id, "faction": main}))
    elif contract.card and main in contract.card.factions:
        yield option(Change("set", contract.where, field="faction", value=main))
    for piece in foreign[:1]:
        yield from islice(case.swaps(piece, 0, lambda unit: unit.faction == main), FEW)
        yield remove(piece.where, rank=0)


# Loads ------------------------------------------------------------------------------------------


@remedy("NOT_A_TRANSPORT")
def clear_the_load(case: Case) -> Iterator[Option]:
    """The load goes."""
    yield remove(case.where, rank=0)


@remedy("TRANSPORT_OVERLOADED")
def unload(case: Case) -> Iterator[Option]:
    """The passenger with the smallest load that cures the excess leaves; else two do."""
    excess = case.violation.params["load"] - case.violation.params["capacity"]
    passengers = _passengers(case, case.where)
    for size in (1, 2, 3):
        for several in islice(combinations(range(len(passengers)), size), 4 * FEW):
            freed = sum(_spaces(case, passengers[slot]) for slot in several)
            if freed >= excess:
                yield _without(case, case.where, set(several), rank=freed)
    yield remove(case.where, rank=10 * LAST)


@remedy("PASSENGER_NOT_ALLOWED")
def take_off(case: Case) -> Iterator[Option]:
    """The passenger leaves."""
    passengers = _passengers(case, case.where)
    slots = {slot for slot, i in enumerate(passengers) if f"units[{i}]" == case.violation.where[1]}
    yield _without(case, case.where, slots)


@remedy("PASSENGER_TWICE")
def keep_the_first_transport(case: Case) -> Iterator[Option]:
    """The passenger leaves the last transport that lists it, and stays in the first."""
    for number, load in reversed(list(enumerate(case.group.loads))):
        slots = [slot for slot, i in enumerate(load.passengers) if f"units[{i}]" == case.where]
        if slots:
            yield _without(case, f"loads[{number}]", {slots[-1]})
            return


def _passengers(case: Case, where: str) -> tuple[int, ...]:
    number = int(where.removeprefix("loads[").removesuffix("]"))
    return case.group.loads[number].passengers


def _spaces(case: Case, index: int) -> int:
    unit = case.muster.pieces[index].unit
    return SPACES.get(unit.type, 0) if unit else 0


def _without(case: Case, where: str, slots: set[int], rank: int = 0) -> Option:
    """A load without some of its passengers; an empty one goes."""
    staying = [i for slot, i in enumerate(_passengers(case, where)) if slot not in slots]
    if not staying:
        return remove(where, rank)
    return option(Change("set", where, field="passengers", value=staying), rank=rank)


@remedy("ALLIANCE_FOREIGN_FACTION")
def keep_to_the_allies(case: Case) -> Iterator[Option]:
    """The figure goes or becomes a version of a named faction; else the alliance goes."""
    named = case.card(case.violation.where[1])
    factions = named.factions if named else ()
    yield from islice(case.swaps(case.piece(), 0, lambda unit: unit.faction in factions), FEW)
    yield remove(case.where, rank=0)
    yield remove(case.violation.where[1])
