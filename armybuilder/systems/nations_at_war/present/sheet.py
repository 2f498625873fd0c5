"""A counter in large, with what it may be told by typing."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from armybuilder.systems.nations_at_war.present.counters import Printed, printed
from armybuilder.systems.nations_at_war.present.field import Field
from armybuilder.systems.nations_at_war.present.sides import markers
from collection.common.language import language
from rules import nations_at_war as naw


@dataclass(frozen=True)
class Fact:
    """One thing that is printed on a counter or true of it."""

    label: str
    value: str


@dataclass(frozen=True)
class Sheet:
    """A counter in large; `moves`: a way may be typed for it, together with its `mates`, as in
    `example`; `struck`: a result may be written down for it."""

    printed: Printed
    facts: tuple[Fact, ...]
    moves: bool
    mates: tuple[str, ...]
    example: str
    struck: bool


def sheet_of(field: Field, unit_id: str) -> Sheet:
    """The sheet of a counter."""
    counter, unit = field.setup.counters[unit_id], field.now.unit(unit_id)
    reach = field.match.hands.reach(unit_id, (), "en")
    moves = field.table.asks and any(pace.legal for pace in reach.paces)
    return Sheet(
        printed=printed(field, unit_id, markers(field)[counter.formation]),
        facts=tuple(_facts(field, unit_id)),
        moves=moves,
        mates=tuple(mate.piece for mate in reach.companions if mate.legal),
        example=_example(field, unit_id),
        struck=unit.on_map and field.state.under_way is None and field.state.stage != "over",
    )


def _example(field: Field, unit_id: str) -> str:
    """A way that could be typed: to a neighbouring hex."""
    at = field.now.unit(unit_id).at
    beside = naw.neighbours(at) if at is not None else iter(field.setup.map.hexes)
    return next((field.number(each) for each in beside if each in field.setup.map.hexes), "")


def _facts(field: Field, unit_id: str) -> list[Fact]:
    counter, unit = field.setup.counters[unit_id], field.now.unit(unit_id)
    points = counter.movement
    both = isinstance(points, naw.BothSides)
    moves = f"{points.mounted:g} / {points.dismounted:g}" if both else f"{points:g}"  # type: ignore[union-attr]
    label = _("Movement, mounted / dismounted") if both else _("Movement")
    found = [Fact(label, moves)]
    if unit.mp_left is not None:
        found.append(Fact(_("Left after its move"), f"{unit.mp_left:g}"))
    kinds = {"hard": _("hard"), "soft": _("soft")}
    target = field.setup.target(unit_id, unit.side)
    found.append(Fact(_("Target class"), kinds[target] if target else _("not said")))
    if counter.support_weapon:
        weapon = naw.called("support_weapons", counter.support_weapon, language())
        found.append(Fact(_("Support weapon"), weapon))
    if counter.kind == "hq":
        formation = field.setup.formations[counter.formation]
        found += [
            Fact(_("Morale"), str(field.now.morale(formation))),
            Fact(_("Command range"), str(field.now.command_range(formation))),
            Fact(_("Leadership"), str(field.now.leadership(formation))),
        ]
    if field.now.waits(unit_id):
        found.append(Fact(_("May come from turn"), str(field.now.due(unit_id))))
    return found
