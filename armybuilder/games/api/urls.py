"""Addresses of the games in the API."""

from django.urls import path

from armybuilder.games.api import games

urlpatterns = [
    path("games/", games.GameList.as_view(), name="api_games"),
    path("games/<slug:system>/", games.GameOne.as_view(), name="api_game"),
    path(
        "games/<slug:system>/calculators/<slug:name>/",
        games.CalculatorOne.as_view(),
        name="api_calculator",
    ),
]
