"""The menu of a collection's pages."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from collection.common.language import Words
from collection.owning.selectors.shelves import Shelf


@dataclass(frozen=True)
class Entry:
    """A page of the menu by its address's name; `pages` are others that belong to it."""

    page: str
    name: Words
    pages: tuple[str, ...] = ()
    for_editors: bool = False


@dataclass(frozen=True)
class MenuLink:
    """A page of the menu as it is shown."""

    name: Words
    url: str
    current: bool


FIRST = (
    Entry("pieces", _("Pieces"), ("piece", "amounts")),
    Entry("set_list", _("Sets"), ("checklist",)),
    Entry("loans", _("Lent")),
    Entry("own_lists", _("Wants and trades")),
    Entry("keypad", _("Keypad"), ("keypad_enter", "product_save"), for_editors=True),
)
REST = (
    Entry("statistics", _("Statistics")),
    Entry("import_start", _("Import"), ("import",), for_editors=True),
    Entry("export", _("Export")),
    Entry("history", _("History"), ("change",)),
    Entry("settings", _("Settings and sharing"), ("delete_collection", "invite")),
)


def menu_links(entries: tuple[Entry, ...], shelf: Shelf, shown: str) -> list[MenuLink]:
    """The pages a person may open, and which of them is shown."""
    return [
        MenuLink(
            entry.name,
            reverse(f"collection:{entry.page}", args=[shelf.collection.public_id]),
            shown in (entry.page, *entry.pages),
        )
        for entry in entries
        if shelf.may_edit or not entry.for_editors
    ]
