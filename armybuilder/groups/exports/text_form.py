"""The grammar of the text sheet: its words, how lines fold, and how any text fits on a line.

The frame is ASCII, 76 columns wide; names keep their own letters. A line that begins with ten
blanks continues the one before. Text that would not survive this (control characters, runs of
blanks, a leading quote) is written as a JSON string. A word longer than a line is never broken.

The words below are a file format, not wording: a sheet printed last year must be readable next
year, in both languages. So they stand here and not among the translations.
"""

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

#: The game whose groups these forms carry unless they say otherwise.
SYSTEM = "age-of-destruction"
WIDTH = 76
CONTINUATION = " " * 10
FEWEST_DOTS = 3

#: Every word the reader of a sheet looks for, by language.
WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        # header
        "list": "LIST",
        "format": "FORMAT",
        "event_format": "EVENT FORMAT",
        "total": "TOTAL",
        "pieces": "PIECES",
        "orders": "ORDERS",
        "ruleset": "RULES",
        "catalogue": "DATA",
        "verdict": "VERDICT",
        "player": "PLAYER",
        "event": "EVENT",
        "date": "DATE",
        "table": "TABLE",
        "rulings": "RULINGS",
        "load": "LOAD",
        "owned": "OWNED",
        "notes": "NOTES",
        "other": "OTHER",
        # sections
        "mech": "'MECHS",
        "vehicle": "VEHICLES",
        "infantry": "INFANTRY",
        "unknown": "NOT IN THE CATALOGUE",
        "cards": "CARDS",
        "markers": "ARTILLERY MARKERS",
        "problems": "PROBLEMS",
        # lines
        "pilot": "pilot",
        "gear": "gear",
        "figure": "figure",
        "sum": "SUM",
        "check": "CHECK",
        "link": "LINK",
        # what stands in braces
        "weapon": "weapon",
        "primary": "primary",
        "secondary": "secondary",
        "recruit": "recruit",
        "stated": "stated",
        "stated_recruit": "stated recruit",
        "faction": "faction",
        "confirmed": "confirmed",
        "none": "none",
    },
    "pl": {
        "list": "LISTA",
        "format": "FORMAT",
        "event_format": "FORMAT TURNIEJU",
        "total": "PUNKTY",
        "pieces": "FIGURKI",
        "orders": "ROZKAZY",
        "ruleset": "ZASADY",
        "catalogue": "DANE",
        "verdict": "WERDYKT",
        "player": "GRACZ",
        "event": "TURNIEJ",
        "date": "DZIEŃ",
        "table": "STÓŁ",
        "rulings": "ROZSTRZYGNIĘCIA",
        "load": "ZAŁADUNEK",
        "owned": "POSIADANE",
        "notes": "UWAGI",
        "other": "INNE",
        "mech": "MECHY",
        "vehicle": "POJAZDY",
        "infantry": "PIECHOTA",
        "unknown": "SPOZA KATALOGU",
        "cards": "KARTY",
        "markers": "ZNACZNIKI ARTYLERII",
        "problems": "PROBLEMY",
        "pilot": "pilot",
        "gear": "wyposażenie",
        "figure": "figurka",
        "sum": "SUMA",
        "check": "KONTROLA",
        "link": "ADRES",
        "weapon": "broń",
        "primary": "główna",
        "secondary": "pomocnicza",
        "recruit": "rekrutacja",
        "stated": "podano",
        "stated_recruit": "podano za rekrutację",
        "faction": "frakcja",
        "confirmed": "potwierdzone",
        "none": "brak",
    },
}

#: What may stand in braces, as fields of battle-group/1 with their words; fields nobody knows
#: follow under "other".
IN_BRACES: Mapping[str, str] = {
    "weapon": "weapon",
    "recruit": "recruit",
    "faction": "faction",
    "confirmed": "confirmed",
    "points": "stated",
    "recruit_points": "stated_recruit",
}


class Fields(NamedTuple):
    """Of a line, the fields of battle-group/1 that have a place of their own there, or lines, and
    those that stand in braces."""

    in_place: tuple[str, ...]
    in_braces: tuple[str, ...]


FIGURE = Fields(("unit", "count", "gear", "pilot"), ("points",))
CHOICE = Fields(("card",), ("weapon", "recruit", "points", "recruit_points"))
GROUP_CARD = Fields(("card",), ("faction", "confirmed", "points"))

#: From any language's word, in capitals, to what it means.
MEANINGS: Mapping[str, str] = {
    word.upper(): meaning for words in WORDS.values() for meaning, word in words.items()
}

_PLAIN_ID = re.compile(r"[^\s\[\]{}\"-]+-[^\s\[\]{}\"]+")
_SPECIAL = re.compile(r"[{}|,:]")


def meaning(word: str) -> str | None:
    """What a word of either language stands for; capitals do not matter."""
    return MEANINGS.get(word.strip().upper())


def is_plain(text: str) -> bool:
    """Whether a text can stand on a line as it is."""
    return text.isprintable() and text == " ".join(text.split()) and not text.startswith('"')


def json_line(value: Any) -> str:
    """JSON that survives folding: no two blanks meet, nothing that cannot be printed."""
    written = re.sub(" {2,}", _escape, json.dumps(value, ensure_ascii=False))
    return written if written.isprintable() else re.sub(r"[^ -~]", _escape_unprintable, written)


def _escape(found: re.Match[str]) -> str:
    return "".join(f"\\u{ord(char):04x}" for char in found[0])


def _escape_unprintable(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]


def write_value(text: str) -> str:
    """A text as the value of a header line."""
    return text if is_plain(text) else json_line(text)


def read_value(written: str) -> str:
    """The text of a header line; raises ValueError for a broken JSON string."""
    if not written.startswith('"'):
        return written
    text = json.loads(written)
    if not isinstance(text, str):
        raise ValueError("no text")
    return text


def write_word(text: str) -> str:
    """A text as a value in braces."""
    if text and is_plain(text) and not _SPECIAL.search(text) and text.upper() not in MEANINGS:
        return text
    return _SPECIAL.sub(_escape, json_line(text))


def write_id(identifier: str) -> str:
    """An id in brackets: "[AOD 102]", "[AOD P-010]"; one of another shape as a JSON string."""
    if _PLAIN_ID.fullmatch(identifier) and is_plain(identifier):
        return f"[{identifier.replace('-', ' ', 1)}]"
    return f"[{json_line(identifier)}]"


def read_id(written: str) -> str:
    """The id from within brackets; raises ValueError for a broken JSON string."""
    return read_value(written) if written.startswith('"') else written.replace(" ", "-", 1)


def fold(text: str, indent: str = "", width: int = WIDTH) -> list[str]:
    """A text as lines of a width, broken at blanks only."""
    return textwrap.wrap(
        text,
        width=width,
        initial_indent=indent,
        subsequent_indent=CONTINUATION,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [indent.rstrip()]


def leader(text: str, right: str, indent: str = "") -> list[str]:
    """A text, dots, and what belongs at the right edge."""
    room = WIDTH - len(right) - FEWEST_DOTS - 2
    lines = fold(text, indent, room)
    if len(lines[-1]) > room:
        lines.append(CONTINUATION[:-1])
    dots = "." * (WIDTH - len(lines[-1]) - len(right) - 2)
    lines[-1] = f"{lines[-1]} {dots} {right}"
    return lines


def unfold(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a sheet that say something, continuations joined, each with its number."""
    number, held = 0, ""
    for count, raw in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        line = raw.rstrip()
        if held and line.startswith(CONTINUATION):
            held = f"{held} {line.strip()}"
        elif line:
            if held:
                yield number, held
            number, held = count, line
    if held:
        yield number, held
