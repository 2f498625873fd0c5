"""What follows a sign-up, and the proof of an address."""

from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, user_signed_up
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.site.models import User


@receiver(user_signed_up)
def count_the_new_password_as_typed(
    sender: Any, request: HttpRequest, user: User, **kwargs: Any
) -> None:
    """Whoever has just chosen a password is not asked for it on the next page."""
    if user.has_usable_password():
        record_authentication(request, user, method="password", reauthenticated=True)


@receiver(email_confirmed)
def remember_the_proof(sender: Any, email_address: EmailAddress, **kwargs: Any) -> None:
    """What is matched by address is matched by this one."""
    User.objects.filter(pk=email_address.user_id).update(proven_email=email_address.email.lower())
