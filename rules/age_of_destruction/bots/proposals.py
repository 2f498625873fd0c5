"""Orders worth considering, each with the points it promises; not yet judged by the rules."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from msgspec.structs import replace

from rules.age_of_destruction.bots.appraisal import Appraisal
from rules.age_of_destruction.bots.marching import marching_proposals, moving_ideas
from rules.age_of_destruction.bots.post import Post
from rules.age_of_destruction.bots.proposal import Idea, Proposal, as_idea
from rules.age_of_destruction.bots.riding import riding_ideas
from rules.age_of_destruction.bots.striking import firing_ideas, joint_proposals, striking_ideas
from rules.age_of_destruction.bots.worth import heating
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.approaches import heading
from rules.age_of_destruction.orders.face import Face, free_turn
from rules.age_of_destruction.orders.samples import unpaid
from rules.age_of_destruction.orders.vent import Vent
from rules.age_of_destruction.play.rules import is_legal
from rules.core.drawing import as_listed

#: Ideas weighed with care at a time: even where the first promises more than the last seems to, and
#: even where each seems to promise more.
FEWEST, MOST = 4, 24
#: Ideas that seem to promise nothing and are weighed where nothing else is left.
DOUBTFUL = 12


def proposals(appraisal: Appraisal, field: Field, player: str) -> Iterator[Proposal]:
    """Legal orders a player might give now that promise more than they cost, the best first: what
    seems best at a glance is weighed with care until nothing better is to be expected, then what
    seems second best."""
    waiting = sorted(_ideas(appraisal, field, player), key=lambda idea: -idea.points)
    good = sum(idea.points > 0 for idea in waiting)
    waiting = waiting[: good + DOUBTFUL]
    while waiting:
        found, number = _weighed(field, waiting)
        found.sort(key=lambda proposal: -proposal.points)
        yield from (each for each in found if each.judged or is_legal(field, each.order))
        waiting = waiting[number:]


def _weighed(field: Field, ideas: Sequence[Idea]) -> tuple[list[Proposal], int]:
    """What the first of some ideas come to, and how many they are."""
    found: list[Proposal] = []
    best, number = 0.0, 0
    for number, idea in enumerate(ideas[:MOST], 1):
        for proposal in idea.weigh():
            if proposal.points > best:
                if not proposal.judged and not is_legal(field, proposal.order):
                    continue
                best, proposal = proposal.points, replace(proposal, judged=True)
            if proposal.points > 0:
                found.append(proposal)
        if number >= FEWEST and ideas[number:] and ideas[number].points <= best:
            break
    return found, number


def _ideas(appraisal: Appraisal, field: Field, player: str) -> Iterator[Idea]:
    """What comes to mind."""
    posts = [Post(appraisal, piece) for piece in field.of(player) if _is_able(piece)]
    if field.state.orders_left <= 0:
        return chain.from_iterable(map(_free, posts))
    alone = chain.from_iterable(map(_of_a_unit, posts))
    together = chain(
        joint_proposals(field, player, appraisal.scale),
        marching_proposals(appraisal, field, player),
    )
    return chain(alone, map(as_idea, together))


def _is_able(piece: Piece) -> bool:
    return piece.now.at is not None and not piece.now.ordered


def _of_a_unit(post: Post) -> Iterator[Idea]:
    if not post.piece.now.shutdown:
        yield from firing_ideas(post)
        yield from striking_ideas(post)
        yield from moving_ideas(post)
        yield from riding_ideas(post)
    yield from _vents(post.piece)


def _vents(piece: Piece) -> Iterator[Idea]:
    """Cooling beyond the click an idle 'Mech cools by itself."""
    rating = piece.unit.vent or 0
    if piece.is_mech and rating and piece.now.heat:
        points = heating(piece, -1) - heating(piece, -rating)
        yield as_idea(Proposal(Vent(unit=piece.id), points), piece.id)


def _free(post: Post) -> Iterator[Idea]:
    """What takes no order of the pool: free vents, and a turn towards the nearest opponent."""
    piece = post.piece
    for vent in unpaid(piece, as_listed):
        if piece.now.heat:
            cooler = -heating(piece, -(piece.unit.vent or 0))
            yield as_idea(Proposal(vent, cooler), piece.id)
    if free_turn(piece):
        for nearest in post.nearest[:1]:
            points = post.seems_to_gain(piece.at, nearest.at)
            yield Idea(piece.id, points, partial(_turn_to, post, nearest))


def _turn_to(post: Post, other: Piece) -> Iterator[Proposal]:
    piece = post.piece
    facing = heading(piece.at, other.at)
    turned = piece.field.moved(piece.id, facing=facing).piece(piece.id)
    yield Proposal(Face(unit=piece.id, facing=facing), post.gains(turned) - 1.0)
