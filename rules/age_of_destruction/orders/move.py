"""Move: one unit with runs, levels, passengers and a shot, or a movement formation (rules AOD-MOVE,
AOD-RUN, AOD-VTOL, AOD-CARRY, AOD-FORM)."""

from collections.abc import Iterator

import msgspec

from rules.age_of_destruction.moment import aiming
from rules.age_of_destruction.moment.ability import Ability
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.moment.values import speed
from rules.age_of_destruction.orders import marches, move_drafts
from rules.age_of_destruction.orders.approaches import (
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
from rules.age_of_destruction.orders.takeover import refuse_takeover, take_over
from rules.age_of_destruction.orders.unit_orders import FormationOrder
from rules.age_of_destruction.state.legs import Leg, Legs, Name, Shot, WeaponSlot
from rules.age_of_destruction.steps.captives import led_by
from rules.age_of_destruction.steps.contact import try_break_away
from rules.age_of_destruction.steps.declare import refuse_split
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
    def ways(self) -> marches.Ways:
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
            yield from marches.plan_walks(field, self.ways)
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
            marches.refuse_march(field, piece, self.ways, self.on, refusals)
        else:
            self._refuse_way(field, piece, refusals)

    def refuse_legs_of_others(self, refusals: Refusals) -> None:
        """Only those move who are ordered to (AOD-FORM-005)."""
        for unit_id in self.member_legs:
            if unit_id not in self.units:
                refusals.add("LEGS_OF_NO_MEMBER", unit_id)

    def _refuse_way(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        refuse_takeover(piece, self.on, refusals, moves=bool(self.legs))
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

    # --- What comes of it -------------------------------------------------------------------

    def act(self, res: Resolution) -> None:
        """A move with a run, levels and a shot, or a march."""
        if self.in_formation:
            marches.march(res, self.unit, self.ways, self.choices)
            return
        piece = res.piece(self.unit)
        if take_over(res, piece, self.on):
            return
        pace = Pace(run=self.run, shoots=bool(self.shots))
        pace = planned_pace(res.field, piece, self.legs, pace)
        free = try_break_away(res, piece, run=self.run)
        if self.run and free:
            heat_of_run(res, piece.id)
        take_legs(res, res.piece(self.unit), self.legs, pace, self.choices, free=free)

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
        """The same way for all members."""
        for leader, members, legs in marches.samples(field, player, draw):
            yield cls(unit=leader, members=members, member_legs=legs)

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


def _shot(target: Piece, slot: WeaponSlot) -> Leg:
    return Leg(shoot=Shot(targets=(target.id,), weapon=slot))


def _change_of_level(piece: Piece) -> Leg:
    return Leg(level="ground" if piece.cruising else "cruising")


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
