"""Turns and the orders they bring."""

from rules.age_of_destruction.state import events
from rules.age_of_destruction.telling.names import Names
from rules.age_of_destruction.telling.sentences.base import Words, says


@says(events.TurnStarted)
def _turn(event: events.TurnStarted, names: Names) -> Words:
    return names.say(
        "TURN", turn=event.turn, player=names.player(event.player), orders=event.orders
    )


@says(events.OrderGained)
def _order_gained(event: events.OrderGained, names: Names) -> Words:
    code = "ORDER_GAINED" if event.gained else "NO_ORDER_GAINED"
    return names.say(code, unit=names.unit(event.unit))


@says(events.OrdersLost)
def _orders_lost(event: events.OrdersLost, names: Names) -> Words:
    code = "ORDERS_LOST" if event.lost else "NO_ORDERS_LOST"
    return names.say(
        code, player=names.player(event.player), by=names.player(event.by), lost=event.lost
    )


@says(events.OpponentChosen)
def _opponent(event: events.OpponentChosen, names: Names) -> Words:
    return names.say(
        "OPPONENT_CHOSEN", player=names.player(event.player), opponent=names.player(event.opponent)
    )


@says(events.ConditionRolled)
def _condition(event: events.ConditionRolled, names: Names) -> Words:
    code = "CONDITION_STRIKES" if event.strikes else "CONDITION_SPARES"
    return names.say(code, name=event.condition)


@says(events.TurnEnded)
def _turn_ended(event: events.TurnEnded, names: Names) -> Words:
    code = "TURN_ENDED_EARLY" if event.lost else "TURN_ENDED"
    return names.say(code, player=names.player(event.player), lost=event.lost)
