"""The catalogue in the admin: what its files hold to be read, what people entered to be edited."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from collection import adapters
from collection.entering import services as entering
from collection.models import (
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
    HowSure,
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


class EntryForm(forms.ModelForm):
    """An entered figure as its whole record, read by the rules before it is kept."""

    how_sure = forms.ChoiceField(label=_("Read from"), choices=HowSure.choices)
    note = forms.CharField(label=_("Why it is changed"), required=False, max_length=1000)

    class Meta:
        model = CatalogueEntry
        fields = ("record",)
        widgets: ClassVar = {"record": forms.Textarea(attrs={"rows": 40, "spellcheck": "false"})}

    def clean_record(self) -> dict[str, Any] | None:
        record: Any = self.cleaned_data["record"]
        known_as = self.instance.catalogue_id
        if record is None and known_as:
            return None
        if not isinstance(record, dict) or record.get("id") != (known_as or record.get("id")):
            raise forms.ValidationError(_("The record names another figure."))
        try:
            entering.refuse_unfit(
                system=adapters.SYSTEM, catalogue_id=str(record.get("id")), record=record
            )
        except entering.EntryRefused as refused:
            reasons = [f"{found.path}: {found.reason}" for found in refused.problems]
            raise forms.ValidationError(reasons) from refused
        return record


@admin.register(CatalogueEntry)
class CatalogueEntryAdmin(admin.ModelAdmin):
    """Figures people entered: every change is a new state, none is lost."""

    form = EntryForm
    list_display = ("catalogue_id", "system")
    search_fields = ("catalogue_id",)
    inlines = (RevisionInline,)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Keep the new state through the service, which renews the catalogue."""
        record = form.cleaned_data["record"]
        revision = entering.change_entry(
            system=obj.system or adapters.SYSTEM,
            catalogue_id=obj.catalogue_id or record["id"],
            record=record,
            source=entering.Source(
                form.cleaned_data["how_sure"], request.user, form.cleaned_data["note"]
            ),
            by=request.user,
            now=timezone.now(),
        )
        obj.pk = revision.entry_id
