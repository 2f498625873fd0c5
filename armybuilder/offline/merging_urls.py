"""Addresses of taking along and coming back."""

from django.urls import path

from armybuilder.offline.views import merging

#: Those without a language, which devices ask for.
outside = [
    path("offline/mine/", merging.mine, name="taken_along"),
    path("offline/changes/", merging.changes, name="device_changes"),
]

urlpatterns = [
    path("offline/coming-back/", merging.coming_back, name="coming_back"),
    path("offline/came-back/<slug:public_id>.json", merging.refused_file, name="refused_file"),
]
