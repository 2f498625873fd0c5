"""A new battle: one screen, whose table changes with every choice, and one press to play."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.groups import Document
from armybuilder.groups.selectors.groups import groups_of
from armybuilder.site.accounts.visitors import building_owner, owner_of
from armybuilder.skirmishes.present.beginnings import Opening, OrderUnreadable, opened
from armybuilder.skirmishes.present.starts import Start, starts_of
from armybuilder.skirmishes.services import Seats, TooManySkirmishes, start_skirmish
from armybuilder.systems.khans_and_generals.forms import USUAL, BattleForm
from armybuilder.systems.khans_and_generals.present.beginning import (
    MINE,
    THEIRS,
    NotFitting,
    Wishes,
    commanders,
    companies_of,
    dealt,
    formations_of,
    grounds,
    open_battle,
    prepare,
    tables,
    weathers,
    wishes_of,
)
from armybuilder.systems.khans_and_generals.present.lessons import SEATS, first_battle
from armybuilder.systems.khans_and_generals.present.ready import ready_battles
from armybuilder.systems.khans_and_generals.present.words import COUNTRIES, SYSTEM
from collection.common.answers import wants_part
from collection.common.language import language
from collection.common.limits import limited
from collection.common.quotas import full

#: How many of one's own armies are offered, the newest first.
ARMIES_OFFERED = 40


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_battle(request: HttpRequest) -> HttpResponse:
    """The battle as it is wished for so far; pressed to play, it begins."""
    if "ready" in request.POST:
        return _play_ready(request)
    if request.POST.keys() & {"play", "by_hand", "watch"}:
        return _play(request)
    return _show(request)


@limited("browse")
def _show(request: HttpRequest) -> HttpResponse:
    return _Choosing(request).page()


@limited("begin_skirmish")
def _play(request: HttpRequest) -> HttpResponse:
    choosing = _Choosing(request)
    if not choosing.form.is_valid():
        return choosing.page(status=422)
    try:
        opening, title = open_battle(choosing.wishes(), by_hand="by_hand" in request.POST)
    except (NotFitting, OrderUnreadable):
        return choosing.page(status=422)
    seats = _seats(request, choosing.form.cleaned_data["against"])
    return _seated(request, opening, title, seats)


@limited("begin_skirmish")
def _play_ready(request: HttpRequest) -> HttpResponse:
    """One of the battles that are laid out ready."""
    starts: dict[str, Start] = {start.name: start for start in starts_of(SYSTEM)}
    start = starts.get(request.POST["ready"])
    if start is None:
        return redirect("skirmish_new", SYSTEM)
    commander = request.POST.get("against", "")
    known = commander if commander in start.commanders else ""
    seats = _seats(request, known)
    return _seated(request, opened(SYSTEM, start.document), start.title, seats)


@require_POST
@limited("begin_skirmish")
def learn_by_playing(request: HttpRequest) -> HttpResponse:
    """Begin the first battle, which teaches the rules."""
    battle = first_battle()
    return _seated(request, battle, battle.start["titles"][language()], SEATS)


def _seats(request: HttpRequest, against: str) -> Seats:
    """Who commands: a person, or two bots to be watched."""
    watched = (against or commanders()[-1]) if "watch" in request.POST else ""
    return {
        str(MINE): {"name": "", "commander": watched},
        str(THEIRS): {"name": "", "commander": watched or against},
    }


def _seated(request: HttpRequest, opening: Opening, title: str, seats: Seats) -> HttpResponse:
    try:
        skirmish = start_skirmish(
            owner=building_owner(request), title=title, opening=opening, seats=seats
        )
    except OrderUnreadable as error:
        messages.error(request, str(error))
        return redirect("skirmish_new", SYSTEM)
    except TooManySkirmishes:
        messages.error(request, full("skirmishes"))
        return redirect("skirmishes")
    return redirect("skirmish", SYSTEM, skirmish.public_id)


class _Choosing:
    """What has been chosen so far; what season, country or army bar is chosen no more."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.armies = {
            group.public_id: group
            for group in groups_of(
                owner=owner_of(request), length=ARMIES_OFFERED, system=SYSTEM
            ).groups
        }
        self.data = self._data()
        self.weathers = weathers(self.data["country"], self.data["season"])
        self.grounds = grounds(self.data["country"], self.data["season"])
        for name, allowed in (("weather", self.weathers), ("ground", self.grounds)):
            if self.data[name] not in allowed:
                self.data[name] = ""
        self.mine = self._army("army")
        mine = self.mine or self._dealt()
        self._keep_to("reserve", formations_of(mine))
        self._keep_to("trap", companies_of(mine))
        self.form = self._form(self.data, mine)

    def _data(self) -> dict[str, str]:
        """What was sent over what is usual; an army that was just chosen brings what it was built
        for."""
        sent = self.request.POST if self.request.method == "POST" else self.request.GET
        data = {name: str(sent[name]) for name in sent}
        data.setdefault("army", data.get("group", ""))
        army = self.armies.get(data["army"])
        just_chosen = data["army"] != data.get("army_was", "")
        built_for = wishes_of(army.document) if army and just_chosen else {}
        data = (built_for | data) if "army_was" not in data else (data | built_for)
        if "roll" in data or not data.get("lot", "").isdigit():
            data["lot"] = str(secrets.randbits(31))
        for name, value in USUAL.items():
            if name not in data:
                data[name] = value
        if data["country"] not in COUNTRIES:
            data["country"] = USUAL["country"]
        if "against" not in data:
            data["against"] = list(commanders())[-1]
        if army is not None and army.document.get("period"):
            data["period"] = army.document["period"]
        return data

    def _army(self, name: str) -> Document | None:
        group: BattleGroup | None = self.armies.get(self.data[name])
        return group.document if group else None

    def _keep_to(self, name: str, offered: Sequence[tuple[str, str]]) -> None:
        """Choose nothing where what was chosen is not offered any more."""
        if self.data.get(name, "") not in dict(offered):
            self.data[name] = ""

    def _form(self, data: dict[str, str], mine: Document | None) -> BattleForm:
        return BattleForm(
            data,
            armies=[(key, str(group)) for key, group in self.armies.items()],
            commanders=commanders(),
            tables=tables(),
            weathers=self.weathers,
            grounds=self.grounds,
            formations=formations_of(mine),
            companies=companies_of(mine),
        )

    def _dealt(self) -> Document | None:
        """The army of the person where it is dealt, None while what they chose cannot be read."""
        data = self.data | {"reserve": "", "trap": ""}
        form = self._form(data, None)
        if not form.is_valid():
            return None
        return dealt(self.data["period"], self._wished(form), MINE)

    def wishes(self) -> Wishes:
        """What is wished for; of a form that is valid."""
        return self._wished(self.form)

    def _wished(self, form: BattleForm) -> Wishes:
        names = [name for name in Wishes.__dataclass_fields__ if name not in ("army", "theirs")]
        chosen: dict[str, Any] = {name: form.cleaned_data[name] for name in names}
        return Wishes(army=self.mine, theirs=self._army("theirs"), **chosen)

    def page(self, status: int = 200) -> HttpResponse:
        """The whole page, or what changes with a choice."""
        prepared = None
        try:
            prepared = prepare(self.wishes()) if self.form.is_valid() else None
        except OrderUnreadable as error:
            self.form.add_error(None, str(error))
        context = {
            "form": self.form,
            "prepared": prepared,
            "has_armies": bool(self.armies),
            "army_was": self.data["army"],
            "ready": ready_battles(),
        }
        part = "new_region" if wants_part(self.request) else "new"
        name = f"systems/khans_and_generals/{part}.html"
        return render(self.request, name, context, status=status)
