"""The full text sheet, which `armybuilder.groups.importing.text_sheet` reads back without loss."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from armybuilder.groups.exports import words
from armybuilder.groups.exports.dial_rows import Row, dial_rows
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.sheet import FittedDial, GroupCardLine, Mounted, PieceRow, Sheet
from armybuilder.groups.exports.text_form import (
    CHOICE,
    FIGURE,
    GROUP_CARD,
    IN_BRACES,
    WORDS,
    Fields,
    fold,
    json_line,
    leader,
    write_id,
    write_value,
    write_word,
)
from collection.catalogue.present.dial_table import spans

RULE = "---"
BELOW_PIECE = "     "

#: The fields of battle-group/1 that have a place of their own on the sheet.
KNOWN_FIELDS = (
    *("format", "system", "name", "build_total", "units", "cards"),
    *("event", "rulings", "loads", "owned", "notes"),
)


def render(sheet: Sheet, options: Options) -> bytes:
    """The sheet as UTF-8 text, lines ended by line feeds."""
    return ("\n".join(_lines(sheet, options)) + "\n").encode()


def _lines(sheet: Sheet, options: Options) -> Iterator[str]:
    said = WORDS[sheet.language]
    yield from _header(sheet, said, options)
    yield RULE
    for section, pieces in sheet.sections:
        yield said[section]
        for piece in pieces:
            yield from _piece(piece, sheet.group["units"][piece.number - 1], said)
            if options.dials and piece.dial:
                yield from _dial(piece.dial)
    if sheet.cards:
        yield said["cards"]
        for card, written in zip(sheet.cards, sheet.group["cards"], strict=True):
            yield from _group_card(card, written, said)
    yield from _remarks(sheet, said)
    yield RULE
    yield f"{said['sum']} {sheet.total}   {said['check']} {sheet.check_code}"
    if sheet.link:
        yield f"{said['link']} {sheet.link}"


def _header(sheet: Sheet, said: Mapping[str, str], options: Options) -> Iterator[str]:
    def entry(word: str, value: str) -> list[str]:
        return fold(f"+ {said[word]}: {value}".rstrip())

    group = sheet.group
    limit = "-" if sheet.build_total is None else sheet.build_total
    orders = "-" if sheet.orders is None else sheet.orders
    yield from entry("list", write_value(sheet.name))
    yield from entry("format", f"{limit} / {sheet.game}")
    if "event" in group:
        yield from entry("event_format", _text_or_json(group["event"]))
    yield from fold(f"+ {said['faction'].upper()}: {words.group_factions(sheet)}")
    yield (
        f"+ {said['total']}: {words.total_of_limit(sheet)}"
        f"  {said['pieces']}: {sheet.piece_count}  {said['orders']}: {orders}"
    )
    yield f"+ {said['ruleset']}: {sheet.ruleset}  {said['catalogue']}: {words.short_digest(sheet)}"
    yield from entry("verdict", words.verdict_word(sheet))
    yield from fold("+ " + "  ".join(_blanks(said, options)))
    if "rulings" in group:
        yield from entry("rulings", json_line(group["rulings"]))
    loads = group.get("loads", ())
    plain = all(load.keys() == {"transport", "passengers"} for load in loads)
    for load in loads if plain else ():
        passengers = ", ".join(str(index + 1) for index in load["passengers"]) or "-"
        yield from entry("load", f"{load['transport'] + 1} <- {passengers}")
    if "owned" in group:
        yield from entry("owned", json_line(group["owned"]))
    if "notes" in group:
        for line in group["notes"].split("\n"):
            yield from entry("notes", write_value(line))
    extra = {key: value for key, value in group.items() if key not in KNOWN_FIELDS}
    extra |= {} if plain else {"loads": loads}
    if extra:
        yield from entry("other", json_line(extra))


def _blanks(said: Mapping[str, str], options: Options) -> Iterator[str]:
    """What is written in by hand, unless it was typed in before."""
    for word, length in (("player", 16), ("event", 10), ("date", 8), ("table", 4)):
        yield f"{said[word]}: {words.harmless(getattr(options, word)) or '_' * length}"


def _text_or_json(value: Any) -> str:
    return write_value(value) if isinstance(value, str) else json_line(value)


def _piece(piece: PieceRow, written: Mapping[str, Any], said: Mapping[str, str]) -> Iterator[str]:
    facts = [
        _no_braces(words.piece_name(piece))
        if piece.name
        else words.marked("?", official=piece.official)
    ]
    facts += [words.rank_name(piece)] if piece.rank else []
    facts.append(_no_braces(words.faction_name(piece)))
    count = f"{piece.count}x " if piece.count > 1 else ""
    left = f"{count}{write_id(piece.id)} {', '.join(facts)}{_braces(written, FIGURE, said)}"
    points = words.points_of(piece.points)
    if piece.count > 1 and piece.points is not None:
        points = f"{piece.count} x {points} = {piece.count * piece.points}"
    yield from leader(left, points, indent=f"{piece.number:2}. ")
    if isinstance(written["unit"], dict):
        yield from fold(f"{said['figure']} {json_line(written['unit'])}", BELOW_PIECE)
    pilots = written.get("pilot", [])
    choices = [*written.get("gear", []), *(pilots if isinstance(pilots, list) else [pilots])]
    for card, choice in zip(piece.mounted, choices, strict=True):
        yield from _mounted(card, choice, said)


def _dial(dial: FittedDial) -> Iterator[str]:
    """The values of each click with the cards folded in, for people only."""
    rows = dial_rows(dial)
    labels = [str(row.range_type or row.label) for row in rows]
    for label, row in zip(labels, rows, strict=True):
        told = "".join(f"{cell.value:3}" for cell in row.cells)
        yield f"{BELOW_PIECE}! {label.ljust(max(map(len, labels)))}{told}"
    uses = [*_uses(rows), *dial.abilities]
    if uses:
        yield from fold(f"! {'; '.join(uses)}", BELOW_PIECE)


def _uses(rows: Sequence[Row]) -> Iterator[str]:
    """Which equipment works at which clicks: "Evade 1–3"."""
    for row in rows:
        clicks: dict[str, list[int]] = {}
        for number, cell in enumerate(row.cells, start=1):
            if cell.equipment and not cell.idle:
                clicks.setdefault(str(cell.equipment.name), []).append(number)
        for name, numbers in clicks.items():
            yield f"{name} {spans(numbers).replace('–', '-')}"
        for grant in row.grants:
            yield f"{grant.equipment.name} {grant.clicks}".rstrip()


def _mounted(card: Mounted, choice: Mapping[str, Any], said: Mapping[str, str]) -> Iterator[str]:
    name = _no_braces(words.card_name(card))
    right = words.points_of(card.points)
    if card.recruit_points:
        right += " " + _("+%(points)s recruitment") % {"points": card.recruit_points}
    right += "  " + _("slot %(slot)s") % {"slot": card.slot}
    kind = said[card.kind].ljust(max(len(said["gear"]), len(said["pilot"])))
    left = f"{kind} {write_id(card.id)} {name}{_braces(choice, CHOICE, said)}"
    yield from leader(left, right, BELOW_PIECE)


def _group_card(
    card: GroupCardLine, written: str | Mapping[str, Any], said: Mapping[str, str]
) -> Iterator[str]:
    kind = words.CARD_TYPES.get(card.type)
    name = _no_braces(words.card_name(card)) + (f", {kind}" if kind else "")
    braces = "" if isinstance(written, str) else _braces(written, GROUP_CARD, said)
    yield from leader(
        f"{write_id(card.id)} {name}{braces}", words.points_of(card.points), BELOW_PIECE
    )


def _no_braces(text: str) -> str:
    return text.replace("{", "(").replace("}", ")").replace("“", '"').replace("”", '"')


def _braces(written: Mapping[str, Any], fields: Fields, said: Mapping[str, str]) -> str:
    """What a battle-group/1 entry says beyond its id and count: " {recruit: Spirit Cats}"; what
    nobody knows about it as JSON."""
    pairs = [
        f"{said[IN_BRACES[key]]}: {_told(key, written[key], said)}"
        for key in fields.in_braces
        if key in written
    ]
    known = {*fields.in_place, *fields.in_braces}
    others = {key: value for key, value in written.items() if key not in known}
    pairs += [f"{said['other']}: {write_word(json_line(others))}"] if others else []
    return f" {{{', '.join(pairs)}}}" if pairs else ""


def _told(key: str, value: Any, said: Mapping[str, str]) -> str:
    if key == "weapon":
        return said[value]
    if key in ("points", "recruit_points"):
        return str(value)
    several = value if isinstance(value, list) else [value]
    return " | ".join(said["none"] if each is None else write_word(each) for each in several)


def _remarks(sheet: Sheet, said: Mapping[str, str]) -> Iterator[str]:
    """What the sheet says for its reader only: markers to bring, problems."""
    if sheet.markers:
        yield said["markers"]
        for marker in sheet.markers:
            yield from fold(f"! {_no_braces(words.marker_line(marker)).replace('×', 'x')}")
    if sheet.grave:
        yield said["problems"]
        for problem in sheet.grave:
            yield from fold(f"! {words.problem_line(problem)}")
