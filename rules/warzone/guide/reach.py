"""What lies open to a model: its paces, whom it must keep off, what it may strike on a wall."""

from collections.abc import Iterator

from rules.core.geometry import Outline, Point, ahead, point_to_segment, rim
from rules.core.hands import Aim, Link, Reach, Sector
from rules.warzone.ground import TOUCH
from rules.warzone.guide.paces import Paces
from rules.warzone.guide.telling import Telling
from rules.warzone.moment import Moment
from rules.warzone.orders.attack import Attack
from rules.warzone.play import explain
from rules.warzone.walk import ENEMY_GAP, ignores_gaps, narrows

#: Inches to which the field of fire is drawn, and its degrees (WZ-026).
FIRE_DRAWN, FIRE = 12.0, 90
#: Gaps of the enemy line that are shown though they may be passed, in inches.
WIDE = ENEMY_GAP + 1.5
#: Inches beyond its movement to which enemies and their gaps are shown.
NEARBY = 1.5


def reach_of(now: Moment, unit: str, language: str) -> Reach:
    """Everything that lies open to a model."""
    model = now.model(unit)
    if model.eliminated:
        return Reach(unit, acts=False)
    return Reach(
        piece=unit,
        acts=True,
        paces=Paces(now, unit, language).all(),
        sectors=tuple(_sectors(now, unit, Telling(now.setup, language))),
        links=tuple(_passages(now, unit, Telling(now.setup, language))),
        aims=tuple(aims_of(now, unit, language)),
    )


def _sectors(now: Moment, unit: str, tell: Telling) -> Iterator[Sector]:
    """Where enemies are touched by its base, and its field of fire in the firing posture."""
    model = now.model(unit)
    near = now.movement(unit) + NEARBY
    for enemy in now.enemies(unit):
        if now.meets(enemy, model.elevation) and now.apart(unit, model.at, enemy) < near:
            label = tell.says("contact", name=tell.title(enemy))
            away = now.radius(unit) + now.radius(enemy) + TOUCH
            yield Sector("control", label, (_disc(now.model(enemy).at, away),), 0, away)
    if model.posture == "mp":
        arc = tuple(
            ahead(model.at, model.facing + step - FIRE / 2, FIRE_DRAWN) for step in range(0, 91, 6)
        )
        yield Sector("front", tell.says("fire"), ((model.at, *arc),), 0, FIRE_DRAWN)


def _disc(at: Point, radius: float) -> tuple[Point, ...]:
    return tuple(rim(Outline(at, at, radius), 36))


def _passages(now: Moment, unit: str, tell: Telling) -> Iterator[Link]:
    """The gaps of the enemy line, shut under three inches (WZ-009)."""
    at, near = now.model(unit).at, now.movement(unit) + NEARBY
    for _, _, start, end, width in narrows(now, unit):
        if width < WIDE and point_to_segment(at, start, end) < near:
            opens = width >= ENEMY_GAP or ignores_gaps(now, unit)
            says = "passage_open" if opens else "passage_shut"
            yield Link(start, end, tell.says(says, inches=width), holds=opens)


def aims_of(now: Moment, unit: str, language: str) -> Iterator[Aim]:
    """The climbers among the enemies: within reach of an attack, or why not (WZ-041)."""
    tell = Telling(now.setup, language)
    for enemy in now.enemies(unit):
        if now.model(enemy).climbing is None:
            continue
        attack = Attack(unit=unit, target=enemy, kind="close", sight=True)
        against = explain(now.setup, now.state, attack)
        says = tell.says("reach", inches=attack.inches(now), reach=attack.reach(now))
        if against:
            says = " ".join(tell.reason(each).message for each in against)
        yield Aim(
            enemy, legal=not against, why=tell.why(against[0] if against else None), says=says
        )
