"""What abilities answer in an attack, step by step of its sequence (AOD-SEQ-001).

A hook by which equipment of one side answers an attack says beside it how it is asked whether it
would (`answers`); who is asked what to switch off follows from that alone.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

import msgspec

if TYPE_CHECKING:
    from rules.age_of_destruction.moment.ability import Ability
    from rules.age_of_destruction.moment.attack import Attack
    from rules.age_of_destruction.moment.piece import Piece

#: Where equipment answers: the attacker's, then that of whoever is attacked, then that of friends
#: beside him.
Step = Literal["attack", "harm", "reach", "defense", "second_roll", "damage", "beside"]
#: Whether an ability would answer an attack of one unit on another, given in this sequence.
Probe = Callable[[Any, Any, Any, Any], bool]
#: The hooks of every step by their names.
PROBES: dict[Step, dict[str, Probe]] = {}
#: Whom an attack may strike beside its targets: opponents in contact with them, which become
#: targets too; opponents in front, each for the whole damage; infantry in contact, likewise.
Others = Literal["beside", "in_front", "infantry_beside"]
#: Damage that is more than any equipment stops, and the best face of a die.
MUCH, BEST = 9, 6

_Hook = TypeVar("_Hook", bound=Callable[..., Any])


def answers(step: Step, probe: Probe) -> Callable[[_Hook], _Hook]:
    """Name the step at which a hook answers, and how it is asked whether it would."""

    def mark(hook: _Hook) -> _Hook:
        PROBES.setdefault(step, {})[hook.__name__] = probe
        return hook

    return mark


@cache
def answering(lineage: tuple[type, ...], step: Step) -> tuple[Probe, ...]:
    """How a kind of ability, given by its classes, is asked at a step: by the hooks it has of its
    own."""
    return tuple(
        probe
        for name, probe in PROBES.get(step, {}).items()
        if next(kind for kind in lineage if name in vars(kind)) not in STEPS
    )


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


class Aid(msgspec.Struct, frozen=True):
    """What a die rolled before an attack gives it: a number on the attack value, or a line of fire
    on which hindering terrain does not count."""

    attack: int = 0
    through_hindering: bool = False


class Declaring:
    """Steps 1 and 2: at whom an attack may be made, and with what."""

    #: Whether the unit may be given close combat orders whatever its type.
    grants_close_combat: ClassVar[bool] = False
    #: Whether it works with every damage value and not only with the one it shows at.
    any_weapon: ClassVar[bool] = False
    #: Whether it works only when an order asks for it.
    by_choice: ClassVar[bool] = False
    #: Whether the order that asks for it picks another target for it.
    picks_target: ClassVar[bool] = False
    #: Whether an attack that asks for it goes without equipment of the damage values.
    goes_bare: ClassVar[bool] = False
    #: The equipment of a close attack that may strike a second target, which the order picks.
    shared: ClassVar[str] = ""

    def more_range(self, attack: "Attack") -> int:
        """The inches it adds to the maximum range of its owner's attack."""
        return 0

    def doubles_range(self, attack: "Attack", target: "Piece") -> bool:
        """Whether the maximum range of its owner's attack is doubled."""
        return False

    def seeks(self, attack: "Attack", target: "Piece") -> bool:
        """Whether the line of fire of its owner's attack ignores bases and terrain."""
        return False

    def strikes_others(self, attack: "Attack") -> Others | None:
        """Whom its owner's attack strikes beside the targets of its order."""
        return None

    def unaffected_by(self, attack: "Attack") -> bool:
        """Whether its owner cannot be the target of such an attack."""
        return False

    @answers(
        "reach",
        lambda item, attack, attacker, target: any(
            item.blinds(other.item)
            and (other.item.seeks(attack, target) or other.name in attack.choices)
            for other in attacker.for_attack(attack)
        ),
    )
    def blinds(self, other: "Ability") -> bool:
        """Whether attackers cannot use a piece of equipment against its owner."""
        return False


class Striking:
    """Step 3: the attacker's equipment, and the attack value."""

    #: What it adds to an attack at the rear, beside the usual.
    more_from_behind: ClassVar[int] = 0

    @answers(
        "attack",
        lambda item, attack, attacker, target: item.attack_value(attack, target) != 0,
    )
    def attack_value(self, attack: "Attack", target: "Piece") -> int:
        """What it adds to its owner's attack."""
        return 0

    def aid(self, attack: "Attack", face: int) -> Aid | None:
        """What a die rolled before its owner's attack gives; None for no roll. 6 is the best
        face."""
        return None

    def denies_height(self, target: "Piece") -> bool:
        """Whether a target has no advantage of height over its owner."""
        return False


class Warding:
    """Step 4: the equipment of whoever is attacked, and the defense."""

    @answers(
        "defense",
        lambda item, attack, attacker, target: item.defense_value(target, attack) != 0,
    )
    def defense_value(self, owner: "Piece", attack: "Attack") -> int:
        """What it adds to its owner's defense."""
        return 0

    @answers("beside", lambda item, attack, attacker, target: item.lends_defense())
    def lends_defense(self) -> bool:
        """Whether friends in contact may use its owner's unmodified defense."""
        return False


class Rolling:
    """Step 5: the dice of an attack."""

    #: Whether one die of an attack roll may be rolled again.
    rerolls: ClassVar[bool] = False

    def rerolls_black(self, attack: "Attack") -> bool:
        """Whether the black die of its owner's attack may be rolled again."""
        return False

    def black_die(self, face: int) -> int:
        """What the black die of its owner's attack counts as."""
        return face

    @answers(
        "second_roll",
        lambda item, attack, attacker, target: item.hit_needs_second_roll(attack),
    )
    def hit_needs_second_roll(self, attack: "Attack") -> bool:
        """Whether a hit on its owner counts only when a second roll succeeds too."""
        return False


class Harming:
    """Steps 6.1 to 6.4: what the attacker makes of the damage."""

    #: What it adds to the damage of an attack at the rear.
    damage_from_behind: ClassVar[int] = 0

    @answers(
        "harm",
        lambda item, attack, attacker, target: item.damage_dealt(attack, target, MUCH) != 0,
    )
    def damage_dealt(self, attack: "Attack", target: "Piece", damage: int) -> int:
        """What it adds to the damage value of its owner's attack, given what that is so far."""
        return 0

    @answers(
        "harm",
        lambda item, attack, attacker, target: (
            item.damage_by_face(
                attack, target, BEST, {w.damage_value: 1 for w in attacker.unit.weapons}
            )
            != 0
        ),
    )
    def damage_by_face(
        self, attack: "Attack", target: "Piece", face: int, values: Mapping[str, int]
    ) -> int:
        """What a die adds to the damage value after a hit; 6 is the best face.

        `values` are the owner's damage values.
        """
        return 0

    @answers("harm", lambda item, attack, attacker, target: item.damage_by_die(attack))
    def damage_by_die(self, attack: "Attack") -> bool:
        """Whether a die replaces the damage value of a successful attack."""
        return False

    @answers(
        "harm", lambda item, attack, attacker, target: item.doubled_by_roll(attack) is not None
    )
    def doubled_by_roll(self, attack: "Attack") -> int | None:
        """What a second roll meets that doubles the damage value; None for no such roll."""
        return None

    @answers("harm", lambda item, attack, attacker, target: item.undivided_by_die(attack, BEST))
    def undivided_by_die(self, attack: "Attack", face: int) -> bool:
        """Whether a die gives every target hit the full damage; 6 is the best face."""
        return False

    @answers("harm", lambda item, attack, attacker, target: item.burns_heat_for_damage(attack))
    def burns_heat_for_damage(self, attack: "Attack") -> bool:
        """Whether its owner heats up to shutdown and adds the clicks to the damage value."""
        return False

    @answers(
        "harm",
        lambda item, attack, attacker, target: any(
            item.ignores(other.item, attack) and other.item.damage_taken(attack, MUCH) != MUCH
            for other in target.against(attack)
        ),
    )
    def ignores(self, other: "Ability", attack: "Attack") -> bool:
        """Whether its owner's attack passes over a piece of the target's equipment."""
        return False

    @answers(
        "harm",
        lambda item, attack, attacker, target: item.damage_when_hurt(attack, target) != 0,
    )
    def damage_when_hurt(self, attack: "Attack", target: "Piece") -> int:
        """What it adds to damage that reaches a target."""
        return 0

    @answers("harm", lambda item, attack, attacker, target: item.heats_instead(attack, target) != 0)
    def heats_instead(self, attack: "Attack", target: "Piece") -> int:
        """The heat a hit gives in place of damage, 0 where damage stays damage."""
        return 0


class Enduring:
    """Step 6.6: what whoever is hit makes of the damage."""

    #: The lowest face that destroys it when an attack deals its owner damage.
    breaks_from: ClassVar[int | None] = None
    #: Whether its owner may take the damage of a friend in contact.
    shields: ClassVar[bool] = False

    @answers(
        "damage",
        lambda item, attack, attacker, target: item.damage_taken(attack, MUCH) != MUCH,
    )
    def damage_taken(self, attack: "Attack", damage: int) -> int:
        """What damage to its owner becomes."""
        return damage

    @answers(
        "damage",
        lambda item, attack, attacker, target: item.spared_by_die(attack, BEST) != 0,
    )
    def spared_by_die(self, attack: "Attack", face: int) -> int:
        """How much a die takes off damage to its owner; 6 is the best face."""
        return 0

    @answers("damage", lambda item, attack, attacker, target: item.full_recoil(attack))
    def full_recoil(self, attack: "Attack") -> bool:
        """Whether an attack on its owner costs the attacker the whole of its damage value."""
        return False


class Settling:
    """Step 7: tokens, light and heat that come with a hit."""

    @answers(
        "harm", lambda item, attack, attacker, target: item.heat_when_hurt(attack, target) != 0
    )
    def heat_when_hurt(self, attack: "Attack", target: "Piece") -> int:
        """The heat that comes with damage to a target."""
        return 0

    @answers("harm", lambda item, attack, attacker, target: item.stuns(attack, target))
    def stuns(self, attack: "Attack", target: "Piece") -> bool:
        """Whether a hit puts an order token on the target."""
        return False

    @answers("harm", lambda item, attack, attacker, target: item.lights(attack, target))
    def lights(self, attack: "Attack", target: "Piece") -> bool:
        """Whether a hit clears lines of fire to the target for the rest of the turn."""
        return False


class Pursuing:
    """Step 8: what follows an attack."""

    def repeats(self, attack: "Attack") -> Repeat | None:
        """The second attack that may follow a success, None for none."""
        return None

    def binds(self, attack: "Attack", target: "Piece") -> bool:
        """Whether a success of its owner's attack obliges it to go on with the same target."""
        return False

    def strikes_back(self, attack: "Attack") -> bool:
        """Whether its owner may answer an attack with a close attack."""
        return False

    def recoil(self, kind: str, clicks: int, *, hit: bool) -> int:
        """What the damage becomes that a special attack of a kind costs its owner."""
        return clicks


#: The steps of the sequence, each with its hooks.
STEPS: tuple[type, ...] = (
    Declaring,
    Striking,
    Warding,
    Rolling,
    Harming,
    Enduring,
    Settling,
    Pursuing,
)
