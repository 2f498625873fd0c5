"""Addresses of taking along and coming back."""

from django.urls import path

from armybuilder.offline.views import merging

urlpatterns = [
    path("mine/", merging.mine, name="taken_along"),
    path("changes/", merging.changes, name="device_changes"),
    path("coming-back/", merging.coming_back, name="coming_back"),
    path("came-back/<slug:public_id>.json", merging.refused_file, name="refused_file"),
]
