"""A group to be read by others: its figures in a line each, as they count with their cards."""

from dataclasses import dataclass, replace
from typing import Any

from armybuilder.groups.exports.sheet import ClickRow, FittedDial
from armybuilder.groups.present.entries import Entries, Figures, entries
from armybuilder.groups.present.fitted_dial import fitted_dial
from armybuilder.groups.present.groups import Judged
from armybuilder.groups.present.lineups import faction_words
from armybuilder.groups.present.verdicts import standing
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.lineups import lineup
from collection.catalogue.present.values import Click, Dial, FigureView, Lineup
from rules import age_of_destruction as aod

DAMAGES = ("primary_damage", "secondary_damage")


@dataclass(frozen=True)
class ReadLine:
    """A line of figures: `view` has values with gear and pilot and the points of one copy with all
    that is on it; None where nobody knows the figure."""

    line: Figures
    view: FigureView | None


def reading(judged: Judged) -> dict[str, Any]:
    """What a page shows of a group that is only read: its line-up, standing, lines and cards,
    and the template for these."""
    known = entries(judged)
    row = _lineup(judged)
    return {
        "lineup": row,
        "faction": faction_words(row.mark),
        "standing": standing(judged),
        "read": read_lines(judged, known),
        "cards": known.cards,
        "reading": "groups/read_lines.html",
    }


def read_lines(judged: Judged, known: Entries) -> list[ReadLine]:
    """The lines of figures of a group, in its order."""
    pairs = zip(known.figures, judged.group.units, strict=True)
    return [ReadLine(line, _view(line, entry, judged.known)) for line, entry in pairs]


def _lineup(judged: Judged) -> Lineup:
    """The figures of a group on its ground, those it describes itself too."""
    units = [(aod.figure_of(entry, judged.known), entry.count) for entry in judged.group.units]
    return lineup([unit for unit, count in units if unit for _copy in range(count)])


def _view(line: Figures, entry: aod.Entry, known: aod.Catalogue) -> FigureView | None:
    unit = aod.figure_of(entry, known)
    if unit is None:
        return None
    view = figure_view(unit, has_page=entry.inline is None)
    fitted = None if line.is_bare else fitted_dial(entry, unit, known)
    dial = counted(fitted) if fitted else view.dial
    return replace(view, dial=dial, points=None if line.points is None else line.value)


def counted(fitted: FittedDial) -> Dial:
    """The dial as it counts: values with what cards add, equipment with what they give and rest."""
    clicks = zip(fitted.printed.clicks, fitted.clicks, strict=True)
    return replace(fitted.printed, clicks=tuple(_click(click, row) for click, row in clicks))


def _click(click: Click, row: ClickRow) -> Click:
    own = {slot: each for slot, each in click.equipment.items() if slot not in row.idle}
    given = {slot: each[0] for slot, each in row.granted.items() if each}
    return replace(
        click,
        speed=row.values["speed"],
        attack=row.values["attack"],
        defense=row.values["defense"],
        damages=tuple(
            row.values.get(key, printed)
            for key, printed in zip(DAMAGES, click.damages, strict=False)
        ),
        equipment=own | given,
    )
