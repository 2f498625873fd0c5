"""What the loss of a unit lets others repair (rules AOD-FACT-008, AOD-FACT-016, AOD-CARD-011)."""

from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.dials import is_repairable, turn_back
from rules.age_of_destruction.steps.resolution import Resolution

#: What stands first among the choices: repairing nobody.
NOBODY = "nobody"


def feel_loss(res: Resolution, lost: Piece, source: str) -> None:
    """Let an opponent's order or unit, the `source`, that cost a unit its life have its effects.

    `lost` is the unit as it was; nobody feels for a captive or for what its own side has done.
    """
    giver = source or res.order.leader
    if not giver or res.piece(giver).team == lost.team or lost.is_captive:
        return
    if source:
        killer = res.piece(source)
        for fitted in killer.working:
            _repair(res, killer, fitted, fitted.item.repaired_by_loss(killer, lost))
    for friend in res.field.on_table if lost.now.at else ():
        if friend.team == lost.team:
            for fitted in friend.working:
                _repair(res, friend, fitted, fitted.item.repaired_by_loss(friend, lost))


def _repair(res: Resolution, piece: Piece, fitted: Fitted, clicks: int) -> None:
    if clicks:
        res.use(piece, fitted)
        turn_back(res, piece.id, clicks)


def offer_salvage(res: Resolution, lost: Piece, attacker_id: str) -> None:
    """Let the player whose attack cost an opponent a unit repair a click of a friend, where a card
    of his group says so. A dial that would not turn is not offered."""
    attacker = res.piece(attacker_id)
    if attacker.team == lost.team or lost.now.at is None:
        return
    for fitted in attacker.working:
        able = tuple(
            friend.id
            for friend in res.field.on_table
            if attacker.is_friend(friend)
            and fitted.item.salvages(attacker, lost, friend)
            and is_repairable(friend)
        )
        if not able:
            continue
        question = Question(
            *("choose", attacker.owner, attacker.id),
            options=(NOBODY, *able),
            about=fitted.name,
        )
        choice = res.ask(question).choice
        if choice != NOBODY:
            res.use(attacker, fitted)
            turn_back(res, choice, 1)
