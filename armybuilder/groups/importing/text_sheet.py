"""Reading a full text sheet back: whatever can be read is kept, the rest is reported by line."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from armybuilder.groups.exports.text_form import (
    CHOICE,
    FIGURE,
    GROUP_CARD,
    IN_BRACES,
    SYSTEM,
    Fields,
    meaning,
    read_id,
    read_value,
    unfold,
)

_HEADER = re.compile(r"\+\s*([^:]+):\s*(.*)")
_BRACKETS = r"\[(?P<id>\"(?:[^\"\\]|\\.)*\"|[^\[\]\"]+)\]"
_UNIT = re.compile(r"\s*(?:(?P<row>\d{1,7})\.)?\s*(?:(?P<count>\d{1,7})\s*x)?\s*" + _BRACKETS)
_MOUNTED = re.compile(r"\s*(?P<kind>[^\W\d_]+)\s*" + _BRACKETS)
_FIGURE = re.compile(r"\s*(?P<kind>[^\W\d_]+)\s+(?P<record>\{.*)")
_BRACES = re.compile(r"\{([^{}]*)\}")
_SUM = re.compile(r"(?P<word>\w+)\s+\d+(?:\s+\w+\s+(?P<code>[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}))?")
_LOAD = re.compile(r"(\d{1,7})\s*<-\s*(-|\d{1,7}(?:\s*,\s*\d{1,7})*)")

#: Header lines that repeat what the rest of the sheet, or the rules, already say.
_DERIVED = (
    *("faction", "total", "pieces", "orders", "catalogue", "verdict"),
    *("player", "event", "date", "table"),
)
_SECTIONS = ("mech", "vehicle", "infantry", "unknown")


@dataclass(frozen=True)
class LineProblem:
    """A line that could not be read: its number from 1, the line itself, and why."""

    number: int
    line: str
    message: str


@dataclass(frozen=True)
class ParsedText:
    """A battle-group/1 object, the lines left out of it, and the check code the sheet printed."""

    group: dict[str, Any]
    problems: tuple[LineProblem, ...]
    check_code: str | None


def parse_text(text: str) -> ParsedText:
    """Read a full text sheet in either language; never raises."""
    reader = _Reader()
    for number, line in unfold(text.removeprefix("\ufeff")):
        try:
            reader.read(line)
        except _Unclear as unclear:
            reader.problems.append(LineProblem(number, line.strip(), str(unclear)))
    return ParsedText(reader.finished(), tuple(reader.problems), reader.check_code)


class _Unclear(Exception):
    """One line makes no sense; the message says why."""


@dataclass
class _Reader:
    """What has been read so far. `units` keeps each entry with the number printed before it."""

    system: str = SYSTEM
    header: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    other: dict[str, Any] = field(default_factory=dict)
    units: list[tuple[int | None, dict[str, Any]]] = field(default_factory=list)
    cards: list[str | dict[str, Any]] = field(default_factory=list)
    problems: list[LineProblem] = field(default_factory=list)
    check_code: str | None = None
    in_cards: bool = False

    def read(self, line: str) -> None:
        """Take in one line; raises _Unclear."""
        stripped = line.strip()
        if stripped.startswith("+"):
            self._read_header(stripped)
        elif stripped.startswith("!") or not stripped.strip("-=_*"):
            return
        elif (word := meaning(stripped)) in (*_SECTIONS, "cards", "markers", "problems"):
            self.in_cards = word == "cards"
        else:
            self._read_line(stripped)

    def _read_line(self, line: str) -> None:
        if (found := _UNIT.match(line)) is not None:
            if self.in_cards:
                self._read_group_card(found, line)
            else:
                self._read_unit(found, line)
        elif (found := _MOUNTED.match(line)) and meaning(found["kind"]) in ("gear", "pilot"):
            self._read_mounted(found, line)
        elif (found := _FIGURE.match(line)) and meaning(found["kind"]) == "figure":
            self._last_unit()["unit"] = _json_object(found["record"])
        elif (found := _SUM.match(line)) and meaning(found["word"]) == "sum":
            self.check_code = found["code"]
        elif meaning(line.split()[0]) != "link":
            raise _Unclear(_("No figure, card or heading is recognised here."))

    # pieces and cards -------------------------------------------------------------------------

    def _read_unit(self, found: re.Match[str], line: str) -> None:
        unit: dict[str, Any] = {"unit": _read(read_id, found["id"])}
        count = int(found["count"] or 1)
        if count < 1:
            raise _Unclear(_("The number of figures must be at least 1."))
        if count > 1:
            unit["count"] = count
        unit |= _braces(line[found.end() :], FIGURE)
        self.units.append((int(found["row"]) if found["row"] else None, unit))

    def _read_mounted(self, found: re.Match[str], line: str) -> None:
        unit = self._last_unit()
        choice = {"card": _read(read_id, found["id"])}
        choice |= _braces(line[found.end() :], CHOICE)
        if meaning(found["kind"]) == "gear":
            unit.setdefault("gear", []).append(choice)
        elif "pilot" not in unit:
            unit["pilot"] = choice
        else:
            first = unit["pilot"]
            unit["pilot"] = [*(first if isinstance(first, list) else [first]), choice]

    def _read_group_card(self, found: re.Match[str], line: str) -> None:
        card = _read(read_id, found["id"])
        extras = _braces(line[found.end() :], GROUP_CARD)
        self.cards.append({"card": card} | extras if extras else card)

    def _last_unit(self) -> dict[str, Any]:
        if self.in_cards or not self.units:
            raise _Unclear(_("No figure stands before this line."))
        return self.units[-1][1]

    # header -----------------------------------------------------------------------------------

    def _read_header(self, line: str) -> None:
        match = _HEADER.match(line)
        word = meaning(match[1]) if match else None
        if match is None or word is None:
            raise _Unclear(_("This heading is not known."))
        value = match[2].strip()
        if word == "list":
            self.header["name"] = _read(read_value, value)
        elif word == "format":
            self.header["build_total"] = _build_total(value)
        elif word == "event_format":
            is_object = value.startswith("{")
            self.header["event"] = _json_object(value) if is_object else _read(read_value, value)
        elif word == "ruleset":
            self.system = value.partition("@")[0].strip() or SYSTEM
        elif word in ("rulings", "owned"):
            self.header[word] = _json_object(value)
        elif word == "load":
            self.header.setdefault("loads", []).append(_load(value))
        elif word == "notes":
            self.notes.append(_read(read_value, value))
        elif word == "other":
            self.other = _json_object(value)
        elif word not in _DERIVED:
            raise _Unclear(_("This heading is not known."))

    # ------------------------------------------------------------------------------------------

    def finished(self) -> dict[str, Any]:
        """The battle-group/1 object: pieces by their printed numbers, the others after them."""
        in_order = sorted(self.units, key=lambda entry: (entry[0] is None, entry[0] or 0))
        group = {
            "format": "battle-group/1",
            "system": self.system,
            "name": "",
            "build_total": None,
            "units": [unit for _row, unit in in_order],
            "cards": self.cards,
        }
        notes = {"notes": "\n".join(self.notes)} if self.notes else {}
        return self.other | group | self.header | notes


def _read(read: Callable[[str], str], written: str) -> str:
    try:
        return read(written)
    except ValueError as error:
        raise _Unclear(_("The text in quotes is broken.")) from error


def _json_object(written: str) -> dict[str, Any]:
    try:
        value = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise _Unclear(_("The JSON on this line is broken.")) from error
    if not isinstance(value, dict):
        raise _Unclear(_("The JSON on this line is broken."))
    return value


def _build_total(value: str) -> int | None:
    total = value.partition("/")[0].strip()
    if total == "-":
        return None
    if not re.fullmatch(r"-?\d{1,9}", total):
        raise _Unclear(_("The build total is not a number."))
    return int(total)


def _load(value: str) -> dict[str, Any]:
    match = _LOAD.fullmatch(value)
    if match is None:
        raise _Unclear(_("Loads are written like “4 <- 2, 3”."))
    passengers = [] if match[2] == "-" else match[2].split(",")
    return {
        "transport": int(match[1]) - 1,
        "passengers": [int(number) - 1 for number in passengers],
    }


def _braces(rest: str, allowed: Fields) -> dict[str, Any]:
    """What stands in braces behind a figure or card, as fields of battle-group/1."""
    match = _BRACES.search(rest)
    if match is None:
        return {}
    fields: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for pair in match[1].split(","):
        key, colon, value = pair.partition(":")
        word = meaning(key) or ""
        name = _FIELD_NAMES.get(word)
        if colon and word == "other":
            others = _json_object(_read(read_value, value.strip()))
        elif not colon or name not in allowed.in_braces:
            raise _Unclear(_("“%(text)s” is not understood here.") % {"text": pair.strip()[:60]})
        else:
            fields[name] = _field(name, value.strip())
    if known := others.keys() & {*allowed.in_place, *allowed.in_braces}:
        raise _Unclear(_("“%(text)s” is not understood here.") % {"text": min(known)})
    return fields | others


_FIELD_NAMES = {word: name for name, word in IN_BRACES.items()}


def _field(name: str, value: str) -> Any:
    if name in ("points", "recruit_points"):
        if not re.fullmatch(r"\d{1,9}", value):
            raise _Unclear(_("“%(text)s” is not a number of points.") % {"text": value[:60]})
        return int(value)
    if name == "weapon":
        weapon = meaning(value)
        if weapon not in ("primary", "secondary"):
            raise _Unclear(_("“%(text)s” is not a weapon.") % {"text": value[:60]})
        return weapon
    values = [_word(word.strip()) for word in value.split("|")]
    if name == "confirmed":
        return values
    return values[0] if len(values) == 1 else values


def _word(written: str) -> str | None:
    return None if meaning(written) == "none" else _read(read_value, written)
