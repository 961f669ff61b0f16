"""The site's addresses and the bare view."""

from django.urls import include, path

from bench.bare import bare

urlpatterns = [path("bench/bare/<int:pk>", bare), path("", include("companion.urls"))]

handler404 = "companion.plays.errors.not_found"
handler500 = "companion.plays.errors.server_error"
