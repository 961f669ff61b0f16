"""Settings of the tests: the real ones, a database of this run's own, no shortcuts in pages."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path

# Playwright's sync API keeps an event loop in the main thread; nothing async touches the ORM.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
os.environ["SECRET_KEY"] = "only for tests"

# Waiting for a disk is most of what a small transaction does; in memory it asks for one as before.
_memory = Path("/dev/shm")
_roomy = os.access(_memory, os.W_OK) and shutil.disk_usage(_memory).free > 2**30
_scratch = tempfile.TemporaryDirectory(
    prefix="sidekick-test-", dir=_memory if _roomy else None, ignore_cleanup_errors=True
)
os.environ["SIDEKICK_VAR"] = _scratch.name

from companion.operations.limits import LIMITS  # noqa: E402
from companion.settings import *  # noqa: E402, F403
from companion.settings import DATABASES, STATIC_ROOT, STORAGES  # noqa: E402
from games import registry  # noqa: E402

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
# A test of a day or an hour says its own.
TIME_ZONE = "UTC"
# Pages are asked for by the thousand, all from one address.
LIMITS["looking"] = (10**9, 60)
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
REDIS_URL = ""
CELERY_BROKER_URL = "memory://"
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
# Uploads are read where a test says so; a reader that one starts is on that test's database.
UPLOAD_READERS = int(os.environ.get("SIDEKICK_TEST_READERS", "0"))
if given := os.environ.get("SIDEKICK_TEST_DATABASE"):
    DATABASES["default"].update(json.loads(given))
    registry.TITLES["acorns"] = "tests.sample_game:Acorns"
STATIC_ROOT.mkdir()
