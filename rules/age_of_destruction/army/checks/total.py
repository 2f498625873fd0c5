"""The build total and what counts towards it (AOD-BUILD, AOD-CARD-013 to 020)."""

from typing import Any

from rules.age_of_destruction.army.findings import Findings, check, fact
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.records.cards import STEP


@check(
    "limit",
    "points",
    "AOD-BUILD-001",
    "AOD-BUILD-002",
    "AOD-BUILD-003",
    reads="limit",
    tells=lambda muster: {} if muster.limit is None else {"limit": muster.limit},
)
def limit_is_set(muster: Muster, found: Findings) -> None:
    """The agreed build total is a positive multiple of 150."""
    limit = muster.limit
    if limit is None:
        found.add("LIMIT_MISSING", "build_total")
    elif not muster.limit_is_valid:
        lower = max(limit // STEP, 1) * STEP
        upper = max(-(-limit // STEP), 1) * STEP
        found.add(
            "LIMIT_NOT_MULTIPLE_OF_150",
            "build_total",
            limit=limit,
            lower=lower,
            upper=upper,
            nearest=sorted({lower, upper}),
        )


@check(
    "not_empty",
    "figures",
    "AOD-BUILD-013",
    "AOD-UNIT-001",
    reads="figures",
    tells=lambda muster: {"figures": sum(piece.count for piece in muster.pieces)},
)
def has_a_unit(muster: Muster, found: Findings) -> None:
    """A battle group has at least one unit."""
    if not muster.pieces:
        found.add("EMPTY_BATTLE_GROUP", "units")


def _reckoning(muster: Muster) -> dict[str, Any] | None:
    if not muster.limit_is_valid:
        return None
    return {
        "total": muster.total,
        "limit": muster.limit,
        "at_least": muster.points.at_least,
    }


@check(
    "total",
    "points",
    "AOD-BUILD-004",
    "AOD-BUILD-010",
    "AOD-CARD-014",
    "AOD-CARD-015",
    "AOD-CARD-016",
    "AOD-GEAR-020",
    "AOD-GUN-005",
    "AOD-PILOT-012",
    reads="figures mounted played limit",
    tells=_reckoning,
)
def total_within_limit(muster: Muster, found: Findings) -> None:
    """The total may reach the limit and not exceed it; unknown values leave it undecided, and so do
    two costs of a card that only a figure's unrecorded faction tells apart, where the higher is too
    much."""
    total = muster.total
    limit = muster.limit if muster.limit_is_valid else None
    if limit is not None and total > limit:
        found.add("OVER_POINTS", "build_total", total=total, limit=limit, excess=total - limit)
    elif muster.unknown_costs:
        found.add("TOTAL_UNDECIDED", *muster.unknown_costs, known=total, limit=limit)
    elif limit is not None and total + sum(muster.open_costs.values()) > limit:
        found.add("TOTAL_UNDECIDED", *muster.open_costs, known=total, limit=limit)
    elif limit is not None and total < limit and muster.pieces and not muster.open_costs:
        found.add("UNSPENT_POINTS", "build_total", unspent=limit - total, total=total)


@fact("orders", "points", "AOD-BUILD-011", "AOD-BUILD-005", "AOD-STD-003", reads="limit event")
def orders_per_turn(muster: Muster) -> dict[str, Any] | None:
    """Orders a turn come from the limit, whatever was spent."""
    return None if muster.orders is None else {"orders": muster.orders, "limit": muster.limit}
