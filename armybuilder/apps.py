"""The site as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArmyBuilderConfig(AppConfig):
    name = "armybuilder"
    verbose_name = _("Army builder")

    def ready(self) -> None:
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
