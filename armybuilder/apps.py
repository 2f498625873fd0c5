"""The site as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArmyBuilderConfig(AppConfig):
    name = "armybuilder"
    verbose_name = _("Army builder")

    def ready(self) -> None:
        from armybuilder import checks  # noqa: F401
        from armybuilder.accounts import visitors  # noqa: F401
        from collection.apps import FIGURE_PANELS

        FIGURE_PANELS.append("armybuilder/groups/figure_panel.html")
