"""Fair fights: out of which figures, how far it is, the two lists to play or to keep."""

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.groups.services.groups import TooManyGroups, create_group
from armybuilder.jobs.models import JobAsk, State
from armybuilder.jobs.services.asking import TooManyJobs
from armybuilder.jobs.views.jobs import own_ask, shown, too_many
from armybuilder.matchups.fairness import FAIR_KIND, ask_for_fair_fight
from armybuilder.matchups.forms import COMPLEXITIES, LENGTHS, FairForm
from armybuilder.matchups.piles import ALL, copies_in, piles
from armybuilder.matchups.present.fair import BAND, GAMES, FairPair, fair_pair, terms
from armybuilder.matchups.present.results import result
from armybuilder.site.accounts.visitors import building_owner, owner_of
from armybuilder.skirmishes.present.words import LEVELS
from armybuilder.systems.age_of_destruction.present.starting import Agreed, Entrant, pool_by_lot
from armybuilder.systems.age_of_destruction.views.start import begin
from collection.common.limits import limited

#: Who plays the other side of a fair fight; nobody where both are at the screen.
OPPONENTS = ("greedy", "")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("ask_for_job", reading=False)
def new_fair_fight(request: HttpRequest) -> HttpResponse:
    """The figures, and two sliders."""
    sent = request.POST if request.method == "POST" else None
    form = FairForm(sent, piles=piles(owner_of(request)), initial=request.GET.dict())
    if sent is not None and form.is_valid() and (ask := _asked(request, form)):
        return redirect("fair_fight", ask.public_id)
    context = {"form": form, "lengths": LENGTHS, "complexities": COMPLEXITIES, **_measure()}
    return render(request, "matchups/fair_new.html", context, status=200 if sent is None else 422)


def _measure() -> dict[str, int]:
    """How fairness is measured, for the page to say."""
    low, high = BAND
    return {"games": GAMES, "low": round(100 * low), "high": round(100 * high)}


def _asked(request: HttpRequest, form: FairForm) -> JobAsk | None:
    owner, said = building_owner(request), form.cleaned_data
    one, other = said["one"], said["other"]
    asked = terms(
        form.build_total,
        copies_in(owner, one),
        copies_in(owner, other),
        shared=one == other != ALL,
        complexity=form.how_complex,
        seed=said["seed"] or 0,
    )
    points = ngettext("%(count)s point", "%(count)s points", form.build_total)
    title = _("Fair fight, %(points)s") % {"points": points % {"count": form.build_total}}
    notes = {key: value for key, value in said.items() if key != "seed"} | {
        "seed": said["seed"] or 0
    }
    try:
        return ask_for_fair_fight(owner=owner, asked=asked, title=title, notes=notes)
    except TooManyJobs:
        messages.error(request, too_many())
        return None


@never_cache
@require_safe
@limited("browse")
def fair_fight(request: HttpRequest, public_id: str) -> HttpResponse:
    """How far it is, or the two lists."""
    ask = own_ask(request, public_id, FAIR_KIND)
    context = {"ask": ask, "progress": shown(ask), **_measure()}
    if ask.job.state == State.DONE and ask.job.result:
        found = ask.job.result
        pair = fair_pair(found)
        context |= {
            "pair": pair,
            "found": result(found["shown"], pair.names),
            "is_fair": found["fair"],
            "tried": found["tried"],
            "others": ask.notes | {"seed": ask.notes["seed"] + 1},
            "opponents": [
                (name, LEVELS[name].name if name else _("a person at this screen"))
                for name in OPPONENTS
            ],
        }
    else:
        context["tried"] = ask.job.kept.get("tried", 0)
    return render(request, "matchups/fair.html", context)


def _pair(request: HttpRequest, public_id: str) -> FairPair | None:
    job = own_ask(request, public_id, FAIR_KIND).job
    return fair_pair(job.result) if job.state == State.DONE and job.result else None


@require_POST
@limited("begin_skirmish")
def play_fair_fight(request: HttpRequest, public_id: str) -> HttpResponse:
    """Begin a skirmish with the two lists, everything placed."""
    pair = _pair(request, public_id)
    if pair is None:
        return redirect("fair_fight", public_id)
    against = request.POST.get("against", OPPONENTS[0])
    people = {
        "red": {"name": "", "commander": ""},
        "blue": {"name": "", "commander": against if against in OPPONENTS else OPPONENTS[0]},
    }
    groups = [
        document | {"name": name} for document, name in zip(pair.documents, pair.names, strict=True)
    ]
    entrants = [Entrant(seat, group) for seat, group in zip(people, groups, strict=True)]
    pool = pool_by_lot(secrets.randbits(31), len(entrants))
    agreed = Agreed(build_total=groups[0]["build_total"], pool=pool)
    return begin(request, entrants, people, agreed, placed=True)


@require_POST
@limited("ask_for_job")
def save_fair_fight(request: HttpRequest, public_id: str) -> HttpResponse:
    """Keep both lists as battle groups."""
    pair = _pair(request, public_id)
    if pair is None:
        return redirect("fair_fight", public_id)
    try:
        for document in pair.documents:
            create_group(owner=building_owner(request), document=document)
    except TooManyGroups as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Both lists are among your battle groups."))
    return redirect("groups")
