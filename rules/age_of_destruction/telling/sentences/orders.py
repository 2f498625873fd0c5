"""Orders and what they cost."""

from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.state import events
from rules.age_of_destruction.telling.names import Names
from rules.age_of_destruction.telling.sentences.base import Words, says


@says(events.OrderGiven)
def _order(event: events.OrderGiven, names: Names) -> Words:
    order = event.order
    if not isinstance(order, Order) or order.sentence is None:
        return None
    return names.fill(
        order.sentence,
        unit=names.unit(next(iter(order.units), "")),
        units=names.units(order.units),
        targets=names.units(order.aims),
    )


@says(events.OrderPaid)
def _paid(event: events.OrderPaid, names: Names) -> Words:
    return names.say("NO_ORDER_SPENT") if event.free else None


@says(events.OrderLost)
def _lost(event: events.OrderLost, names: Names) -> Words:
    return names.say("ORDER_LOST", unit=names.unit(event.unit))


@says(events.AttackDropped)
def _dropped(event: events.AttackDropped, names: Names) -> Words:
    return names.say("ATTACK_DROPPED", unit=names.unit(event.unit))


@says(events.WayDropped)
def _way_dropped(event: events.WayDropped, names: Names) -> Words:
    return names.say("WAY_DROPPED", unit=names.unit(event.unit))


@says(events.SwitchedOff)
def _switched_off(event: events.SwitchedOff, names: Names) -> Words:
    unit, which = names.unit(event.unit), names.abilities(event.names)
    return names.say("SWITCHED_OFF", unit=unit, names=which)


@says(events.EquipmentUsed, events.AbilityUsed)
def _used(event: events.EquipmentUsed | events.AbilityUsed, names: Names) -> Words:
    code = "USES_CIRCLED" if event.circled else "USES"
    return names.say(code, unit=names.unit(event.unit), name=names.ability(event.name))
