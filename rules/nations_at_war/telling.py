"""What happened, in sentences with the rules they rest on."""

from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from rules.core.typed import converter
from rules.core.wording import Wording
from rules.nations_at_war import events
from rules.nations_at_war.grid import Grid
from rules.nations_at_war.position import END
from rules.nations_at_war.state import Setup

WORDING = Wording.from_toml(
    files("rules.nations_at_war").joinpath("telling.toml").read_text("utf-8")
)
E = TypeVar("E", bound=events.Event)
Params = tuple[str, dict[str, Any]]
_READ_EVENTS = converter(tuple[events.AnyEvent, ...])
SENTENCES: dict[type[events.Event], Callable[[Grid, Any], Params | None]] = {}


class Told(msgspec.Struct, frozen=True):
    """One thing that happened: a sentence, the rules behind it, what was rolled, and whether a
    check was passed (None for what is none)."""

    kind: str
    text: str
    rules: tuple[str, ...]
    dice: tuple[int, ...] = ()
    passed: bool | None = None


def tell(setup: Setup, happened: Sequence[events.AnyEvent], language: str) -> Iterator[Told]:
    """The sentences of some events."""
    grid = Grid.of(setup.map)
    for event in happened:
        found = SENTENCES[type(event)](grid, event) if type(event) in SENTENCES else None
        if found is None:
            continue
        code, params = found[0], setup.with_titles(found[1], language)
        check = event if isinstance(event, events.MoraleCheck) else None
        yield Told(
            kind=str(msgspec.to_builtins(event)["event"]),
            text=WORDING.say(code, params, language)
            if check is None
            else WORDING.say(code, params | {"sum": _sum(check, language)}, language),
            rules=event.rules,
            dice=check.dice if check else (),
            passed=check.passed if check else None,
        )


def read_events(happened: Sequence[Any]) -> tuple[events.AnyEvent, ...]:
    """Events as they are kept; raises msgspec.ValidationError for anything else."""
    read: tuple[events.AnyEvent, ...] = _READ_EVENTS(happened)
    return read


def _sum(check: events.MoraleCheck, language: str) -> str:
    """A rolled sum with what it is made of: "9 + 1 (Out Of Command) = 10"."""
    (_, rolled), *modifiers = check.total.parts
    if not modifiers:
        return str(rolled)
    parts = "".join(
        f" {'+' if value >= 0 else '−'} {abs(value)} ({WORDING.word('modifiers', name, language)})"
        for name, value in modifiers
    )
    return f"{rolled}{parts} = {check.total.value}"


def _on(
    kind: type[E],
) -> Callable[[Callable[[Grid, E], Params | None]], Callable[[Grid, E], Params | None]]:
    def register(say: Callable[[Grid, E], Params | None]) -> Callable[[Grid, E], Params | None]:
        SENTENCES[kind] = say
        return say

    return register


def _plain(number: float) -> str:
    return f"{number:g}"


@_on(events.MarkerDrawn)
def _drawn(grid: Grid, event: events.MarkerDrawn) -> Params:
    if event.marker == END:
        return "drawn_end", {}
    return "drawn", {"formation": event.marker}


@_on(events.EndMarkerReturned)
def _returned(grid: Grid, event: events.EndMarkerReturned) -> Params:
    return "end_marker_returned", {"player": event.player}


@_on(events.InCommand)
def _in_command(grid: Grid, event: events.InCommand) -> Params:
    return f"in_command_{event.why}", {"units": event.units}


@_on(events.CommandCheck)
def _check(grid: Grid, event: events.CommandCheck) -> Params:
    return "check_passed" if event.passed else "check_failed", _checked(grid, event)


@_on(events.Rally)
def _rally(grid: Grid, event: events.Rally) -> Params:
    return "rally_passed" if event.passed else "rally_failed", _checked(grid, event)


def _checked(grid: Grid, event: events.MoraleCheck) -> dict[str, Any]:
    return {
        "hex": grid.number(event.at),
        "total": event.total.value,
        "morale": event.morale,
        "units": event.units,
    }


@_on(events.Entered)
def _entered(grid: Grid, event: events.Entered) -> Params:
    cost = event.cost
    said = (
        ", ".join(f"{unit} {_plain(each)}" for unit, each in cost.items())
        if isinstance(cost, dict)
        else _plain(cost)
    )
    return "entered", {"units": event.units, "hex": grid.number(event.at), "cost": said}


@_on(events.Loaded)
def _loaded(grid: Grid, event: events.Loaded) -> Params:
    return "loaded", {"unit": event.unit, "left": _plain(event.left)}


@_on(events.Unloaded)
def _unloaded(grid: Grid, event: events.Unloaded) -> Params:
    return "unloaded", {"unit": event.unit, "left": _plain(event.left)}


@_on(events.LegDropped)
def _dropped(grid: Grid, event: events.LegDropped) -> Params:
    return "leg_dropped", {"unit": event.unit, "why": event.why}


@_on(events.Moved)
def _moved(grid: Grid, event: events.Moved) -> Params:
    hex_ = grid.number(event.at)
    return "moved", {"unit": event.unit, "hex": hex_, "left": _plain(event.mp_left)}


@_on(events.Fired)
def _fired(grid: Grid, event: events.Fired) -> Params:
    return "fired", {"unit": event.unit, "target": event.target}


@_on(events.NotSupplied)
def _not_supplied(grid: Grid, event: events.NotSupplied) -> Params:
    return "not_supplied", {
        "what": event.what,
        "unit": event.unit,
        "target": event.target,
        "target_class": str(event.target_class),
    }


@_on(events.ResultApplied)
def _result(grid: Grid, event: events.ResultApplied) -> Params:
    params = {"unit": event.unit, "result": event.result, "source": event.source}
    if event.wreck is not None:
        return "result_wreck", params | {"hex": grid.number(event.wreck.at)}
    return "result_source" if event.source else "result", params


@_on(events.ImpulseEnded)
def _impulse_ended(grid: Grid, event: events.ImpulseEnded) -> Params:
    return "impulse_ended", {"formation": event.formation}


@_on(events.PhaseEnded)
def _phase_ended(grid: Grid, event: events.PhaseEnded) -> Params:
    return f"phase_{event.why}", {}


@_on(events.SmokeStepped)
def _smoke(grid: Grid, event: events.SmokeStepped) -> Params:
    at = grid.number(event.at)
    return "smoke_thins" if event.value else "smoke_goes", {"hex": at, "value": event.value}


@_on(events.MarkersRemoved)
def _removed(grid: Grid, event: events.MarkersRemoved) -> Params | None:
    return ("markers_removed", {}) if event.units else None


@_on(events.HqReplaced)
def _replaced(grid: Grid, event: events.HqReplaced) -> Params:
    hex_ = grid.number(event.at)
    return "hq_replaced", {"unit": event.unit, "beside": event.beside, "hex": hex_}


@_on(events.EndMarkerKept)
def _kept(grid: Grid, event: events.EndMarkerKept) -> Params:
    return "end_marker_kept", {"player": event.player, "missed": event.missed}


@_on(events.CupFilled)
def _filled(grid: Grid, event: events.CupFilled) -> Params:
    return "cup_filled", {"formations": event.cup.formations, "ends": event.cup.end_turn}


@_on(events.TurnBegan)
def _turn(grid: Grid, event: events.TurnBegan) -> Params:
    return ("over", {}) if event.over else ("turn_began", {"turn": event.turn})


@_on(events.Asked)
def _asked(grid: Grid, event: events.Asked) -> Params:
    question = event.under_way.question
    return "asked", {"units": question.units, "hex": grid.number(question.at)}
