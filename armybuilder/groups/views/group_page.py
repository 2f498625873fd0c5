"""What the pages of one group show: the builder, the page behind a link, a stale tab."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armybuilder.groups.forms.edits import EditForm, SettingsForm
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.entries import Entries, Figures, entries
from armybuilder.groups.present.format_in_use import format_in_use
from armybuilder.groups.present.games import AnyJudged, drift
from armybuilder.groups.present.gauge import gauge
from armybuilder.groups.present.groups import (
    Judged,
    Way,
    ways_to_fill,
    ways_to_mend,
    ways_to_total,
)
from armybuilder.groups.present.owning_panel import owning_panel, shelf_for
from armybuilder.groups.present.reading import read_lines
from armybuilder.groups.present.rows import card_rows, colours
from armybuilder.groups.present.starters import starter_of
from armybuilder.groups.present.verdicts import (
    Report,
    Standing,
    repair_values,
    report,
    split_place,
    verdict_value,
)
from armybuilder.groups.selectors.fielding import stock_for
from armybuilder.groups.selectors.groups import source_visible_to, steps_of
from armybuilder.groups.views.add_panel import AddPanel, add_panel
from armybuilder.groups.views.page_state import PageState
from armybuilder.site.accounts.visitors import owner_of
from armybuilder.site.models import Owner
from collection.catalogue.present.entered_values import entered_marks
from collection.catalogue.present.values import Repair
from collection.common.numbers import whole_number

USUAL_TOTALS = (300, 450, 600)
#: What opens under the head of the builder when it is asked for.
OPENED = ("settings", "sheets", "owning", "points", "orders", "keys")


@dataclass(frozen=True)
class Fault:
    """What was wrong with a change: the spot of the page, the sentence, and what was typed."""

    spot: str
    message: str
    typed: str = ""


@dataclass(frozen=True)
class Lineage:
    """What a group was copied from; `url` is empty where that may not be seen any more."""

    name: str
    version: int
    url: str = ""


@dataclass(frozen=True)
class Suggestion:
    """A question about the whole group that the rules can answer with changes."""

    ways: str
    label: str
    url: str
    asked: bool


def builder_context(
    request: HttpRequest,
    group: BattleGroup,
    judged: Judged,
    state: PageState,
    *,
    fault: Fault | None = None,
    form: EditForm | None = None,
    picked: tuple[int, ...] = (),
) -> dict[str, Any]:
    """Everything the builder shows; `fault` and `form` are those of a change that was refused,
    `picked` the lines that stay selected."""
    page_url = reverse("group", args=[group.public_id])
    known = entries(judged)
    said = report(judged)
    stock = stock_for(owner=owner_of(request))
    shelf = shelf_for(group, stock) if stock else None
    free = shelf.free if shelf else None
    panel = add_panel(judged, known, state, page_url, shelf=shelf, user=request.user)
    opened = "settings" if fault and fault.spot == "settings" else state.open
    broken = said.standing.legal is False and not said.standing.empty
    return {
        **page_frame(
            request, group, judged, state, said, ways_to_mend(judged, free) if broken else ()
        ),
        "rows": read_lines(judged, known),
        "card_rows": card_rows(judged, known),
        "colours": colours(judged),
        "gauge": gauge(known, said.standing),
        "opened": opened,
        "counting": _counting(known, opened, fault),
        "acting": _asked_of(known, opened, "row"),
        "picked": picked,
        "owning": owning_panel(group, stock) if stock else None,
        "entries": known,
        "entered": entered_marks(group.system, _figures_shown(known, panel)),
        "settings": form
        if isinstance(form, SettingsForm)
        else SettingsForm.showing(group.document),
        "fault": fault,
        "format": format_in_use(group.document),
        "panel": panel,
        "suggestions": _filling(said.standing, state, page_url),
        "other_totals": _other_totals(said.standing, state, page_url),
        "ways": _ways(judged, state, free),
        "ways_asked": state.ways,
    }


def page_frame(
    request: HttpRequest,
    group: BattleGroup,
    judged: AnyJudged,
    state: PageState,
    said: Report,
    ways: Iterable[Way],
) -> dict[str, Any]:
    """What the page of a group of any game shows: how it stands, who may see it, and where its
    changes go; `ways` are the repairs offered."""
    page_url = reverse("group", args=[group.public_id])
    return {
        "group": group,
        "standing": said.standing,
        "tally": said.tally,
        "orders": said.orders,
        "verdict": verdict_value(said, repair_values(ways)),
        "verdict_opened": state.proofs or (said.standing.errors > 0 and not said.standing.empty),
        "proofs_asked": state.proofs,
        "proofs_url": "" if state.proofs else state.url(page_url, proofs="1"),
        "steps": steps_of(group=group),
        "drift": drift(group, judged),
        "lineage": lineage(owner_of(request), group),
        "page_url": page_url,
        "closed_url": state.url(page_url, open=None, ways=None),
        "add_url": state.url(page_url, add="figures", open=None, ways=None),
        **{f"{name}_url": state.url(page_url, open=name) for name in OPENED},
        "here_url": state.url(page_url),
        "edit_url": state.url(reverse("group_edit", args=[group.public_id])),
        "undo_url": state.url(reverse("group_undo", args=[group.public_id])),
        "redo_url": state.url(reverse("group_redo", args=[group.public_id])),
        "data_url": state.url(reverse("group_data", args=[group.public_id])),
    }


def _counting(known: Entries, opened: str, fault: Fault | None) -> Figures | None:
    """The line whose number of copies is asked for: by the address, or again after a fault."""
    if fault and fault.typed:
        kind, index = split_place(fault.spot)
        if kind == "units" and 0 <= index < len(known.figures):
            return known.figures[index]
    return _asked_of(known, opened, "count")


def _asked_of(known: Entries, opened: str, question: str) -> Figures | None:
    """The line that "row-2" or "count-2" asks about."""
    asked, _dash, row = opened.partition("-")
    index = whole_number(row) if asked == question else None
    return known.figures[index] if index is not None and index < len(known.figures) else None


def share_link(request: HttpRequest, group: BattleGroup) -> str:
    """The whole address of the group's link; empty for a private group."""
    if not group.is_shared:
        return ""
    return request.build_absolute_uri(reverse("shared_group", args=[group.share_token]))


def lineage(viewer: Owner, group: BattleGroup) -> Lineage | None:
    """What a group was copied from: told to its owner always, to others where they may see it."""
    if not group.copied_version:
        return None
    source = source_visible_to(owner=viewer, group=group)
    called, url = group.copied_name, ""
    if source is not None:
        if starter := starter_of(source):
            called = starter.name
        is_own = BattleGroup.objects.for_owner(viewer).filter(pk=source.pk).exists()
        name, key = ("group", source.public_id) if is_own else ("shared_group", source.share_token)
        url = reverse(name, args=[key])
    elif not BattleGroup.objects.for_owner(viewer).filter(pk=group.pk).exists():
        return None
    return Lineage(called, group.copied_version, url)


def _filling(standing: Standing, state: PageState, page_url: str) -> tuple[Suggestion, ...]:
    """How to spend what a legal group has left, and the question about another total that was
    asked."""
    left = (standing.limit or 0) - standing.total
    questions = {}
    if standing.legal and standing.figures and left > 0:
        questions["fill"] = ngettext(
            "Fill the remaining %(left)s point", "Fill the remaining %(left)s points", left
        ) % {"left": left}
    asked = [each for each in _other_totals(standing, state, page_url) if each.asked]
    return (*_questions(questions, state, page_url), *asked)


def _other_totals(standing: Standing, state: PageState, page_url: str) -> tuple[Suggestion, ...]:
    """The closest legal groups at the other usual totals."""
    if not standing.figures:
        return ()
    questions = {
        str(total): _("Closest legal group at %(total)s") % {"total": total}
        for total in USUAL_TOTALS
        if total != standing.limit
    }
    return _questions(questions, state, page_url)


def _questions(
    questions: Mapping[str, str], state: PageState, page_url: str
) -> tuple[Suggestion, ...]:
    return tuple(
        Suggestion(ways, label, state.url(page_url, ways=ways) + "#ways", ways == state.ways)
        for ways, label in questions.items()
    )


def _ways(
    judged: Judged,
    state: PageState,
    free: Mapping[str, int] | None,
) -> tuple[Repair, ...]:
    """The answers to the question in the address, if one was asked."""
    if state.ways == "fill":
        ways = ways_to_fill(judged, free)
    elif state.ways in map(str, USUAL_TOTALS):
        ways = ways_to_total(judged, int(state.ways), free)
    else:
        return ()
    return repair_values(ways)


def _figures_shown(known: Entries, panel: AddPanel) -> set[str]:
    """The ids of the figures in the group, and of those found."""
    found = panel.found.candidates if panel.kind == "figures" else ()
    return {line.unit for line in known.figures} | {candidate.id for candidate in found}
