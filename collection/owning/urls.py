"""Addresses of the pages of collections, below `collection/` and in its namespace.

The page of loans (`loans`) shows what clubs know too; whoever knows both gives it its address.
"""

from django.urls import URLPattern, path

from collection.owning.views import (
    exports,
    history,
    imports,
    keeping,
    keypad,
    loans,
    photos,
    piece,
    pieces,
    sets,
    shelves,
)

urlpatterns: list[URLPattern] = [
    path("", shelves.collections_door, name="collection"),
    path("all/", shelves.collection_list, name="collections"),
    path("sample/", shelves.take_sample, name="sample"),
    path("join/<str:token>/", shelves.join, name="join"),
    path("keypad/", keypad.door, name="keypad_door"),
    path("keep/<str:item>/", keeping.step, name="keep"),
    path("<str:public_id>/", pieces.piece_list, name="pieces"),
    path("<str:public_id>/throw-away/", shelves.throw_sample_away, name="throw_away"),
    path("<str:public_id>/find/", pieces.find, name="find_piece"),
    path("<str:public_id>/amounts/", pieces.amounts, name="amounts"),
    path("<str:public_id>/pieces/<str:printed>/", piece.piece_page, name="piece"),
    path("<str:public_id>/pieces/<str:printed>/photos/", photos.add, name="add_photo"),
    path("<str:public_id>/photos/<str:photo_id>/remove/", photos.remove, name="remove_photo"),
    path("<str:public_id>/photos/<str:photo_id>/<str:size>.webp", photos.show, name="photo"),
    path("<str:public_id>/sets/", sets.set_list, name="set_list"),
    path("<str:public_id>/sets/<str:code>/", sets.set_page, name="checklist"),
    path("<str:public_id>/loans/back/", loans.take_back, name="take_back"),
    path("<str:public_id>/history/", history.history, name="history"),
    path("<str:public_id>/history/<int:number>/", history.change, name="change"),
    path("<str:public_id>/history/<int:number>/undo/", history.undo, name="undo"),
    path("<str:public_id>/keypad/", keypad.keypad, name="keypad"),
    path("<str:public_id>/keypad/enter/", keypad.enter, name="keypad_enter"),
    path("<str:public_id>/keypad/undo/", keypad.take_back, name="keypad_take_back"),
    path("<str:public_id>/keypad/finish/", keypad.close, name="keypad_close"),
    path("<str:public_id>/keypad/products/", keypad.save_product, name="product_save"),
    path(
        "<str:public_id>/keypad/products/<str:product_id>/delete/",
        keypad.delete_product,
        name="product_delete",
    ),
    path("<str:public_id>/import/", imports.start, name="import_start"),
    path("<str:public_id>/import/<str:staged_id>/", imports.preview, name="import"),
    path("<str:public_id>/import/<str:staged_id>/step/", imports.step, name="import_step"),
    path("<str:public_id>/import/<str:staged_id>/mode/", imports.change_mode, name="import_mode"),
    path(
        "<str:public_id>/import/<str:staged_id>/rows/<int:row_id>/",
        imports.choose,
        name="import_choose",
    ),
    path(
        "<str:public_id>/import/<str:staged_id>/unlisted/",
        imports.take_unlisted,
        name="import_unlisted",
    ),
    path("<str:public_id>/import/<str:staged_id>/finish/", imports.finish, name="import_finish"),
    path("<str:public_id>/import/<str:staged_id>/drop/", imports.drop, name="import_drop"),
    path("<str:public_id>/export/", exports.export_page, name="export"),
    path("<str:public_id>/export/<str:ending>", exports.export_file, name="export_file"),
    path("<str:public_id>/settings/", shelves.settings, name="settings"),
    path("<str:public_id>/settings/lock/", shelves.lock, name="lock"),
    path("<str:public_id>/settings/delete/", shelves.delete, name="delete_collection"),
    path("<str:public_id>/settings/invite/", shelves.invite, name="invite"),
    path("<str:public_id>/settings/withdraw/<str:token>/", shelves.withdraw, name="withdraw"),
    path("<str:public_id>/settings/members/<int:member_id>/", shelves.member, name="member"),
    path("<str:public_id>/leave/", shelves.leave, name="leave"),
]
