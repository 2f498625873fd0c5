"""Addresses of event formats."""

from django.urls import path

from armybuilder.views import formats

urlpatterns = [
    path("formats/", formats.format_list, name="formats"),
    path("formats/new/", formats.new_format, name="format_new"),
    path("formats/<slug:format_id>/", formats.format_page, name="format"),
    path("formats/<slug:format_id>/qr.svg", formats.format_qr, name="format_qr"),
    path("formats/<slug:format_id>/change/", formats.change_format, name="format_change"),
    path("formats/<slug:format_id>/copy/", formats.copy_format, name="format_copy"),
    path("formats/<slug:format_id>/delete/", formats.remove_format, name="format_delete"),
    path("formats/<slug:format_id>/versions/", formats.format_versions, name="format_versions"),
    path("formats/<slug:format_id>/use/", formats.use_format, name="format_use"),
]
