"""What may be done beside a replay, by whoever has played the game or has its link: branch off,
say something, take the file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from armybuilder.jobs.services.asking import TooManyJobs
from armybuilder.site.accounts.visitors import building_owner, owner_of
from armybuilder.site.models import User
from armybuilder.skirmishes.branching import NothingToBranch, branch_off
from armybuilder.skirmishes.chances import ask_for_chances
from armybuilder.skirmishes.forms import ChancesForm, NoteForm, SeatForm
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.notes import (
    TooManyNotes,
    add_note,
    agree_to_show,
    delete_note,
    show_no_more,
)
from armybuilder.skirmishes.present.games import commanders_of, game_after, write_record
from armybuilder.skirmishes.present.notes import said
from armybuilder.skirmishes.present.timeline import share_of
from armybuilder.skirmishes.present.tree import tree_of
from armybuilder.skirmishes.selectors import InTree, first_steps, notes_on, tree_for
from armybuilder.skirmishes.services import TooManySkirmishes
from armybuilder.skirmishes.views.moments import Moment
from collection.common.answers import wants_part
from collection.common.limits import limited
from collection.common.numbers import whole_number
from collection.common.quotas import full


@dataclass(frozen=True)
class Watched:
    """A replay somebody may watch: the game, where it is, and whether they began it."""

    skirmish: Skirmish
    url: str
    is_own: bool


def beside(request: HttpRequest, skirmish: Skirmish, moment: Moment) -> dict[str, Any]:
    """What a replay shows beside the moment; of the whole game only where the whole page is asked
    for."""
    whole = not wants_part(request)
    user, is_own = request.user, moment.is_own and skirmish.looker.is_host
    reader = user if isinstance(user, User) and not moment.only_shows else None
    may_branch = not (moment.only_shows or moment.game.is_over)
    found = notes_on(skirmish=skirmish, reader=reader, step=None if whole else moment.step)
    notes = said(found, user=reader, is_own=is_own)
    context: dict[str, Any] = {
        "notes_here": [note for note in notes if note.step == moment.step],
        "note_form": NoteForm() if user.is_authenticated and not moment.only_shows else None,
        "seat_forms": seat_forms(skirmish, None) if may_branch else [],
        "chances_form": chances_form(skirmish, None) if may_branch else None,
        "agrees": moment.step < moment.count,
    }
    if whole:
        context["notes"] = notes
        context["noted"] = [share_of(step, moment.count) for step in {n.step for n in notes}]
        owner = owner_of(request)
        found_there = tree_for(skirmish=skirmish, owner=owner)
        context["tree"] = tree_of(found_there, skirmish, address_of)
    return context


def seat_forms(skirmish: Skirmish, sent: Any) -> list[SeatForm]:
    """Who plays each seat of a branch: whoever did, unless something else is sent."""
    commanders = commanders_of(skirmish.system)
    return [SeatForm(seat, commanders, sent, who) for seat, who in skirmish.seats.items()]


def chances_form(skirmish: Skirmish, sent: Any) -> ChancesForm | None:
    """How a position is played on many times; None where there is nobody to do it."""
    commanders = commanders_of(skirmish.system)
    return ChancesForm(commanders, sent) if commanders else None


def address_of(each: InTree) -> str:
    """Where a game of a tree is to be seen by whoever looks; "" where it is not."""
    game = each.game
    if each.is_own:
        page = "skirmish_replay" if game.is_to_be_seen else "skirmish"
        return reverse(page, args=[game.system, game.public_id])
    if game.share_token:
        return reverse("skirmish_shared", args=[game.system, game.share_token])
    return ""


def seats_of(forms: list[SeatForm], skirmish: Skirmish) -> dict[str, dict[str, str]]:
    """Who plays each seat, with the group that was played there."""
    return {
        form.seat: form.who
        | {name: value for name, value in skirmish.seats[form.seat].items() if name == "group"}
        for form in forms
    }


def record_file(text: bytes, skirmish: Skirmish) -> HttpResponse:
    """The file of a game as a download, which does not name whose it is."""
    answer = HttpResponse(text, content_type="application/json")
    name = f"{skirmish.system}-{skirmish.created:%Y-%m-%d}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


class Replays:
    """The pages beside the replays of one table; `pages` are those of the table."""

    def __init__(self, pages: Any) -> None:
        self.pages = pages

    def watched(self, request: HttpRequest, asked: Mapping[str, str]) -> Watched:
        """The replay an address names, by the id of one's own game or by a link; 404 for none."""
        system, token = asked.get("system", ""), asked.get("token", "")
        if token:
            skirmish = self.pages.shared_by(token, system)
            url = reverse("skirmish_shared", args=[skirmish.system, token])
            return Watched(skirmish, url, is_own=False)
        skirmish = self.pages.shown_whole(request, asked["public_id"], system)
        url = reverse("skirmish_replay", args=[skirmish.system, skirmish.public_id])
        return Watched(skirmish, url, is_own=skirmish.looker.is_host)

    @method_decorator([require_POST, limited("begin_skirmish")])
    def branch(self, request: HttpRequest, **asked: str) -> HttpResponse:
        """Begin a game that comes off another after a step."""
        watched, step = self.watched(request, asked), whole_number(request.POST.get("step", ""))
        forms = seat_forms(watched.skirmish, request.POST)
        if step is None or not all(form.is_valid() for form in forms):
            return HttpResponseBadRequest()
        try:
            branch = branch_off(
                owner=building_owner(request),
                skirmish=watched.skirmish,
                step=step,
                seats=seats_of(forms, watched.skirmish),
                same_dice=request.POST.get("dice", "") == "same",
            )
        except NothingToBranch:
            messages.warning(request, _("Nothing can be done after this step any more."))
            return redirect(watched.url)
        except TooManySkirmishes:
            messages.error(request, full("skirmishes"))
            return redirect("skirmishes")
        return redirect("skirmish", branch.system, branch.public_id)

    @method_decorator([require_POST, limited("chances")])
    def chances(self, request: HttpRequest, **asked: str) -> HttpResponse:
        """Ask what becomes of the game after a step when it is played on many times."""
        watched, step = self.watched(request, asked), whole_number(request.POST.get("step", ""))
        form = chances_form(watched.skirmish, request.POST)
        if step is None or form is None or not form.is_valid():
            return HttpResponseBadRequest()
        try:
            found = ask_for_chances(
                owner=building_owner(request),
                skirmish=watched.skirmish,
                step=step,
                commanders=dict.fromkeys(watched.skirmish.seats, form.cleaned_data["commander"]),
                games=form.cleaned_data["games"],
                token=asked.get("token", ""),
            )
        except TooManyJobs:
            messages.warning(request, _("You have as much work under way as the site allows."))
            return redirect("jobs")
        return redirect("chances", found.public_id)

    @method_decorator([require_POST, limited("note")])
    def note(self, request: HttpRequest, **asked: str) -> HttpResponse:
        """Say something of the game after a step; a member's alone."""
        watched, step = self.watched(request, asked), whole_number(request.POST.get("step", ""))
        form = NoteForm(request.POST)
        if not isinstance(request.user, User):
            raise Http404
        if step is None:
            return HttpResponseBadRequest()
        if not form.is_valid():
            messages.warning(request, _("Nothing was said, or more than fits in a note."))
        else:
            try:
                text = form.cleaned_data["text"]
                note = add_note(
                    skirmish=watched.skirmish, author=request.user, step=step, text=text
                )
                step = note.step
            except TooManyNotes as refused:
                messages.warning(request, str(refused))
        return redirect(f"{watched.url}?step={step}#notes-here")

    @method_decorator([require_POST, limited("note")])
    def drop(self, request: HttpRequest, note: int, **asked: str) -> HttpResponse:
        """Delete a note of one's own, or on one's own game."""
        watched = self.watched(request, asked)
        found = get_object_or_404(watched.skirmish.notes, pk=note)
        if not watched.is_own and found.author != request.user:
            raise Http404
        delete_note(note=found)
        return redirect(f"{watched.url}?step={found.step}#notes-here")

    @method_decorator([limited("take_sheet")])
    def file(self, request: HttpRequest, **asked: str) -> HttpResponse:
        """The game as a file, for whoever watches it."""
        skirmish = self.watched(request, asked).skirmish
        game = game_after(skirmish, first_steps(skirmish=skirmish))
        answer = record_file(write_record(game, skirmish), skirmish)
        answer["X-Robots-Tag"] = "noindex"
        return answer

    @method_decorator([require_POST, limited("play")])
    def consent(self, request: HttpRequest, **asked: str) -> HttpResponse:
        """Agree for whoever plays at this screen that the game is shown while it goes on, or that
        it is no more."""
        skirmish = self.pages.own(request, asked["public_id"], asked.get("system", ""))
        if "withdraw" in request.POST:
            show_no_more(skirmish=skirmish)
        else:
            agree_to_show(skirmish=skirmish, seats=skirmish.looker.own(skirmish.seats))
        return redirect("skirmish", skirmish.system, skirmish.public_id)


def replay_addresses(pages: Any) -> list[URLPattern]:
    """The addresses beside the replays of a table: of one's own, and by a link."""
    beside = Replays(pages)
    doors = (("<slug:public_id>/replay", "replay"), ("shared/<slug:token>", "shared"))
    return [
        path("<slug:public_id>/consent/", beside.consent, name="skirmish_consent"),
        *(
            address
            for door, name in doors
            for address in (
                path(f"{door}/branch/", beside.branch, name=f"{name}_branch"),
                path(f"{door}/chances/", beside.chances, name=f"{name}_chances"),
                path(f"{door}/notes/", beside.note, name=f"{name}_note"),
                path(f"{door}/notes/<int:note>/", beside.drop, name=f"{name}_note_delete"),
            )
        ),
        path("shared/<slug:token>/record/", beside.file, name="shared_record"),
    ]
