"""What the page of an army shows, of any game that tells no more than its army."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from armybuilder.groups.forms.armies import SettingsForm
from armybuilder.groups.forms.edits import EditForm
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.armies import (
    JudgedArmy,
    building_of,
    lines_of,
    offers,
    report,
    title_of,
    ways_to_mend,
)
from armybuilder.groups.present.candidates import MORE_SHOWN
from armybuilder.groups.views.group_page import Fault, page_frame
from armybuilder.groups.views.page_state import PageState

#: The spots of the page that are no entries.
SPOTS = ("add", "settings", "verdict", "group")


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
    entry = next((each for each in judged.entries if each.place == state.to and each.takes), None)
    found = offers(group.document, state.search, entry.place if entry else "", state.most)
    settings = form if isinstance(form, SettingsForm) else SettingsForm.showing(group.document)
    return {
        **page_frame(request, group, judged, state, said, ways_to_mend(judged)),
        "game": title_of(group.system),
        "entries": lines_of(judged),
        "fault": _placed(fault, judged),
        "is_built": is_built,
        "settings": settings,
        "bearer": entry,
        "adds": state.adds,
        "offers": found,
        "query": state.search,
        "more_url": state.url(page_url, most=str(state.most + MORE_SHOWN)),
    }


def _placed(fault: Fault | None, judged: JudgedArmy) -> Fault | None:
    """A fault at a spot the page has: that of an entry that is gone concerns the whole army."""
    known = {*SPOTS, *(entry.place for entry in judged.entries)}
    return fault if fault is None or fault.spot in known else replace(fault, spot="group")
