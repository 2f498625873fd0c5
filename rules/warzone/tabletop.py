"""A game as people see and play it at a table: from above, with orders in words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.core.naming import tag_of
from rules.core.ordering import OrderBook, TableWords
from rules.core.picture import Area, Picture, Piece, Shape, Tone, stacked
from rules.core.tabletop import TypedTabletop
from rules.warzone import position
from rules.warzone.orders import KINDS
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
            notes=(WORDS.say("says", "dark", language),) if table.dark else (),
        )

    def _areas(self, language: str) -> Iterator[Area]:
        for piece in self._setup.pieces.values():
            kind, inches, tone = _ground(piece)
            label = WORDS.say("says", kind, language).format(name=piece.id, inches=_plain(inches))
            yield Area(piece.id, kind, label, piece.polygon, tone)
        for template in self._setup.templates.values():
            yield _template(template, language)

    def _piece(self, name: str, model: ModelState, language: str) -> Piece:
        profile = self._setup.models[name]
        (x, y), z = model.at, model.elevation
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
            name=name,
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


def _template(template: Template, language: str) -> Area:
    label = WORDS.say("says", "template", language).format(name=template.id)
    if template.circle is not None:
        x, y, radius = template.circle
        return Area(template.id, "template", label, ((x, y),), "zone", radius)
    return Area(template.id, "template", label, template.polygon or (), "zone")


def _plain(number: float) -> str:
    return f"{number:.4g}"
