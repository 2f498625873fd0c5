"""What the page of an army shows, of any game that tells no more than its army."""

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from armybuilder.groups.forms.armies import SettingsForm
from armybuilder.groups.forms.edits import EditForm
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.armies import (
    JudgedArmy,
    building_of,
    offers,
    outdated,
    report,
    takes_own,
    title_of,
    ways_to_fill,
    ways_to_mend,
)
from armybuilder.groups.present.army_lines import Lines, lines_of
from armybuilder.groups.present.candidates import MORE_SHOWN
from armybuilder.groups.present.verdicts import repair_values
from armybuilder.groups.views.group_page import Fault, page_frame
from armybuilder.groups.views.page_state import PageState
from armybuilder.library.selectors import models_of, shelf_of
from armybuilder.site.accounts.visitors import owner_of

#: The spots of the page that are no entries.
SPOTS = ("outdated", "add", "settings", "verdict", "group")


def army_context(
    request: HttpRequest,
    group: BattleGroup,
    judged: JudgedArmy,
    state: PageState,
    *,
    fault: Fault | None = None,
    form: EditForm | None = None,
) -> dict[str, Any]:
    """Everything the page shows; `fault` and `form` are those of a change that was refused."""
    page_url = reverse("group", args=[group.public_id])
    said = report(judged)
    is_built = building_of(group.document) is not None
    owner, keeps_own = owner_of(request), takes_own(group.document)
    shelf = shelf_of(owner=owner, system=group.system) if keeps_own else {}
    owned = models_of(owner=owner, system=group.system) if keeps_own else {}
    entries = lines_of(judged, owned)
    bearer = _bearer(state.to, judged, entries)
    found = offers(
        *(group.document, state.search, bearer.place if bearer else "", state.most),
        shelf,
        owned if state.have == "owned" else None,
    )
    left = (said.standing.limit or 0) - said.standing.total
    filling = (said.standing.legal and left > 0) or said.standing.empty
    settings = form if isinstance(form, SettingsForm) else SettingsForm.showing(group.document)
    return {
        **page_frame(request, group, judged, state, said, ways_to_mend(judged)),
        "game": title_of(group.system),
        "entries": entries,
        "fault": _placed(fault, judged),
        "is_built": is_built,
        "settings": settings,
        "bearer": bearer,
        "fill_url": state.url(page_url, ways="fill") + "#ways" if is_built and filling else "",
        "ways": repair_values(ways_to_fill(judged)) if state.ways == "fill" else (),
        "ways_asked": state.ways,
        "left": left,
        "adds": state.adds,
        "offers": found,
        "owned": owned,
        "have": state.have,
        "keeps_own": keeps_own,
        "outdated": outdated(group.document, shelf),
        "query": state.search,
        "more_url": state.url(page_url, most=str(state.most + MORE_SHOWN)),
    }


@dataclass(frozen=True)
class Bearer:
    """What the panel adds to: an entry or a section."""

    place: str
    name: str


def _bearer(place: str, judged: JudgedArmy, lines: Lines) -> Bearer | None:
    """What stands at a place and takes more, None where nothing does."""
    for entry in judged.entries:
        if entry.place == place and entry.takes:
            return Bearer(place, entry.name)
    for section in lines.sections:
        if section.place and section.place == place:
            return Bearer(place, section.title)
    return None


def _placed(fault: Fault | None, judged: JudgedArmy) -> Fault | None:
    """A fault at a spot the page has: that of an entry that is gone concerns the whole army."""
    places = [entry.place for entry in judged.entries]
    places += [section.place for section in lines_of(judged).sections]
    known = {*SPOTS, *places}
    return fault if fault is None or fault.spot in known else replace(fault, spot="group")
