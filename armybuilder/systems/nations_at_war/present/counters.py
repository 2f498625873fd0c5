"""Counters as they are drawn: printed values, the side that is up, and markers on top."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from armybuilder.skirmishes.present.board import Token
from armybuilder.systems.nations_at_war.present.field import Field
from armybuilder.systems.nations_at_war.present.sides import Marker

#: The drawing of each kind; anything else is a plain vehicle.
GLYPHS = {
    "hq": "hq",
    "mechanised infantry": "mechanised",
    "infantry": "infantry",
    "gun": "gun",
    "mortar": "mortar",
    "tank": "tank",
}
MOUNTED = "carrier"


@dataclass(frozen=True)
class Badge:
    """A marker on a counter: its letters, and what it means."""

    kind: str
    letters: str
    label: str


@dataclass(frozen=True)
class Printed:
    """What is printed on a counter, and what lies on it; values a headquarters has, else None."""

    glyph: str
    marker: Marker
    movement: str
    morale: int | None
    command_range: int | None
    leadership: int | None
    badges: tuple[Badge, ...]
    is_reduced: bool


@dataclass(frozen=True)
class Counter(Token):
    """A counter on the map."""

    printed: Printed

    @property
    def laid(self) -> tuple[tuple[float, Badge], ...]:
        """Badges with where each lies along the side of the counter, in hundredths of a hex."""
        return tuple(
            (BADGE_FIRST + number * BADGE_STEP, badge)
            for number, badge in enumerate(self.printed.badges)
        )


#: Where the first badge lies and how far from it the next, in hundredths of a hex.
BADGE_FIRST, BADGE_STEP = -22, 18


def printed(field: Field, unit_id: str, marker: Marker) -> Printed:
    """A counter as it lies there."""
    counter, unit = field.setup.counters[unit_id], field.now.unit(unit_id)
    is_hq = counter.kind == "hq"
    formation = field.setup.formations[counter.formation]
    mounted = unit.side == "mounted"
    return Printed(
        glyph=MOUNTED if mounted else GLYPHS.get(counter.kind, "vehicle"),
        marker=marker,
        movement=f"{field.setup.movement(unit_id, unit.side):g}",
        morale=field.now.morale(formation) if is_hq else None,
        command_range=field.now.command_range(formation) if is_hq else None,
        leadership=field.now.leadership(formation) if is_hq else None,
        badges=tuple(badges(field, unit_id)),
        is_reduced=unit.reduced,
    )


def badges(field: Field, unit_id: str) -> list[Badge]:
    """The markers on a counter."""
    unit = field.now.unit(unit_id)
    known = (
        ("disrupted", "D", pgettext("counter", "Disrupted")),
        ("out_of_command", "OC", _("Out Of Command")),
        ("fired", "✶", pgettext("counter", "has attacked")),
        ("ops_complete", "✓", _("Ops Complete")),
        ("reduced", "−1", pgettext("counter", "reduced")),
    )
    return [Badge(kind, letters, label) for kind, letters, label in known if getattr(unit, kind)]
