"""Whoever signs out on a device is told nothing there any more: the next person may use it."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.push import services
from armybuilder.site.templatetags import PUSH_DEVICE


@receiver(user_logged_out)
def end_notices(sender: Any, request: HttpRequest, **kwargs: Any) -> None:
    """End the notices on the device; comes before the session is emptied."""
    if digest := request.session.get(PUSH_DEVICE):
        services.forget(digest=digest)
