"""Addresses of the site on one's own device."""

from django.urls import URLPattern, URLResolver, path

from armybuilder.offline.views import merging, runtime

#: Those without a language, which the worker asks; it serves what lies below it.
outside: list[URLPattern | URLResolver] = [
    path("service-worker.js", runtime.service_worker, name="service_worker"),
    path("thinker.js", runtime.thinker, name="offline_thinker"),
    path("app-<str:language>.webmanifest", runtime.manifest, name="manifest"),
    path("offline/", runtime.to_page, name="offline_root"),
    path("offline/token/", runtime.token, name="offline_token"),
    path("offline/mine/", merging.mine, name="taken_along"),
    path("offline/changes/", merging.changes, name="device_changes"),
    path("offline/<str:kind>/<slug:version>", runtime.offline_file, name="offline_file"),
]

urlpatterns = [
    path("offline/", runtime.offline_page, name="offline"),
    path("offline/coming-back/", merging.coming_back, name="coming_back"),
    path("offline/came-back/<slug:public_id>.json", merging.refused_file, name="refused_file"),
]
