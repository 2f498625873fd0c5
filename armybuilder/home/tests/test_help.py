"""The help: its contents lead to its sections, its links to pages, and it leaves no mark out."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from django.test import Client
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from armybuilder.home.views.help import MARKS
from collection.catalogue.present.words import PROVENANCE

pytestmark = pytest.mark.usefixtures("catalogue")

LANGUAGES = pytest.mark.parametrize("language", ["en", "pl"])


def main_of(client: Client, language: str) -> str:
    html = client.get(f"/{language}/help/").content.decode()
    return html.partition("<main")[2].partition("</main>")[0]


@LANGUAGES
def test_the_contents_lead_to_the_sections_in_their_order(client: Client, language: str) -> None:
    html = main_of(client, language)
    contents, *sections = re.findall(r'<h2 id="(\w+)"', html)
    assert contents == "contents"
    assert re.findall(r'href="#(\w+)"', html) == sections


@LANGUAGES
def test_no_level_of_headings_is_left_out(client: Client, language: str) -> None:
    levels = [int(level) for level in re.findall(r"<h(\d)", main_of(client, language))]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


@LANGUAGES
def test_every_page_it_names_is_there(client: Client, language: str) -> None:
    links = set(re.findall(r'href="(/[^"]+)"', main_of(client, language)))
    assert len(links) > 10
    for link in links:
        assert client.get(link, follow=True).status_code == 200, link


def test_every_mark_is_explained() -> None:
    assert MARKS.keys() == PROVENANCE.keys()


@LANGUAGES
def test_it_can_be_read_by_everybody(
    page: Page, live_server: LiveServer, page_checks: Callable[[Page], None], language: str
) -> None:
    page.goto(f"{live_server.url}/{language}/")
    page.locator(".colophon a").first.click()
    page.wait_for_url(f"**/{language}/help/")
    page_checks(page)
