"""What a collection holds as files: one module a form, all drawn from the same holdings.

A new form is a function from holdings to bytes, and a line in `FORMS`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from collection.common.content_types import CSV, JSON, XLSX


@dataclass(frozen=True)
class Form:
    """One kind of file; `ending` closes its address and its name.

    One of more rows than `at_once` is made beside the page; None where it never is.
    """

    title: str | Promise
    purpose: str | Promise
    ending: str
    content_type: str
    renderer: str
    at_once: int | None = None

    def render(self, holdings: Sequence[Any]) -> bytes:
        """The file's bytes."""
        render: Callable[[Sequence[Any]], bytes] = import_string(f"{__name__}.{self.renderer}")
        return render(holdings)


FORMS: Mapping[str, Form] = {
    "xlsx": Form(
        _("Workbook"),
        _("For any spreadsheet program; imported again it changes nothing."),
        "xlsx",
        XLSX,
        "tables.render_xlsx",
        at_once=2_000,
    ),
    "csv": Form(
        _("CSV"),
        _("The same columns as plain text; imported again it changes nothing."),
        "csv",
        CSV,
        "tables.render_csv",
    ),
    "json": Form(
        _("JSON"),
        _("Everything with every loan, for programs and for keeping."),
        "json",
        JSON,
        "json_file.render",
    ),
    "moxfield": Form(
        _("Moxfield columns"),
        _("What is owned and for trade, for programs that read Moxfield's CSV."),
        "moxfield.csv",
        CSV,
        "other_programs.render_moxfield",
    ),
    "deckbox": Form(
        _("Deckbox columns"),
        _("What is owned and for trade, for programs that read Deckbox's CSV."),
        "deckbox.csv",
        CSV,
        "other_programs.render_deckbox",
    ),
}
#: The form of each ending.
FORM_OF_ENDING = {form.ending: form for form in FORMS.values()}


def name_of(form: Form) -> str:
    """What a file made today is called."""
    return f"collection-{timezone.localdate().isoformat()}.{form.ending}"
