"""The dial of a figure of a group with its gear and pilot folded in by the rules."""

from collections.abc import Iterator

from armybuilder.groups.exports.sheet import ClickRow, FittedDial
from armybuilder.groups.present.groups import Judged
from collection.catalogue.game import dial
from collection.catalogue.present import words
from collection.catalogue.present.folded_dial import Fitted
from collection.catalogue.present.values import Equipment
from rules import Unreadable
from rules.age_of_destruction import (
    Catalogue,
    Entry,
    FittedClick,
    Fitting,
    Granted,
    Unit,
    figure_of,
    fitted_clicks,
)


def fitted_dial(entry: Entry, unit: Unit, catalogue: Catalogue) -> FittedDial | None:
    """The dial as it counts at no heat; None where nobody knows it, or the rules cannot use it.

    Cards the catalogue does not have change nothing, nor does a second pilot.
    """
    printed = dial(unit)
    if printed is None:
        return None
    try:
        clicks = fitted_clicks(unit, fitting_of(entry, catalogue), catalogue)
    except Unreadable:
        return None
    abilities = [granted.name for click in clicks for granted in click.granted if not granted.slot]
    return FittedDial(
        printed=printed,
        clicks=tuple(_click_row(click) for click in clicks),
        abilities=tuple(dict.fromkeys(abilities)),
    )


def fitted(judged: Judged, index: int) -> Fitted | None:
    """The figure of a line with its cards, by the group's own records; None where nobody knows
    it."""
    entry, known = judged.group.units[index], judged.known
    unit = figure_of(entry, known)
    if unit is None:
        return None
    counted = fitted_dial(entry, unit, known)
    return Fitted(unit, known, counted.clicks if counted else (), fitting_of(entry, known))


def fitting_of(entry: Entry, catalogue: Catalogue) -> Fitting:
    """What an entry carries, as far as the catalogue has it."""
    pilots = [choice for choice in entry.pilots if catalogue.card(choice.card)]
    gear = tuple(choice for choice in entry.gear if catalogue.card(choice.card))
    return Fitting(gear, pilots[0] if pilots else None)


def _click_row(click: FittedClick) -> ClickRow:
    granted: dict[str, tuple[Equipment, ...]] = {}
    for value, equipment in _equipment(click.granted):
        granted[value] = (*granted.get(value, ()), equipment)
    return ClickRow(
        values={key: tally.total for key, tally in click.values.items()},
        granted=granted,
        idle=click.idle,
    )


def _equipment(granted: tuple[Granted, ...]) -> Iterator[tuple[str, Equipment]]:
    """The special equipment cards give, with the value each piece sits on."""
    for grant in granted:
        if grant.slot:
            shape = "circle" if grant.circled else "square"
            yield grant.value, words.equipment(grant.slot, grant.color, shape)
