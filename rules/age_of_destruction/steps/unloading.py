"""Boarding and disembarking carried out, by order or forced (rules AOD-CARRY)."""

from collections.abc import Sequence

from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Landing, Spot
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.elimination import eliminate
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.room import captors_first, has_room, spot_of
from rules.age_of_destruction.steps.transport import has_jump_jets, with_captives


def board(res: Resolution, transport_id: str, names: Sequence[str]) -> None:
    """Take units aboard with their captives (AOD-CARRY-008, AOD-CARRY-010, AOD-CARRY-013)."""
    for rider in with_captives(res.field, names):
        rules = ("AOD-CARRY-008", "AOD-CARRY-009", "AOD-CARRY-010")
        res.emit(events.Boarded(unit=rider.id, transport=transport_id, rules=rules))


def disembark(res: Resolution, transport_id: str, landings: Sequence[Landing]) -> None:
    """Put down the passengers that are still aboard (AOD-CARRY-016, AOD-CARRY-022)."""
    for landing in landings:
        if landing.unit in res.piece(transport_id).passengers:
            rules = ("AOD-CARRY-016", "AOD-CARRY-017")
            _put_down(res, transport_id, landing.unit, landing, rules, forced=False)


def unload(res: Resolution, transport_id: str, *rules: str, by: str = "") -> None:
    """Put every passenger down at once, as far as there is room (AOD-CARRY-018).

    The transport's player says who is lost for lack of room, each passenger's own player where it
    stands, a captor's that of its captive. `by` is the player who forces it, "" for nobody.
    """
    if res.piece(transport_id).cruising:
        for passenger in res.piece(transport_id).passengers:
            if not has_jump_jets(res.piece(passenger)):
                eliminate(res, passenger, "transport", "AOD-CARRY-024", by=by)
    while waiting := captors_first(res.piece(transport_id)):
        if has_room(res.field, transport_id, waiting):
            _place(res, transport_id, waiting[0], rules, by)
        else:
            _lose_one(res, transport_id, waiting, by)


def _place(
    res: Resolution, transport_id: str, unit_id: str, rules: tuple[str, ...], by: str
) -> None:
    passenger = res.piece(unit_id)
    captor = passenger.now.captive_of
    player = res.piece(captor).owner if captor else passenger.owner
    answer = res.ask(Question("place", player, unit_id, about=transport_id))
    spot = spot_of(res.field, transport_id, unit_id, answer)
    if spot is None:
        eliminate(res, unit_id, "no_room", "AOD-CARRY-018", by=by)
    else:
        _put_down(res, transport_id, unit_id, spot, rules, forced=True)


def _lose_one(res: Resolution, transport_id: str, waiting: list[str], by: str) -> None:
    lost = waiting[0]
    if len(waiting) > 1:
        player = res.piece(transport_id).owner
        question = Question("choose", player, transport_id, options=tuple(waiting), about="no_room")
        lost = res.ask(question).choice
    eliminate(res, lost, "no_room", "AOD-CARRY-018", by=by)


def _put_down(
    res: Resolution,
    transport_id: str,
    unit_id: str,
    spot: Spot,
    rules: tuple[str, ...],
    *,
    forced: bool,
) -> None:
    res.emit(
        events.Disembarked(
            unit=unit_id,
            transport=transport_id,
            at=spot.at,
            facing=spot.facing % 360,
            forced=forced,
            rules=rules,
        )
    )
