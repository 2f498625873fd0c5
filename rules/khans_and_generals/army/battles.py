"""What the type of a battle gives to its sides: points, a purse, a limit of losses."""

from typing import Literal

import msgspec

from rules.khans_and_generals.arithmetic import percent, share

BattleType = Literal[
    "attack",
    "assault",
    "meeting",
    "pitched",
    "reconnaissance",
    "ambush",
    "landing",
    "convoy",
    "raid",
    "relief",
    "siege",
]
Side = Literal["attacker", "defender"]
Period = Literal["preindustrial", "early", "modern"]

#: The usual limits of small, medium and large battles (KG-050).
USUAL_SIZES: dict[str, tuple[int, int, int]] = {
    "preindustrial": (150, 250, 400),
    "early": (300, 400, 500),
    "modern": (400, 600, 800),
}


class Terms(msgspec.Struct, frozen=True):
    """What one side gets: percent of points, percent for fortifications, assessment points."""

    bonus: int = 0
    purse: int = 0
    assessment: int = 0


NOTHING = Terms()
TERMS: dict[tuple[str, str], Terms] = {
    ("attack", "attacker"): Terms(bonus=10, assessment=10),
    ("assault", "attacker"): Terms(bonus=50, assessment=20),
    ("assault", "defender"): Terms(purse=25),
    ("reconnaissance", "defender"): Terms(assessment=5),
    ("ambush", "attacker"): Terms(bonus=10, purse=10),
    ("ambush", "defender"): Terms(assessment=-10),
    ("landing", "attacker"): Terms(bonus=50, assessment=15),
    ("landing", "defender"): Terms(purse=25),
    ("relief", "defender"): Terms(bonus=25),
    ("siege", "attacker"): Terms(bonus=50, assessment=25),
    ("siege", "defender"): Terms(purse=50),
}


def terms(battle: str | None, side: str | None) -> Terms:
    """What a side of a battle gets."""
    return TERMS.get((battle or "", side or ""), NOTHING)


def limit_of(points: int, given: Terms) -> int:
    """The points a side may spend on units (KG-049)."""
    return percent(points, given.bonus)


def purse_of(points: int, given: Terms) -> int:
    """The points a side may spend on fortifications only (KG-051)."""
    return percent(points, given.purse - 100) if given.purse and points > 0 else 0


def assessment_limit(fielded: int, given: Terms) -> int:
    """The assessment above which a side loses (KG-057, KG-171, KG-172)."""
    return given.assessment + share(fielded, 20)
