"""Text for people only: one line a piece, Markdown, and the list without its secrets."""

import re
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from armybuilder.groups.exports import words
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.sheet import Mounted, PieceRow, Sheet
from armybuilder.groups.exports.text_form import WORDS


def render_compact(sheet: Sheet, _options: Options) -> bytes:
    """One line a piece, with everything it carries."""
    return _file(_compact(sheet))


def render_markdown(sheet: Sheet, _options: Options) -> bytes:
    """The list for a forum or chat that knows Markdown."""
    return _file(_markdown(sheet))


def render_secret(sheet: Sheet, _options: Options) -> bytes:
    """What an opponent sees across the table: figures without gear, pilots and points."""
    return _file(_secret(sheet))


def _file(lines: Iterator[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def _counted(piece: PieceRow) -> str:
    count = f"{piece.count}x " if piece.count > 1 else ""
    return f"{count}{words.numbered_name(piece)}"


def _with_points(card: Mounted) -> str:
    told = f"{words.numbered_card(card)} {words.points_of(card.points)}"
    if not card.recruit_points:
        return told
    return _("%(card)s +%(points)s recruitment by %(faction)s") % {
        "card": told,
        "points": card.recruit_points,
        "faction": words.harmless(card.recruited_by or ""),
    }


def _rows(sheet: Sheet) -> list[PieceRow]:
    """The rows in the order of the list: the check code tells two orders apart."""
    rows = (piece for _section, pieces in sheet.sections for piece in pieces)
    return sorted(rows, key=lambda piece: piece.number)


def _sections(sheet: Sheet) -> list[tuple[str, list[PieceRow]]]:
    """The rows under their sections; under none where those would put the list in another order."""
    in_order = [piece for _section, pieces in sheet.sections for piece in pieces]
    return sheet.sections if in_order == _rows(sheet) else [("", _rows(sheet))]


def _state(sheet: Sheet) -> str:
    pieces = ngettext("%(count)s piece", "%(count)s pieces", sheet.piece_count) % {
        "count": sheet.piece_count
    }
    return f"{words.total_of_limit(sheet)}, {pieces}, {words.verdict_word(sheet)}"


def _event(sheet: Sheet) -> Iterator[str]:
    """The event format, where it is one of those everybody knows: the check code tells it apart."""
    event = sheet.group.get("event")
    if isinstance(event, str):
        yield f"{WORDS[sheet.language]['event_format'].capitalize()}: {words.harmless(event)}"


def _checked(sheet: Sheet) -> str:
    return _("Check code: %(code)s") % {"code": sheet.check_code}


def _compact(sheet: Sheet) -> Iterator[str]:
    yield f"{words.list_name(sheet)} ({_state(sheet)})"
    for piece in _rows(sheet):
        carried = "; ".join(_with_points(card) for card in piece.mounted)
        yield f"{_counted(piece)} ({words.row_total(piece)})" + (f": {carried}" if carried else "")
    for card in sheet.cards:
        yield f"{words.numbered_card(card)} ({words.points_of(card.points)})"
    yield from _event(sheet)
    yield _checked(sheet)
    if sheet.link:
        yield sheet.link


def _markdown(sheet: Sheet) -> Iterator[str]:
    yield f"# {escaped(words.list_name(sheet))}"
    yield ""
    yield f"*{escaped(_state(sheet))}* · {escaped(words.group_factions(sheet))}"
    for section, pieces in _sections(sheet):
        yield from ("", f"## {words.SECTION_TITLES[section]}", "") if section else ("",)
        for piece in pieces:
            facts = ", ".join(filter(None, (words.rank_name(piece), words.faction_name(piece))))
            figure = f"**{escaped(_counted(piece))}** ({escaped(facts)})"
            yield f"- {figure} · *{words.row_total(piece)}*"
            for carried in piece.mounted:
                yield f"  - {escaped(_with_points(carried))}"
    if sheet.cards:
        yield from ("", f"## {pgettext('army sheet', 'Cards')}", "")
        for card in sheet.cards:
            name = escaped(words.numbered_card(card))
            yield f"- **{name}** · *{words.points_of(card.points)}*"
    if sheet.grave:
        yield from ("", f"## {pgettext('army sheet', 'Problems')}", "")
        for problem in sheet.grave:
            yield f"- {escaped(words.problem_line(problem))}"
    yield ""
    for line in _event(sheet):
        yield f"{escaped(line)}  "
    yield escaped(_checked(sheet))
    if sheet.link:
        yield from ("", f"<{sheet.link}>")


def escaped(text: str) -> str:
    """Text in which Markdown and HTML find nothing to act on."""
    return re.sub(r"([\\`*_{}\[\]()<>#+!|~&])", r"\\\1", text)


def _secret(sheet: Sheet) -> Iterator[str]:
    limit = "-" if sheet.build_total is None else str(sheet.build_total)
    yield f"{words.list_name(sheet)} ({limit})"
    for section, pieces in sheet.sections:
        yield ""
        yield str(words.SECTION_TITLES[section])
        for piece in pieces:
            yield f"{_counted(piece)}, {words.rank_name(piece) or '-'}"
    yield ""
    yield _checked(sheet)
