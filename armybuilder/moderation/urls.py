"""Addresses of reports and of what moderators do."""

from django.urls import path

from armybuilder.moderation import views

urlpatterns = [
    path("report/<str:signed>/", views.report, name="report"),
    path("moderation/", views.queue, name="moderation"),
    path("moderation/<int:case_id>/", views.decide, name="moderation_decide"),
    path("moderation/photos/<str:shown_id>/", views.decide_photo, name="moderation_photo"),
    path("account/hidden/", views.hidden, name="hidden"),
    path("account/hidden/<int:case_id>/", views.ask_again, name="ask_again"),
]
