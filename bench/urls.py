"""The site's addresses and the bare views."""

from django.urls import include, path

from bench.bare import bare, floor, pushed

urlpatterns = [
    path("bench/bare/<int:pk>", bare),
    path("bench/floor/<int:pk>", floor),
    path("bench/pushed/<int:pk>/<slug:slug>", pushed),
    path("", include("companion.urls")),
]

handler404 = "companion.plays.pages.errors.not_found"
handler500 = "companion.plays.pages.errors.server_error"
