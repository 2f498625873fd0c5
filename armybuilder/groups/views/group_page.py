"""What the pages of one group show: the builder, the page behind a link, a stale tab."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armybuilder.groups.forms.edits import EditForm, SettingsForm
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present import candidates, effects
from armybuilder.groups.present.effects import Choice
from armybuilder.groups.present.entries import Entries, Figures, MountedCard, entries
from armybuilder.groups.present.format_in_use import format_in_use
from armybuilder.groups.present.games import AnyJudged, drift
from armybuilder.groups.present.groups import (
    Judged,
    Way,
    ways_to_fill,
    ways_to_mend,
    ways_to_total,
)
from armybuilder.groups.present.owning_panel import Shelf, owning_panel, shelf_for
from armybuilder.groups.present.verdicts import (
    Report,
    Standing,
    repair_values,
    report,
    verdict_value,
)
from armybuilder.groups.selectors.fielding import stock_for
from armybuilder.groups.selectors.groups import source_visible_to, steps_of
from armybuilder.site.accounts.visitors import owner_of
from armybuilder.site.models import Owner
from collection.catalogue.present.entered_values import entered_marks
from collection.catalogue.present.values import Repair
from collection.common.answers import htmx_of
from collection.common.numbers import whole_number

USUAL_TOTALS = (300, 450, 600)


@dataclass(frozen=True)
class Fault:
    """What was wrong with a change: the spot of the page, the sentence, and what was typed."""

    spot: str
    message: str
    typed: str = ""


@dataclass(frozen=True)
class Tab:
    """One kind of thing to add."""

    label: str
    url: str
    current: bool


@dataclass(frozen=True)
class AddPanel:
    """Where figures and cards are looked for.

    `figures` is the line the cards are for, None for the whole group; `recruitments` are the
    choices for the gunslinger there, `weapon_choices` the weapons its gear may sit on. `have`
    narrows to what is owned or free; `is_open` says that a phone shows the panel; `shelf` says how
    many are left and owned, None for a person without a collection.
    """

    kind: str
    query: str
    only_fitting: bool
    tabs: tuple[Tab, ...]
    found: candidates.Found
    figures: Figures | None = None
    recruitments: tuple[Choice, ...] = ()
    weapon_choices: tuple[tuple[MountedCard, tuple[str, ...]], ...] = ()
    have: str = ""
    is_open: bool = False
    shelf: Mapping[str, tuple[int, int]] | None = None
    more_url: str = ""


@dataclass(frozen=True)
class Lineage:
    """What a group was copied from; `url` is empty where that may not be seen any more."""

    name: str
    version: int
    url: str = ""


@dataclass(frozen=True)
class Suggestion:
    """A question about the whole group that the rules can answer with changes."""

    label: str
    url: str
    asked: bool


class PageState:
    """What is open on the builder page, as its address says it; a question that was answered by a
    change is open no more."""

    def __init__(self, request: HttpRequest, *, answered: bool = False) -> None:
        self.query = address_query(request).copy()
        if answered:
            self.query.pop("ways", None)
        self.adds = bool(self.query.get("add"))
        self.add = self.query.get("add", "figures")
        self.search = self.query.get("q", "")
        self.to = self.query.get("to", "")
        self.only_fitting = "fits" in self.query
        self.have = self.query.get("have", "")
        self.ways = self.query.get("ways", "")
        self.proofs = "proofs" in self.query
        most = whole_number(self.query.get("most", ""))
        self.most = candidates.MOST_SHOWN if most is None else min(most, 400)

    def url(self, base: str, **changed: str | None) -> str:
        """The address with some parts of the state changed; None leaves a part out."""
        parts = {key: value for key, value in self.query.items() if key not in changed}
        parts |= {key: value for key, value in changed.items() if value is not None}
        return f"{base}?{urlencode(parts)}" if parts else base


def address_query(request: HttpRequest) -> QueryDict:
    """The query of the page one is on: htmx tells its address, which a search may have moved."""
    if request.method != "POST":
        return request.GET
    try:
        current = urlsplit(htmx_of(request).current_url or "")
    except ValueError:
        return request.GET
    return QueryDict(current.query) if current.path else request.GET


def builder_context(
    request: HttpRequest,
    group: BattleGroup,
    judged: Judged,
    state: PageState,
    *,
    fault: Fault | None = None,
    form: EditForm | None = None,
) -> dict[str, Any]:
    """Everything the builder shows; `fault` and `form` are those of a change that was refused."""
    page_url = reverse("group", args=[group.public_id])
    known = entries(judged)
    said = report(judged)
    stock = stock_for(owner=owner_of(request))
    shelf = shelf_for(group, stock) if stock else None
    free = shelf.free if shelf else None
    panel = _panel(judged, known, state, page_url, shelf)
    ways = ways_to_mend(judged, free) if said.standing.legal is False else ()
    return {
        **page_frame(request, group, judged, state, said, ways),
        "owning": owning_panel(group, stock) if stock else None,
        "entries": known,
        "entered": entered_marks(group.system, _figures_shown(known, panel)),
        "settings": form
        if isinstance(form, SettingsForm)
        else SettingsForm.showing(group.document),
        "fault": fault,
        "format": format_in_use(group.document),
        "panel": panel,
        "suggestions": _suggestions(said.standing, state, page_url),
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
        "here_url": state.url(page_url),
        "edit_url": state.url(reverse("group_edit", args=[group.public_id])),
        "undo_url": state.url(reverse("group_undo", args=[group.public_id])),
        "redo_url": state.url(reverse("group_redo", args=[group.public_id])),
        "data_url": state.url(reverse("group_data", args=[group.public_id])),
    }


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
    url = ""
    if source is not None:
        is_own = BattleGroup.objects.for_owner(viewer).filter(pk=source.pk).exists()
        name, key = ("group", source.public_id) if is_own else ("shared_group", source.share_token)
        url = reverse(name, args=[key])
    elif not BattleGroup.objects.for_owner(viewer).filter(pk=group.pk).exists():
        return None
    return Lineage(group.copied_name, group.copied_version, url)


def _suggestions(standing: Standing, state: PageState, page_url: str) -> tuple[Suggestion, ...]:
    """The questions worth asking of this group."""
    if not standing.figures:
        return ()
    questions = {}
    left = (standing.limit or 0) - standing.total
    if standing.legal and left > 0:
        questions["fill"] = ngettext(
            "Fill the remaining %(left)s point", "Fill the remaining %(left)s points", left
        ) % {"left": left}
    questions |= {
        str(total): _("Closest legal group at %(total)s") % {"total": total}
        for total in USUAL_TOTALS
        if total != standing.limit
    }
    return tuple(
        Suggestion(label, state.url(page_url, ways=ways) + "#ways", ways == state.ways)
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


def _panel(
    judged: Judged, known: Entries, state: PageState, page_url: str, shelf: Shelf | None
) -> AddPanel:
    """The add panel in the mode the address names; one that is gone shows the figures."""
    line = _line_of(known, state.add)
    kind = "mounted" if line else "cards" if state.add == "cards" else "figures"
    pool = shelf.pool(state.have) if shelf else None
    options: dict[str, Any] = {"only_fitting": state.only_fitting, "pool": pool}
    recruitments: tuple[Choice, ...] = ()
    weapons: dict[int, tuple[str, ...]] = {}
    if line:
        weapons = candidates.weapon_choices(judged, line.index)
        found = candidates.mounted_cards(judged, line.index, state.search, **options)
        recruitments = effects.recruitments(judged, line.index)
    elif kind == "cards":
        found = candidates.group_cards(judged, state.search, **options)
    else:
        found = candidates.figures(judged, state.search, most=state.most, **options)
    return AddPanel(
        kind=kind,
        query=state.search,
        only_fitting=state.only_fitting,
        tabs=_tabs(kind, line, state, page_url),
        found=found,
        figures=line,
        recruitments=recruitments,
        weapon_choices=tuple((line.gear[place], slots) for place, slots in weapons.items())
        if line
        else (),
        have=state.have,
        is_open=state.adds,
        shelf=shelf.marks(each.id for each in found.candidates) if shelf else None,
        more_url=state.url(page_url, most=str(state.most + candidates.MORE_SHOWN)),
    )


def _figures_shown(known: Entries, panel: AddPanel) -> set[str]:
    """The ids of the figures in the group, and of those found."""
    found = panel.found.candidates if panel.kind == "figures" else ()
    return {line.unit for line in known.figures} | {candidate.id for candidate in found}


def _line_of(known: Entries, add: str) -> Figures | None:
    """The line of figures the panel is open for ("3" is the fourth)."""
    index = whole_number(add)
    if index is not None and index < len(known.figures):
        line = known.figures[index]
        return line if line.takes_cards else None
    return None


def _tabs(kind: str, line: Figures | None, state: PageState, page_url: str) -> tuple[Tab, ...]:
    def tab(label: str, add: str, current: bool) -> Tab:
        return Tab(label, state.url(page_url, add=add, q=None, most=None) + "#add", current)

    tabs = [
        tab(_("Figures"), "figures", kind == "figures"),
        tab(_("Cards of the group"), "cards", kind == "cards"),
    ]
    if line:
        label = _("Gear and pilot: %(name)s") % {"name": line.name}
        tabs.append(tab(label, str(line.index), True))
    return tuple(tabs)
