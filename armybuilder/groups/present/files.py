"""A group as a sheet, and as a file to take away."""

from collections.abc import Callable, Iterator

from django.urls import reverse

import rules
from armybuilder.groups.certificates.judging import certify
from armybuilder.groups.exports import AnySheet, ExportedFile, export
from armybuilder.groups.exports.options import PLAIN, Options
from armybuilder.groups.exports.packed import pack
from armybuilder.groups.exports.qr_code import fits
from armybuilder.groups.exports.roster import Roster, RosterCard, RosterLine, RosterTable
from armybuilder.groups.present.armies import JudgedArmy, with_parts
from armybuilder.groups.present.games import judge_state
from armybuilder.groups.present.groups import Document, Judged
from armybuilder.groups.present.pins import State
from armybuilder.groups.present.sheet import sheet_of
from collection.common.language import language
from rules import age_of_destruction as aod

#: Makes a whole address of a path, as a request of the site does.
Site = Callable[[str], str]


def packed_address(site: Site, document: Document) -> str:
    """The address that holds a whole group; empty where no QR code could hold it."""
    address = site(reverse("packed_group", args=[pack(document)]))
    return address if fits(address) else ""


def kept_sheet(state: State, *, link: str, site: Site) -> AnySheet:
    """The sheet of a group that is kept; one without a link has itself, packed, in its QR code."""
    qr = link or packed_address(site, state.document)
    return sheet_for(judge_state(state), link=link, qr=qr)


def certificate_address(site: Site, sheet: AnySheet) -> str:
    """The address that holds the certificate of a sheet, signed now; empty where no QR code could
    hold it."""
    address = site(reverse("certificate", args=[certify(sheet).text]))
    return address if fits(address) else ""


def sheet_for(judged: Judged | JudgedArmy, *, link: str = "", qr: str = "") -> AnySheet:
    """The sheet of a group in the visitor's language; `link` is its public address, if any, `qr`
    what its QR code holds, if that is another one."""
    if isinstance(judged, JudgedArmy):
        return roster_of(judged, qr or link)
    return sheet_of(
        judged.group, judged.verdict, judged.known, language=language(), link=link, qr=qr
    )


def exported(
    judged: Judged | JudgedArmy, form_name: str, *, link: str = "", options: Options = PLAIN
) -> ExportedFile:
    """The group as a file in the visitor's language; `link` is its public address, if any.

    Without one a QR code holds the packed line; raises NoCode where that is too long for one,
    or the game has none; and KeyError for a form its game has not.
    """
    if isinstance(judged, JudgedArmy):
        line = pack(judged.document)
    else:
        line = pack(aod.write_group(judged.group))
    qr = link or (line if fits(line) else "")
    return export(sheet_for(judged, link=link, qr=qr), form_name, options)


def roster_of(judged: JudgedArmy, qr: str = "") -> Roster:
    """An army as every file of it draws it, in the visitor's language."""
    verdict = judged.verdict
    return Roster(
        language=language(),
        name=verdict.name,
        game=rules.GAME_SYSTEMS[judged.system].title,
        total=verdict.points.total,
        limit=verdict.points.limit,
        at_least=verdict.points.at_least,
        legal=verdict.legal,
        ruleset=verdict.ruleset,
        lines=tuple(_roster_lines(judged)),
        problems=tuple(found.message for found in verdict.violations if found.severity != "note"),
        qr=qr,
        cards=tuple(_roster_cards(judged)),
        group=judged.document,
        verdict=judged.written,
    )


def _roster_lines(judged: JudgedArmy) -> Iterator[RosterLine]:
    for number, entry in enumerate(judged.entries, start=1):
        for each in with_parts([entry]):
            yield RosterLine(
                number=number if each is entry else None,
                id=each.id,
                name=each.name,
                count=each.count,
                points=each.points,
                facts=each.facts,
            )


def _roster_cards(judged: JudgedArmy) -> Iterator[RosterCard]:
    """The card of every piece once, by its name."""
    cards = {entry.name: entry.card for entry in with_parts(judged.entries) if entry.card}
    for name, card in cards.items():
        tables = tuple(
            RosterTable(title=t.title, facts=t.facts, heads=t.heads, rows=t.rows)
            for t in card.tables
        )
        values = tuple((value.title, value.text) for value in card.values)
        if values or tables:
            yield RosterCard(name=name, kind=card.kind, values=values, tables=tables)
