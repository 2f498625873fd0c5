"""Numbers out of addresses, headers and hidden fields, and with their signs."""


def whole_number(text: str, digits: int = 9) -> int | None:
    """The number that some digits are, at most so many; None for what no page of ours sends."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def signed(number: int) -> str:
    """A number with its sign, a true minus; 0 has none."""
    return f"{number:+d}".replace("-", "−") if number else "0"
