"""The colours of pictures that are files of their own: dark on white, fit for print."""

from collections.abc import Mapping
from dataclasses import dataclass

WHITE = "#ffffff"
INK = "#1c2126"
QUIET = "#5a646e"
LINE = "#d9d4c8"


@dataclass(frozen=True)
class Ink:
    """How shapes of one role are filled and outlined; `width` is that of the outline."""

    fill: str = INK
    stroke: str = ""
    width: float = 0.0
    bold: bool = False

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
