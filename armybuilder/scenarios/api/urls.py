"""Addresses of scenarios in the API."""

from django.urls import path

from armybuilder.scenarios.api import scenarios

ONE = "scenarios/<slug:public_id>/"

urlpatterns = [
    path("scenarios/", scenarios.ScenarioList.as_view(), name="api_scenarios"),
    path(ONE, scenarios.ScenarioOne.as_view(), name="api_scenario"),
    path(f"{ONE}play/", scenarios.ScenarioPlay.as_view(), name="api_scenario_play"),
]
