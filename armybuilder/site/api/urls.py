"""Addresses of what the API tells of the member."""

from django.urls import path

from armybuilder.site.api.me import Me

urlpatterns = [
    path("me/", Me.as_view(), name="api_me"),
]
