"""The ring drawn from a dial."""

from collections import Counter
from xml.etree.ElementTree import fromstring

import pytest

from collection.catalogue.pictures.dial import ring
from collection.catalogue.pictures.shapes import Polygon, Sector, Text, on_circle
from collection.catalogue.pictures.svg import write_svg
from collection.catalogue.present.values import Click, Dial, Weapon


def dial(current: int | None = None, damages: int = 2) -> Dial:
    markers = {1: "start", 4: "repair_limit"}
    clicks = tuple(
        Click(number, 8, 9, 20, (3, 4)[:damages], markers.get(number))  # type: ignore[arg-type]
        for number in range(1, 11)
    )
    return Dial("Atlas", (Weapon("energy", 0, 6),) * damages, clicks, current=current)


def roles(current: int | None) -> Counter[str]:
    return Counter(shape.role for shape in ring(dial(current)).shapes if isinstance(shape, Sector))


def test_outside_of_play_every_click_is_left() -> None:
    assert roles(None) == {"left": 10, "eliminated": 8}


def test_in_play_the_ring_parts_lost_current_and_left() -> None:
    assert roles(4) == {"lost": 3, "current": 1, "left": 6, "eliminated": 8}


def test_markers_stand_at_their_clicks() -> None:
    markers = [shape for shape in ring(dial()).shapes if isinstance(shape, Polygon)]
    assert [marker.role for marker in markers] == ["marker-start", "marker-repair_limit"]
    assert markers[0].points[2] == pytest.approx((50, 19))


@pytest.mark.parametrize("damages", [1, 2])
def test_the_window_shows_the_values_of_the_current_click(damages: int) -> None:
    texts = [
        shape for shape in ring(dial(4, damages), window=True).shapes if isinstance(shape, Text)
    ]
    assert [text.words for text in texts] == ["8", "9", "20", "3", "4"][: 3 + damages]


def test_angles_run_clockwise_from_twelve() -> None:
    assert on_circle(50, 50, 10, 90) == pytest.approx((60, 50))
    assert on_circle(50, 50, 10, 180) == pytest.approx((50, 60))


def test_the_svg_is_well_formed_and_names_itself_safely() -> None:
    svg = fromstring(write_svg(ring(dial(4)), description='<"Atlas">', css_class="ring"))
    assert svg.attrib["aria-label"] == '<"Atlas">'
    assert svg.attrib["viewBox"] == "0 0 100 100"
    assert len(svg) == 18 + 2 + 1
