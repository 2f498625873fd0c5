"""What somebody types or pastes for pieces: "102", "3x102", "AOD-33 x2", "125-134", "fe 12 13".

One line may hold several numbers of a set, with amounts before or after each; a minus takes pieces
away. What holds no number is taken for a name. Amounts have two digits at most; of two numbers the
longer is that of the piece: "102x3" are three of number 102, "33x2" two of number 33, "12x33"
twelve of it. "999!" is meant although nobody knows it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from collection.catalogue.finding.finder import SURE, Finder
from collection.catalogue.finding.meaning import Meant

MOST_AT_ONCE = 200
LONGEST_TYPED = 1_000

TIMES = "[x×*]"
#: What parts a number from an amount behind it once the spaces between them are gone.
_BEHIND = "~"
_BEFORE = re.compile(rf"([+-]?)(?:([0-9]{{1,2}})\s*{TIMES}\s*)?(.+)", re.IGNORECASE)
_AFTER = re.compile(rf"(.+?)\s*(?:{TIMES}|{_BEHIND})\s*([0-9]{{1,2}})", re.IGNORECASE)
_RANGE = re.compile(r"(.*?)([0-9]{1,4})[-–]([0-9]{1,4})")
#: What parts the pieces of a line; a full stop only behind a number.
_BETWEEN = re.compile(r"(?:[\s,;]|\.(?=[\s,;]|$))+")
#: Spaces that belong to an amount or a range, not between two pieces.
_JOINED = (
    (re.compile(rf"(?<![^\s,;+-])([0-9]{{1,2}})\s*({TIMES})\s+(?=\S)", re.IGNORECASE), r"\1\2"),
    (re.compile(rf"\s+{TIMES}\s*([0-9]{{1,2}})(?![^\s,;])", re.IGNORECASE), rf"{_BEHIND}\1"),
    (re.compile(r"(?<=[0-9])(?:\s*(?:–|\.\.)\s*|\s-\s)(?=[0-9])"), "–"),
)


@dataclass(frozen=True)
class Typed:
    """One piece somebody typed: how many, and what the words mean; `code` and `name` are its parts
    where a name stands behind a number."""

    said: str
    count: int
    meant: Meant
    code: str = ""
    name: str = ""

    @property
    def as_meant(self) -> str:
        """How to type it so that nobody asks again."""
        times = f"{self.count}x" if self.count != 1 else ""
        sure = SURE if self.meant.doubt or self.said.endswith(SURE) else ""
        return f"{times}{self.meant.piece.catalogue_id}{sure}" if self.meant.piece else self.said


class TooMany(Exception):
    """More pieces at once than anybody means."""


def only_a_set(line: str, finder: Finder) -> str:
    """The set to go on with, where a line names nothing else; otherwise empty."""
    return finder.set_code(line.strip(" :"))


def read_typed(line: str, finder: Finder, default_set: str = "") -> list[Typed]:
    """Every piece of a line, in its order; raises TooMany."""
    text = " ".join(line[:LONGEST_TYPED].split())
    if not text:
        return []
    named = _read_named(text, finder)
    if named:
        return [named]
    for spaced, joined in _JOINED:
        text = spaced.sub(joined, text)
    typed: list[Typed] = []
    set_code = default_set
    for word in filter(None, _BETWEEN.split(text)):
        sign, count, said = amount(word)
        if other_set := finder.set_code(said):
            set_code = other_set
            continue
        for code in _numbers(said, finder, set_code):
            meant = finder.meaning(set_said=set_code, number=code)
            typed.append(Typed(code, sign * count, meant))
        if len(typed) > MOST_AT_ONCE:
            raise TooMany
    if typed and all(each.meant.piece or each.meant.near for each in typed):
        return typed
    sign, count, said = amount(" ".join(line[:LONGEST_TYPED].split()))
    return [Typed(said, sign * count, Meant())]


def _read_named(text: str, finder: Finder) -> Typed | None:
    """A line that is exactly a name, or an id and then its name as other programs write it."""
    sign, count, said = amount(text)
    words = said.split(" ")
    by_name = finder.meaning(name=said)
    if by_name.piece or by_name.near:
        return Typed(said, sign * count, by_name)
    for end in (1, 2):
        rest = words[end:]
        code = " ".join(words[:end])
        if (
            finder.split(code.rstrip(SURE))
            and rest
            and not any(_is_number(w, finder) for w in rest)
        ):
            name = " ".join(rest)
            return Typed(said, sign * count, finder.meaning(number=code, name=name), code, name)
    return None


def amount(text: str) -> tuple[int, int, str]:
    """The sign, the amount and the rest of "3x102", "102x3" or "-102"."""
    before = _BEFORE.fullmatch(text)
    sign, count, rest = before.groups() if before else ("", None, text)
    if count and rest.isdigit() and len(rest) < len(count):
        count, rest = rest, count
    if count is None and (after := _AFTER.fullmatch(rest)):
        rest, count = after.groups()
    return (-1 if sign == "-" else 1), int(count or 1), rest


def _numbers(said: str, finder: Finder, set_code: str) -> Iterator[str]:
    """The numbers of a range, or the one number."""
    found = _RANGE.fullmatch(said)
    if found is None or int(found[2]) >= int(found[3]) or _is_known(said, finder, set_code):
        yield said
        return
    if int(found[3]) - int(found[2]) >= MOST_AT_ONCE:
        raise TooMany
    for number in range(int(found[2]), int(found[3]) + 1):
        yield f"{found[1]}{number}"


def _is_known(said: str, finder: Finder, set_code: str) -> bool:
    return finder.meaning(set_said=set_code, number=said).known is not None


def _is_number(word: str, finder: Finder) -> bool:
    """Whether a word is an amount, a number or an id rather than part of a name."""
    return word[:1].isdigit() or word[:1] in "+-×*" or finder.split(word.rstrip(SURE)) is not None
