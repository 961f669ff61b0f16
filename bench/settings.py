"""The site's own settings, and beside it the bare view it is measured against."""

from companion.operations.limits import LIMITS
from companion.settings import *  # noqa: F403
from companion.settings import INSTALLED_APPS

# What is measured is one seat that never rests.
LIMITS["acting"] = LIMITS["looking"] = (10**9, 60)

INSTALLED_APPS = [*INSTALLED_APPS, "bench"]
ROOT_URLCONF = "bench.urls"
LOGGING = {"version": 1, "disable_existing_loggers": True}
