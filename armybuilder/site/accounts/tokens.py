"""The page of a member's personal tokens."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.site.accounts.forms import TokenForm
from armybuilder.site.accounts.selectors import tokens_of
from armybuilder.site.accounts.services import TooManyTokens, create_token, revoke_token
from armybuilder.site.models import User


@never_cache
@login_required
@reauthentication_required
@require_http_methods(["GET", "HEAD", "POST"])
def token_list(request: HttpRequest) -> HttpResponse:
    """The member's tokens; a new one is shown in the answer that makes it, and never again."""
    member = cast(User, request.user)
    form = TokenForm(request.POST or None)
    made = ""
    if request.method == "POST" and form.is_valid():
        try:
            made = create_token(member=member, **form.cleaned_data)
            form = TokenForm()
        except TooManyTokens:
            form.add_error(None, _("You have as many tokens as one member may; revoke one first."))
    context = {
        "form": form,
        "made": made,
        "tokens": tokens_of(member=member),
        "now": timezone.now(),
    }
    status = 422 if form.errors else 200
    return render(request, "site/accounts/tokens.html", context, status=status)


@login_required
@require_POST
def revoke(request: HttpRequest, token_id: str) -> HttpResponse:
    """End one of the member's tokens."""
    if revoke_token(member=cast(User, request.user), token_id=token_id):
        messages.success(request, _("The token is revoked and opens nothing any more."))
    return redirect("tokens")
