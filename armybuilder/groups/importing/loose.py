"""Pieces on lines people typed: "2x AOD033", "AOD-033 x2", "Hatchetman #102", "33, 102, 102"."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from armybuilder.groups.importing.plain import stripped
from armybuilder.groups.importing.values import Item
from collection.catalogue.finding.finder import Finder
from collection.catalogue.finding.meaning import Certainty, Hints, Known, Meant, meaning_of
from collection.catalogue.finding.typed import TIMES, amount
from collection.common.folding import folded_words

LONGEST_LINE = 1_000
MOST_ON_A_LINE = 60
MOST_COPIES = 999
#: So many misspelt names are looked up for one import; further ones are only reported.
MOST_GUESSES = 200

_COUNT_BEFORE = re.compile(rf"(?:^|(?<=[\s,;(:]))\(?([0-9]{{1,3}})\s*{TIMES}?\s*\)?\s*$", re.I)
_TIMES_BEFORE = re.compile(rf"(?:^|(?<=[\s,;(:]))\(?([0-9]{{1,3}})\s*{TIMES}\s*\)?\s*$", re.I)
_COUNT_AFTER = re.compile(rf"^\s*[(\[]?\s*{TIMES}\s*([0-9]{{1,3}})(?!\w)\s*[)\]]?", re.I)
_LEADING = re.compile(rf"^\(?([0-9]{{1,3}})\s*(?:{TIMES}\s*\)?|(?=\s[^\W\d]))\s*(?=\S)", re.I)
_TRAILING = re.compile(rf"\s[(\[]?\s*{TIMES}\s*([0-9]{{1,3}})\s*[)\]]?$", re.I)
_NUMBER = re.compile(r"(?:#|nr\.?\s*|no\.?\s*)?((?:[GPLSMCAF]{1,2}[\s-]*)?[0-9]{1,3})", re.I)
_HASH = re.compile(
    r"(?:#|\b(?:nr|no)\.?\s)\s*((?:(?:LP|GS|PC|MC|SA|G|P|L|F)-?)?[0-9]{1,4})\b", re.I
)
_POINTS = re.compile(
    r"[(\[]\s*(?:\+\s*)?([0-9]{1,4})\s*(?:p|pts?|points?|pkt|punkt\w*)?\.?\s*[)\]]"
    r"|(?<!\w)([0-9]{1,4})\s*(?:pts?|points?|pkt|punkt\w*)\b\.?"
    r"|\s[-–—=:·]\s+([0-9]{1,4})\s*$",
    re.I,
)
_BRACKETS = re.compile(r"[(\[{][^()\[\]{}]*[)\]}]")
_PARTS = re.compile(r"\s*[,;]\s+|\s*;\s*|,(?=[0-9])|\s+[+&]\s+|\s+(?:and|i|oraz|with|z)\s+", re.I)
_END_OF_NAME = re.compile(r"[|:;]|\s[-–—]\s|\s[0-9]")
#: Some rounds of tournaments number their slots: "Char 1: 1x Hatchetman".
_SLOT = re.compile(rf"^[^\W\d][\w ']{{0,20}}:\s+(?=[0-9]{{1,3}}\s*{TIMES}\s)", re.I)
_KIND = re.compile(
    r"^(?:gear|pilots?|wyposa[zż]enie|equipment|upgrades?|figure|figurka|unit|card|karta)\s*[:-]?\s+",
    re.I,
)
_RECRUITED = re.compile(r"recruit|rekrut", re.I)
_WEAPONS = {"primary": "primary", "glowna": "primary"} | {
    "secondary": "secondary",
    "pomocnicza": "secondary",
}


class LooseReader:
    """Reads lines of pieces against the catalogue."""

    def __init__(self, finder: Finder, factions: Mapping[str, str]) -> None:
        """`factions` has each faction by its folded names."""
        self.finder = finder
        self.factions = factions
        self._guesses: dict[tuple[str, Hints], Meant] = {}

    def items(self, line: str) -> tuple[Item, ...]:
        """The pieces on a line, in their order; none where there is no sense in it."""
        text = _KIND.sub("", stripped(line[:LONGEST_LINE]))
        if not re.search(r"\w", text):
            return ()
        return tuple(self._by_code(text) or self._by_words(text))[:MOST_ON_A_LINE]

    # numbers with their set -----------------------------------------------------------------------

    def _by_code(self, text: str) -> list[Item]:
        """Pieces whose set and number stand on the line, whatever else is said of them."""
        found = [each for each in self.finder.code.finditer(text) if self._is_code(each)]
        items = []
        for place, code in enumerate(found):
            before = text[found[place - 1].end() if place else 0 : code.start()]
            after = text[code.end() : found[place + 1].start() if place + 1 < len(found) else None]
            meant = self.finder.numbered(self.finder.set_code(code[1]), code[2])
            items.append(self._item(text, code[0], meant, before, after))
        return items

    def _is_code(self, found: re.Match[str]) -> bool:
        """Whether letters and digits are a number of a set, not some other word.

        A set of one letter is meant only where such a piece exists and nothing parts them.
        """
        meant = self.finder.numbered(self.finder.set_code(found[1]), found[2])
        if len(found[1]) > 1 and meant.certainty is Certainty.UNKNOWN:
            return len(found[2]) >= 2 and (found[1].isupper() or "-" in found[0])
        return meant.certainty is Certainty.SURE and (len(found[1]) > 1 or " " not in found[0])

    def _item(self, text: str, said: str, meant: Meant, before: str, after: str) -> Item:
        count = _TIMES_BEFORE.search(before) or _COUNT_AFTER.search(after)
        if count is None and len(self.finder.code.findall(text)) == 1:
            count = _COUNT_BEFORE.search(before) or _TRAILING.search(after)
        rest = _name_in(after)
        meant = self.checked(meant, rest, after)
        recruit, faction, weapon = self._fielded(after)
        return Item(said.strip("[] "), meant, _copies(count), recruit, faction, weapon)

    def checked(self, meant: Meant, name: str, words: str) -> Meant:
        """The meaning of a number, turned into a guess where the name beside it is another's."""
        if self.finder.agrees(meant, folded_words(name)):
            return meant
        return self._doubtful(meant, name, folded_words(words))

    def _fielded(self, after: str) -> tuple[tuple[str, ...], str, str]:
        """Who recruits a pilot, whom a contract serves, which weapon gear sits on."""
        words = f" {folded_words(after)} "
        named = [own for name, own in self.factions.items() if f" {name} " in words]
        factions = tuple(dict.fromkeys(named))
        weapons = (slot for word, slot in _WEAPONS.items() if f" {word} " in words)
        weapon = next(weapons, "")
        if _RECRUITED.search(after):
            return factions, "", weapon
        return (), factions[0] if factions else "", weapon

    # bare numbers and names -----------------------------------------------------------------------

    def _by_words(self, text: str) -> list[Item]:
        text = _SLOT.sub("", text)
        if item := self._numbered(text):
            return [item]
        head, colon, carried = text.partition(": ")
        if colon and (items := self._carrying(head, carried)):
            return items
        parts = [part for part in _PARTS.split(text) if part.strip()]
        if len(parts) > 1 and (items := self._several(parts)):
            return items
        item = self._named(text) or self._misspelt(text)
        return [item] if item else []

    def _numbered(self, text: str) -> Item | None:
        """A bare number: "33", "2x33", "33x2", "#33", "G-005"."""
        _sign, count, said = amount(text.strip(" .:-"))
        found = _NUMBER.fullmatch(said)
        if found is None:
            return None
        return Item(text.strip(), self.finder.numbered("", found[1]), max(1, count))

    def _carrying(self, head: str, carried: str) -> list[Item]:
        """A figure and what stands behind its colon, where all of that is cards."""
        figure = self._numbered(head) or self._named(head)
        cards = [self._named(part) for part in _PARTS.split(carried) if part.strip()]
        known = [card for card in cards if card and card.meant.known and card.meant.known.is_card]
        return [figure, *known] if figure and known and len(known) == len(cards) else []

    def _several(self, parts: list[str]) -> list[Item]:
        """The pieces of a list between commas, where every part is one of its own."""
        items: list[Item] = []
        before: set[Known] = set()
        for part in parts[:MOST_ON_A_LINE]:
            item = self._numbered(part) or self._named(part, exactly=True)
            if item is None:
                return []
            found = set(self.finder.called(part))
            if found and found < before:
                return []
            before = found
            items.append(item)
        return items

    def _named(self, text: str, *, exactly: bool = False) -> Item | None:
        """A name, perhaps with a count, a number, points, a rank or a faction beside it."""
        bare, points = _without_points(text)
        bare, count, is_plain = _without_count(bare)
        hints = Hints(folded_words(text), points)
        if hashed := _HASH.search(bare):
            return self._hashed(text, bare, hashed, count)
        if exactly and not self.finder.called(_BRACKETS.sub(" ", bare)):
            return None
        meant = self.finder.named(bare, hints)
        if meant.known is None:
            return None
        if is_plain and hints.names_number_of(meant.known):
            count = 1
        return Item(text, meant, count)

    def _misspelt(self, text: str) -> Item | None:
        bare, points = _without_points(text)
        bare, count, _is_plain = _without_count(bare)
        hints = Hints(folded_words(text), points)
        for name in _names_in(bare):
            meant = self.misspelt(name, hints)
            if meant.id:
                return Item(text, meant, count)
        return None

    def misspelt(self, name: str, hints: Hints) -> Meant:
        """The piece whose name is most like some words."""
        if (name, hints) not in self._guesses:
            if len(self._guesses) >= MOST_GUESSES:
                return Meant()
            self._guesses[name, hints] = self.finder.misspelt(name, hints)
        return self._guesses[name, hints]

    def _hashed(self, text: str, bare: str, hashed: re.Match[str], count: int) -> Item:
        """A name with its number: "Hatchetman #102"; both are offered where they disagree."""
        meant = self.finder.numbered("", hashed[1])
        name = f"{bare[: hashed.start()]} {_name_in(bare[hashed.end() :])}"
        words = folded_words(name)
        if meant.certainty is Certainty.UNKNOWN or not self.finder.agrees(meant, words):
            meant = self._doubtful(meant, name, folded_words(bare))
        elif len(words) > 2 and meant.known:
            meant = meaning_of(meant.known, Certainty.SURE)
        return Item(text, meant, count)

    def _doubtful(self, meant: Meant, name: str, words: str) -> Meant:
        """A number that another name stands beside: a guess, with what the name means offered."""
        named = self.finder.named(name, Hints(words))
        if named.known is None:
            return meant
        near = dict.fromkeys(filter(None, (meant.known, named.known, *named.near)))
        return replace(meant, certainty=Certainty.GUESS, near=tuple(near))


def _copies(found: re.Match[str] | None) -> int:
    return max(1, min(int(found[1]), MOST_COPIES)) if found else 1


def _without_points(text: str) -> tuple[str, int | None]:
    """A line without the points it names, and these."""
    found = _POINTS.search(text)
    if found is None:
        return text, None
    points = next(filter(None, found.groups()))
    return f"{text[: found.start()]} {text[found.end() :]}".strip(), int(points)


def _without_count(text: str) -> tuple[str, int, bool]:
    """A line without the count, the count, and whether it is a mere number before a name."""
    if leading := _LEADING.match(text):
        is_plain = leading[0].strip() == leading[1]
        return text[leading.end() :], _copies(leading), is_plain
    if trailing := _TRAILING.search(text):
        return text[: trailing.start()], _copies(trailing), False
    return text, 1, False


def _name_in(text: str) -> str:
    """What stands before brackets, points or the next part of a line."""
    text = _BRACKETS.sub("|", _COUNT_AFTER.sub("", text))
    text = _POINTS.sub("|", text)
    return _END_OF_NAME.split(text, maxsplit=1)[0].strip(" ,.-")


def _names_in(text: str) -> Iterator[str]:
    """What on a line may be the name, the longest first."""
    bare = _BRACKETS.sub(" ", text).strip(" ,.:;-")
    ways = (bare, _END_OF_NAME.split(bare, maxsplit=1)[0], bare.split(",")[0])
    yield from dict.fromkeys(name.strip() for name in ways if re.search(r"[^\W\d]", name))
