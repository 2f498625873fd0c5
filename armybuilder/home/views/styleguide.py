"""The style guide: every token and piece once, filled from the catalogue and the sample groups by
what also fills the pages."""

from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from armybuilder.groups.present.groups import judge_with, read, ways_to_mend
from armybuilder.groups.present.verdicts import Report, repair_values, report, verdict_value
from armybuilder.home.views.help import MARKS
from armybuilder.systems.age_of_destruction.sample_groups import sample_document
from collection.catalogue import game, selectors
from collection.catalogue.present import words
from collection.catalogue.present.catalogue_words import faction_value
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.rows import NO_POINTS, piece_columns
from collection.catalogue.present.silhouettes import DRAWINGS, MARK_CODES, OTHER_FACTION
from collection.catalogue.present.values import (
    FigureView,
    PieceRow,
    PieceTable,
    PostAction,
    Provenance,
    Verdict,
)
from collection.common.language import language
from collection.owning.models import Collection, Holding
from collection.owning.present.values import holding_row
from collection.owning.selectors.checklists import Progress
from collection.owning.selectors.holdings import Amounts

TOKENS = (
    *("paper", "raised", "sunk", "ink", "quiet", "line", "edge", "accent", "accent-wash"),
    *("legal", "problem", "note", "board", "side-red", "side-blue"),
)
HEAT_STEPS = range(6)
NOWHERE = "#pieces"

#: A 'Mech whose dial shows everything a dial has, and artillery with a short one.
DIALS = ("AOD-102", "AOD-006")
#: Two with whole dials, one known by number and name only, and how many there are of each.
FIGURES = {
    "AOD-102": Amounts(owned=2, lent=1),
    "AOD-033": Amounts(),
    "DA-105": Amounts(owned=1, wanted=1),
}
#: Two with an abbreviation, one without; some figures have no faction.
FACTIONS = ("Steel Wolves", "Clan Jade Falcon", "ComStar")
LEGAL, ILLEGAL = "steel-wolves-300", "illegal-300-over-points"
#: A figure whose points nobody knows: with it nothing can be decided.
WITHOUT_POINTS = "CA-081"

#: Two versions of a sculpt, infantry, a vehicle in play and a 'Mech nobody knows the dial of.
LINES = ("AOD-102", "AOD-103", "AOD-020", "AOD-061", "DA-105")
HURT = "AOD-061"

PROGRESSES = (Progress(28, 0), Progress(124, 41), Progress(1000, 999), Progress(6, 6))
PAID = {"EUR": Decimal("12.5"), "PLN": Decimal("12345.67")}
ADD = PostAction(_("Add"), NOWHERE, icon="plus")
ACTIONS = (
    (PostAction(_("Save"), NOWHERE), "primary"),
    (PostAction(_("Undo"), NOWHERE, icon="undo"), ""),
    (PostAction(_("Remove"), NOWHERE, icon="remove"), "danger"),
    (ADD, "small"),
)


class SampleForm(forms.Form):
    """One field of each kind; bound with an empty name, it also shows an error."""

    name = forms.CharField(label=_("Name"), help_text=_("Shown to whoever you share it with."))
    limit = forms.ChoiceField(label=_("Points"), choices=[(n, n) for n in (300, 450, 600)])
    shared = forms.BooleanField(label=_("Anyone with the link may look"), required=False)


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """One page with tokens and pieces, in the visitor's language and theme."""
    known = game.catalogue()
    legal, illegal, undecided, said = _judged(known, language())
    mech, short = (dial for number in DIALS if (dial := game.dial(known.units[number])))
    factions = {each.name: faction_value(each) for each in selectors.factions(game.SYSTEM)}
    return render(
        request,
        "home/styleguide.html",
        {
            "tokens": TOKENS,
            "heat_steps": HEAT_STEPS,
            "equipment": [words.equipment(*place) for place in words.EQUIPMENT],
            "heat_effects": [words.heat_effect(*place) for place in words.HEAT_EFFECTS],
            "ranks": words.RANKS,
            "speed_modes": words.SPEED_MODES,
            "range_types": words.RANGE_TYPES,
            "factions": [*(factions[name] for name in FACTIONS), None],
            "marks": [Provenance(kind, meaning) for kind, meaning in MARKS.items()],
            "mech_dial": replace(mech, current=4, heat_current=2),
            "short_dial": short,
            "tally": said.tally,
            "illegal": illegal,
            "legal": legal,
            "undecided": undecided,
            "lines": _lines(known),
            "drawings": DRAWINGS,
            "marks_of_factions": [*sorted(MARK_CODES), OTHER_FACTION],
            "pieces": _pieces(known),
            "progresses": PROGRESSES,
            "paid": PAID,
            "actions": ACTIONS,
            "form": SampleForm({"name": "", "limit": "450"}),
        },
    )


@lru_cache(maxsize=4)
def _judged(known: game.Catalogue, _language: str) -> tuple[Verdict, Verdict, Verdict, Report]:
    """A legal, an illegal and an undecided group, and all that is said of the legal one."""
    plain = sample_document(LEGAL)
    incomplete: dict[str, Any] = plain | {"units": [*plain["units"], {"unit": WITHOUT_POINTS}]}
    legal, illegal, undecided = (
        judge_with(read(document), known)
        for document in (plain, sample_document(ILLEGAL), incomplete)
    )
    said = report(legal)
    return (
        verdict_value(said),
        verdict_value(report(illegal), repair_values(ways_to_mend(illegal))),
        verdict_value(report(undecided)),
        said,
    )


def _lines(known: game.Catalogue) -> list[FigureView]:
    """Figures in one line each, one of them hurt."""
    shown = [figure_view(known.units[number]) for number in LINES]
    return [_hurt(each) if each.id == HURT else each for each in shown]


def _hurt(figure: FigureView) -> FigureView:
    return replace(figure, dial=replace(figure.dial, current=3)) if figure.dial else figure


def _pieces(known: game.Catalogue) -> PieceTable:
    """Figures with every column a list can have, and a number nobody has told of."""
    shelf = Collection(public_id="sample")
    rows: list[PieceRow] = []
    for number, amounts in FIGURES.items():
        figure = selectors.find_figure(game.SYSTEM, number)
        code, _dash, printed = number.partition("-")
        holding = Holding(system=game.SYSTEM, set_code=code, number=printed, figure=figure)
        row = holding_row(shelf, holding, amounts, known)
        marks = {"points": NO_POINTS} if row.points is None else {}
        rows.append(replace(row, action=ADD, marks=marks))
    nameless = Holding(system=game.SYSTEM, set_code="AN", number="017")
    rows.append(holding_row(shelf, nameless, Amounts(owned=1), known))
    columns = tuple(
        replace(column, order_url=NOWHERE, ordered="ascending" if column.key == "number" else "")
        for column in piece_columns(words.PIECE_COLUMNS)
    )
    return PieceTable(
        caption=_("Sample figures"),
        columns=columns,
        rows=tuple(replace(row, url=NOWHERE) for row in rows),
    )
