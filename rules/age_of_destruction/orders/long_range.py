"""Why long-range fire is refused (rules AOD-ARTY-001 to AOD-ARTY-005, AOD-ARTY-013)."""

from typing import Protocol

from rules.age_of_destruction.moment.aiming import common_range, refuse_shooter
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.records.vocabulary import DAMAGE_VALUE
from rules.age_of_destruction.state.legs import Path
from rules.age_of_destruction.steps.artillery import blast_radius
from rules.core.geometry import EPSILON, Point, distance


class Salvo(Protocol):
    """An order to place markers."""

    @property
    def unit(self) -> str:
        """The gun whose markers they are."""

    @property
    def helpers(self) -> tuple[str, ...]:
        """Those who fire with it."""

    @property
    def in_formation(self) -> bool:
        """Whether a battery fires."""

    @property
    def markers(self) -> Path:
        """The marked points."""

    def shot(self, piece: Piece) -> Attack:
        """The attack of a gun."""


def refuse_long_range(field: Field, piece: Piece, order: Salvo, refusals: Refusals) -> None:
    """Everything wrong with the markers a unit is to place, or a formation with it."""
    if not order.markers:
        refusals.add("NO_MARKER_PLACED", piece.id)
    if piece.unit.is_artillery and piece.unit.artillery_marker is None:
        refusals.add("MARKER_UNKNOWN", piece.id)
    _refuse_gun(field, piece, order, refusals)
    if order.in_formation:
        _refuse_battery(field, order, refusals)


def _refuse_gun(field: Field, piece: Piece, order: Salvo, refusals: Refusals) -> None:
    """What keeps one unit from firing at the marked points.

    Records know one artillery range a figure; it is read as that of the primary weapon
    (AOD-ARTY-001).
    """
    attack = order.shot(piece)
    refuse_shooter(piece, attack, refusals)
    if not piece.unit.is_artillery or attack.value != DAMAGE_VALUE["primary"]:
        refusals.add("NOT_ARTILLERY", piece.id)
        return
    if piece.opponents_in_contact:
        refusals.add("ARTILLERY_ENGAGED", piece.id)
    if attack.weapon and len(order.markers) > attack.weapon.targets:
        refusals.add("TOO_MANY_MARKERS", piece.id, most=attack.weapon.targets)
    for at in order.markers:
        _refuse_point(field, piece, at, refusals, battery=order.in_formation)
    _refuse_other_quarry(field, piece, order, refusals)


def _refuse_other_quarry(field: Field, piece: Piece, order: Salvo, refusals: Refusals) -> None:
    """Who must go on with one unit marks points whose blast takes it in (AOD-FACT-010, 012)."""
    quarry, printed = piece.quarry, field.piece(order.unit).unit.artillery_marker
    if quarry is None or printed is None:
        return
    radius, target = blast_radius(field, printed), field.piece(quarry)
    if any(distance(at, target.at) > radius + EPSILON for at in order.markers):
        refusals.add("BOUND_TO_TARGET", piece.id, target=quarry)


def _refuse_battery(field: Field, order: Salvo, refusals: Refusals) -> None:
    """One marker in reach of every member, all of them artillery; their lines of fire may be
    blocked (AOD-FORM-020)."""
    if len(order.markers) > 1:
        refusals.add("FORMATION_ONE_MARKER", order.unit)
    for unit_id in order.helpers:
        found = Refusals()
        _refuse_gun(field, field.piece(unit_id), order, found)
        if found.violations:
            refusals.add("CANNOT_JOIN_ATTACK", unit_id)
            refusals.take(found)


def _refuse_point(
    field: Field, piece: Piece, at: Point, refusals: Refusals, *, battery: bool
) -> None:
    """AOD-ARTY-004; the line of fire may be blocked.

    A single gun fires farther than its maximum range, a battery not nearer (AOD-FORM-020).
    """
    x, y = at
    inches = distance(piece.at, at)
    maximum = common_range(piece.weapons["primary"], field)
    farthest = piece.unit.artillery_range or 0
    if not field.table.has(at):
        refusals.add("MARKER_OFF_TABLE", piece.id, x=x, y=y)
    if not piece.faces(at):
        refusals.add("MARKER_OUT_OF_ARC", piece.id, x=x, y=y)
    at_maximum = battery and bool(field.ruling("battery_fires_at_maximum_range"))
    if inches < maximum - EPSILON or (inches <= maximum + EPSILON and not at_maximum):
        code = "MARKER_TOO_CLOSE_FOR_BATTERY" if at_maximum else "MARKER_TOO_CLOSE"
        refusals.add(code, piece.id, x=x, y=y, distance=round(inches, 2), maximum=maximum)
    if inches > farthest + EPSILON:
        refusals.add(
            "MARKER_TOO_FAR", piece.id, x=x, y=y, distance=round(inches, 2), maximum=farthest
        )
