"""Where the table of the cache is: in a file of its own, and nothing else in it."""

from typing import Any

CACHE_APP = "django_cache"


class CacheRouter:
    """Sends the cache, which Django hands over as an app of its own, to the database `cache`."""

    def db_for_read(self, model: Any, **hints: Any) -> str | None:
        return "cache" if model._meta.app_label == CACHE_APP else None

    db_for_write = db_for_read

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return (db == "cache") == (app_label == CACHE_APP)
