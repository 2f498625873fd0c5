"""Special equipment switched off by its player (rules AOD-EQUIP-004, 005, 111)."""

from collections.abc import Iterable

from rules.age_of_destruction.moment.answers import Step
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.values import as_met, lenders
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.resolution import Resolution

#: Where equipment of the attacker answers.
OF_THE_ATTACKER: tuple[Step, ...] = ("attack", "harm")


def switch_off(res: Resolution, unit_id: str, names: tuple[str, ...]) -> None:
    """Switch equipment off until its owner's next turn (AOD-EQUIP-005)."""
    if names:
        rules = ("AOD-EQUIP-004", "AOD-EQUIP-005", "AOD-EQUIP-105", "AOD-EQUIP-106")
        res.emit(events.SwitchedOff(unit=unit_id, names=names, rules=rules))


def offer_to_switch_off(res: Resolution, piece: Piece, names: tuple[str, ...]) -> None:
    """Let a unit's player switch off equipment that would work now, before the dice; in games that
    ask only where something is at stake, equipment in a circle or beside other at its value."""
    if res.setup.asks_where_it_costs:
        names = tuple(name for name in names if _is_at_stake(piece, name))
    if names:
        answer = res.ask(Question("deactivate", piece.owner, piece.id, options=names))
        switch_off(res, piece.id, answer.off)


def ask_attacker(res: Resolution, attack: Attack, met: tuple[str, ...]) -> None:
    """Step 3, where no order of this moment has said what is off: the player of a unit that strikes
    back, or whose salvo lands, switches off what would work now (AOD-EQUIP-111)."""
    attacker = res.piece(attack.attacker)
    if attack.kind != "artillery" and attacker.owner == res.state.active:
        return
    targets = [res.piece(unit_id) for unit_id in met]
    names = [
        fitted.name
        for fitted in _optional(attacker.for_attack(attack))
        if any(fitted.item.answers(OF_THE_ATTACKER, attack, attacker, one) for one in targets)
    ]
    offer_to_switch_off(res, attacker, tuple(names))


def ask_attacked(res: Resolution, attack: Attack, unit_id: str) -> None:
    """Step 4: let the player of whoever is attacked, and those who would lend him their defense,
    switch off what would work now (AOD-EQUIP-111)."""
    attacker, target = res.piece(attack.attacker), res.piece(unit_id)
    attack, steps = as_met(res.field, attack, target), attack.steps_of_the_attacked
    names = tuple(
        fitted.name
        for fitted in _optional(target.against(attack))
        if fitted.item.answers(steps, attack, attacker, target)
    )
    offer_to_switch_off(res, target, names)
    for friend in lenders(target) if "defense" in steps else ():
        lent = [fitted.name for fitted in _optional(friend.permitting("lend_defense"))]
        offer_to_switch_off(res, friend, tuple(lent))


def _is_at_stake(piece: Piece, name: str) -> bool:
    """Whether equipment costs a click, or keeps other from working (AOD-GEAR-017)."""
    return any(
        fitted.circled or any(fitted.excludes(other) for other in piece.shown)
        for fitted in piece.shown
        if fitted.name == name
    )


def _optional(found: Iterable[Fitted]) -> list[Fitted]:
    return [fitted for fitted in found if fitted.item.optional]
