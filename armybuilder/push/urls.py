"""Addresses of notices, none with a language: they belong to a device."""

from django.urls import path

from armybuilder.push import views

outside = [
    path("push-worker.js", views.worker, name="push_worker"),
    path("push/key/", views.key, name="push_key"),
    path("push/on/", views.on, name="push_on"),
    path("push/off/", views.off, name="push_off"),
]
