"""Path data as outlines: every command of SVG, absolute and relative."""

from math import hypot

import pytest

from collection.catalogue.pictures.paths import Outline, outlines

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0))


@pytest.mark.parametrize(
    "data",
    [
        "M0,0L10,0L10,5L0,5Z",
        "M0 0 10 0 10 5 0 5z",
        "m0 0h10v5h-10z",
        "M0-0H10V5H0Z",
        "m.0.0 10 0l0 5-10 0z",
    ],
)
def test_straight_edges_in_every_way_of_writing(data: str) -> None:
    assert outlines(data) == (Outline(SQUARE, closed=True),)


def test_after_a_closed_outline_the_pen_is_at_its_beginning() -> None:
    first, second = outlines("M2 3h4v4zm1 1h1v1z")
    assert first.points[0] == (2, 3)
    assert second.points == ((3, 4), (4, 4), (4, 5))


def test_an_open_outline_stays_open() -> None:
    assert outlines("M28,46L70,41") == (Outline(((28, 46), (70, 41)), closed=False),)


def test_curves_end_where_they_say_and_pass_through_their_middle() -> None:
    (cubic,) = outlines("M0 0C0 8 8 8 8 0")
    assert cubic.points[-1] == (8, 0)
    assert (4, 6) in cubic.points
    (quadratic,) = outlines("M0 0Q4 8 8 0")
    assert (4, 4) in quadratic.points


def test_a_smooth_curve_goes_on_as_the_one_before_ended() -> None:
    (wave,) = outlines("M0 82q8-6 16 0t16 0")
    assert (8, 79) in wave.points
    assert (24, 85) in wave.points
    (smooth,) = outlines("M0 0c0 4 4 4 4 0s4-4 4 0")
    assert (2, 3) in smooth.points
    assert (6, -3) in smooth.points


def test_a_smooth_curve_after_a_line_begins_straight() -> None:
    (curve,) = outlines("M0 0L4 0T8 0")
    assert {y for _x, y in curve.points} == {0}


@pytest.mark.parametrize(
    ("data", "through"),
    [
        ("M0 0a5 5 0 0 1 10 0", (5, -5)),
        ("M0 0a5 5 0 0 0 10 0", (5, 5)),
        ("M0 0A5,5,0,1,1,10,0", (5, -5)),
        ("M0 0a5 5 0 0110 0", (5, -5)),
        ("M0 0a1 1 0 0 1 10 0", (5, -5)),
    ],
)
def test_arcs_keep_their_radius_and_their_side(data: str, through: tuple[float, float]) -> None:
    (arc,) = outlines(data)
    assert arc.points[-1] == pytest.approx((10, 0), abs=1e-9)
    assert all(hypot(x - 5, y) == pytest.approx(5) for x, y in arc.points)
    assert any(point == pytest.approx(through) for point in arc.points)


def test_an_arc_without_radius_is_a_line() -> None:
    assert outlines("M0 0A0 5 0 0 1 3 4")[0].points == ((0, 0), (3, 4))


@pytest.mark.parametrize(
    "data", ["10 0", "M0", "M0 0X5", "M0 0L5", "M0 0Z 4", "M0 0a5 5 0 2 1 9 0"]
)
def test_what_is_no_path_data_is_refused(data: str) -> None:
    with pytest.raises(ValueError, match=r"\S|"):
        outlines(data)
