"""Where the site's ways differ from allauth's."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):
    """Asks for proof of an e-mail address only where mail can arrive; locks a sign-in for the
    network that keeps failing at it."""

    def is_email_verified(self, request: HttpRequest, email: str) -> bool:
        """A machine without a mail server, such as one's own, takes the address as typed."""
        return not settings.MAIL_IS_DELIVERED or super().is_email_verified(request, email)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Failures count by address and origin together: by the address alone anybody could keep
        its owner out from anywhere."""
        address = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{address} from {get_ip(request)}"
