"""The combat dial as the small ring seen from above: eighteen positions around the window."""

from collection.catalogue.pictures.shapes import Picture, Polygon, Sector, Shape, Text, on_circle
from collection.catalogue.present.values import DIAL_POSITIONS, Click, Dial

SIZE = 100.0
CENTRE = SIZE / 2
RING_INNER, RING_OUTER = 39.0, 48.0
CURRENT_INNER, CURRENT_OUTER = 36.5, 50.0
MARKER_EDGE, MARKER_TIP, MARKER_SPREAD = 35.5, 31.0, 4.5
STEP = 360 / DIAL_POSITIONS
GAP = 1.5
# The L-shaped window: speed, attack, defense down the left arm, damage along the foot.
CELL_WIDTH, CELL_HEIGHT = 15.5, 14.0
WINDOW_LEFT, WINDOW_TOP = 27.0, 29.0


def ring(dial: Dial, *, window: bool = False) -> Picture:
    """Draw a dial as a ring, click 1 at the top and damage running clockwise.

    Sectors take the roles "lost" (clicks already turned past), "current", "left" (clicks still to
    come) and "eliminated". With `window` the centre shows the values of the current click (the
    first one outside of play), else the click's number, or the number of clicks outside of play.
    """
    shapes: list[Shape] = [_position(dial, number) for number in range(1, DIAL_POSITIONS + 1)]
    shapes += [_marker(click) for click in dial.clicks if click.marker]
    shapes += _window(_shown(dial)) if window else _count(dial)
    return Picture(width=SIZE, height=SIZE, shapes=tuple(shapes))


def _shown(dial: Dial) -> Click:
    return dial.clicks[(dial.current or 1) - 1]


def _position(dial: Dial, number: int) -> Sector:
    current = number == dial.current
    start = (number - 1) * STEP - STEP / 2
    return Sector(
        role=_role(dial, number),
        x=CENTRE,
        y=CENTRE,
        inner=CURRENT_INNER if current else RING_INNER,
        outer=CURRENT_OUTER if current else RING_OUTER,
        start=start + GAP,
        end=start + STEP - GAP,
    )


def _role(dial: Dial, number: int) -> str:
    if number > len(dial.clicks):
        return "eliminated"
    if dial.current is None or number > dial.current:
        return "left"
    return "current" if number == dial.current else "lost"


def _marker(click: Click) -> Polygon:
    angle = (click.number - 1) * STEP
    return Polygon(
        role=f"marker-{click.marker}",
        points=(
            on_circle(CENTRE, CENTRE, MARKER_EDGE, angle - MARKER_SPREAD),
            on_circle(CENTRE, CENTRE, MARKER_EDGE, angle + MARKER_SPREAD),
            on_circle(CENTRE, CENTRE, MARKER_TIP, angle),
        ),
    )


def _count(dial: Dial) -> list[Shape]:
    number = dial.current or len(dial.clicks)
    return [Text(role="count", x=CENTRE, y=CENTRE, size=34, words=str(number))]


def _window(click: Click) -> list[Shape]:
    cells = [
        (0, 0, click.speed),
        (0, 1, click.attack),
        (0, 2, click.defense),
        *((column, 2, damage) for column, damage in enumerate(click.damages, start=1)),
    ]
    return [
        _window_outline(len(click.damages)),
        *(
            Text(
                role="value",
                x=WINDOW_LEFT + (column + 0.5) * CELL_WIDTH,
                y=WINDOW_TOP + (row + 0.5) * CELL_HEIGHT,
                size=10.5,
                words=str(value),
            )
            for column, row, value in cells
        ),
    ]


def _window_outline(damages: int) -> Polygon:
    left, top = WINDOW_LEFT, WINDOW_TOP
    arm = left + CELL_WIDTH
    right, bottom = arm + damages * CELL_WIDTH, top + 3 * CELL_HEIGHT
    foot = bottom - CELL_HEIGHT
    return Polygon(
        role="window",
        points=(
            (left, top),
            (arm, top),
            (arm, foot),
            (right, foot),
            (right, bottom),
            (left, bottom),
        ),
    )
