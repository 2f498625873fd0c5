"""Text folded for searching: case, accents and marks make no difference."""

import re
import unicodedata

LONGEST_QUERY = 100
MOST_WORDS = 8

# Letters that Unicode does not take apart into a plain one and a mark.
PLAIN_LETTERS = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe"})
QUOTES = re.compile("['’‘ʼ“”„\"]")


def fold(text: str) -> str:
    """Text without case, accents and quotation marks: "Łukasz’s ‘Mech" becomes "lukaszs mech"."""
    apart = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(_plain(sign) for sign in apart)
    return " ".join(QUOTES.sub("", plain.translate(PLAIN_LETTERS)).split())


def _plain(sign: str) -> str:
    """The sign itself, nothing for a combining mark, a space for a control character."""
    return {"M": "", "C": " "}.get(unicodedata.category(sign)[0], sign)


def search_words(query: str) -> list[str]:
    """The folded words of what somebody typed, at most MOST_WORDS of them."""
    return fold(query[:LONGEST_QUERY]).split()[:MOST_WORDS]


def number_words(set_code: str, numbers: list[str]) -> list[str]:
    """How people write collector numbers of a set: aod-033, aod033, aod-33, 033, 33."""
    words = []
    for number in numbers:
        short = number.lstrip("0") or number
        words += [f"{set_code}-{number}", f"{set_code}{number}", number]
        if short != number:
            words += [f"{set_code}-{short}", f"{set_code}{short}", short]
    return words


def number_key(number: str) -> str:
    """A collector number as text that sorts by its value: "33" before "112" before "OC1".

    Letters and digits only, since databases disagree about where signs sort.
    """
    return f"0{number.zfill(6)}" if number.isdigit() else f"9{number.lower()}"
