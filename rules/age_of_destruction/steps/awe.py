"""Dice that cost an opponent orders (rules AOD-FACT-004 to AOD-FACT-007)."""

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.resolution import Resolution

#: What stands first among the choices: awing nobody.
NOBODY = "nobody"


def choose_whom_to_awe(res: Resolution) -> None:
    """Let the active player choose an opponent, once for all units that awe (AOD-FACT-004, 007)."""
    player = res.state.active
    if not _dice(res.field, player):
        return
    team = res.setup.team(player)
    opponents = tuple(p.id for p in res.setup.players if p.team != team)
    question = Question("choose", player, options=(NOBODY, *opponents), about="awe")
    choice = res.ask(question).choice
    if choice != NOBODY:
        res.emit(events.OpponentChosen(player=player, opponent=choice, rules=("AOD-FACT-004",)))


def suffer_awe(res: Resolution) -> None:
    """Roll against the active player: every 6 costs him an order of this turn (AOD-FACT-005)."""
    for player, chosen in res.state.awed.items():
        if chosen == res.state.active:
            dice = res.roll(_dice(res.field, player))
            res.emit(
                events.OrdersLost(
                    player=chosen,
                    by=player,
                    lost=dice.count(6),
                    dice=dice,
                    rules=("AOD-FACT-005",),
                )
            )


def _dice(field: Field, player: str) -> int:
    """The dice of the unit with most; only functional units on the table count."""
    able = [p for p in field.rolling(player) if p.now.at is not None and not p.is_salvage]
    rolls = (fitted.item.start_of_turn(piece) for piece in able for fitted in piece.working)
    return max((roll.dice for roll in rolls if roll and roll.orders < 0), default=0)
