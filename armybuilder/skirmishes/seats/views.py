"""Seats that are given away, links to sit down by and to watch by."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    JsonResponse,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.groups.services.groups import StaleVersion
from armybuilder.site.accounts.visitors import building_owner, owner_of
from armybuilder.site.models import Owner
from armybuilder.skirmishes.looking import WATCHING
from armybuilder.skirmishes.models import ChangeKind, Skirmish, SkirmishSeat
from armybuilder.skirmishes.present.editions import title_of
from armybuilder.skirmishes.present.games import Game, game_of
from armybuilder.skirmishes.present.words import SEATS, seat_title
from armybuilder.skirmishes.seats import services, talk
from armybuilder.skirmishes.seats.driving import wake_if_due
from armybuilder.skirmishes.seats.forms import JoinForm
from armybuilder.skirmishes.seats.listening import who_is_here
from armybuilder.skirmishes.seats.present import NO_END_NOW, People, people_of, told
from armybuilder.skirmishes.seats.selectors import given_seats, invitation, steps_shown, welcome
from armybuilder.skirmishes.seats.talk import last_said, unheard_of
from armybuilder.skirmishes.seats.watching import fetched
from armybuilder.skirmishes.selectors import Undo, undo_of
from armybuilder.skirmishes.services import has_room
from armybuilder.skirmishes.views.moments import Moment, moment_of
from collection.common.answers import wants_part
from collection.common.language import in_any_language
from collection.common.limits import limited
from collection.common.numbers import whole_number
from collection.common.people import person

#: What only whoever began a game does.
OF_THE_HOST = {"invite", "withdraw", "watch", "unwatch", "list", "unlist"}


#: How many changes are told of one by one.
MOST_TOLD = 40


def people_at(request: HttpRequest, skirmish: Skirmish, game: Game, undo: Undo) -> People:
    """The people at a table, as whoever asks may see them."""

    def link_of(page: str, token: str) -> str:
        path = reverse(f"skirmish_{page}", args=[skirmish.system, token])
        return request.build_absolute_uri(in_any_language(path))

    if not skirmish.is_live:
        return people_of(skirmish, game, {}, (), (), undo, timezone.now(), link_of)
    unheard = unheard_of(skirmish=skirmish, owner=owner_of(request))
    return people_of(
        skirmish,
        game,
        given_seats(skirmish=skirmish),
        who_is_here(skirmish, skirmish.seats),
        last_said(skirmish=skirmish, unheard=unheard),
        undo,
        timezone.now(),
        link_of,
        full=not has_room(skirmish, len(game.match.by_agreement() or ()) or 1),
    )


def news_of(skirmish: Skirmish, after: int, owner: Owner | None) -> JsonResponse:
    """What changed at a table after a change, for a page that follows it: the newest number, the
    version, the step from which on things happened anew where orders were taken back, and what is
    told of others; to those who watch nothing is."""
    changes = list(skirmish.changes.filter(number__gt=after).order_by("-number")[:MOST_TOLD])
    back = [each.step for each in changes if each.kind in (ChangeKind.UNDONE, ChangeKind.BEGUN)]
    says: list[str] = []
    if owner is not None and changes:
        unheard = unheard_of(skirmish=skirmish, owner=owner)
        mine = skirmish.looker.own(skirmish.seats)
        others = [each for each in reversed(changes) if each.seat not in mine]
        says = told(others, skirmish.seats, unheard)
    found = {
        "news": skirmish.news,
        "version": skirmish.version,
        "back": min(back, default=None),
        "says": says,
    }
    return JsonResponse(found)


class SeatPages:
    """The pages about the seats at one table."""

    system = ""
    join_page = "skirmishes/join.html"

    def own(self, request: HttpRequest, public_id: str, system: str) -> Skirmish:
        """A skirmish of the person asking."""
        raise NotImplementedError

    def back(
        self, request: HttpRequest, skirmish: Skirmish, *, tells: bool = False
    ) -> HttpResponse:
        """To the table."""
        raise NotImplementedError

    def show_moment(self, request: HttpRequest, skirmish: Skirmish, moment: Moment) -> HttpResponse:
        """The table after a step."""
        raise NotImplementedError

    def hides_now(self, skirmish: Skirmish) -> bool:
        """Whether something on the table is hidden from those who watch."""
        raise NotImplementedError

    def join_form(self, request: HttpRequest, seat: SkirmishSeat) -> forms.Form:
        """What is asked of somebody who sits down."""
        return JoinForm(request.POST or None)

    def joined(self, request: HttpRequest, skirmish: Skirmish, form: forms.Form) -> None:
        """What happens once somebody sits, by what was asked."""

    @method_decorator([require_POST, limited("play")])
    def seats(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """Give a seat away or take it back, let others watch or no more, get up."""
        skirmish = self.own(request, public_id, system)
        asked, seat = request.POST.get("do", ""), request.POST.get("seat", "")
        if asked in OF_THE_HOST and not skirmish.looker.is_host:
            raise Http404
        owner, version = owner_of(request), whole_number(request.POST.get("version", ""))
        try:
            match asked:
                case "invite":
                    services.invite(skirmish=skirmish, seat=seat)
                case "withdraw":
                    services.withdraw(skirmish=skirmish, seat=seat)
                case "watch":
                    services.let_watch(skirmish=skirmish)
                case "unwatch":
                    services.let_nobody_watch(skirmish=skirmish)
                case "list" | "unlist":
                    services.open_to_all(skirmish=skirmish, is_open=asked == "list")
                case "leave":
                    services.get_up(skirmish=skirmish, owner=owner)
                    return redirect("skirmishes")
                case "block":
                    services.block(skirmish=skirmish, owner=owner, seat=seat)
                    messages.success(request, _("You will not sit at one table with them again."))
                case "say":
                    talk.say(skirmish=skirmish, phrase=request.POST.get("phrase", ""))
                case "ask" | "agree" | "refuse" if version is not None:
                    self._agree(skirmish, version, asked, request.POST.get("what", ""))
                case _:
                    return HttpResponseBadRequest()
        except services.NoSuchSeat:
            return HttpResponseBadRequest()
        except talk.NoEndNow:
            messages.warning(request, NO_END_NOW)
        except (talk.NotNow, StaleVersion):
            messages.warning(request, _("The game had moved on meanwhile; nothing was changed."))
        skirmish = self.own(request, public_id, system)
        return self.back(request, skirmish)

    @staticmethod
    def _agree(skirmish: Skirmish, version: int, asked: str, what: str) -> None:
        if asked == "ask":
            talk.ask(skirmish=skirmish, version=version, kind=what)
        else:
            talk.answer(skirmish=skirmish, version=version, agrees=asked == "agree")

    @method_decorator([never_cache, require_safe, limited("follow")])
    def news(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """What changed since somebody looked, or the people at the table: a part of the page."""
        skirmish = self.own(request, public_id, system)
        if talk.flag(skirmish=skirmish):
            skirmish = self.own(request, public_id, system)
        wake_if_due(skirmish)
        if wants_part(request):
            game = game_of(skirmish)
            people = people_at(request, skirmish, game, undo_of(skirmish=skirmish))
            context = {"skirmish": skirmish, "people": people}
            return render(request, "skirmishes/table/people.html", context)
        after = whole_number(request.GET.get("after", "")) or 0
        return news_of(skirmish, after, owner_of(request))

    @method_decorator([never_cache, require_safe, limited("follow")])
    def watched_news(self, request: HttpRequest, token: str, system: str = "") -> HttpResponse:
        """The same for somebody who watches, who is told no more than that there is something."""
        found = Skirmish.objects.watched_by(token)
        skirmish = get_object_or_404(found, system=system or self.system)
        return news_of(skirmish, whole_number(request.GET.get("after", "")) or 0, None)

    @method_decorator(
        [
            never_cache,
            require_http_methods(["GET", "HEAD", "POST"]),
            limited("begin_skirmish", reading=False),
        ]
    )
    def join(self, request: HttpRequest, token: str, system: str = "") -> HttpResponse:
        """Sit down at the seat that a link offers; whoever plays in the game comes to it."""
        seat = invitation(token=token, system=system or self.system)
        if seat is None:
            return self._show_join(request, None, {}, HTTPStatus.NOT_FOUND)
        skirmish = seat.skirmish
        at_the_table = Skirmish.objects.at_the_table(owner_of(request))
        if at_the_table.filter(pk=skirmish.pk).exists():
            return redirect("skirmish", skirmish.system, skirmish.public_id)
        if not welcome(skirmish, owner_of(request)):
            return self._show_join(request, None, {}, HTTPStatus.NOT_FOUND)
        form = self.join_form(request, seat)
        if request.method != "POST" or not form.is_valid():
            status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
            return self._show_join(request, seat, {"form": form}, status)
        member = request.user if request.user.is_authenticated else None
        name = form.cleaned_data["name"] or (person(member) if member else "")
        try:
            skirmish = services.sit_down(token=token, owner=building_owner(request), name=name)
        except services.AlreadySeated:
            return redirect("skirmish", skirmish.system, skirmish.public_id)
        except (services.InvitationGone, services.NotWelcome):
            return self._show_join(request, None, {}, HTTPStatus.NOT_FOUND)
        self.joined(request, skirmish, form)
        return self.back(request, self.own(request, str(skirmish.public_id), skirmish.system))

    def _show_join(
        self,
        request: HttpRequest,
        seat: SkirmishSeat | None,
        more: dict[str, Any],
        status: HTTPStatus,
    ) -> HttpResponse:
        context: dict[str, Any] = {"seat": seat, **more}
        if seat is not None:
            skirmish = seat.skirmish
            others = [name for name in skirmish.seats if name != seat.seat]
            context |= {
                "skirmish": skirmish,
                "game_title": title_of(skirmish.system),
                "colour": SEATS.get(seat.seat, seat.seat),
                "others": [(name, seat_title(skirmish.seats, name)) for name in others],
            }
        answer = render(request, self.join_page, context, status=status)
        answer["X-Robots-Tag"] = "noindex"
        return answer

    @method_decorator([require_safe, limited("play")])
    def watched(self, request: HttpRequest, token: str, system: str = "") -> HttpResponse:
        """The table for somebody who only watches: nothing that any side hides, and late where
        something is hidden."""
        found = Skirmish.objects.watched_by(token)
        skirmish = get_object_or_404(found, system=system or self.system)
        skirmish.looker = WATCHING
        hides = not skirmish.over and self.hides_now(skirmish)
        shown = steps_shown(skirmish=skirmish, hides=hides, now=timezone.now())

        def draw() -> HttpResponse:
            url = reverse("skirmish_watched", args=[skirmish.system, token])
            moment = replace(moment_of(request, skirmish, url, most=shown), only_shows=True)
            if not skirmish.over:
                moment = replace(moment, live_url=f"/live/watch/{token}/", is_late=hides)
            return self.show_moment(request, skirmish, moment)

        if wants_part(request):
            answer = fetched(request, skirmish, (shown, hides), draw)
        else:
            answer = draw()
            add_never_cache_headers(answer)
        answer["X-Robots-Tag"] = "noindex"
        return answer
