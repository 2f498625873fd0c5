"""The site as a Django app."""

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.management import call_command
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


def make_cache_table(using: str, **kwargs: Any) -> None:
    """Wherever the site's tables are made, that of the cache is made too."""
    for alias in (using, "cache"):
        if alias in settings.DATABASES:
            call_command("createcachetable", database=alias, verbosity=0)


class ArmyBuilderConfig(AppConfig):
    name = "armybuilder"
    verbose_name = _("Army builder")

    def ready(self) -> None:
        post_migrate.connect(make_cache_table, sender=self)
        from armybuilder import checks  # noqa: F401
        from armybuilder.accounts import signing_up, visitors  # noqa: F401
        from armybuilder.catalogue_scopes import scope_of_format
        from armybuilder.selectors.evenings import loans_to
        from armybuilder.selectors.fielding import kept_in
        from collection.apps import FIGURE_PANELS
        from collection.owning.loans import BORROWED_FINDERS
        from collection.owning.reserved import RESERVATION_FINDERS
        from collection.search.scopes import SCOPE_FINDERS

        FIGURE_PANELS.append("armybuilder/groups/figure_panel.html")
        SCOPE_FINDERS.append(scope_of_format)
        BORROWED_FINDERS.append(loans_to)
        RESERVATION_FINDERS.append(kept_in)
