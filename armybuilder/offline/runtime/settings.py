"""Settings of the site inside a browser: one person, one process, no network, no disk but memory.

What the site does for many people at once (metrics, request log, compression, static files, mails,
limits) is left to the browser or left out; pages, addresses, models and rules are the same.
"""

import os

from armybuilder.settings import *  # noqa: F403
from armybuilder.settings import (
    INSTALLED_APPS,
    MIDDLEWARE,
    RATE_LIMITS,
    SQLITE,
    TEMPLATES,
    VAR_DIR,
)

# Nobody reads them; set by the settings above, and read when `prometheus_client` is imported.
os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)

ALLOWED_HOSTS = ["*"]

INSTALLED_APPS = [each for each in INSTALLED_APPS if not each.startswith("whitenoise")]
MIDDLEWARE = [
    each
    for each in MIDDLEWARE
    if each
    not in {
        "armybuilder.site.metrics.count_requests",
        "armybuilder.site.request_log.RequestLogMiddleware",
        "armybuilder.site.compression.CompressionMiddleware",
        "whitenoise.middleware.WhiteNoiseMiddleware",
    }
]
MIDDLEWARE.append("armybuilder.offline.runtime.elsewhere.ElsewhereMiddleware")
TEMPLATES[0]["OPTIONS"]["context_processors"].append(  # type: ignore[index]
    "armybuilder.offline.runtime.elsewhere.on_device"
)

# The browser keeps the file after what wrote to it was answered.
DATABASES = {
    "default": SQLITE
    | {
        "NAME": VAR_DIR / "db.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {"init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"},
    }
}
DATABASE_ROUTERS = []
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
RATE_LIMITS = dict.fromkeys(RATE_LIMITS, "100000/m")
# The server's names of static files, by which the device has kept them.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "armybuilder.offline.runtime.static_names.ServedNames"},
}
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
JOB_WORKERS = THINKING_PROCESSES = 0

# The browser's address decides whether a page is encrypted, and only it sees the cookies.
HTTPS = SECURE_SSL_REDIRECT = False
SECURE_HSTS_SECONDS = 0
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = False
