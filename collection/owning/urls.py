"""Addresses of the pages of collections, below `collection/`."""

from django.urls import URLPattern, path

from collection.views.owning import history, piece, pieces, shelves

urlpatterns: list[URLPattern] = [
    path("", shelves.collections_door, name="collection"),
    path("all/", shelves.collection_list, name="collections"),
    path("join/<str:token>/", shelves.join, name="join"),
    path("<str:public_id>/", pieces.piece_list, name="pieces"),
    path("<str:public_id>/find/", pieces.find, name="find_piece"),
    path("<str:public_id>/amounts/", pieces.amounts, name="amounts"),
    path("<str:public_id>/pieces/<str:printed>/", piece.piece_page, name="piece"),
    path("<str:public_id>/history/", history.history, name="history"),
    path("<str:public_id>/history/<int:number>/", history.change, name="change"),
    path("<str:public_id>/history/<int:number>/undo/", history.undo, name="undo"),
    path("<str:public_id>/settings/", shelves.settings, name="settings"),
    path("<str:public_id>/settings/lock/", shelves.lock, name="lock"),
    path("<str:public_id>/settings/delete/", shelves.delete, name="delete_collection"),
    path("<str:public_id>/settings/invite/", shelves.invite, name="invite"),
    path("<str:public_id>/settings/withdraw/<str:token>/", shelves.withdraw, name="withdraw"),
    path("<str:public_id>/settings/members/<int:member_id>/", shelves.member, name="member"),
    path("<str:public_id>/leave/", shelves.leave, name="leave"),
]
