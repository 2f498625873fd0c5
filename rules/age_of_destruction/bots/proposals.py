"""Orders worth considering, each with the points it promises; not yet judged by the rules."""

from collections.abc import Iterator
from itertools import chain

from rules.age_of_destruction.bots.appraisal import Appraisal
from rules.age_of_destruction.bots.marching import marching_proposals, moving_proposals
from rules.age_of_destruction.bots.proposal import Proposal
from rules.age_of_destruction.bots.riding import riding_proposals
from rules.age_of_destruction.bots.striking import (
    firing_proposals,
    joint_proposals,
    striking_proposals,
)
from rules.age_of_destruction.bots.worth import heating
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.approaches import heading
from rules.age_of_destruction.orders.face import Face, free_turn
from rules.age_of_destruction.orders.samples import unpaid
from rules.age_of_destruction.orders.vent import Vent
from rules.age_of_destruction.play.rules import is_legal
from rules.core.drawing import as_listed
from rules.core.geometry import distance


def proposals(appraisal: Appraisal, field: Field, player: str) -> list[Proposal]:
    """Everything a player might order now that promises more than it costs, the best first."""
    found = [
        proposal
        for proposal in chain(
            *(_of_a_unit(appraisal, piece) for piece in field.of(player) if _is_able(piece)),
            joint_proposals(field, player) if field.state.orders_left > 0 else (),
            marching_proposals(appraisal, field, player) if field.state.orders_left > 0 else (),
        )
        if proposal.points > 0
    ]
    return sorted(found, key=lambda proposal: -proposal.points)


def legal_ones(field: Field, found: list[Proposal]) -> Iterator[Proposal]:
    """Those of some proposals the rules have nothing against; asked one by one."""
    return (proposal for proposal in found if is_legal(field, proposal.order))


def _is_able(piece: Piece) -> bool:
    return piece.now.at is not None and not piece.now.ordered


def _of_a_unit(appraisal: Appraisal, piece: Piece) -> Iterator[Proposal]:
    if piece.field.state.orders_left <= 0:
        yield from _free(appraisal, piece)
        return
    if not piece.now.shutdown:
        yield from firing_proposals(appraisal, piece)
        yield from striking_proposals(appraisal, piece)
        yield from moving_proposals(appraisal, piece)
        yield from riding_proposals(appraisal, piece)
    yield from _vents(piece)


def _vents(piece: Piece) -> Iterator[Proposal]:
    """Cooling beyond the click an idle 'Mech cools by itself."""
    rating = piece.unit.vent or 0
    if piece.is_mech and rating and piece.now.heat:
        points = heating(piece, -1) - heating(piece, -rating)
        yield Proposal(Vent(unit=piece.id), points)


def _free(appraisal: Appraisal, piece: Piece) -> Iterator[Proposal]:
    """What takes no order of the pool: free vents, and a turn towards the nearest opponent."""
    for vent in unpaid(piece, as_listed):
        if piece.now.heat:
            yield Proposal(vent, -heating(piece, -(piece.unit.vent or 0)))
    opponents = piece.field.opponents_of(piece.team)
    if opponents and free_turn(piece):
        nearest = min(opponents, key=lambda other: distance(piece.at, other.at))
        facing = heading(piece.at, nearest.at)
        turned = piece.field.moved(piece.id, facing=facing).piece(piece.id)
        points = appraisal.place(turned) - appraisal.place(piece)
        yield Proposal(Face(unit=piece.id, facing=facing), points - 1.0)
