"""Addresses of collections in the API, but that of importing rows: many of them are long work, for
which `armybuilder.home` asks."""

from django.urls import path

from collection.owning.api import changes, collections

urlpatterns = [
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
        "collections/<slug:public_id>/export.<str:ending>",
        collections.CollectionFile.as_view(),
        name="api_collection_file",
    ),
]
