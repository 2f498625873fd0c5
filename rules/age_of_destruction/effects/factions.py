"""Faction abilities: always on, for every unit of effective faction (rules AOD-FACT)."""

from typing import ClassVar

from rules.age_of_destruction.effects.registry import of_faction
from rules.age_of_destruction.moment.ability import Ability
from rules.age_of_destruction.moment.answers import Aid, Hit, OrderLimits, Repeat, TurnDice
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.piece import Piece
from rules.core.geometry import EPSILON, distance

LIAO, JADE_FALCON, SEA_FOX = "House Liao", "Clan Jade Falcon", "Clan Sea Fox"


class Duel(Ability):
    """A click more for a success against one unit of a rank, and the duty to go on with it."""

    rank: ClassVar[str]

    def damage_dealt(self, attack: Attack, target: Piece, damage: int) -> int:
        return 1 if self._challenges(attack, target) else 0

    def after_hit(self, attack: Attack, target: Piece) -> Hit:
        return Hit(binds=self._challenges(attack, target))

    def _challenges(self, attack: Attack, target: Piece) -> bool:
        challenged = attack.is_single and target.id in attack.targets and not attack.capture
        return challenged and target.unit.rank_mark == self.rank


@of_faction(LIAO)
class Awe(Ability):
    """Dice for every 450 points that may cost an opponent orders."""

    name = "Awe"
    name_pl = "Respekt"
    rules = ("AOD-FACT-004", "AOD-FACT-005", "AOD-FACT-006", "AOD-FACT-007")

    def start_of_turn(self, owner: Piece) -> TurnDice | None:
        setup = owner.field.setup
        spent = sum(
            figure.value
            for figure in setup.figures.values()
            if figure.owner == owner.owner
            and figure.faction == LIAO
            and figure.unit.rank_mark == "elite"
        )
        enough = 2 * spent >= setup.build_total
        return TurnDice(6, dice=setup.build_total // 450, orders=-1) if enough else None


@of_faction(LIAO)
class Fanaticism(Ability):
    """Repairs when an opponent's order eliminates a comrade within 8 inches."""

    name = "Fanaticism"
    name_pl = "Fanatyzm"
    rules = ("AOD-FACT-008",)

    def repaired_by_loss(self, owner: Piece, lost: Piece) -> int:
        near = distance(owner.at, lost.at) <= 8 + EPSILON
        comrade = lost.team == owner.team and lost.faction == owner.faction
        return 1 if near and comrade else 0


@of_faction(LIAO)
class Ruthlessness(Duel):
    """Pursues green units."""

    name, rank = "Ruthlessness", "green"
    name_pl = "Bezwzględność"
    rules = ("AOD-FACT-009", "AOD-FACT-010")


@of_faction(JADE_FALCON)
class Zellbrigen(Duel):
    """Duels with elite units."""

    name, rank = "Zellbrigen", "elite"
    name_pl = "Zellbrigen"
    rules = ("AOD-FACT-011", "AOD-FACT-012")


@of_faction(JADE_FALCON)
class Merciless(Ability):
    """A die more for death from above, at half the price or none."""

    name = "Merciless"
    name_pl = "Bezlitosność"
    rules = ("AOD-FACT-013",)

    def before_roll(self, attack: Attack, face: int) -> Aid | None:
        return Aid(attack=face) if attack.kind == "death_from_above" else None

    def recoil(self, kind: str, clicks: int, *, hit: bool) -> int:
        if kind != "death_from_above":
            return clicks
        return 0 if hit else 1


@of_faction(JADE_FALCON)
class EnhancedImaging(Ability):
    """Sees single targets through hindering terrain."""

    name = "Enhanced Imaging"
    name_pl = "Ulepszone Obrazowanie"
    rules = ("AOD-FACT-014",)

    def before_roll(self, attack: Attack, face: int) -> Aid | None:
        works = attack.is_ranged and attack.is_single
        return Aid(through_hindering=face >= 4) if works else None


@of_faction(SEA_FOX)
class Renegade(Ability):
    """Fights alone."""

    name = "Renegade"
    name_pl = "Renegat"
    rules = ("AOD-FACT-015",)

    def order_limits(self, owner: Piece) -> OrderLimits:
        return OrderLimits(alone=True)


@of_faction(SEA_FOX)
class Scavenger(Ability):
    """Repairs itself with what is left of its like."""

    name = "Scavenger"
    name_pl = "Zbieracz"
    rules = ("AOD-FACT-016",)

    def repaired_by_loss(self, owner: Piece, lost: Piece) -> int:
        return 2 if lost.team != owner.team and lost.mode == owner.mode else 0


@of_faction(SEA_FOX)
class Predator(Ability):
    """Attacks again what it has just crippled."""

    name = "Predator"
    name_pl = "Drapieżnik"
    rules = ("AOD-FACT-017",)

    def repeats(self, attack: Attack) -> Repeat | None:
        presses_on = attack.crippled and attack.is_single and not attack.is_special
        return Repeat(heat=0, unaided=True) if presses_on else None
