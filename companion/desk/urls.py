"""Addresses while an operator works: the desk, and everything its pages link to."""

from django.urls import include, path

from companion.desk.tables import desk
from companion.operations.bans import OPERATORS

urlpatterns = [
    path(OPERATORS.removeprefix("/"), desk.urls),
    path("", include("companion.urls")),
]

handler404 = "companion.plays.pages.errors.not_found"
handler500 = "companion.plays.pages.errors.server_error"
