"""What stands beside the table: the figures as a list, the chosen one with its dial and orders."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils import formats
from django.utils.translation import gettext as _

from armybuilder.systems.age_of_destruction.present.choices import Choices, Denied, choices, denials
from armybuilder.systems.age_of_destruction.present.hands import acts
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import seat_name
from collection.catalogue import game as catalogue_adapters
from collection.catalogue.present.values import Dial
from collection.catalogue.present.words import DIAL_SLOTS
from collection.common.language import Words, language
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class FigureRow:
    """A unit in the list of figures. `place` says where it is; `states` what else is to know;
    `clicks` is None while the dial is hidden."""

    id: str
    name: str
    seat: str
    owner: Words
    place: str
    click: int
    clicks: int | None
    heat: int | None
    states: tuple[str, ...]
    may_act: bool


@dataclass(frozen=True)
class Chosen:
    """The unit whose orders are shown, and whether it `acts`: may have one now. Of a hidden dial it
    has only what is in the window."""

    row: FigureRow
    dial: Dial | None
    equipment: tuple[str, ...]
    choices: Choices
    next_click: tuple[str, ...]
    aboard: tuple[str, ...]
    captives: tuple[str, ...]
    acts: bool


def figure_rows(table: Table) -> tuple[FigureRow, ...]:
    """Every unit of the game, seat by seat."""
    pieces = [table.field.piece(unit_id) for unit_id in table.state.units]
    seats = list(table.seats)
    pieces.sort(key=lambda piece: seats.index(piece.owner))
    return tuple(figure_row(table, piece) for piece in pieces)


def figure_row(table: Table, piece: aod.Piece) -> FigureRow:
    """A unit as the list has it."""
    return FigureRow(
        id=piece.id,
        name=piece.unit.name,
        seat=piece.owner,
        owner=seat_name(table, piece.owner),
        place=_place(piece),
        click=min(piece.now.click, len(piece.unit.dial)),
        clicks=len(piece.unit.dial) if table.shows_dial(piece.owner) else None,
        heat=piece.now.heat if piece.is_mech else None,
        states=tuple(states(piece)),
        may_act=not table.is_over
        and piece.owner == table.actor
        and table.gives(piece.owner)
        and piece.now.at is not None
        and not piece.now.ordered,
    )


def _place(piece: aod.Piece) -> str:
    now = piece.now
    if now.eliminated:
        return _("eliminated")
    if now.withdrawn:
        return _("withdrawn")
    if now.aboard:
        return _("aboard %(transport)s") % {"transport": now.aboard}
    if now.at is None:
        return _("not on the table yet")
    x, y = (formats.number_format(inches, 1) for inches in now.at)
    values = {"x": x, "y": y, "facing": round(now.facing)}
    return _("at %(x)s″, %(y)s″, facing %(facing)s°") % values


def states(piece: aod.Piece) -> Iterator[str]:
    """What else is to know about a unit."""
    now = piece.now
    said = {
        _("has had its order"): bool(now.ordered),
        _("two order tokens"): now.tokens > 1,
        _("one order token"): now.tokens == 1,
        _("shut down"): now.shutdown,
        _("captive"): piece.is_captive,
        _("cruising"): piece.cruising,
        _("heavily damaged"): not now.gone and piece.is_salvage,
    }
    yield from (words for words, true in said.items() if true)


# --- The chosen unit ------------------------------------------------------------------------


def chosen(table: Table, unit_id: str) -> Chosen | None:
    """The unit of an id with everything it might do; None for none of that id."""
    if unit_id not in table.state.units:
        return None
    piece = table.field.piece(unit_id)
    row = figure_row(table, piece)
    names = aod.Names(table.setup, language())
    return Chosen(
        row=row,
        dial=_dial(piece, whole=table.shows_dial(piece.owner)),
        equipment=equipment(table, piece),
        choices=choices(table, piece),
        next_click=tuple(_next_click(piece)) if table.shows_dial(piece.owner) else (),
        aboard=tuple(names.unit(other) for other in piece.passengers),
        captives=tuple(names.unit(other) for other in piece.captives),
        acts=acts(table, piece),
    )


def denied(table: Table, unit_id: str) -> tuple[Denied, ...]:
    """What the unit of an id cannot do now, and why; nothing for none of that id."""
    return denials(table, table.field.piece(unit_id)) if unit_id in table.state.units else ()


def equipment(table: Table, piece: aod.Piece) -> tuple[str, ...]:
    """What works on a unit now."""
    names = aod.Names(table.setup, language())
    return tuple(dict.fromkeys(names.ability(fitted.name) for fitted in piece.working))


def _dial(piece: aod.Piece, *, whole: bool) -> Dial | None:
    dial = catalogue_adapters.dial(piece.unit) if whole else None
    if dial is None:
        return None
    heat = piece.now.heat if piece.is_mech and piece.heat_position else None
    return replace(dial, current=piece.now.click, heat_current=heat)


def _next_click(piece: aod.Piece) -> Iterator[str]:
    """What one more click would cost, value by value."""
    dial = piece.unit.dial
    if piece.now.click >= len(dial):
        yield _("elimination")
        return
    now, then = dial[piece.now.click - 1], dial[piece.now.click]
    for slot, label in DIAL_SLOTS.items():
        before, after = getattr(now, slot, None), getattr(then, slot, None)
        if before is not None and after is not None and before != after:
            yield _("%(value)s %(before)s to %(after)s") % {
                "value": str(label).lower(),
                "before": before,
                "after": after,
            }
