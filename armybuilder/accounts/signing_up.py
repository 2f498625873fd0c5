"""What follows a sign-up."""

from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.account.signals import user_signed_up
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.models import User


@receiver(user_signed_up)
def count_the_new_password_as_typed(
    sender: Any, request: HttpRequest, user: User, **kwargs: Any
) -> None:
    """Whoever has just chosen a password is not asked for it on the next page."""
    if user.has_usable_password():
        record_authentication(request, user, method="password", reauthenticated=True)
