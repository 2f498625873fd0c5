"""One attack as declared: who, at whom, with what."""

from typing import Literal

import msgspec

from rules.age_of_destruction.moment.answers import Step
from rules.age_of_destruction.records.units import Weapon
from rules.core.tally import Part

AttackKind = Literal[
    "ranged", "indirect", "artillery", "close", "charge", "death_from_above", "ram"
]
Without = Literal["nothing", "damage", "all"]
#: The dice of an attack in the order in which they are rolled.
WHITE, BLACK = (0, 1), 2
SPECIAL = ("charge", "death_from_above", "ram")


class Attack(msgspec.Struct, frozen=True, gc=False):
    """An attack. `value` is the damage value used; `order` the kind of order it belongs to.

    `members` are those of the formation that makes it, the attacker who leads them included.
    `capture`: it aims to take its target captive instead of damaging it (AOD-CAPTURE-001).
    `choices` are the follow-ups and rerolls its order asks for, with what was picked for each, ""
    for nothing. `undivided`: every target takes the whole damage. `follow_up` names the ability
    that repeats it, `repeat_attack` and `repeat_defense` what that adds; `without` says what
    equipment of the attacker stays out: that of its damage values or any. `added`: what dice add
    to the attack value; `through_hindering`: hindering terrain does not count; `crippled`: the
    target has become heavily damaged by it. For charge and ram,
    `from_behind` says that it began in the rear zone and strikes the rear arc, and `obstructed`
    that something lay on the line.
    """

    kind: AttackKind
    attacker: str
    targets: tuple[str, ...]
    order: str
    weapon: Weapon | None = None
    value: str = "primary_damage"
    members: tuple[str, ...] = ()
    capture: bool = False
    choices: dict[str, str] = {}
    undivided: bool = False
    follow_up: str = ""
    repeat_attack: int = 0
    repeat_defense: int = 0
    without: Without = "nothing"
    added: tuple[Part, ...] = ()
    through_hindering: bool = False
    crippled: bool = False
    from_behind: bool = False
    obstructed: bool = False

    @property
    def is_ranged(self) -> bool:
        """Whether it is a ranged attack of any of the three ways (AOD-RANGED-001, AOD-ARTY-003)."""
        return self.kind in ("ranged", "indirect", "artillery")

    @property
    def is_special(self) -> bool:
        """Whether it deals impact damage (AOD-ATTACK-012)."""
        return self.kind in SPECIAL

    @property
    def range_type(self) -> str | None:
        """The range type damage is dealt with; close and special attacks have none."""
        return self.weapon.range_type if self.is_ranged and self.weapon else None

    @property
    def attackers(self) -> tuple[str, ...]:
        """All who make it: the attacker, or the members of the formation it leads."""
        return self.members or (self.attacker,)

    @property
    def helpers(self) -> tuple[str, ...]:
        """The members beside the attacker."""
        return tuple(unit_id for unit_id in self.members if unit_id != self.attacker)

    @property
    def is_single(self) -> bool:
        """Whether it is aimed at one target."""
        return len(self.targets) == 1

    @property
    def steps_of_the_attacked(self) -> tuple[Step, ...]:
        """The steps at which equipment of whoever it meets may answer: long-range fire meets no
        defense, and an attempt to capture does no damage."""
        steps: tuple[Step, ...] = ("reach", "second_roll")
        if self.kind != "artillery":
            steps += ("defense",)
        return steps if self.capture else (*steps, "damage")

    @property
    def by_ranged_order(self) -> bool:
        """Whether a Ranged order makes it, and not an assault or a move."""
        return self.is_ranged and self.order == "ranged"


def critical_of(faces: tuple[int, ...]) -> str:
    """ "hit" for two white sixes, "miss" for two white ones, else "" (AOD-CRIT-001, 003)."""
    return {12: "hit", 2: "miss"}.get(sum(faces[index] for index in WHITE), "")
