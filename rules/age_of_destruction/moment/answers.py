"""What abilities answer, step by step of the rules: small typed values, and who is asked when.

A hook by which equipment of one side answers an attack says beside it how it is asked whether it
would (`answers`); who is asked what to switch off follows from that alone.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Literal, TypeVar

import msgspec

#: Where equipment answers: the attacker's, then that of whoever is attacked.
Step = Literal["attack", "harm", "reach", "defense", "second_roll", "damage"]
#: Whether an ability would answer an attack of one unit on another, given in this sequence.
Probe = Callable[[Any, Any, Any, Any], bool]
#: The hooks of every step by their names.
PROBES: dict[Step, dict[str, Probe]] = {}
#: What a unit may do beyond the usual: deploy last and beyond its zone; turn once a turn without an
#: order; vent without an order of the pool; give its life for a captive in contact; fight in close
#: combat whatever its type; pass between touching bases; step over vehicles; run without heat; take
#: the damage of a friend in contact; lend its unmodified defense to friends in contact.
Permission = Literal[
    "infiltrate",
    "turn",
    "vent",
    "free_captives",
    "close_combat",
    "slip_between_bases",
    "step_over_vehicles",
    "run_without_heat",
    "take_damage",
    "lend_defense",
]
#: Whom an attack may strike beside its targets: opponents in contact with them, which become
#: targets too; opponents in front, each for the whole damage; infantry in contact, likewise.
Others = Literal["beside", "in_front", "infantry_beside"]
#: Damage that is more than any equipment stops, and the best face of a die.
MUCH, BEST = 9, 6

_Hook = TypeVar("_Hook", bound=Callable[..., Any])


def answers(step: Step, probe: Probe) -> Callable[[_Hook], _Hook]:
    """Name a step at which a hook answers, and how it is asked whether it would."""

    def mark(hook: _Hook) -> _Hook:
        PROBES.setdefault(step, {})[hook.__name__] = probe
        return hook

    return mark


@cache
def answering(lineage: tuple[type, ...], step: Step) -> tuple[Probe, ...]:
    """How a kind of ability, given by its classes, is asked at a step: by the hooks it has of its
    own. The class that declares a hook is the last that has it."""
    found = []
    for name, probe in PROBES.get(step, {}).items():
        having = [kind for kind in lineage if name in vars(kind)]
        if len(having) > 1:
            found.append(probe)
    return tuple(found)


class Choice(msgspec.Struct, frozen=True, gc=False):
    """How an ability works that only works when an order asks for it.

    `picks_target`: the order picks another target for it; `bare`: the attack goes without equipment
    of the damage values; `shares`: the equipment of a close attack that strikes the target picked
    too.
    """

    picks_target: bool = False
    bare: bool = False
    shares: str = ""


class TurnDice(msgspec.Struct, frozen=True, gc=False):
    """What is rolled as a turn starts, and what every die from `lowest` on brings: an order more,
    clicks of repair of a salvage unit, or an order less in an opponent's turn."""

    lowest: int
    dice: int = 1
    orders: int = 0
    repairs: int = 0


class OrderLimits(msgspec.Struct, frozen=True, gc=False):
    """What orders a unit may be given: `only` those kinds, None for any; `alone`, never as a member
    of a formation; `unpushed`, a second one in a row without harm."""

    only: tuple[str, ...] | None = None
    alone: bool = False
    unpushed: bool = False


class Movement(msgspec.Struct, frozen=True, gc=False):
    """What equipment makes of a move: inches more, and whether it ignores bases and terrain."""

    inches: int = 0
    jumps: bool = False


class Reach(msgspec.Struct, frozen=True, gc=False):
    """How an attack gets to a target: inches more of maximum range, all of it doubled, a line of
    fire that ignores bases and terrain (`seeks`), no advantage for a target that is higher
    (`level`)."""

    inches: int = 0
    doubled: bool = False
    seeks: bool = False
    level: bool = False


class Aid(msgspec.Struct, frozen=True, gc=False):
    """What a die rolled before an attack gives it: a number on the attack value, or a line of fire
    on which hindering terrain does not count."""

    attack: int = 0
    through_hindering: bool = False


class Guard(msgspec.Struct, frozen=True, gc=False):
    """How equipment of whoever is attacked stands in the way: the attack cannot be aimed at it
    (`unreachable`), a hit counts only when a second roll succeeds too, a die takes clicks off by
    its face (`spares`), the attacker bears the whole of its damage value (`full_recoil`)."""

    unreachable: bool = False
    second_roll: bool = False
    spares: tuple[int, ...] = ()
    full_recoil: bool = False


class Harm(msgspec.Struct, frozen=True, gc=False):
    """What dice and heat make of the damage value of a successful attack.

    A die replaces it, or adds to it by its face (`adds`) or, from the face `again_from` on, the
    damage values named (`again`); a second roll with the modifier `doubled_at` doubles it; a die
    from `whole_from` on gives every target hit the full damage; `burns_heat`: its owner heats up to
    shutdown and adds the clicks.
    """

    replaced: bool = False
    adds: tuple[int, ...] = ()
    again: tuple[str, ...] = ()
    again_from: int = BEST
    doubled_at: int | None = None
    whole_from: int | None = None
    burns_heat: bool = False

    def more(self, face: int, values: dict[str, int]) -> int:
        """What a die adds, given the damage values of the attacker."""
        if self.adds:
            return self.adds[face - 1]
        return sum(values[value] for value in self.again) if face >= self.again_from else 0


class Hit(msgspec.Struct, frozen=True, gc=False):
    """What comes with a hit: an order token (`stuns`), a cleared line of fire for the rest of the
    turn (`lights`), heat in place of damage, the duty to go on with the same target (`binds`), and,
    where damage reaches the target, damage and heat more."""

    stuns: bool = False
    lights: bool = False
    heat_instead: int = 0
    binds: bool = False
    damage: int = 0
    heat: int = 0


class Repeat(msgspec.Struct, frozen=True, gc=False):
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


#: Neutral answers.
NO_LIMITS, USUAL_MOVE, USUAL_REACH = OrderLimits(), Movement(), Reach()
NO_GUARD, NO_HARM, NO_HIT = Guard(), Harm(), Hit()
