"""Addresses of what is composed of several rooms."""

from django.urls import path

from armybuilder.home.views import (
    account,
    files,
    help,
    home,
    legal,
    metrics,
    pages,
    search,
    skirmishes,
    status,
    styleguide,
    tables,
)

#: In the namespace `collection`, before and behind the addresses of its rooms.
catalogue = [
    path("catalogue/", pages.figure_list, name="catalogue"),
    path("catalogue/suggestions/", pages.figure_suggestions, name="suggestions"),
    path("catalogue/figures/<str:figure_id>/", pages.figure_page, name="figure"),
    path("catalogue/factions/", pages.faction_map, name="factions"),
    path("catalogue/cards/<str:card_id>/", pages.card_page, name="card"),
]
_TABLE = "collection/<str:public_id>/import/<str:staged_id>/"
#: Before those of the room, which does at once what these do as long work where a table is large.
importing = [
    path(_TABLE, tables.preview, name="import"),
    path(f"{_TABLE}mode/", tables.change_mode, name="import_mode"),
    path(f"{_TABLE}finish/", tables.finish, name="import_finish"),
]
exporting = [
    path("collection/<str:public_id>/export/<str:ending>", files.export_file, name="export_file")
]
owning = [path("collection/<str:public_id>/loans/", pages.loan_list, name="loans")]

#: Those without a language.
outside = [
    path("metrics", metrics.metrics, name="metrics"),
    path("status/", status.to_status, name="status_root"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("search/", search.search_page, name="search"),
    path("search/suggestions/", search.search_suggestions, name="search_suggestions"),
    path("skirmishes/", skirmishes.skirmish_list, name="skirmishes"),
    path("help/", help.help_page, name="help"),
    path("privacy/", legal.privacy, name="privacy"),
    path("terms/", legal.terms, name="terms"),
    path("tables/<slug:public_id>/", tables.table_work, name="table_work"),
    path("files/<slug:public_id>/", files.file_page, name="collection_file"),
    path("files/<slug:public_id>/file/", files.take_file, name="collection_file_taken"),
    path("status/", status.status, name="status"),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
    path("account/room/", account.quota_page, name="quotas"),
    path("account/data/", account.download_data, name="download_data"),
    path("account/delete/", account.delete_account, name="delete_account"),
]
