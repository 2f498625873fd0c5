"""The set-up step by step: whose turn it is to lay terrain or to deploy (rules AOD-SETUP)."""

import msgspec

from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.state import Preparation
from rules.age_of_destruction.steps.deploying import to_deploy
from rules.age_of_destruction.steps.elimination import eliminate
from rules.age_of_destruction.steps.laying import MOST_ELEMENTS
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.turns import start_turn


def end_step(res: Resolution, ready: Preparation) -> None:
    """Let the next player or step begin."""
    if ready.step == "pool":
        _begin_placing(res, ready)
    elif ready.step == "terrain":
        _begin_deployment(res, ready)
    else:
        _end_deployment(res, ready)


def go_on_laying(res: Resolution, ready: Preparation) -> None:
    """A piece is laid: the next player to the left goes on until four lie there or none is left."""
    if len(res.field.table.terrain) >= MOST_ELEMENTS or len(ready.pool) == 1:
        _begin_deployment(res, ready)
    else:
        _continue(res, res.setup.after(res.state.active)[0], "terrain", "AOD-SETUP-012")


def _begin_placing(res: Resolution, ready: Preparation) -> None:
    """Find the first player; terrain begins with the one to his left (AOD-SETUP-012)."""
    first = ready.first or _roll_first_player(res)
    ready = msgspec.structs.replace(ready, first=first)
    if ready.pool:
        _continue(res, res.setup.after(first)[0], "terrain", "AOD-SETUP-012")
    else:
        _begin_deployment(res, ready)


def _roll_first_player(res: Resolution) -> str:
    """Everybody rolls 3d6; those tied for the highest roll again (AOD-SETUP-011)."""
    contenders = [player.id for player in res.setup.players]
    rounds: list[dict[str, int]] = []
    while len(contenders) > 1 or not rounds:
        totals = {player: sum(res.roll(3)) for player in contenders}
        rounds.append(totals)
        best = max(totals.values())
        contenders = [player for player in contenders if totals[player] == best]
    first = contenders[0]
    res.emit(
        events.FirstPlayerRolled(
            player=first, rounds=tuple(rounds), dice=res.faces, rules=("AOD-SETUP-011",)
        )
    )
    return first


def _begin_deployment(res: Resolution, ready: Preparation) -> None:
    """Reveal the planetary conditions, then deploy (AOD-CARD-025)."""
    if ready.conditions:
        res.emit(events.ConditionsRevealed(cards=ready.conditions, rules=("AOD-CARD-025",)))
    _give_turn(res, ready, _deployers(res, ready))


def _end_deployment(res: Resolution, ready: Preparation) -> None:
    """The next player deploys; units for which there was no place are eliminated, with whoever was
    to begin aboard them, and score as if they had been lost by themselves (AOD-VICT-006)."""
    for unit_id in to_deploy(res.field, res.state.active, ready.step):
        eliminate(res, unit_id, "no_room", "AOD-SETUP-019")
    turns = _deployers(res, ready)
    _give_turn(res, ready, turns[turns.index((ready.step, res.state.active)) + 1 :])


def _deployers(res: Resolution, ready: Preparation) -> list[tuple[str, str]]:
    """Steps and players in their order: clockwise from the first player (AOD-SETUP-018)."""
    players = [ready.first, *res.setup.after(ready.first)[:-1]]
    return [(step, player) for step in ("deployment", "infiltration") for player in players]


def _give_turn(res: Resolution, ready: Preparation, turns: list[tuple[str, str]]) -> None:
    """Let the next one deploy who has units left, or begin the game (AOD-SETUP-023)."""
    for step, player in turns:
        if to_deploy(res.field, player, step):
            _continue(res, player, step, "AOD-SETUP-018")
            return
    start_turn(res, ready.first)


def _continue(res: Resolution, player: str, step: str, rule: str) -> None:
    res.emit(events.SetUpContinued(player=player, step=step, rules=(rule,)))
