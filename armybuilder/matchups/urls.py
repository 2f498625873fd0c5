"""Addresses of match-ups."""

from django.urls import path

from armybuilder.matchups.views import fair_fights, match_ups

FAIR = "fair-fights/<slug:public_id>/"
ONE = "match-ups/<slug:public_id>/"

urlpatterns = [
    path("fair-fights/", fair_fights.new_fair_fight, name="fair_fights"),
    path(FAIR, fair_fights.fair_fight, name="fair_fight"),
    path(f"{FAIR}play/", fair_fights.play_fair_fight, name="fair_fight_play"),
    path(f"{FAIR}save/", fair_fights.save_fair_fight, name="fair_fight_save"),
    path("match-ups/", match_ups.new_match_up, name="match_ups"),
    path("match-ups/shared/<slug:token>/", match_ups.shared_match_up, name="match_up_shared"),
    path(ONE, match_ups.match_up, name="match_up"),
    path(f"{ONE}share/", match_ups.share_match_up, name="match_up_share"),
]
