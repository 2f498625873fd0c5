"""Addresses of skirmishes: each below the name of its system, where a game with pages of its own
stands before these."""

from django.urls import include, path

from armybuilder.skirmishes.views.lists import moved, remove
from armybuilder.skirmishes.views.new import new_game
from armybuilder.skirmishes.views.pages import table_addresses
from armybuilder.skirmishes.views.plain import PlainTable

urlpatterns = [
    path("skirmishes/<slug:public_id>/", moved, name="skirmish_moved"),
    path("skirmishes/<slug:system>/new/", new_game, name="skirmish_new"),
    path("skirmishes/<slug:system>/<slug:public_id>/delete/", remove, name="skirmish_delete"),
    path("skirmishes/<slug:system>/", include(table_addresses(PlainTable()))),
]
