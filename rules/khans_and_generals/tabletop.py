"""A battle as people see and play it at a table: in centimetres, with orders in words."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rules.core.picture import Picture, stacked
from rules.core.tabletop import TypedTabletop
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.orders.placing import placed_first
from rules.khans_and_generals.picturing import Pictured
from rules.khans_and_generals.telling import Teller
from rules.khans_and_generals.words import BOOK, WORDS

if TYPE_CHECKING:
    from rules.khans_and_generals.match import Battle


class Tabletop(TypedTabletop):
    """A table with units."""

    def __init__(self, battle: "Battle") -> None:
        super().__init__(battle, BOOK)
        self._game = battle.game
        self._setup = battle.saved.scenario.setup

    def given_to(self, order: Mapping[str, Any]) -> str:
        """The piece that an order is given to: of those that come onto the table the first."""
        return placed_first(order) or super().given_to(order)

    def tells(
        self, order: Mapping[str, object], events: Sequence[Mapping[str, Any]], language: str
    ) -> str:
        """What came of an order, as a person tells it."""
        told = Teller(Field(self._setup, self._game.state), WORDS, language).tell(events)
        return " ".join(told) or self.says(order, language)

    def side(self, player: str, language: str) -> str:
        """Whose units they are, as the log tells it."""
        known = WORDS.section("players").get(player)
        return known[language] if known else player

    def picture(self, language: str) -> Picture:
        """The table as it is now; the first player's edge is below."""
        field = Field(self._setup, self._game.state)
        drawn = Pictured(field, WORDS, language)
        return Picture(
            width=self._setup.width,
            depth=self._setup.depth,
            measure="centimetre",
            areas=tuple(drawn.areas()),
            pieces=stacked([drawn.piece(unit) for unit in field.pieces]),
            marks=tuple(drawn.marks()),
        )
