"""A commander who gives the order that promises most at the moment."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from math import fsum

import msgspec

from rules.core.dice import SeededDice
from rules.khans_and_generals.bots.ambushes import ambushes, promise
from rules.khans_and_generals.bots.commander import by_lot, is_beaten, legal_of
from rules.khans_and_generals.bots.errands import errand, obeys, restless, weapons
from rules.khans_and_generals.bots.ways import sidesteps, ways, ways_out_of_fire
from rules.khans_and_generals.bots.worth import danger, price, stake, worth
from rules.khans_and_generals.guide.giving import against
from rules.khans_and_generals.moment.command import answering, in_communication
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.sight import in_front
from rules.khans_and_generals.orders import BY_NAME
from rules.khans_and_generals.orders.aiming import chosen_weapon
from rules.khans_and_generals.orders.base import Order, OrderKind, UnitOrder, enemies_in_order
from rules.khans_and_generals.orders.end_stage import EndStage
from rules.khans_and_generals.orders.formation import Formation
from rules.khans_and_generals.orders.move import Move
from rules.khans_and_generals.orders.moving import facing_leg
from rules.khans_and_generals.orders.ranged import Ranged, reach_of
from rules.khans_and_generals.orders.reveal import Reveal
from rules.khans_and_generals.orders.withdraw import Withdraw
from rules.khans_and_generals.play.rules import actors, decide, given
from rules.khans_and_generals.state.events import evolve
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import State
from rules.khans_and_generals.steps.melee import fight
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.turn import OBJECTIVE_REACH, holder_of
from rules.khans_and_generals.table.bases import within

#: Orders that hurt or help somebody at once; what they promise is tried with dice.
BLOWS = (
    "ranged",
    "shell",
    "mission",
    "anti_air",
    "assault_vehicle",
    "tank_charge",
    "charge",
    "advance",
    "rouse",
    "regroup",
)
#: Those that nobody gives to a staff: it is not there to fight.
FIGHTS = ("charge", "advance", "assault_vehicle", "tank_charge")
#: Orders that bring somebody onto the field or into the air, given as soon as they can be.
CALLS = ("call_aircraft", "call_reserves")
#: What a trap promises at least to be sprung, in shares of the mean price: it is sprung only once.
TOO_SOON = 0.1
#: Turns after which a trap is sprung though nobody has walked into it.
LATE = 6
#: Throws of the dice every order is tried with, and the few that promised most; how many these are.
GLANCE, THROWS, FEW = 2, 8, 4
#: Orders of one kind that are weighed for one unit.
MOST_OF_A_KIND = 6
#: Ways of one unit that the rules are asked about, and the legal ones of them that are weighed.
WAYS_TRIED, WAYS_WEIGHED = 24, 3
#: The share of a unit's price that a turn of marching to its errand is worth, an objective held
#: (of the mean price), and what cutting oneself off costs.
MARCH, OBJECTIVE, CUT_OFF, WELL_PLACED = 0.08, 1.0, 0.2, 0.05
#: How likely a staff has to be lost where it stands for it to look for another place first.
AT_RISK = 0.05
#: What it is worth to fall on an enemy for every turn nothing has come of, in shares of the mean
#: price; and turns nothing came of after which the weaker side gives up.
EAGER, HOPELESS = 0.1, 25
#: What a token drawn is worth where it takes a side one step to its limit, of the mean price; the
#: mean of the tokens there are.
TOKEN = 3.0
#: The least that is worth an order, in shares of the mean price.
LEAST = 0.004
#: What the first of many chances to use a command point must promise, in shares of the mean price.
PATIENCE = 0.1


class Weighed(msgspec.Struct, frozen=True):
    """An order and what it promises, in points."""

    order: Order
    gain: float


class GreedyCommander:
    """Weighs what an order promises to take against what it costs: blows and help first, then
    marches, then the end of the turn."""

    def __init__(self, chance: SeededDice) -> None:
        self._lots = [chance.below(1 << 30) for _ in range(THROWS)]
        self._chance = chance

    def choose(self, setup: Setup, state: State) -> Order:
        """The legal order that promises most; ends the turn where none promises anything."""
        (player, *_) = actors(state)
        field = Field(setup, state)
        if state.stage == "setup":
            return by_lot(setup, state, self._chance)
        scales = Scales(field, player, self._lots)
        if state.waiting is not None:
            return scales.best(legal_of(field, BY_NAME["answer"].candidates(field, player))).order
        for stage in (_calls, _shelters, _blows, _arrangements, _marches, _turns):
            best = scales.best(stage(field, player))
            if best.gain > scales.least:
                return best.order
        return Withdraw(player=player) if _gives_up(field, player) else EndStage()

    def answer(self, setup: Setup, state: State, player: str) -> Order | None:
        """The order worth a command point in the enemy's turn, or one more to the unit that has had
        one (KG-082); None where nothing legal promises enough yet."""
        field = Field(setup, state)
        if player not in answering(field):
            return None
        scales = Scales(field, player, self._lots)
        least = scales.least if state.reaction else thrift(field, player) * scales.mean
        for stage in (_traps, _shelters, _blows, _arrangements, _marches):
            best = scales.best(stage(field, player))
            needed = max(least, scales.least) if best.order.cp is not None else scales.least
            if best.gain > needed:
                return best.order
        return None


def thrift(field: Field, player: str) -> float:
    """The least that is worth a command point now, in shares of the mean price: the more chances
    are left for each point, the more."""
    left = sum(
        not (enemy.unit.activated or enemy.unit.routed or enemy.unit.pinned)
        for enemy in field.enemies(player)
    )
    own = (field.state.command_points.get(piece.id, 0) for piece in field.friends(player))
    return PATIENCE * (1 - min(1.0, sum(own) / max(left, 1)))


def _gives_up(field: Field, player: str) -> bool:
    """Whether nobody of a side stands, or it is the weaker one in a battle that does not end."""
    if is_beaten(field):
        return True
    if restless(field) < HOPELESS:
        return False
    own = fsum(map(worth, field.friends(player)))
    return own <= fsum(map(worth, field.enemies(player)))


class Scales:
    """What orders of a player promise at one moment."""

    def __init__(self, field: Field, player: str, lots: list[int]) -> None:
        self.field = field
        self.player = player
        self._lots = lots
        own = [price(piece) for piece in field.friends(player)]
        self.mean = fsum(own) / max(len(own), 1)
        self.least = LEAST * self.mean
        self.restless = restless(field)

    def best(self, orders: Iterable[Order]) -> Weighed:
        """The order that promises most; the end of the turn for nothing at all."""
        glanced = [(self.gain(order, GLANCE), n, order) for n, order in enumerate(orders)]
        few = sorted(glanced, key=lambda each: (-each[0], each[1]))[:FEW]
        weighed = [Weighed(order, self.gain(order, THROWS)) for _, _, order in few]
        return max(weighed, key=lambda each: each.gain, default=Weighed(EndStage(), 0.0))

    def gain(self, order: Order, throws: int) -> float:
        """What an order promises, over so many throws of the dice."""
        name = str(order.__struct_config__.tag)
        if name in CALLS:
            return self.mean
        if isinstance(order, Reveal):
            late = self.mean / 4 if self.restless or self.field.state.turn > LATE else 0.0
            return max(late, promise(self.field, order) - TOO_SOON * self.mean)
        if isinstance(order, Move):
            if self.field.piece(order.unit).burning:
                return self.mean + self._step(order, self._lots[0])
            turned = all(leg.rotate is not None for leg in order.legs)
            placed = WELL_PLACED * self.mean if turned else 0.0
            return placed + self._step(order, self._lots[0])
        lots = self._lots[:throws]
        mean = fsum(self._step(order, lot) for lot in lots) / len(lots)
        if name in FIGHTS:
            mean += EAGER * self.restless * self.mean
        return mean + (WELL_PLACED * self.mean if name in ARRANGING else 0.0)

    def _step(self, order: Order, lot: int) -> float:
        """What is won by one outcome of an order: points, ground, and the fight it begins."""
        dice = SeededDice(lot)
        state = self.field.state
        for event in decide(self.field.setup, state, order, dice):
            state = evolve(state, event)
        unit = order.unit if isinstance(order, UnitOrder) else ""
        after = Field(self.field.setup, state)
        ground = self._ground(unit, after) if unit else 0.0
        if unit and after.in_fight(unit) and not self.field.in_fight(unit):
            res = Resolution(self.field.setup, state, dice)
            fight(res)
            after = res.field
        return ground + self._points(after)

    def _points(self, after: Field) -> float:
        """What the units that changed have become worth, the enemy's turned round, and what the
        tokens mean that will be drawn for them (KG-171)."""
        gained = self._tokens(after) - self._tokens(self.field)
        for name, unit in after.state.units.items():
            if unit is not self.field.state.units[name]:
                change = worth(after.piece(name)) - worth(self.field.piece(name))
                gained += change if unit.owner == self.player else -change
        return gained

    def _tokens(self, field: Field) -> float:
        """What the tokens due are worth: the nearer a side is to its limit, the more."""
        gained = 0.0
        for due in field.state.due:
            held = field.state.assessment.get(due.player)
            if held is not None and due.what == "draw":
                left = max(held.limit - held.total, 1)
                gained -= self._sign(due.player) * self.mean * TOKEN / left
        return gained

    def _ground(self, name: str, after: Field) -> float:
        """What a unit's new place is worth: nearer to its errand, an objective, in command."""
        before, now = self.field.piece(name), after.piece(name)
        if not now.present or before.unit.at == now.unit.at:
            return 0.0
        goal = errand(self.field, before)
        gained = 0.0
        if goal is not None:
            nearer = goal.left(before.base.at) - goal.left(now.base.at)
            eager = MARCH * (1 + self.restless)
            gained += eager * price(before) * nearer / max(before.movement, 1.0)
        gained += self._objectives(before, now, after)
        gained += self._in_command(before, after)
        if now.profile.commands:
            gained += stake(before) * (danger(before) - danger(now))
        return gained

    def _in_command(self, moved: Piece, after: Field) -> float:
        """What a move does to communication: its own, for a staff that of all its people."""
        people = [moved]
        if moved.profile.commands:
            friends = self.field.friends(self.player)
            people = [p for p in friends if p.id == moved.id or (p.unit.hq and obeys(p))]
        gained = 0.0
        for piece in people:
            was = in_communication(self.field, piece.id)
            if after.piece(piece.id).present:
                gained += (in_communication(after, piece.id) - was) * CUT_OFF * price(piece)
        return gained

    def _objectives(self, before: Piece, now: Piece, after: Field) -> float:
        """Objectives taken and given up by one unit's move."""
        gained = 0.0
        for objective in self.field.state.objectives:
            places = (before.base.to_point(objective.at), now.base.to_point(objective.at))
            if min(places) > OBJECTIVE_REACH or max(places) <= OBJECTIVE_REACH:
                continue
            held = [holder_of(field, objective) for field in (self.field, after)]
            was, is_ = (self._sign(holder) for holder in held)
            gained += (is_ - was) * OBJECTIVE * self.mean
        return gained

    def _sign(self, holder: str | None) -> int:
        if holder is None:
            return 0
        return 1 if holder == self.player else -1


# --- What is weighed ------------------------------------------------------------------------


def _calls(field: Field, player: str) -> Iterator[Order]:
    yield from chain.from_iterable(_of_kind(field, player, BY_NAME[name]) for name in CALLS)
    yield from _traps(field, player)


def _traps(field: Field, player: str) -> Iterator[Order]:
    """Traps to be sprung where they reach somebody; at last where they can be."""
    late = field.state.turn > LATE or restless(field) > 0
    yield from legal_of(field, ambushes(field, player, near=not late))


def _shelters(field: Field, player: str) -> Iterator[Order]:
    """Who stands in a fire leaves it (KG-047); a headquarters that may be lost where it stands goes
    to another place, before its own people draw fire: much hangs on it."""
    kind = BY_NAME["move"]
    for piece in field.friends(player):
        if piece.burning and _may_have(piece, kind):
            yield from _legal(piece, ways_out_of_fire(piece))
        elif piece.profile.commands and _may_have(piece, kind) and danger(piece) > AT_RISK:
            yield from _legal(piece, sidesteps(piece))


def _blows(field: Field, player: str) -> Iterator[Order]:
    yield from chain.from_iterable(_of_kind(field, player, BY_NAME[name]) for name in BLOWS)


def _of_kind(field: Field, player: str, kind: OrderKind) -> Iterator[Order]:
    """Legal orders of one kind, a few for each unit."""
    if not issubclass(kind.value, UnitOrder):
        yield from islice(legal_of(field, kind.candidates(field, player)), 1)
        return
    for piece in field.friends(player):
        if _may_have(piece, kind) and not (piece.profile.commands and kind.name in FIGHTS):
            tried = (order for order in kind.candidates(field, piece) if _reaches(piece, order))
            yield from islice(_legal(piece, tried), MOST_OF_A_KIND)


def _may_have(piece: Piece, kind: OrderKind) -> bool:
    return issubclass(kind.value, UnitOrder) and not against(piece, kind.value)


def _legal(piece: Piece, orders: Iterable[Order]) -> Iterator[Order]:
    """Those that are legal as they are given now: for a command point in the enemy's turn."""
    return legal_of(piece.field, (given(piece, order) for order in orders))


def _reaches(piece: Piece, order: Order) -> bool:
    """Whether a shot is not lost because the target is too far (KG-008)."""
    if not isinstance(order, Ranged):
        return True
    weapon = chosen_weapon(piece, order.weapon)
    gap = piece.base.distance(piece.field.piece(order.target).base)
    return within(gap, reach_of(piece, weapon))


#: Orders by which a unit makes itself ready where it stands.
ARRANGING = ("position", "set_up", "pack_up", "dismount", "formation")


def _arrangements(field: Field, player: str) -> Iterator[Order]:
    """Cover, weapons made ready or packed up, a saddle left to shoot, order restored."""
    for piece in field.friends(player):
        yield from _legal(piece, _arranging(field, piece))


def _arranging(field: Field, piece: Piece) -> Iterator[Order]:
    fights = _within_range(field, piece)
    if piece.unit.formation == "disordered" and _may_have(piece, BY_NAME["formation"]):
        yield Formation(unit=piece.id, formation="standard")
    if fights and piece.unit.in_position is None:
        yield from _some(field, piece, "position")
    if fights and piece.unit.deployed is False:
        yield from _some(field, piece, "set_up")
    if not fights and piece.unit.deployed:
        yield from _some(field, piece, "pack_up")
    if fights and piece.is_mounted and piece.profile.type in ("cyclists", "motorcyclists"):
        yield from _some(field, piece, "dismount")


def _some(field: Field, piece: Piece, name: str) -> Iterator[Order]:
    kind = BY_NAME[name]
    if _may_have(piece, kind):
        yield from kind.candidates(field, piece)


def _within_range(field: Field, piece: Piece) -> bool:
    """Whether an enemy stands within range of one of its weapons."""
    reach = max((weapon.range for weapon in weapons(piece)), default=0.0)
    return any(piece.base.distance(enemy.base) <= reach for enemy in field.enemies(piece.owner))


def _marches(field: Field, player: str) -> Iterator[Order]:
    """The ways that bring every unit nearest to its errand."""
    kind = BY_NAME["move"]
    for piece in field.friends(player):
        goal = None if piece.unit.deployed else errand(field, piece)
        if goal is not None and _may_have(piece, kind):
            tried = islice(ways(field, piece, goal), WAYS_TRIED)
            yield from islice(_legal(piece, tried), WAYS_WEIGHED)


def _turns(field: Field, player: str) -> Iterator[Order]:
    """Whoever has enemies within range but none before it turns to the nearest."""
    kind = BY_NAME["move"]
    for piece in field.friends(player):
        reach = max((weapon.range for weapon in weapons(piece)), default=0.0)
        near = [e for e in enemies_in_order(field, piece) if piece.base.distance(e.base) <= reach]
        if piece.unit.deployed or not near or any(in_front(piece, e.base) for e in near):
            continue
        if _may_have(piece, kind) and (legs := facing_leg(piece, near[0])):
            yield from _legal(piece, [Move(unit=piece.id, legs=legs)])
