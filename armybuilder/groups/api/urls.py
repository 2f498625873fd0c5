"""Addresses of battle groups and event formats in the API."""

from django.urls import path

from armybuilder.groups.api import formats, groups, judging

urlpatterns = [
    path("validate/", judging.Validate.as_view(), name="api_validate"),
    path("repair/", judging.Repair.as_view(), name="api_repair"),
    path("fill/", judging.Fill.as_view(), name="api_fill"),
    path("closest/", judging.Closest.as_view(), name="api_closest"),
    path("groups/", groups.GroupList.as_view(), name="api_groups"),
    path("groups/<slug:public_id>/", groups.GroupOne.as_view(), name="api_group"),
    path(
        "groups/<slug:public_id>/verdict/", groups.GroupVerdict.as_view(), name="api_group_verdict"
    ),
    path(
        "groups/<slug:public_id>/visibility/",
        groups.GroupVisibility.as_view(),
        name="api_group_visibility",
    ),
    path(
        "groups/<slug:public_id>/sheet.<str:ending>",
        groups.GroupSheet.as_view(),
        name="api_group_sheet",
    ),
    path("formats/", formats.FormatList.as_view(), name="api_formats"),
    path("formats/<slug:format_id>/", formats.FormatOne.as_view(), name="api_format"),
]
