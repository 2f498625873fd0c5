"""The map: hexes with their prints and numbers, roads, objectives, counters."""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from armybuilder.skirmishes.present.board import Board, Ground, board
from armybuilder.skirmishes.present.drawn import Point, down
from armybuilder.systems.nations_at_war.present.counters import Counter, printed
from armybuilder.systems.nations_at_war.present.field import Field
from armybuilder.systems.nations_at_war.present.sides import markers
from rules import nations_at_war as naw

#: Terrain that has a drawing.
DRAWN = ("wood", "town", "hill", "lake", "road", "open")
ROADS = ("road", "town")


@dataclass(frozen=True)
class HexGround(Ground):
    """A hex with its number and the terrain it is drawn by, "" for one without a drawing; `top` is
    where its number stands."""

    number: str
    terrain: str
    top: Point
    is_objective: bool


@dataclass(frozen=True)
class Road:
    """A piece of road from the middle of one hex to that of another."""

    start: Point
    end: Point


@dataclass(frozen=True)
class NationsBoard(Board):
    """A map with its roads."""

    roads: tuple[Road, ...]


def nations_board(field: Field) -> NationsBoard:
    """The map of a moment."""
    plain = board(field.table)
    named = markers(field)
    given = {each.name: getattr(plain, each.name) for each in fields(Board)}
    counters = tuple(
        Counter(
            **{each.name: getattr(token, each.name) for each in fields(token)},
            printed=printed(field, token.id, named[field.setup.counters[token.id].formation]),
        )
        for token in plain.tokens
    )
    given |= {
        "tokens": counters,
        "grounds": tuple(_hexes(field, plain)),
        "notes": (),
        "signs": tuple(sign for sign in plain.signs if sign.kind != "objective"),
    }
    return NationsBoard(**given, roads=tuple(_roads(field, plain.depth)))


def _hexes(field: Field, plain: Board) -> Iterator[HexGround]:
    hexes = field.setup.map.hexes
    for ground, (at, data) in zip(plain.grounds, hexes.items(), strict=True):
        x, y = ground.at
        terrain = data.terrain or "open"
        given = {each.name: getattr(ground, each.name) for each in fields(ground)}
        yield HexGround(
            **given,
            number=field.number(at),
            terrain=terrain if terrain in DRAWN else "",
            top=(x, round(y - 0.36, 3)),
            is_objective=at in field.setup.objectives,
        )


def _roads(field: Field, depth: float) -> Iterator[Road]:
    """Roads lead from hex to hex; into a town one goes as far as its middle."""
    hexes = field.setup.map.hexes
    for at, data in hexes.items():
        for onward in naw.neighbours(at):
            other = hexes.get(onward)
            if other is None or onward < at:
                continue
            kinds = {data.terrain, other.terrain}
            if "road" in kinds and kinds <= set(ROADS):
                yield Road(
                    down(field.grid.middle(at), depth), down(field.grid.middle(onward), depth)
                )
