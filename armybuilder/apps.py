"""The site as a Django app."""

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.management import call_command
from django.db.models.signals import post_migrate, pre_delete
from django.utils.translation import gettext_lazy as _


def make_cache_table(using: str, **kwargs: Any) -> None:
    """Wherever the site's tables are made, that of the cache is made too."""
    for alias in (using, "cache"):
        if alias in settings.DATABASES:
            call_command("createcachetable", database=alias, verbosity=0)


class ArmyBuilderConfig(AppConfig):
    name = "armybuilder"
    verbose_name = _("Battle groups")

    def ready(self) -> None:
        post_migrate.connect(make_cache_table, sender=self)
        pre_delete.connect(hand_over_clubs, sender=settings.AUTH_USER_MODEL)
        from armybuilder.home import signing_in  # noqa: F401
        from armybuilder.site import checks, metrics  # noqa: F401
        from armybuilder.site.accounts import signing_up  # noqa: F401
        from armybuilder.skirmishes.seats import noticing  # noqa: F401


def hand_over_clubs(instance: Any, **_signal: Any) -> None:
    """Leave no club without an organiser, whoever deletes the account."""
    from armybuilder.clubs.services import clubs

    clubs.hand_over_clubs(user=instance)
