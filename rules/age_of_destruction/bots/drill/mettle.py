"""What units promise to take from each other by what they show, wherever they stand."""

from functools import cache

import msgspec

from rules.age_of_destruction.bots.worth import worth
from rules.age_of_destruction.forecast.odds import odds
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.showing import Showing
from rules.age_of_destruction.records.units import Weapon
from rules.age_of_destruction.records.vocabulary import DAMAGE_VALUE
from rules.core.kept import of_a_moment

#: The most clicks a blow is thought to deal before a critical hit adds one.
MOST = 12
#: What is easier to hit about a 'Mech that is shut down.
HELPLESS = 4


class Arm(msgspec.Struct, frozen=True, gc=False):
    """A weapon that can be fired now: from how near to how far, and the clicks it deals."""

    slot: str
    range_type: str
    least: float
    most: float
    clicks: int


class Mettle(msgspec.Struct, frozen=True, dict=True, eq=False):
    """What one unit shows. `blow` are the clicks it deals in contact; `taken` what comes through of
    so many clicks, by range type, "" in contact; `losses` the points so many cost it."""

    attack: int
    defense: int
    speed: int
    arms: tuple[Arm, ...]
    blow: int
    taken: dict[str, tuple[int, ...]]
    losses: tuple[float, ...]


@of_a_moment
def mettle(showing: Showing) -> Mettle:
    """A figure with its dials turned."""
    figure, click = showing.figure, showing.click
    cards = [card for card in figure.cards if showing.in_force(card)]
    heat = showing.heat_position

    def shown(value: str) -> int:
        more = sum(card.modifiers.get(value, 0) for card in cards)
        more += getattr(heat, value, 0) if heat else 0
        return max((getattr(click, value) or 0) + more, 0)

    dials = showing.dials
    able = dials.in_action and not dials.shutdown and not showing.is_salvage
    arms = tuple(
        Arm(w.slot, w.range_type, w.minimum, w.maximum, min(shown(DAMAGE_VALUE[w.slot]), MOST))
        for w in (figure.unit.weapons if able else ())
        if w.range_type != "melee" and w.maximum > 0 and not showing.silenced(w.range_type)
    )
    strikes = able and figure.unit.type in ("mech", "infantry")
    melee = [shown(DAMAGE_VALUE[w.slot]) for w in figure.unit.weapons if w.range_type == "melee"]
    blow = max([shown("primary_damage"), *melee], default=0) if strikes else 0
    whole = worth(showing.outfit, dials.click)
    return Mettle(
        attack=shown("attack"),
        defense=shown("defense") - HELPLESS * dials.shutdown,
        speed=shown("speed"),
        arms=arms,
        blow=min(blow, MOST),
        taken=_taken(showing),
        losses=tuple(whole - worth(showing.outfit, dials.click + n) for n in range(MOST + 2)),
    )


def _taken(showing: Showing) -> dict[str, tuple[int, ...]]:
    """The clicks that come through its armour."""
    found = {}
    guards = [fitted.item for fitted in showing.working]
    for range_type in ("ballistic", "energy", ""):
        weapon = Weapon("primary", range_type or "melee", 1, 0, 1)
        attack = Attack("ranged" if range_type else "close", "", ("",), "ranged", weapon)
        most = MOST + 1 if range_type != "energy" or showing.figure.unit.type != "infantry" else 1
        through = []
        for clicks in range(MOST + 2):
            left = min(clicks, most)
            for item in guards:
                left = item.damage_taken(attack, left)
            through.append(max(left, 0))
        found[range_type] = tuple(through)
    return found


class Duel(msgspec.Struct, frozen=True, gc=False):
    """What one unit promises to take from another in the open: by every arm from how near to how
    far how many points, and in contact; how far the farthest goes, and what the best takes."""

    shots: tuple[tuple[float, float, float], ...]
    blow: float
    far: float = 0.0
    best: float = 0.0


@of_a_moment
def duel(striker: Mettle, target: Mettle) -> Duel:
    """What one unit promises to take from another."""
    shots = tuple(
        (arm.least, arm.most, promised(striker, target, arm.range_type, arm.clicks))
        for arm in striker.arms
        if arm.clicks > 0
    )
    return Duel(
        shots,
        blow=promised(striker, target, "", striker.blow) if striker.blow else 0.0,
        far=max([most for _, most, _ in shots], default=0.0),
        best=max([points for _, _, points in shots], default=0.0),
    )


def promised(
    striker: Mettle, target: Mettle, range_type: str, clicks: int, harder: int = 0
) -> float:
    """The points an attack of so many clicks takes on average."""
    if striker.attack <= 0:
        return 0.0
    plain, critical = chances(striker.attack - target.defense - harder)
    taken = target.taken[range_type]
    clicks = min(clicks, MOST)
    return plain * target.losses[taken[clicks]] + critical * target.losses[taken[clicks + 1]]


@cache
def chances(lead: int) -> tuple[float, float]:
    """The chances of a plain and of a critical hit by how far the attack is above the defense."""
    likely = odds(lead, 0)
    return float(likely.plain), float(likely.critical)
