"""Settings for the tests of a title: the real ones, data of this run alone."""

from __future__ import annotations

import os
import tempfile

# Playwright's sync API keeps an event loop in the main thread; nothing async touches the ORM.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
_scratch = tempfile.TemporaryDirectory(prefix="sidekick-title-", ignore_cleanup_errors=True)
os.environ["SECRET_KEY"] = "only for tests"
os.environ["SIDEKICK_VAR"] = _scratch.name
os.environ.pop("DATABASE_URL", None)

from companion.settings import *  # noqa: E402, F403
from companion.settings import DATABASES, STATIC_ROOT, STORAGES  # noqa: E402

DATABASES["default"]["TEST"] = {"NAME": f"{_scratch.name}/test.sqlite3"}
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir()
UPLOAD_READERS = 0
