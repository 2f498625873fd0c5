"""One attack of one figure on another at chosen clicks, counted whole by the engine: every reroll,
second attack, heat and loss, and what is left of the target after several of them."""

from collections.abc import Callable
from fractions import Fraction

import msgspec

from rules.age_of_destruction.forecast.outlook import Fate, Outlook, outlook
from rules.age_of_destruction.forecast.proving_ground import (
    ATTACKER,
    BARE,
    PLACE,
    TARGET,
    Fitting,
    Situation,
    duel,
)
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.assault import Assault
from rules.age_of_destruction.orders.choices import choices
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.orders.unit_orders import UnitOrder
from rules.age_of_destruction.play.rules import is_legal
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.state.legs import Leg

#: Inches an assault is begun from behind the place it strikes from.
RUN_UP = 2.0
#: Attacks after which nobody asks any more.
MOST_ATTACKS = 12


class Meeting(msgspec.Struct, frozen=True):
    """Two figures with what they carry, and how one attacks the other. `on`: the rerolls and
    follow-ups asked for, of those `may_ask` names."""

    attacker: Unit
    target: Unit
    situation: Situation
    fitting: Fitting = BARE
    against: Fitting = BARE
    on: tuple[str, ...] = ()


def asking(meeting: Meeting, names: tuple[str, ...]) -> Meeting:
    """The same with some rerolls and follow-ups asked for, wherever they work."""
    return msgspec.structs.replace(meeting, on=names)


def may_ask(meeting: Meeting, catalogue: Catalogue) -> tuple[str, ...]:
    """The rerolls and follow-ups the attacker has at any of its clicks."""
    field = _field(meeting, catalogue)
    found: dict[str, None] = {}
    for click in range(1, len(meeting.attacker.dial) + 1):
        piece = field.moved(ATTACKER, click=click).piece(ATTACKER)
        for asked in choices(piece, []):
            found.update(dict.fromkeys(asked))
    return tuple(found)


def bout(meeting: Meeting, clicks: tuple[int, int], catalogue: Catalogue) -> Outlook | None:
    """What one attack brings at a click of the attacker and one of the target; None where it
    cannot be made. Raises Unreadable for cards there are none of, TooManyWays."""
    return _bout(meeting, _field(meeting, catalogue), clicks)


def survival(
    meeting: Meeting, clicks: tuple[int, int], catalogue: Catalogue, attacks: int = 6
) -> tuple[Fraction, ...]:
    """The chance that the target is still in the game after one attack, after two, and so on; none
    where the first cannot be made.

    The attacker strikes every time as it does now, at the click and the heat it has; the target is
    captured by none of them and mends nothing.
    """
    field, (mine, first) = _field(meeting, catalogue), clicks
    fates: dict[int, Fate | None] = {}

    def fate_at(click: int) -> Fate | None:
        if click not in fates:
            found = _bout(meeting, field, (mine, click))
            fates[click] = found.fates.get(TARGET) if found else None
        return fates[click]

    if _bout(meeting, field, clicks) is None:
        return ()
    return _chain(fate_at, first, len(meeting.target.dial), min(attacks, MOST_ATTACKS))


def _chain(
    fate_at: Callable[[int], Fate | None], first: int, last: int, attacks: int
) -> tuple[Fraction, ...]:
    """The chance of standing after each attack, click by click; past the `last` it is out."""
    standing = {first: Fraction(1)}
    after = []
    for _ in range(attacks):
        following: dict[int, Fraction] = {}
        for click, chance in standing.items():
            fate = fate_at(click)
            for lost, share in (fate.clicks if fate else {0: Fraction(1)}).items():
                there = click + lost
                if there <= last:
                    following[there] = following.get(there, Fraction(0)) + chance * share
        standing = following
        after.append(sum(standing.values(), Fraction(0)))
    return tuple(after)


def _field(meeting: Meeting, catalogue: Catalogue) -> Field:
    run_up = RUN_UP if meeting.situation.assault else 0.0
    return duel(
        meeting.attacker,
        meeting.target,
        meeting.situation,
        catalogue,
        meeting.fitting,
        meeting.against,
        run_up,
    )


def _bout(meeting: Meeting, field: Field, clicks: tuple[int, int]) -> Outlook | None:
    there = field.moved(ATTACKER, click=clicks[0]).moved(TARGET, click=clicks[1])
    order = _order(meeting, there)
    return outlook(there.setup, there.state, order) if is_legal(there, order) else None


def _order(meeting: Meeting, field: Field) -> UnitOrder:
    """The order that makes the attack, asking for what works at this click."""
    how, piece = meeting.situation, field.piece(ATTACKER)
    able = {name for asked in choices(piece, []) for name in asked}
    on = tuple(name for name in meeting.on if name in able)
    if how.assault:
        legs = (Leg(travel=(PLACE,)),)
        aim = {"targets": (TARGET,)} if how.kind == "ranged" else {"target": TARGET}
        return Assault(unit=ATTACKER, kind=how.kind, legs=legs, weapon=how.weapon, on=on, **aim)
    if how.kind == "ranged":
        return Ranged(unit=ATTACKER, targets=(TARGET,), weapon=how.weapon, on=on)
    return Close(unit=ATTACKER, target=TARGET, weapon=how.weapon, on=on)
