"""Orders and what they cost."""

from typing import Any

from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.orders import (
    AnyOrder,
    Assault,
    Charge,
    Close,
    DeathFromAbove,
    Face,
    Move,
    Ram,
    Ranged,
    Vent,
)
from rules.age_of_destruction.telling.names import Names
from rules.age_of_destruction.telling.sentences.base import Words, says


@says(events.OrderGiven)
def _order(event: events.OrderGiven, names: Names) -> Words:
    order = event.order
    code = _order_code(order)
    if not code:
        return None
    return names.say(
        code,
        unit=names.unit(getattr(order, "unit", "")),
        units=names.units(getattr(order, "units", ())),
        targets=names.units(_targets(order)),
    )


def _order_code(order: AnyOrder) -> str:
    """The sentence for an order; "" for one whose events say it all."""
    several = "_TOGETHER" if getattr(order, "in_formation", False) else ""
    if isinstance(order, Move):
        return "MARCH" if several else "RUNS" if order.run else "MOVES"
    if isinstance(order, Ranged):
        if order.mode == "direct":
            return f"FIRES{several}"
        return "FIRES_INDIRECTLY" if order.mode == "indirect" else "FIRES_ARTILLERY"
    if isinstance(order, Close):
        return "MENDS" if order.repair else f"{'SEIZES' if order.capture else 'STRIKES'}{several}"
    plain: dict[type[Any], str] = {
        Vent: "VENTS",
        Assault: "ASSAULTS",
        Charge: "CHARGES",
        DeathFromAbove: "JUMPS",
        Ram: "RAMS",
        Face: "FACES",
    }
    return plain.get(type(order), "")


def _targets(order: AnyOrder) -> tuple[str, ...]:
    if isinstance(order, Ranged):
        return order.targets
    if isinstance(order, Assault):
        return order.all_targets
    target: str = getattr(order, "target", "")
    return (target,) if target else ()


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
