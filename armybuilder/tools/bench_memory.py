"""Whether a process stays as large as it was, however much it is asked.

Every request is another one: other figures, words, addresses and sessions, so that whatever is
remembered of a request without bound shows. Requests come in as from a server: the handler of
Django's test client keeps two finalizers (0.7 kB) of every request for ever, which is no memory of
the site's.
"""

import gc
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getpagesize, getrusage
from typing import Any

from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.core.signals import request_started
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse

from armybuilder.groups.models import BattleGroup, Visibility
from armybuilder.groups.services.sharing import set_visibility
from armybuilder.site.models import User
from armybuilder.tools.bench_crowds import made_lists
from armybuilder.tools.bench_site import on_the_disk, scratch_site
from collection.catalogue import game
from collection.catalogue.models import Card, Figure

#: Requests of one session from one address.
A_SESSION = 20
#: Lists people look at, and how many of the lines are told that grew most.
LISTS, LINES = 10, 15
PARTS = 10

Ask = tuple[str, str]


@dataclass(frozen=True)
class Memory:
    """The megabytes of a process after every tenth of its requests, with what these were answered;
    `grown` are lines of code with the kilobytes they hold since the second tenth."""

    requests: int
    megabytes: list[float]
    statuses: dict[int, int]
    grown: list[tuple[str, int]]


class _Handler(BaseHandler):
    """Answers as a server has it done, connections to the database closed after every request."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()

    def __call__(self, environ: dict[str, Any]) -> HttpResponseBase:
        request_started.send(sender=type(self), environ=environ)
        request = WSGIRequest(environ)
        request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        response = self.get_response(request)
        response.wsgi_request = request  # type: ignore[attr-defined]
        response.close()
        return response


def bench_memory(*, requests: int, trace: bool, cheap: bool, say: Callable[[str], Any]) -> Memory:
    """Ask one process for so many pages, of which few cost much where `cheap`."""
    sizes, statuses, grown = [], Counter[int](), []
    with on_the_disk(), scratch_site() as member:
        asked = _asked(member, cheap=cheap)
        for part in range(PARTS):
            for status in islice(asked, requests // PARTS):
                statuses[status] += 1
            gc.collect()
            sizes.append(round(resident() / 1e6, 1))
            say(f"{requests // PARTS * (part + 1):,} requests: {sizes[-1]} MB")
            if trace and part == 1:
                tracemalloc.start()
                before = tracemalloc.take_snapshot()
        if trace:
            grown = _grown(before)
    return Memory(requests, sizes, dict(statuses), grown)


def resident() -> int:
    """The bytes of memory this process holds now; the most it ever held where that is not told."""
    told = Path("/proc/self/statm")
    if told.exists():
        return int(told.read_text("ascii").split()[1]) * getpagesize()
    return getrusage(RUSAGE_SELF).ru_maxrss * 1024


def _grown(before: tracemalloc.Snapshot) -> list[tuple[str, int]]:
    after = tracemalloc.take_snapshot()
    tracemalloc.stop()
    lines = after.compare_to(before, "lineno")[:LINES]
    return [(str(line.traceback), line.size_diff // 1000) for line in lines]


def _asked(member: User, *, cheap: bool) -> Iterator[int]:
    """Statuses of answers, without end."""
    groups = made_lists(member, Random(1))[:LISTS]  # noqa: S311 -- the same in every run
    for group in groups:
        set_visibility(group=group, visibility=Visibility.PUBLIC)
    pages = _pages(BattleGroup.objects.filter(pk__in=[each.pk for each in groups]), cheap=cheap)
    handler = _Handler()
    for session in count():
        address = ".".join(str(session >> shift & 255) for shift in (16, 8, 0))
        client = Client(REMOTE_ADDR=f"10.{address}")
        client.handler = handler  # type: ignore[assignment]
        if session % 4 == 1:
            client.force_login(member)
        for method, page in islice(pages, A_SESSION):
            yield getattr(client, method)(page).status_code


def _pages(groups: Any, *, cheap: bool) -> Iterator[Ask]:
    """Pages by lot, none twice where words are typed."""
    lots = Random(2)  # noqa: S311 -- the same in every run
    figures = list(Figure.objects.filter(system=game.SYSTEM).values_list("catalogue_id", flat=True))
    cards = list(Card.objects.filter(system=game.SYSTEM).values_list("catalogue_id", flat=True))
    lists = list(groups)
    dear = (
        lambda n: reverse("home"),
        lambda n: f"{reverse('collection:catalogue')}?q=points%3C{n % 400}",
        lambda n: reverse("public_groups") + f"?q=list{n}",
        lambda n: reverse("group", args=[lots.choice(lists).public_id]),
        lambda n: reverse("shared_group", args=[lots.choice(lists).share_token]),
        lambda n: reverse("collection:figure", args=[lots.choice(figures)]),
        lambda n: reverse("skirmishes"),
    )
    light = (
        lambda n: reverse("healthz"),
        lambda n: reverse("search_suggestions") + f"?q=word{n}",
        lambda n: f"/en/nowhere-{n}/",
        lambda n: reverse("collection:card", args=[lots.choice(cards)]),
        lambda n: f"/api/v1/figures/{lots.choice(figures)}/",
        lambda n: reverse("account_login"),
        lambda n: reverse("robots"),
    )
    for number in count():
        some = light if cheap and number % A_SESSION else dear
        yield "get", lots.choice(some)(number)
        if number % 50 == 0:
            yield "post", reverse("age-of-destruction:quick")
