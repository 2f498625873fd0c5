"""Why a player may not leave or end the game now (rules AOD-WDRAW-001, AOD-END-003, 004)."""

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.state.orders import EndGame, TimeUp, Withdraw
from rules.age_of_destruction.steps.ending import voters


def refuse_withdrawal(field: Field, order: Withdraw, refusals: Refusals) -> None:
    """A player withdraws in his own turn only."""
    if order.player != field.state.active:
        refusals.add("NOT_YOUR_TURN", order.player)


def refuse_agreement(field: Field, order: EndGame, refusals: Refusals) -> None:
    """Players with units on the battlefield have a say, once each."""
    if order.player not in voters(field):
        refusals.add("NO_SAY", order.player)
    if order.player in field.state.agreed:
        refusals.add("AGREED_ALREADY", order.player)


def refuse_time(field: Field, order: TimeUp, refusals: Refusals) -> None:
    """Time is up once, when the minutes agreed have been played."""
    minutes = field.setup.limits.minutes
    if minutes is None:
        refusals.add("NO_TIME_LIMIT")
    elif order.minutes < minutes:
        refusals.add("TIME_LEFT", minutes=minutes)
    if field.state.closing:
        refusals.add("TIME_CALLED")
