"""Numbers out of addresses, headers and hidden fields."""


def whole_number(text: str, digits: int = 9) -> int | None:
    """The number that some digits are, at most so many; None for what no page of ours sends."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
