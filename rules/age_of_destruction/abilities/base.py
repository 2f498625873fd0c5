"""What equipment, cards and factions make units do: one short class each, with typed hooks.

The engine asks every ability that works and never names one; an ability answers with numbers, words
and yes or no, and never calls the engine. A neutral answer means that it was not used.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, Literal, TypeVar

import msgspec

if TYPE_CHECKING:
    from rules.age_of_destruction.skirmish.attack import Attack
    from rules.age_of_destruction.skirmish.piece import Piece


class Repeat(msgspec.Struct, frozen=True):
    """A second attack that follows a success: what it meets and what it costs (AOD-SEQ-003).

    It is like the first unless `kind` and `weapon` say otherwise. `elsewhere`: at another unit,
    which the order picks; `bare`: without equipment of the damage values; `unaided`: without any;
    `spares_infantry`: not at infantry; `pushes`: a hit pushes its owner.
    """

    defense: int = 0
    attack: int = 0
    heat: int = 1
    kind: Literal["ranged", "close"] | None = None
    weapon: str | None = None
    elsewhere: bool = False
    bare: bool = False
    unaided: bool = False
    spares_infantry: bool = False
    pushes: bool = False


class Ability:
    """Whatever changes how units fight, neutral in everything it does not override.

    `slot` is the place of special equipment ("speed", "attack", "defense" or a range type), empty
    for anything else; `rules` are those its use rests on.
    """

    name: ClassVar[str]
    slot: ClassVar[str] = ""
    optional: ClassVar[bool] = False
    rules: ClassVar[tuple[str, ...]] = ()
    #: The highest face on which breaking away fails, where it differs from the usual.
    fails_break_away_on: ClassVar[int | None] = None
    #: Whether only a unit that may jump breaks away better.
    slips_by_jumping: ClassVar[bool] = False
    #: Whether running costs no heat.
    waives_run_heat: ClassVar[bool] = False
    #: The lowest face that gives one more order at the start of the turn.
    extra_order_from: ClassVar[int | None] = None
    #: Whether the unit may repair others by a close combat order.
    repairs: ClassVar[bool] = False
    #: Whether the unit may be given close combat orders whatever its type.
    grants_close_combat: ClassVar[bool] = False
    #: Whether one die of an attack roll may be rolled again.
    rerolls: ClassVar[bool] = False
    #: Whether a unit may deploy last, and beyond its zone.
    infiltrates: ClassVar[bool] = False
    #: Whether the unit counts as a salvage unit.
    is_salvage: ClassVar[bool] = False
    #: Whether it works with every damage value and not only with the one it shows at.
    any_weapon: ClassVar[bool] = False
    #: Whether a unit can free a captive in contact at the price of its own life.
    frees_captives: ClassVar[bool] = False
    #: Whether its owner is never a member of a formation.
    bars_formations: ClassVar[bool] = False
    #: The names of equipment its owner cannot use.
    excludes: ClassVar[tuple[str, ...]] = ()
    #: Whether it works only when an order asks for it.
    by_choice: ClassVar[bool] = False
    #: Whether the order that asks for it picks another target for it.
    picks_target: ClassVar[bool] = False
    #: Whether using it pushes its owner, as a circle does.
    pushes: ClassVar[bool] = False
    #: Whether an attack that asks for it goes without equipment of the damage values.
    goes_bare: ClassVar[bool] = False
    #: What it adds to an attack at the rear, beside the usual.
    more_from_behind: ClassVar[int] = 0
    #: What it adds to the damage of an attack at the rear.
    damage_from_behind: ClassVar[int] = 0
    #: The highest face on which an opponent in contact fails to break away.
    holds_until: ClassVar[int | None] = None
    #: The lowest face that destroys it when an attack deals its owner damage.
    breaks_from: ClassVar[int | None] = None
    #: The lowest face that repairs a salvage unit at the start of its turn, and by how much.
    recovers_from: ClassVar[int | None] = None
    recovers: ClassVar[int] = 0
    #: Whether its owner may take the damage of a friend in contact.
    shields: ClassVar[bool] = False
    #: Whether its owner may turn once a turn without an order.
    turns_freely: ClassVar[bool] = False
    #: Whether its owner passes between touching bases, and over those of vehicles.
    slips_between_bases: ClassVar[bool] = False
    steps_over_vehicles: ClassVar[bool] = False
    #: Whether other equipment that repairs is then for units on foot alone.
    leaves_foot_to_others: ClassVar[bool] = False
    #: Whether a vent order of its owner that asks for it takes no order of the pool.
    vents_freely: ClassVar[bool] = False
    #: The equipment of a close attack that may strike a second target, which the order picks.
    shared: ClassVar[str] = ""

    @property
    def is_asked_for(self) -> bool:
        """Whether it does something only where an order asks for it."""
        kind = type(self)
        own = kind.repeats is not Ability.repeats or kind.rerolls_black is not Ability.rerolls_black
        waits = self.by_choice or self.picks_target or self.frees_captives or self.vents_freely
        return own or waits or self.rerolls

    def jumps(self, owner: "Piece") -> bool:
        """Whether its owner's moves may ignore bases and terrain."""
        return False

    def may_repair(self, owner: "Piece", target: "Piece") -> bool:
        """Whether it repairs such a unit, if it repairs at all."""
        return False

    def allows_only(self, owner: "Piece") -> tuple[str, ...] | None:
        """The kinds of orders its owner is restricted to, None for no restriction."""
        return None

    def prevents_push(self, owner: "Piece") -> bool:
        """Whether a second order in a row does its owner no harm."""
        return False

    def speed_value(self) -> int:
        """What it adds to its owner's speed."""
        return 0

    def more_range(self, attack: "Attack") -> int:
        """The inches it adds to the maximum range of its owner's attack."""
        return 0

    def rerolls_black(self, attack: "Attack") -> bool:
        """Whether the black die of its owner's attack may be rolled again."""
        return False

    def order_dice(self, owner: "Piece") -> int:
        """How many dice its owner's player rolls in a turn of an opponent of his choice; every 6
        costs that opponent an order."""
        return 0

    def sees_through_from(self, attack: "Attack") -> int | None:
        """The lowest face with which its owner's attack ignores hindering terrain, None for no
        roll."""
        return None

    def adds_die(self, attack: "Attack") -> bool:
        """Whether a die is added to the attack value of its owner's attack."""
        return False

    def binds(self, attack: "Attack", target: "Piece") -> bool:
        """Whether a success of its owner's attack obliges it to go on with the same target."""
        return False

    def recoil(self, kind: str, clicks: int, *, hit: bool) -> int:
        """What the damage becomes that a special attack of a kind costs its owner."""
        return clicks

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

    def unaffected_by(self, attack: "Attack") -> bool:
        """Whether its owner cannot be the target of such an attack."""
        return False

    def blinds(self, other: "Ability") -> bool:
        """Whether attackers cannot use a piece of equipment against its owner."""
        return False

    def grips(self, other: "Piece") -> bool:
        """Whether it makes it hard for a unit in contact to break away."""
        return False

    def seeks(self, attack: "Attack", target: "Piece") -> bool:
        """Whether the line of fire of its owner's attack ignores bases and terrain."""
        return False

    def spreads(self, attack: "Attack") -> bool:
        """Whether opponents in contact with the target become targets too."""
        return False

    def doubles_range(self, attack: "Attack", target: "Piece") -> bool:
        """Whether the maximum range of its owner's attack is doubled."""
        return False

    def denies_height(self, target: "Piece") -> bool:
        """Whether a target has no advantage of height over its owner."""
        return False

    def black_die(self, face: int) -> int:
        """What the black die of its owner's attack counts as."""
        return face

    def attack_value(self, attack: "Attack", target: "Piece") -> int:
        """What it adds to its owner's attack."""
        return 0

    def defense_value(self, owner: "Piece", attack: "Attack") -> int:
        """What it adds to its owner's defense."""
        return 0

    def lends_defense(self) -> bool:
        """Whether friends in contact may use its owner's unmodified defense."""
        return False

    def hit_needs_second_roll(self, attack: "Attack") -> bool:
        """Whether a hit on its owner counts only when a second roll succeeds too."""
        return False

    def damage_dealt(self, attack: "Attack", target: "Piece", damage: int) -> int:
        """What it adds to the damage value of its owner's attack, given what that is so far."""
        return 0

    def damage_by_face(
        self, attack: "Attack", target: "Piece", face: int, values: Mapping[str, int]
    ) -> int:
        """What a die adds to the damage value after a hit; 6 is the best face.

        `values` are the owner's damage values.
        """
        return 0

    def doubled_by_roll(self, attack: "Attack") -> int | None:
        """What a second roll meets that doubles the damage value; None for no such roll."""
        return None

    def undivided_by_die(self, attack: "Attack", face: int) -> bool:
        """Whether a die gives every target hit the full damage; 6 is the best face."""
        return False

    def damage_when_hurt(self, attack: "Attack", target: "Piece") -> int:
        """What it adds to damage that reaches a target."""
        return 0

    def heat_when_hurt(self, attack: "Attack", target: "Piece") -> int:
        """The heat that comes with damage to a target."""
        return 0

    def damage_by_die(self, attack: "Attack") -> bool:
        """Whether a die replaces the damage value of a successful attack."""
        return False

    def burns_heat_for_damage(self, attack: "Attack") -> bool:
        """Whether its owner heats up to shutdown and adds the clicks to the damage value."""
        return False

    def damage_taken(self, attack: "Attack", damage: int) -> int:
        """What damage to its owner becomes."""
        return damage

    def spared_by_die(self, attack: "Attack", face: int) -> int:
        """How much a die takes off damage to its owner; 6 is the best face."""
        return 0

    def full_recoil(self, attack: "Attack") -> bool:
        """Whether an attack on its owner costs the attacker the whole of its damage value."""
        return False

    def strikes_back(self, attack: "Attack") -> bool:
        """Whether its owner may answer an attack with a close attack."""
        return False

    def fails_on(self, effect: "HeatEffect") -> int:
        """The highest face on which its owner fails the roll of a heat effect, 0 for no roll."""
        return effect.fails_on

    def ignores(self, other: "Ability", attack: "Attack") -> bool:
        """Whether its owner's attack passes over a piece of the target's equipment."""
        return False

    def strikes_infantry_beside(self, attack: "Attack") -> bool:
        """Whether the roll also counts against infantry in contact with a target."""
        return False

    def sweeps(self, attack: "Attack") -> bool:
        """Whether a close attack is made on every opponent in the front arc, undivided."""
        return False

    def heats_instead(self, attack: "Attack", target: "Piece") -> int:
        """The heat a hit gives in place of damage, 0 where damage stays damage."""
        return 0

    def stuns(self, attack: "Attack", target: "Piece") -> bool:
        """Whether a hit puts an order token on the target."""
        return False

    def lights(self, attack: "Attack", target: "Piece") -> bool:
        """Whether a hit clears lines of fire to the target for the rest of the turn."""
        return False

    def repeats(self, attack: "Attack") -> Repeat | None:
        """The second attack that may follow a success, None for none."""
        return None


class Equipment(Ability):
    """One piece of special equipment, by its slot and its colour."""

    slot: ClassVar[str]
    color: ClassVar[str]
    optional: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("AOD-EQUIP-006", "AOD-EQUIP-107")


class CardText(Ability):
    """The text of a gear card or a unique pilot; gear stands at the value it sits on."""

    optional: ClassVar[bool] = True


TEXTS: dict[str, CardText] = {}

_Text = TypeVar("_Text", bound=type[CardText])


def card_text(*card_ids: str) -> Callable[[_Text], _Text]:
    """Register a text under its cards; raises ValueError for a card that has one."""

    def register(text: _Text) -> _Text:
        for card_id in card_ids:
            if card_id in TEXTS:
                raise ValueError(f"{card_id} says {TEXTS[card_id].name}")
            TEXTS[card_id] = text()
        return text

    return register


EQUIPMENT: dict[tuple[str, str], Equipment] = {}

_Kind = TypeVar("_Kind", bound=type[Equipment])


def equipment(kind: _Kind) -> _Kind:
    """Register a piece under its slot and colour; raises ValueError for a place taken."""
    place = (kind.slot, kind.color)
    if place in EQUIPMENT:
        raise ValueError(f"{place} is taken by {EQUIPMENT[place].name}")
    EQUIPMENT[place] = kind()
    return kind


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
    slot: ClassVar[str]
    color: ClassVar[str]
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


HEAT_EFFECTS: dict[tuple[str, str], HeatEffect] = {}

_Effect = TypeVar("_Effect", bound=type[HeatEffect])


def heat_effect(kind: _Effect) -> _Effect:
    """Register a heat effect under its slot and colour."""
    HEAT_EFFECTS[kind.slot, kind.color] = kind()
    return kind
