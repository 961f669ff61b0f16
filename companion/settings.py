"""One settings file; what differs between tables and servers is an environment variable."""

from __future__ import annotations

import os
import secrets
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

import psycopg.conninfo
from django.core.exceptions import ImproperlyConfigured
from kombu.entity import Queue
from platformdirs import user_data_path
from redis.connection import parse_url

from companion import environment
from companion.network import outgoing_address
from companion.operations import logs
from games import registry

HERE = Path(__file__).resolve().parent
INSTALLED = (HERE / "files").is_dir()
"""Whether this is a package, which has the site's files in its own folder, or a checkout."""
BASE_DIR = HERE / "files" if INSTALLED else HERE.parent
_kept = user_data_path("sidekick", appauthor=False) if INSTALLED else BASE_DIR / "var"
VAR = Path(environment.text("SIDEKICK_VAR") or _kept).absolute()
environment.demand_utf8()


# What is kept here is the table's: no other user of the machine reads it, whatever makes the file.
os.umask(0o077)
# Where a file waits until all of it is here; a service may write nowhere else.
FILE_UPLOAD_TEMP_DIR = VAR / "incoming"
with suppress(OSError):
    FILE_UPLOAD_TEMP_DIR.mkdir(parents=True, exist_ok=True)


def secret_key() -> str:
    """Return the key from the environment, or one created on the first run in the data folder."""
    if key := environment.text("SECRET_KEY"):
        return key
    path = VAR / "secret_key"
    try:
        with (
            suppress(FileExistsError),
            open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file,
        ):
            file.write(secrets.token_urlsafe(48))
        return path.read_text()
    except OSError as error:
        raise ImproperlyConfigured(
            f"nothing can be kept in {VAR} ({error.strerror}). "
            "SIDEKICK_VAR names another folder for the data."
        ) from error


def former_keys() -> list[str]:
    """Return keys that no longer sign but are still accepted: the environment's, and restored
    ones."""
    path = VAR / "secret_key_fallbacks"
    kept = path.read_text().splitlines() if path.exists() else []
    return [key for key in [*environment.text("SECRET_KEY_FALLBACKS").split(","), *kept] if key]


def database(url: str) -> dict[str, Any]:
    """Return Django's database settings for ``sqlite:///path`` or ``postgres://user:pw@host/name``.

    The page threads live as long as the server, and so does the connection each of them holds.
    """
    try:
        parts = urlsplit(url)
        if parts.scheme == "sqlite":
            return {**_sqlite(parts), "CONN_MAX_AGE": None}
        if parts.scheme in {"postgres", "postgresql"}:
            return {**_postgresql(parts), "CONN_MAX_AGE": None}
    except (ValueError, psycopg.ProgrammingError) as error:
        # What is wrong is said without the address, which may hold a password.
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {error}") from None
    raise ImproperlyConfigured(
        f"DATABASE_URL has an unknown scheme: {parts.scheme!r}. It starts with "
        "sqlite:/// or postgres://."
    )


def _sqlite(parts: SplitResult) -> dict[str, Any]:
    """Return one file; what is acknowledged is on the disk, and writers wait for one another."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": parts.path[1:] or ":memory:",
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 5,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                "PRAGMA mmap_size=134217728; PRAGMA journal_size_limit=27103364;"
            ),
        },
    }


def _postgresql(parts: SplitResult) -> dict[str, Any]:
    """Return PostgreSQL's settings, with a two-second timeout on connecting and on running
    statements."""
    options = {
        "connect_timeout": "2",
        "tcp_user_timeout": "2000",
        "keepalives_idle": "5",
        "keepalives_interval": "1",
        "keepalives_count": "3",
        **dict(parse_qsl(parts.query)),
    }
    psycopg.conninfo.make_conninfo(**options)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.path[1:],
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        # A socket's folder does not fit where a URL has its host.
        "HOST": options.pop("host", parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_HEALTH_CHECKS": True,
        # A cursor of the server lasts longer than the transaction a pooler lends a connection for.
        "DISABLE_SERVER_SIDE_CURSORS": POOLED,
        "OPTIONS": options,
    }


def redis(url: str) -> str:
    """Return an address of Redis as its client reads it, or nothing."""
    try:
        if url:
            parse_url(url)  # type: ignore[no-untyped-call]
    except ValueError as error:
        raise ImproperlyConfigured(f"REDIS_URL cannot be read: {error}") from None
    return url


def own_addresses() -> list[str]:
    """Return the names and addresses under which phones on this network reach this machine."""
    name = socket.gethostname()
    found = {"localhost", "127.0.0.1", "[::1]", name, f"{name}.local"}
    if address := outgoing_address():
        found.add(address)
    return sorted(found)


# PgBouncer in transaction mode stands before PostgreSQL: nothing may be set for a session.
POOLED = environment.flag("DATABASE_POOLED")
SECRET_KEY = secret_key()
SECRET_KEY_FALLBACKS = former_keys()
DEBUG = environment.flag("DEBUG")
HTTPS = environment.flag("SIDEKICK_HTTPS")
# Ports for plain HTTP and HTTPS where a home vouches for itself (make play HTTPS=1); else nothing.
HOME_PORTS: tuple[int, int] | None = None
HOME_CERTIFICATES = VAR / "certificates"
# How many proxies of our own stand in front; each adds the client it saw to X-Forwarded-For.
PROXIES = environment.number("SIDEKICK_PROXIES", 0, most=10)
ALLOWED_HOSTS = [*own_addresses(), *environment.hosts("SIDEKICK_HOSTS")]
CSRF_TRUSTED_ORIGINS = [f"https://{h}" for h in ALLOWED_HOSTS if "[" not in h] if HTTPS else []

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "crispy_forms",
    "django_htmx",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "companion.operations",
    "companion.uploads",
    "companion.plays",
    "companion.boxes",
    "companion.rulings",
    "companion.crews",
    "companion.stats",
    "companion.scaffold",
    "companion.desk",
]

MIDDLEWARE = [
    "companion.operations.logs.RequestLog",
    "companion.middleware.Freed",
    "companion.middleware.ContentSecurityPolicy",
    "django.middleware.security.SecurityMiddleware",
    "companion.middleware.Collected",
    "companion.middleware.Packed",
    "companion.desk.door.Door",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "companion.middleware.AtHome",
    "companion.middleware.OwnAnswer",
    "companion.middleware.DatabaseAway",
    "companion.middleware.TableElsewhere",
    "companion.middleware.StorableText",
    "companion.gatekeeper.Gatekeeper",
]

ROOT_URLCONF = "companion.urls"
WSGI_APPLICATION = "companion.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", *registry.folders("templates")],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["companion.loader.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["companion.plays.templatetags.sidekick"],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
CRISPY_ALLOWED_TEMPLATE_PACKS = CRISPY_TEMPLATE_PACK = "table"

DATABASES = {"default": database(environment.text("DATABASE_URL") or f"sqlite:///{VAR}/db.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    },
}

REDIS_URL = redis(environment.text("REDIS_URL"))
# Who runs a server that strangers may use, and how they are reached; a home says neither.
OPERATOR = environment.text("SIDEKICK_OPERATOR")
CONTACT = environment.text("SIDEKICK_CONTACT")
# Days after their end for which games of no crew are kept, and the names in them; 0 is for ever.
KEEP_PLAYS = environment.number("SIDEKICK_KEEP_PLAYS", 0)
KEEP_NAMES = environment.number("SIDEKICK_KEEP_NAMES", 0)
# Joins an hour from one network.
JOINS = environment.number("SIDEKICK_JOINS", 120, least=1)
# An event where hundreds of phones come by one address: what one network may do is multiplied.
EVENT = environment.flag("SIDEKICK_EVENT")
# Open phones per process; each costs about 13 kB and one file descriptor.
LIVE_STREAMS = environment.number("LIVE_STREAMS", 500)
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
# Figures of a game that has just ended, files that take long, and chores no one waits for. A worker
# takes from every queue unless its -Q names some.
JOB_QUEUES = ("celery", "files", "chores")
CELERY_TASK_QUEUES = [Queue(name) for name in JOB_QUEUES]  # type: ignore[no-untyped-call]
CELERY_TASK_ROUTES = {
    "companion.stats.jobs.run_job": {"queue": "files"},
    "companion.stats.jobs.run_chore": {"queue": "chores"},
    "companion.uploads.tasks.*": {"queue": "files"},
    "companion.stats.tasks.tidy": {"queue": "chores"},
    "companion.stats.tasks.catch_up": {"queue": "chores"},
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A page that leaves a job to the workers waits a moment for Redis and not for ever.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 0.5,
    "socket_timeout": 1.5,
    "max_retries": 1,
    "interval_start": 0.1,
}

OTP_TOTP_ISSUER = "Sidekick"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("pl", "Polski")]
LOCALE_PATHS = [BASE_DIR / "locale", *registry.folders("locale")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
USE_TZ = True
TIME_ZONE = environment.time_zone()

STATIC_URL = "static/"
WHITENOISE_ALLOW_ALL_ORIGINS = False
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static", *registry.folders("static")]
STATICFILES_FINDERS = [
    "companion.storage.Finder",
    "companion.storage.Packages",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "companion.storage.StaticFiles"},
}

# A box is 20 KB; more than a megabyte comes in only where files are kept to be read later.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
UPLOAD_LIMIT = environment.number("UPLOAD_MB", 100, least=1) * 1_000_000
# Files read at once, each in a process of its own; 0 leaves them to another machine's.
UPLOAD_READERS = environment.number("UPLOAD_READERS", 1, most=64)

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}Validator"}
    for name in ("UserAttributeSimilarity", "MinimumLength", "CommonPassword", "NumericPassword")
]

SESSION_ENGINE = "companion.crews.sessions"
SESSION_COOKIE_AGE = 30 * 24 * 3600
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# A scrape comes from this machine, or with a token; it is not sent on to another address.
SECURE_REDIRECT_EXEMPT = [r"^metrics$"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "companion.plays.pages.errors.csrf_failure"
SECURE_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)

LOG_LEVEL = environment.log_level("LOG_LEVEL")
LOGGING = logs.configure()
LOGGING["root"]["level"] = LOG_LEVEL
METRICS_TOKEN = environment.text("METRICS_TOKEN")
