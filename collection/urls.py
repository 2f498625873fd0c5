"""Addresses of the catalogue and of a person's collection."""

from django.urls import URLPattern

app_name = "collection"
urlpatterns: list[URLPattern] = []
