"""Settings of the site: safe by themselves, changed by environment variables only.

| variable | meaning | without it |
|---|---|---|
| SECRET_KEY | signs sessions and links | made once, kept in var/secret_key |
| SECRET_KEY_FALLBACKS | former keys, comma separated: what they signed still holds | none |
| DATABASE_URL | postgres://user:password@host/name | SQLite in var/ |
| DATABASE_CONNECTIONS | how many of them one process holds at most (PostgreSQL) | 20 |
| ALLOWED_HOSTS | host names, comma separated | localhost, 127.0.0.1, [::1] |
| HTTPS | true behind TLS: redirects, HSTS, secure cookies | false |
| TRUSTED_PROXIES | how many proxies stand in front | 0 |
| EMAIL_URL | smtp+tls://user:password@host:587 | mails are printed, addresses unproven |
| SITE_URL | where mails lead: https://games.example | the first of ALLOWED_HOSTS |
| DEFAULT_FROM_EMAIL | sender of the mails | webmaster@localhost |
| CACHE_URL | redis://host:6379/0, or rediss, valkey, valkeys | a table, or a file in var/ |
| JOB_WORKERS | how many processes `start` begins for long work | 1; 0: none, see `manage.py work` |
| THINKING_PROCESSES | how many processes bots think in | one for two cores, 1 to 4; 0: none |
| VAR_DIR | folder for database, key, static files and photos | var/ |
| LOG_LEVEL | from which level on the log tells: DEBUG, INFO, WARNING | INFO |
| SLOW_REQUEST_MS | milliseconds from which a request is a warning in the log | 2000 |
| SLOW_QUERY_MS | milliseconds from which a query is told in the log | 500 |
| AUDIT_DAYS | for how many days the audit log keeps what happened | 365 |
| QUOTAS | how much one account may keep, where it differs: clubs=40,units=900 | `settings.QUOTAS` |
| ERROR_REPORTS_URL | who is told of errors: mailto:ops@host, https://… | the log only |
| ARCHIVE_AFTER_DAYS | days after which the steps of a finished game are packed; 0: never | 90 |
| METRICS_TOKEN | what Prometheus shows at /metrics | no such page |
| OPERATOR | who runs the site, with address, for privacy page and terms | nobody is named |
| OPERATOR_CONTACT | address of mail for people's questions about their data | nobody is named |
| DATA_PLACE | where the server and its backups are: Germany, at Hoster Ltd | not said |
| LOG_DAYS | for how many days logs and backups are kept, told on the privacy page | 14 |
| SECURITY_CONTACT | mailto: or https: address, told in /.well-known/security.txt | no such page |
| DEBUG | true shows Django's error pages | false |

SECRET_KEY, SECRET_KEY_FALLBACKS, METRICS_TOKEN and the variables that end in _URL may stand in
files instead: SECRET_KEY_FILE=/run/secrets/key.
"""

import os
import secrets
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from armybuilder.tools.database_url import database_asked_for
from armybuilder.tools.secret_files import with_secrets

env = environ.Env()
env.ENVIRON = with_secrets(os.environ)

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
# prometheus_client reads this when it is first imported; see `armybuilder.site.metrics`.
METRICS_DIR = VAR_DIR / "metrics"
METRICS_DIR.mkdir(mode=0o700, exist_ok=True)
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(METRICS_DIR)


def kept_secret_key(path: Path) -> str:
    """The key generated on the first start, readable by its owner only.

    It appears whole or not at all, whatever happens to disk and power, and only once.
    """
    if not path.exists():
        fresh = path.with_suffix(f".{os.getpid()}")
        try:
            with os.fdopen(
                os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w"
            ) as file:
                file.write(secrets.token_urlsafe(64))
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):
                os.link(fresh, path)
        finally:
            fresh.unlink(missing_ok=True)
    return path.read_text().strip()


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret_key(VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

INSTALLED_APPS = [
    "armybuilder",
    "collection",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "knox",
    "django_tasks",
    "django_tasks_db",
    "csp",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "armybuilder.site.metrics.count_requests",
    "armybuilder.site.request_log.RequestLogMiddleware",
    "armybuilder.site.compression.CompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "armybuilder.site.errors.UnreadableCookiesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "armybuilder.site.accounts.language.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "armybuilder.site.forgery.OriginMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "armybuilder.site.busy.BusyMiddleware",
    "armybuilder.site.room.room_for_pages",
    "collection.common.kept.AskedOnceMiddleware",
    "collection.common.tabular.turns.TurnsMiddleware",
    "armybuilder.site.errors.FullDiskMiddleware",
    "armybuilder.site.errors.UnreadableAddressMiddleware",
    "armybuilder.site.errors.CatalogueNotLoadedMiddleware",
    "armybuilder.site.errors.GoneMeanwhileMiddleware",
]

# `OriginMiddleware` is Django's own protection against forged requests, extended; the check knows
# only the name.
SILENCED_SYSTEM_CHECKS = ["security.W003"]

PRODUCT_NAME = "Age of Destruction"
ROOT_URLCONF = "armybuilder.urls"
ASGI_APPLICATION = "armybuilder.asgi.application"
WSGI_APPLICATION = "armybuilder.wsgi.application"
CSRF_FAILURE_VIEW = "armybuilder.site.errors.csrf_failure"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "armybuilder.site.accounts.display.display",
                "armybuilder.site.form_tokens.form_token",
                "armybuilder.home.waiting.waiting_for_you",
            ],
            "libraries": {
                "entered": "collection.catalogue.templatetags.entered",
                "groups": "armybuilder.groups.templatetags",
                "owning": "collection.owning.templatetags",
                "pieces": "collection.catalogue.templatetags.pieces",
                "site": "armybuilder.site.templatetags",
            },
        },
    }
]

# --- Data -----------------------------------------------------------------------------------

SQLITE: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": VAR_DIR / "db.sqlite3",
    "OPTIONS": {
        "timeout": 20,
        # A transaction that first reads and then writes would otherwise fail at once when
        # another one writes in between: SQLite's timeout does not cover that case.
        "transaction_mode": "IMMEDIATE",
        # FULL: what was accepted is on the disk, also when the power goes. NORMAL would keep the
        # file whole but lose the last seconds.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        " PRAGMA cache_size=-20000; PRAGMA journal_size_limit=67108864;",
    },
}


def pooled(database: dict[str, Any]) -> dict[str, Any]:
    """A PostgreSQL database by a bounded number of connections, for which requests wait their turn.

    Without a pool connections follow clients, and the server's own limit breaks pages. What waits
    too long, for a connection or a lock, is told to come again: see `armybuilder.site.busy`.
    """
    most = env.int("DATABASE_CONNECTIONS", default=20)
    options = {
        # A pool that has tried in vain for a while waits ever longer, up to minutes, with its next
        # try. One that gives up soon tries again with the next request.
        "pool": {"min_size": 1, "max_size": most, "timeout": 5, "reconnect_timeout": 3},
        "connect_timeout": 5,
        "options": "-c lock_timeout=10s",
    }
    # A connection that a restart of the server has cut is noticed before it is given out.
    return database | {"OPTIONS": options | database["OPTIONS"], "CONN_HEALTH_CHECKS": True}


asked_for = database_asked_for(env.ENVIRON)
DATABASES = {"default": pooled(asked_for) if asked_for else SQLITE}

# What all processes share for a while, such as what was asked for how often.
if CACHE_URL := env.str("CACHE_URL", default=""):
    # Valkey speaks the same, but the client knows only the older name.
    CACHES: dict[str, Any] = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": CACHE_URL.replace("valkey", "redis", 1),
            "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 5},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": "cache_entries",
            "OPTIONS": {"MAX_ENTRIES": 50_000},
        }
    }
    DATABASE_ROUTERS: list[str] = []
    if DATABASES["default"] is SQLITE:
        # Its writes would wait for those of the site, and nothing of it must outlive a power cut.
        DATABASES["cache"] = SQLITE | {
            "NAME": VAR_DIR / "cache.sqlite3",
            "OPTIONS": {
                **SQLITE["OPTIONS"],
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
                " PRAGMA cache_size=-2000; PRAGMA journal_size_limit=4194304;",
            },
        }
        DATABASE_ROUTERS += ["armybuilder.site.cache_router.CacheRouter"]

# Personal tokens have a table of our own; knox's migrations would make its own beside it.
MIGRATION_MODULES = {"knox": None}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Languages ------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("pl", _("Polish"))]
LOCALE_PATHS = [BASE_DIR / "armybuilder" / "site" / "accounts" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# --- Static files ---------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
# Beyond this a file lies on the disk while it is read: many may come at once.
FILE_UPLOAD_MAX_MEMORY_SIZE = 262_144
FILE_UPLOAD_PERMISSIONS = 0o600
# Pictures people send; views give them out, to those who may see them.
MEDIA_ROOT = VAR_DIR / "media"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "armybuilder.tools.style_sheets.StyleSheetStorage"},
}

# --- Accounts -------------------------------------------------------------------------------

AUTH_USER_MODEL = "armybuilder.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "armybuilder.site.accounts.hashing.BoundedArgon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["email", "display_name"]},
    },
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "root"

MAIL_IS_DELIVERED = "EMAIL_URL" in env
vars().update(env.email("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="webmaster@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")
OPERATOR = env.str("OPERATOR", default="")
OPERATOR_CONTACT = env.str("OPERATOR_CONTACT", default="")
DATA_PLACE = env.str("DATA_PLACE", default="")
LOG_DAYS = env.int("LOG_DAYS", default=14)

ACCOUNT_ADAPTER = "armybuilder.site.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "armybuilder.site.accounts.passwords.SignupForm",
    "change_password": "armybuilder.site.accounts.passwords.ChangePasswordForm",
    "set_password": "armybuilder.site.accounts.passwords.SetPasswordForm",
    "reset_password_from_key": "armybuilder.site.accounts.passwords.ResetPasswordKeyForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_DISPLAY = str
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_PREVENT_ENUMERATION = MAIL_IS_DELIVERED
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Beside allauth's own limits for signing in: what costs the machine most, generous enough for a
# whole club behind one address.
RATE_LIMITS = {
    "browse": "300/m",
    "take_sheet": "60/m",
    "import_group": "30/m",
    "build_group": "20/m",
    "import_collection": "30/m",
    "keypad": "300/m",
    "contribute": "60/m",
    "photo": "30/m",
    "begin_skirmish": "20/m",
    "keep_scenario": "30/m",
    "draw": "600/m",
    "set_up_skirmish": "20/m",
    "bot_acts": "240/m",
    "ask_for_job": "20/m",
    "watch_job": "240/m",
    "play": "600/m",
    "note": "20/m",
    "report": "20/h",
    "push": "30/m",
    "chances": "10/m",
    "take_along": "20/m",
    "come_back": "60/m",
    "reopen_game": "6/m",
    "follow": "1200/m",
    "api_guest": "120/m",
    "api_member": "600/m",
    "api_table": "20/m",
    "api_judge": "60/m",
}
# How much one account may keep, and a visitor without one; the variable QUOTAS changes some.
QUOTAS = {
    "battle_groups": 500,
    "formats": 100,
    "skirmishes": 200,
    "notes_a_day": 100,
    "scenarios": 100,
    "units": 300,
    "collections": 30,
    "pieces": 50_000,
    "photos": 2_000,
    "photo_megabytes": 500,
    "clubs": 20,
    "tokens": 20,
}
_quotas = env.dict("QUOTAS", cast={"value": int}, default={})
if unknown := _quotas.keys() - QUOTAS.keys():
    raise ImproperlyConfigured(f"QUOTAS names what has none: {', '.join(sorted(unknown))}")
QUOTAS |= _quotas
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_PASSKEY_SIGNUP_ENABLED = True
MFA_TOTP_ISSUER = PRODUCT_NAME

# --- Safety ---------------------------------------------------------------------------------

HTTPS = env.bool("HTTPS", default=False)
_own_host = next(iter(ALLOWED_HOSTS), "localhost")
SITE_URL = env.str("SITE_URL", default=f"{'https' if HTTPS else 'http'}://{_own_host}").rstrip("/")
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_AGE = 31_536_000
CSRF_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# Bots think in processes of their own, about one for two cores; 0: where they are asked.
THINKING_PROCESSES = env.int(
    "THINKING_PROCESSES", default=max(1, min(4, (os.cpu_count() or 1) // 2))
)

# --- Long work ------------------------------------------------------------------------------

# It is done by workers: processes that `start` begins beside the site, and `manage.py work`.
JOB_WORKERS = env.int("JOB_WORKERS", default=1)
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
#: What each kind of work is, by the name its rows keep.
JOB_KINDS = {
    "apply_table": "armybuilder.home.large_tables.APPLY_TABLE",
    "build": "armybuilder.groups.proving.PROVING",
    "chances": "armybuilder.skirmishes.chances.CHANCES",
    "export": "armybuilder.home.large_files.EXPORTING",
    "fair_fight": "armybuilder.matchups.fairness.FAIR_FIGHT",
    "import_rows": "armybuilder.home.row_imports.IMPORT_ROWS",
    "match_up": "armybuilder.matchups.work.MATCH_UP",
    "print": "armybuilder.groups.printing.PRINTING",
    "reopening": "armybuilder.skirmishes.reopening.REOPENING",
    "turn_notice": "armybuilder.skirmishes.seats.noticing.TURN_NOTICE",
    "waiting_notice": "armybuilder.home.noticing.WAITING_NOTICE",
    "read_table": "armybuilder.home.large_tables.READ_TABLE",
}

# --- Games that are over ---------------------------------------------------------------------

ARCHIVE_AFTER_DAYS = env.int("ARCHIVE_AFTER_DAYS", default=90)

# --- Interface for programs -----------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "armybuilder.site.api.tokens.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["collection.common.limits.AskingThrottle"],
    "EXCEPTION_HANDLER": "collection.catalogue.api.problems.answer_problem",
    "NUM_PROXIES": TRUSTED_PROXIES,
}
KNOX_TOKEN_MODEL = "armybuilder.PersonalToken"  # noqa: S105
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer", "TOKEN_TTL": timedelta(days=90)}
SPECTACULAR_SETTINGS = {
    "OAS_VERSION": "3.1.0",
    "TITLE": PRODUCT_NAME,
    "VERSION": "1",
    "DESCRIPTION": _(
        "The catalogue and the rulebook, for anybody to read; battle groups and collections, for"
        " their owners and those they share them with."
    ),
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "armybuilder.groups.api.bodies.describe_bodies",
        "armybuilder.skirmishes.api.bodies.describe_bodies",
        "armybuilder.scenarios.api.bodies.describe_bodies",
        "collection.owning.api.bodies.describe_bodies",
    ],
    "ENUM_NAME_OVERRIDES": {
        "FigureType": "collection.catalogue.present.catalogue_words.TYPES",
        "CardType": "collection.catalogue.present.catalogue_words.CARD_TYPES",
        "MechClass": "collection.catalogue.present.catalogue_words.CLASSES",
    },
}

# --- What is counted and told ----------------------------------------------------------------

METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
SLOW_REQUEST_MS = env.int("SLOW_REQUEST_MS", default=2_000)
SLOW_QUERY_MS = env.int("SLOW_QUERY_MS", default=500)
AUDIT_DAYS = env.int("AUDIT_DAYS", default=365)

# --- Log ------------------------------------------------------------------------------------

ERROR_REPORTS_URL = [each.strip() for each in env.list("ERROR_REPORTS_URL", default=[])]

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "armybuilder.site.request_log.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # The request log already tells of every refused request, with its id.
        "django.request": {"level": "ERROR"},
        # Scanners ask under made-up names all day; each would leave a traceback.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
if ERROR_REPORTS_URL:
    LOGGING["handlers"]["reports"] = {
        "class": "armybuilder.site.error_reports.ErrorReports",
        "receivers": ERROR_REPORTS_URL,
    }
    LOGGING["root"]["handlers"].append("reports")
