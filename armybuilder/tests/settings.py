"""The site's settings, made quick and repeatable for tests."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("SECRET_KEY", "only-for-tests")

from armybuilder.settings import *  # noqa: F403
from armybuilder.settings import DATABASES

# Each process of tests counts for itself.
os.environ.pop("PROMETHEUS_MULTIPROC_DIR")

# A file of its own for each process: browser tests write from several threads, which an
# in-memory database cannot bear, and two runs side by side must not meet.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    name = Path(tempfile.gettempdir()) / f"armybuilder-test-{os.getpid()}.sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": name}

# One process, which starts anew with every test.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
DATABASES.pop("cache", None)
DATABASE_ROUTERS = []
THINKING_PROCESSES = 0

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
