"""Addresses of Warzone: those of any table, and what its workshop has. They are mounted before
those of any game, whose names lead here, too."""

from django.urls import include, path

from armybuilder.skirmishes.views.table import game_addresses
from armybuilder.systems.warzone.present.scene import SYSTEM
from armybuilder.systems.warzone.views.new import new_scene
from armybuilder.systems.warzone.views.table import Workshop

workshop = Workshop()
at_the_table = [
    path("new/", new_scene, name="new"),
    path("<slug:public_id>/side/", workshop.from_the_side, name="side"),
    path("<slug:public_id>/reset/", workshop.reset, name="reset"),
    *game_addresses(workshop),
]

urlpatterns = [path(f"skirmishes/{SYSTEM}/", include((at_the_table, SYSTEM)))]
