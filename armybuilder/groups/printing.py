"""Many lists on one print: a few drawn while somebody waits, more beside the pages."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language, gettext_noop, ngettext, override

from armybuilder.groups.exports import FORMS, AnySheet, ExportedFile, export_several
from armybuilder.groups.exports.options import Options
from armybuilder.groups.present.files import Site, certificate_address, kept_sheet
from armybuilder.groups.present.pins import State, todays
from armybuilder.jobs.files import KeptFile, kept
from armybuilder.jobs.models import JobAsk
from armybuilder.jobs.services.asking import ask_for, forget_ended
from armybuilder.jobs.work import Document, Hopeless, Stand
from armybuilder.site.models import Owner

KIND = "print"
#: Lists that are drawn while somebody waits: a second of the machine at most, whatever the form;
#: and those of one piece of long work.
AT_ONCE, PIECE = 10, 10
#: Lists on one print.
MOST_PRINTED = 100
#: Prints that are kept for somebody, the last ones.
MOST_KEPT = 3

CHANGED = gettext_noop("The rules or the catalogue changed meanwhile. Ask for the print again.")


@dataclass
class Printed:
    """A list as it is printed: its group with what that pinned, its link, "" for none, and whose it
    is, "" where it is one's own."""

    document: Document
    ruleset: str
    catalogue: str
    records: dict[str, str]
    link: str
    standing: dict[str, Any] = field(default_factory=dict)
    player: str = ""


def printed(state: State, link: str, *, player: str = "") -> Printed:
    """A group that is kept, to be printed."""
    pins = (state.ruleset, state.catalogue, state.records)
    return Printed(state.document, *pins, link, player=player)


def print_now(lists: Sequence[Printed], form: str, options: Options, site: Site) -> ExportedFile:
    """One file with some lists, at least one, in the language of whoever asks."""
    sheets = [replace(sheet, qr=_code(sheet, options, site)) for sheet in _sheets(lists, site)]
    return export_several(sheets, form, options)


def ask_for_print(
    *, owner: Owner, lists: Sequence[Printed], form: str, options: Options, site: str
) -> JobAsk:
    """Have many lists drawn as one file, in the language of whoever asks; `site` begins every
    address on it. Earlier prints are forgotten but for the last. Raises what `ask_for` raises."""
    payload = {
        "lists": [asdict(each) for each in lists],
        "form": form,
        "options": asdict(options),
        "language": get_language(),
        "site": site,
        # A certificate says when it was signed: that of another day is another print.
        "day": timezone.localdate().isoformat() if options.signed else "",
        "judged_by": todays(),
    }
    told = ngettext("%(count)s battle group", "%(count)s battle groups", len(lists))
    title = f"{told % {'count': len(lists)}}: {FORMS[form].title}"
    forget_ended(owner=owner, kind=KIND, but=MOST_KEPT - 1)
    return ask_for(owner=owner, kind=KIND, payload=payload, title=title)


def _sheets(lists: Iterable[Printed], site: Site) -> Iterator[AnySheet]:
    for each in lists:
        yield replace(kept_sheet(each, link=each.link, site=site), player=each.player)


def _code(sheet: AnySheet, options: Options, site: Site) -> str:
    """What the QR code of a sheet holds: its certificate, where that is wished and has room."""
    return (certificate_address(site, sheet) if options.signed else "") or sheet.qr


class Printing:
    """What the codes of some lists hold a piece, since making one out takes as long as drawing its
    sheet; with the last of them everything is drawn."""

    page = "groups_printed"

    def begun(self, payload: Document) -> Stand:
        """No list made out."""
        return Stand(0, len(payload["lists"]), {"codes": []})

    def further(self, payload: Document, stand: Stand) -> Stand:
        """Some lists further, and the file with the last; raises Hopeless where a list would be
        judged otherwise today than when it was asked for."""
        if payload["judged_by"] != todays():
            raise Hopeless(CHANGED)
        lists = [Printed(**each) for each in payload["lists"]]
        options, site = Options(**payload["options"]), payload["site"].__add__
        with override(payload["language"]):
            some = lists[stand.done : stand.done + PIECE]
            made = [_code(sheet, options, site) for sheet in _sheets(some, site)]
            codes = [*stand.kept["codes"], *made]
            if len(codes) < len(lists):
                return Stand(len(codes), stand.total, {"codes": codes})
            sheets = [
                replace(sheet, qr=code)
                for sheet, code in zip(_sheets(lists, site), codes, strict=True)
            ]
            file = export_several(sheets, payload["form"], options)
        whole = kept(KeptFile(file.name, file.content_type, file.content))
        return Stand(stand.total, stand.total, whole)

    def found(self, payload: Document, stand: Stand) -> Document:
        """The file."""
        return stand.kept

    def own_part(self, payload: Document) -> Document:
        """One's own lists: those of other players were handed in to be printed."""
        lists = payload.get("lists", [])
        return {**payload, "lists": [each for each in lists if not each["player"]]}


PRINTING = Printing()
