"""Addresses of the games and their calculators."""

from django.urls import path

from armybuilder.games.views.calculators import calculator_page
from armybuilder.games.views.games import choose_game, game_list, show_game

urlpatterns = [
    path("games/", game_list, name="games"),
    path("games/<slug:system>/", show_game, name="game"),
    path("games/<slug:system>/choose/", choose_game, name="choose_game"),
    path("games/<slug:system>/<slug:name>/", calculator_page, name="calculator"),
]
