"""An order somebody thinks of giving: what speaks against it, what it takes, what it promises."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from armybuilder.systems.age_of_destruction.present.choices import as_json
from armybuilder.systems.age_of_destruction.present.drafts import draft
from armybuilder.systems.age_of_destruction.present.promises import (
    Blow,
    Fate,
    Mending,
    promise,
    tally,
)
from armybuilder.systems.age_of_destruction.present.queries import Query
from armybuilder.systems.age_of_destruction.present.refusals import Reason, reasons
from armybuilder.systems.age_of_destruction.present.shapes import Point, down, outline
from armybuilder.systems.age_of_destruction.present.tables import Table, read_order
from armybuilder.systems.age_of_destruction.present.titles import title_of
from collection.catalogue.present.values import Tally
from collection.common.language import Words, language
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class Pose:
    """A base where it would stand: `turn` degrees clockwise from upwards."""

    at: Point
    turn: float
    width: float
    length: float


@dataclass(frozen=True)
class Leg:
    """The way of one unit: inches used of those it has, whom it meets, where it ends."""

    unit: str
    inches: str
    allowance: Tally
    says: tuple[str, ...]
    points: str
    end: Pose


@dataclass(frozen=True)
class Tick:
    """A box beside the plan: the field and value it sends, in words what it settles."""

    field: str
    value: str
    label: str
    taken: bool


@dataclass(frozen=True)
class Sketch:
    """What a plan looks like on the table: who shoots at whom and at which points, and `shot_from`
    where on the way; bases where they would stand, terrain where it would lie."""

    unit: str = ""
    shot_from: Point | None = None
    targets: tuple[str, ...] = ()
    markers: tuple[Point, ...] = ()
    poses: tuple[Pose, ...] = ()
    ground: str = ""


@dataclass(frozen=True)
class Plan:
    """An order in the making: what it is called, at whom it is aimed, and its JSON to be given as
    it stands; whether it only `waits` for somebody to point at the table."""

    title: Words
    aimed_at: tuple[str, ...]
    order: str
    refused: tuple[Reason, ...]
    legs: tuple[Leg, ...] = ()
    sketch: Sketch = Sketch()
    ticks: tuple[Tick, ...] = ()
    blows: tuple[Blow, ...] = ()
    mendings: tuple[Mending, ...] = ()
    fates: tuple[Fate, ...] = ()
    says: tuple[str, ...] = ()
    is_answer: bool = False
    waits: bool = False

    @property
    def has_taken(self) -> bool:
        """Whether something beside the plan has been settled, or several targets may be."""
        return any(tick.taken or tick.field == "more" for tick in self.ticks)

    @property
    def where(self) -> str:
        """The units and terrain that stand against it, as a page names them."""
        return " ".join(name for reason in self.refused for name in reason.where)

    @property
    def legal(self) -> bool:
        """Whether it may be given."""
        return not self.refused


def plan(table: Table, query: Query) -> Plan | None:
    """The plan a query describes, None for none; raises OrderUnreadable."""
    drafted = draft(table, query)
    if drafted is None:
        return None
    order = read_order(drafted, language())
    movement = _movement(order)
    marches = _measured(table, movement)
    refused = table.refusals(order)
    sketch = _sketch(table, order, getattr(movement, "unit", ""))
    names = aod.Names(table.setup, language())
    found = Plan(
        title=title_of(table, order),
        aimed_at=tuple(names.unit(target) for target in sketch.targets),
        order=as_json(order),
        refused=reasons(table, refused),
        legs=tuple(_leg(table, march, movement) for march in marches),
        sketch=sketch,
        ticks=tuple(_ticks(table, order)),
        is_answer=isinstance(order, aod.Answer),
        waits={violation.code for violation in refused} == {"NO_MARKER_PLACED"},
    )
    return found if refused or not table.in_play else _promise(found, table, order)


def _movement(order: aod.Order) -> aod.Order:
    """The order by which units move: of an answer that tells another march, that march."""
    if isinstance(order, aod.Answer) and order.member_legs:
        members = tuple(order.member_legs)
        return aod.Move(unit=members[0], members=members, member_legs=order.member_legs)
    return order


def _measured(table: Table, order: aod.Order) -> tuple[aod.March, ...]:
    units = getattr(order, "units", ())
    standing = {piece.id for piece in table.field.on_table}
    if not units or not set(units) <= standing or table.is_over or table.state.preparation:
        return ()
    return aod.measure(table.setup, table.state, order)


# --- On the table ---------------------------------------------------------------------------


def _sketch(table: Table, order: aod.Order, unit: str) -> Sketch:
    depth = table.field.table.depth
    targets = getattr(order, "targets", ()) or (getattr(order, "target", None),)
    return Sketch(
        unit=unit,
        shot_from=_shot_from(order, depth),
        targets=tuple(target for target in targets if target in table.state.units),
        markers=tuple(down(marker, depth) for marker in getattr(order, "markers", ())),
        poses=tuple(_poses(table, order)),
        ground=_ground(table, order),
    )


def _shot_from(order: aod.Order, depth: float) -> Point | None:
    """The corner of a flight at which it shoots, None for none."""
    corner = None
    for leg in getattr(order, "legs", ()):
        if leg.shoot:
            return corner
        corner = down(leg.travel[-1], depth) if leg.travel else corner
    return None


def _poses(table: Table, order: aod.Order) -> Iterator[Pose]:
    """Bases an order puts somewhere, beside those that march there."""
    for leg in getattr(order, "legs", ()):
        for landing in leg.disembark or ():
            yield _pose(table, landing.unit, landing.at, landing.facing)
    if isinstance(order, aod.PlaceTerrain):
        yield Pose(down(order.at, table.field.table.depth), round(order.facing, 1), 1.0, 1.0)
    unit, facing = getattr(order, "unit", ""), getattr(order, "facing", None)
    if facing is None or unit not in table.state.units or hasattr(order, "path"):
        return
    at = getattr(order, "at", None) or table.state.units[unit].at
    if at is not None:
        yield _pose(table, unit, at, facing)


def _pose(table: Table, unit: str, at: Point, facing: float) -> Pose:
    shape = table.setup.figures[unit].shape
    return Pose(down(at, table.field.table.depth), round(facing, 1), shape.width, shape.length)


def _ground(table: Table, order: aod.Order) -> str:
    """The outline of a piece of terrain an order lays."""
    ready = table.state.preparation
    if ready is None or not isinstance(order, aod.PlaceTerrain):
        return ""
    for piece in ready.pool:
        if piece.id == order.piece:
            lying = aod.laid(piece, order.at, order.facing)
            return outline(lying.polygon, table.field.table.depth)
    return ""


# --- What may still be settled --------------------------------------------------------------


def _ticks(table: Table, order: aod.Order) -> Iterator[Tick]:
    names = aod.Names(table.setup, language())
    if table.question:
        for name in table.question.options if table.question.to == "deactivate" else ():
            taken = name in getattr(order, "off", ())
            yield Tick("off", name, _without(names.ability(name)), taken)
        return
    for detail in aod.details(table.setup, table.state, order):
        if detail.kind == "off":
            yield Tick("off", detail.name, _without(names.ability(detail.name)), detail.taken)
        elif detail.kind == "target":
            label = _("also at %(unit)s") % {"unit": names.unit(detail.name)}
            yield Tick("more", detail.name, label, detail.taken)
        else:
            label = names.ability(detail.name)
            if detail.value:
                label = f"{label}: {names.unit(detail.value)}"
            value = f"{detail.name}={detail.value}" if detail.value else detail.name
            yield Tick("on", value, _("use %(name)s") % {"name": label}, detail.taken)


def _without(name: str) -> str:
    return _("switch off %(name)s") % {"name": name}


# --- What it takes --------------------------------------------------------------------------


def _leg(table: Table, march: aod.March, order: aod.Order) -> Leg:
    names = aod.Names(table.setup, language())
    return Leg(
        unit=names.unit(march.unit),
        inches=names.number(march.inches),
        allowance=tally(_("Inches"), march.allowance.parts, names),
        says=tuple(_meets(march, names)),
        points=_way_points(table, march, order),
        end=_pose(table, march.unit, march.at, march.facing),
    )


def _way_points(table: Table, march: aod.March, order: aod.Order) -> str:
    points = [table.field.piece(march.unit).at]
    legs = order.legs_of(march.unit) if hasattr(order, "legs_of") else getattr(order, "legs", ())
    for leg in legs:
        points += leg.travel or ()
    points += getattr(order, "path", ())
    return outline(tuple(points), table.field.table.depth)


def _meets(march: aod.March, names: aod.Names) -> Iterator[str]:
    if march.jumps:
        yield _("jumps over what is in the way")
    if march.needs is not None:
        yield _("breaks away first, with %(needed)s or more") % {"needed": march.needs}
    if march.touches:
        yield _("comes into contact with %(units)s") % {"units": names.units(march.touches)}
    if march.spins:
        yield _("then may turn freely: %(units)s") % {"units": names.units(march.spins)}


# --- What it promises -----------------------------------------------------------------------


def _promise(found: Plan, table: Table, order: aod.Order) -> Plan:
    """A legal plan with what it may bring."""
    ahead = promise(table, order)
    if ahead is None:
        return replace(found, says=(_("Too many ways to come out to count them."),))
    return replace(
        found, blows=ahead.blows, mendings=ahead.mendings, fates=ahead.fates, says=ahead.says
    )
