"""The style guide holds what every page must hold, and its colours can be read."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from django.template import RequestContext, Template
from django.test import Client, RequestFactory
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from collection.catalogue.present.silhouettes import MARK_CODES, MERCENARIES

CSS = Path(__file__).parents[2] / "static" / "css"
TOKENS = (CSS / "tokens.css").read_text("utf-8")
MORE = (CSS / "more-contrast.css").read_text("utf-8")
#: Every fill of equipment and every mark of a pattern on it; green is plain.
PRINTED = re.findall(r"--(print-\w+(?:-mark)?):", TOKENS)
#: What text needs against its ground, and what lines, edges and sides need, by how colours part.
NEEDED = {"usual": (4.5, 3.0), "more": (7.0, 4.5)}
in_both = pytest.mark.parametrize("mode", NEEDED)


def token(name: str, mode: str = "usual") -> tuple[str, str]:
    """A colour token's values in the light and the dark theme."""
    file = MORE if mode == "more" and f"--{name}: " in MORE else TOKENS
    (value,) = re.findall(rf"--{name}: ([^;]+);", file)
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


@in_both
@pytest.mark.parametrize("ground", PRINTED)
def test_codes_can_be_read_on_the_fill_and_on_its_pattern(ground: str, mode: str) -> None:
    code = "on-print-yellow" if "yellow" in ground else "on-print"
    assert contrast(token(code, mode)[0], token(ground, mode)[0]) >= NEEDED[mode][0]


def test_every_colour_of_equipment_has_its_fill() -> None:
    fills = {name.removeprefix("print-") for name in PRINTED if not name.endswith("-mark")}
    assert fills == {"green", "red", "blue", "black", "grey", "yellow"}


@in_both
@pytest.mark.parametrize("step", range(6))
def test_heat_numbers_can_be_read_in_both_themes(step: int, mode: str) -> None:
    for number, ground in zip(token("on-heat", mode), token(f"heat-{step}", mode), strict=True):
        assert contrast(number, ground) >= NEEDED[mode][0]


@in_both
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *product(("ink", "quiet", "accent", "legal", "problem", "note"), ("paper", "raised")),
        ("on-accent", "accent"),
        ("on-problem", "problem"),
        ("ink", "accent-wash"),
    ],
)
def test_text_can_be_read_in_both_themes(ink: str, ground: str, mode: str) -> None:
    for text, behind in zip(token(ink, mode), token(ground, mode), strict=True):
        assert contrast(text, behind) >= NEEDED[mode][0]


@in_both
@pytest.mark.parametrize("ink", ["ink", "quiet"])
def test_text_can_be_read_on_sunken_ground(ink: str, mode: str) -> None:
    for text, behind in zip(token(ink, mode), token("sunk", mode), strict=True):
        assert contrast(text, behind) >= NEEDED[mode][0]


@in_both
@pytest.mark.parametrize(
    ("line", "ground"),
    [("edge", "paper"), ("edge", "raised"), ("side-red", "board"), ("side-blue", "board")],
)
def test_edges_and_sides_can_be_told_from_the_ground(line: str, ground: str, mode: str) -> None:
    for drawn, behind in zip(token(line, mode), token(ground, mode), strict=True):
        assert contrast(drawn, behind) >= NEEDED[mode][1]


@pytest.mark.parametrize("ground", ["paper", "raised", "sunk"])
def test_with_high_contrast_even_thin_lines_can_be_seen(ground: str) -> None:
    for drawn, behind in zip(token("line", "more"), token(ground, "more"), strict=True):
        assert contrast(drawn, behind) >= NEEDED["more"][1]


@in_both
@pytest.mark.parametrize("code", sorted(MARK_CODES))
def test_a_spot_colour_can_be_told_and_written_on(code: str, mode: str) -> None:
    grounds = (token("paper", mode), token("on-spot", mode), token("ink", mode))
    on_paper, cut_in = {"usual": (4.7, 5.3), "more": (7.0, 7.0)}[mode]
    for spot, paper, cut, ink in zip(token(f"spot-{code}", mode), *grounds, strict=True):
        assert contrast(spot, paper) >= on_paper
        assert contrast(cut, spot) >= cut_in
        assert contrast(ink, mixed(spot, paper, 0.13)) >= 9.9


def test_high_contrast_has_no_token_of_its_own() -> None:
    assert set(re.findall(r"--([\w-]+):", MORE)) <= set(re.findall(r"--([\w-]+):", TOKENS))


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


@pytest.mark.usefixtures("catalogue")
def test_of_two_rules_that_were_asked_for_the_last_one_is_read(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/en/styleguide/")
    chips = page.locator("rule-chip a:visible")
    other = chips.filter(has_not_text="AOD-BUILD-004").first
    late: list[Route] = []
    page.route("**/rules/AOD-BUILD-004/", lambda route: late.append(route))
    chips.filter(has_text="AOD-BUILD-004").first.click()
    while not late:
        page.wait_for_timeout(20)
    other.click()
    rule = page.get_by_role("dialog", name="Rule")
    expect(rule).to_contain_text(other.inner_text())
    with page.expect_response("**/rules/AOD-BUILD-004/"):
        late[0].continue_()
    page.wait_for_timeout(100)
    expect(rule).to_contain_text(other.inner_text())
