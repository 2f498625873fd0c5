"""Costs a list states: compared with the computed ones, never believed."""

from typing import Any

from rules.age_of_destruction.army.findings import Findings, check
from rules.age_of_destruction.army.inline import record_of
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.pieces import Mounted, Piece, Played


def _stated_costs(muster: Muster) -> dict[str, Any] | None:
    stated = _compare_all(muster, Findings())
    return {"stated": stated} if stated else None


@check(
    "stated_costs",
    "points",
    "AOD-BUILD-004",
    "AOD-CARD-016",
    "AOD-CARD-019",
    "AOD-GUN-005",
    reads="figures mounted played limit event",
    finds_in="stated cards",
    tells=_stated_costs,
)
def stated_costs_are_right(muster: Muster, found: Findings) -> None:
    """Every stated cost is the one the rules give."""
    _compare_all(muster, found)


def _compare_all(muster: Muster, found: Findings) -> int:
    """How many costs are stated; those that are wrong are reported."""
    stated = 0
    for piece in muster.stated:
        said = _stated(piece, muster)
        stated += bool(said)
        wrong = [points for points in said if points != piece.points]
        if wrong:
            found.add(
                "POINTS_DIFFER_FROM_CATALOGUE",
                piece.where,
                entry=piece.title,
                stated=wrong[0],
                expected=piece.points,
            )
    for piece, _ in muster.carriers:
        for pilot in piece.pilots:
            stated += _compare_recruitment(muster, pilot, found)
    for place in muster.cards:
        if place.choice.points is not None:
            stated += _compare(muster, place, found)
    return stated


def _stated(piece: Piece, muster: Muster) -> list[int]:
    """What a list says a figure costs: beside it, and in a figure of a number the catalogue has."""
    entry = piece.entry
    if piece.points is None:
        return []
    said = [] if entry.points is None else [entry.points]
    if entry.inline and entry.inline.points is not None and record_of(entry, muster.catalogue):
        said.append(entry.inline.points)
    return said


def _compare(muster: Muster, place: Mounted | Played, found: Findings) -> bool:
    card, stated, due = place.card, place.choice.points, place.cost
    undecided = due is None or place.where in muster.open_costs
    if card is None or stated is None or undecided:
        return False
    if stated == due:
        return True
    facts: dict[str, Any] = {"card": card.title, "stated": stated, "expected": due}
    cost = card.cost
    if cost is not None and cost.base and cost.alternative:
        base, alternative = cost.base.at(muster.limit), cost.alternative.at(muster.limit)
        facts |= {"base": base, "alternative": alternative}
        if place.alternative and stated == base:
            found.add("ALT_COST_REQUIRED", place.where, **facts)
            return True
        if not place.alternative and stated == alternative:
            found.add("ALT_COST_NOT_AVAILABLE", place.where, **facts)
            return True
    price = cost and (cost.alternative if place.alternative else cost.base)
    if price and price.scaled:
        found.add("SCALED_COST_WRONG", place.where, n=price.points, limit=muster.limit, **facts)
    else:
        found.add(
            "POINTS_DIFFER_FROM_CATALOGUE",
            place.where,
            entry=card.title,
            stated=stated,
            expected=due,
        )
    return True


def _compare_recruitment(muster: Muster, pilot: Mounted, found: Findings) -> bool:
    recruitment, stated = pilot.recruitment, pilot.choice.recruit_points
    if stated is None or pilot.card is None or recruitment is None or recruitment.faults:
        return False
    due = recruitment.cost
    if stated != due:
        scaled = muster.orders is not None and due and stated == due * muster.orders
        found.add(
            "RECRUITMENT_COST_SCALED" if scaled else "RECRUITMENT_WRONG_COST",
            pilot.where,
            pilot=pilot.card.title,
            faction=list(recruitment.asked),
            stated=stated,
            expected=due,
        )
    return True
