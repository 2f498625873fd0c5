"""Match-ups: which groups, how far it is, what came of it, a link for others."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.jobs.models import JobAsk, State
from armybuilder.jobs.present.progress import progress_of
from armybuilder.jobs.services import asking
from armybuilder.jobs.services.asking import TooManyJobs
from armybuilder.jobs.views.jobs import own_ask, shown, too_many
from armybuilder.matchups.choosing import Chosen, NotChosen, chosen, offered
from armybuilder.matchups.forms import GamesForm, SideForm
from armybuilder.matchups.present.fights import CannotFight, matched, summed_up
from armybuilder.matchups.present.results import result
from armybuilder.matchups.work import MATCH_UP_KIND, ask_for_match_up
from armybuilder.site.accounts.visitors import building_owner, owner_of
from armybuilder.site.models import Owner
from armybuilder.skirmishes.naming import versus
from armybuilder.systems.age_of_destruction.friends import shown_of
from armybuilder.systems.age_of_destruction.sample_groups import QUICK
from collection.common.limits import limited

SIDES = ("one", "other")
#: The samples that stand in the form before anything is chosen.
USUAL = QUICK[450]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("ask_for_job", reading=False)
def new_match_up(request: HttpRequest) -> HttpResponse:
    """Two groups and how often they fight; `one` and `other` of the address name groups."""
    sent = request.POST if request.method == "POST" else None
    owner = owner_of(request)
    groups = offered(owner)
    sides = [
        SideForm(side, sent, groups=groups, initial={"group": request.GET.get(side) or usual})
        for side, usual in zip(SIDES, (f"sample:{key}" for key in USUAL), strict=True)
    ]
    how = GamesForm(sent)
    if sent is not None and (ask := _asked(request, sides, how, owner)):
        return redirect("match_up", ask.public_id)
    shown = [shown_of(side["group"], owner) for side in sides]
    titles = (_("One"), _("The other"))
    context = {"sides": list(zip(titles, sides, shown, strict=True)), "how": how}
    return render(request, "matchups/new.html", context, status=200 if sent is None else 422)


def _asked(
    request: HttpRequest, sides: list[SideForm], how: GamesForm, owner: Owner
) -> JobAsk | None:
    """What was asked for; None, with the reason at its field, where that cannot be."""
    valid = [form.is_valid() for form in (*sides, how)]
    groups = [_group(form, owner) for form in sides if not form.errors]
    if not all(valid) or None in groups:
        return None
    found = [group for group in groups if group]
    names = [group.name for group in found]
    commanders = [form.cleaned_data["commander"] for form in sides]
    try:
        asked = matched([group.document for group in found], commanders, **how.cleaned_data)
        return ask_for_match_up(
            owner=building_owner(request), asked=asked, names=names, title=versus(names)
        )
    except CannotFight as error:
        sides[0].add_error("group", str(error))
    except TooManyJobs:
        messages.error(request, too_many())
    return None


def _group(form: SideForm, owner: Owner) -> Chosen | None:
    try:
        return chosen(owner, form.cleaned_data["group"], form.cleaned_data["pasted"])
    except NotChosen as reason:
        form.add_error("pasted" if form.cleaned_data["pasted"] else "group", str(reason))
        return None


@never_cache
@require_safe
@limited("browse")
def match_up(request: HttpRequest, public_id: str) -> HttpResponse:
    """What came of it, as far as it is played."""
    ask = own_ask(request, public_id, MATCH_UP_KIND)
    progress = shown(ask)
    link = request.build_absolute_uri(_shared_at(ask)) if ask.share_token else ""
    context = _context(ask) | {"progress": progress, "share_link": link}
    return render(request, "matchups/show.html", context)


@never_cache
@require_safe
@limited("browse")
def shared_match_up(request: HttpRequest, token: str) -> HttpResponse:
    """The same to look at, for whoever has the link."""
    of_kind = JobAsk.objects.shared_by(token).filter(job__kind=MATCH_UP_KIND)
    ask = get_object_or_404(of_kind.select_related("job"))
    context = _context(ask) | {"progress": progress_of(ask, timezone.now()), "is_shared": True}
    return render(request, "matchups/show.html", context)


@require_POST
def share_match_up(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make a link for others, or take it back."""
    ask = own_ask(request, public_id, MATCH_UP_KIND)
    if "withdraw" in request.POST:
        asking.withdraw_link(ask=ask)
    else:
        asking.share(ask=ask)
    return redirect("match_up", public_id)


def _shared_at(ask: JobAsk) -> str:
    return reverse("match_up_shared", args=[ask.share_token])


def _context(ask: JobAsk) -> dict[str, object]:
    job = ask.job
    found = job.result
    if job.state != State.DONE and job.done:
        found = summed_up(job.payload, job.kept["games"])
    names = ask.notes["names"]
    return {"ask": ask, "names": names, "found": result(found, names) if found else None}
