"""Addresses of the frame: accounts, preferences, health, what is told to programmers."""

from django.urls import path

from armybuilder.site import health, well_known
from armybuilder.site.accounts import views
from armybuilder.site.accounts.display import PREFERENCES
from armybuilder.site.api import page
from armybuilder.site.blocks.views import blocked_people

#: Those without a language.
outside = [
    path("", views.root, name="root"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("robots.txt", well_known.robots, name="robots"),
    path(".well-known/security.txt", well_known.security, name="security"),
    path("preferences/language", views.set_language, name="set_language"),
    *(
        path(f"preferences/{key}", views.set_preference, {"key": key}, name=f"set_{key}")
        for key in PREFERENCES
    ),
    path("api/", page.to_page, name="api_root"),
]

urlpatterns = [
    path("api/", page.api_page, name="api_page"),
    path("account/profile/", views.profile, name="profile"),
    path("account/happened/", views.what_happened, name="what_happened"),
    path("account/blocked/", blocked_people, name="blocked_people"),
    path("account/tokens/", views.token_list, name="tokens"),
    path("account/tokens/<slug:token_id>/revoke/", views.revoke, name="token_revoke"),
]
