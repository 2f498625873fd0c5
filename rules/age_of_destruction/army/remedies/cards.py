"""What cures wrong cards of the group: too many, at odds, without what they ask for."""

from collections.abc import Iterator
from itertools import combinations, islice

from rules.age_of_destruction.army.edits import Change
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.remedies.case import Case, Option, option, remedy, remove
from rules.age_of_destruction.records.cards import Requirement
from rules.age_of_destruction.records.units import Unit

#: Options of one sort.
FEW = 6


@remedy("CARD_TYPE_NOT_ALLOWED")
def remove_the_card(case: Case) -> Iterator[Option]:
    """The card goes; one that lies on a figure by mistake may go to the cards of the group."""
    yield remove(case.where, rank=0)
    if case.where.startswith("units"):
        yield option(Change("move", case.where, to="cards"), rank=1)


@remedy("TOO_MANY_CARDS_OF_TYPE")
def as_many_as_allowed(case: Case) -> Iterator[Option]:
    """The surplus goes, the most expensive first."""
    places, allowed = case.violation.where, case.violation.params["allowed"]
    costs = {place.where: place.cost or 0 for place in case.muster.cards}
    several = list(islice(combinations(places, len(places) - allowed), 4 * FEW))
    several.sort(key=lambda group: -sum(costs.get(where, 0) for where in group))
    for rank, surplus in enumerate(several):
        yield option(*(Change("remove", where) for where in surplus), rank=rank)


@remedy("PRIDE_AND_ALLIANCE")
def choose_pride_or_alliance(case: Case) -> Iterator[Option]:
    """Either goes; the one whose own requirements fail shows when the group is judged again."""
    for where in case.violation.where:
        yield remove(where, rank=0)


@remedy("PRIDE_FACTION_MISSING")
def find_pride_a_unit(case: Case) -> Iterator[Option]:
    """The card goes; or one edit brings a figure of its faction."""
    yield remove(case.where, rank=0)
    yield from _bring(case, case.violation.params["faction"], rank=1)


@remedy("ALLIANCE_FACTION_MISSING")
def find_allies(case: Case) -> Iterator[Option]:
    """One edit brings a figure of the missing faction; else the card goes."""
    for faction in case.violation.params["missing"][:1]:
        yield from _bring(case, faction, rank=0)
    yield remove(case.where)


def _bring(case: Case, faction: str, rank: int) -> Iterator[Option]:
    """What gives the group a figure of a faction: a contract, a recruitment, a new figure."""
    yield from give_faction(case, faction, rank)
    for unit in islice(case.stock.figures(lambda unit: unit.faction == faction), FEW):
        yield option(Change("add", "units", entry={"unit": unit.id}), rank=rank)


def give_faction(case: Case, faction: str, rank: int, only: str | None = None) -> Iterator[Option]:
    """To let a contract or a recruitment give a faction to figures (`only`: to the one there)."""
    contract = case.muster.first("MC")
    symbols = contract.card.factions if contract and contract.card else ()
    if contract and faction in symbols and contract.choice.faction != faction:
        yield option(Change("set", contract.where, field="faction", value=faction), rank=rank)
    for piece, unit, mounted, card in case.muster.pilots:
        free = card.is_gunslinger and unit.faction is None and only in (None, piece.where)
        if free and piece.faction != faction:
            cost = card.recruitment_cost(faction)
            if cost is not None and faction not in card.crossed_out:
                change = Change("set", mounted.where, field="recruit", value=faction)
                yield option(change, rank=rank, saving=-cost)


@remedy("CARD_REQUIREMENT_NOT_MET")
def meet_the_requirement(case: Case) -> Iterator[Option]:
    """Figures of the kind come, or versions of those here are of it; else the card goes."""
    params = case.violation.params["requirements"][0]
    wanted = Requirement(
        count=params["count"],
        type=params.get("type"),
        rank=params.get("rank"),
        mech_class=params.get("class"),
        faction=params.get("faction"),
        unique=params.get("unique"),
    )

    def meets(unit: Unit) -> bool:
        return wanted.counts(unit, unit.faction)

    missing = wanted.count - params["have"]
    for piece in case.muster.pieces:
        if piece.unit and not meets(piece.unit):
            yield from islice(case.swaps(piece, 0, meets), 2)
    for unit in islice(case.stock.figures(meets), FEW):
        if not unit.unique or missing == 1:
            entry = {"unit": unit.id} | ({"count": missing} if missing > 1 else {})
            yield option(Change("add", "units", entry=entry))
    yield remove(case.where)


@remedy("CARD_REQUIREMENT_UNCHECKED")
def vouch_for_it(case: Case) -> Iterator[Option]:
    """The player confirms what only a person can judge; else the card goes."""
    words = case.violation.params["text"]
    confirmed = [*case.played().choice.confirmed, words.get("en") or next(iter(words.values()))]
    yield option(Change("set", case.where, field="confirmed", value=confirmed))
    yield remove(case.where)


@remedy("CONTRACT_FACTION_NOT_CHOSEN")
def choose_a_paymaster(case: Case) -> Iterator[Option]:
    """The symbol that serves most other cards; else the card goes."""
    card = case.card()
    options = card.factions if card else ()
    wanted = sorted(options, key=lambda faction: -_asking_for(case.muster, faction))
    for rank, faction in enumerate(wanted[:FEW]):
        yield option(Change("set", case.where, field="faction", value=faction), rank=rank)
    yield remove(case.where)


def _asking_for(muster: Muster, faction: str) -> int:
    """How many other cards want figures of a faction."""
    return sum(
        faction in (*place.card.factions, *place.card.required_factions)
        for place in muster.cards
        if place.card and place.card.type != "MC"
    )
