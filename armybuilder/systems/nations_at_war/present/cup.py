"""The cup with what is in it, and the turn track."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from armybuilder.systems.nations_at_war.present.field import Field
from armybuilder.systems.nations_at_war.present.sides import Marker, markers
from collection.common.language import Words, language
from rules import nations_at_war as naw

#: The end-of-turn marker that ends the operations phase.
LAST = 2


@dataclass(frozen=True)
class Cup:
    """What is in the cup; `ends` end-of-turn markers among `count` markers in all."""

    formations: tuple[Marker, ...]
    ends: int
    drawn: tuple[Marker, ...]

    @property
    def count(self) -> int:
        """All markers in it."""
        return len(self.formations) + self.ends


@dataclass(frozen=True)
class Phase:
    """A phase of the turn; `is_now` for the one that is played."""

    name: str
    label: str
    is_now: bool


@dataclass(frozen=True)
class Keeper:
    """A player who keeps an end-of-turn marker out of the cup until what missed is drawn."""

    seat: str
    name: Words
    missed: tuple[Marker, ...]


@dataclass(frozen=True)
class Track:
    """The turn of a game: which, of how many (none where it has no limit), its phases, how many
    end-of-turn markers were drawn of the two that end it, and who keeps one."""

    turn: int
    turns: tuple[int, ...]
    phases: tuple[Phase, ...]
    ends: tuple[bool, ...]
    keepers: tuple[Keeper, ...]


@dataclass(frozen=True)
class Return:
    """A lost headquarters, and the counters beside which it may come back: each with its hex and
    the order."""

    hq: str
    marker: Marker
    places: tuple[tuple[str, str, str], ...]


def returns(field: Field) -> tuple[Return, ...]:
    """The headquarters that may be put back now, in the administrative phase."""
    if field.state.stage != "administrative":
        return ()
    if field.setup.rulings.hq_replacement != "surviving_unit":
        return ()
    named = markers(field)
    return tuple(
        Return(formation.hq, named[name], places)
        for name, formation in field.setup.formations.items()
        if field.now.unit(formation.hq).eliminated and (places := tuple(_places(field, formation)))
    )


def _places(field: Field, formation: naw.Formation) -> Iterator[tuple[str, str, str]]:
    for unit in field.now.on_map(formation):
        order = {"order": "replace_hq", "formation": formation.id, "unit": unit}
        at = field.now.unit(unit).at
        yield unit, field.number(at) if at is not None else "", json.dumps(order)


@dataclass(frozen=True)
class Price:
    """What entering a terrain costs, as a scenario has it: one number, or one a movement class."""

    terrain: str
    costs: tuple[tuple[str, str], ...]


def prices(field: Field) -> tuple[Price, ...]:
    """The costs a scenario brings along; the document has none."""
    table = field.setup.map.costs
    used = dict.fromkeys(each.terrain for each in field.setup.map.hexes.values() if each.terrain)
    return tuple(
        Price(naw.called("grounds", name, language()), tuple(_costs(table.get(name, UNKNOWN))))
        for name in used
    )


#: Where a scenario says nothing.
UNKNOWN = object()


def _costs(cost: object) -> Iterator[tuple[str, str]]:
    if isinstance(cost, dict):
        for movement_class, each in cost.items():
            named = naw.called("movement_classes", movement_class, language())
            yield from ((named, said) for _name, said in _costs(each))
    elif cost is UNKNOWN:
        yield "", _("not supplied")
    else:
        yield "", _("impassable") if cost is None else f"{cost:g}"


def cup_of(field: Field) -> Cup:
    """The cup."""
    named, state = markers(field), field.state
    return Cup(
        formations=tuple(named[name] for name in state.cup.formations),
        ends=state.cup.end_turn,
        drawn=tuple(named[name] for name in state.activated),
    )


def track_of(field: Field) -> Track:
    """The turn track."""
    state, limit = field.state, field.setup.turn_limit
    labels = {
        "draw": pgettext("phase of a turn", "Draw"),
        "impulse": _("Impulse"),
        "administrative": _("Administrative phase"),
    }
    drawn = min(state.end_turn_drawn, LAST)
    return Track(
        turn=state.turn,
        turns=tuple(range(1, limit + 1)) if limit and limit <= 40 else (),
        phases=tuple(Phase(name, label, name == state.stage) for name, label in labels.items()),
        ends=(True,) * drawn + (False,) * (LAST - drawn),
        keepers=tuple(_keepers(field)),
    )


def _keepers(field: Field) -> list[Keeper]:
    named = markers(field)
    return [
        Keeper(
            player,
            field.owner(player),
            tuple(named[name] for name in field.state.missed if named[name].seat == player),
        )
        for player, held in field.state.held.items()
        if held
    ]
