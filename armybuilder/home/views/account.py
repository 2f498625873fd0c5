"""A member's whole account: my data, and deleting it."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.clubs.selectors.clubs import clubs_left_alone
from armybuilder.clubs.selectors.people import members_of_club
from armybuilder.home import services
from armybuilder.home.selectors.personal import personal_data
from armybuilder.home.selectors.quotas import used_by
from armybuilder.site.accounts.forms import DeleteAccountForm
from armybuilder.site.audit import record
from armybuilder.site.models import AuditKind, User


@never_cache
@login_required
@require_safe
def quota_page(request: HttpRequest) -> HttpResponse:
    """How much the member keeps of what they may."""
    context = {"uses": used_by(cast(User, request.user)), "contact": settings.OPERATOR_CONTACT}
    return render(request, "home/quotas.html", context)


@never_cache
@login_required
@require_safe
def download_data(request: HttpRequest) -> HttpResponse:
    """Everything kept of the member, as a JSON file."""
    user = cast(User, request.user)
    record(AuditKind.EXPORTED, about=user.pk)
    response = JsonResponse(
        personal_data(user=user),
        json_dumps_params={"ensure_ascii": False, "indent": 2},
    )
    response["Content-Disposition"] = 'attachment; filename="my-data.json"'
    return response


@never_cache
@login_required
@reauthentication_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Delete the member and everything of theirs, once they typed their address."""
    user = cast(User, request.user)
    form = DeleteAccountForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        services.delete_account(user)
        logout(request)
        messages.success(request, _("Your account and everything in it is deleted."))
        return redirect("home")
    clubs = [
        (club.shown_name, members_of_club(club).name(heir.user) if heir else "")
        for club, heir in clubs_left_alone(user)
    ]
    status = 422 if form.errors else 200
    context = {"form": form, "clubs": clubs}
    return render(request, "home/delete_account.html", context, status=status)
