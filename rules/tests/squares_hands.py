"""What hands on the track of the toy game ask: everything the contract has, once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.core.geometry import Point
from rules.core.hands import (
    Aim,
    Companion,
    Link,
    Menu,
    MenuLine,
    Pace,
    Reach,
    Reason,
    Region,
    Sector,
    Spot,
    Way,
)

if TYPE_CHECKING:
    from rules.tests.squares import Race

#: What a run comes to at most.
FASTEST = 6


class RaceHands:
    """Hands on a track: a runner is carried ahead, one square by walking, more by a run."""

    def __init__(self, race: "Race") -> None:
        self._race = race

    def reach(self, piece: str, along: Sequence[str], language: str) -> Reach:
        """One square for sure, six by luck."""
        row, at = self._place(piece)
        other = self._other(piece)
        acts = piece in self._race.actors()
        spots = tuple(Spot((at + n + 0.5, row + 0.5), str(n)) for n in range(1, FASTEST + 1))
        return Reach(
            piece,
            acts,
            paces=(
                Pace("run", "Run", FASTEST, _squares(row, at + 1, FASTEST), spots, acts),
                Pace("walk", "Walk", 1, _squares(row, at + 1, 1), legal=acts),
            ),
            sectors=(Sector("front", "ahead", _squares(row, at + 1, 3)),),
            links=(Link((at + 0.5, row + 0.5), (at + 0.5, 1.5 - row), "rivals", holds=False),),
            aims=(Aim(other, legal=False, why="it is a race"),),
            companions=(Companion(other, legal=False, why="a rival"),),
            threat=_squares(row, at + 1, FASTEST) if not acts else (),
        )

    def way(
        self,
        piece: str,
        to: Point,
        *,
        facing: float | None,
        pace: str,
        along: Sequence[str],
        language: str,
    ) -> Way | None:
        """To the middle of a square, as far as a runner comes at all."""
        row, at = self._place(piece)
        if piece not in self._race.actors():
            return None
        asked = int(to[0]) - at
        squares = min(max(asked, 1), FASTEST)
        end = (at + squares + 0.5, row + 0.5)
        kind = "walk" if squares == 1 else "run"
        refused = asked < 1
        reason = Reason("ONLY_AHEAD", ("SQ-001",), "Runners run ahead.")
        return Way(
            points=((at + 0.5, row + 0.5), end),
            at=end,
            facing=None,
            spent=squares,
            most=FASTEST,
            is_clamped=asked > FASTEST,
            order={"order": kind, "player": piece},
            reasons=(reason,) if refused else (),
            why="only ahead" if refused else "",
            says=() if kind == "walk" else ("a die says how far",),
            spots=(Spot(end, str(squares)),),
        )

    def menu(self, piece: str, target: str, along: Sequence[str], language: str) -> Menu:
        """What a runner may do with himself."""
        self._place(piece)
        if piece != target:
            return Menu(target, "", (MenuLine("push", "Push", {}, legal=False, why="foul play"),))
        lines = (
            MenuLine("run", "Run", {"order": "run", "player": piece}, chance=5 / 6, worth=1),
            MenuLine("walk", "Walk", {"order": "walk"}, is_whole=False, result="one square"),
        )
        return Menu(piece, "a runner", lines)

    def _place(self, piece: str) -> tuple[int, int]:
        """The row and the square of a runner; raises KeyError."""
        at = self._race.game.state.at
        return list(at).index(piece) if piece in at else -1, at[piece]

    def _other(self, piece: str) -> str:
        (other,) = (each for each in self._race.game.state.at if each != piece)
        return other


def _squares(row: int, first: int, count: int) -> Region:
    left, right, low, high = float(first), float(first + count), float(row), row + 1.0
    return (((left, low), (right, low), (right, high), (left, high)),)
