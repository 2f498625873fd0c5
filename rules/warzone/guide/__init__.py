"""What a model may do, for hands on a table (`core.hands`): reach, ways, menus, a view from the
side. Everything is asked of the orders themselves; nothing here decides a rule."""

from collections.abc import Sequence

from rules.core.game import Game
from rules.core.geometry import Point
from rules.core.hands import Menu, Reach, Way
from rules.warzone.events import AnyEvent
from rules.warzone.guide.menu import Menus
from rules.warzone.guide.reach import reach_of
from rules.warzone.guide.way import Ways
from rules.warzone.moment import Moment
from rules.warzone.orders import AnyOrder
from rules.warzone.state import Setup, State


class Guide:
    """The hands of a match (`core.hands.Hands`); models go alone, so that nobody goes along."""

    def __init__(self, setup: Setup, game: Game[State, AnyOrder, AnyEvent]) -> None:
        self._setup = setup
        self._game = game

    @property
    def now(self) -> Moment:
        """The moment that is asked about."""
        return Moment(self._setup, self._game.state)

    def reach(self, piece: str, along: Sequence[str], language: str) -> Reach:
        """What lies open to a model; raises KeyError for none of that name."""
        del along
        return reach_of(self.now, piece, language)

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
        """The way of a model to a place; raises KeyError for none of that name."""
        del along
        return Ways(self.now, piece, language).find(to, facing, pace)

    def menu(self, piece: str, target: str, along: Sequence[str], language: str) -> Menu:
        """What a model may do with itself, at a piece of terrain or at another model; raises
        KeyError for none of that name."""
        del along
        return Menus(self.now, piece, language).at(target)
