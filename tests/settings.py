"""Settings of the tests: the real ones, a database of this run's own, no shortcuts in pages."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

# Playwright's sync API keeps an event loop in the main thread; nothing async touches the ORM.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
os.environ["SECRET_KEY"] = "only for tests"

_scratch = tempfile.TemporaryDirectory(prefix="sidekick-test-", ignore_cleanup_errors=True)
os.environ["SIDEKICK_VAR"] = _scratch.name

from companion.settings import *  # noqa: E402, F403
from companion.settings import DATABASES, STATIC_ROOT, STORAGES  # noqa: E402

# A file and not memory: the server thread of the browser tests opens connections of its own.
_own = f"sidekick_{os.getpid()}"
_sqlite = DATABASES["default"]["ENGINE"].endswith("sqlite3")
DATABASES["default"]["TEST"] = {
    "NAME": str(Path(_scratch.name) / f"{_own}.sqlite3") if _sqlite else f"test_{_own}"
}
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
REDIS_URL = ""
CELERY_BROKER_URL = "memory://"
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
STATIC_ROOT.mkdir()
