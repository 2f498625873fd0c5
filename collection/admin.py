"""The catalogue in the admin, to be read: it changes by loading its files only."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from collection.models import (
    Card,
    CatalogueFile,
    CatalogueVersion,
    ExpansionSet,
    Faction,
    Figure,
)


class ReadOnlyAdmin(admin.ModelAdmin):
    """Lists and shows records; nothing can be added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Figure)
class FigureAdmin(ReadOnlyAdmin):
    list_display = ("catalogue_id", "name", "variant", "faction", "points", "status")
    list_filter = ("status", "type", "set", "faction")
    list_select_related = ("faction",)
    search_fields = ("catalogue_id", "name", "search_text")


@admin.register(Card)
class CardAdmin(ReadOnlyAdmin):
    list_display = ("catalogue_id", "name", "type", "official")
    list_filter = ("type", "official", "set")
    search_fields = ("catalogue_id", "name", "search_text")


@admin.register(ExpansionSet)
class ExpansionSetAdmin(ReadOnlyAdmin):
    list_display = ("code", "name", "year", "official")


@admin.register(Faction)
class FactionAdmin(ReadOnlyAdmin):
    list_display = ("name", "abbreviation")


@admin.register(CatalogueFile)
class CatalogueFileAdmin(ReadOnlyAdmin):
    list_display = ("system", "path")


@admin.register(CatalogueVersion)
class CatalogueVersionAdmin(ReadOnlyAdmin):
    list_display = ("system", "loaded_at", "digest")
