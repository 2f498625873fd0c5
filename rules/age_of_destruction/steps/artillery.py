"""Long-range fire: markers placed by an order, salvos that land in the owner's next command stage
(rules AOD-ARTY)."""

from collections.abc import Iterable, Iterator

import msgspec

from rules.age_of_destruction.moment.attack import BLACK, Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.values import HELP, base_attack, weapon_damage
from rules.age_of_destruction.records.artillery_markers import ArtilleryMarker
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.state import PlacedMarker
from rules.age_of_destruction.steps.attacks import carry_out_attack
from rules.age_of_destruction.steps.hits import Blow
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.rolls import Thrown, throw
from rules.core.geometry import EPSILON, Point, ahead, bearing, distance
from rules.core.tally import Part

#: What an unblocked line of fire to the marked point adds (AOD-ARTY-007).
CLEAR_LINE = 2


class Salvo(msgspec.Struct, frozen=True):
    """Long-range fire as it lands: one attack roll for all markers of a unit (AOD-ARTY-013)."""

    attack: Attack
    printed: ArtilleryMarker
    markers: tuple[PlacedMarker, ...]

    def met(self, field: Field) -> tuple[str, ...]:
        """Everybody in the blast of a marker, wherever it may drift."""
        radius = blast_radius(field, self.printed)
        found = {
            piece.id
            for marker in self.markers
            for at in self._landings(marker)
            for piece in units_within(field, at, radius)
        }
        return tuple(piece.id for piece in field.on_table if piece.id in found)

    def _landings(self, marker: PlacedMarker) -> list[Point]:
        drifts = {row.inches for row in self.printed.drift}
        directions = set(self.printed.ring)
        drifted = [
            ahead(marker.at, marker.heading + degrees, inches)
            for inches in sorted(drifts)
            for degrees in sorted(directions)
        ]
        return [marker.at, *drifted]

    def strike(self, res: Resolution, attack: Attack) -> Iterator[Blow]:
        """The roll, then marker by marker where it comes down and on whom (AOD-ARTY-006)."""
        gun, printed = res.piece(attack.attacker), self.printed
        thrown = throw(res, attack)
        strength = _at_least(printed.minimum_attack, gun, base_attack(gun))
        hurts = _at_least(printed.minimum_damage, gun, weapon_damage(gun, attack.value))
        rules = ("AOD-ARTY-006", "AOD-ARTY-014") if thrown.critical else ("AOD-ARTY-006",)
        res.emit(
            events.ArtilleryRolled(
                unit=gun.id,
                dice=thrown.faces,
                rerolled=thrown.before,
                attack=strength,
                critical=thrown.critical,
                rules=rules,
            )
        )
        if thrown.critical == "miss":
            yield Blow(critical="miss")
            return
        for marker in self.markers:
            struck, aim = _land(res, marker, printed, thrown, strength)
            aims = dict.fromkeys(struck, aim)
            yield Blow(struck, thrown.critical, aims, damage=hurts, by=marker.player)


def place_markers(
    res: Resolution,
    gun: Piece,
    points: Iterable[Point],
    members: tuple[str, ...],
    choices: dict[str, str],
) -> None:
    """Lay markers of a gun and of those who fire with it, their arrows pointing on along the
    direction of fire (AOD-ARTY-005)."""
    for at in points:
        res.emit(
            events.MarkerPlaced(
                unit=gun.id,
                player=gun.owner,
                at=at,
                heading=bearing(gun.at, at),
                members=members,
                bonus=HELP * sum(1 for unit_id in members if unit_id != gun.id),
                choices=choices,
                rules=("AOD-ARTY-004", "AOD-ARTY-005"),
            )
        )


def due_markers(field: Field, unit_id: str) -> list[PlacedMarker]:
    """The markers of a unit that fall due in the active player's command stage (AOD-ARTY-006)."""
    active = field.state.active
    return [m for m in field.state.markers if m.unit == unit_id and m.player == active]


def land_salvo(res: Resolution, unit_id: str) -> None:
    """Resolve the due markers of a unit one after the other and remove them, with the rerolls its
    order asked for where their equipment still works."""
    markers, gun = due_markers(res.field, unit_id), res.piece(unit_id)
    printed = gun.unit.artillery_marker
    if not markers or printed is None:
        return
    attack = Attack(
        kind="artillery",
        attacker=gun.id,
        targets=(),
        order="ranged",
        weapon=gun.weapons.get("primary"),
        choices=markers[0].choices,
    )
    carry_out_attack(res, Salvo(attack, printed, tuple(markers)))
    res.emit(events.MarkersRemoved(unit=unit_id, player=res.state.active, rules=("AOD-ARTY-009",)))


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


def _land(
    res: Resolution,
    marker: PlacedMarker,
    printed: ArtilleryMarker,
    thrown: Thrown,
    strength: tuple[Part, ...],
) -> tuple[tuple[str, ...], events.Aim]:
    """Hit or drift, then whom the blast reaches (AOD-ARTY-008 to 012), and by what total."""
    gun = res.piece(marker.unit)
    if marker.bonus:
        strength = (*strength, Part("formation", marker.bonus))
    if clear_line(res.field, gun, marker.at):
        strength = (*strength, Part("clear_line", CLEAR_LINE))
    total = sum(thrown.faces) + sum(part.value for part in strength)
    hit = thrown.critical == "hit" or total >= printed.target
    at, inches, degrees = marker.at, 0, 0
    if not hit:
        inches = printed.drift_distance(total)
        degrees = printed.drift_direction(thrown.faces[BLACK])
        at = ahead(marker.at, marker.heading + degrees, inches)
    radius = blast_radius(res.field, printed)
    struck = tuple(piece.id for piece in units_within(res.field, at, radius))
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
            struck=struck,
            rules=("AOD-ARTY-008", "AOD-ARTY-009")
            if hit
            else ("AOD-ARTY-011", "AOD-ARTY-012", "AOD-ARTY-009"),
        )
    )
    return struck, events.Aim(strength, total, (), printed.target, hit)


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
