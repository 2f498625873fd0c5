"""A battle group as one line for links and QR codes: "mw1~450~Evening+patrol~uAOD-102.g-G-005".

The line is ASCII and may stand in an address as it is. `pack` and `unpack` are each other's inverse
for every group as battle-group/1 is written here. Its parts stand between "~":

    mw1             the format and its number, always first
    450             the build total, always second; empty for none
    Evening+patrol  the name, always third; the parts after it begin with a letter:
    uID             a line of figures: ":3" after the id is the number of copies, then come its
                    cards, each behind a dot: ".gID" gear, ".pID" a pilot;
                    after a card ":1" or ":2" puts it on the primary or secondary weapon,
                    ":rFaction" is a faction paid for recruitment, ":n" says that none is
    cID             a card of the group; ":fFaction" is its choice, ":kWords" what is confirmed
    eName           the event format, by name
    l3.1.2          a load: the transport and its passengers, lines of figures counted from 0
    tText           the notes
    UJSON, CJSON    a line of figures, a card of the group that says more than fits above
    xJSON           every other field of the group, in one object

The id of a card on a figure may begin with "-" and then goes on from the figure's set code:
"-G-005" on AOD-102 is AOD-G-005. In ids and texts ASCII letters, digits and "-" stand for
themselves, "+" is a blank, any other sign is its code point in hexadecimal between underscores
("ł" is "_142_"), and so is a "-" that begins an id. JSON has sorted keys and no blanks and is in
URL-safe base64 of UTF-8, without padding.

Armies of other games are one part behind "mw2": their whole document, such JSON deflated.
"""

import base64
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.exports.text_form import SYSTEM

MARK = "mw1"
#: What begins the line of an army of another game.
ARMY_MARK = "mw2"
LONGEST_LINE = 400_000
#: Characters of the document behind the line of an army.
LONGEST_ARMY = 1_000_000

_WEAPONS = {"1": "primary", "2": "secondary"}
_WEAPON_SIGNS = {weapon: sign for sign, weapon in _WEAPONS.items()}
#: The fields each short form has room for.
_UNIT_FIELDS = {"unit", "count", "gear", "pilot"}
_CHOICE_FIELDS = {"card", "weapon", "recruit"}
_CARD_FIELDS = {"card", "faction", "confirmed"}
_LOAD_FIELDS = {"transport", "passengers"}
_ALWAYS = {"format", "system", "name", "build_total", "units", "cards"}

_NUMBER = re.compile(r"-?[0-9]{1,10}")
_WRITTEN = re.compile(r"(?:[A-Za-z0-9+-]|_[0-9a-f]{1,6}_)*")
_SIGN = re.compile(r"_([0-9a-f]{1,6})_")


class Unpackable(ValueError):
    """A line that is no battle group; the message names the part that cannot be read."""


def render(sheet: Sheet, _options: Options) -> bytes:
    """The packed line as a file."""
    return f"{pack(sheet.group)}\n".encode()


# writing ------------------------------------------------------------------------------------------


def pack(group: Mapping[str, Any]) -> str:
    """The line of a battle-group/1 object."""
    if group["system"] != SYSTEM:
        return f"{ARMY_MARK}~{_base64(zlib.compress(_json(group), 9))}"
    return "~".join(_parts(group))


def _parts(group: Mapping[str, Any]) -> Iterator[str]:
    total = group["build_total"]
    yield MARK
    yield "" if total is None else str(total)
    yield _written(group["name"])
    placed = set(_ALWAYS)
    for entry in group["units"]:
        yield f"u{_entry(entry)}" if _is_short_entry(entry) else f"U{_packed_json(entry)}"
    for card in group["cards"]:
        yield f"c{_group_card(card)}" if _is_short_card(card) else f"C{_packed_json(card)}"
    if isinstance(group.get("event"), str):
        placed.add("event")
        yield f"e{_written(group['event'])}"
    loads = group.get("loads", ())
    if all(not load.keys() - _LOAD_FIELDS for load in loads):
        placed.add("loads")
        for load in loads:
            yield "l" + ".".join(map(str, [load["transport"], *load["passengers"]]))
    if isinstance(group.get("notes"), str):
        placed.add("notes")
        yield f"t{_written(group['notes'])}"
    others = {key: value for key, value in group.items() if key not in placed}
    if others:
        yield f"x{_packed_json(others)}"


def _is_short_entry(entry: Mapping[str, Any]) -> bool:
    return (
        isinstance(entry["unit"], str)
        and not entry.keys() - _UNIT_FIELDS
        and all(not choice.keys() - _CHOICE_FIELDS for _kind, choice in _choices(entry))
    )


def _choices(entry: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The cards on a line of figures with the letter of their kind, gear first."""
    pilots = entry.get("pilot", [])
    pilots = pilots if isinstance(pilots, list) else [pilots]
    return [("g", choice) for choice in entry.get("gear", ())] + [("p", each) for each in pilots]


def _entry(entry: Mapping[str, Any]) -> str:
    copies = f":{entry['count']}" if "count" in entry else ""
    cards = [f".{kind}{_choice(choice, entry['unit'])}" for kind, choice in _choices(entry)]
    return _id(entry["unit"]) + copies + "".join(cards)


def _choice(choice: Mapping[str, Any], unit: str) -> str:
    set_code, dash, _number = unit.partition("-")
    begins_alike = dash and choice["card"].startswith(f"{set_code}-")
    written = _written(choice["card"][len(set_code) :]) if begins_alike else _id(choice["card"])
    if "weapon" in choice:
        written += f":{_WEAPON_SIGNS[choice['weapon']]}"
    if "recruit" in choice:
        recruit = choice["recruit"]
        factions = recruit if isinstance(recruit, list) else [recruit]
        written += "".join(":n" if each is None else f":r{_written(each)}" for each in factions)
    return written


def _is_short_card(card: str | Mapping[str, Any]) -> bool:
    return isinstance(card, str) or not card.keys() - _CARD_FIELDS


def _group_card(card: str | Mapping[str, Any]) -> str:
    if isinstance(card, str):
        return _id(card)
    written = _id(card["card"])
    if "faction" in card:
        written += f":f{_written(card['faction'])}"
    return written + "".join(f":k{_written(words)}" for words in card.get("confirmed", ()))


def _written(text: str) -> str:
    return "".join(map(_sign, text))


def _sign(sign: str) -> str:
    if sign == " ":
        return "+"
    plain = sign == "-" or (sign.isascii() and sign.isalnum())
    return sign if plain else f"_{ord(sign):x}_"


def _id(identifier: str) -> str:
    written = _written(identifier)
    return f"_2d_{written[1:]}" if written.startswith("-") else written


def _packed_json(value: Any) -> str:
    return _base64(_json(value))


def _json(value: Any) -> bytes:
    told = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return told.encode()


def _base64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


# reading ------------------------------------------------------------------------------------------


def unpack(line: str) -> dict[str, Any]:
    """The battle-group/1 object of a line, which has yet to be read; raises Unpackable."""
    line = line.strip()
    if len(line) > LONGEST_LINE:
        raise Unpackable(_("This line is too long for a battle group."))
    mark, *parts = line.replace(" ", "+").split("~")
    if mark == ARMY_MARK and len(parts) == 1:
        army: dict[str, Any] = _at(2, parts[0], _read_army)
        return army
    if mark != MARK or len(parts) < 2:
        raise Unpackable(_("A packed battle group begins with “%(mark)s”.") % {"mark": f"{MARK}~"})
    group: dict[str, Any] = {
        "format": "battle-group/1",
        "system": SYSTEM,
        "name": _at(3, parts[1], _text),
        "build_total": _at(2, parts[0], _total),
        "units": [],
        "cards": [],
    }
    for number, part in enumerate(parts[2:], start=4):
        _at(number, part, lambda told: _take(told, group))
    return group


def _at(number: int, part: str, read: Callable[[str], Any]) -> Any:
    """A part read, or the complaint that names it."""
    try:
        return read(part)
    except (ValueError, RecursionError) as error:
        message = _("Part %(number)s of the packed line cannot be read: “%(part)s”.")
        raise Unpackable(message % {"number": number, "part": part[:40]}) from error


def _take(part: str, group: dict[str, Any]) -> None:
    """Add what one part says to the group; raises ValueError."""
    kind, told = part[:1], part[1:]
    if kind == "u":
        group["units"].append(_read_entry(told))
    elif kind == "U":
        group["units"].append(_read_json(told))
    elif kind == "c":
        group["cards"].append(_read_group_card(told))
    elif kind == "C":
        group["cards"].append(_read_json(told))
    elif kind == "e":
        group["event"] = _text(told)
    elif kind == "l":
        transport, *passengers = map(_number, told.split("."))
        group.setdefault("loads", []).append({"transport": transport, "passengers": passengers})
    elif kind == "t":
        group["notes"] = _text(told)
    elif kind == "x":
        others = _read_json(told)
        if not isinstance(others, dict):
            raise ValueError(told)
        group.update(others)
    else:
        raise ValueError(kind)


def _read_entry(told: str) -> dict[str, Any]:
    figure, *cards = told.split(".")
    unit, *copies = figure.split(":")
    entry: dict[str, Any] = {"unit": _text(unit)}
    if copies:
        (count,) = copies
        entry["count"] = _number(count)
    pilots = []
    for card in cards:
        choice = _read_choice(card[1:], entry["unit"])
        if card[:1] == "g":
            entry.setdefault("gear", []).append(choice)
        elif card[:1] == "p":
            pilots.append(choice)
        else:
            raise ValueError(card)
    if pilots:
        entry["pilot"] = pilots[0] if len(pilots) == 1 else pilots
    return entry


def _read_choice(told: str, unit: str) -> dict[str, Any]:
    card, *options = told.split(":")
    begins_alike = card.startswith("-")
    choice: dict[str, Any] = {"card": _text(card)}
    if begins_alike:
        choice["card"] = unit.partition("-")[0] + choice["card"]
    recruit: list[str | None] = []
    for option in options:
        if option in _WEAPONS:
            choice["weapon"] = _WEAPONS[option]
        elif option == "n":
            recruit.append(None)
        elif option.startswith("r"):
            recruit.append(_text(option[1:]))
        else:
            raise ValueError(option)
    if recruit:
        choice["recruit"] = recruit[0] if len(recruit) == 1 else recruit
    return choice


def _read_group_card(told: str) -> str | dict[str, Any]:
    identifier, *options = told.split(":")
    card: dict[str, Any] = {"card": _text(identifier)}
    for option in options:
        if option.startswith("f"):
            card["faction"] = _text(option[1:])
        elif option.startswith("k"):
            card.setdefault("confirmed", []).append(_text(option[1:]))
        else:
            raise ValueError(option)
    return card if options else card["card"]


def _total(told: str) -> int | None:
    return _number(told) if told else None


def _number(told: str) -> int:
    if not _NUMBER.fullmatch(told):
        raise ValueError(told)
    return int(told)


def _text(told: str) -> str:
    if not _WRITTEN.fullmatch(told):
        raise ValueError(told)
    return _SIGN.sub(lambda found: chr(int(found[1], 16)), told.replace("+", " "))


def _read_army(told: str) -> dict[str, Any]:
    """The document of another game; raises ValueError, for one that grows without end, too."""
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(_content(told), LONGEST_ARMY)
    except zlib.error as error:
        raise ValueError(told) from error
    document = json.loads(text)
    if not isinstance(document, dict) or document.get("system") == SYSTEM:
        raise ValueError(told)
    return document


def _read_json(told: str) -> Any:
    return json.loads(_content(told))


def _content(told: str) -> bytes:
    padded = told + "=" * (-len(told) % 4)
    return base64.b64decode(padded, altchars=b"-_", validate=True)
