"""The part of the builder where figures and cards are looked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from armybuilder.groups.present import candidates, effects, narrowing
from armybuilder.groups.present.effects import Choice
from armybuilder.groups.present.entries import Entries, Figures, MountedCard
from armybuilder.groups.present.groups import Judged
from armybuilder.groups.present.narrowing import Narrowing
from armybuilder.groups.present.owning_panel import Shelf
from armybuilder.groups.views.page_state import LOOKING, PageState
from collection.catalogue.present.catalogue_values import Link
from collection.catalogue.present.found import Meant, figures_meant
from collection.common.language import Words
from collection.common.numbers import whole_number
from collection.owning.selectors.searching import mine_asked


@dataclass(frozen=True)
class Tab:
    """One kind of thing to add."""

    label: str
    url: str
    current: bool


@dataclass(frozen=True)
class Filters:
    """What figures may be narrowed to and ordered by, beside what they are; `is_deep` shows the
    rarer ones, `more_url` asks for them."""

    chosen: Narrowing
    factions: list[narrowing.Option]
    types: list[narrowing.Option]
    roles: list[narrowing.Option]
    equipment: list[narrowing.Option]
    orders: Mapping[str, Words]
    is_deep: bool
    more_url: str


@dataclass(frozen=True)
class AddPanel:
    """Where figures and cards are looked for.

    `figures` is the line the cards are for, None for the whole group; `recruitments` are the
    choices for the gunslinger there, `weapon_choices` the weapons its gear may sit on. `have`
    narrows to what is owned or free; `is_open` says that a phone shows the panel; `shelf` says how
    many are left and owned, None for a person without a collection. `rest_url` shows what does not
    fit as well, with reasons, or leaves it out again. `problems` are what was not understood of the
    query, `instead` leads to what may have been meant.
    """

    kind: str
    query: str
    only_fitting: bool
    tabs: tuple[Tab, ...]
    found: candidates.Found
    rest_url: str
    figures: Figures | None = None
    recruitments: tuple[Choice, ...] = ()
    weapon_choices: tuple[tuple[MountedCard, tuple[str, ...]], ...] = ()
    filters: Filters | None = None
    have: str = ""
    is_open: bool = False
    shelf: Mapping[str, tuple[int, int]] | None = None
    more_url: str = ""
    problems: tuple[str, ...] = ()
    instead: Link | None = None


def add_panel(
    judged: Judged,
    known: Entries,
    state: PageState,
    page_url: str,
    *,
    shelf: Shelf | None,
    user: AbstractBaseUser | AnonymousUser,
) -> AddPanel:
    """The add panel in the mode the address names; one that is gone shows the figures. Two queries
    where figures are looked for."""
    line = _line_of(known, state.add)
    kind = "mounted" if line else "cards" if state.add == "cards" else "figures"
    pool = shelf.pool(state.have) if shelf else None
    options: dict[str, Any] = {"only_fitting": state.only_fitting, "pool": pool}
    recruitments: tuple[Choice, ...] = ()
    weapons: dict[int, tuple[str, ...]] = {}
    meant = Meant()
    if line:
        weapons = candidates.weapon_choices(judged, line.index)
        found = candidates.mounted_cards(judged, line.index, state.search, **options)
        recruitments = effects.recruitments(judged, line.index)
    elif kind == "cards":
        found = candidates.group_cards(judged, state.search, **options)
    else:
        meant = figures_meant(state.search, more=mine_asked(user))
        options |= {"narrowing": state.narrowing, "most": state.most, "meant": meant.ids}
        found = candidates.figures(judged, state.search, **options)
    return AddPanel(
        kind=kind,
        query=state.search,
        only_fitting=state.only_fitting,
        tabs=_tabs(kind, line, state, page_url),
        found=found,
        rest_url=state.url(page_url, fits="off" if state.only_fitting else "on"),
        figures=line,
        recruitments=recruitments,
        weapon_choices=tuple((line.gear[place], slots) for place, slots in weapons.items())
        if line
        else (),
        filters=_filters(judged, state, page_url) if kind == "figures" else None,
        have=state.have,
        is_open=state.adds,
        shelf=shelf.marks(each.id for each in found.candidates) if shelf else None,
        more_url=state.url(page_url, most=str(state.most + candidates.MORE_SHOWN)),
        problems=meant.problems,
        instead=_instead(meant, state, page_url),
    )


def _filters(judged: Judged, state: PageState, page_url: str) -> Filters:
    return Filters(
        chosen=state.narrowing,
        factions=narrowing.faction_options(judged.known),
        types=narrowing.type_options(),
        roles=narrowing.role_options(),
        equipment=narrowing.equipment_options(),
        orders=narrowing.ORDERS,
        is_deep=state.narrowing.is_deep or "filters" in state.query,
        more_url=state.url(page_url, filters="more"),
    )


def _instead(meant: Meant, state: PageState, page_url: str) -> Link | None:
    """The panel for what may have been meant by terms that were not understood."""
    if not meant.instead:
        return None
    return Link(meant.instead, f"{state.url(page_url, q=meant.instead)}#add")


def _line_of(known: Entries, add: str) -> Figures | None:
    """The line of figures the panel is open for ("3" is the fourth)."""
    index = whole_number(add)
    if index is not None and index < len(known.figures):
        line = known.figures[index]
        return line if line.takes_cards else None
    return None


def _tabs(kind: str, line: Figures | None, state: PageState, page_url: str) -> tuple[Tab, ...]:
    def tab(label: str, add: str, current: bool) -> Tab:
        gone = dict.fromkeys(LOOKING) | {"open": None}
        return Tab(label, state.url(page_url, **{**gone, "add": add}) + "#add", current)

    tabs = [
        tab(_("Figures"), "figures", kind == "figures"),
        tab(_("Cards of the group"), "cards", kind == "cards"),
    ]
    if line:
        label = _("Gear and pilot: %(name)s") % {"name": line.name}
        tabs.append(tab(label, str(line.index), True))
    return tuple(tabs)
