"""Addresses of battle groups."""

from django.urls import path

from armybuilder.views import builder, groups, shared

urlpatterns = [
    path("groups/", groups.group_list, name="groups"),
    path("groups/new/", groups.new_group, name="group_new"),
    path("groups/import/", groups.import_group, name="group_import"),
    path("groups/add/<str:figure_id>/", groups.add_to_group, name="group_add"),
    path("groups/<str:public_id>/", builder.builder, name="group"),
    path("groups/<str:public_id>/edit/", builder.edit, name="group_edit"),
    path("groups/<str:public_id>/undo/", builder.undo_change, name="group_undo"),
    path("groups/<str:public_id>/share/", builder.share, name="group_share"),
    path("groups/<str:public_id>/revoke/", builder.revoke, name="group_revoke"),
    path("groups/<str:public_id>/duplicate/", groups.duplicate_group, name="group_duplicate"),
    path("groups/<str:public_id>/delete/", groups.remove_group, name="group_delete"),
    path("groups/<str:public_id>/sheet.<str:ending>", shared.own_sheet, name="group_sheet"),
    path("g/<str:token>/", shared.shared_group, name="shared_group"),
    path("g/<str:token>/copy/", shared.copy_shared, name="shared_group_copy"),
    path("g/<str:token>/sheet.<str:ending>", shared.shared_sheet, name="shared_group_sheet"),
]
