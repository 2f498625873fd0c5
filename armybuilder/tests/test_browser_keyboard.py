"""Pages are walked with Tab, there and back: the focus is never lost, never out of sight."""

from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from playwright.sync_api import Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from armybuilder.site.tests.test_security import routes
from armybuilder.tests.browser import DESKTOP, PHONE, hand_over
from armybuilder.tests.test_access_matrix import World, door_of, world

__all__ = ["world"]

pytestmark = [pytest.mark.usefixtures("catalogue"), pytest.mark.timeout(1800)]

#: What an address names where no door of the matrix of access says it.
NAMES = {"figure_id": "AOD-102", "card_id": "AOD-GS-010", "rule_id": "AOD-GUN-008"}
#: Presses of Tab after which a page has no end.
FAR = 900

#: The control in focus: its number, what it is, and what is wrong with it, or null for none.
STOP = r"""() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return null;
  at.dataset.stop ??= String(document.querySelectorAll("[data-stop]").length + 1);
  const labels = [...(at.labels ?? [])];
  const isOf = (hit) => hit !== null && (hit === at || at.contains(hit) || hit.contains(at) ||
    labels.some((label) => label.contains(hit)));
  const seen = (box) => [0.1, 0.5, 0.9].some((x) => [0.1, 0.5, 0.9].some((y) =>
    isOf(document.elementFromPoint(box.left + x * box.width, box.top + y * box.height))));
  const boxes = [at, ...labels].flatMap((each) => [...each.getClientRects()]);
  const marks = [at, ...labels, at.nextElementSibling, ...at.querySelectorAll("*")];
  for (let around = at.parentElement; around !== document.body; around = around.parentElement) {
    marks.push(around);
  }
  const isMarked = marks.filter(Boolean).some((each) => {
    const style = getComputedStyle(each);
    const isRinged = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    return isRinged || each.matches(".ring-hit") && style.stroke !== "none";
  });
  const faults = [];
  if (!boxes.some(seen)) faults.push("is out of sight");
  if (!isMarked && at.type !== "date") faults.push("does not show that it has the focus");
  return { number: at.dataset.stop, says: at.outerHTML.slice(0, 120), type: at.type, faults };
}"""
#: What Tab should come to; of a group of radio buttons one is enough.
CONTROLS = r"""() => {
  const controls = "a[href], button, input, select, textarea, details > summary, [tabindex]";
  return [...document.querySelectorAll(controls)].filter((each) =>
    each.tabIndex >= 0 && !each.matches(":disabled") && !each.closest("[inert]") &&
    each.checkVisibility({visibilityProperty: true}));
}"""
#: What of that it has not come to.
MISSED = rf"""() => ({CONTROLS})().filter((each) => each.dataset.stop === undefined &&
  (each.type !== "radio" ||
    document.querySelector(`input[name="${{each.name}}"][data-stop]`) === null)
).map((each) => each.outerHTML.slice(0, 120))"""


def addresses(world: World) -> list[str]:
    """The address of every page its owner may look at."""
    client = world.client("owner")
    found = []
    for route in sorted({route for _name, route in routes(get_resolver().url_patterns)}):
        if not route.startswith("en/") or route.startswith("en/admin/") or "(" in route:
            continue
        path = _filled(world, route)
        if path is None or not _is_page(client, path):
            continue
        found.append(path)
    return found


def _filled(world: World, route: str) -> str | None:
    values: dict[str, Any] = NAMES | (world.values.get(door_of(route) or "") or {})
    for name, value in values.items():
        for kind in ("slug", "str", "int"):
            route = route.replace(f"<{kind}:{name}>", str(value))
    return None if "<" in route else f"/{route}"


def _is_page(client: Client, path: str) -> bool:
    answer = client.get(path)
    return (
        answer.status_code == 200
        and answer["Content-Type"].startswith("text/html")
        and b"</html>" in answer.content
    )


def walk(page: Page, key: str) -> list[str]:
    """Press a key until the focus has left the page; what is wrong with what it came to."""
    faults: list[str] = []
    stop = page.evaluate(STOP)
    for _ in range(FAR):
        before = stop["number"]
        page.keyboard.press(key)
        stop = page.evaluate(STOP)
        if stop is None:
            return faults
        # The parts of a date are stops within one control.
        if stop["number"] == before and stop["type"] != "date":
            return [*faults, f"{stop['says']} keeps the focus"]
        faults += [f"{stop['says']} {fault}" for fault in stop["faults"]]
    return [*faults, "the end is never reached"]


@pytest.mark.parametrize(
    "every",
    [pytest.param(10, id="every tenth"), pytest.param(1, marks=pytest.mark.long, id="every one")],
)
@pytest.mark.parametrize(
    ("size", "first", "key"),
    [(PHONE, "[0]", "Tab"), (DESKTOP, ".at(-1)", "Shift+Tab")],
    ids=["there on a phone", "back on a wide screen"],
)
def test_pages_are_walked_with_tab(
    page: Page,
    live_server: LiveServer,
    world: World,
    size: ViewportSize,
    first: str,
    key: str,
    every: int,
) -> None:
    pages = addresses(world)
    assert len(pages) > 120
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(size)
    hand_over(world.client("owner"), page, live_server.url)
    faults: dict[str, list[str]] = {}
    for path in pages[::every]:
        page.goto(f"{live_server.url}{path}")
        page.evaluate(f"({CONTROLS})(){first}.focus()")
        found = walk(page, key)
        found += [f"{each} is never reached" for each in page.evaluate(MISSED)]
        if found:
            faults[path] = found
    told = "\n".join(f"{path}\n  " + "\n  ".join(found) for path, found in faults.items())
    assert not faults, told
