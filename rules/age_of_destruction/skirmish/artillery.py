"""Long-range fire: markers placed by an order, salvos that land in the owner's next command stage
(rules AOD-ARTY)."""

import msgspec

from rules.age_of_destruction.artillery_markers import ArtilleryMarker
from rules.age_of_destruction.skirmish import events
from rules.age_of_destruction.skirmish.attack import BLACK, Attack
from rules.age_of_destruction.skirmish.damage import damage
from rules.age_of_destruction.skirmish.dealing import taken
from rules.age_of_destruction.skirmish.field import Field
from rules.age_of_destruction.skirmish.hits import test_gear
from rules.age_of_destruction.skirmish.orders import Ranged
from rules.age_of_destruction.skirmish.piece import Piece
from rules.age_of_destruction.skirmish.resolution import Resolution
from rules.age_of_destruction.skirmish.rolls import throw
from rules.age_of_destruction.skirmish.state import PlacedMarker
from rules.age_of_destruction.skirmish.values import HELP, base_attack, weapon_damage
from rules.core.geometry import EPSILON, Point, ahead, bearing, distance
from rules.core.tally import Part

#: What an unblocked line of fire to the marked point adds (AOD-ARTY-007).
CLEAR_LINE = 2


class Salvo(msgspec.Struct, frozen=True):
    """One attack roll for all markers of a unit (AOD-ARTY-013); `attack` before the line counts."""

    attack: Attack
    printed: ArtilleryMarker
    faces: tuple[int, ...]
    critical: str
    strength: tuple[Part, ...]
    damage: tuple[Part, ...]


def place_markers(res: Resolution, order: Ranged) -> None:
    """Lay the markers, their arrows pointing on along the direction of fire (AOD-ARTY-005)."""
    gun = res.piece(order.unit)
    for at in order.markers:
        res.emit(
            events.MarkerPlaced(
                unit=gun.id,
                player=gun.owner,
                at=at,
                heading=bearing(gun.at, at),
                members=order.members,
                bonus=HELP * len(order.helpers),
                choices=order.choices,
                rules=("AOD-ARTY-004", "AOD-ARTY-005"),
            )
        )


def due_markers(field: Field, unit_id: str) -> list[PlacedMarker]:
    """The markers of a unit that fall due in the active player's command stage (AOD-ARTY-006)."""
    active = field.state.active
    return [m for m in field.state.markers if m.unit == unit_id and m.player == active]


def land_salvo(res: Resolution, unit_id: str) -> None:
    """Resolve the due markers of a unit one after the other and remove them."""
    markers = due_markers(res.field, unit_id)
    printed = res.piece(unit_id).unit.artillery_marker
    if not markers or printed is None:
        return
    salvo = _roll(res, res.piece(unit_id), printed, markers[0].choices)
    if salvo.critical == "miss":
        damage(res, unit_id, 1, "critical_miss", "AOD-ARTY-014", "AOD-PUSH-003")
    else:
        for marker in markers:
            _land(res, marker, salvo)
    res.emit(events.MarkersRemoved(unit=unit_id, player=res.state.active, rules=("AOD-ARTY-009",)))


def _roll(res: Resolution, gun: Piece, printed: ArtilleryMarker, choices: dict[str, str]) -> Salvo:
    """Roll with the rerolls the order asked for, where their equipment still works."""
    attack = Attack(
        kind="artillery",
        attacker=gun.id,
        targets=(),
        order="ranged",
        weapon=gun.weapons.get("primary"),
        choices=choices,
    )
    thrown = throw(res, attack)
    salvo = Salvo(
        attack=attack,
        printed=printed,
        faces=thrown.faces,
        critical=thrown.critical,
        strength=_at_least(printed.minimum_attack, gun, base_attack(gun)),
        damage=_at_least(printed.minimum_damage, gun, weapon_damage(gun, attack.value)),
    )
    res.emit(
        events.ArtilleryRolled(
            unit=gun.id,
            dice=thrown.faces,
            rerolled=thrown.before,
            attack=salvo.strength,
            critical=salvo.critical,
            rules=("AOD-ARTY-006", "AOD-ARTY-014") if salvo.critical else ("AOD-ARTY-006",),
        )
    )
    return salvo


def _at_least(minimum: int, gun: Piece, parts: list[Part]) -> tuple[Part, ...]:
    """A value of now, never below the printed minimum; a gun that is lost, held or heavily damaged
    has the minimum (AOD-ARTY-002)."""
    if gun.now.gone or gun.is_captive or gun.is_salvage:
        return (Part("minimum", minimum),)
    lacking = minimum - sum(part.value for part in parts)
    return (*parts, Part("minimum", lacking)) if lacking > 0 else tuple(parts)


def clear_line(field: Field, gun: Piece, at: Point) -> bool:
    """Whether a gun on the table and nobody's captive has a clear line to a point (AOD-ARTY-007).

    It is judged when the salvo lands, wherever the gun is by then.
    """
    hidden = any(condition.hides_markers for condition in field.conditions)
    if gun.now.at is None or gun.is_captive or gun.submerged or hidden:
        return False
    return not field.line_to_point(gun, at).blocked


def blast_radius(field: Field, printed: ArtilleryMarker) -> int:
    """The radius in inches in which a salvo strikes (AOD-ARTY-009), as planetary conditions have
    it."""
    smothered = sum(condition.smothers for condition in field.conditions)
    return max(printed.blast_radius - smothered, 1)


def _land(res: Resolution, marker: PlacedMarker, salvo: Salvo) -> None:
    """Hit or drift, then the blast (AOD-ARTY-008 to 012)."""
    gun, printed = res.piece(marker.unit), salvo.printed
    strength = salvo.strength
    if marker.bonus:
        strength = (*strength, Part("formation", marker.bonus))
    if clear_line(res.field, gun, marker.at):
        strength = (*strength, Part("clear_line", CLEAR_LINE))
    total = sum(salvo.faces) + sum(part.value for part in strength)
    hit = salvo.critical == "hit" or total >= printed.target
    at, inches, degrees = marker.at, 0, 0
    if not hit:
        inches = printed.drift_distance(total)
        degrees = printed.drift_direction(salvo.faces[BLACK])
        at = ahead(marker.at, marker.heading + degrees, inches)
    radius = blast_radius(res.field, printed)
    struck = units_within(res.field, at, radius)
    res.emit(
        events.SalvoLanded(
            unit=gun.id,
            marker=marker.at,
            attack=strength,
            total=total,
            against=printed.target,
            hit=hit,
            drift=inches,
            direction=degrees,
            at=at,
            radius=radius,
            off_table=not res.field.table.has(at),
            struck=tuple(piece.id for piece in struck),
            rules=("AOD-ARTY-008", "AOD-ARTY-009")
            if hit
            else ("AOD-ARTY-011", "AOD-ARTY-012", "AOD-ARTY-009"),
        )
    )
    for piece in struck:
        _strike(res, salvo, piece.id)


def units_within(field: Field, at: Point, radius: int) -> list[Piece]:
    """Every unit of either side whose dot lies in the blast (AOD-ARTY-009); not captives
    (AOD-ARTY-010), not under water, and nobody when the point is off the table (AOD-ARTY-012)."""
    if not field.table.has(at):
        return []
    return [
        piece
        for piece in field.on_table
        if distance(piece.at, at) <= radius + EPSILON
        and not piece.is_captive
        and not piece.submerged
    ]


def _strike(res: Resolution, salvo: Salvo, unit_id: str) -> None:
    """Damage one unit; a critical hit adds a click where there is damage (AOD-ARTY-014)."""
    field = res.field
    due = taken(field, salvo.attack, unit_id, salvo.damage, critical=False)
    if salvo.critical == "hit" and due.total > 0:
        due = taken(field, salvo.attack, unit_id, salvo.damage, critical=True)
    for piece, fitted in due.used:
        res.use(piece, fitted)
    if due.total > 0:
        hurt = damage(
            res,
            unit_id,
            due.total,
            "artillery",
            "AOD-ARTY-009",
            "AOD-DMG-008",
            parts=due.parts,
            source=salvo.attack.attacker,
            by=res.state.active,
        )
        test_gear(res, hurt)
