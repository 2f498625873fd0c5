"""How long a figure lasts and how it fades: a bar a click, as high as the best damage there."""

from collections.abc import Iterator

from collection.catalogue.pictures.shapes import Box, Picture, Shape
from collection.catalogue.present.dial_table import starting_click
from collection.catalogue.present.values import Click, Dial

BAR, STEP = 4.0, 6.0
#: A bar without damage is still a click; the highest damage printed is 6.
LOWEST, DAMAGE = 2.0, 3.2
MOST_DAMAGE = 6
GROUND = LOWEST + DAMAGE * MOST_DAMAGE
TICK = 3.0
#: The outline of a lost click lies inside its bar.
OUTLINE = 0.5


def life(dial: Dial) -> Picture:
    """Draw a dial's clicks from left to right.

    Bars take the roles "life-lost", "life-current" (outside of play the starting click),
    "life-left" and, for clicks that can only be salvaged, "life-salvage"; "life-repair" is the
    tick under a repair marker.
    """
    shapes = tuple(shape for click in dial.clicks for shape in _bar(dial, click))
    return Picture(STEP * len(dial.clicks) - STEP + BAR, GROUND + TICK, shapes)


def _bar(dial: Dial, click: Click) -> Iterator[Shape]:
    left = (click.number - 1) * STEP
    height = LOWEST + DAMAGE * min(max(click.damages, default=0), MOST_DAMAGE)
    role = _role(dial, click)
    inset = OUTLINE if role == "life-lost" else 0
    yield Box(
        role,
        left + inset,
        GROUND - height + inset,
        BAR - 2 * inset,
        height - 2 * inset,
        0,
    )
    if click.marker == "repair_limit":
        yield Box("life-repair", left, GROUND + 1, BAR, TICK - 1.5, 0)


def _role(dial: Dial, click: Click) -> str:
    if click.number == (dial.current or starting_click(dial)):
        return "life-current"
    if dial.current and click.number < dial.current:
        return "life-lost"
    return "life-salvage" if is_salvage(click) else "life-left"


def is_salvage(click: Click) -> bool:
    """Whether a click shows Salvage: black equipment on its attack."""
    found = click.equipment.get("attack")
    return found is not None and found.colour == "black"
