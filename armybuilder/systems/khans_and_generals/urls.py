"""Addresses of Khans & Generals: those of any table, and what it alone has."""

from django.urls import include, path

from armybuilder.skirmishes.views.table import game_addresses
from armybuilder.systems.khans_and_generals.present.words import SYSTEM
from armybuilder.systems.khans_and_generals.views.new import learn_by_playing, new_battle
from armybuilder.systems.khans_and_generals.views.table import BattleTable

at_the_table = [
    path("new/", new_battle, name="new"),
    path("first/", learn_by_playing, name="first"),
    *game_addresses(BattleTable()),
]

urlpatterns = [
    path(f"skirmishes/{SYSTEM}/", include((at_the_table, SYSTEM))),
]
