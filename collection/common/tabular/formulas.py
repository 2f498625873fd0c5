"""Texts a spreadsheet would calculate with, and the apostrophe that keeps it from doing so."""

import re

_FORMULA = re.compile(r"[=+\-@\t\r]")
_HIDDEN = re.compile(r"'+[=+\-@\t\r]")


def is_formula(text: str) -> bool:
    """Whether a spreadsheet takes the text for a formula."""
    return _FORMULA.match(text) is not None


def hides_formula(text: str) -> bool:
    """Whether the text is what would be a formula, behind apostrophes."""
    return _HIDDEN.match(text) is not None


def harmless(text: str) -> str:
    """The text, behind an apostrophe where a spreadsheet would take it for a formula."""
    return f"'{text}" if is_formula(text) else text
