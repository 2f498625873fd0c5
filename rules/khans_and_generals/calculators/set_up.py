"""Before a battle: limits, purses, assessment, zones, time of day (KG-020 to KG-058)."""

from typing import Annotated, Literal

import msgspec

from rules.core.calculators import Said, Sum, TypedCalculator, Worked, number, only
from rules.core.tally import Tally, of_parts
from rules.khans_and_generals.army.battles import (
    NOTHING,
    USUAL_SIZES,
    BattleType,
    Period,
    Terms,
    assessment_limit,
    limit_of,
    purse_of,
    terms,
)
from rules.khans_and_generals.calculators.trying import WORDS, summed
from rules.khans_and_generals.orders.deploy import zone_share
from rules.khans_and_generals.state.state import Assessment, Conditions, Time
from rules.khans_and_generals.steps.turn import following_time

SIZES = ("small", "medium", "large")
SIDES: tuple[Literal["attacker", "defender"], ...] = ("attacker", "defender")


class SetUp(msgspec.Struct, frozen=True, kw_only=True):
    """A battle that is agreed on."""

    battle: Annotated[BattleType, only(of="battle", label="battle")] = "attack"
    period: Annotated[Period, only()] = "modern"
    size: Annotated[Literal["small", "medium", "large", "agreed"], only()] = "medium"
    points: Annotated[int, number(0, 10000, size="agreed")] = 500
    depth: Annotated[int, number(30, 1000, "cm")] = 120
    fielded: Annotated[int, number(0, 20000, of="course", label="fielded")] = 0
    side: Annotated[Literal["attacker", "defender"], only(label="whose")] = "attacker"
    tokens: Annotated[int, number(0, 1000)] = 0
    time: Annotated[Time, only(label="time_at_first")] = "day"
    dynamic: Annotated[bool, only()] = False
    turn: Annotated[int, number(1, 500, dynamic=True)] = 1


class SetUpCalculator(TypedCalculator[SetUp]):
    """What both sides may bring, where they stand, how much they bear."""

    name = "set-up"
    values = SetUp
    rules = ("KG-020", "KG-021", "KG-023", "KG-049", "KG-051", "KG-057", "KG-058", "KG-172")
    words = WORDS

    def reckon(self, values: SetUp, faces: tuple[int, ...], language: str) -> Worked:
        """Both sides, then the time of day and the course of one of them."""
        v = values
        points = v.points if v.size == "agreed" else USUAL_SIZES[v.period][SIZES.index(v.size)]
        sums: list[Sum] = []
        for side in SIDES:
            sums += _side(v, side, points, language)
        time = time_in(v.time, v.turn) if v.dynamic else v.time
        said = [
            Said(WORDS.tell("says", "time_is", language, time=_name(time, language)), ("KG-023",))
        ]
        if v.fielded:
            said.append(_course(v, language))
        limits = [str(sum_.tally.total) for sum_ in sums if sum_.rules == ("KG-049",)]
        headline = WORDS.tell("says", "limits", language, attacker=limits[0], defender=limits[1])
        return Worked(headline=headline, sums=tuple(sums), said=tuple(said))


def _side(v: SetUp, side: Literal["attacker", "defender"], points: int, language: str) -> list[Sum]:
    given = terms(v.battle, side)
    limit = limit_of(points, given)
    sums = [
        summed(f"limit_{side}", of_parts(points=points, bonus=limit - points), language, "KG-049")
    ]
    purse = purse_of(points, given)
    if purse:
        sums.append(summed(f"purse_{side}", of_parts(purse=purse), language))
    sums.append(summed(f"assessment_{side}", _assessment(limit, given), language))
    deep = round(v.depth * zone_share(v.battle, defends=side == "defender") / 100)
    sums.append(summed(f"zone_{side}", of_parts(zone=deep), language, unit="cm"))
    return sums


def _assessment(fielded: int, given: Terms) -> Tally:
    army = assessment_limit(fielded, NOTHING)
    return of_parts(army=army, battle=assessment_limit(fielded, given) - army)


def _course(v: SetUp, language: str) -> Said:
    """Whether one side has had enough (KG-168, KG-169)."""
    limit = assessment_limit(v.fielded, terms(v.battle, v.side))
    held = Assessment(limit, (v.tokens,))
    code = "has_enough" if held.exceeded else "goes_on"
    text = WORDS.tell("says", code, language, tokens=held.total, limit=limit)
    return Said(text, ("KG-169", "KG-172"), "bad" if held.exceeded else "plain")


def time_in(first: Time, turn: int) -> str:
    """The time of day in a turn of a battle whose time changes."""
    now = Conditions(time=first, dynamic_time=True)
    for _ in range(turn - 1):
        now = msgspec.structs.replace(now, time_turns=now.time_turns + 1)
        following = following_time(now)
        if following != now.time:
            now = msgspec.structs.replace(now, time=following, time_turns=0)
    return now.time


def _name(time: str, language: str) -> str:
    return WORDS.say("values", time, language)
