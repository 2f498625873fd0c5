"""What units do to each other by their dials alone: duels on open ground, remembered for a game."""

from collections.abc import Iterator
from functools import partial

import msgspec

from rules.age_of_destruction.bots.promises import is_checked, likely, needed, stakes, times
from rules.age_of_destruction.bots.worth import Scale, worth
from rules.age_of_destruction.moment.aiming import (
    is_unaffected,
    maximum_range,
    refuse_close,
    refuse_shooter,
)
from rules.age_of_destruction.moment.attack import Attack, AttackKind
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.outfit import Outfit
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import permits
from rules.age_of_destruction.moment.showing import Showing
from rules.age_of_destruction.orders.ram import Ram
from rules.age_of_destruction.records.vocabulary import DAMAGE_VALUE
from rules.age_of_destruction.state.legs import WeaponSlot
from rules.age_of_destruction.state.setup import Figure, Setup
from rules.age_of_destruction.state.state import State, UnitState
from rules.age_of_destruction.table.terrain import Level
from rules.core.geometry import EPSILON, Point
from rules.core.kept import kept, of_a_moment

#: Pairs of units that are remembered in a game, before all are forgotten.
MOST_PAIRS = 4_000

#: What an attack from behind takes off the number the dice must show (AOD-RANGED-004), and what an
#: assault adds to it.
FROM_BEHIND, IN_ASSAULT = 2, 1
#: Inches that equipment adds to a range at most, beside doubling it.
STRETCH = 4.0


class Sign(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """What of a unit a duel depends on: the first figure of its player that is `like` it, the
    clicks of its dials, its level, what it has lost and switched off, and whether it is shut
    down."""

    like: str
    click: int
    heat: int
    level: Level
    lost: tuple[str, ...]
    off: tuple[str, ...]
    shutdown: bool


class Duel(msgspec.Struct, frozen=True, gc=False):
    """One attack of a unit on another, both on open ground and face to face.

    `shortest` and `longest` are inches from dot to dot, those of a blow 0; `needed` is what three
    dice must show, twice where it is `checked`; `plain` and `critical` are the points such hits
    take. `attack` is that of the two it was found out with, who may be like others.
    """

    attack: Attack
    shortest: float
    longest: float
    needed: int
    checked: bool
    plain: float
    critical: float

    @property
    def slot(self) -> WeaponSlot:
        """The slot of the weapon it is fought with."""
        return "secondary" if self.attack.value == DAMAGE_VALUE["secondary"] else "primary"

    def of(self, attacker: Piece, target: Piece) -> Attack:
        """Its attack, as two of the same signs make it."""
        if self.attack.attacker == attacker.id and self.attack.targets[0] == target.id:
            return self.attack
        return msgspec.structs.replace(self.attack, attacker=attacker.id, targets=(target.id,))

    def promise(self, harder: int = 0) -> float:
        """The points it takes on average where the dice must show so much more."""
        found = likely(self.needed + harder, checked=self.checked)
        return found.plain * self.plain + found.critical * self.critical

    def carries(self, inches: float) -> bool:
        """Whether it is a shot that carries so far."""
        return self.shortest - EPSILON <= inches <= self.longest + EPSILON


class Clash:
    """Everything one unit can do to another, found out when asked for: `shots` and `blows` from
    where it stands, the best first, and a charge or a ram as its `rush`."""

    def __init__(self, ground: Field, attacker_id: str, target_id: str, scale: Scale) -> None:
        self._scale = scale
        self._attacker = ground.piece(attacker_id)
        self._target = ground.piece(target_id)

    @kept
    def shots(self) -> tuple[Duel, ...]:
        """Direct shots that nothing but range, arc and line may forbid."""
        return self._duels(_shots(self._attacker, self._target))

    @kept
    def blows(self) -> tuple[Duel, ...]:
        """Close attacks that nothing but the places of the two may forbid."""
        return self._duels(_blows(self._attacker, self._target))

    @kept
    def rush(self) -> Duel | None:
        """The charge of a 'Mech, the ram of a vehicle that may."""
        return next(iter(self._duels(_rush(self._attacker, self._target))), None)

    def _duels(self, attacks: Iterator[Attack]) -> tuple[Duel, ...]:
        found = [_duel(self._attacker, self._target, attack, self._scale) for attack in attacks]
        return tuple(sorted(found, key=lambda duel: -duel.promise()))


class Duels:
    """The duels of a game under some planetary conditions, what they take by some scale.

    A duel follows from the signs of two units alone, so that it is the same whoever remembers it.
    """

    def __init__(self, setup: Setup, conditions: tuple[str, ...], scale: Scale) -> None:
        self._scale = scale
        self._setup = setup
        self._conditions = conditions
        self._open = msgspec.structs.replace(setup.table, terrain=())
        self._known: dict[tuple[Sign, Sign], Clash] = {}
        #: Where two units have last been set against each other.
        self._grounds: dict[tuple[str, str], Field] = {}

    def between(self, attacker: Piece, target: Piece) -> Clash:
        """What one unit can do to another."""
        key = (sign(attacker), sign(target))
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST_PAIRS:
                self._known.clear()
            found = self._known[key] = self._clash(attacker, target)
        return found

    def _clash(self, attacker: Piece, target: Piece) -> Clash:
        """Two units in contact on a table without terrain, face to face."""
        apart = (attacker.figure.shape.length + target.figure.shape.length) / 2
        units = {
            attacker.id: _bare(attacker, (0.0, 0.0), 0.0),
            target.id: _bare(target, (0.0, apart), 180.0),
        }
        state = State(1, attacker.figure.owner, "orders", 1, units, conditions=self._conditions)
        ground = self._ground(state, (attacker.id, target.id))
        return Clash(ground, attacker.id, target.id, self._scale)

    def _ground(self, state: State, pair: tuple[str, str]) -> Field:
        """The open ground with two units on it, whose bases stand as they always stand there."""
        before = self._grounds.get(pair)
        if before is None:
            field = Field(self._setup, state)
            field.table = self._open
        else:
            field = before.later(state)
        self._grounds[pair] = field
        return field


@of_a_moment
def _duels(setup: Setup, conditions: tuple[str, ...], scale: Scale) -> Duels:
    return Duels(setup, conditions, scale)


@of_a_moment
def _duels_by(field: Field, scale: Scale) -> Duels:
    return _duels(field.setup, field.state.conditions, scale)


def duels(field: Field, scale: Scale = worth) -> Duels:
    """The duels of the game a field is of."""
    return _duels_by(field, scale)


@of_a_moment
def sign(piece: Piece) -> Sign:
    """What duels of a unit follow from."""
    now, like = piece.now, _like(piece.field.setup)[piece.id]
    heat = _like_heat(piece.outfit, now.heat)
    return Sign(like, now.click, heat, now.level, now.lost, now.off, now.shutdown)


@of_a_moment
def _like(setup: Setup) -> dict[str, str]:
    """The first figure of the same player that is like another in everything but its name."""
    found: dict[str, str] = {}
    firsts: list[Figure] = []
    for name, figure in setup.figures.items():
        first = next((other for other in firsts if _are_alike(figure, other)), figure)
        if first is figure:
            firsts.append(figure)
        found[name] = first.id
    return found


def _are_alike(one: Figure, other: Figure) -> bool:
    """Whether two figures are the same but for their names and their places in a list."""
    if one.owner != other.owner or one.unit.id != other.unit.id or one.value != other.value:
        return False
    return msgspec.structs.replace(one, id=other.id, worth=other.worth) == other


@of_a_moment
def _like_heat(outfit: Outfit, heat: int) -> int:
    """The first position of a heat dial that shows the same as another, and the same one click
    on."""
    dial = outfit.figure.unit.heat_dial
    shown = dial[heat : heat + 2]
    return next((first for first in range(heat) if dial[first : first + 2] == shown), heat)


def _bare(piece: Piece, at: Point, facing: float) -> UnitState:
    like = sign(piece)
    return UnitState(
        *(at, facing, like.level, like.click, like.heat),
        shutdown=like.shutdown,
        off=like.off,
        lost=like.lost,
    )


def _duel(attacker: Piece, target: Piece, attack: Attack, scale: Scale) -> Duel:
    field, weapon = attacker.field, attack.weapon if attack.kind == "ranged" else None
    at_stake, factor = stakes(field, attack, target.id, scale), times(field, attack)
    return Duel(
        attack,
        shortest=weapon.minimum if weapon else 0,
        longest=maximum_range(attacker, target, attack) if weapon else 0,
        needed=needed(field, attack, target.id),
        checked=is_checked(field, attack, target.id),
        plain=factor * at_stake.plain,
        critical=factor * at_stake.critical,
    )


def farthest(piece: Piece) -> float:
    """Inches beyond which no direct shot of a unit ever carries."""
    return _farthest(piece.showing)


@of_a_moment
def _farthest(showing: Showing) -> float:
    longest = max((weapon.maximum for weapon in showing.figure.weapons.values()), default=0)
    unit, working = showing.figure.unit, showing.working
    if unit.is_anti_aircraft or any(fitted.item.has("reach") for fitted in working):
        return 2.0 * longest + STRETCH
    return float(longest)


def _shots(attacker: Piece, target: Piece) -> Iterator[Attack]:
    for weapon in attacker.weapons.values():
        shot = Attack("ranged", attacker.id, (target.id,), "ranged", weapon, weapon.damage_value)
        able = permits(partial(refuse_shooter, attacker, shot))
        if able and not target.submerged and not is_unaffected(shot, attacker, target):
            yield shot


def _blows(attacker: Piece, target: Piece) -> Iterator[Attack]:
    for weapon in attacker.weapons.values():
        blow = Attack("close", attacker.id, (target.id,), "close", weapon, weapon.damage_value)
        if permits(partial(refuse_close, attacker.field, blow)):
            yield blow


def _rush(attacker: Piece, target: Piece) -> Iterator[Attack]:
    kind: AttackKind = "charge" if attacker.is_mech else "ram"
    if (attacker.is_mech or Ram.suits(attacker)) and not target.is_infantry:
        yield Attack(kind, attacker.id, (target.id,), kind)
