"""What a battle group adds to a figure or card in the drawer."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from armybuilder.groups.fielding.stock import Stock
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present import candidates
from armybuilder.groups.present.entries import Entries, Figures, entries
from armybuilder.groups.present.fitted_dial import fitted
from armybuilder.groups.present.groups import Judged
from armybuilder.groups.present.pins import judge_state
from armybuilder.groups.selectors.fielding import stock_for
from armybuilder.site.accounts.visitors import owner_of
from collection.catalogue.present.folded_dial import Fitted
from collection.common.numbers import whole_number


@dataclass(frozen=True)
class Standing:
    """The group a drawer is opened in, and the row it is opened from, if it is from one; somebody
    else's list is only read."""

    group: BattleGroup
    judged: Judged
    entries: Entries
    line: Figures | None
    editable: bool


def standing_in(request: HttpRequest) -> Standing | None:
    """The group of the address: one's own, or the list behind a link."""
    owner = owner_of(request)
    asked = request.GET
    if "group" in asked:
        groups, editable = BattleGroup.objects.for_owner(owner), True
        group = groups.filter(public_id=asked["group"]).first()
    elif "list" in asked:
        editable = False
        group = BattleGroup.objects.shared_by(asked["list"]).first()
    else:
        return None
    if group is None:
        return None
    judged = judge_state(group)
    known = entries(judged)
    row = whole_number(asked.get("row", ""))
    line = known.figures[row] if row is not None and row < len(known.figures) else None
    return Standing(group, judged, known, line, editable)


def fitted_in(standing: Standing, figure_id: str) -> Fitted | None:
    """A figure with the cards of its row; None where the row has another, or nobody knows it."""
    if standing.line is None or standing.line.unit != figure_id:
        return None
    return fitted(standing.judged, standing.line.index)


def figure_in_group(standing: Standing, figure_id: str) -> dict[str, Any]:
    """The row of a figure: its cards, how many more fit, what takes another one."""
    page_url = reverse("group", args=[standing.group.public_id])
    line = standing.line if standing.line and standing.line.unit == figure_id else None
    if line is None:
        return {"standing": standing}
    fitting = 0
    if standing.editable and line.takes_cards:
        found = candidates.mounted_cards(standing.judged, line.index, "", only_fitting=True)
        fitting = len(found.candidates)
    return {
        "standing": standing,
        "line": line,
        "fitting": fitting,
        "cards_url": f"{page_url}?{urlencode({'add': line.index})}#add",
    }


def card_in_group(standing: Standing, card_id: str) -> dict[str, Any]:
    """A card where the drawer was opened: on the row, among the group's cards, or not taken yet,
    with what the rules say to it."""
    line, judged = standing.line, standing.judged
    played = next((each for each in standing.entries.cards if each.card == card_id), None)
    mounted = [*line.gear, *line.pilots] if line else []
    there = next((each for each in mounted if each.card == card_id), None)
    card = judged.known.card(card_id)
    candidate = None
    if card and standing.editable and not there:
        if not (card.is_gear or card.is_pilot):
            candidate = None if played else candidates.group_card(judged, card)
        elif line and line.takes_cards:
            candidate = candidates.mounted_card(judged, line.index, card)
    return {"standing": standing, "line": line, "there": there or played, "candidate": candidate}


def owned_and_free(request: HttpRequest, item: str, standing: Standing | None) -> dict[str, Any]:
    """How many copies the asking person owns and may use here; nothing without a collection."""
    stock: Stock | None = stock_for(owner=owner_of(request))
    if stock is None:
        return {}
    only = stock.only((item,))
    group = standing.group.pk if standing and standing.editable else None
    used = 0
    if standing and group is not None:
        used = sum(line.count for line in standing.entries.figures if line.unit == item)
    return {"owned": only.owned()[item], "free": max(0, only.free(group)[item] - used)}
