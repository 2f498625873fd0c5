"""How the points of figures are spread, for choosing a part of them with the eyes."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from collection.catalogue import game
from collection.catalogue.pictures.histogram import histogram
from collection.catalogue.pictures.svg import write_svg
from collection.common.language import language

#: Points to a bar.
STEP = 15


@dataclass(frozen=True)
class PointsSpread:
    """The least and the most points of the bars, both multiples of `step`, and the bars."""

    least: int
    most: int
    step: int
    picture: SafeString


def points_spread(known: game.Catalogue) -> PointsSpread:
    """How many figures of a catalogue cost how much."""
    return _spread(known, language())


@lru_cache(maxsize=8)
def _spread(known: game.Catalogue, _language: str) -> PointsSpread:
    bars = Counter(unit.points // STEP for unit in known.units.values() if unit.points is not None)
    last = max(bars, default=0)
    told = _("Figures by points, %(least)s to %(most)s") % {"least": 0, "most": (last + 1) * STEP}
    picture = histogram([bars[bar] for bar in range(last + 1)])
    return PointsSpread(
        0,
        (last + 1) * STEP,
        STEP,
        write_svg(picture, description=told, css_class="histogram"),
    )
