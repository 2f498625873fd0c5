"""Figures of a group side by side on its ground, for a picture beside its name."""

from collections.abc import Iterable, Sequence

from collection.catalogue import game
from collection.catalogue.pictures.drawings import line_up
from collection.catalogue.present.silhouettes import MARKS, MERCENARIES, drawing, mark
from collection.catalogue.present.values import Lineup, Stood

#: Figures shown of a group; the rest is counted.
MOST_STANDING = 12
#: Figures of several factions that stand for the game.
FAMOUS = ("AOD-122", "AOD-115", "AOD-055", "AOD-110")


def lineup(units: Sequence[game.Unit], most: int = MOST_STANDING) -> Lineup:
    """Units in a row from the left, so many of them at most."""
    shown = units[:most]
    row = line_up([(drawing(unit), unit.type) for unit in shown])
    return Lineup(
        figures=tuple(
            Stood(figure.drawing, mark(unit), figure.left, figure.scale)
            for unit, figure in zip(shown, row.figures, strict=True)
        ),
        width=row.width,
        height=row.height,
        mark=common_mark(map(mark, units)),
        rest=len(units) - len(shown),
    )


def common_mark(marks: Iterable[str]) -> str:
    """The mark of a group by those of its figures: the one its figures share, mercenaries beside
    them or not; "" where factions mix or nobody knows."""
    borne = set(marks)
    serving = borne - {MERCENARIES} or borne
    return serving.pop() if len(serving) == 1 else ""


def faction_of_mark(code: str) -> str:
    """The English name of a mark's faction; "" for the marks several share."""
    return next((name for name, marked in MARKS.items() if marked == code), "")
