"""An order somebody thinks of giving: what speaks against it, what it takes, what it promises."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

from armybuilder.adapters.skirmishes.panels import Reason, as_json, reasons
from armybuilder.adapters.skirmishes.tables import OrderUnreadable, Table, read_order
from collection.language import language
from collection.values import Tally, TallyPart
from rules import Part, playing

#: The longest path and the longest order that are read from an address, in characters.
LONGEST_PATH = 600
LONGEST_ORDER = 4000


@dataclass(frozen=True)
class Leg:
    """The way of one unit: inches used of those it has, whom it meets, where it ends."""

    unit: str
    inches: str
    allowance: Tally
    says: tuple[str, ...]
    points: str
    at: tuple[float, float]
    turn: float
    width: float
    length: float


@dataclass(frozen=True)
class Blow:
    """One attack: what three dice must show, and the chances in whole percents."""

    target: str
    follow_up: str
    needed: int
    hit: str
    attack: Tally
    defense: Tally


@dataclass(frozen=True)
class Fate:
    """What may become of a unit: chances by clicks lost, and of what else is bad."""

    unit: str
    expected: str
    clicks: tuple[tuple[int, str], ...]
    says: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """An order in the making. `order` is its JSON, to be given as it stands."""

    order: str
    refused: tuple[Reason, ...]
    legs: tuple[Leg, ...] = ()
    blows: tuple[Blow, ...] = ()
    fates: tuple[Fate, ...] = ()
    says: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether it may be given."""
        return not self.refused


def plan(table: Table, asked: Mapping[str, str]) -> Plan | None:
    """The plan a query describes, None for none; raises OrderUnreadable.

    Either `order` holds it whole, or `do`, `unit` and the way: a `path` of points ("12.5,7 14,9"),
    or `toward` a unit; `face` the facing at the end.
    """
    drafted = _drafted(table, asked)
    if drafted is None:
        return None
    order = read_order(drafted, language())
    refused = table.refusals(order)
    marches = _measured(table, order)
    legs = tuple(_leg(table, march, order) for march in marches)
    if refused:
        return Plan(as_json(order), reasons(refused, table), legs)
    return _promise(table, order, legs)


def _measured(table: Table, order: playing.AnyOrder) -> tuple[playing.March, ...]:
    units = getattr(order, "units", ())
    standing = {piece.id for piece in table.field.on_table}
    if not units or not set(units) <= standing or table.question or table.state.preparation:
        return ()
    return playing.measure(table.setup, table.state, order)


# --- Drafts ---------------------------------------------------------------------------------


def _drafted(table: Table, asked: Mapping[str, str]) -> Any:
    """The order of a query as parsed JSON."""
    if text := asked.get("order", ""):
        if len(text) > LONGEST_ORDER:
            raise OrderUnreadable(_("This order is too long."))
        try:
            return json.loads(text)
        except ValueError as error:
            raise OrderUnreadable(_("This is no order.")) from error
    kind = asked.get("do", "")
    build = _DRAFTS.get(kind)
    unit = asked.get("unit", "")
    if build is None or unit not in table.state.units:
        return None
    if table.state.preparation is None and table.state.units[unit].at is None:
        return None
    return build(table, unit, asked)


def _move(table: Table, unit: str, asked: Mapping[str, str]) -> Any:
    legs = _legs(table, unit, asked)
    return {"order": "move", "unit": unit, "run": asked["do"] == "run", "legs": legs}


def _level(table: Table, unit: str, asked: Mapping[str, str]) -> Any:
    level = "ground" if table.state.units[unit].level == "cruising" else "cruising"
    legs = [{"level": level}, *_legs(table, unit, asked)]
    return {"order": "move", "unit": unit, "legs": legs}


def _assault(table: Table, unit: str, asked: Mapping[str, str]) -> Any:
    kind = asked["do"].removeprefix("assault_")
    order: dict[str, Any] = {
        **{"order": "assault", "unit": unit, "kind": kind},
        "legs": _legs(table, unit, asked),
    }
    if weapon := asked.get("weapon"):
        order["weapon"] = weapon
    target = asked.get("target", "")
    return order | ({"targets": [target]} if kind == "ranged" else {"target": target})


def _artillery(table: Table, unit: str, asked: Mapping[str, str]) -> Any:
    markers = _points(asked.get("path", ""))
    return {"order": "ranged", "unit": unit, "mode": "artillery", "markers": markers}


def _deploy(table: Table, unit: str, asked: Mapping[str, str]) -> Any:
    points = _points(asked.get("path", ""))
    if not points:
        return None
    order = {"order": "deploy", "unit": unit, "at": points[-1], "facing": _facing(asked) or 0.0}
    return order | ({"level": "cruising"} if asked.get("level") == "cruising" else {})


_DRAFTS = {
    "move": _move,
    "run": _move,
    "level": _level,
    "assault_ranged": _assault,
    "assault_close": _assault,
    "artillery": _artillery,
    "deploy": _deploy,
}


def _legs(table: Table, unit: str, asked: Mapping[str, str]) -> list[Any]:
    """The way of a query: towards somebody, or through points; then a turn."""
    legs: list[Any] = []
    facing = _facing(asked)
    if goal := _goal(table, unit, asked):
        legs = list(goal)
    elif points := _points(asked.get("path", "")):
        legs.append({"travel": points})
    if facing is not None:
        legs = [leg for leg in legs if "rotate" not in leg] + [{"rotate": facing}]
    return legs


def _goal(table: Table, unit: str, asked: Mapping[str, str]) -> list[Any]:
    """The legs that lead towards the unit a query names."""
    toward = asked.get("toward", "")
    piece = table.field.piece(unit)
    others = {other.id: other for other in table.field.on_table if other.id != unit}
    if toward not in others or piece.now.at is None:
        return []
    way = playing.towards_unit(
        piece, others[toward], pace=playing.pace_of(asked["do"]), detours=True
    )
    if way is None:
        raise OrderUnreadable(_("There is no way towards %(unit)s.") % {"unit": toward})
    return [playing.write_leg(leg) for leg in way.legs]


def _points(text: str) -> list[list[float]]:
    """Points out of "12.5,7 14,9"."""
    if len(text) > LONGEST_PATH:
        raise OrderUnreadable(_("This way has too many corners."))
    try:
        return [[float(x), float(y)] for x, y in (pair.split(",") for pair in text.split())]
    except ValueError as error:
        raise OrderUnreadable(
            _("“%(text)s” is no way; write points such as 12.5,7.") % {"text": text[:40]}
        ) from error


def _facing(asked: Mapping[str, str]) -> float | None:
    text = asked.get("face", "").strip().replace(",", ".")
    if not text:
        return None
    try:
        return float(text)
    except ValueError as error:
        raise OrderUnreadable(
            _("“%(text)s” is no direction; write degrees from 0 to 359.") % {"text": text[:20]}
        ) from error


# --- What it takes --------------------------------------------------------------------------


def _leg(table: Table, march: playing.March, order: playing.AnyOrder) -> Leg:
    piece = table.field.piece(march.unit)
    depth = table.field.table.depth
    names = playing.Names(table.setup, language())
    return Leg(
        unit=names.unit(march.unit),
        inches=formats.number_format(round(march.inches, 2)),
        allowance=_tally(_("Inches"), march.allowance.parts, names),
        says=tuple(_meets(march, names)),
        points=_way_points(piece, march, order, depth),
        at=(round(march.at[0], 3), round(depth - march.at[1], 3)),
        turn=round(march.facing, 1),
        width=piece.figure.shape.width,
        length=piece.figure.shape.length,
    )


def _way_points(
    piece: playing.Piece, march: playing.March, order: playing.AnyOrder, depth: float
) -> str:
    points = [piece.at]
    legs = order.legs_of(march.unit) if hasattr(order, "legs_of") else getattr(order, "legs", ())
    for leg in legs:
        points += leg.travel or ()
    points += getattr(order, "path", ())
    return " ".join(f"{round(x, 3)},{round(depth - y, 3)}" for x, y in points)


def _meets(march: playing.March, names: playing.Names) -> Iterator[str]:
    if march.jumps:
        yield _("jumps over what is in the way")
    if march.needs is not None:
        yield _("breaks away first, with %(needed)s or more") % {"needed": march.needs}
    if march.touches:
        yield _("comes into contact with %(units)s") % {"units": names.units(march.touches)}
    if march.spins:
        yield _("then may turn freely: %(units)s") % {"units": names.units(march.spins)}


# --- What it promises -----------------------------------------------------------------------


def _promise(table: Table, order: playing.AnyOrder, legs: tuple[Leg, ...]) -> Plan:
    says: list[str] = []
    try:
        found = playing.outlook(table.setup, table.state, order)
    except playing.TooManyWays:
        return Plan(as_json(order), (), legs, says=(_("Too many ways to come out to count them."),))
    if found.breaks_away is not None:
        says.append(_("%(chance)s to break away") % {"chance": percent(found.breaks_away)})
    if found.assumed:
        says.append(_("Questions on the way are taken to be answered with no."))
    names = playing.Names(table.setup, language())
    return Plan(
        order=as_json(order),
        refused=(),
        legs=legs,
        blows=tuple(_blow(blow, names) for blow in found.blows),
        fates=tuple(_fate(unit, fate, names) for unit, fate in found.fates.items()),
        says=tuple(says),
    )


def _blow(blow: playing.Blow, names: playing.Names) -> Blow:
    return Blow(
        target=names.unit(blow.target),
        follow_up=names.ability(blow.follow_up) if blow.follow_up else "",
        needed=blow.needed,
        hit=percent(blow.hit),
        attack=_tally(_("Attack"), blow.attack, names),
        defense=_tally(_("Defense"), blow.defense, names),
    )


def _fate(unit: str, fate: playing.Fate, names: playing.Names) -> Fate:
    says = [
        (_("%(chance)s to be eliminated"), fate.eliminated),
        (_("%(chance)s to be captured"), fate.captured),
        (_("%(chance)s to shut down"), fate.shut_down),
    ]
    heat = [
        _("%(chance)s for %(heat)+d heat") % {"chance": percent(chance), "heat": gained}
        for gained, chance in sorted(fate.heat.items())
        if gained
    ]
    return Fate(
        unit=names.unit(unit),
        expected=formats.number_format(round(float(fate.expected), 2)),
        clicks=tuple((lost, percent(chance)) for lost, chance in sorted(fate.clicks.items())),
        says=(*heat, *(text % {"chance": percent(chance)} for text, chance in says if chance)),
    )


def _tally(label: str, parts: tuple[Part, ...], names: playing.Names) -> Tally:
    shown = names.parts(parts)
    total = sum(part.value for part in parts)
    return Tally(label, total, tuple(TallyPart(part.what, part.value) for part in shown))


def percent(chance: Fraction) -> str:
    """A chance in whole percents; what may happen is never 0 %, what may fail never 100 %."""
    rounded = round(float(chance) * 100)
    if 0 < chance < 1:
        rounded = min(max(rounded, 1), 99)
    return f"{rounded}%"
