"""Every public page on a phone: nothing runs off its side, nothing fails a reader."""

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from armybuilder.tests.browser import PHONE, axe_violations

pytestmark = pytest.mark.usefixtures("catalogue")

#: What is for programs, and the account, whose pages have tests of their own.
LEFT_OUT = ("api", "admin", "account/")
#: Of pages that name something, one of each.
NAMED = (
    "catalogue/figures/AOD-102/",
    "catalogue/figures/AOD-033/",
    "catalogue/figures/DA-073/",
    "catalogue/cards/AOD-G-005/",
    "catalogue/compare/?figure=AOD-102&figure=AOD-103",
    "formats/standard-450/",
    "rules/AOD-GUN-008/",
)


def public_paths() -> list[str]:
    """The addresses in English that name nothing."""
    return sorted(
        path
        for path in _paths(get_resolver(), "")
        if path.startswith("en/") and not path.removeprefix("en/").startswith(LEFT_OUT)
    )


def _paths(resolver: URLResolver, before: str) -> list[str]:
    found: list[str] = []
    for pattern in resolver.url_patterns:
        path = before + str(pattern.pattern)
        if "<" in path or "^" in path or "(" in path:
            continue
        if isinstance(pattern, URLResolver):
            found += _paths(pattern, path)
        elif isinstance(pattern, URLPattern):
            found.append(path)
    return found


#: Parts of a page that hide what runs off their side; the heads of a dial's rows are icons there.
CUT_OFF = """() => [...document.querySelectorAll("main *")]
  .filter((each) => each.checkVisibility() && !each.closest("svg, .visually-hidden, .dial-table"))
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
  .filter((each) => getComputedStyle(each).overflowX === "hidden"
    && getComputedStyle(each).textOverflow !== "ellipsis"
    && getComputedStyle(each).clipPath === "none")
  .map((each) => each.outerHTML.slice(0, 120))"""


def test_no_public_page_runs_off_a_phone(page: Page, live_server: LiveServer) -> None:
    paths = [*public_paths(), *(f"en/{path}" for path in NAMED)]
    faults: list[str] = []
    seen = 0
    page.set_viewport_size(PHONE)
    for path in paths:
        answer = Client().get(f"/{path}")
        if answer.status_code != 200 or b"<!doctype html>" not in answer.content:
            continue
        page.goto(f"{live_server.url}/{path}")
        seen += 1
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE["width"]:
            faults.append(f"{path}: {width} px wide")
        faults += [f"{path}: cut off: {each}" for each in page.evaluate(CUT_OFF)]
        faults += [f"{path}: {each}" for each in axe_violations(page)]
    assert not faults, "\n".join(faults)
    assert seen > 30


@pytest.mark.parametrize("figure", ["AOD-102", "AOD-033", "AOD-001", "DA-073"])
def test_the_page_of_a_figure_is_under_three_screens(
    page: Page, live_server: LiveServer, figure: str
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/en/catalogue/figures/{figure}/")
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height < 3 * PHONE["height"]
    for part in page.locator("details[data-fold-narrow]").all():
        assert part.get_attribute("open") is None
    page.set_viewport_size({"width": 1280, "height": 800})
    page.reload()
    for part in page.locator("details[data-fold-narrow]").all():
        assert part.get_attribute("open") is not None


def test_what_is_known_of_sets_is_read_without_scrolling_sideways(
    page: Page, live_server: LiveServer
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/en/catalogue/sets/")
    table = page.get_by_role("region", name="Sets")
    assert table.evaluate("each => each.scrollWidth <= each.clientWidth")
