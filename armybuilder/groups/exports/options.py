"""What a person chooses about a file before taking it; each form heeds what concerns it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PAPERS: Mapping[str, str | Promise] = {"a4": "A4", "letter": _("US Letter")}
SEPARATORS: Mapping[str, tuple[str, str | Promise]] = {
    "comma": (",", _("comma")),
    "semicolon": (";", _("semicolon, as Excel in many countries wants it")),
}


@dataclass(frozen=True, kw_only=True)
class Options:
    """Every choice with its default. `player`, `event`, `date` and `table` are printed at the head
    of a sheet and left as lines to write on where empty; `effects` adds what its cards do; `dials`
    adds the values to the full text, `base_values` the printed ones to dial cards; `mark` is the
    byte order mark Excel wants; a `signed` sheet has its certificate in the QR code."""

    paper: str = "a4"
    player: str = ""
    event: str = ""
    date: str = ""
    table: str = ""
    effects: bool = False
    base_values: bool = False
    dials: bool = False
    separator: str = "comma"
    mark: bool = True
    signed: bool = False


#: What Excel wants before UTF-8.
BYTE_ORDER_MARK = "\ufeff"
PLAIN = Options()
#: The blanks at the head of a sheet.
HEAD = ("player", "event", "date", "table")
