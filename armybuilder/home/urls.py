"""Addresses of what is composed of several rooms."""

from django.urls import path

from armybuilder.home.views import (
    account,
    help,
    home,
    legal,
    metrics,
    pages,
    search,
    skirmishes,
    styleguide,
)

#: In the namespace `collection`, before and behind the addresses of its rooms.
catalogue = [
    path("catalogue/", pages.figure_list, name="catalogue"),
    path("catalogue/figures/<str:figure_id>/", pages.figure_page, name="figure"),
    path("catalogue/factions/", pages.faction_map, name="factions"),
    path("catalogue/cards/<str:card_id>/", pages.card_page, name="card"),
]
owning = [path("collection/<str:public_id>/loans/", pages.loan_list, name="loans")]

#: Those without a language.
outside = [path("metrics", metrics.metrics, name="metrics")]

urlpatterns = [
    path("", home.home, name="home"),
    path("search/", search.search_page, name="search"),
    path("search/suggestions/", search.search_suggestions, name="search_suggestions"),
    path("skirmishes/", skirmishes.skirmish_list, name="skirmishes"),
    path("help/", help.help_page, name="help"),
    path("privacy/", legal.privacy, name="privacy"),
    path("terms/", legal.terms, name="terms"),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
    path("account/room/", account.quota_page, name="quotas"),
    path("account/data/", account.download_data, name="download_data"),
    path("account/delete/", account.delete_account, name="delete_account"),
]
