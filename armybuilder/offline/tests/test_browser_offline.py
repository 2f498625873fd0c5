"""The whole site in a real browser without a network, and back."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.groups.certificates.judging import certify
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.files import sheet_for
from armybuilder.groups.present.games import fit, judge
from armybuilder.groups.tests.filming import film_of
from armybuilder.offline.runtime import packing
from armybuilder.offline.tests.starts import starting_database
from armybuilder.site.models import User
from armybuilder.site.tests.test_browser_accounts import sign_in
from armybuilder.skirmishes.models import Skirmish
from armybuilder.tests.browser import page_with_camera

SAMPLES = sorted((settings.BASE_DIR / "fixtures" / "samples" / "groups").glob("*.json"))
#: Milliseconds for what is done once: packed, fetched, compiled; and for the first page after it.
ONCE, FIRST = 280_000, 90_000
JUDGE = """async ([language, bodies]) => {
  await fetch("/preferences/language", { method: "POST", body: new URLSearchParams({ language }) });
  const answers = [];
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const headers = { "content-type": "application/json", "x-csrftoken": token };
  for (const body of bodies) {
    const answer = await fetch("/api/v1/validate/", { method: "POST", headers, body });
    answers.push(await answer.text());
  }
  return answers;
}"""

#: A game somebody kept, opened from its file: every order is judged again, by the device.
KEPT_GAME = settings.BASE_DIR / "rules" / "tests" / "replays" / "two-groups.json"
REPLAY = """async (text) => {
  const form = new FormData();
  form.append("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  form.append("file", new File([text], "game.json"));
  const answer = await fetch("/en/skirmishes/import/", { method: "POST", body: form });
  const opened = await answer.text();
  const [record] = opened.match(/[^"]+\\/record\\//) ?? [];
  return record ? (await fetch(record)).json() : opened;
}"""


@pytest.fixture
def page(
    live_server: LiveServer,
    catalogue: None,
    launch_browser: Callable[..., Browser],
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> Iterator[Page]:
    """A page before whose camera a sheet with a certificate lies."""
    text = certify(sheet_for(judge(fit(json.loads(SAMPLES[0].read_text()))))).text
    film = film_of(f"{live_server.url}/en/c/{text}/", tmp_path / "sheet.mjpeg")
    with page_with_camera(launch_browser, request, film) as page:
        yield page


@pytest.mark.expects_refusals
@pytest.mark.timeout(600)
def test_the_site_goes_on_without_a_network_and_brings_back_what_was_done(
    live_server: LiveServer,
    catalogue: None,
    member: User,
    page: Page,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    monkeypatch.setattr(packing, "starting_database", starting_database)
    sign_in(page, live_server.url, member)
    page.goto(f"{live_server.url}/en/offline/")
    page.get_by_role("button", name="Use offline").click()
    expect(page.get_by_text("Ready.")).to_be_visible(timeout=ONCE)
    page.set_default_timeout(FIRST)

    # The network goes: the same pages, the same verdicts to the byte, in both languages.
    page.context.set_offline(True)
    page.goto(f"{live_server.url}/en/groups/start/")
    expect(page.locator("#aboard")).to_contain_text("On this device")
    bodies = [sample.read_text() for sample in SAMPLES]
    for language in ("pl", "en"):
        assert page.evaluate(JUDGE, [language, bodies]) == judged_here(member, language, bodies)

    # A kept game goes the same way, fingerprint by fingerprint.
    text = KEPT_GAME.read_text()
    replayed = page.evaluate(REPLAY, text)
    assert replayed["states"] == json.loads(text)["states"]

    # A judge scans a sheet.
    page.goto(f"{live_server.url}/en/judge/")
    page.get_by_role("button", name="Scan with the camera").click()
    expect(page.locator("#scan-count")).to_contain_text("1 list scanned", timeout=FIRST)
    expect(page.get_by_role("table")).to_contain_text("Genuine")
    page.goto(f"{live_server.url}/en/groups/start/")

    # A group and a game are begun; the tab dies in the middle of the game.
    page.get_by_role("button", name="Take it").first.click()
    name = page.locator("h1").first.inner_text()
    page.goto(f"{live_server.url}/en/")
    page.get_by_role("button", name="Put me at a table").click()
    page.wait_for_url("**/skirmishes/age-of-destruction/**")
    game = page.url
    context = page.context
    page.close()
    again = context.new_page()
    again.goto(game, timeout=FIRST)
    expect(again.locator("#aboard")).to_be_visible()
    assert not BattleGroup.objects.exists() and not Skirmish.objects.exists()

    # The network comes back, and with it everything that was done.
    context.set_offline(False)
    again.goto(f"{live_server.url}/en/groups/", timeout=FIRST)
    again.get_by_role("button", name="Bring back what changed").click(timeout=FIRST)
    again.wait_for_url("**/offline/coming-back/", timeout=FIRST)
    expect(again.locator("#aboard")).to_have_count(0)
    expect(again.get_by_role("main")).to_contain_text(name)
    assert BattleGroup.objects.get(owner=member).name == name
    assert Skirmish.objects.filter(owner=member, public_id=game.split("/")[-2]).exists()


def judged_here(member: User, language: str, bodies: list[str]) -> list[str]:
    """What the site itself answers."""
    client = Client()
    client.force_login(member)
    client.post("/preferences/language", {"language": language})
    return [
        client.post("/api/v1/validate/", json.loads(body), "application/json").content.decode()
        for body in bodies
    ]
