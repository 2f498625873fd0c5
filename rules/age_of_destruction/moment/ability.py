"""What equipment, cards and factions make units do: one short class each, with typed hooks.

The engine asks every ability that works and never names one; an ability answers with numbers, words
and yes or no, and never calls the engine. A neutral answer means that it was not used.
"""

from typing import TYPE_CHECKING, ClassVar

import msgspec

from rules.age_of_destruction.moment.answers import (
    Declaring,
    Enduring,
    Harming,
    Pursuing,
    Rolling,
    Settling,
    Step,
    Striking,
    Warding,
    answering,
)

if TYPE_CHECKING:
    from rules.age_of_destruction.moment.attack import Attack
    from rules.age_of_destruction.moment.piece import Piece


class Ordering:
    """The set-up, the start of a turn, and who may be ordered to do what."""

    #: Whether a unit may deploy last, and beyond its zone.
    infiltrates: ClassVar[bool] = False
    #: The lowest face that gives one more order at the start of the turn.
    extra_order_from: ClassVar[int | None] = None
    #: Whether its owner may turn once a turn without an order.
    turns_freely: ClassVar[bool] = False
    #: Whether a vent order of its owner that asks for it takes no order of the pool.
    vents_freely: ClassVar[bool] = False
    #: Whether a unit can free a captive in contact at the price of its own life.
    frees_captives: ClassVar[bool] = False
    #: Whether its owner is never a member of a formation.
    bars_formations: ClassVar[bool] = False

    def order_dice(self, owner: "Piece") -> int:
        """How many dice its owner's player rolls in a turn of an opponent of his choice; every 6
        costs that opponent an order."""
        return 0

    def allows_only(self, owner: "Piece") -> tuple[str, ...] | None:
        """The kinds of orders its owner is restricted to, None for no restriction."""
        return None

    def prevents_push(self, owner: "Piece") -> bool:
        """Whether a second order in a row does its owner no harm."""
        return False


class Moving:
    """Moves, and breaking away before them."""

    #: The highest face on which breaking away fails, where it differs from the usual.
    fails_break_away_on: ClassVar[int | None] = None
    #: Whether only a unit that may jump breaks away better.
    slips_by_jumping: ClassVar[bool] = False
    #: The highest face on which an opponent in contact fails to break away.
    holds_until: ClassVar[int | None] = None
    #: Whether running costs no heat.
    waives_run_heat: ClassVar[bool] = False
    #: Whether its owner passes between touching bases, and over those of vehicles.
    slips_between_bases: ClassVar[bool] = False
    steps_over_vehicles: ClassVar[bool] = False

    def speed_value(self) -> int:
        """What it adds to its owner's speed."""
        return 0

    def jumps(self, owner: "Piece") -> bool:
        """Whether its owner's moves may ignore bases and terrain."""
        return False

    def grips(self, other: "Piece") -> bool:
        """Whether it makes it hard for a unit in contact to break away."""
        return False


class Mending:
    """Repairs, by orders and by what becomes of others."""

    #: Whether the unit may repair others by a close combat order.
    repairs: ClassVar[bool] = False
    #: Whether other equipment that repairs is then for units on foot alone.
    leaves_foot_to_others: ClassVar[bool] = False
    #: The lowest face that repairs a salvage unit at the start of its turn, and by how much.
    recovers_from: ClassVar[int | None] = None
    recovers: ClassVar[int] = 0

    def may_repair(self, owner: "Piece", target: "Piece") -> bool:
        """Whether it repairs such a unit, if it repairs at all."""
        return False

    def repaired_by_loss(self, owner: "Piece", lost: "Piece") -> int:
        """The clicks its owner repairs when an opponent's order eliminates a friend."""
        return 0

    def repaired_by_kill(self, owner: "Piece", victim: "Piece") -> int:
        """The clicks its owner repairs when it eliminates an opponent."""
        return 0

    def salvages(self, owner: "Piece", victim: "Piece", friend: "Piece") -> bool:
        """Whether a click of a friend may be repaired when its owner's attack eliminates an
        opponent."""
        return False


class Attacking(Declaring, Striking, Warding, Rolling, Harming, Enduring, Settling, Pursuing):
    """Attacks, step by step."""

    def answers(
        self, steps: tuple[Step, ...], attack: "Attack", attacker: "Piece", target: "Piece"
    ) -> bool:
        """Whether it would do something at some step of an attack of one unit on another."""
        return any(
            probe(self, attack, attacker, target)
            for step in steps
            for probe in answering(type(self).__mro__, step)
        )


class Ability(Ordering, Moving, Mending, Attacking):
    """Whatever changes how units fight, neutral in everything it does not override.

    `slot` is the place of special equipment ("speed", "attack", "defense" or a range type), empty
    for anything else; `rules` are those its use rests on.
    """

    name: ClassVar[str]
    #: Its name in Polish; that of a card's text stands in the card's record.
    name_pl: ClassVar[str] = ""
    slot: ClassVar[str] = ""
    optional: ClassVar[bool] = False
    rules: ClassVar[tuple[str, ...]] = ()
    #: The names of equipment its owner cannot use.
    excludes: ClassVar[tuple[str, ...]] = ()
    #: Whether using it pushes its owner, as a circle does.
    pushes: ClassVar[bool] = False
    #: Whether the unit counts as a salvage unit.
    is_salvage: ClassVar[bool] = False

    @property
    def is_asked_for(self) -> bool:
        """Whether it does something only where an order asks for it."""
        kind = type(self)
        own = kind.repeats is not Ability.repeats or kind.rerolls_black is not Ability.rerolls_black
        waits = self.by_choice or self.picks_target or self.frees_captives or self.vents_freely
        return own or waits or self.rerolls

    def fails_on(self, effect: "HeatEffect") -> int:
        """The highest face on which its owner fails the roll of a heat effect, 0 for no roll."""
        return effect.fails_on


class Equipment(Ability):
    """One piece of special equipment, by its slot and its colour; `code` is its two letters."""

    slot: ClassVar[str]
    color: ClassVar[str]
    code: ClassVar[str]
    optional: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("AOD-EQUIP-006", "AOD-EQUIP-107")


class CardText(Ability):
    """The text of a gear card or a unique pilot; gear stands at the value it sits on."""

    name_pl: ClassVar[str] = ""
    optional: ClassVar[bool] = True


class GroupText(Ability):
    """The text of a card of a whole group, for those units of its factions that it serves."""

    rules = ("AOD-CARD-011", "AOD-PRIDE-008")
    #: What the points of the victory condition it adds are for, "" where it adds none.
    victory: ClassVar[str] = ""

    def serves(self, owner: "Piece") -> bool:
        """Whether it concerns a unit of its factions."""
        return True

    def scores_each_turn(self, piece: "Piece", *, opposing: bool) -> bool:
        """Whether a unit gets its player a point as his command stage begins; `opposing` when the
        card is an opponent's."""
        return False

    def scores_at_the_end(self, captive: "Piece") -> bool:
        """Whether a captive gets its captor's player a point as the game ends."""
        return False


class Consequence(msgspec.Struct, frozen=True):
    """What a failed heat roll does: pushing damage, more heat, a shutdown."""

    damage: int = 0
    heat: int = 0
    shutdown: bool = False


class HeatEffect:
    """One coloured square of the heat dial (AOD-HEAT-002).

    `slot` is "speed" or a range type; `fails_on` the highest face that fails, 0 for no roll.
    """

    name: ClassVar[str]
    name_pl: ClassVar[str]
    slot: ClassVar[str]
    color: ClassVar[str]
    #: Its two letters; a starting position, which does nothing, has none.
    code: ClassVar[str] = ""
    fails_on: ClassVar[int] = 0
    #: Whether equipment and ranged attacks of its slot do not work.
    silences: ClassVar[bool] = False
    #: Whether the 'Mech may not run.
    forbids_run: ClassVar[bool] = False
    #: Whether a shut-down 'Mech may roll it to restart.
    restarts: ClassVar[bool] = False

    def failed(self, damage_value: int) -> Consequence:
        """What a failed roll does; `damage_value` is that of the column it shows at."""
        return Consequence()
