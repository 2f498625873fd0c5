"""What planetary conditions do at the start of every clean-up."""

from rules.age_of_destruction.moment.conditions import Condition
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.damage import damage
from rules.age_of_destruction.steps.heat import change_heat
from rules.age_of_destruction.steps.resolution import Resolution
from rules.core.tally import Part


def strike(res: Resolution, player: str) -> None:
    """Roll for the conditions that may strike, in the order the active player wants
    (AOD-CARD-024)."""
    waiting = {
        condition.name: condition
        for condition in res.field.conditions
        if condition.strikes_from is not None
    }
    while waiting:
        names = tuple(waiting)
        first = names[0]
        if len(names) > 1:
            question = Question("choose", player, options=names, about="first_effect")
            first = res.ask(question).choice
        _roll(res, player, waiting.pop(first))


def _roll(res: Resolution, player: str, condition: Condition) -> None:
    die = res.roll(1)
    strikes = die[0] >= (condition.strikes_from or 0)
    rules = ("AOD-PC-001", "AOD-CARD-011")
    res.emit(
        events.ConditionRolled(
            player=player, condition=condition.name, strikes=strikes, dice=die, rules=rules
        )
    )
    if strikes and condition.chills:
        for piece in res.field.on_table:
            change_heat(res, piece.id, [Part(condition.name, -condition.chills)], *rules)
    if strikes and condition.scorches:
        for victim in (player, *res.setup.after(player)[:-1]):
            _scorch(res, victim, condition)


def _scorch(res: Resolution, player: str, condition: Condition) -> None:
    """A player picks which of his units on the table takes the damage."""
    units = tuple(piece.id for piece in res.field.of(player) if piece.now.at is not None)
    if not units:
        return
    unit = units[0]
    if len(units) > 1:
        question = Question("choose", player, options=units, about=condition.name)
        unit = res.ask(question).choice
    damage(res, unit, condition.scorches, "condition", "AOD-PC-001", "AOD-PUSH-003")
