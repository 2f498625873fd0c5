"""What a visitor made comes along when they sign in."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.groups.services.formats import claim_formats
from armybuilder.groups.services.groups import claim_groups
from armybuilder.jobs.services.asking import claim_asks
from armybuilder.library.services import claim_library
from armybuilder.push.services import claim_devices
from armybuilder.scenarios.services import claim_scenarios
from armybuilder.site.accounts.visitors import visitor_no_more
from armybuilder.site.models import User
from armybuilder.skirmishes.services import claim_skirmishes


@receiver(user_logged_in)
def claim_what_the_visitor_built(
    sender: Any, request: HttpRequest | None, user: User, **kwargs: Any
) -> None:
    """Hand what the session's visitor made to whoever signed in."""
    if request is not None and (visitor := visitor_no_more(request)):
        claim_groups(member=user, visitor=visitor)
        claim_formats(member=user, visitor=visitor)
        claim_skirmishes(member=user, visitor=visitor)
        claim_asks(member=user, visitor=visitor)
        claim_devices(member=user, visitor=visitor)
        claim_library(member=user, visitor=visitor)
        claim_scenarios(member=user, visitor=visitor)
