"""Sessions of browsers with the account signed in: those of an account are found by an index."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

from companion.crews.models import BrowserSession


class SessionStore(db.SessionStore):
    """Django's store in the database; its name is part of what signs the data."""

    @classmethod
    def get_model_class(cls) -> type[BrowserSession]:
        return BrowserSession

    def create_model_instance(self, data: dict[str, Any]) -> BrowserSession:
        """Return the row of a session."""
        row = super().create_model_instance(data)
        assert isinstance(row, BrowserSession)
        row.account = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return row
