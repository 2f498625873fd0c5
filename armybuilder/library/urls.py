"""Addresses of libraries of units."""

from django.urls import path

from armybuilder.library import views
from armybuilder.library.api import Library

LIBRARY = "library/khans-and-generals/"

api = [path(LIBRARY, Library.as_view(), name="api_library")]

urlpatterns = [
    path(LIBRARY, views.library, name="library"),
    path(f"{LIBRARY}new/", views.new_unit, name="library_new"),
    path(f"{LIBRARY}import/", views.import_units, name="library_import"),
    path(f"{LIBRARY}units.<slug:ending>", views.export_units, name="library_file"),
    path(f"{LIBRARY}models/", views.models, name="library_models"),
    path(f"{LIBRARY}units/<slug:public_id>/", views.edit_unit, name="library_unit"),
    path(f"{LIBRARY}units/<slug:public_id>/delete/", views.remove_unit, name="library_delete"),
]
