"""Accounts, announcements, the audit log and public battle groups in the admin."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from armybuilder.groups.models import BattleGroup, Visibility
from armybuilder.groups.services.sharing import set_visibility
from armybuilder.home.services import delete_account
from armybuilder.site.models import Announcement, AuditEntry, User
from collection.admin import ReadOnlyAdmin


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    """Django's own, for users known by e-mail."""

    ordering = ("email",)
    list_display = ("email", "display_name", "is_staff", "date_joined")
    search_fields = ("email", "display_name")
    fieldsets = (
        (None, {"fields": ("email", "password")}),
        (_("Profile"), {"fields": ("display_name", "language", "theme", "contrast", "targets")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "password1", "password2")}),)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete an account as its member would."""
        delete_account(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """The same for several."""
        for user in queryset:
            delete_account(user)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """What happened, to be read; found by address, name or number of a member, or by request."""

    list_display = ("at", "kind", "actor", "about", "what", "network", "request_id")
    list_filter = ("kind", "at")
    date_hierarchy = "at"
    search_fields = ("request_id",)
    search_help_text = _("A member’s address, name or number, or the id of a request")
    show_full_result_count = False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Entries know members by number; who reads knows them by address and name."""
        asked = search_term.strip()
        if not asked:
            return queryset, False
        members = User.objects.filter(Q(email__iexact=asked) | Q(display_name__iexact=asked))
        numbers = {*members.values_list("pk", flat=True)}
        if asked.isdecimal() and len(asked) < 18:
            numbers.add(int(asked))
        meant = Q(actor__in=numbers) | Q(about__in=numbers) | Q(request_id=asked)
        return queryset.filter(meant), False


@admin.register(BattleGroup)
class PublicGroupAdmin(admin.ModelAdmin):
    """The groups shown to everybody, to take back what should not be; private ones stay private."""

    list_display = ("name", "owner", "published")
    search_fields = ("search_text",)
    actions = ("make_private",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[BattleGroup]:
        return BattleGroup.objects.public().select_related("owner")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: BattleGroup | None = None) -> bool:
        return False

    @admin.action(description=_("Make private"), permissions=["delete"])
    def make_private(self, request: HttpRequest, queryset: QuerySet[BattleGroup]) -> None:
        """Take groups from the public list; they stay with their owners."""
        for group in queryset:
            set_visibility(group=group, visibility=Visibility.PRIVATE)


@admin.register(Announcement)
class AnnouncementAdmin(admin.ModelAdmin):
    """What the status page tells."""

    list_display = ("english", "begins", "ends")
