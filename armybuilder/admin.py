"""Accounts, announcements and public battle groups in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from armybuilder.groups.models import BattleGroup, Visibility
from armybuilder.groups.services.sharing import set_visibility
from armybuilder.site.models import Announcement, User


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
