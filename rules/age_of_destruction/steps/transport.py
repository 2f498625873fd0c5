"""What a transport may carry, who boards it and where passengers leave (rules AOD-CARRY)."""

from collections.abc import Iterable

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.moment.standing import adjoin, refuse_standing
from rules.age_of_destruction.state.legs import Landing, Spot

#: Spaces an infantry unit takes aboard; a vehicle's are a ruling (AOD-CARRY-002).
INFANTRY_SPACES = 1


def spaces(rider: Piece) -> int:
    """The spaces a unit takes aboard."""
    vehicle: int = rider.field.ruling("vehicle_passenger_size")
    return INFANTRY_SPACES if rider.is_infantry else vehicle


def has_jump_jets(rider: Piece) -> bool:
    """Whether jump equipment shows, which is not using it (AOD-CARRY-023)."""
    return any(fitted.item.movement(rider).jumps for fitted in rider.shown)


def is_behind(transport: Piece, other: Piece) -> bool:
    """Whether a base touches the rear arc of a transport, at whatever level (AOD-CARRY-023)."""
    return other.id != transport.id and adjoin(transport, other) and transport.rear_touches(other)


def refuse_load(transport: Piece, riders: Iterable[Piece], refusals: Refusals) -> None:
    """What keeps units from being aboard beside those already there (AOD-CARRY-001 to 003)."""
    if not transport.unit.is_transport:
        refusals.add("NOT_A_TRANSPORT", transport.id)
        return
    if transport.is_salvage:
        refusals.add("TRANSPORT_DISABLED", transport.id)
    carried = []
    for rider in riders:
        if rider.is_mech or rider.is_vtol or rider.unit.is_transport:
            refusals.add("CANNOT_BE_CARRIED", rider.id)
        else:
            carried.append(rider)
    aboard = [transport.field.piece(unit_id) for unit_id in transport.passengers]
    free = transport.unit.capacity - sum(map(spaces, aboard))
    needed = sum(map(spaces, carried))
    if needed > free:
        refusals.add("TRANSPORT_FULL", transport.id, needed=needed, free=free)


def refuse_start_aboard(field: Field, unit_id: str, transport_id: str, refusals: Refusals) -> None:
    """What keeps a unit from beginning the game aboard a transport of its side, deployed already
    or not (AOD-SETUP-021, AOD-CARRY-014)."""
    if transport_id not in field.state.units:
        refusals.add("UNKNOWN_UNIT", transport_id)
        return
    transport, rider = field.piece(transport_id), field.piece(unit_id)
    if transport.now.gone:
        refusals.add("UNIT_GONE", transport_id)
    if unit_id == transport_id or not transport.is_friend(rider):
        refusals.add("BOARDER_NO_FRIEND", unit_id)
    refuse_load(transport, [rider], refusals)


def with_captives(field: Field, names: Iterable[str]) -> list[Piece]:
    """Units, each followed by the captive it holds (AOD-CARRY-013)."""
    pieces = [field.piece(name) for name in names]
    return [one for piece in pieces for one in (piece, *map(field.piece, piece.captives))]


def refuse_boarding(
    field: Field, transport: Piece, names: tuple[str, ...], refusals: Refusals
) -> list[Piece]:
    """Everything wrong with a boarding; those that come aboard, captives included."""
    if not names:
        refusals.add("NOBODY_BOARDS", transport.id)
    if not transport.unit.is_transport:
        refusals.add("NOT_A_TRANSPORT", transport.id)
        return []
    known = [name for name in dict.fromkeys(names) if name in field.state.units]
    for name in names:
        if name not in known:
            refusals.add("UNKNOWN_UNIT", name)
    for name in known:
        _refuse_boarder(transport, field.piece(name), refusals)
    riders = with_captives(field, known)
    refuse_load(transport, riders, refusals)
    if transport.cruising:
        _refuse_without_jets(riders, refusals)
    return riders


def _refuse_boarder(transport: Piece, boarder: Piece, refusals: Refusals) -> None:
    """Friends behind the transport since the turn began, that no opponent touches
    (AOD-CARRY-007, AOD-CARRY-014)."""
    if boarder.id == transport.id or not transport.is_friend(boarder):
        refusals.add("BOARDER_NO_FRIEND", boarder.id)
    elif boarder.now.at is None:
        refusals.add("BOARDER_GONE", boarder.id)
    elif boarder.id not in transport.now.behind_at_start or not is_behind(transport, boarder):
        refusals.add("NOT_BEHIND_TRANSPORT", boarder.id)
    elif boarder.opponents_in_contact:
        refusals.add("BOARDER_ENGAGED", boarder.id)


def _refuse_without_jets(riders: Iterable[Piece], refusals: Refusals) -> None:
    """Nothing else boards or leaves at cruising level (AOD-CARRY-023)."""
    for rider in riders:
        if not has_jump_jets(rider):
            refusals.add("JUMP_JETS_NEEDED", rider.id)


def embarked(field: Field, transport: Piece, riders: Iterable[Piece]) -> Field:
    """The field with units aboard."""
    for rider in riders:
        field = field.moved(rider.id, at=None, aboard=transport.id)
    return field


def landed(field: Field, unit_id: str, spot: Spot) -> Field:
    """The field with a passenger put down."""
    return field.moved(unit_id, at=spot.at, facing=spot.facing % 360, level="ground", aboard=None)


def refuse_disembarking(
    field: Field, transport_id: str, landings: tuple[Landing, ...], refusals: Refusals
) -> Field:
    """Everything wrong with passengers leaving, each after the ones before; the field after it."""
    leaving = [landing.unit for landing in landings]
    if not landings:
        refusals.add("NOBODY_LANDS", transport_id)
    for landing in landings:
        transport = field.piece(transport_id)
        if landing.unit not in transport.passengers:
            refusals.add("NOT_ABOARD", landing.unit)
            continue
        rider = field.piece(landing.unit)
        if set(bound_to(rider)) - set(leaving):
            refusals.add("LEAVES_CAPTIVE", rider.id)
        if transport.cruising:
            _refuse_without_jets([rider], refusals)
        refuse_landing(field, transport_id, landing.unit, landing, refusals)
        field = landed(field, landing.unit, landing)
    return field


def refuse_landing(
    field: Field, transport_id: str, unit_id: str, spot: Spot, refusals: Refusals
) -> None:
    """What keeps a passenger from being put there (AOD-CARRY-017); a transport from which a freed
    captive comes is no opponent it must keep away from."""
    after = landed(field, unit_id, spot)
    rider, transport = after.piece(unit_id), after.piece(transport_id)
    refuse_standing(after, unit_id, rider.outline, rider.mover(), refusals)
    if not is_behind(transport, rider):
        refusals.add("NOT_BEHIND_TRANSPORT", unit_id)
    if any(other.id != transport_id for other in rider.opponents_in_contact):
        refusals.add("LANDS_BESIDE_OPPONENT", unit_id)
    for partner in map(after.piece, bound_to(rider)):
        if partner.now.at is not None and not rider.touches(partner):
            refusals.add("CAPTIVE_LEFT", unit_id)


def bound_to(rider: Piece) -> list[str]:
    """Its captor or its captive."""
    captor = rider.now.captive_of
    return rider.captives if captor is None else [captor]
