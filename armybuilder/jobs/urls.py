"""Addresses of long work."""

from django.urls import path

from armybuilder.jobs.views import jobs

ONE = "jobs/<slug:public_id>/"

urlpatterns = [
    path("jobs/", jobs.job_list, name="jobs"),
    path(f"{ONE}progress/", jobs.progress, name="job_progress"),
    path(f"{ONE}cancel/", jobs.cancel, name="job_cancel"),
    path(f"{ONE}again/", jobs.again, name="job_again"),
    path(f"{ONE}delete/", jobs.delete, name="job_delete"),
]
