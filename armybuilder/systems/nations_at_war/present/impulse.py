"""Who is in command and why, who must check and rally: before a draw as it would be, after it as it
came."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armybuilder.skirmishes.models import SkirmishStep
from armybuilder.systems.nations_at_war.present.field import Field
from armybuilder.systems.nations_at_war.present.sides import Marker, markers
from collection.catalogue.game import rule_chip
from collection.catalogue.present.values import Rule
from collection.common.chances import percent
from collection.common.language import language
from rules import nations_at_war as naw


@dataclass(frozen=True)
class Row:
    """Counters of a hex: what is true of them or due, a number to roll and its chance in percents
    ("" where nothing is rolled), with the rules behind it; once rolled `dice` and whether they
    `passed`."""

    hex: str
    units: tuple[str, ...]
    says: str
    rules: tuple[Rule, ...]
    needed: int | None = None
    chance: str = ""
    dice: tuple[int, ...] = ()
    passed: bool | None = None


@dataclass(frozen=True)
class Prospect:
    """What the impulse of a formation would begin with."""

    marker: Marker
    values: str
    command: tuple[Row, ...]
    checks: tuple[Row, ...]
    rallies: tuple[Row, ...]
    waiting: tuple[str, ...]


@dataclass(frozen=True)
class Drawn:
    """The marker that was drawn, what came of its checks, and which of its counters may act."""

    marker: Marker
    command: tuple[Row, ...]
    checks: tuple[Row, ...]
    rallies: tuple[Row, ...]
    free: tuple[str, ...]
    waiting: tuple[str, ...]


def prospects(field: Field) -> tuple[Prospect, ...]:
    """What each marker in the cup would bring, while one is to be drawn."""
    if field.state.stage != "draw":
        return ()
    named = markers(field)
    return tuple(_prospect(field, name, named[name]) for name in field.state.cup.formations)


def _prospect(field: Field, name: str, marker: Marker) -> Prospect:
    found = naw.brief(field.now, field.setup.formations[name])
    rows = [_command(field, place) for place in found.hexes]
    return Prospect(
        marker=marker,
        values=_values(found),
        command=tuple(row for row in rows if row.needed is None),
        checks=tuple(row for row in rows if row.needed is not None),
        rallies=tuple(_rally(field, rally) for rally in found.rallies),
        waiting=found.waiting,
    )


def _values(found: naw.Briefing) -> str:
    """Morale, range and leadership as a line."""
    return _("morale %(morale)s, command range %(range)s, leadership %(leadership)s") % {
        "morale": found.morale,
        "range": found.command_range,
        "leadership": found.leadership,
    }


def _command(field: Field, place: naw.CommandOfHex) -> Row:
    says = {
        "headquarters": _("with the headquarters"),
        "range": _("%(hexes)s from the headquarters, within its range"),
        "far": _("%(hexes)s from the headquarters, beyond its range"),
        "lost": _("the headquarters is lost"),
    }
    away = place.away or 0
    hexes = ngettext("%(count)s hex", "%(count)s hexes", away) % {"count": away}
    cited = ("NW-016",) if place.needed is None else ("NW-017", "NW-018", "NW-019")
    return Row(
        hex=field.number(place.at),
        units=place.units,
        says=says[place.why] % {"hexes": hexes},
        rules=tuple(map(rule_chip, cited)),
        needed=place.needed,
        chance=_percent(place.chance) if place.needed is not None else "",
    )


def _rally(field: Field, rally: naw.RallyOfHex) -> Row:
    parts = [_("morale %(morale)s") % {"morale": rally.morale}]
    if rally.modifier:
        parts.append(_("leadership −%(less)s") % {"less": -rally.modifier})
    if rally.out_of_command:
        parts.append(_("+1 if Out Of Command"))
    return Row(
        hex=field.number(rally.at),
        units=rally.units,
        says=", ".join(parts),
        rules=tuple(map(rule_chip, ("NW-024", "NW-025", "NW-026"))),
        needed=rally.needed,
        chance=_percent(rally.chance),
    )


def _percent(share: float) -> str:
    return percent(Fraction(share).limit_denominator(36 * 36))


# --- After the draw -------------------------------------------------------------------------------


def drawn_of(field: Field, steps: Sequence[SkirmishStep]) -> Drawn | None:
    """The impulse that is played, with the rolls it began with as far as `steps` reach back."""
    active = field.active
    if active is None:
        return None
    happened = naw.read_events(_last_draw(steps))
    rows = tuple(_rows(field, happened))
    now = field.now
    return Drawn(
        marker=markers(field)[active.id],
        command=tuple(row for kind, row in rows if kind == "in_command"),
        checks=tuple(row for kind, row in rows if kind == "command_check"),
        rallies=tuple(row for kind, row in rows if kind == "rally"),
        free=tuple(unit for unit in now.on_map(active) if _may_act(field, unit)),
        waiting=tuple(
            unit for unit in active.units if now.waits(unit) and now.due(unit) <= field.state.turn
        ),
    )


def _may_act(field: Field, unit_id: str) -> bool:
    unit = field.now.unit(unit_id)
    return not (unit.out_of_command or unit.ops_complete or unit.fired)


def _last_draw(steps: Sequence[SkirmishStep]) -> list[object]:
    """The events of the last draw among some steps."""
    for step in reversed(steps):
        if step.order.get("order") == "draw":
            return list(step.events)
    return []


def _rows(field: Field, happened: Sequence[naw.AnyEvent]) -> Iterator[tuple[str, Row]]:
    for event in happened:
        if isinstance(event, naw.InCommand):
            yield "in_command", Row("", event.units, "", tuple(map(rule_chip, event.rules)))
        elif isinstance(event, naw.CommandCheck | naw.Rally):
            kind = "rally" if isinstance(event, naw.Rally) else "command_check"
            yield kind, _rolled(field, event)


def _rolled(field: Field, event: naw.CommandCheck | naw.Rally) -> Row:
    said = next(naw.tell(field.setup, (event,), language()))
    return Row(
        hex=field.number(event.at),
        units=event.units,
        says=said.text,
        rules=tuple(map(rule_chip, event.rules)),
        dice=event.dice,
        passed=event.passed,
    )
