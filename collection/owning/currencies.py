"""Currencies as people write them."""

import re

_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "zł": "PLN", "zl": "PLN", "¥": "JPY", "kč": "CZK"}


def currency_code(said: str) -> str:
    """The three letters of "pln", "zł" or "€"; empty for what is no currency."""
    code = _SIGNS.get(said.casefold(), said.upper())
    return code if re.fullmatch("[A-Z]{3}", code) else ""
