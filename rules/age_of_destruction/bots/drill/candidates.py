"""Orders a drilled commander considers, each with its features; not yet judged by the rules."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import fsum

from rules.age_of_destruction.bots.drill.features import INDEX, Row, row
from rules.age_of_destruction.bots.drill.mettle import MOST, chances, promised
from rules.age_of_destruction.bots.drill.watch import CONTACT, Foe, Sight, Stand, Watch, towards
from rules.age_of_destruction.bots.worth import heating, price
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders import SPECIAL_ATTACKS
from rules.age_of_destruction.orders.approaches import spot, straight_at
from rules.age_of_destruction.orders.assault import Assault
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.carrying import boardings, landed_at, parties
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.orders.special_attacks import SpecialAttack
from rules.age_of_destruction.orders.vent import Vent
from rules.age_of_destruction.state.legs import Leg
from rules.age_of_destruction.steps.dealing import RAM_DAMAGE
from rules.age_of_destruction.steps.movement import Pace, allowance
from rules.core.drawing import as_listed
from rules.core.geometry import Point, distance

#: Opponents a unit thinks of when it moves or rushes; ways of a formation and parties of passengers
#: that are looked at.
NEAREST, WAYS, PARTIES = 3, 16, 2
#: Inches by which a unit stays within its range, and passengers are put down behind it; degrees
#: aside that are tried.
WITHIN, BEHIND, ASIDE = 0.5, 2.75, (-50.0, 50.0)
#: What running, a charge and the like are paid for in heat.
RUN, ASSAULT = 1, 1
#: The clicks that special attacks add to the damage value.
MORE = {"charge": 1, "death_from_above": 2}
#: What it is harder to hit after an assault's way.
HARDER = 1


class Candidate:
    """An order of a unit with its features; it is written out only when somebody asks for it."""

    __slots__ = ("features", "kind", "sight", "target", "unit", "written")

    def __init__(
        self,
        kind: str,
        sight: Sight | None,
        features: Row,
        written: Callable[[], Order | None],
        target: Foe | None = None,
    ) -> None:
        self.kind = kind
        self.sight = sight
        self.unit = sight.piece.id if sight else ""
        self.features = features
        self.written = written
        self.target = target


def given(order: Order) -> Callable[[], Order | None]:
    """What writes out an order that is written already."""
    return lambda: order


def candidates(watch: Watch, player: str) -> Iterator[Candidate]:
    """Everything a player might order now that takes an order of the pool."""
    for piece in watch.field.of(player):
        if piece.now.at is not None and not piece.now.ordered:
            yield from _of_a_unit(watch, piece)
    yield from _marches(watch, player)


def _of_a_unit(watch: Watch, piece: Piece) -> Iterator[Candidate]:
    sight = watch.sight(piece)
    yield from _vents(sight)
    if piece.now.shutdown or piece.captives:
        return
    here = sight.here
    costs = [price(piece, heat) for heat in range(3)]
    if sight.mettle.arms:
        yield from _shots(sight, here, costs[0])
    if piece.is_mech and sight.mettle.attack > 0 and not piece.opponents_in_contact:
        yield from _assaults(sight, here, costs[ASSAULT])
    if sight.mettle.attack > 0:
        yield from _specials(sight, here)
    yield from _moves(sight, here, costs)
    if piece.unit.is_transport:
        yield from _rides(sight, here, costs[0])


# --- Attacks ------------------------------------------------------------------------------------


def _hit(sight: Sight, foe: Foe, range_type: str, clicks: int, harder: int = 0) -> dict[str, float]:
    """What an attack takes, and by what chance it puts its target out of action."""
    theirs = foe.mettle
    harm = promised(sight.mettle, theirs, range_type, clicks, harder)
    plain, critical = chances(sight.mettle.attack - theirs.defense - harder)
    taken, all_of_it = theirs.taken[range_type], theirs.losses[-1] - 1e-9
    chance = plain * (theirs.losses[taken[clicks]] >= all_of_it)
    chance += critical * (theirs.losses[taken[clicks + 1]] >= all_of_it)
    return {"harm": harm, "finish": chance * foe.piece.figure.value}


def _shots(sight: Sight, here: Stand, cost: float) -> Iterator[Candidate]:
    piece = sight.piece
    for foe in sight.foes:
        far = distance(piece.at, foe.piece.at)
        for arm in sight.mettle.arms:
            if arm.least <= far <= arm.most and arm.clicks and piece.faces(foe.piece.at):
                indirect = piece.field.line(piece, foe.piece).blocked
                if indirect and arm.range_type != "ballistic":
                    continue
                clicks = min(arm.clicks, 2) if indirect else arm.clicks
                found = _hit(sight, foe, arm.range_type, clicks, 3 * indirect)
                if found["harm"] > 0:
                    order = Ranged(
                        unit=piece.id,
                        targets=(foe.piece.id,),
                        weapon=arm.slot,  # type: ignore[arg-type]
                        mode="indirect" if indirect else "direct",
                    )
                    features = row(**found, price=cost, risk=here.danger)
                    yield Candidate("shot", sight, features, given(order), foe)


def _near(sight: Sight) -> list[Foe]:
    """The opponents a unit thinks of: those near, and the one it could hurt most soon."""
    at = sight.piece.at
    ranked = sorted(sight.foes, key=lambda foe: distance(at, foe.piece.at))
    return ranked[:NEAREST]


def _assaults(sight: Sight, here: Stand, cost: float) -> Iterator[Candidate]:
    """Shots and blows of a 'Mech after a way."""
    piece, at = sight.piece, sight.piece.at
    half = allowance(piece, Pace(ranged_assault=True)).total
    whole = allowance(piece, Pace()).total
    for foe in _near(sight):
        far = distance(at, foe.piece.at)
        for arm in sight.mettle.arms:
            if not arm.clicks or far > arm.most + half:
                continue
            stop = max(min(arm.most - 0.1, far), arm.least + 0.1)
            facing = towards(at, foe.piece.at)
            end = spot(at, facing, min(max(far - stop, 0.0), half))
            if end == at and piece.faces(foe.piece.at):
                continue
            features = sight.stand(end, facing).less(here)
            found = _hit(sight, foe, arm.range_type, arm.clicks, HARDER)
            if found["harm"] > 0:
                _add(features, price=cost, **found)
                order = Assault(
                    unit=piece.id,
                    kind="ranged",
                    legs=(Leg(travel=(end,)), Leg(rotate=facing)),
                    targets=(foe.piece.id,),
                    weapon=arm.slot,  # type: ignore[arg-type]
                )
                yield Candidate("assault", sight, features, given(order), foe)
        if sight.mettle.blow and far <= whole + CONTACT:
            found = _hit(sight, foe, "", sight.mettle.blow, HARDER)
            features = _beside(sight, foe).less(here)
            _add(features, price=cost, **found)
            yield Candidate("assault", sight, features, partial(_rush, piece, foe.piece), foe)


def _beside(sight: Sight, foe: Foe) -> Stand:
    """How the place before an opponent suits a unit."""
    at = sight.piece.at
    return sight.stand(
        spot(foe.piece.at, towards(foe.piece.at, at), CONTACT), towards(at, foe.piece.at)
    )


def _rush(piece: Piece, other: Piece) -> Order | None:
    way = straight_at(piece, other)
    if way is None:
        return None
    return Assault(unit=piece.id, kind="close", legs=way.legs, target=other.id)


def _specials(sight: Sight, here: Stand) -> Iterator[Candidate]:
    """Charges, deaths from above and rams."""
    piece, at = sight.piece, sight.piece.at
    if piece.opponents_in_contact:
        return
    kinds = [kind for kind in SPECIAL_ATTACKS if kind.suits(piece)]
    for kind in kinds:
        reach = allowance(piece, kind.pace).total
        cost, value = price(piece, kind.heat), piece.click.primary_damage
        blows = RAM_DAMAGE if kind.kind == "ram" else min(value + MORE[kind.kind], MOST)
        recoil = kind(unit=piece.id, target="").recoil(value, hit=True)
        for foe in _near(sight):
            if foe.piece.is_infantry or distance(at, foe.piece.at) > reach + CONTACT + 1:
                continue
            found = _hit(sight, foe, "", blows, 2 * (kind.kind == "death_from_above"))
            features = _beside(sight, foe).less(here)
            _add(features, price=cost, recoil=sight.mettle.losses[min(recoil, MOST)], **found)
            yield Candidate("special", sight, features, partial(_special, piece, foe, kind), foe)


def _special(piece: Piece, foe: Foe, kind: type[SpecialAttack]) -> Order | None:
    way = straight_at(piece, foe.piece)
    if way is None:
        return None
    return kind(unit=piece.id, target=foe.piece.id, path=(way.end,), facing=way.facing)


# --- Moves --------------------------------------------------------------------------------------


def _moves(sight: Sight, here: Stand, costs: list[float]) -> Iterator[Candidate]:
    """Turns, marches towards opponents, zones and away, runs of 'Mechs."""
    piece, at = sight.piece, sight.piece.at
    if here.target and not piece.faces(here.target.piece.at):
        facing = towards(at, here.target.piece.at)
        features = sight.stand(at, facing, clear=True).less(here)
        _add(features, price=costs[0])
        turn = Move(unit=piece.id, legs=(Leg(rotate=facing),))
        yield Candidate("turn", sight, features, given(turn))
    reach = allowance(piece, Pace()).total
    if reach <= 0:
        return
    for end in _ends(sight, reach):
        yield _move(sight, here, end, costs[0], run=False)
    if piece.is_mech:
        for end in _goals(sight, 2 * reach, least=float(reach)):
            yield _move(sight, here, end, costs[RUN], run=True)


def _move(sight: Sight, here: Stand, end: Point, cost: float, *, run: bool) -> Candidate:
    there = sight.stand(end)
    features = there.less(here)
    for rider in map(sight.watch.sight, _pieces(sight.piece, sight.piece.passengers)):
        features = _sum(features, rider.aboard(end, sight.speed).less(_now(rider)))
    features[INDEX["price"]] = cost
    write = partial(_marched, sight.piece, end, there.target, run)
    return Candidate("run" if run else "move", sight, features, write, there.target)


def _marched(piece: Piece, end: Point, target: Foe | None, run: bool) -> Order:
    facing = towards(end, target.piece.at) if target else piece.now.facing
    legs = (Leg(travel=(end,)), Leg(rotate=facing))
    return Move(unit=piece.id, legs=legs, run=run)


def _ends(sight: Sight, reach: float) -> Iterator[Point]:
    """Where a unit gets on the way to its goals, beside the first of them, and away."""
    piece, at = sight.piece, sight.piece.at
    found = dict.fromkeys(_goals(sight, reach))
    near = _near(sight)
    if near:
        ahead = towards(at, near[0].piece.at)
        for aside in ASIDE:
            found[spot(at, ahead + aside, reach)] = None
        table = piece.field.table
        x, y = spot(at, ahead + 180, reach)
        found[min(max(x, 1.0), table.width - 1), min(max(y, 1.0), table.depth - 1)] = None
    yield from found


def _goals(sight: Sight, reach: float, least: float = 0.0) -> Iterator[Point]:
    """Ways of at most so many inches, and more than so many, to within range of opponents, up to
    them, and into zones."""
    at = sight.piece.at
    ranges = [arm.most - WITHIN for arm in sight.mettle.arms]
    for rider in _pieces(sight.piece, sight.piece.passengers):
        ranges += [weapon.maximum - BEHIND for weapon in rider.weapons.values() if weapon.maximum]
    for foe in _near(sight):
        far = distance(at, foe.piece.at)
        ahead = towards(at, foe.piece.at)
        for inches in (*ranges, CONTACT + 0.3):
            way = min(far - inches, reach)
            if way > max(least, 0.1):
                yield spot(at, ahead, way)
    zones = sight.watch.zones
    if sight.is_salvage:
        zones = [sight.home] if sight.home else []
    for left, right, low, high in zones:
        goal = min(max(at[0], left + 1), right - 1), min(max(at[1], low + 1), high - 1)
        way = min(distance(at, goal), reach)
        if way > max(least, 0.1):
            yield spot(at, towards(at, goal), way)


def _marches(watch: Watch, player: str) -> Iterator[Candidate]:
    """Marches of movement formations."""
    for order in list(Move.together(watch.field, player, as_listed))[:WAYS]:
        features = row()
        for unit_id in order.members:
            sight = watch.sight(watch.field.piece(unit_id))
            stops = [leg.travel[-1] for leg in order.legs_of(unit_id) if leg.travel]
            there = sight.stand(stops[-1] if stops else sight.piece.at, sight.piece.now.facing)
            for place, value in enumerate(there.less(sight.here)):
                features[place] += value
        yield Candidate("march", None, features, given(order))


# --- Transports, cooling --------------------------------------------------------------------------


def _rides(sight: Sight, here: Stand, cost: float) -> Iterator[Candidate]:
    """Passengers are put down where they can do something, here or after a way; whoever waits
    behind comes aboard, and the transport drives on."""
    piece, see = sight.piece, sight.watch.sight
    inches = allowance(piece, Pace(transport_actions=1)).total
    ways = list(dict.fromkeys(_goals(sight, inches)))[:NEAREST] if inches > 0 else []
    for names in parties(piece)[:PARTIES]:
        for end in (piece.at, *ways):
            there = sight.stand(end)
            behind = spot(end, _drive(piece, end, there)[1] + 180, BEHIND)
            riders = map(see, _pieces(piece, names))
            features = _sum(
                there.less(here), *(rider.stand(behind).less(_now(rider)) for rider in riders)
            )
            features[INDEX["price"]] = cost
            yield Candidate("land", sight, features, partial(_landed, piece, names, end, there))
    for leg in boardings(piece):
        waiting = _pieces(piece, leg.board or ())
        if any(rider.now.at is None for rider in waiting):
            continue
        boarding = [see(rider) for rider in waiting]
        for end in ways:
            there = sight.stand(end)
            features = _sum(
                there.less(here),
                *(rider.aboard(end, sight.speed).less(_now(rider)) for rider in boarding),
            )
            features[INDEX["price"]] = cost
            yield Candidate("board", sight, features, partial(_boarded, piece, leg, end, there))


def _pieces(piece: Piece, names: Iterable[str]) -> list[Piece]:
    return [piece.field.piece(name) for name in names]


def _now(sight: Sight) -> Stand:
    """How it suits a unit where it is, on its feet or aboard."""
    piece = sight.piece
    if piece.now.aboard is None:
        return sight.here
    transport = sight.watch.sight(piece.field.piece(piece.now.aboard))
    return sight.aboard(transport.piece.at, transport.speed)


def _sum(*rows: Row) -> Row:
    return [fsum(values) for values in zip(*rows, strict=True)]


def _drive(piece: Piece, end: Point, there: Stand) -> tuple[tuple[Leg, ...], float]:
    """The legs that take a transport to a stop, none for where it is, and how it then looks."""
    if end == piece.at:
        return (), piece.now.facing
    facing = towards(end, there.target.piece.at) if there.target else piece.now.facing
    return (Leg(travel=(end,)), Leg(rotate=facing)), facing


def _landed(piece: Piece, names: tuple[str, ...], end: Point, there: Stand) -> Order | None:
    legs, facing = _drive(piece, end, there)
    stopped = piece.field.moved(piece.id, at=end, facing=facing).piece(piece.id)
    landings = landed_at(stopped, names, roughly=True)
    return Move(unit=piece.id, legs=(*legs, Leg(disembark=landings))) if landings else None


def _boarded(piece: Piece, leg: Leg, end: Point, there: Stand) -> Order:
    return Move(unit=piece.id, legs=(leg, *_drive(piece, end, there)[0]))


def _vents(sight: Sight) -> Iterator[Candidate]:
    """Cooling beyond the click an idle 'Mech cools by itself."""
    piece = sight.piece
    rating = piece.unit.vent or 0
    if piece.is_mech and rating and piece.now.heat:
        cooled = heating(piece, -1) - heating(piece, -rating)
        order = Vent(unit=piece.id)
        yield Candidate("vent", sight, row(cooled=cooled), given(order))


def _add(features: Row, **known: float) -> None:
    for name, value in known.items():
        features[INDEX[name]] += value
