"""Addresses of the site: pages under their language, the rest without one."""

from allauth.account.decorators import secure_admin_login
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from armybuilder.clubs import urls as clubs
from armybuilder.home import urls as home
from armybuilder.site import health
from armybuilder.site.accounts import tokens
from armybuilder.site.accounts import views as accounts
from armybuilder.site.api import page
from armybuilder.site.views.styleguide import styleguide
from collection.catalogue import urls as catalogue
from collection.owning import urls as owning

# The admin's own login form has no rate limit; this sends it to the one that has.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler400 = "armybuilder.site.errors.bad_request"
handler403 = "armybuilder.site.errors.forbidden"
handler404 = "armybuilder.site.errors.not_found"
handler429 = "armybuilder.site.errors.too_many_requests"
handler500 = "armybuilder.site.errors.server_error"

catalogue_and_collections: list[URLPattern | URLResolver] = [
    *home.catalogue,
    *catalogue.urlpatterns,
    path("collection/", include(clubs.trading)),
    path("collection/", include(owning.urlpatterns)),
    *home.owning,
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", accounts.root, name="root"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("preferences/language", accounts.set_language, name="set_language"),
    path("preferences/theme", accounts.set_theme, name="set_theme"),
    path("api/", page.to_page, name="api_root"),
    path("api/v1/", include("collection.catalogue.api.urls")),
    path("api/v1/", include("armybuilder.site.api.urls")),
    path("api/v1/", include("collection.owning.api.urls")),
    path("api/v1/", include("armybuilder.groups.api.urls")),
    *i18n_patterns(
        path("", include(home.urlpatterns)),
        path("", include("armybuilder.clubs.urls")),
        path("", include((catalogue_and_collections, "collection"))),
        path("", include("armybuilder.groups.urls")),
        path("", include("armybuilder.skirmishes.urls")),
        path("api/", page.api_page, name="api_page"),
        path("styleguide/", styleguide, name="styleguide"),
        path("account/profile/", accounts.profile, name="profile"),
        path("account/tokens/", tokens.token_list, name="tokens"),
        path("account/tokens/<slug:token_id>/revoke/", tokens.revoke, name="token_revoke"),
        path("account/", include("allauth.urls")),
        path("admin/", admin.site.urls),
    ),
]
