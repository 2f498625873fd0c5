"""How quick the site is on a visitor's device beside the same site on a server, in one run."""

import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import msgspec
from django.conf import settings

from armybuilder.tools.bench_live import held_by, serving
from rules.__main__ import read_records
from rules.age_of_destruction import (
    AGE_OF_DESTRUCTION,
    COMMANDERS,
    Beginning,
    Errands,
    errand_of,
    read_catalogue,
)
from rules.tools.bench_games import start

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Milliseconds for what is done once.
ONCE = 600_000
GROUP = settings.BASE_DIR / "fixtures" / "samples" / "groups" / "steel-wolves-300.json"
#: What is asked on both: its name, method, address, and the file that is sent.
ERRANDS = (
    ("catalogue", "GET", "/en/catalogue/", None),
    ("figure", "GET", "/en/catalogue/figures/AOD-102/", None),
    ("guided start", "GET", "/en/groups/start/", None),
    ("rule", "GET", "/en/rules/AOD-LOF-008/", None),
    ("verdict", "POST", "/api/v1/validate/", GROUP),
    ("repairs", "POST", "/api/v1/repair/", GROUP),
)
#: Asks one thing some times; milliseconds each.
ASK = """async ([method, url, body, times]) => {
  const headers = body ? { "content-type": "application/json" } : { accept: "text/html" };
  const spent = [];
  for (let number = 0; number < times; number++) {
    const began = performance.now();
    const answer = await fetch(url, { method, headers, body, cache: "no-store" });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    spent.push(performance.now() - began);
  }
  return spent;
}"""


#: Has the device think about one order some times; milliseconds each, and the order.
THINK = """async ([errand, times]) => {
  const { Thinker } = await import("/static/js/offline/thinking.js");
  globalThis.thinker ??= new Thinker("/thinker.js");
  await thinker.ready;
  const spent = [];
  let found;
  for (let number = 0; number < times; number++) {
    const began = performance.now();
    found = await thinker.ask("run", errand, 600000);
    spent.push(performance.now() - began);
  }
  return [spent, found.order];
}"""
#: Opens a game from its file, every order of which is judged again; milliseconds.
REPLAY = """async (text) => {
  const form = new FormData();
  form.append("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  form.append("file", new File([text], "game.json"));
  const began = performance.now();
  const answer = await fetch("/en/skirmishes/import/", { method: "POST", body: form });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${answer.status}`);
  return performance.now() - began;
}"""
#: A game of ninety orders, and how often it is opened: a minute allows six.
KEPT_GAME = settings.BASE_DIR / "rules" / "tests" / "replays" / "two-groups.json"
MOST_REPLAYS = 3
#: Figures a side, and orders after which both sides are in contact: where commanders are asked.
FIGURES, APART = 8, 24


@dataclass(frozen=True)
class Errand:
    """Milliseconds of one thing, the middle one of several, on the server and on the device."""

    name: str
    server: float
    device: float


@dataclass(frozen=True)
class Found:
    """Seconds until the site was kept on the device and until the first page of a worker that had
    been ended; megabytes the browser keeps; errands. Megabytes of memory: of the server's process,
    and by how much more the browser holds once bots think there, and once it has answered pages.
    Bytes that came from the server to keep the site, and for two pages and its bots after that."""

    kept: float
    first_page: float
    megabytes: float
    errands: list[Errand]
    memory: tuple[float, float, float]
    bytes: tuple[int, int]


def bench_device(*, chromium: str, times: int) -> Found:
    """Keep a site of its own in a browser of its own, and ask both. Needs the package playwright,
    and raises ImportError without it, and AssertionError where a bot orders something else on the
    device."""
    from playwright.sync_api import sync_playwright

    with (
        serving() as (site, pid),
        tempfile.TemporaryDirectory() as profile,
        sync_playwright() as p,
    ):
        context = p.chromium.launch_persistent_context(
            profile, executable_path=chromium, args=["--no-sandbox"]
        )
        fetched: list[Any] = []
        context.on("requestfinished", lambda request: fetched.append(request))
        page = context.new_page()
        page.set_default_timeout(ONCE)

        def measured() -> list[float]:
            """Milliseconds of everything that is asked, of whoever answers now."""
            page.goto(f"{site}/en/skirmishes/import/")
            text, few = KEPT_GAME.read_text(), min(times, MOST_REPLAYS)
            return [
                *(
                    statistics.median(page.evaluate(ASK, [method, url, _body(file), times]))
                    for _name, method, url, file in ERRANDS
                ),
                statistics.median(page.evaluate(REPLAY, text) for _time in range(few)),
            ]

        server = measured()
        page.goto(f"{site}/en/offline/")
        alone, before = _held_by_all(profile), len(fetched)
        began = monotonic()
        page.locator("[data-do=begin]").click()
        page.locator("[data-show=ready]").wait_for()
        kept = monotonic() - began
        page.locator("[data-bots=measured]").wait_for(state="hidden")
        first, after = _bytes(fetched[before:]), len(fetched)
        page.goto(f"{site}/en/offline/")
        page.locator("[data-show=ready]").wait_for()
        page.goto(f"{site}/en/catalogue/")
        thoughts = [_thought(page, name, times) for name in COMMANDERS]
        later, thinking = _bytes(fetched[after:]), _held_by_all(profile) - alone
        megabytes = page.evaluate("navigator.storage.estimate().then(({ usage }) => usage / 1e6)")
        context.set_offline(True)
        devtools = context.new_cdp_session(page)
        devtools.send("ServiceWorker.enable")
        devtools.send("ServiceWorker.stopAllWorkers")
        began = monotonic()
        page.goto(f"{site}/en/catalogue/")
        first_page = monotonic() - began
        device = measured()
        memory = (held_by(pid)[1], thinking, _held_by_all(profile) - alone)
        context.close()
    names = [*(name for name, *_ in ERRANDS), "a game of 90 orders judged again"]
    errands = [Errand(*each) for each in zip(names, server, device, strict=True)]
    return Found(kept, first_page, megabytes, errands + thoughts, memory, (first, later))


def _body(file: Path | None) -> str | None:
    return file.read_text() if file else None


def _thought(page: "Page", commander: str, times: int) -> Errand:
    """An order of a commander in a game in contact, found here and on the device; raises
    AssertionError where it is another there."""
    catalogue = read_catalogue(read_records(settings.BASE_DIR / "fixtures" / "age_of_destruction"))
    begun = Beginning(start(FIGURES), catalogue.id, {})
    match = AGE_OF_DESTRUCTION.with_catalogue(catalogue).play.begin(begun.start, 1)
    for lot in range(APART):
        match.take(match.ordered("greedy", lot))
    first, text = (
        msgspec.json.encode(errand_of(match, commander, commander, 1, sent)).decode()
        for sent in (begun, None)
    )
    here, spent = Errands(catalogue), []
    found = here.run(first)
    for _time in range(times):
        began = monotonic()
        here.run(text)
        spent.append((monotonic() - began) * 1000)
    page.evaluate(THINK, [first, 1])
    there, order = page.evaluate(THINK, [text, times])
    if order != found.order:
        raise AssertionError(f"{commander}: {found.order} here, {order} on the device")
    return Errand(f"order of {commander}", statistics.median(spent), statistics.median(there))


def _bytes(requests: Sequence[Any]) -> int:
    """What came from the server for requests, as it was sent."""
    return sum(
        sizes["responseBodySize"] + sizes["responseHeadersSize"]
        for request in requests
        if (answer := request.response()) and not answer.from_service_worker
        for sizes in [request.sizes()]
    )


def _held_by_all(profile: str) -> float:
    """Megabytes that the processes of a browser with this profile hold, shared ones by their
    share; 0 where the system does not tell."""
    held = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if profile in (folder / "cmdline").read_text():
                told = (folder / "smaps_rollup").read_text()
                held += int(told.partition("\nPss:")[2].split()[0])
        except (OSError, IndexError):  # It has ended.
            continue
    return held / 1024
