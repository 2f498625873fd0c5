"""What an editor places in a scene: walls, gaps, passages, templates, models; lengths in inches."""

from typing import Any

from rules.core import palette
from rules.core.declared import Document, Kind, Layer, declared
from rules.core.picture import Shape
from rules.warzone.reading import read_scenario

#: How wide a base is drawn that nobody has said.
BASE = 1.2


class Palette(palette.Palette):
    """The palette of scenes."""

    def shape_of(self, document: Document, layer: Layer, found: Document) -> Shape | None:
        """The round base of a model."""
        if layer.draws != "piece":
            return None
        base: Any = found.get("base")
        is_number = isinstance(base, (int, float)) and 0 < base <= 100
        width = float(base) if is_number else BASE
        return Shape(width, width, is_round=True)

    def added(self, document: Document, layer: Layer, kind: Kind, found: Document) -> None:
        """A model of no squad is of the one of its side."""
        if layer.draws == "piece":
            found.setdefault("squad", found.get("owner", ""))


PALETTE = Palette(declared("rules.warzone"), read_scenario)
