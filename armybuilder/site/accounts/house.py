"""The house: the member who shows what comes with the site. Nobody signs in as it."""

from django.conf import settings

from armybuilder.site.models import User

#: No mail is ever delivered below `.invalid`.
ADDRESS = "house@age-of-destruction.invalid"


class HouseTaken(Exception):
    """Somebody signs in under the address of the house."""


def house() -> User:
    """The house, made where there is none yet; raises HouseTaken."""
    found = User.objects.filter(email=ADDRESS).first()
    if found is None:
        return User.objects.create_user(
            ADDRESS, display_name=settings.PRODUCT_NAME, is_active=False
        )
    if found.is_active:
        raise HouseTaken
    return found
