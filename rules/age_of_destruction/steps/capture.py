"""Units taken captive (rules AOD-CAPTURE)."""

from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Spot
from rules.age_of_destruction.steps.captives import led_by
from rules.age_of_destruction.steps.damage import damage
from rules.age_of_destruction.steps.elimination import eliminate
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.unloading import unload


def settle_capture(res: Resolution, attack: Attack, *, succeeded: bool) -> None:
    """A captive without damage, or a click to the attacker that nothing prevents.

    The leader of a formation holds the captive; a 'Mech that is not taken costs every member a
    click, the leader no second one (AOD-FORM-026).
    """
    target_id = attack.targets[0]
    if succeeded:
        take_captive(res, target_id, attack.attacker)
        return
    damage(res, attack.attacker, 1, "failed_capture", "AOD-CAPTURE-004")
    if res.piece(target_id).is_mech:
        for unit_id in attack.helpers:
            damage(res, unit_id, 1, "failed_capture", "AOD-FORM-026", "AOD-PUSH-003")


def take_captive(res: Resolution, unit_id: str, captor_id: str) -> None:
    """Hand a unit to its captor (AOD-CAPTURE-003); a VTOL is lost instead (AOD-VTOL-005)."""
    taken = res.piece(unit_id)
    by = res.piece(captor_id).owner
    if taken.is_vtol:
        eliminate(res, unit_id, "captured", "AOD-VTOL-005", "AOD-CAPTURE-003", by=by)
        return
    res.emit(events.Captured(unit=unit_id, captor=captor_id, rules=("AOD-CAPTURE-003",)))
    shaken = [name for name in taken.passengers if not res.piece(name).is_captive]
    unload(res, unit_id, "AOD-CARRY-021", by=by)
    for name in shaken:
        damage(res, name, 1, "captured_transport", "AOD-CARRY-021", source=captor_id)


def lead(res: Resolution, captor_id: str, spot: Spot) -> None:
    """Put the captive of a unit beside it (AOD-CAPTURE-013, AOD-CAPTURE-015)."""
    if captive := led_by(res.piece(captor_id)):
        res.emit(
            events.CaptiveLed(
                unit=captive.id,
                captor=captor_id,
                at=spot.at,
                facing=spot.facing % 360,
                rules=("AOD-CAPTURE-013", "AOD-CAPTURE-015"),
            )
        )
