"""Addresses of files that are being read."""

from django.urls import path

from companion.uploads import views

urlpatterns = [
    path("reading/<slug:key>/", views.progress, name="upload"),
    path("reading/<slug:key>/cancel", views.cancel, name="upload-cancel"),
]
