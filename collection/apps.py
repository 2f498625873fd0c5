"""The catalogue and the collection as a Django app."""

from typing import Any

from django.apps import AppConfig
from django.db import transaction
from django.db.models.signals import post_delete, post_migrate, post_save
from django.utils.translation import gettext_lazy as _

#: The group of those who decide on contributions; people are put into it in the admin.
EDITORS = "Catalogue editors"


class CollectionConfig(AppConfig):
    name = "collection"
    verbose_name = _("Collection")

    def ready(self) -> None:
        post_migrate.connect(make_editors, sender=self)
        post_delete.connect(forget_photos, sender="collection.Collection")
        post_save.connect(join_pieces, sender="collection.CatalogueVersion")


def forget_photos(instance: Any, **_signal: Any) -> None:
    """Delete the photos of a collection that is gone, be it with its owner's account."""
    from collection.owning.services.photos import remove_folder

    transaction.on_commit(lambda: remove_folder(instance.public_id))


def join_pieces(instance: Any, **_signal: Any) -> None:
    """Join what people own to the records of a catalogue that was just written."""
    from collection.owning.services.joining import join_again

    join_again(instance.system)


def make_editors(sender: AppConfig, **_signal: Any) -> None:
    """Make the group of editors and give it what it is for."""
    from django.contrib.auth.management import create_permissions
    from django.contrib.auth.models import Group, Permission

    create_permissions(sender, verbosity=0)
    group, _new = Group.objects.get_or_create(name=EDITORS)
    permission = Permission.objects.get(
        content_type__app_label="collection", codename="edit_catalogue"
    )
    group.permissions.add(permission)
