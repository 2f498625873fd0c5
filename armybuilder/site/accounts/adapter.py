"""Where the site's ways differ from allauth's."""

from typing import Any
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.signup import prevent_enumeration
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal.httpkit import clean_client_ip
from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from armybuilder.site.fences.addresses import client_of, unmapped
from armybuilder.site.models import User
from collection.common.ways_back import is_page_of_ours


class AccountAdapter(DefaultAccountAdapter):
    """Asks for proof of an e-mail address only where mail can arrive; locks a sign-in for the
    network that keeps failing at it."""

    def is_email_verified(self, request: HttpRequest, email: str) -> bool:
        """A machine without a mail server, such as one's own, takes the address as typed."""
        return not settings.MAIL_IS_DELIVERED or super().is_email_verified(request, email)

    def is_safe_url(self, url: str | None) -> bool:
        """Whether a way back is a page of this site; allauth's own answer to what is no address at
        all is an error."""
        return is_page_of_ours(url or "")

    def get_client_ip(self, request: HttpRequest) -> str:
        """Where a request comes from, as its limits count it."""
        return unmapped(clean_client_ip(client_of(request)) or "")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Failures count by address and origin together: by the address alone anybody could keep
        its owner out from anywhere. The host asked for has no part in it: whoever tries passwords
        writes another port behind its name each time."""
        address = str(credentials.get("email", "")).lower()
        return f"{address} from {get_ip(request)}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail that names this site and leads to it, whichever host and port it was asked
        for under; where mails are only printed, to where whoever reads them is."""
        told = {**context}
        if settings.MAIL_IS_DELIVERED:
            own = settings.SITE_URL.partition("://")[2]
            told["current_site"] = {"name": own, "domain": own}
            for name, value in context.items():
                if name.endswith("_url") and isinstance(value, str):
                    parts = urlsplit(value)
                    told[name] = settings.SITE_URL + urlunsplit(
                        parts._replace(scheme="", netloc="")
                    )
        super().send_mail(template_prefix, email, told)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Keep a new account; pressed twice, sign-up answers as for an address it knows."""
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, user, form, commit)
        except IntegrityError as error:
            answer = self._answer_for_known(request, form.cleaned_data["email"])
            raise ImmediateHttpResponse(answer) from error
        return saved

    def _answer_for_known(self, request: HttpRequest, email: str) -> HttpResponse:
        """Where mail proves an address, nobody learns from the answer whether it is known."""
        if settings.ACCOUNT_PREVENT_ENUMERATION:
            answer: HttpResponse = prevent_enumeration(request, email=email)
            return answer
        messages.info(request, _("This address has an account. Sign in."))
        return redirect("account_login")
