"""Addresses of what the API adds to the catalogue's."""

from django.urls import path

from armybuilder.api import formats, groups, judging
from armybuilder.api.me import Me
from armybuilder.api.owning import changes, collections, imports

urlpatterns = [
    path("me/", Me.as_view(), name="api_me"),
    path("validate/", judging.Validate.as_view(), name="api_validate"),
    path("repair/", judging.Repair.as_view(), name="api_repair"),
    path("fill/", judging.Fill.as_view(), name="api_fill"),
    path("closest/", judging.Closest.as_view(), name="api_closest"),
    path("groups/", groups.GroupList.as_view(), name="api_groups"),
    path("groups/<slug:public_id>/", groups.GroupOne.as_view(), name="api_group"),
    path(
        "groups/<slug:public_id>/verdict/", groups.GroupVerdict.as_view(), name="api_group_verdict"
    ),
    path(
        "groups/<slug:public_id>/visibility/",
        groups.GroupVisibility.as_view(),
        name="api_group_visibility",
    ),
    path(
        "groups/<slug:public_id>/sheet.<str:ending>",
        groups.GroupSheet.as_view(),
        name="api_group_sheet",
    ),
    path("collections/", collections.CollectionList.as_view(), name="api_collections"),
    path(
        "collections/<slug:public_id>/",
        collections.CollectionOne.as_view(),
        name="api_collection",
    ),
    path(
        "collections/<slug:public_id>/pieces/",
        collections.PieceList.as_view(),
        name="api_collection_pieces",
    ),
    path(
        "collections/<slug:public_id>/pieces/<str:printed>/",
        collections.PieceOne.as_view(),
        name="api_collection_piece",
    ),
    path(
        "collections/<slug:public_id>/changes/",
        changes.ChangeList.as_view(),
        name="api_collection_changes",
    ),
    path(
        "collections/<slug:public_id>/changes/<int:number>/",
        changes.ChangeOne.as_view(),
        name="api_collection_change",
    ),
    path(
        "collections/<slug:public_id>/changes/<int:number>/undo/",
        changes.ChangeUndo.as_view(),
        name="api_collection_undo",
    ),
    path(
        "collections/<slug:public_id>/import/",
        imports.ImportRows.as_view(),
        name="api_collection_import",
    ),
    path(
        "collections/<slug:public_id>/export.<str:ending>",
        collections.CollectionFile.as_view(),
        name="api_collection_file",
    ),
    path("formats/", formats.FormatList.as_view(), name="api_formats"),
    path("formats/<slug:format_id>/", formats.FormatOne.as_view(), name="api_format"),
]
