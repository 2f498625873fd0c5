"""Texts a spreadsheet would calculate with, and the apostrophe that keeps it from doing so."""

import re

#: The wide forms are signs of East Asia, where spreadsheets calculate with them as well.
_SIGNS = "[=+\\-@\t\r\n＝＋－＠]"
_FORMULA = re.compile(_SIGNS)
_HIDDEN = re.compile(f"'+{_SIGNS}")


def is_formula(text: str) -> bool:
    """Whether a spreadsheet takes the text for a formula."""
    return _FORMULA.match(text) is not None


def hides_formula(text: str) -> bool:
    """Whether the text is what would be a formula, behind apostrophes."""
    return _HIDDEN.match(text) is not None


def harmless(text: str) -> str:
    """The text, behind an apostrophe where a spreadsheet would take it for a formula."""
    return f"'{text}" if is_formula(text) else text
