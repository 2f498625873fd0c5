"""What a member would lend a club."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from armybuilder.clubs.forms import LendingForm, said_before
from armybuilder.clubs.services.clubs import NotAllowed, lend
from armybuilder.clubs.views.clubs import club_context, own_club
from collection.owning.models import Collection
from collection.owning.views.doors import members_only, typed_before


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def lending(request: HttpRequest, club_id: str) -> HttpResponse:
    """Out of which collection, and which pieces of it."""
    club, member = own_club(request, club_id)
    own = list(Collection.objects.owned_by(request.user))
    form = LendingForm(typed_before(request), collections=own, initial=said_before(member))
    if request.method == "POST":
        form = LendingForm(request.POST, collections=own)
        if form.is_valid():
            try:
                lend(club=club, actor=request.user, **form.said())
            except NotAllowed as error:
                raise Http404 from error
            messages.success(request, _("Saved."))
            return redirect("club", club_id)
    context = club_context(club, member, form=form)
    status = 422 if form.errors else 200
    return render(request, "clubs/lending.html", context, status=status)
