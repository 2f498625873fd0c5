"""Plain values of the pages of contributions."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from collection.catalogue import game
from collection.catalogue.entering import selectors
from collection.catalogue.entering.columns import Column, Sheet, sheets
from collection.catalogue.entering.differences import Difference, differences, value_name
from collection.catalogue.entering.reasons import reason_in_words
from collection.catalogue.files import LoadProblem
from collection.catalogue.models import EntryRevision, Faction, FigureReport, Proposed
from collection.catalogue.present import values
from collection.common.language import Words
from collection.common.people import person


@dataclass(frozen=True)
class State:
    """One state of an entered figure, as its history tells it."""

    number: int
    made_by: str
    made_at: datetime
    entered_by: str
    read_from: Words
    note: str
    taken_off: bool
    differences: tuple[Difference, ...]
    is_present: bool


def is_editor(user: Any) -> bool:
    """Whether a person decides on contributions."""
    return bool(user.has_perm("collection.edit_catalogue"))


def entered_marks(system: str, catalogue_ids: Collection[str]) -> dict[str, values.Provenance]:
    """A mark for each of some figures that people entered: who, and from what; one query."""
    said = _("Entered or corrected by %(who)s, from %(source)s.")
    return {
        catalogue_id: values.Provenance(
            "entered",
            said % {"who": person(row.entered_by), "source": row.get_how_sure_display()},
        )
        for catalogue_id, row in selectors.present_revisions(system, catalogue_ids).items()
    }


def refusal(problems: Iterable[LoadProblem]) -> str:
    """Why the rules refuse a figure, in one message."""
    reasons = [f"{found.id}: {reason_in_words(found.reason)}" for found in problems]
    return _("Nothing was changed. %s") % " ".join(reasons or [_("The figure is gone.")])


def states(
    history: list[EntryRevision], loaded: dict[str, Any] | None, factions: list[Faction]
) -> list[State]:
    """The states of an entry, the newest first, each with what it changed in the one before."""
    earlier = [*(revision.record or loaded for revision in history[1:]), loaded]
    return [
        State(
            number=revision.number,
            made_by=person(revision.made_by),
            made_at=revision.made_at,
            entered_by=person(revision.entered_by),
            read_from=revision.get_how_sure_display(),
            note=revision.note,
            taken_off=revision.record is None,
            differences=tuple(differences(before, revision.record or loaded, factions)),
            is_present=revision is history[0],
        )
        for revision, before in zip(history, earlier, strict=True)
    ]


def column_of(report: FigureReport, factions: list[Faction]) -> tuple[Sheet, Column]:
    """The sheet and column of a reported value."""
    key, _dot, column = report.value.partition(".")
    sheet = next(sheet for sheet in sheets(factions) if sheet.key == key)
    return sheet, sheet.column(column)


def reported_value(report: FigureReport, factions: list[Faction]) -> str:
    """The name of a reported value."""
    sheet, column = column_of(report, factions)
    return value_name(sheet, column, report.line or 0)


def figure_url(proposal: Proposed) -> str:
    """Where the figure of a proposal is shown."""
    return reverse("collection:figure", args=[proposal.catalogue_id])


def proposed_dial(record: dict[str, Any], files: dict[str, Any]) -> values.Dial | None:
    """The dial of a proposed record; None where the rules do not read it any more."""
    try:
        units = game.read_catalogue(files).units
    except game.CatalogueRefused:
        return None
    return game.dial(units[record["id"]])
