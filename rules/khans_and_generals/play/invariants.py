"""What must hold in every position a battle comes to."""

from collections.abc import Iterator

from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.moment.morale import reluctance
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import State


def broken_invariants(setup: Setup, state: State) -> list[str]:
    """Everything wrong with a position; nothing, if the rules are kept."""
    field = Field(setup, state)
    return [*_units(field), *_fights(field), *_table(field)]


def _units(field: Field) -> Iterator[str]:
    for piece in field.pieces:
        unit, profile = piece.unit, piece.profile
        if not 0 <= unit.strength <= profile.strength:
            yield f"{unit.id}: strength {unit.strength} of {profile.strength}"
        total = reluctance(field, piece)
        if total.total != sum(part.value for part in total.parts):
            yield f"{unit.id}: reluctance is not the sum of its entries"
        keys = [(e.effect, e.from_) for e in unit.effects if e.until is not None]
        if len(keys) != len(set(keys)):
            yield f"{unit.id}: an effect counts twice"
        if unit.strength == 0 and profile.strength and not unit.lost:
            yield f"{unit.id}: nobody is left"


def _fights(field: Field) -> Iterator[str]:
    for lock in field.state.locks:
        one, other = field.piece(lock.attacker), field.piece(lock.defender)
        if not one.is_enemy(other) or not (one.present and other.present):
            yield f"{one.id} is locked with {other.id}"
        elif one.base.gap(other.base) > 1:
            yield f"{one.id} fights {other.id} from afar"


def _table(field: Field) -> Iterator[str]:
    state = field.state
    for name, left in (*state.activations.items(), *state.command_points.items()):
        if left < 0:
            yield f"{name}: less than no orders left"
    if len(set(state.fires)) != len(state.fires):
        yield "a square burns twice"
    for player, held in state.assessment.items():
        if any(not 1 <= token <= 5 for token in held.tokens):
            yield f"{player}: a token that does not exist"
