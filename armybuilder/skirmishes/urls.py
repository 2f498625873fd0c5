"""Addresses of skirmishes."""

from django.urls import path

from armybuilder.skirmishes.views import (
    finish as skirmish_finish,
)
from armybuilder.skirmishes.views import (
    new as skirmish_new,
)
from armybuilder.skirmishes.views import (
    start as skirmish_start,
)
from armybuilder.skirmishes.views import (
    table as skirmish_table,
)

urlpatterns = [
    path("skirmishes/", skirmish_start.skirmish_list, name="skirmishes"),
    path("skirmishes/new/", skirmish_new.new_skirmish, name="skirmish_new"),
    path("skirmishes/quick/", skirmish_start.quick_skirmish, name="skirmish_quick"),
    path("skirmishes/first/", skirmish_start.first_skirmish, name="skirmish_first"),
    path("skirmishes/against/<slug:token>/", skirmish_start.play_against, name="play_against"),
    path("skirmishes/<slug:public_id>/", skirmish_table.table, name="skirmish"),
    path(
        "skirmishes/<slug:public_id>/denied/", skirmish_table.denied_orders, name="skirmish_denied"
    ),
    path("skirmishes/<slug:public_id>/plan/", skirmish_table.plan_order, name="skirmish_plan"),
    path("skirmishes/<slug:public_id>/order/", skirmish_table.order, name="skirmish_order"),
    path("skirmishes/<slug:public_id>/step/", skirmish_table.step, name="skirmish_step"),
    path("skirmishes/<slug:public_id>/undo/", skirmish_table.undo, name="skirmish_undo"),
    path("skirmishes/<slug:public_id>/set-up/", skirmish_table.set_up, name="skirmish_set_up"),
    path("skirmishes/<slug:public_id>/skip/", skirmish_start.skip_lessons, name="skirmish_skip"),
    path("skirmishes/<slug:public_id>/pace/", skirmish_table.pace, name="skirmish_pace"),
    path("skirmishes/<slug:public_id>/log/", skirmish_table.log, name="skirmish_log"),
    path("skirmishes/<slug:public_id>/delete/", skirmish_start.remove, name="skirmish_delete"),
    path(
        "skirmishes/<slug:public_id>/rematch/",
        skirmish_finish.rematch_skirmish,
        name="skirmish_rematch",
    ),
    path("skirmishes/<slug:public_id>/record/", skirmish_finish.record, name="skirmish_record"),
    path("skirmishes/<slug:public_id>/replay/", skirmish_finish.replay, name="skirmish_replay"),
]
