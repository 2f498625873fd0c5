"""What lists say beside their pieces: name, limit, check code, headings, and words about both."""

import re
from collections.abc import Iterable
from itertools import chain

from armybuilder.groups.exports.text_form import MEANINGS, WORDS
from armybuilder.groups.exports.words import harmless
from armybuilder.groups.importing.plain import is_rule, stripped
from armybuilder.groups.importing.values import Facts
from armybuilder.groups.present.formats import STANDARD_TITLES
from armybuilder.groups.present.groups import LARGEST_BUILD_TOTAL, fault_of_total
from collection.common.folding import folded_words

_PAIR = re.compile(r"^\+*\s*([^:\t]{2,40}?)\s*(?::|\t)\s*(.*)$")
_CODE = re.compile(r"\b([0-9A-F]{4}-?[0-9A-F]{4})\b", re.I)
#: What stands before a total that is only a lower bound.
_BOUND = r"(?:(?:≥|at least|co najmniej)\s*)?"
_SPENT = re.compile(rf"^{_BOUND}\d{{1,5}}\s*/\s*(-|\d{{1,5}})\b", re.I)
_TITLE = re.compile(
    rf"^(?P<name>.*?)\s*[(\[]\s*(?:{_BOUND}\d+\s*/\s*)?(?P<limit>-|\d{{2,5}})"
    r"\s*(?:pts?|points?|pkt|punkt\w*)?\s*(?:,[^()\[\]]*)?[)\]]$",
    re.I,
)
_SUM = re.compile(r"^(?:sum|total|totals|suma|razem|lacznie|points|punkty)\b[\s:=-]*[\d/ ]+", re.I)
_LINK = re.compile(r"^<?https?://\S+>?$", re.I)
_HEADING = re.compile(r"^#{1,6}\s+(?=\D)")
_FENCE = re.compile(r"^(?:```|~~~)")

#: Words before a colon, folded, by the fact behind it; beside those of the site's own sheets.
FACTS = {
    **dict.fromkeys(("name", "list name", "army name", "title", "nazwa", "nazwa listy"), "name"),
    **dict.fromkeys(("limit", "points limit", "build total", "limit punktow", "budzet"), "limit"),
    **dict.fromkeys(("wielkosc grupy", "size", "laczny koszt budowania"), "limit"),
    **dict.fromkeys(("check code", "kod kontrolny", "check", "kontrola"), "check"),
    **dict.fromkeys(("link", "adres", "url"), "link"),
    **dict.fromkeys(("game", "gra", "ocena", "artillery marker", "znacznik artylerii"), "other"),
    **dict.fromkeys(("notes", "note", "uwagi", "notatki"), "notes"),
}
_OWN = {"list": "name", "format": "limit", "notes": "notes", "check": "check", "link": "link"} | {
    "event_format": "event"
}

#: Headings that part lists into sections, folded.
SECTIONS = frozenset(
    chain(
        *(
            [
                folded_words(words[key])
                for key in ("mech", "vehicle", "infantry", "cards", "unknown")
            ]
            for words in WORDS.values()
        ),
        ("mechs", "mech", "battlemechs", "vehicle", "figures", "units", "gear", "pilots", "army"),
        ("battle group", "figurki", "jednostki", "wyposazenie", "piloci", "grupa bojowa", "combat"),
        ("nie ma w katalogu", "not in catalogue", "armia"),
    )
)
#: Headings above lines that are for the reader only.
REMARKS = frozenset(
    folded_words(words[part]) for words in WORDS.values() for part in ("markers", "problems")
)


class FactReader:
    """Takes the lines that say something of the group instead of its pieces."""

    def __init__(self, unnamed: Iterable[str]) -> None:
        """`unnamed` are the words sheets show for a group without a name."""
        self.facts = Facts()
        self._unnamed = {folded_words(words) for words in unnamed}
        self._in_remarks = False

    def takes(self, line: str) -> bool:
        """Whether the line says nothing of pieces; what it says of the group is kept."""
        text = stripped(line)
        if is_rule(text) or _FENCE.match(line.strip()) or _LINK.match(text):
            return True
        words = folded_words(_HEADING.sub("", text))
        if words in SECTIONS or words in REMARKS:
            self._in_remarks = words in REMARKS
            return True
        if self._in_remarks:
            return True
        if heading := _HEADING.match(line.strip()):
            self.name(line.strip()[heading.end() :])
            return True
        return self._takes_pair(line) or self._takes_total(text)

    def takes_title(self, line: str) -> bool:
        """Whether the line, which no piece is on, is the title: "Evening patrol (450 points)"."""
        found = _TITLE.match(stripped(line))
        if found is None or "name" in self.facts.told:
            return False
        self.name(found["name"])
        self.limit(found["limit"])
        return True

    def name(self, said: str) -> None:
        """Keep the name of the group, once."""
        name = harmless(stripped(said))
        if folded_words(name) in self._unnamed:
            name = ""
        self.facts.told.setdefault("name", name)

    def limit(self, said: str) -> None:
        """Keep the points to build with, once; a total that is no limit is left alone."""
        found = re.match(r"\s*(-|\d{1,5})\b", said)
        if found is None or found[1] == "-":
            return
        total = int(found[1])
        if total <= LARGEST_BUILD_TOTAL and fault_of_total(total) is None:
            self.facts.told.setdefault("build_total", total)

    def _takes_pair(self, line: str) -> bool:
        """Facts behind colons; several on a line where each begins with "+"."""
        is_header = line.strip().startswith("+")
        pairs = re.split(r"\s{2,}\+\s*", line.strip()) if is_header else [line.strip()]
        found = [_PAIR.match(pair) for pair in pairs]
        for pair in filter(None, found):
            self._keep(pair[1], pair[2].strip())
        known = [pair for pair in found if pair and self._fact(pair[1])]
        return is_header or bool(known)

    def _fact(self, word: str) -> str:
        """What a word before a colon stands for; "other" for one whose fact is not needed."""
        own = MEANINGS.get(word.strip().upper())
        if own in _OWN:
            return _OWN[own]
        folded = folded_words(word)
        if folded in FACTS:
            return FACTS[folded]
        return "other" if own and own not in ("gear", "pilot", "figure") else ""

    def _keep(self, word: str, said: str) -> None:
        fact = self._fact(word)
        if fact == "name":
            self.name(said)
        elif fact == "limit":
            self.limit(said)
        elif fact == "event" and stripped(said) in STANDARD_TITLES:
            self.facts.told.setdefault("event", stripped(said))
        elif fact == "notes":
            self.facts.notes.append(harmless(said))
        elif fact == "check" and (code := _CODE.search(said)):
            self.facts.check_code = code[1].upper()

    def _takes_total(self, text: str) -> bool:
        if spent := _SPENT.match(text):
            self.limit(spent[1])
            return True
        words = folded_words(text)
        if _SUM.match(words):
            if code := _CODE.search(text):
                self.facts.check_code = code[1].upper()
            return True
        return False
