"""Certificates scanned by a camera in a browser that reads no codes by itself."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.groups.certificates.judging import certify
from armybuilder.groups.present.files import sheet_for
from armybuilder.groups.present.games import fit, judge
from armybuilder.groups.tests.filming import film_of
from armybuilder.groups.tests.test_api_groups import PATROL
from armybuilder.tests.browser import page_with_camera

Checks = Callable[[Page], None]


@pytest.fixture
def page(
    live_server: LiveServer,
    catalogue: None,
    launch_browser: Callable[..., Browser],
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> Iterator[Page]:
    """A page before whose camera a sheet with a certificate lies."""
    text = certify(sheet_for(judge(fit(PATROL)))).text
    film = film_of(f"{live_server.url}/en/c/{text}/", tmp_path / "sheet.mjpeg")
    with page_with_camera(launch_browser, request, film) as page:
        yield page


def test_a_sheet_before_the_camera_is_judged(
    live_server: LiveServer, page: Page, page_checks: Checks
) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(f"{live_server.url}/en/judge/")
    camera = page.get_by_role("button", name="Scan with the camera")
    expect(camera).to_be_visible()
    assert page.evaluate("'BarcodeDetector' in window") is False
    assert not [url for url in fetched if "/qr-" in url]

    camera.click()

    expect(page.locator("#scan-count")).to_have_text("1 list scanned, 1 genuine and legal")
    expect(page.get_by_role("rowheader")).to_have_text(str(PATROL["name"]))
    expect(camera).to_have_attribute("aria-pressed", "true")
    assert [url.rpartition("/")[2] for url in fetched if "/qr-" in url] == ["decode.js", "index.js"]
    page_checks(page)
    camera.click()
    expect(page.locator("#scan-picture")).to_be_hidden()
    expect(camera).to_have_attribute("aria-pressed", "false")


@pytest.mark.expects_refusals
def test_a_reader_that_cannot_be_fetched_is_told(live_server: LiveServer, page: Page) -> None:
    page.route("**/qr-*/**", lambda route: route.fulfill(status=404, body=""))
    page.goto(f"{live_server.url}/en/judge/")

    page.get_by_role("button", name="Scan with the camera").click()

    expect(page.locator("#scan-unread")).to_be_visible()
    expect(page.locator("#scan-picture")).to_be_hidden()
