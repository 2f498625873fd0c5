"""Addresses of skirmishes in the API."""

from django.urls import path

from armybuilder.skirmishes.api import skirmishes

ONE = "skirmishes/<slug:public_id>/"

urlpatterns = [
    path("skirmishes/", skirmishes.SkirmishList.as_view(), name="api_skirmishes"),
    path(ONE, skirmishes.SkirmishOne.as_view(), name="api_skirmish"),
    path(f"{ONE}orders/", skirmishes.SkirmishOrders.as_view(), name="api_skirmish_orders"),
    path(f"{ONE}step/", skirmishes.SkirmishStep.as_view(), name="api_skirmish_step"),
    path(f"{ONE}undo/", skirmishes.SkirmishUndo.as_view(), name="api_skirmish_undo"),
    path(f"{ONE}record/", skirmishes.SkirmishRecord.as_view(), name="api_skirmish_record"),
]
