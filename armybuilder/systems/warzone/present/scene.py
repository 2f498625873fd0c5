"""The plan of a scene: walls with their roofs, gaps, low places, templates, and models on their
bases. Places as screens have them, y downwards, lengths in inches."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from armybuilder.skirmishes.present.board import Board, Token
from armybuilder.skirmishes.present.drawn import Point, down, outline, short
from armybuilder.skirmishes.present.tables import Table
from collection.common.language import language
from rules import warzone
from rules.warzone import ModelState

SYSTEM = "warzone"
#: Inches by which the shadow of a roof is shifted for every inch of its height.
SHADE = 0.14
#: The signs by which squads are told apart, each a path about (0, 0) in a box of one inch.
SIGNS = (
    "M-.5-.5H.5V.5H-.5Z",
    "M0-.6.6.5H-.6Z",
    "M0-.6.6 0 0 .6-.6 0Z",
    "M-.5-.18H-.18V-.5H.18V-.18H.5V.18H.18V.5H-.18V.18H-.5Z",
    "M-.6-.5H.6L0 .6Z",
    "M-.55-.5H.55V-.1H-.55ZM-.55.1H.55V.5H-.55Z",
)


@dataclass(frozen=True)
class Piece:
    """A piece of the scene: its outline, that of its shadow, and its height in words at a place."""

    id: str
    kind: str
    points: str
    shade: str
    label: str
    says: str
    at: Point
    circle: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class Figure:
    """A model on the plan: its token, with the signs of its posture, its height and its squad.

    `cone` is its field of fire in the firing posture, `rope` the wall it hangs on with the way it
    climbed.
    """

    token: Token
    posture: str
    sign: str
    badge: str
    waits: bool
    engaged: bool
    rope: tuple[Point, ...]
    done: bool

    @property
    def radius(self) -> float:
        """Half its base."""
        return short(self.token.width / 2)


@dataclass(frozen=True)
class Scene:
    """The whole plan."""

    pieces: tuple[Piece, ...]
    figures: tuple[Figure, ...]
    dark: bool


def match_of(table: Table) -> warzone.WarzoneMatch:
    """The match at a table of this game; raises TypeError at another."""
    match = table.game.match
    if not isinstance(match, warzone.WarzoneMatch):
        raise TypeError("not a table of Warzone")
    return match


def moment_of(table: Table) -> warzone.Moment:
    """The moment of the match at a table."""
    match = match_of(table)
    return warzone.Moment(match.setup, match.game.state)


def scene(table: Table, board: Board) -> Scene:
    """The plan of a table, with the tokens of its board."""
    now = moment_of(table)
    return Scene(
        pieces=tuple(_pieces(now)),
        figures=tuple(_figure(now, token) for token in board.tokens),
        dark=now.is_dark,
    )


def _pieces(now: warzone.Moment) -> Iterator[Piece]:
    """From the lowest to the highest, templates last."""
    order = sorted(now.setup.pieces.values(), key=_level)
    yield from (_piece(now.setup, piece) for piece in order)
    depth = now.setup.table.depth
    for template in now.setup.templates.values():
        title = now.setup.title(template.id, language())
        says = _("%(name)s: template of a weapon") % {"name": title}
        if template.circle:
            x, y, radius = template.circle
            middle = down((x, y), depth)
            at, circle = (middle[0], short(middle[1] - radius)), (*middle, radius)
            yield Piece(template.id, "template", "", "", title, says, at, circle)
        else:
            corners = template.polygon or ()
            points, at = outline(corners, depth), _corner(corners, depth)
            yield Piece(template.id, "template", points, "", title, says, at)


def _level(piece: warzone.Block | warzone.Gap | warzone.Passage) -> float:
    if isinstance(piece, warzone.Gap):
        return -piece.depth
    return piece.height if isinstance(piece, warzone.Block) else 0.5


def _piece(setup: warzone.Setup, piece: warzone.Block | warzone.Gap | warzone.Passage) -> Piece:
    depth = setup.table.depth
    kind, inches, sign, says = _told(piece)
    shade = ""
    if isinstance(piece, warzone.Block):
        away = SHADE * piece.height
        shade = outline(((x + away, y - away) for x, y in piece.polygon), depth)
    return Piece(
        id=piece.id,
        kind=kind,
        points=outline(piece.polygon, depth),
        shade=shade,
        label=f"{sign}{inches:g}″",
        says=says % {"name": setup.title(piece.id, language()), "inches": f"{inches:g}"},
        at=_corner(piece.polygon, depth),
    )


def _told(piece: warzone.Block | warzone.Gap | warzone.Passage) -> tuple[str, float, str, str]:
    if isinstance(piece, warzone.Block):
        if piece.top:
            return "block", piece.height, "▲", _("%(name)s, %(inches)s″ high, a roof to stand on")
        return "spike", piece.height, "▲", _("%(name)s, %(inches)s″ high, nobody stands on it")
    if isinstance(piece, warzone.Gap):
        return "gap", piece.depth, "▼", _("%(name)s, %(inches)s″ deep")
    return "passage", piece.clearance, "⊓", _("%(name)s, %(inches)s″ clear below it")


def _corner(corners: tuple[Point, ...], depth: float) -> Point:
    """The corner farthest up and to the left."""
    return min((down(corner, depth) for corner in corners), key=lambda at: at[0] + at[1])


# --- Models ---------------------------------------------------------------------------------


def squad_sign(now: warzone.Moment, unit: str) -> str:
    """The sign of a model's squad, another one for every squad of its side."""
    profile = now.profile(unit)
    mine = (each.squad for each in now.setup.models.values() if each.owner == profile.owner)
    squads = list(dict.fromkeys(mine))
    return SIGNS[squads.index(profile.squad) % len(SIGNS)]


def height_badge(model: ModelState) -> str:
    """How high a model is, or hangs, "" on the table itself."""
    if model.climbing:
        return f"⇡{model.elevation + model.climbing.height:g}″"
    return f"{model.elevation:g}″" if model.elevation else ""


def _figure(now: warzone.Moment, token: Token) -> Figure:
    model = now.model(token.id)
    return Figure(
        token=token,
        posture=model.posture,
        sign=squad_sign(now, token.id),
        badge=height_badge(model),
        waits=model.waiting,
        engaged=model.engaged,
        rope=tuple(_rope(now, token.id)),
        done=model.ended or not model.actions_left,
    )


def _rope(now: warzone.Moment, unit: str) -> Iterator[Point]:
    """From the foot of a climber to its wall, about its own middle."""
    hold = now.model(unit).climbing
    if hold is None:
        return
    (x, y), (edge_x, edge_y) = now.model(unit).at, now.foot_of(unit, hold.piece)
    steps = 4
    for step in range(1, steps + 1):
        share = step / steps
        yield short((edge_x - x) * share), short((y - edge_y) * share)
