"""Addresses of Nations At War: those of any game, and what it alone has.

They are mounted before those of any game, whose names lead here, too.
"""

from django.urls import include, path

from armybuilder.skirmishes.views.table import game_addresses
from armybuilder.systems.nations_at_war.present.field import SYSTEM
from armybuilder.systems.nations_at_war.views.new import new_battle
from armybuilder.systems.nations_at_war.views.table import NationsTable

own_table = NationsTable()
at_the_table = [
    path("new/", new_battle, name="new"),
    path("<slug:public_id>/say/", own_table.say, name="say"),
    *game_addresses(own_table),
]

urlpatterns = [path(f"skirmishes/{SYSTEM}/", include((at_the_table, SYSTEM)))]
