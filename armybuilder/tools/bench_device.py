"""How quick the site is on a visitor's device beside the same site on a server, in one run."""

import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from django.conf import settings

from armybuilder.tools.bench_live import serving

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


@dataclass(frozen=True)
class Errand:
    """Milliseconds of one thing, the middle one of several, on the server and on the device."""

    name: str
    server: float
    device: float


@dataclass(frozen=True)
class Found:
    """Seconds until the site was kept on the device and until the first page of a worker that had
    been ended; megabytes the browser keeps; errands."""

    kept: float
    first_page: float
    megabytes: float
    errands: list[Errand]


def bench_device(*, chromium: str, times: int) -> Found:
    """Keep a site of its own in a browser of its own, and ask both. Needs the package playwright,
    and raises ImportError without it."""
    from playwright.sync_api import sync_playwright

    with (
        serving() as (site, _pid),
        tempfile.TemporaryDirectory() as profile,
        sync_playwright() as p,
    ):
        context = p.chromium.launch_persistent_context(
            profile, executable_path=chromium, args=["--no-sandbox"]
        )
        page = context.new_page()
        page.set_default_timeout(ONCE)
        page.goto(f"{site}/en/offline/")

        def asked(method: str, url: str, file: Path | None) -> float:
            body = file.read_text() if file else None
            return statistics.median(page.evaluate(ASK, [method, url, body, times]))

        server = [asked(*errand) for _name, *errand in ERRANDS]
        began = monotonic()
        page.locator("[data-do=begin]").click()
        page.locator("[data-show=ready]").wait_for()
        kept = monotonic() - began
        megabytes = page.evaluate("navigator.storage.estimate().then(({ usage }) => usage / 1e6)")
        context.set_offline(True)
        devtools = context.new_cdp_session(page)
        devtools.send("ServiceWorker.enable")
        devtools.send("ServiceWorker.stopAllWorkers")
        began = monotonic()
        page.goto(f"{site}/en/catalogue/")
        first_page = monotonic() - began
        device = [asked(*errand) for _name, *errand in ERRANDS]
        context.close()
    errands = [
        Errand(name, *both) for (name, *_), *both in zip(ERRANDS, server, device, strict=True)
    ]
    return Found(kept, first_page, megabytes, errands)
