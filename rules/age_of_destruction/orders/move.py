"""Move: one unit with runs, levels, passengers and a shot, or a movement formation (rules AOD-MOVE,
AOD-RUN, AOD-VTOL, AOD-CARRY, AOD-FORM)."""

from collections.abc import Callable, Iterator

import msgspec

from rules.age_of_destruction.moment import aiming
from rules.age_of_destruction.moment.ability import Ability
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.moment.values import speed
from rules.age_of_destruction.orders import move_drafts
from rules.age_of_destruction.orders.approaches import (
    DIRECTIONS,
    SHARES,
    destinations,
    heading,
    spot,
)
from rules.age_of_destruction.orders.base import Manner, Offer
from rules.age_of_destruction.orders.carrying import (
    boardings,
    disembarking,
    laden,
    leading,
    parties,
)
from rules.age_of_destruction.orders.forms import PATH, WAY, Form
from rules.age_of_destruction.orders.groups import able_to_form, groups, names
from rules.age_of_destruction.orders.marches import Ways, common_speed, plan_walks, refuse_plan
from rules.age_of_destruction.orders.unit_orders import FormationOrder
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Leg, Legs, Name, Shot, WeaponSlot
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.captives import led_by
from rules.age_of_destruction.steps.contact import try_break_away
from rules.age_of_destruction.steps.declare import refuse_split
from rules.age_of_destruction.steps.elimination import eliminate
from rules.age_of_destruction.steps.formations import MARCH
from rules.age_of_destruction.steps.legs import heat_of_run, shot_on_move, take_legs
from rules.age_of_destruction.steps.movement import (
    LEVEL_COST,
    SHOT_COST,
    Pace,
    Walk,
    allowance,
    planned_pace,
    planned_walk,
    refuse_run,
)
from rules.age_of_destruction.steps.resolution import Resolution
from rules.core.angles import sine_and_cosine
from rules.core.drawing import Draw
from rules.core.geometry import Point, bearing
from rules.core.wording import Title

MOVES = Title("{unit} moves.", "{unit}: ruch.")
RUNS = Title("{unit} runs.", "{unit}: bieg.")
MARCHES = Title("{units} move in formation.", "{units}: ruch w formacji.")
WALK, RUN = Pace(), Pace(run=True)
#: The forms of a move by what one of its legs does.
BY_LEG = {
    "level": "level",
    "shoot": "flight_shot",
    "board": "board",
    "disembark": "disembark",
    "captive": "lead",
}


class Move(FormationOrder, frozen=True):
    """Move one unit (AOD-ORDER-001), or a movement formation member by member (AOD-FORM-005).

    `legs` are those of `unit`, unless `member_legs` names it.
    """

    legs: Legs = ()
    run: bool = False
    member_legs: dict[Name, Legs] = msgspec.field(default_factory=dict)

    formation = MARCH
    forms = (
        Form("move", WAY, draft=move_drafts.move, label=Title("Move", "Ruch")),
        Form("run", WAY, pace=RUN, draft=move_drafts.move, label=Title("Run", "Bieg")),
        Form(
            "level",
            (*WAY, "when"),
            draft=move_drafts.level,
            label=Title("Change level", "Zmiana wysokości"),
        ),
        Form(
            "flight_shot",
            ("path", "corner", "face"),
            unusual=True,
            pace=Pace(shoots=True),
            draft=move_drafts.flight_shot,
            label=Title("Shoot in flight", "Strzał w locie"),
        ),
        Form(
            "board",
            (*PATH, "when"),
            draft=move_drafts.board,
            label=Title("Take aboard {units}", "Zabierz na pokład: {units}"),
        ),
        Form(
            "disembark",
            (*PATH, "when"),
            draft=move_drafts.disembark,
            label=Title("Set down {units}", "Wysadź: {units}"),
        ),
        Form(
            "lead",
            WAY,
            draft=move_drafts.lead,
            label=Title("Lead away {units}", "Poprowadź pojmaną jednostkę: {units}"),
        ),
        Form(
            "march",
            PATH,
            draft=move_drafts.march,
            label=Title("March together: {units}", "Wspólny marsz: {units}"),
        ),
    )

    def legs_of(self, unit_id: str) -> Legs:
        """The legs of one of the units that move; without any it stays where it is."""
        return self.member_legs.get(unit_id, self.legs if unit_id == self.unit else ())

    def marching(self, member_legs: dict[str, Legs]) -> "Move":
        """The same order with other legs; units without any stay where they are."""
        return msgspec.structs.replace(self, legs=(), member_legs=member_legs)

    @property
    def ways(self) -> Ways:
        """The legs of every member of a march."""
        return tuple((unit_id, self.legs_of(unit_id)) for unit_id in self.members)

    @property
    def shots(self) -> list[Shot]:
        """The shots on its way."""
        return [leg.shoot for leg in self.legs if leg.shoot]

    @property
    def form(self) -> str:
        """By its members, its pace and its legs."""
        if self.members:
            return "march"
        if self.run:
            return "run"
        done = (BY_LEG[n] for leg in self.legs for n in BY_LEG if getattr(leg, n) is not None)
        return next(done, "move")

    @property
    def companions(self) -> tuple[str, ...]:
        """The members of a march, else passengers that leave and that board."""
        landed = [landing.unit for leg in self.legs for landing in leg.disembark or ()]
        return self.members or (*landed, *(name for leg in self.legs for name in leg.board or ()))

    @property
    def sentence(self) -> Title:
        """By its members and its pace."""
        return MARCHES if self.in_formation else RUNS if self.run else MOVES

    @property
    def pushes(self) -> bool:
        """A formation that moves is not pushed (AOD-FORM-010)."""
        return not self.in_formation

    def is_about(self, item: Ability) -> bool:
        """Without a shot only what frees captives."""
        return super().is_about(item) if self.shots else "free_captives" in item.permits

    def attack(self, field: Field) -> Attack | None:
        """The first shot on its way."""
        shots = self.shots
        return shot_on_move(field.piece(self.unit), shots[0], self.choices) if shots else None

    def walks(self, field: Field) -> Iterator[Walk]:
        """The ways of all who move."""
        if self.in_formation:
            yield from plan_walks(field, self.ways)
        else:
            pace = Pace(run=self.run, shoots=bool(self.shots))
            yield planned_walk(field, field.piece(self.unit), self.legs, pace, Refusals())

    # --- Why not ----------------------------------------------------------------------------

    def refuse(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        """AOD-MOVE with runs, levels and shots; AOD-FORM for a formation."""
        self.refuse_legs_of_others(refusals)
        if self.run:
            refuse_run(piece, refusals)
        if self.in_formation:
            self._refuse_march(field, piece, refusals)
        else:
            self._refuse_way(field, piece, refusals)

    def refuse_legs_of_others(self, refusals: Refusals) -> None:
        """Only those move who are ordered to (AOD-FORM-005)."""
        for unit_id in self.member_legs:
            if unit_id not in self.units:
                refusals.add("LEGS_OF_NO_MEMBER", unit_id)

    def _refuse_march(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        """The moves of the members, taken one after the other."""
        for unit_id, legs in self.ways:
            if any(leg.shoot for leg in legs):
                refusals.add("NO_ATTACK_ON_MARCH", unit_id)
        for fitted in piece.working:
            if "free_captives" in fitted.item.permits and fitted.name in self.on:
                refusals.add("CANNOT_MARCH_WITH", piece.id, name=fitted.name)
        refuse_plan(field, self.ways, self.unit, refusals)

    def _refuse_way(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        for name in self.on:
            self._refuse_takeover(piece, name, refusals)
        shots = self.shots
        may_shoot = piece.is_vtol and speed(piece).total > SHOT_COST
        if shots and not (may_shoot and len(shots) == 1):
            refusals.add("NO_SHOT_ON_MOVE", piece.id)
        pace = Pace(run=self.run, shoots=bool(shots) and may_shoot)
        found = refusals.apart()
        walk = planned_walk(field, piece, self.legs, pace, found)
        refusals.take(found)
        if shots and not found.violations:
            self._refuse_shot(field, piece, walk.pace, refusals)

    def _refuse_shot(self, field: Field, piece: Piece, pace: Pace, refusals: Refusals) -> None:
        """Judge the shot from where the unit will be (AOD-VTOL-012)."""
        for index, leg in enumerate(self.legs):
            if leg.shoot is None:
                continue
            walk = Walk(field, piece, pace, Refusals())
            walk.take(self.legs[:index])
            there = walk.there
            attack = shot_on_move(there.piece(piece.id), leg.shoot, self.choices)
            aiming.refuse_ranged(there, attack, refusals)
            refuse_split(there, attack, leg.shoot.split, refusals)

    def _refuse_takeover(self, piece: Piece, name: str, refusals: Refusals) -> None:
        """A unit that gives itself up for a captive stays where it is (see the equipment's
        card)."""
        for fitted in piece.working:
            if (
                fitted.name == name
                and "free_captives" in fitted.item.permits
                and (self.legs or piece.now.tokens_at_start or captive_beside(piece) is None)
            ):
                refusals.add("NO_CAPTIVE_TO_FREE", piece.id)

    # --- What comes of it -------------------------------------------------------------------

    def act(self, res: Resolution) -> None:
        """A move with a run, levels and a shot, or a march."""
        if self.in_formation:
            self._march(res)
            return
        piece = res.piece(self.unit)
        if self._take_over(res, piece):
            return
        pace = Pace(run=self.run, shoots=bool(self.shots))
        pace = planned_pace(res.field, piece, self.legs, pace)
        free = try_break_away(res, piece, run=self.run)
        if self.run and free:
            heat_of_run(res, piece.id)
        take_legs(res, res.piece(self.unit), self.legs, pace, self.choices, free=free)

    def _take_over(self, res: Resolution, piece: Piece) -> bool:
        """A unit gives itself up and the captive beside it changes sides."""
        chosen = next(
            (f for f in piece.working if "free_captives" in f.item.permits and f.name in self.on),
            None,
        )
        captive = captive_beside(piece)
        if chosen is None or captive is None:
            return False
        res.use(piece, chosen)
        rules = ("AOD-CONTACT-007", "AOD-CAPTURE-017")
        captor = captive.now.captive_of or ""
        res.emit(events.Freed(unit=captive.id, captor=captor, owner=piece.owner, rules=rules))
        eliminate(res, piece.id, chosen.name, "AOD-EQUIP-003", by=captive.owner)
        return True

    def _march(self, res: Resolution) -> None:
        """Every member in contact tries to break away, then each moves in turn (AOD-FORM-009)."""
        slowest = common_speed(res.field, self.members)
        free = [
            unit_id
            for unit_id in self.members
            if try_break_away(res, res.piece(unit_id), run=False)
        ]
        ways = self._after_break_away(res, free)
        for unit_id, legs in ways:
            pace = planned_pace(res.field, res.piece(unit_id), legs, Pace(slowest=slowest))
            is_free = unit_id in free
            take_legs(res, res.piece(unit_id), legs, pace, self.choices, free=is_free)

    def _after_break_away(self, res: Resolution, free: list[str]) -> Ways:
        """The march as it was told, or another where those who stay behind make it impossible."""
        held, refusals = set(self.members) - set(free), Refusals()
        if held:
            refuse_plan(res.field, self.ways, self.unit, refusals, held)
        if not refusals.violations:
            return self.ways
        player = res.piece(self.unit).owner
        answer = res.ask(Question("march", player, self.unit, options=tuple(free)))
        return self.marching(answer.member_legs).ways

    # --- What may be tried ------------------------------------------------------------------

    @classmethod
    def manners(cls) -> tuple[Manner, ...]:
        """To places, by change of level, with others."""
        return (moves, flights, carrying_moves)

    @classmethod
    def into_contact(cls, piece: Piece, end: Point, facing: float) -> Iterator["Move"]:
        """A move or a run to a place beside somebody."""
        legs = (Leg(travel=(end,)), Leg(rotate=facing))
        yield cls(unit=piece.id, legs=legs)
        if piece.is_mech:
            yield cls(unit=piece.id, legs=legs, run=True)

    @classmethod
    def on_the_spot(cls, piece: Piece) -> Iterator["Move"]:
        """A turn."""
        yield cls(unit=piece.id, legs=(Leg(rotate=(piece.now.facing + 90) % 360),))

    @classmethod
    def aimed(cls, piece: Piece, target: Piece, slot: WeaponSlot) -> Iterator["Move"]:
        """A shot in flight."""
        if piece.is_vtol:
            yield cls(unit=piece.id, legs=(_shot(target, slot),))

    @classmethod
    def together(cls, field: Field, player: str, draw: Draw) -> Iterator["Move"]:
        """The same way for all members, the foremost first; no unit leads that is in another
        group."""
        grouped: set[str] = set()
        walkers = [p for p in able_to_form(field, player) if p.unit.type in MARCH.types]
        for group in groups(field, walkers, MARCH.most):
            if len(group) < MARCH.least or group[0].id in grouped:
                continue
            grouped.update(names(group))
            reach = min(speed(piece).total for piece in group)
            for direction in draw(DIRECTIONS):
                members = names(sorted(group, key=_behind(direction)))
                for share in draw(SHARES) if reach else ():
                    legs: dict[str, Legs] = {
                        piece.id: (Leg(travel=(spot(piece.at, direction, reach * share),)),)
                        for piece in group
                    }
                    yield cls(unit=group[0].id, members=members, member_legs=legs)

    @classmethod
    def offers(cls, piece: Piece) -> Iterator[Offer]:
        """Moves that only tell whether a way may be drawn, and changes of level."""
        yield Offer("move", cls(unit=piece.id))
        if piece.is_mech:
            yield Offer("run", cls(unit=piece.id, run=True))
        if piece.is_vtol:
            yield Offer("level", cls(unit=piece.id, legs=(_change_of_level(piece),)))

    @classmethod
    def armed_offers(cls, piece: Piece, target: Piece, slot: WeaponSlot) -> Iterator[Offer]:
        """A shot in flight."""
        weapon = piece.weapons[slot]
        if piece.is_vtol and weapon.range_type != "melee" and weapon.maximum > 0:
            order = cls(unit=piece.id, legs=(_shot(target, slot),))
            yield Offer("flight_shot", order, target.id, slot)

    @classmethod
    def carrying_offers(cls, piece: Piece) -> Iterator[Offer]:
        """What it may do with others on the spot; without a leg where it has no room."""
        for leg in boardings(piece):
            yield Offer("board", cls(unit=piece.id, legs=(leg,)), units=leg.board or ())
        at, facing = piece.at, piece.now.facing
        for party in parties(piece):
            landing = disembarking(piece, party, at, facing)
            legs = (landing,) if landing else ()
            yield Offer("disembark", cls(unit=piece.id, legs=legs), units=party)
        if led := led_by(piece):
            lead = leading(piece, at, facing)
            order = cls(unit=piece.id, legs=(lead,) if lead else ())
            yield Offer("lead", order, units=(led.id,))


def captive_beside(piece: Piece) -> Piece | None:
    """The one captive vehicle or 'Mech a unit touched at the start of the turn and touches now."""
    beside = [
        other
        for other in piece.touching
        if other.is_captive and not other.is_infantry and other.id in piece.now.touching_at_start
    ]
    return beside[0] if len(beside) == 1 else None


def _shot(target: Piece, slot: WeaponSlot) -> Leg:
    return Leg(shoot=Shot(targets=(target.id,), weapon=slot))


def _change_of_level(piece: Piece) -> Leg:
    return Leg(level="ground" if piece.cruising else "cruising")


def _behind(direction: float) -> Callable[[Piece], float]:
    """How far behind others a unit is, seen in a direction of march."""
    east, north = sine_and_cosine(direction)
    return lambda piece: -(piece.at[0] * east + piece.at[1] * north)


# --- Samples ----------------------------------------------------------------------------------


def moves(piece: Piece, draw: Draw) -> Iterator[Move]:
    """Moves and runs to sampled places."""
    for pace in draw((WALK, RUN) if piece.is_mech else (WALK,)):
        for end in destinations(piece, allowance(piece, pace).total, draw):
            legs = (Leg(travel=(end,)), Leg(rotate=heading(piece.at, end)))
            yield Move(unit=piece.id, legs=legs, run=pace.run)


def flights(piece: Piece, draw: Draw) -> Iterator[Move]:
    """Moves of a VTOL that begin with a change of level."""
    if piece.is_vtol:
        level = _change_of_level(piece)
        yield Move(unit=piece.id, legs=(level,))
        for end in destinations(piece, allowance(piece, WALK).total - LEVEL_COST, draw):
            yield Move(unit=piece.id, legs=(level, Leg(travel=(end,))))


def carrying_moves(piece: Piece, draw: Draw) -> Iterator[Move]:
    """Moves with passengers or a captive."""
    for leg in laden(piece):
        left = allowance(piece, Pace(transport_actions=1)).total
        on = Leg(travel=(spot(piece.at, piece.now.facing, max(left, 0)),))
        for legs in draw([(leg,), (leg, on)]):
            yield Move(unit=piece.id, legs=legs)
    if led_by(piece):
        yield from _leads(piece, piece.at)
        for end in destinations(piece, allowance(piece, WALK).total, draw):
            yield from _leads(piece, end)


def _leads(piece: Piece, end: Point) -> Iterator[Move]:
    """A captor's way to a place with its captive behind it."""
    facing = piece.now.facing if end == piece.at else bearing(piece.at, end)
    if leg := leading(piece, end, facing):
        way = () if end == piece.at else (Leg(travel=(end,)), Leg(rotate=facing))
        yield Move(unit=piece.id, legs=(*way, leg))
