"""Addresses of skirmishes: each below the name of its system, where a game with pages of its own
stands before these."""

from django.urls import include, path

from armybuilder.skirmishes.views.chances import show_chances
from armybuilder.skirmishes.views.importing import import_game, judged_game
from armybuilder.skirmishes.views.lists import moved, remove
from armybuilder.skirmishes.views.new import new_game
from armybuilder.skirmishes.views.table import GameTable, game_addresses

urlpatterns = [
    path("skirmishes/chances/<slug:public_id>/", show_chances, name="chances"),
    path("skirmishes/import/", import_game, name="skirmish_import"),
    path("skirmishes/import/<slug:public_id>/", judged_game, name="skirmish_import_judged"),
    path("skirmishes/<slug:public_id>/", moved, name="skirmish_moved"),
    path("skirmishes/<slug:system>/new/", new_game, name="skirmish_new"),
    path("skirmishes/<slug:system>/<slug:public_id>/delete/", remove, name="skirmish_delete"),
    path("skirmishes/<slug:system>/", include(game_addresses(GameTable()))),
]
