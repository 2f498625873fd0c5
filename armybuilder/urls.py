"""Addresses of the site: pages under their language, the rest without one."""

from allauth.account.decorators import secure_admin_login
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from armybuilder.clubs import urls as clubs
from armybuilder.groups import urls as groups
from armybuilder.home import urls as home
from armybuilder.library import urls as library
from armybuilder.offline import urls as offline
from armybuilder.push import urls as push
from armybuilder.site import urls as site
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
    *home.importing,
    *home.exporting,
    *catalogue.urlpatterns,
    path("collection/", include(clubs.trading)),
    path("collection/", include(owning.urlpatterns)),
    *home.owning,
]

urlpatterns: list[URLPattern | URLResolver] = [
    *site.outside,
    *home.outside,
    *groups.outside,
    *offline.outside,
    *push.outside,
    path("api/v1/", include("collection.catalogue.api.urls")),
    path("api/v1/", include("armybuilder.site.api.urls")),
    path("api/v1/", include("collection.owning.api.urls")),
    path("api/v1/", include("armybuilder.home.api")),
    path("api/v1/", include(library.api)),
    path("api/v1/", include("armybuilder.groups.api.urls")),
    path("api/v1/", include("armybuilder.skirmishes.api.urls")),
    path("api/v1/", include("armybuilder.scenarios.api.urls")),
    path("api/v1/", include("armybuilder.games.api.urls")),
    *i18n_patterns(
        path("", include(home.urlpatterns)),
        path("", include("armybuilder.clubs.urls")),
        path("", include((catalogue_and_collections, "collection"))),
        path("", include("armybuilder.jobs.urls")),
        path("", include("armybuilder.library.urls")),
        path("", include(groups.urlpatterns)),
        path("", include("armybuilder.games.urls")),
        path("", include("armybuilder.systems.age_of_destruction.urls")),
        path("", include("armybuilder.systems.khans_and_generals.urls")),
        path("", include("armybuilder.systems.warzone.urls")),
        path("", include("armybuilder.systems.nations_at_war.urls")),
        path("", include("armybuilder.matchups.urls")),
        path("", include("armybuilder.skirmishes.urls")),
        path("", include("armybuilder.scenarios.urls")),
        path("", include(offline.urlpatterns)),
        path("", include("armybuilder.moderation.urls")),
        path("", include(site.urlpatterns)),
        path("account/", include("allauth.urls")),
        path("admin/", admin.site.urls),
    ),
]
