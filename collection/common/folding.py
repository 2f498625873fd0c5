"""Text folded for searching: case, accents and marks make no difference."""

import re
import unicodedata

LONGEST_QUERY = 200
MOST_WORDS = 8

# Letters that Unicode does not take apart into a plain one and a mark; signs people leave out.
REPLACED = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe"}
    | dict.fromkeys("'’‘ʼ“”„\"", "")
    | dict.fromkeys(map(chr, range(32)), " ")
)


def fold(text: str) -> str:
    """Text without case, accents and quotation marks: "Łukasz’s ‘Mech" becomes "lukaszs mech"."""
    apart = unicodedata.normalize("NFKD", text).casefold()
    if not apart.isascii():
        apart = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return " ".join(apart.translate(REPLACED).split())


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


#: Signs between words; those within a variant or a number part nothing.
_SIGNS = re.compile(r"[^\w\s.-]|_|(?<!\w)[.-]|[.-](?!\w)")


def folded_words(text: str) -> str:
    """The folded words of a text, without the signs between them."""
    return " ".join(_SIGNS.sub(" ", fold(text)).split())
