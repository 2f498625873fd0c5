"""The end of the game: when it comes, and who has won (rules AOD-END, AOD-VICT-021, 022)."""

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.scoring import recorded
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.steps.recording import score_end
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.victory import judge, roll_off, totals


def functional_teams(field: Field) -> set[str]:
    """The teams that have a functional unit on the battlefield (AOD-END-002)."""
    units, outfits = field.state.units, field.outfits
    return {
        player.team
        for player in field.setup.players
        if any(
            outfits[name].is_functional(units[name]) for name in field.roster.owned_by(player.id)
        )
    }


def voters(field: Field) -> set[str]:
    """The players with units on the battlefield, who end the game by agreement (AOD-END-004)."""
    return {piece.owner for piece in field.on_table}


def end_if_decided(res: Resolution) -> None:
    """End the game when the order under way has left at most one team with a functional unit.

    A position in which no more teams had one before is a study of something else and goes on.
    """
    way = res.state.under_way
    if way is None or res.state.stage == "over":
        return
    left = functional_teams(res.field)
    if len(left) <= 1 and len(left) < len(functional_teams(res.start)):
        end_game(res, "elimination", "AOD-END-001", "AOD-END-002", "AOD-END-005")


def end_with_turn(res: Resolution, following: str) -> None:
    """End the game after a turn: by elimination, by the number of turns or by time."""
    end_if_decided(res)
    state, limit = res.state, res.setup.limits.turns
    if state.stage == "over":
        return
    if limit is not None and state.turn >= limit:
        end_game(res, "turn_limit", "AOD-END-001", "AOD-END-003")
    elif state.closing == "turn" or (
        state.closing == "round" and _round_is_over(res.setup, state, following)
    ):
        end_game(res, "time", "AOD-END-001", "AOD-END-003")


def _round_is_over(setup: Setup, state: State, following: str) -> bool:
    """Whether the next turn would come to the first player again or pass him over."""
    seats = [state.first, *setup.after(state.first)[:-1]]
    return seats.index(following) <= seats.index(state.active)


def end_game(res: Resolution, why: str, *rules: str) -> None:
    """Record what counts at the end and name the winner, by a roll where all else ties."""
    score_end(res)
    points = totals(res.setup, recorded(res.setup, res.state))
    judgement = judge(points, _barred(res))
    before = len(res.faces)
    rolls = roll_off(judgement.leaders, res.roll)
    last = rolls[-1] if rolls else dict.fromkeys(judgement.leaders, 0)
    by_dice = ("AOD-VICT-022",) if rolls else ()
    res.emit(
        events.GameEnded(
            why=why,
            winner=max(last, key=lambda team: last[team]),
            decided_by=judgement.decided_by,
            won=judgement.won,
            totals=points,
            rolls=tuple(rolls),
            dice=res.faces[before:],
            rules=(*rules, "AOD-VICT-001", "AOD-VICT-019", "AOD-VICT-021", *by_dice),
        )
    )


def _barred(res: Resolution) -> set[str]:
    """The teams that have withdrawn whole, where the ruling keeps them from winning."""
    if not res.field.ruling("withdrawn_player_cannot_win"):
        return set()
    gone = set(res.state.withdrawn)
    return {team for team in res.setup.teams if set(res.setup.members(team)) <= gone}
