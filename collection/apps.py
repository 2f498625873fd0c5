"""The catalogue and the collection as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

#: Templates that other apps show on a figure's page; they find its id as `figure_id`. An app
#: adds its own in `AppConfig.ready`, so that the catalogue need not know who uses it.
FIGURE_PANELS: list[str] = []


class CollectionConfig(AppConfig):
    name = "collection"
    verbose_name = _("Collection")
