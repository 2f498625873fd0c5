"""A scenario as an editor shows it, and what was drawn as the rules take it: y downwards, as
screens do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from armybuilder.groups.present.groups import Unfit, refuse_control_characters
from armybuilder.scenarios.present.documents import Document, palette_of, size_of, title_in
from armybuilder.skirmishes.present.words import SEATS
from collection.common.language import Words, language
from rules import Change, Entry, NoSuchThing, Plan, Thing, Unreadable, parse_json

Point = tuple[float, float]
#: The height of letters on a piece as a share of it.
HEIGHT = 0.34


@dataclass(frozen=True)
class Outline:
    """A part of the ground or a thing on it: a polygon, a line or a disc, with its corners as the
    editor takes them."""

    path: str
    draws: str
    tone: str
    label: str
    points: str
    at: Point
    radius: float
    marked: bool


@dataclass(frozen=True)
class Token:
    """A piece on the ground."""

    path: str
    layer: str
    seat: str
    label: str
    name: str
    at: Point
    turn: float | None
    width: float
    length: float
    is_round: bool
    letters: float
    marked: bool

    @property
    def left(self) -> float:
        """From its middle to its left side."""
        return -self.width / 2

    @property
    def top(self) -> float:
        """From its middle to its front."""
        return -self.length / 2

    @property
    def baseline(self) -> float:
        """From its middle to where its letters stand."""
        return round(self.letters * 0.36, 3)


@dataclass(frozen=True)
class Cell:
    """A cell of the ground."""

    id: str
    tone: str
    kind: str
    label: str
    points: str
    at: str
    is_bare: bool


@dataclass(frozen=True)
class Line:
    """A thing in the list, with how many lie below it."""

    thing: Thing
    side: Words
    place: str
    chosen: bool
    is_below: bool


@dataclass(frozen=True)
class Group:
    """The things of a layer in words."""

    title: str
    list: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Board:
    """A plan as it is drawn; `unit` is a hundredth of its longer side."""

    plan: Plan
    size: str
    unit: float
    cells: tuple[Cell, ...]
    outlines: tuple[Outline, ...]
    tokens: tuple[Token, ...]
    waiting: tuple[Token, ...]
    groups: tuple[Group, ...]
    chosen: Thing | None
    handles: tuple[Point, ...]
    form: tuple[Entry, ...]
    corners: str

    @property
    def thin(self) -> float:
        """The width of a stroke where nothing measures pixels."""
        return round(self.unit / 5, 4)


def board_of(system: str, document: Document, chosen: str = "") -> Board:
    """A scenario as it is drawn, with the thing of a path chosen."""
    palette = palette_of(system)
    plan = palette.drawn(document, language())
    thing = plan.thing(chosen)
    tokens = [_token(each, plan) for each in plan.things if each.draws in ("piece", "mark")]
    return Board(
        plan=plan,
        size=_size(plan),
        unit=round(max(plan.width, plan.depth) / 100, 4),
        cells=tuple(_cells(plan)),
        outlines=tuple(
            _outline(each, plan)
            for each in plan.things
            if each.corners and each.draws in ("polygon", "line", "circle")
        ),
        tokens=_piled([token for token, thing in tokens if thing.corners]),
        waiting=tuple(token for token, thing in tokens if not thing.corners),
        groups=tuple(_groups(plan, chosen)),
        chosen=thing,
        handles=tuple(_down(at, plan.depth) for at in thing.corners) if thing else (),
        form=palette.form(document, chosen, language()) if thing else (),
        corners=_typed(thing) if thing else "",
    )


def change_of(text: str) -> Change:
    """A change as the editor sends it; raises Unfit."""
    try:
        return msgspec.convert(parse_json(text), Change)
    except (Unreadable, msgspec.ValidationError) as error:
        raise Unfit("$", _("This change cannot be read.")) from error


def change_typed(system: str, document: Document, typed: Mapping[str, str]) -> Change:
    """A change as a form without scripts sends it; raises Unfit."""
    asked: dict[str, Any] = {name: typed.get(name, "") for name in ("do", "thing", "layer", "kind")}
    if asked["do"] == "tool":
        asked |= dict(zip(("do", "layer", "kind"), _tool(typed.get("tool", "")), strict=True))
    said = {
        name.removeprefix("value-"): text
        for name, text in typed.items()
        if name.startswith("value-")
    }
    if asked["do"] == "set":
        said = _unticked(system, document, asked["thing"]) | said
    try:
        asked["at"] = palette_of(system).spots(document, typed.get("at", ""))
        asked["radius"] = float(typed.get("radius") or 0)
    except ValueError as error:
        raise Unfit("$", _("There is no such place. Type places as the field says.")) from error
    asked["values"] = said
    try:
        return msgspec.convert(asked, Change)
    except msgspec.ValidationError as error:
        raise Unfit("$", _("This change cannot be read.")) from error


def _tool(text: str) -> tuple[str, str, str]:
    """What a tool does, with which layer and kind; raises Unfit where none is chosen."""
    do, *rest = text.split("|", 2)
    if len(rest) != 2:
        raise Unfit("$", _("Choose what to draw first."))
    return do, rest[0], rest[1]


@dataclass(frozen=True)
class Changed:
    """A scenario after a change: its title, its length, and the path of the thing that was changed
    or came with it, "" for none."""

    document: Document
    title: str
    size: int
    chosen: str


def changed(system: str, document: Document, change: Change) -> Changed:
    """A scenario after a change; raises Unfit."""
    palette = palette_of(system)
    try:
        after = palette.edited(document, change)
    except NoSuchThing as error:
        raise Unfit("$", _("This is not there any more.")) from error
    except Unreadable as error:
        raise Unfit(error.path, error.message(language())) from error
    refuse_control_characters(after)
    chosen = "" if change.do == "remove" else change.thing
    if change.do in ("add", "copy"):
        layer = change.layer or change.thing.removeprefix("$.").partition("[")[0]
        chosen = f"$.{layer}[{len(after[layer]) - 1}]"
    return Changed(after, title_in(after), size_of(after), chosen)


def _unticked(system: str, document: Document, path: str) -> dict[str, str]:
    """Flags of a form that are sent only where they are ticked."""
    palette = palette_of(system)
    try:
        entries = palette.form(document, path, "en") if path else palette.settings(document, "en")
    except NoSuchThing as error:
        raise Unfit("$", _("This is not there any more.")) from error
    return {entry.name: "" for entry in entries if entry.holds == "flag"}


def _size(plan: Plan) -> str:
    if plan.measure == "hex":
        return _("%(count)s hexes") % {"count": sum(not cell.is_bare for cell in plan.cells)}
    sides = {"width": f"{plan.width:.4g}", "depth": f"{plan.depth:.4g}"}
    if plan.measure == "inch":
        return _("%(width)s by %(depth)s inches") % sides
    return _("%(width)s by %(depth)s centimetres") % sides


def _down(at: Point, depth: float) -> Point:
    return round(at[0], 3), round(depth - at[1], 3)


def _text(corners: Iterable[Point], depth: float) -> str:
    return " ".join(f"{x},{y}" for x, y in (_down(corner, depth) for corner in corners))


def _typed(thing: Thing) -> str:
    return "; ".join(f"{x:g}, {y:g}" for x, y in thing.corners)


def _cells(plan: Plan) -> Iterable[Cell]:
    for cell in plan.cells:
        yield Cell(
            id=cell.id,
            tone=cell.tone,
            kind=cell.kind,
            label=cell.label,
            points=_text(cell.corners, plan.depth),
            at=_text([cell.middle], plan.depth),
            is_bare=cell.is_bare,
        )


def _outline(thing: Thing, plan: Plan) -> Outline:
    corners = [_down(corner, plan.depth) for corner in thing.corners]
    xs, ys = zip(*corners, strict=True)
    return Outline(
        path=thing.path,
        draws=thing.draws,
        tone=thing.tone,
        label=thing.name,
        points=" ".join(f"{x},{y}" for x, y in corners),
        at=(round(sum(xs) / len(xs), 3), round(sum(ys) / len(ys), 3)),
        radius=thing.radius,
        marked=bool(thing.faults),
    )


def _token(thing: Thing, plan: Plan) -> tuple[Token, Thing]:
    at = _down(thing.corners[0], plan.depth) if thing.corners else (0.0, 0.0)
    small = 0.5 if plan.measure == "hex" else max(plan.width, plan.depth) / 36
    width = thing.shape.width if thing.shape else small
    length = thing.shape.length if thing.shape else small
    token = Token(
        path=thing.path,
        layer=thing.layer,
        seat=thing.side if thing.shape else "none",
        label=thing.label,
        name=thing.name,
        at=at,
        turn=thing.facing,
        width=width,
        length=length,
        is_round=not thing.shape or thing.shape.is_round,
        letters=round(min(HEIGHT * length, 1.6 * width / max(len(thing.label), 3)), 3),
        marked=bool(thing.faults),
    )
    return token, thing


def _piled(tokens: list[Token]) -> tuple[Token, ...]:
    """Pieces at one place, each a little aside of the one below it."""
    heights: dict[Point, int] = {}
    found = []
    for token in tokens:
        height = heights.get(token.at, 0)
        heights[token.at] = height + 1
        x, y = token.at
        shift = 0.14 * height * token.width
        found.append(_at(token, (round(x + shift, 3), round(y - shift, 3))))
    return tuple(found)


def _at(token: Token, at: Point) -> Token:
    return Token(**{**token.__dict__, "at": at})


def _groups(plan: Plan, chosen: str) -> Iterable[Group]:
    below: dict[str, list[Thing]] = {}
    for thing in plan.things:
        below.setdefault(thing.under, []).append(thing)
    shown = {thing.path for thing in plan.things if thing.under}
    for section in plan.sections:
        lines = []
        for thing in plan.things:
            if thing.layer != section.list or thing.path in shown:
                continue
            lines.append(_line(thing, chosen, is_below=False))
            lines += [_line(each, chosen, is_below=True) for each in below.get(thing.path, ())]
        yield Group(section.title, section.list, tuple(lines))


def _line(thing: Thing, chosen: str, *, is_below: bool) -> Line:
    return Line(
        thing=thing,
        side=SEATS.get(thing.side, thing.side) if thing.side else "",
        place=_typed(thing) if thing.draws in ("piece", "mark") else "",
        chosen=thing.path == chosen,
        is_below=is_below,
    )
