"""What hands on the table of a battle ask (`core.hands.Hands`)."""

from collections.abc import Callable, Iterator, Sequence

from rules.core.geometry import Point
from rules.core.hands import Menu, Pace, Reach, Region, Way
from rules.khans_and_generals.guide.aims import aims_of
from rules.khans_and_generals.guide.answers import aimed, gone, put
from rules.khans_and_generals.guide.giving import acts, against
from rules.khans_and_generals.guide.menus import menu_of
from rules.khans_and_generals.guide.placing import places_of, way_in
from rules.khans_and_generals.guide.reach import region_of, rush_of
from rules.khans_and_generals.guide.sectors import band, half_front, links_of, sectors_of, threat_of
from rules.khans_and_generals.guide.strikes import shell_kinds
from rules.khans_and_generals.guide.ways import FACTORS, PACES, RUSHES, can_rush, course_to
from rules.khans_and_generals.guide.words import WORDS, short
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import UnitOrder
from rules.khans_and_generals.orders.charge import Charge
from rules.khans_and_generals.orders.disengage import Disengage
from rules.khans_and_generals.orders.human_wave import HumanWave
from rules.khans_and_generals.orders.mission import Mission
from rules.khans_and_generals.orders.move import Move
from rules.khans_and_generals.orders.shell import Shell
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import State
from rules.khans_and_generals.steps.movement import NEVER_RUN, Plan

KINDS: dict[str, type[UnitOrder]] = {
    "move": Move,
    "run": Move,
    "charge": Charge,
    "human_wave": HumanWave,
    "disengage": Disengage,
    "shell": Shell,
    "mission": Mission,
}


class BattleHands:
    """The hands of one battle at its present moment."""

    def __init__(self, setup: Setup, state: Callable[[], State]) -> None:
        self._setup = setup
        self._state = state
        self._field: Field | None = None

    @property
    def field(self) -> Field:
        """The battlefield as it is now."""
        state = self._state()
        if self._field is None or self._field.state is not state:
            self._field = Field(self._setup, state)
        return self._field

    def reach(self, piece: str, along: Sequence[str], language: str) -> Reach:
        """What lies open to a unit; nobody goes along."""
        field = self.field
        unit = field.piece(piece)
        if not unit.present:
            return Reach(piece, bool(way_in(unit)), tuple(_placing_pace(unit, language)))
        if field.state.stage == "setup":
            return Reach(
                piece,
                bool(way_in(unit)),
                tuple(_placing_pace(unit, language)),
                tuple(sectors_of(unit, language)),
                tuple(links_of(field, unit, language)),
            )
        may_act = acts(unit)
        return Reach(
            piece,
            may_act,
            tuple(_paces(unit, may_act, language)),
            tuple(sectors_of(unit, language)),
            tuple(links_of(field, unit, language)),
            tuple(aims_of(field, unit, language)),
            (),
            () if unit.owner == field.state.active else (threat_of(unit),),
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
        """The way to a place, or the order for it."""
        field = self.field
        unit = field.piece(piece)
        how = way_in(unit)
        if how:
            return put(unit, to, facing, language)
        if not unit.present or field.state.stage != "orders":
            return None
        if pace in ("shell", "mission"):
            return aimed(field, unit, to, pace, language)
        name = pace if pace in PACES else _usual(unit)
        if unit.immobile or unit.profile.class_ == "aircraft":
            return None
        return gone(field, course_to(unit, name, to, facing), name, language)

    def menu(self, piece: str, target: str, along: Sequence[str], language: str) -> Menu:
        """What may be done at a target."""
        field = self.field
        return menu_of(field, field.piece(piece), field.piece(target), language)


# --- Reach --------------------------------------------------------------------------------------


def _usual(piece: Piece) -> str:
    return "disengage" if piece.field.in_fight(piece.id) else "move"


def _paces(piece: Piece, may_act: bool, language: str) -> Iterator[Pace]:
    """The manners of moving, and fire at a place; of others than who may act how far they come."""
    if piece.profile.class_ == "aircraft":
        return
    names = ("disengage",) if piece.field.in_fight(piece.id) else _open_to(piece)
    for name in names:
        refused = against(piece, KINDS[name])
        why = short(refused, language)
        if not why and name == "run" and piece.unit.formation in NEVER_RUN:
            why = WORDS.say("why", "RUN_FORBIDDEN", language)
        if not why and name in PACES and name != "disengage" and piece.unit.deployed:
            why = WORDS.say("why", "SET_UP", language)
        factor = FACTORS.get(name, 1)
        drawn = not why or (name == "move" and not may_act)
        yield Pace(
            name,
            WORDS.say("paces", name, language),
            round(max(0.0, _most(piece, name, factor)), 1),
            _region(piece, name, factor) if drawn else (),
            legal=not why,
            why=why,
        )


def _open_to(piece: Piece) -> tuple[str, ...]:
    """The paces a unit has at all."""
    rushes = RUSHES if can_rush(piece) else ()
    guns = any(weapon.is_gun and shell_kinds(weapon) for weapon in piece.profile.weapons)
    fires = (("shell",) if guns else ()) + (("mission",) if piece.profile.battery else ())
    return ("move", "run", *rushes, *fires)


def _most(piece: Piece, name: str, factor: int) -> float:
    if name == "shell":
        return max(w.range for w in piece.profile.weapons if w.is_gun)
    if name == "mission":
        return 0.0
    return Plan(piece.field, piece, (), factor=factor).left


def _region(piece: Piece, name: str, factor: int) -> Region:
    if name in RUSHES:
        return rush_of(piece.field, piece.id, factor, name == "charge")
    if name == "shell":
        half = half_front(piece.base)
        return (band(piece.base, half, 0, _most(piece, name, factor)),)
    if name == "mission":
        return ()
    return region_of(piece.field, piece.id, factor)


def _placing_pace(piece: Piece, language: str) -> Iterator[Pace]:
    how = way_in(piece)
    if how:
        label = WORDS.say("paces", how, language)
        yield Pace(how, label, 0.0, places_of(piece.field, piece.id))
