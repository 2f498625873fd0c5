"""The catalogue in the admin: what its files hold and what people entered, to be read; and photos
that were reported."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from collection.catalogue.models import (
    Card,
    CatalogueEntry,
    CatalogueFile,
    CatalogueVersion,
    Contribution,
    EntryRevision,
    ExpansionSet,
    Faction,
    Figure,
    FigureReport,
)
from collection.catalogue.present.entered_values import is_editor
from collection.owning.models import PhotoReport, ShownPhoto


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


@admin.register(Contribution)
class ContributionAdmin(ReadOnlyAdmin):
    list_display = ("catalogue_id", "proposed_by", "proposed_at", "how_sure", "decision")
    list_filter = ("decision", "how_sure")
    list_select_related = ("proposed_by",)


@admin.register(FigureReport)
class FigureReportAdmin(ReadOnlyAdmin):
    list_display = ("catalogue_id", "value", "line", "said_here", "said_there", "decision")
    list_filter = ("decision",)


class RevisionInline(admin.TabularInline):
    """The history of an entered figure, to be read."""

    model = EntryRevision
    fields = ("number", "made_at", "made_by", "entered_by", "how_sure", "note", "record")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(CatalogueEntry)
class CatalogueEntryAdmin(ReadOnlyAdmin):
    """Figures people entered, with every state they had.

    They are entered, changed and brought back on the catalogue's own pages, where the rules read
    them first; this leads there.
    """

    list_display = ("catalogue_id", "system")
    search_fields = ("catalogue_id",)
    inlines = (RevisionInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_editor(request.user)

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """The form of the catalogue's pages."""
        return redirect("collection:enter_figure")

    def view_on_site(self, obj: CatalogueEntry) -> str:
        """The figure's history, where an editor brings an earlier state back."""
        return reverse("collection:figure_history", args=[obj.catalogue_id])


class PhotoReportInline(admin.TabularInline):
    """What was said against a photo."""

    model = PhotoReport
    extra = 0
    readonly_fields = ("reason", "note", "reported_by", "reported_at")
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(ShownPhoto)
class ShownPhotoAdmin(ReadOnlyAdmin):
    """Photos owners show on figures' pages, the hidden ones first, to be read; moderators decide on
    the site's own page. Only the square is seen here."""

    list_display = ("picture", "__str__", "credit", "since", "hidden", "looked_at")
    list_filter = ("hidden",)
    list_select_related = ("photo",)
    ordering = ("-hidden", "-since")
    fields = ("picture", "credit", "since", "hidden", "looked_at")
    readonly_fields = fields
    inlines = (PhotoReportInline,)

    @admin.display(description=_("picture"))
    def picture(self, shown: ShownPhoto) -> SafeString:
        """The square itself."""
        address = reverse("collection:shown_photo", args=[shown.public_id])
        return format_html('<img src="{}" width="160" height="160" alt="">', address)
