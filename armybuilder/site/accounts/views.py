"""Pages of the account: profile, language, how pages look, personal tokens."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import translate_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language as django_set_language

from armybuilder.site.accounts.display import PREFERENCES
from armybuilder.site.accounts.forms import ProfileForm, TokenForm
from armybuilder.site.accounts.present import happened
from armybuilder.site.accounts.selectors import happened_to, tokens_of
from armybuilder.site.accounts.services import TooManyTokens, create_token, revoke_token
from armybuilder.site.models import User
from collection.common.quotas import full
from collection.common.ways_back import is_page_of_ours

#: Lines of what happened in the account: beside the profile, and on their own page.
SHOWN_BESIDE, SHOWN = 5, 200


@require_safe
def root(request: HttpRequest) -> HttpResponse:
    """The bare address leads to the home page in the visitor's language."""
    response = redirect("home")
    response["Vary"] = "Accept-Language, Cookie"
    return response


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Show and save the member's own settings."""
    user = cast(User, request.user)
    form = ProfileForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        language = user.language or request.LANGUAGE_CODE
        with override(language):
            messages.success(request, _("Saved."))
        return redirect(translate_url(request.path, language))
    status = 422 if form.errors else 200
    lines = happened(happened_to(member=user, length=SHOWN_BESIDE), user)
    context = {"form": form, "lines": list(lines)}
    return render(request, "site/accounts/profile.html", context, status=status)


@never_cache
@login_required
@require_safe
def what_happened(request: HttpRequest) -> HttpResponse:
    """Sign-ins, tokens, rights, deletions: what happened in the member's account lately."""
    user = cast(User, request.user)
    lines = happened(happened_to(member=user, length=SHOWN), user)
    context = {"lines": list(lines), "days": settings.AUDIT_DAYS}
    return render(request, "site/accounts/happened.html", context)


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Change the language of the page in `next`; a member's profile remembers it."""
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES):
        return HttpResponseBadRequest()
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(language=language)
    return django_set_language(request)


@require_POST
def set_preference(request: HttpRequest, key: str) -> HttpResponse:
    """Change how pages look in one respect, then go back to the page in `next`."""
    chosen = request.POST.get(key, "")
    if chosen not in PREFERENCES[key].kinds.values:
        return HttpResponseBadRequest()
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(**{key: chosen})
    response = redirect(safe_next(request))
    response.set_cookie(
        key,
        chosen,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    return response


def safe_next(request: HttpRequest) -> str:
    """The page to go back to, on this site only, as the form or the address says."""
    target = request.POST.get("next") or request.GET.get("next", "")
    return target if is_page_of_ours(target) else "/"


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
            form.add_error(None, full("tokens"))
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
