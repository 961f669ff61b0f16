"""One settings file; what differs between tables and servers is an environment variable."""

from __future__ import annotations

import os
import secrets
import socket
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from companion.lan import outgoing_address
from companion.operations import logs

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("SIDEKICK_VAR", BASE_DIR / "var"))


def env_bool(name: str, default: bool = False) -> bool:
    return os.environ.get(name, str(default)).lower() in {"1", "true", "yes", "on"}


def secret_key() -> str:
    """The key from the environment, or one made on the first run and kept beside the data."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    VAR.mkdir(parents=True, exist_ok=True)
    path = VAR / "secret_key"
    try:
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
    except FileExistsError:
        pass
    return path.read_text()


def database(url: str) -> dict[str, Any]:
    """Django's database settings for ``sqlite:///path`` or ``postgres://user:pw@host/name``."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": parts.path[1:] or ":memory:",
            # The page threads live as long as the server; opening anew would cost each request.
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 5,
                "init_command": (
                    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                    "PRAGMA mmap_size=134217728; PRAGMA journal_size_limit=27103364;"
                ),
            },
        }
    if parts.scheme in {"postgres", "postgresql"}:
        options: dict[str, Any] = dict(parse_qsl(parts.query))
        if env_bool("DATABASE_POOL", True):
            options["pool"] = {"min_size": 1, "max_size": int(os.environ.get("POOL_SIZE", "8"))}
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": parts.path[1:],
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": parts.hostname or "",
            "PORT": str(parts.port or ""),
            "CONN_MAX_AGE": 0,
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": options,
        }
    raise ImproperlyConfigured(f"DATABASE_URL has an unknown scheme: {parts.scheme!r}")


def own_addresses() -> list[str]:
    """The names and addresses under which phones on this network reach this machine."""
    name = socket.gethostname()
    found = {"localhost", "127.0.0.1", "[::1]", name, f"{name}.local"}
    if address := outgoing_address():
        found.add(address)
    return sorted(found)


SECRET_KEY = secret_key()
DEBUG = env_bool("DEBUG")
HTTPS = env_bool("SIDEKICK_HTTPS")
ALLOWED_HOSTS = [*own_addresses(), *os.environ.get("SIDEKICK_HOSTS", "").split(",")]
ALLOWED_HOSTS = [host for host in ALLOWED_HOSTS if host]
CSRF_TRUSTED_ORIGINS = [f"https://{h}" for h in ALLOWED_HOSTS if "[" not in h] if HTTPS else []

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "crispy_forms",
    "django_htmx",
    "companion.operations",
    "companion.plays",
    "companion.boxes",
    "companion.rulings",
    "companion.crews",
    "companion.stats",
]

MIDDLEWARE = [
    "companion.operations.logs.RequestLog",
    "companion.middleware.ContentSecurityPolicy",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "companion.middleware.StorableText",
]

ROOT_URLCONF = "companion.urls"
WSGI_APPLICATION = "companion.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["companion.plays.templatetags.sidekick"],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
CRISPY_ALLOWED_TEMPLATE_PACKS = CRISPY_TEMPLATE_PACK = "table"

DATABASES = {"default": database(os.environ.get("DATABASE_URL") or f"sqlite:///{VAR}/db.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    },
    "fragments": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "fragments",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 5_000},
    },
}

REDIS_URL = os.environ.get("REDIS_URL", "")
# Open phones per process; each costs about 13 kB and one file descriptor.
LIVE_STREAMS = int(os.environ.get("LIVE_STREAMS", "500"))
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("pl", "Polski")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
USE_TZ = True
TIME_ZONE = os.environ.get("TZ", "UTC")

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": os.environ.get("STATICFILES_BACKEND", "companion.storage.StaticFiles")
    },
}

# A playlog of a long evening is about 100 KB; five megabytes is somebody else's file.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

SESSION_COOKIE_AGE = 30 * 24 * 3600
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "companion.plays.errors.csrf_failure"
SECURE_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)

LOG_LEVEL = os.environ.get("LOG_LEVEL", "WARNING")
LOGGING = logs.configure()
LOGGING["root"]["level"] = LOG_LEVEL
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
