"""The picture of the table as values: bases, rings, prints of terrain, how the game stands."""

import re
from dataclasses import replace

import msgspec
import pytest

from armybuilder.systems.age_of_destruction.present.board import board
from armybuilder.systems.age_of_destruction.present.figures import figure_lines
from armybuilder.systems.age_of_destruction.present.panels import chosen
from armybuilder.systems.age_of_destruction.present.prints import KINDS, PIECES, printed
from armybuilder.systems.age_of_destruction.present.standing import standing
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.tokens import Base, Ring, Token
from rules import age_of_destruction as aod
from rules.tests.skirmishes import Json, read, scenario, squad, tank

pytestmark = pytest.mark.usefixtures("catalogue")

SQUARE = ((2.0, 2.0), (8.0, 2.0), (8.0, 7.0), (2.0, 7.0))


def table_with(*units: Json, commanders: tuple[str, str] = ("", "greedy")) -> Table:
    """A table with some units, red to act."""
    found = read(scenario(list(units)))
    seats = {
        seat: {"name": "", "commander": commander}
        for seat, commander in zip(("red", "blue"), commanders, strict=True)
    }
    return Table(found.setup, found.state, seats)


def token_of(table: Table, unit: str) -> Token:
    """One unit of the picture."""
    return next(token for token in board(table, None).tokens if token.id == unit)


def numbers(path: str) -> list[float]:
    """The numbers of a path."""
    return [float(each) for each in re.findall(r"-?\d*\.?\d+", path)]


def test_a_base_is_drawn_at_its_true_size_and_its_ring_inside_it() -> None:
    base = Base("base-1", 1.5, 2.75)
    _x, front, radius = numbers(base.edge)[:3]
    assert front == pytest.approx(-2.75 / 2, abs=0.01)
    assert radius == 0.75
    _x, front, radius = numbers(base.ring)[:3]
    assert front == pytest.approx(-2.75 / 2 + 0.19, abs=0.01)
    assert radius == pytest.approx(0.75 - 0.19)


@pytest.mark.parametrize(
    ("click", "clicks", "lost", "left"), [(1, 10, 0, 100), (4, 10, 30, 70), (3, None, 0, 100)]
)
def test_a_ring_loses_its_clicks_from_the_front(
    click: int, clicks: int | None, lost: float, left: float
) -> None:
    ring = Ring(click, clicks)
    assert (ring.lost, ring.left) == (lost, left)
    assert (ring.between > 0) == (clicks is not None)


def test_a_ring_of_a_hidden_dial_tells_nothing() -> None:
    hurt = squad("b1", (20, 20), 180)
    table = replace(table_with(squad("r1", (10, 10)), hurt), open_dials=False)
    assert token_of(table, "b1").ring.clicks is None
    assert token_of(table, "r1").ring.clicks is not None


@pytest.mark.parametrize(
    ("facing", "mirrored"), [(0, False), (90, False), (200, True), (350, True)]
)
def test_a_figure_looks_where_its_base_faces(facing: int, mirrored: bool) -> None:
    table = table_with(tank("r1", (10, 10), facing), tank("b1", (20, 20)))
    assert token_of(table, "r1").mirrored is mirrored


def test_heat_stands_at_the_rear_rim() -> None:
    table = table_with(tank("r1", (10, 10), 90), tank("b1", (20, 20)))
    token = token_of(table, "r1")
    assert token.rear == (pytest.approx(-token.base.length / 2, abs=0.01), 0)


def test_the_table_opens_where_the_pieces_are() -> None:
    table = table_with(tank("r1", (10, 10)), tank("b1", (14, 12)))
    left, top, width, height = map(float, board(table, None).opens.split(","))
    assert (left, top) == (7.5, 36 - 12 - 2.5)
    assert (width, height) == (9, 7)


def test_the_chosen_unit_is_drawn_over_the_others() -> None:
    table = table_with(squad("r1", (10, 10)), squad("r2", (12, 10)), squad("b1", (20, 20)))
    assert [token.id for token in board(table, chosen(table, "r1")).tokens][-1] == "r1"


# --- Terrain --------------------------------------------------------------------------------


def test_every_piece_of_terrain_is_printed_as_what_it_is() -> None:
    assert set(PIECES) == set(aod.terrain_pieces())


@pytest.mark.parametrize("name", [*(f"{piece}-1" for piece in PIECES), *KINDS])
def test_the_same_terrain_is_always_printed_alike(name: str) -> None:
    kind = name if name in KINDS else "hindering"
    first = printed(name, kind, SQUARE, elevated=False)
    assert first == printed(name, kind, SQUARE, elevated=False)


def test_two_woods_of_one_shape_differ() -> None:
    one, other = (printed(f"wood-{n}", "hindering", SQUARE, elevated=False) for n in (1, 2))
    assert one.trees != other.trees


@pytest.mark.parametrize("polygon", [SQUARE, SQUARE[::-1]])
def test_what_is_printed_stays_inside_its_outline(polygon: tuple[tuple[float, float], ...]) -> None:
    wood = printed("wood-1", "hindering", polygon, elevated=True)
    assert len(wood.trees) > 5
    assert all(2 < tree.at[0] < 8 and 2 < tree.at[1] < 7 for tree in wood.trees)
    rubble = numbers(printed("rubble-1", "hindering", polygon, elevated=False).solids)
    assert rubble and all(2 <= x <= 8 for x in rubble[::2])
    roof = numbers(printed("ruin-1", "blocking", polygon, elevated=False).strokes)
    assert roof and all(2 <= x <= 8 for x in roof[::2]) and all(2 <= y <= 7 for y in roof[1::2])


def test_strokes_of_rock_go_inward_whichever_way_round_it_is_outlined() -> None:
    for polygon in (SQUARE, SQUARE[::-1]):
        strokes = printed("rocks-1", "blocking", polygon, elevated=False).strokes
        for x, y, dx, dy in zip(*[iter(numbers(strokes))] * 4, strict=True):
            assert 2 <= x + dx <= 8 and 2 <= y + dy <= 7


# --- How the game stands --------------------------------------------------------------------


def test_the_bar_counts_what_still_fights() -> None:
    table = table_with(tank("r1", (10, 10)), tank("r2", (14, 10)), tank("b1", (20, 20)))
    red, blue = standing(table).sides
    assert red.points == 2 * blue.points > 0
    assert (red.acts, blue.acts) == (True, False)


@pytest.mark.parametrize(
    ("commanders", "yours"), [(("", "greedy"), True), (("greedy", ""), False), (("", ""), False)]
)
def test_it_is_your_turn_where_you_are_the_only_person(
    commanders: tuple[str, str], yours: bool
) -> None:
    table = table_with(tank("r1", (10, 10)), tank("b1", (20, 20)), commanders=commanders)
    assert standing(table).yours is yours


def test_orders_are_pips_that_go_out() -> None:
    table = table_with(tank("r1", (10, 10)), tank("b1", (20, 20)))
    full = standing(table).orders
    assert full and all(full)
    spent = msgspec.structs.replace(table.state, orders_left=table.state.orders_left - 1)
    assert standing(replace(table, state=spent)).orders == (*full[1:], False)


def test_the_list_tells_of_a_hidden_dial_only_what_everybody_saw() -> None:
    table = replace(table_with(squad("r1", (10, 10)), squad("b1", (20, 20))), open_dials=False)
    mine, theirs = figure_lines(table)
    assert mine.view.dial is not None and mine.row.clicks is not None
    assert theirs.view.dial is None and theirs.row.clicks is None and theirs.taken == 0
