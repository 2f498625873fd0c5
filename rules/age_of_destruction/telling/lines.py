"""The log of a skirmish: a sentence for every event, with its dice, sums and rules."""

from collections.abc import Iterable, Mapping

import msgspec

from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.telling.names import Names
from rules.age_of_destruction.telling.sentences import SENTENCES
from rules.age_of_destruction.telling.weights import Weight, weight_of
from rules.core.tally import Part

#: An attack is two white dice and a black one.
ATTACK_DICE = 3


class Sum(msgspec.Struct, frozen=True):
    """A number of a line with its parts in words; `about` is the unit it belongs to, or ""."""

    about: str
    kind: str
    parts: tuple[Part, ...]

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(part.value for part in self.parts)


class Line(msgspec.Struct, frozen=True):
    """One sentence of the log. `opens`: whether it begins something, so that the lines after it
    are what comes of it; `units`: those it speaks of, by id; `kind`: the event's name; `weight`:
    how much it matters."""

    kind: str
    text: str
    weight: Weight = "plain"
    rules: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    sums: tuple[Sum, ...] = ()
    units: tuple[str, ...] = ()
    opens: bool = False

    @property
    def black_die(self) -> bool:
        """Whether the last of its dice is the black one, which is thrown with two white ones."""
        return len(self.dice) == ATTACK_DICE


def tell(
    setup: Setup,
    happened: Iterable[events.AnyEvent],
    language: str = "en",
    players: Mapping[str, str] = {},
) -> list[Line]:
    """The log lines of some events in "en" or "pl"; what nobody would miss has no line.

    `players`: what players are called who do not go by their seat.
    """
    names = Names(setup, language, players)
    return [line for event in happened if (line := line_of(event, names))]


_OPENING = (events.OrderGiven, events.TurnStarted, events.SetUpContinued, events.GameEnded)


def line_of(event: events.AnyEvent, names: Names) -> Line | None:
    """The line of one event; None for what nobody would miss."""
    text = SENTENCES[type(event)](event, names)
    if text is None:
        return None
    return Line(
        kind=str(event.__struct_config__.tag),
        text=text,
        weight=weight_of(event),
        rules=event.rules,
        dice=event.dice,
        sums=tuple(_sums(event, names)),
        units=_units(event),
        opens=isinstance(event, _OPENING),
    )


def _units(event: events.AnyEvent) -> tuple[str, ...]:
    """The units an event speaks of."""
    if isinstance(event, events.OrderGiven):
        unit = getattr(event.order, "unit", "")
        return (unit,) if unit else ()
    mentioned = [getattr(event, name, "") for name in ("unit", "target", "transport", "captor")]
    return tuple(unit for unit in mentioned if unit)


def _sums(event: events.AnyEvent, names: Names) -> list[Sum]:
    """The sums an event carries, in words."""
    if isinstance(event, events.AttackRolled):
        return [
            found
            for target, aim in event.targets.items()
            for found in (
                Sum(event.unit, "attack", names.parts(aim.attack)),
                Sum(target, "defense", names.parts(aim.defense)),
            )
        ]
    kinds = {"attack": "attack", "allowance": "speed", "points": "points", "parts": ""}
    return [
        Sum(getattr(event, "unit", ""), kind or _kind_of_parts(event), names.parts(parts))
        for field, kind in kinds.items()
        if (parts := getattr(event, field, ()))
    ]


def _kind_of_parts(event: events.AnyEvent) -> str:
    return "heat" if isinstance(event, events.HeatChanged) else "damage"
