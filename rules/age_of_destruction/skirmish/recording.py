"""Victory points put on record when they are earned (rules AOD-VICT-005, AOD-VICT-017)."""

from rules.age_of_destruction.skirmish import events
from rules.age_of_destruction.skirmish.piece import Piece
from rules.age_of_destruction.skirmish.resolution import Resolution
from rules.age_of_destruction.skirmish.scoring import (
    BATTLEFIELD,
    ELIMINATION,
    ZONE,
    battlefield,
    occupiers,
    who_scores,
)
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


def score_zones(res: Resolution, player: str) -> None:
    """Record a point for every unit in an opponent's zone, as a command stage begins."""
    for piece in occupiers(res.field, player):
        res.emit(
            events.PointsScored(
                player=player,
                condition=ZONE,
                unit=piece.id,
                points=(Part("occupier", 1, piece.id),),
                why="occupier",
                rules=("AOD-VICT-005", "AOD-VICT-017"),
            )
        )


def score_battlefield(res: Resolution) -> None:
    """Record the second condition for everybody, as the game ends."""
    for player in res.setup.players:
        for part in battlefield(res.field, player.id):
            res.emit(
                events.PointsScored(
                    player=player.id,
                    condition=BATTLEFIELD,
                    unit=part.where,
                    points=(part,),
                    why=part.what,
                    rules=("AOD-VICT-005", "AOD-VICT-015"),
                )
            )
