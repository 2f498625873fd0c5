"""The colours of pictures that are files of their own: dark on white, fit for print."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

WHITE = "#ffffff"
INK = "#1c2126"
QUIET = "#5a646e"
LINE = "#d9d4c8"


@dataclass(frozen=True)
class Ink:
    """How shapes of one role are filled and outlined. `width` is that of the outline, which is a
    row of dots so far apart where `dots` is not 0."""

    fill: str = INK
    stroke: str = ""
    width: float = 0.0
    bold: bool = False
    dots: float = 0.0

    @property
    def css(self) -> str:
        """The same as declarations of a style sheet."""
        stroke = f";stroke:{self.stroke};stroke-width:{self.width}" if self.stroke else ""
        weight = ";font-weight:700" if self.bold else ""
        return f"fill:{self.fill or 'none'}{stroke}{weight}"


def _badge(colour: str) -> Ink:
    return Ink(fill=colour, stroke=INK, width=1.5)


PRINT: Mapping[str, Ink] = {
    "paper": Ink(fill=WHITE, stroke=INK, width=2),
    "title": Ink(bold=True),
    "subtitle": Ink(fill=QUIET),
    "label": Ink(fill=QUIET),
    "head": Ink(fill=QUIET, bold=True),
    "value": Ink(bold=True),
    "changed": Ink(fill="#efe9da"),
    "rule": Ink(fill=LINE),
    "end": Ink(fill="#c9c4b8"),
    "marker-start": Ink(fill="#1e6a38"),
    "marker-repair_limit": Ink(fill=INK),
    "code": Ink(fill=WHITE, bold=True),
    "code-yellow": Ink(bold=True),
    "equipment-green": _badge("#1e6a38"),
    "equipment-red": _badge("#b3261e"),
    "equipment-blue": _badge("#1d5a9e"),
    "equipment-black": _badge("#17191b"),
    "equipment-grey": _badge("#5b6166"),
    "equipment-yellow": _badge("#f2c230"),
}

#: The light page, as the site's tokens have it.
PAPER = "#f4f0e7"
RAISED = "#fffdf8"
PAGE_QUIET = "#59616a"
PAGE_LINE = "#d9d1c0"
VERDICTS: Mapping[str, str] = {"legal": "#2c7a3f", "illegal": "#b3261e", "undecided": "#8a5a00"}
#: The second ink of each faction, by its code; M are mercenaries and all without a code.
SPOTS: Mapping[str, str] = {
    "BR": "#a0520f",
    "CJF": "#50751a",
    "DF": "#b5391b",
    "H": "#285f9f",
    "RotS": "#7d6300",
    "SC": "#74479c",
    "SW": "#4f6272",
    "SH": "#0f6d86",
    "SS": "#8a2b5c",
    "M": "#55534d",
}
#: The six steps of the heat dial.
HEAT = ("#2c7a3f", "#5f6d1c", "#7d6100", "#94530a", "#a53d14", "#b3261e")
#: How much of a second ink there is in the paper of a wash, and in the strongest dots on it.
WASH = 0.13
DOTS = 0.3
DOT_STEPS = 8


def spot_role(mark: str) -> str:
    """The role of a faction's second ink."""
    return f"spot-{mark if mark in SPOTS else 'M'}"


@cache
def of_list(mark: str) -> Mapping[str, Ink]:
    """The inks of a list's picture, on the wash of the faction with a mark."""
    spot = SPOTS.get(mark, SPOTS["M"])
    wash = mixed(spot, PAPER, WASH)
    dots = {
        f"dot-{step}": Ink(fill=mixed(spot, wash, DOTS * step / DOT_STEPS))
        for step in range(DOT_STEPS + 1)
    }
    verdicts = {role: Ink(fill=colour, bold=True) for role, colour in VERDICTS.items()}
    stamps = {f"{role}-line": Ink(stroke=colour) for role, colour in VERDICTS.items()}
    return {
        "ground": Ink(fill=wash),
        "page": Ink(fill=RAISED),
        "ink": Ink(),
        "far": Ink(fill=mixed(INK, wash, 0.5)),
        "cut": Ink(fill=wash),
        "parting": Ink(stroke=wash),
        "spot": Ink(fill=spot),
        "on-spot": Ink(fill=WHITE),
        "title": Ink(bold=True),
        "told": Ink(fill=PAGE_QUIET),
        "rule": Ink(fill=PAGE_LINE),
        **{spot_role(each): Ink(fill=colour) for each, colour in SPOTS.items()},
        **dots,
        **verdicts,
        **stamps,
    }


def mixed(colour: str, other: str, share: float) -> str:
    """So much of a colour in another; both are written "#rrggbb"."""
    parts = (
        round(int(colour[at : at + 2], 16) * share + int(other[at : at + 2], 16) * (1 - share))
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)
