"""A game as people see and play it at a table: from above, with orders in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rules.core.naming import tag_of
from rules.core.ordering import LegalOrder, OrderBook, TableWords
from rules.core.orders import write_order
from rules.core.picture import Area, Picture, Piece, Shape, Tone, stacked
from rules.core.tabletop import TypedTabletop
from rules.core.wording import begun
from rules.warzone import position
from rules.warzone.chronicle import chronicle
from rules.warzone.moment import Moment
from rules.warzone.orders import KINDS
from rules.warzone.orders.arrange import Arrange
from rules.warzone.position import Block, Gap, Template
from rules.warzone.state import ModelState

if TYPE_CHECKING:
    from rules.warzone.match import WarzoneMatch

WORDS = TableWords.of("rules.warzone")
BOOK = OrderBook({tag_of(kind): kind for kind in KINDS}, WORDS)

#: What of a model is said where it holds.
STATES = ("waiting", "engaged", "climbing", "displaced", "ended", "eliminated")


class Tabletop(TypedTabletop):
    """A table with models."""

    def __init__(self, match: "WarzoneMatch") -> None:
        super().__init__(match, BOOK)
        self._game = match.game
        self._setup = match.setup

    def offers(self, player: str, language: str) -> list[LegalOrder]:
        """The legal orders of everybody, as the chapter knows no order of activation; whoever is
        done may be set up anew."""
        del player
        own = super().offers
        found = [each for one in self._setup.players for each in own(one, language)]
        ending, able = {"end_stage"}, {offer.piece for offer in found}
        once = [each for each in found if each.order["order"] not in ending]
        once += [each for each in found if each.order["order"] in ending][:1]
        return once + [self._anew(unit, language) for unit in self._done(able)]

    def _done(self, able: set[str]) -> Iterator[str]:
        """The models in play that have nothing left to do."""
        for unit, model in self._game.state.units.items():
            if unit not in able and not model.eliminated:
                yield unit

    def _anew(self, unit: str, language: str) -> LegalOrder:
        order = write_order(Arrange(unit=unit, actions_left=self._setup.models[unit].actions))
        return LegalOrder(order, unit, self.says(order, language))

    def tells(
        self, order: Mapping[str, object], events: Sequence[Mapping[str, Any]], language: str
    ) -> str:
        """What came of an order, in sentences."""
        told = "; ".join(chronicle(events, self._setup, WORDS, language))
        return f"{begun(told)}." if told else self.says(order, language)

    def picture(self, language: str) -> Picture:
        """The table as it is now, from above."""
        table = self._setup.table
        models = self._game.state.units.items()
        return Picture(
            width=table.width,
            depth=table.depth,
            measure="inch",
            areas=tuple(self._areas(language)),
            pieces=stacked([self._piece(*model, language) for model in models]),
            notes=(WORDS.say("says", "dark", language),) if self._is_dark else (),
        )

    @property
    def _is_dark(self) -> bool:
        return Moment(self._setup, self._game.state).is_dark

    def _areas(self, language: str) -> Iterator[Area]:
        for piece in self._setup.pieces.values():
            kind, inches, tone = _ground(piece)
            name = self._setup.title(piece.id, language)
            label = WORDS.say("says", kind, language).format(name=name, inches=_plain(inches))
            yield Area(piece.id, kind, label, piece.polygon, tone)
        for template in self._setup.templates.values():
            title = self._setup.title(template.id, language)
            yield _template(template, WORDS.say("says", "template", language).format(name=title))

    def _piece(self, name: str, model: ModelState, language: str) -> Piece:
        profile = self._setup.models[name]
        (x, y), z = model.at, model.elevation + (model.climbing.height if model.climbing else 0)
        where = "off" if model.eliminated else "high" if z else "place"
        place = WORDS.say("says", where, language)
        states: list[str] = [] if model.posture == "standing" else [model.posture]
        states += [state for state in STATES if getattr(model, state)]
        said = [WORDS.say("states", state, language) for state in states]
        left = WORDS.say("says", "actions", language).format(left=model.actions_left)
        return Piece(
            id=name,
            side=profile.owner,
            label=name,
            name=self._setup.title(name, language),
            place=place.format(x=_plain(x), y=_plain(y), z=_plain(z)),
            at=None if model.eliminated else model.at,
            shape=Shape(profile.base, profile.base, is_round=True),
            facing=model.facing,
            states=(left, *said),
        )


def _ground(piece: position.Piece) -> tuple[str, float, Tone]:
    """What a piece of terrain is, how high or deep, and how it is drawn."""
    if isinstance(piece, Block):
        return "block", piece.height, "wall"
    if isinstance(piece, Gap):
        return "gap", piece.depth, "low"
    return "passage", piece.clearance, "rough"


def _template(template: Template, label: str) -> Area:
    if template.circle is not None:
        x, y, radius = template.circle
        return Area(template.id, "template", label, ((x, y),), "zone", radius)
    return Area(template.id, "template", label, template.polygon or (), "zone")


def _plain(number: float) -> str:
    return f"{number:.4g}"
