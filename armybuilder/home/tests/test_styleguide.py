"""The style guide holds what every page must hold, and its colours can be read."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from django.template import RequestContext, Template
from django.test import Client, RequestFactory
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from collection.catalogue.present.silhouettes import MARK_CODES, MERCENARIES

TOKENS = (Path(__file__).parents[2] / "static" / "css" / "tokens.css").read_text("utf-8")
#: Every fill of equipment and every mark of a pattern on it; green is plain.
PRINTED = re.findall(r"--(print-\w+(?:-mark)?):", TOKENS)


def token(name: str) -> tuple[str, str]:
    """A colour token's values in the light and the dark theme."""
    (value,) = re.findall(rf"--{name}: ([^;]+);", TOKENS)
    light, dark = (re.findall(r"#[0-9a-f]{6}", value) * 2)[:2]
    return light, dark


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def mixed(one: str, other: str, share: float) -> str:
    """A share of one colour in another, as `color-mix` in sRGB."""
    channels = (
        round(int(one[at : at + 2], 16) * share + int(other[at : at + 2], 16) * (1 - share))
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{channel:02x}" for channel in channels)


@pytest.mark.parametrize("ground", PRINTED)
def test_codes_can_be_read_on_the_fill_and_on_its_pattern(ground: str) -> None:
    code = "on-print-yellow" if "yellow" in ground else "on-print"
    assert contrast(token(code)[0], token(ground)[0]) >= 4.5


def test_every_colour_of_equipment_has_its_fill() -> None:
    fills = {name.removeprefix("print-") for name in PRINTED if not name.endswith("-mark")}
    assert fills == {"green", "red", "blue", "black", "grey", "yellow"}


@pytest.mark.parametrize("step", range(6))
def test_heat_numbers_can_be_read_in_both_themes(step: int) -> None:
    for number, ground in zip(token("on-heat"), token(f"heat-{step}"), strict=True):
        assert contrast(number, ground) >= 4.5


@pytest.mark.parametrize(
    ("ink", "ground"),
    list(product(("ink", "quiet", "accent", "legal", "problem", "note"), ("paper", "raised"))),
)
def test_text_can_be_read_in_both_themes(ink: str, ground: str) -> None:
    for text, behind in zip(token(ink), token(ground), strict=True):
        assert contrast(text, behind) >= 4.5


@pytest.mark.parametrize("ink", ["ink", "quiet"])
def test_text_can_be_read_on_sunken_ground(ink: str) -> None:
    for text, behind in zip(token(ink), token("sunk"), strict=True):
        assert contrast(text, behind) >= 4.5


@pytest.mark.parametrize(
    ("line", "ground"),
    [("edge", "paper"), ("edge", "raised"), ("side-red", "board"), ("side-blue", "board")],
)
def test_edges_and_sides_can_be_told_from_the_ground(line: str, ground: str) -> None:
    for drawn, behind in zip(token(line), token(ground), strict=True):
        assert contrast(drawn, behind) >= 3


@pytest.mark.parametrize("code", sorted(MARK_CODES))
def test_a_spot_colour_can_be_told_and_written_on(code: str) -> None:
    grounds = (token("paper"), token("on-spot"), token("ink"))
    for spot, paper, cut, ink in zip(token(f"spot-{code}"), *grounds, strict=True):
        assert contrast(spot, paper) >= 4.7
        assert contrast(cut, spot) >= 5.3
        assert contrast(ink, mixed(spot, paper, 0.13)) >= 9.9


def test_every_spot_colour_is_chosen_by_its_faction() -> None:
    chosen = set(re.findall(r'data-faction="(\w+)"\] {\s+--spot: var\(--spot-(\w+)\)', TOKENS))
    assert chosen == {(code, code) for code in MARK_CODES - {MERCENARIES}}


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.usefixtures("catalogue")
def test_no_inline_style_or_script(client: Client, language: str) -> None:
    page = client.get(f"/{language}/styleguide/").content.decode()
    assert " style=" not in page
    assert not re.search(r"<script(?![^>]* src=)", page)


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.usefixtures("catalogue")
def test_every_piece_is_accessible_and_fits(
    page: Page, live_server: LiveServer, page_checks: Callable[[Page], None], language: str
) -> None:
    page.goto(f"{live_server.url}/{language}/styleguide/")
    for details in page.locator("main details").all():
        details.evaluate("details => { details.open = true }")
    page_checks(page)


@pytest.mark.parametrize(
    ("path", "marked"),
    [("/en/catalogue/cards/", True), ("/en/rules/AOD-GUN-008/", True), ("/en/groups/", False)],
)
def test_the_place_one_is_in_is_marked(path: str, marked: bool) -> None:
    request = RequestFactory().get(path)
    noun = Template(
        "{% load site %}{% noun 'catalogue' 'Figures' 'All' '/en/catalogue/' '/en/rules/' %}"
    )
    assert ("aria-current" in noun.render(RequestContext(request, {"request": request}))) == marked


@pytest.mark.usefixtures("catalogue")
def test_the_slash_key_leads_to_the_search_field(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/en/styleguide/")
    page.keyboard.press("/")
    page.keyboard.type("atlas/")
    assert page.locator("#site-search").input_value() == "atlas/"


@pytest.mark.usefixtures("catalogue")
def test_a_rule_opens_beside_the_text_and_gives_the_focus_back(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/en/styleguide/")
    chip = page.get_by_role("link", name="AOD-BUILD-004").first
    chip.click()
    rule = page.get_by_role("dialog", name="Rule")
    rule.wait_for()
    page.keyboard.press("Escape")
    rule.wait_for(state="hidden")
    assert chip.evaluate("link => link === document.activeElement")
    assert page.url.endswith("/en/styleguide/")
