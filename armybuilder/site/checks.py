"""What must not be forgotten on a public server; run by `check --deploy`."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register


@register(Tags.security, deploy=True)
def mail_is_delivered(
    app_configs: Sequence[AppConfig] | None, **options: Any
) -> list[CheckMessage]:
    """Without a mail server anybody could sign up with an address that is not theirs."""
    if settings.MAIL_IS_DELIVERED:
        return []
    return [
        Warning(
            "No mail server is set, so e-mail addresses are accepted unproven.",
            hint="Set EMAIL_URL, for example smtp+tls://user:password@mail.example.org:587.",
            id="armybuilder.W001",
        )
    ]
