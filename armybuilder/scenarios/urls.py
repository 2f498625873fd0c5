"""Addresses of scenarios."""

from django.urls import path

from armybuilder.scenarios.views import editor, lists, sharing

ONE = "scenarios/<slug:public_id>/"
SHARED = "scenarios/shared/<slug:token>/"

urlpatterns = [
    path("scenarios/", lists.scenario_list, name="scenarios"),
    path("scenarios/import/", lists.import_scenario, name="scenario_import"),
    path("scenarios/new/<slug:system>/", lists.new_scenario, name="scenario_new"),
    path(SHARED, sharing.shared, name="scenario_shared"),
    path(f"{SHARED}copy/", sharing.copy_shared, name="scenario_shared_copy"),
    path(f"{SHARED}file/", sharing.export_shared, name="scenario_shared_file"),
    path(f"{SHARED}play/", sharing.play_shared, name="scenario_shared_play"),
    path(ONE, editor.editor, name="scenario"),
    path(f"{ONE}edit/", editor.edit, name="scenario_edit"),
    path(f"{ONE}step/", editor.step, name="scenario_step"),
    path(f"{ONE}copy/", lists.copy, name="scenario_copy"),
    path(f"{ONE}file/", sharing.export, name="scenario_file"),
    path(f"{ONE}play/", sharing.play, name="scenario_play"),
    path(f"{ONE}share/", sharing.share, name="scenario_share"),
    path(f"{ONE}delete/", lists.remove, name="scenario_delete"),
]
