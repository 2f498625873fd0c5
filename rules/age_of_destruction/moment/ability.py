"""What an ability may answer: the hooks by which the rules ask it, and what it is.

The rules ask every ability that works and never name one; an ability answers with numbers, small
values, yes or no, and never calls the rules. A neutral answer means that it was not used.
"""

from typing import TYPE_CHECKING, ClassVar

import msgspec

from rules.age_of_destruction.moment.answers import (
    MUCH,
    NO_GUARD,
    NO_HARM,
    NO_HIT,
    NO_LIMITS,
    USUAL_MOVE,
    USUAL_REACH,
    Aid,
    Choice,
    Guard,
    Harm,
    Hit,
    Movement,
    OrderLimits,
    Others,
    Permission,
    Reach,
    Repeat,
    Step,
    TurnDice,
    answering,
    answers,
)

if TYPE_CHECKING:
    from rules.age_of_destruction.moment.attack import Attack
    from rules.age_of_destruction.moment.piece import Piece


class Ability:
    """Whatever changes how units fight, neutral in everything it does not override.

    `slot` is the place of special equipment ("speed", "attack", "defense" or a range type), empty
    for anything else; `rules` are those its use rests on. `name_pl` is empty for the text of a
    card, whose record has it.
    """

    name: ClassVar[str]
    name_pl: ClassVar[str] = ""
    slot: ClassVar[str] = ""
    optional: ClassVar[bool] = False
    rules: ClassVar[tuple[str, ...]] = ()
    #: What it lets its owner do.
    permits: ClassVar[tuple[Permission, ...]] = ()
    #: How it is asked for where it works only when an order does so.
    choice: ClassVar[Choice | None] = None
    #: The names of equipment its owner cannot use.
    excludes: ClassVar[tuple[str, ...]] = ()
    #: Whether using it pushes its owner, as a circle does.
    pushes: ClassVar[bool] = False
    #: Whether the unit counts as a salvage unit.
    is_salvage: ClassVar[bool] = False
    #: Whether it works with every damage value and not only with the one it shows at.
    any_weapon: ClassVar[bool] = False
    #: Whether an order may ask for one die of its attack roll to be rolled again.
    rerolls: ClassVar[bool] = False
    #: The lowest face that destroys it when an attack deals its owner damage.
    breaks_from: ClassVar[int | None] = None

    # The start of a turn, and orders

    def start_of_turn(self, owner: "Piece") -> TurnDice | None:
        """What its owner rolls as a turn starts, None for nothing."""
        return None

    def order_limits(self, owner: "Piece") -> OrderLimits:
        """What orders its owner may be given."""
        return NO_LIMITS

    # Moves, and breaking away before them

    def movement(self, owner: "Piece") -> Movement:
        """What it makes of its owner's moves."""
        return USUAL_MOVE

    def breaks_away(self, *, jumps: bool) -> int | None:
        """The highest face on which its owner fails to break away, None for the usual."""
        return None

    def holds(self, owner: "Piece", other: "Piece") -> int:
        """The highest face on which a unit in contact fails to break away from its owner, 0 for the
        usual."""
        return 0

    # Repairs

    def may_repair(self, owner: "Piece", target: "Piece") -> bool:
        """Whether its owner may repair a unit by a close combat order."""
        return False

    def repaired_by_loss(self, owner: "Piece", lost: "Piece") -> int:
        """The clicks its owner repairs when it eliminates a unit, or loses a friend to an
        opponent's order."""
        return 0

    def salvages(self, owner: "Piece", lost: "Piece", friend: "Piece") -> bool:
        """Whether a click of a friend may be repaired when its owner's attack eliminates an
        opponent."""
        return False

    # An attack in the steps of its sequence (AOD-SEQ-001). 1 and 2: at whom, and with what

    def reach(self, attack: "Attack", target: "Piece") -> Reach:
        """How its owner's attack gets to a target."""
        return USUAL_REACH

    def strikes_others(self, attack: "Attack") -> Others | None:
        """Whom its owner's attack strikes beside the targets of its order."""
        return None

    @answers(
        "reach",
        lambda item, attack, attacker, target: any(
            item.suppresses(other.item, attack)
            and (other.item.reach(attack, target).seeks or other.name in attack.choices)
            for other in attacker.for_attack(attack)
        ),
    )
    @answers(
        "harm",
        lambda item, attack, attacker, target: any(
            item.suppresses(other.item, attack) and other.item.damage_taken(attack, MUCH) != MUCH
            for other in target.against(attack)
        ),
    )
    def suppresses(self, other: "Ability", attack: "Attack") -> bool:
        """Whether equipment of its owner's opponent does not count in an attack between them."""
        return False

    # 3: the attack value

    @answers(
        "attack",
        lambda item, attack, attacker, target: item.attack_value(attack, target) != 0,
    )
    def attack_value(self, attack: "Attack", target: "Piece") -> int:
        """What it adds to its owner's attack."""
        return 0

    def before_roll(self, attack: "Attack", face: int) -> Aid | None:
        """What a die rolled before its owner's attack gives; None for no roll. 6 is the best
        face."""
        return None

    # 4: the defense

    @answers(
        "defense",
        lambda item, attack, attacker, target: item.defense_value(target, attack) != 0,
    )
    def defense_value(self, owner: "Piece", attack: "Attack") -> int:
        """What it adds to its owner's defense."""
        return 0

    @answers("second_roll", lambda item, attack, attacker, target: item.guard(attack).second_roll)
    @answers(
        "damage",
        lambda item, attack, attacker, target: any(
            (item.guard(attack).full_recoil, *item.guard(attack).spares)
        ),
    )
    def guard(self, attack: "Attack") -> Guard:
        """How it stands in the way of an attack on its owner, from the aim to the damage."""
        return NO_GUARD

    # 5: the dice

    def rerolls_black(self, attack: "Attack") -> bool:
        """Whether the black die of its owner's attack may be rolled again."""
        return False

    def black_die(self, face: int) -> int:
        """What the black die of its owner's attack counts as."""
        return face

    # 6: the damage

    @answers("harm", lambda item, attack, attacker, target: item.harm(attacker, attack) != NO_HARM)
    def harm(self, owner: "Piece", attack: "Attack") -> Harm:
        """What dice and heat make of the damage of its owner's attack."""
        return NO_HARM

    @answers(
        "harm",
        lambda item, attack, attacker, target: item.damage_dealt(attack, target, MUCH) != 0,
    )
    def damage_dealt(self, attack: "Attack", target: "Piece", damage: int) -> int:
        """What it adds to the damage value of its owner's attack, given what that is so far."""
        return 0

    @answers(
        "damage",
        lambda item, attack, attacker, target: item.damage_taken(attack, MUCH) != MUCH,
    )
    def damage_taken(self, attack: "Attack", damage: int) -> int:
        """What damage to its owner becomes."""
        return damage

    # 7 and 8: what comes with a hit and after an attack

    @answers(
        "harm", lambda item, attack, attacker, target: item.after_hit(attack, target) != NO_HIT
    )
    def after_hit(self, attack: "Attack", target: "Piece") -> Hit:
        """What comes with a hit of its owner's attack on a target."""
        return NO_HIT

    def repeats(self, attack: "Attack") -> Repeat | None:
        """The second attack that may follow a success, None for none."""
        return None

    def strikes_back(self, attack: "Attack") -> bool:
        """Whether its owner may answer an attack with a close attack."""
        return False

    def recoil(self, kind: str, clicks: int, *, hit: bool) -> int:
        """What the damage becomes that a special attack of a kind costs its owner."""
        return clicks

    # Heat

    def fails_on(self, effect: "HeatEffect") -> int:
        """The highest face on which its owner fails the roll of a heat effect, 0 for no roll."""
        return effect.fails_on

    # How it is asked

    def has(self, hook: str) -> bool:
        """Whether it answers a hook in its own way at all."""
        return getattr(type(self), hook) is not getattr(Ability, hook)

    def answers(
        self, steps: tuple[Step, ...], attack: "Attack", attacker: "Piece", target: "Piece"
    ) -> bool:
        """Whether it would do something at some step of an attack of one unit on another."""
        return any(
            probe(self, attack, attacker, target)
            for step in steps
            for probe in answering(type(self).__mro__, step)
        )

    @property
    def by_choice(self) -> bool:
        """Whether it works only when an order asks for it, and asks for no other target."""
        return self.choice is not None and not self.choice.picks_target

    @property
    def picks_target(self) -> bool:
        """Whether the order that asks for it picks another target for it."""
        return self.choice is not None and self.choice.picks_target

    @property
    def is_asked_for(self) -> bool:
        """Whether it does something only where an order asks for it."""
        by_order = {"vent", "free_captives"} & {*self.permits}
        rolls = self.rerolls or self.has("rerolls_black")
        return rolls or self.has("repeats") or self.choice is not None or bool(by_order)


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

    `slot` is "speed" or a range type; `code` its two letters, empty for a starting position, which
    does nothing; `fails_on` the highest face that fails, 0 for no roll.
    """

    name: ClassVar[str]
    name_pl: ClassVar[str]
    slot: ClassVar[str]
    color: ClassVar[str]
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
