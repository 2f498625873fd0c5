"""What the check of every page sees: text that its box cuts off."""

import pytest
from playwright.sync_api import Page

from armybuilder.tests.browser import CUT_OFF

BOX = "<div style='inline-size: 6rem; white-space: nowrap; {style}'>{text}</div>"
LONG = "a name that is longer than its box"


@pytest.mark.parametrize(
    ("style", "text", "is_cut"),
    [
        ("overflow: hidden", LONG, True),
        ("overflow: clip", f"<b>{LONG}</b>", True),
        ("overflow: hidden; white-space: normal; block-size: 1lh", LONG, True),
        ("overflow: hidden", "short", False),
        ("overflow: visible", LONG, False),
        ("overflow: auto", LONG, False),
        ("overflow: hidden; text-overflow: ellipsis", LONG, False),
        ("overflow: hidden; position: absolute; clip-path: inset(50%)", LONG, False),
        ("overflow: hidden; visibility: hidden", LONG, False),
    ],
)
def test_text_that_is_cut_off_is_seen(page: Page, style: str, text: str, is_cut: bool) -> None:
    page.set_content(BOX.format(style=style, text=text))
    assert bool(page.evaluate(CUT_OFF)) is is_cut
