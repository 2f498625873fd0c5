"""The site as a Django app."""

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.management import call_command
from django.db.models.signals import post_migrate, pre_delete
from django.utils.translation import gettext_lazy as _

#: The group of those who decide on what is reported; people are put into it in the admin.
MODERATORS = "Moderators"


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
        post_migrate.connect(make_moderators, sender=self)
        pre_delete.connect(leave_in_order, sender=settings.AUTH_USER_MODEL)
        from armybuilder.home import audited, noticing, signing_in  # noqa: F401
        from armybuilder.push import signing_out  # noqa: F401
        from armybuilder.site import checks, metrics  # noqa: F401
        from armybuilder.site.accounts import signing_up  # noqa: F401
        from armybuilder.skirmishes.seats import noticing as turns  # noqa: F401


def make_moderators(sender: AppConfig, **_signal: Any) -> None:
    """Make the group of moderators and give it what it is for, photos of the catalogue included."""
    from django.apps import apps
    from django.contrib.auth.management import create_permissions
    from django.contrib.auth.models import Group, Permission

    for app in (sender, apps.get_app_config("collection")):
        create_permissions(app, verbosity=0)
    group, _new = Group.objects.get_or_create(name=MODERATORS)
    photos = ("view_shownphoto", "delete_shownphoto")
    may = Permission.objects.filter(codename__in=["moderate", *photos])
    group.permissions.add(*may)


def leave_in_order(instance: Any, **_signal: Any) -> None:
    """Leave no club without an organiser, and nothing a moderator said of what goes, whoever
    deletes the account."""
    from armybuilder.clubs.services import clubs
    from armybuilder.moderation.services import forget_cases_of

    clubs.hand_over_clubs(user=instance)
    forget_cases_of(user=instance)
