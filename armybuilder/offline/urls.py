"""Addresses of the site on one's own device."""

from django.urls import URLPattern, URLResolver, path

from armybuilder.offline import merging_urls
from armybuilder.offline.views import runtime

#: Those without a language; a worker serves what lies below it, so it stands at the root.
outside: list[URLPattern | URLResolver] = [
    path("service-worker.js", runtime.service_worker, name="service_worker"),
    path("offline/", runtime.to_page, name="offline_root"),
    path("offline/token/", runtime.token, name="offline_token"),
    *merging_urls.outside,
    path("offline/<str:kind>/<slug:version>", runtime.offline_file, name="offline_file"),
    path("app-<str:language>.webmanifest", runtime.manifest, name="manifest"),
]

urlpatterns = [
    path("offline/", runtime.offline_page, name="offline"),
    *merging_urls.urlpatterns,
]
