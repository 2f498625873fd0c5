"""Positions as files give them: what makes one impossible, and the start of a turn read from it.

Odd positions are played; refused are only those no game could ever show.
"""

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State, UnitState
from rules.age_of_destruction.steps.transport import refuse_start_aboard
from rules.age_of_destruction.steps.turns import behind_transports, contacts, waters
from rules.age_of_destruction.table.bases import TOLERANCE
from rules.age_of_destruction.table.impossible import Impossible
from rules.core.codec import Unreadable


def refuse_impossible(setup: Setup, state: State) -> None:
    """Raise Unreadable for bases off the table or on one another, and for units that hold or carry
    what they cannot; the units are those of the file, in its order."""
    _refuse_bases(Field(setup, state))
    holders: set[str] = set()
    for index, (unit_id, now) in enumerate(state.units.items()):
        if now.captive_of is not None:
            path = f"$.units[{index}].captive_of"
            _refuse_holder(path, unit_id, now.captive_of, state.units)
            if now.captive_of in holders:
                raise Impossible(path, "TWO_CAPTIVES", unit=now.captive_of)
            holders.add(now.captive_of)
        if now.aboard is not None:
            _refuse_transport(f"$.units[{index}].aboard", unit_id, now.aboard, state.units)
    if state.preparation is not None:
        _refuse_loads(Field(setup, state))


def _refuse_bases(field: Field) -> None:
    """AOD-CONTACT-006, AOD-MOVE-009."""
    paths = {unit_id: f"$.units[{index}].at" for index, unit_id in enumerate(field.state.units)}
    for index, piece in enumerate(field.on_table):
        if piece.cruising and field.grounding:
            raise Impossible(paths[piece.id], "NOTHING_CRUISES", condition=field.grounding)
        if not field.table.holds(piece.outline):
            raise Impossible(paths[piece.id], "OFF_TABLE", unit=piece.id)
        for other in field.on_table[:index]:
            if piece.outline.gap(other.outline) < -TOLERANCE:
                raise Impossible(paths[piece.id], "BASES_OVERLAP", unit=piece.id, other=other.id)


def _refuse_holder(path: str, unit_id: str, holder_id: str, units: dict[str, UnitState]) -> None:
    """A captive is held by another unit in the same place that is free itself: on the table, or
    aboard the same transport (AOD-CAPTURE-011, AOD-CARRY-013)."""
    if holder_id not in units:
        raise Unreadable(path, "UNKNOWN_NAME", name=holder_id[:80])
    holder = units[holder_id]
    apart = holder.aboard != units[unit_id].aboard
    if holder_id == unit_id or holder.captive_of is not None or apart:
        raise Impossible(path, "CANNOT_HOLD", unit=holder_id)


def _refuse_transport(
    path: str, unit_id: str, transport_id: str, units: dict[str, UnitState]
) -> None:
    """A passenger is aboard another unit that is no passenger itself (AOD-CARRY-002)."""
    if transport_id not in units:
        raise Unreadable(path, "UNKNOWN_NAME", name=transport_id[:80])
    if transport_id == unit_id or units[transport_id].aboard is not None:
        raise Impossible(path, "CANNOT_CARRY", unit=transport_id)


def _refuse_loads(field: Field) -> None:
    """Nobody begins the game aboard what cannot take him (AOD-SETUP-021)."""
    aboard = {k: unit.aboard for k, unit in field.state.units.items() if unit.aboard is not None}
    paths = {k: f"$.units[{index}].aboard" for index, k in enumerate(field.state.units)}
    for unit_id in aboard:
        field = field.moved(unit_id, aboard=None)
    for unit_id, transport_id in aboard.items():
        refusals = Refusals()
        refuse_start_aboard(field, unit_id, transport_id, refusals)
        if refusals.violations:
            raise Impossible(
                paths[unit_id], "CANNOT_BEGIN_ABOARD", unit=unit_id, transport=transport_id
            )
        field = field.moved(unit_id, aboard=transport_id)


def as_turn_start(setup: Setup, state: State) -> State:
    """The position read as the start of the active player's turn."""
    field = Field(setup, state)
    touching, water = contacts(field, state.active), waters(field, state.active)
    behind = behind_transports(field, state.active)
    for unit_id, others in touching.items():
        state = state.with_unit(
            unit_id,
            touching_at_start=others,
            behind_at_start=behind.get(unit_id, ()),
            water_at_start=water.get(unit_id),
            tokens_at_start=state.units[unit_id].tokens,
            cruising_at_start=state.units[unit_id].level == "cruising",
        )
    return state
