"""Transport loads stored with the list (AOD-UNIT-022, 023, AOD-SETUP-021)."""

from rules.age_of_destruction.army.findings import Findings, check
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.records.units import Unit

#: Transport spaces by unit type; 'Mechs cannot be carried.
SPACES = {"infantry": 1, "vehicle": 3}


@check(
    "loads",
    "figures",
    "AOD-UNIT-022",
    "AOD-UNIT-023",
    "AOD-SETUP-021",
    reads="figures rest",
    of="loads",
    tells=lambda muster: {"loads": len(muster.loads)},
)
def loads_fit(muster: Muster, found: Findings) -> None:
    """Passengers fit into transports, each into one."""
    carried: dict[int, list[str]] = {}
    used: dict[int, int] = {}
    places: dict[int, list[str]] = {}
    for number, load in enumerate(muster.loads):
        where = f"loads[{number}]"
        transport = muster.pieces[load.transport]
        if transport.unit is None:
            continue
        if not transport.unit.is_transport:
            found.add("NOT_A_TRANSPORT", where, transport.where, unit=transport.unit.title)
            continue
        places.setdefault(load.transport, []).append(where)
        for index in load.passengers:
            passenger = muster.pieces[index]
            carried.setdefault(index, []).append(transport.title)
            if passenger.unit is None:
                continue
            reason = _refusal(passenger.unit)
            if reason:
                found.add(
                    "PASSENGER_NOT_ALLOWED",
                    where,
                    passenger.where,
                    passenger=passenger.unit.title,
                    transport=transport.unit.title,
                    reason=reason,
                )
            else:
                spaces = SPACES[passenger.unit.type]
                used[load.transport] = used.get(load.transport, 0) + spaces
    for index, spaces in used.items():
        transport = muster.pieces[index]
        capacity = transport.unit.capacity * transport.count if transport.unit else 0
        if spaces > capacity:
            found.add(
                "TRANSPORT_OVERLOADED",
                *places[index],
                transport=transport.title,
                capacity=capacity,
                load=spaces,
            )
    for index, transports in carried.items():
        piece = muster.pieces[index]
        if len(transports) > piece.count:
            found.add("PASSENGER_TWICE", piece.where, passenger=piece.title, transports=transports)


def _refusal(unit: Unit) -> str | None:
    if unit.is_mech:
        return "mech"
    if unit.speed_mode == "vtol":
        return "vtol"
    return "transport" if unit.is_transport else None
