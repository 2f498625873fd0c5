"""Victory points put on record when they are earned (rules AOD-VICT-002, 005 and 017)."""

from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.scoring import (
    BATTLEFIELD,
    ELIMINATION,
    ZONE,
    added,
    battlefield,
    holding,
    occupiers,
    prisoners,
    who_scores,
)
from rules.age_of_destruction.state import events
from rules.age_of_destruction.steps.resolution import Resolution
from rules.core.tally import Part


def score_elimination(res: Resolution, piece: Piece, by: str) -> None:
    """Record an eliminated unit for the player who scores it, if any (AOD-VICT-003)."""
    scorer = who_scores(piece, by)
    if scorer:
        rules = ("AOD-VICT-003", "AOD-VICT-004", "AOD-VICT-005", "AOD-VICT-006")
        score_worth(res, scorer, piece, "eliminated", *rules)


def score_worth(res: Resolution, player: str, piece: Piece, why: str, *rules: str) -> None:
    """Record a unit at its full worth for the first condition."""
    res.emit(
        events.PointsScored(
            player=player,
            condition=ELIMINATION,
            unit=piece.id,
            points=piece.figure.worth.parts,
            why=why,
            rules=rules,
        )
    )


def score_command_stage(res: Resolution, player: str) -> None:
    """Record what a player's units are worth where they stand, as his command stage begins: a point
    for each in an opponent's zone, and for each that a card counts."""
    for piece in occupiers(res.field, player):
        _score_part(res, player, ZONE, Part("occupier", 1, piece.id), "AOD-VICT-017")
    for card, text in added(res.setup).items():
        for piece in holding(res.field, player, card, text):
            _score_part(res, player, card, Part(text.victory, 1, piece.id), "AOD-VICT-002")


def score_end(res: Resolution) -> None:
    """Record for everybody what counts as the game ends: the second condition, then the cards."""
    for player in (seat.id for seat in res.setup.players):
        for part in battlefield(res.field, player):
            _score_part(res, player, BATTLEFIELD, part, "AOD-VICT-015")
        for card, text in added(res.setup).items():
            for part in prisoners(res.field, player, text):
                _score_part(res, player, card, part, "AOD-VICT-002")


def _score_part(res: Resolution, player: str, condition: str, part: Part, rule: str) -> None:
    res.emit(
        events.PointsScored(
            player=player,
            condition=condition,
            unit=part.where,
            points=(part,),
            why=part.what,
            rules=("AOD-VICT-005", rule),
        )
    )
