"""What somebody asked for: the list, how far one is, no more of it, once more, away with it."""

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from armybuilder.jobs.models import JobAsk
from armybuilder.jobs.present.progress import Progress, progress_of
from armybuilder.jobs.selectors import asks_of
from armybuilder.jobs.services import asking
from armybuilder.jobs.services.asking import TooManyJobs
from armybuilder.jobs.services.carrying import carry_where_alone
from armybuilder.site.accounts.visitors import owner_of
from collection.common.answers import htmx_of
from collection.common.limits import limited

PAGE_LENGTH = 50


def own_ask(request: HttpRequest, public_id: str, kind: str = "") -> JobAsk:
    """What the person asking asked for, of a kind where one is named; 404 for anybody else's and
    for none."""
    own = asks_of(owner=owner_of(request))
    return get_object_or_404(own.filter(job__kind=kind) if kind else own, public_id=public_id)


def shown(ask: JobAsk) -> Progress:
    """How far work is, carried further by whoever looks where no worker lives."""
    carry_where_alone(ask)
    return progress_of(ask, timezone.now())


@never_cache
@require_safe
@limited("browse")
def job_list(request: HttpRequest) -> HttpResponse:
    """What the person asked for, the last first."""
    found = asks_of(owner=owner_of(request)).defer("job__payload", "job__kept", "job__result")[
        :PAGE_LENGTH
    ]
    now = timezone.now()
    return render(request, "jobs/list.html", {"lines": [progress_of(ask, now) for ask in found]})


@never_cache
@require_safe
@limited("watch_job")
def progress(request: HttpRequest, public_id: str) -> HttpResponse:
    """How far it is; the page around it comes anew once it has ended."""
    try:
        now = shown(own_ask(request, public_id))
    except Http404:
        if htmx_of(request):  # The page has it, and is on its way to where it leads.
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        raise
    if not now.is_open:
        return HttpResponseClientRefresh() if htmx_of(request) else redirect(now.page_url or "jobs")
    return render(request, "jobs/progress.html", {"progress": now})


@require_POST
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    """Want it no more."""
    ask = own_ask(request, public_id)
    asking.withdraw(ask=ask)
    return redirect(progress_of(ask, timezone.now()).page_url or "jobs")


@require_POST
@limited("ask_for_job")
def again(request: HttpRequest, public_id: str) -> HttpResponse:
    """Want it after all."""
    ask = own_ask(request, public_id)
    try:
        asking.ask_again(ask=ask)
    except TooManyJobs:
        messages.error(request, too_many())
    return redirect(progress_of(ask, timezone.now()).page_url or "jobs")


@require_POST
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take it off the list."""
    asking.delete_ask(ask=own_ask(request, public_id))
    messages.success(request, _("It is off your list."))
    return redirect("jobs")


def too_many() -> str:
    """What is said to somebody who asks for too much at once."""
    return _("You have as much under way as the site allows. Wait for one, or cancel one.")
