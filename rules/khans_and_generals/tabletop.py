"""A battle as people see and play it at a table: in centimetres, with orders in words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, get_args

from rules.core.ordering import OrderBook, TableWords
from rules.core.picture import Area, Mark, Picture, Piece, Shape, Tone, stacked
from rules.core.tabletop import TypedTabletop
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.moment.field import Piece as Unit
from rules.khans_and_generals.orders import BY_NAME
from rules.khans_and_generals.play.rules import NOT_BY_PLAYERS
from rules.khans_and_generals.table.terrain import Terrain

if TYPE_CHECKING:
    from rules.khans_and_generals.match import Battle

WORDS = TableWords.of("rules.khans_and_generals")
BOOK = OrderBook(
    {name: kind.value for name, kind in BY_NAME.items() if name not in NOT_BY_PLAYERS}, WORDS
)
STAGES = WORDS.section("stages")

#: What of a unit is said where it holds.
STATES = (
    "pinned",
    "routed",
    "immobilised",
    "abandoned",
    "hidden",
    "eliminated",
    "left",
    "deployed",
    "mounted",
    "spent",
    "airborne",
)


class Tabletop(TypedTabletop):
    """A table with units."""

    def __init__(self, battle: "Battle") -> None:
        super().__init__(battle, BOOK)
        self._game = battle.game
        self._setup = battle.saved.scenario.setup

    def picture(self, language: str) -> Picture:
        """The table as it is now; the first player's edge is below."""
        field = Field(self._setup, self._game.state)
        units = [field.piece(name) for name in self._game.state.units]
        return Picture(
            width=self._setup.width,
            depth=self._setup.depth,
            measure="centimetre",
            areas=tuple(_area(piece, language) for piece in self._setup.terrain),
            pieces=stacked([_piece(unit, language) for unit in units]),
            marks=tuple(self._marks(language)),
            notes=(self._conditions(language),),
        )

    def _marks(self, language: str) -> Iterator[Mark]:
        state = self._game.state
        for objective in state.objectives:
            label = WORDS.say("says", "objective", language).format(name=objective.id)
            yield Mark("objective", label, objective.at)
        for at in state.fires:
            yield Mark("fire", WORDS.say("says", "fire", language), at)
        for cloud in state.smoke:
            yield Mark("smoke", WORDS.say("says", "smoke", language), cloud.at)
        for at in state.lights:
            yield Mark("light", WORDS.say("says", "light", language), at)

    def _conditions(self, language: str) -> str:
        now = self._game.state.conditions
        known = {"time": now.time, "weather": now.weather, "ground": now.ground}
        said = {name: WORDS.say("conditions", value, language) for name, value in known.items()}
        return WORDS.say("says", "conditions", language).format(**said)


def _area(piece: Terrain, language: str) -> Area:
    kind = WORDS.say("grounds", piece.kind, language)
    tone = WORDS.say("grounds", piece.kind, "is")
    return Area(
        id=piece.id,
        kind=piece.kind,
        label=f"{piece.id}: {kind}",
        corners=piece.polygon or piece.line,
        tone=tone if tone in get_args(Tone) else "open",  # type: ignore[arg-type]
        is_line=not piece.polygon,
    )


def _piece(unit: Unit, language: str) -> Piece:
    now, base = unit.unit, unit.base
    states = [WORDS.say("states", state, language) for state in STATES if getattr(now, state)]
    strength = WORDS.say("says", "strength", language).format(strength=now.strength)
    formation = WORDS.say("values", now.formation, language)
    return Piece(
        id=unit.id,
        side=unit.owner,
        label=unit.id,
        name=f"{unit.id} ({unit.profile.name})" if unit.profile.name else unit.id,
        place=_place(unit, language),
        at=now.at if unit.present else None,
        shape=Shape(*base.size, is_round=base.is_round),
        facing=now.facing,
        states=(strength, formation, *states),
        ticks=len(now.effects),
    )


def _place(unit: Unit, language: str) -> str:
    if unit.unit.aboard:
        return WORDS.say("says", "aboard", language).format(carrier=unit.unit.aboard)
    if not unit.present or unit.unit.at is None:
        return WORDS.say("says", "off", language)
    x, y = unit.unit.at
    return WORDS.say("says", "place", language).format(x=f"{x:.4g}", y=f"{y:.4g}")
