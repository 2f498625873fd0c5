"""How often one person may ask for what costs the machine much.

Counted by allauth's limiter, which locks, in the cache that all processes share: its public face
passes over what is read and takes no key of ours, so that its inside is used here, and only here.
`settings.RATE_LIMITS` names every action with its rate. A member counts as oneself wherever they
are, anybody else as the network they come from.
"""

import logging
from collections.abc import Callable
from functools import wraps
from time import time
from typing import Any, TypeVar

from allauth.core.internal import ratelimit
from allauth.core.ratelimit import respond_429
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

logger = logging.getLogger("collection.limits")

APP = "collection.common.limits"
PROBE = "limits-can-be-counted"
#: Seconds by which the clocks of processes may differ.
LEEWAY = 5

View = TypeVar("View", bound=Callable[..., Any])


def is_within(request: HttpRequest | Request, action: str) -> bool:
    """Count one action of whoever asks; False where that is one too many. Where the cache is away
    pages go on, uncounted."""
    try:
        return _consumed(request, action) or not _can_count()
    except DatabaseError:
        raise
    except Exception:  # Each kind of cache has errors of its own.
        logger.exception("the cache does not answer")
        return True


def asker_of(request: HttpRequest | Request) -> str:
    """Who asks, as it counts: a member, or the network a guest comes from."""
    if request.user.is_authenticated:
        return f"member {request.user.pk}"
    return f"address {ratelimit.get_ip(request)}"


def _consumed(request: HttpRequest | Request, action: str) -> bool:
    """Count; what was counted at times to come, before a clock went back, does not count."""
    config, key = {action: f"{settings.RATE_LIMITS[action]}/key"}, asker_of(request)
    named = {"app": APP, "action": action, "key": key}
    if ratelimit.consume(request, config=config, limit_get=True, **named) is not None:
        return True
    (rate,) = ratelimit.get_rates(app=APP, action=action, config=config)
    kept = ratelimit.get_cache_key(request, rate=rate, **named)
    if max(cache.get(kept, []), default=0) <= time() + LEEWAY:
        return False
    cache.delete(kept)
    return ratelimit.consume(request, config=config, limit_get=True, **named) is not None


def limited(action: str, *, reading: bool = True) -> Callable[[View], View]:
    """Answer with 429 where a view is asked for too often; not `reading`: only changes count."""

    def decorate(view: Any) -> Any:
        @wraps(view)
        def limited_view(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            counts = reading or request.method not in ("GET", "HEAD")
            if counts and not is_within(request, action):
                return respond_429(request)
            return view(request, *args, **kwargs)

        return limited_view

    return decorate


class Throttle(BaseThrottle):
    """The same for programs; `action` is what a subclass counts."""

    action = ""

    def allow_request(self, request: Request, view: Any) -> bool:
        return is_within(request, self.action)

    def wait(self) -> float:
        """Seconds until everything is open again."""
        return float(ratelimit.parse_rate(settings.RATE_LIMITS[self.action]).duration)


class AskingThrottle(Throttle):
    """Every request of a program: those of members five times as often."""

    def allow_request(self, request: Request, view: Any) -> bool:
        self.action = "api_member" if request.user.is_authenticated else "api_guest"
        return super().allow_request(request, view)


class TableThrottle(Throttle):
    """Whole tables cost more than pages."""

    action = "api_table"


class JudgingThrottle(Throttle):
    """Judging costs more than reading."""

    action = "api_judge"


def _can_count() -> bool:
    """Whether the cache can be written: on a full disk pages are read on, uncounted.

    A cache in a table keeps its troubles to itself.
    """
    cache.set(PROBE, time())
    return time() - cache.get(PROBE, 0) < 60
