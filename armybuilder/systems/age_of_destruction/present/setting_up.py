"""The set-up: pieces of terrain that wait to be laid."""

from dataclasses import dataclass

from armybuilder.systems.age_of_destruction.present.shapes import outline
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import KINDS_OF_GROUND, ground_title
from collection.common.language import Words


@dataclass(frozen=True)
class WaitingGround:
    """A piece of the pool: its outline around (0, 0) and what it is."""

    id: str
    kind: str
    title: Words
    name: Words
    points: str


def waiting_ground(table: Table) -> tuple[WaitingGround, ...]:
    """The pool while terrain is laid, else nothing."""
    ready = table.state.preparation
    if ready is None or ready.step != "terrain":
        return ()
    return tuple(
        WaitingGround(
            id=piece.id,
            kind=piece.kind,
            title=ground_title(piece.id, piece.kind),
            name=KINDS_OF_GROUND[piece.kind],
            points=outline(piece.polygon, 0.0),
        )
        for piece in ready.pool
    )
