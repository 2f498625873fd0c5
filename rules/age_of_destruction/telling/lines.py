"""The log of a skirmish: a sentence for every event, with its dice, sums and rules."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from rules.age_of_destruction.skirmish import events
from rules.age_of_destruction.skirmish.orders import (
    AnyOrder,
    Assault,
    Charge,
    Close,
    DeathFromAbove,
    Face,
    Move,
    Ram,
    Ranged,
    Vent,
)
from rules.age_of_destruction.skirmish.setup import Setup
from rules.age_of_destruction.telling.names import Names
from rules.core.tally import Part


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
    are what comes of it; `units`: those it speaks of, by id; `kind`: the event's name."""

    kind: str
    text: str
    rules: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    sums: tuple[Sum, ...] = ()
    units: tuple[str, ...] = ()
    opens: bool = False


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
    return [line for event in happened if (line := _line(event, names))]


Words = str | None
_SENTENCES: dict[type[Any], Callable[[Any, Names], Words]] = {}
_OPENING = (events.OrderGiven, events.TurnStarted, events.SetUpContinued, events.GameEnded)


def _line(event: events.AnyEvent, names: Names) -> Line | None:
    text = _SENTENCES[type(event)](event, names)
    if text is None:
        return None
    return Line(
        kind=str(event.__struct_config__.tag),
        text=text,
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


def _says(
    *kinds: type[Any],
) -> Callable[[Callable[[Any, Names], Words]], Callable[[Any, Names], Words]]:
    """Enter the function that words events of some kinds."""

    def enter(function: Callable[[Any, Names], Words]) -> Callable[[Any, Names], Words]:
        for kind in kinds:
            _SENTENCES[kind] = function
        return function

    return enter


@_says(
    events.OrderFinished,
    events.Asked,
    events.Answered,
    events.OnceUsed,
    events.OrderStageBegan,
)
def _nothing(event: events.AnyEvent, names: Names) -> None:
    """What the lines around it say already."""


# --- Orders ---------------------------------------------------------------------------------


@_says(events.OrderGiven)
def _order(event: events.OrderGiven, names: Names) -> Words:
    order = event.order
    code = _order_code(order)
    if not code:
        return None
    return names.say(
        code,
        unit=names.unit(getattr(order, "unit", "")),
        units=names.units(getattr(order, "units", ())),
        targets=names.units(_targets(order)),
    )


def _order_code(order: AnyOrder) -> str:
    """The sentence for an order; "" for one whose events say it all."""
    several = "_TOGETHER" if getattr(order, "in_formation", False) else ""
    if isinstance(order, Move):
        return "MARCH" if several else "RUNS" if order.run else "MOVES"
    if isinstance(order, Ranged):
        if order.mode == "direct":
            return f"FIRES{several}"
        return "FIRES_INDIRECTLY" if order.mode == "indirect" else "FIRES_ARTILLERY"
    if isinstance(order, Close):
        return "MENDS" if order.repair else f"{'SEIZES' if order.capture else 'STRIKES'}{several}"
    plain: dict[type[Any], str] = {
        Vent: "VENTS",
        Assault: "ASSAULTS",
        Charge: "CHARGES",
        DeathFromAbove: "JUMPS",
        Ram: "RAMS",
        Face: "FACES",
    }
    return plain.get(type(order), "")


def _targets(order: AnyOrder) -> tuple[str, ...]:
    if isinstance(order, Ranged):
        return order.targets
    if isinstance(order, Assault):
        return order.all_targets
    target: str = getattr(order, "target", "")
    return (target,) if target else ()


@_says(events.OrderPaid)
def _paid(event: events.OrderPaid, names: Names) -> Words:
    return names.say("NO_ORDER_SPENT") if event.free else None


@_says(events.AttackDropped)
def _dropped(event: events.AttackDropped, names: Names) -> Words:
    return names.say("ATTACK_DROPPED", unit=names.unit(event.unit))


@_says(events.SwitchedOff)
def _switched_off(event: events.SwitchedOff, names: Names) -> Words:
    unit, which = names.unit(event.unit), names.abilities(event.names)
    return names.say("SWITCHED_OFF", unit=unit, names=which)


@_says(events.EquipmentUsed, events.AbilityUsed)
def _used(event: events.EquipmentUsed | events.AbilityUsed, names: Names) -> Words:
    code = "USES_CIRCLED" if event.circled else "USES"
    return names.say(code, unit=names.unit(event.unit), name=names.ability(event.name))


# --- Movement -------------------------------------------------------------------------------


@_says(events.BreakAwayRolled)
def _break_away(event: events.BreakAwayRolled, names: Names) -> Words:
    unit = names.unit(event.unit)
    if not event.dice:
        return names.say("BREAKS_AWAY_FREELY", unit=unit)
    code = "BREAKS_AWAY" if event.success else "HELD"
    return names.say(code, unit=unit, die=event.dice[0], needed=event.needed)


@_says(events.Moved)
def _moved(event: events.Moved, names: Names) -> Words:
    inches = names.number(event.inches)
    return names.say("MOVED", unit=names.unit(event.unit), inches=inches)


@_says(events.Turned)
def _turned(event: events.Turned, names: Names) -> Words:
    facing = names.number(round(event.facing))
    return names.say("SPUN" if event.free else "TURNED", unit=names.unit(event.unit), facing=facing)


@_says(events.LevelChanged)
def _level(event: events.LevelChanged, names: Names) -> Words:
    landed = "FORCED_DOWN" if event.forced else "LANDED"
    code = "ROSE" if event.level == "cruising" else landed
    return names.say(code, unit=names.unit(event.unit))


@_says(events.Boarded, events.Disembarked)
def _aboard(event: events.Boarded | events.Disembarked, names: Names) -> Words:
    code = "BOARDED"
    if isinstance(event, events.Disembarked):
        code = "THROWN_OUT" if event.forced else "DISEMBARKED"
    return names.say(code, unit=names.unit(event.unit), transport=names.unit(event.transport))


@_says(events.Captured, events.CaptiveLed)
def _captive(event: events.Captured | events.CaptiveLed, names: Names) -> Words:
    code = "CAPTURED" if isinstance(event, events.Captured) else "CAPTIVE_LED"
    return names.say(code, unit=names.unit(event.unit), captor=names.unit(event.captor))


@_says(events.Freed)
def _freed(event: events.Freed, names: Names) -> Words:
    unit = names.unit(event.unit)
    if event.owner:
        return names.say("CHANGED_SIDES", unit=unit, owner=names.player(event.owner))
    return names.say("FREED", unit=unit)


# --- Attacks --------------------------------------------------------------------------------


@_says(events.AttackRolled)
def _attack(event: events.AttackRolled, names: Names) -> Words:
    said = []
    if event.follow_up:
        name = names.ability(event.follow_up)
        said.append(names.say("FOLLOW_UP", name=name, unit=names.unit(event.unit)))
    if event.rerolled:
        said.append(names.say("ROLLED_AGAIN", faces=", ".join(map(str, event.rerolled))))
    for target, aim in event.targets.items():
        code = f"CRITICAL_{event.critical.upper()}" if event.critical else _outcome(aim.hit)
        said.append(
            names.say(code, target=names.unit(target), total=aim.total, against=aim.against)
        )
    return " ".join(said)


def _outcome(hit: bool) -> str:
    return "HIT" if hit else "MISS"


@_says(events.HitConfirmed)
def _confirmed(event: events.HitConfirmed, names: Names) -> Words:
    return names.say(
        "HIT_CONFIRMED" if event.hit else "HIT_LOST",
        name=names.ability(event.because),
        target=names.unit(event.target),
        total=event.total,
        against=event.against,
    )


@_says(events.DieReplaced, events.EffectRolled)
def _die(event: events.DieReplaced | events.EffectRolled, names: Names) -> Words:
    code = "DIE_REPLACES" if isinstance(event, events.DieReplaced) else "DIE_GIVES"
    name = names.ability(event.name)
    return names.say(code, unit=names.unit(event.unit), name=name, value=event.value)


@_says(events.Bound)
def _bound(event: events.Bound, names: Names) -> Words:
    return names.say("BOUND", unit=names.unit(event.unit), target=names.unit(event.target))


@_says(events.BeaconLit)
def _beacon(event: events.BeaconLit, names: Names) -> Words:
    return names.say("BEACON", target=names.unit(event.target), player=names.player(event.player))


@_says(events.GearTested)
def _gear(event: events.GearTested, names: Names) -> Words:
    code = "GEAR_BROKE" if event.lost else "GEAR_HELD"
    return names.say(code, unit=names.unit(event.unit), name=names.ability(event.name))


@_says(events.RepairRolled)
def _repair_rolled(event: events.RepairRolled, names: Names) -> Words:
    code = "REPAIR_DONE" if event.success else "REPAIR_FAILED"
    target = names.unit(event.target)
    return names.say(code, target=target, total=event.total, against=event.against)


# --- Artillery ------------------------------------------------------------------------------


@_says(events.MarkerPlaced)
def _marker(event: events.MarkerPlaced, names: Names) -> Words:
    x, y = map(names.number, event.at)
    return names.say("MARKER", unit=names.unit(event.unit), x=x, y=y)


@_says(events.ArtilleryRolled)
def _artillery_rolled(event: events.ArtilleryRolled, names: Names) -> Words:
    return names.say("ARTILLERY_ROLLED", unit=names.unit(event.unit))


@_says(events.SalvoLanded)
def _salvo(event: events.SalvoLanded, names: Names) -> Words:
    on_mark = "SALVO_DRIFTS" if event.drift else "SALVO_ON_MARK"
    return names.say(
        "SALVO_LOST" if event.off_table else on_mark,
        unit=names.unit(event.unit),
        drift=event.drift,
        total=event.total,
        against=event.against,
        struck=names.units(event.struck) or "–",
    )


@_says(events.MarkersRemoved)
def _markers_gone(event: events.MarkersRemoved, names: Names) -> Words:
    return names.say("MARKERS_GONE", unit=names.unit(event.unit))


# --- Dials ----------------------------------------------------------------------------------


@_says(events.Damaged)
def _damaged(event: events.Damaged, names: Names) -> Words:
    return names.say(
        "DAMAGED" if event.amount else "UNHURT",
        unit=names.unit(event.unit),
        amount=event.amount,
        click=event.click,
        cause=names.word("cause", event.cause),
    )


@_says(events.Repaired)
def _repaired(event: events.Repaired, names: Names) -> Words:
    unit = names.unit(event.unit)
    return names.say("REPAIRED", unit=unit, amount=event.amount, click=event.click)


@_says(events.Eliminated)
def _eliminated(event: events.Eliminated, names: Names) -> Words:
    cause = names.word("cause", event.cause)
    return names.say("ELIMINATED", unit=names.unit(event.unit), cause=cause)


@_says(events.HeatChanged)
def _heat(event: events.HeatChanged, names: Names) -> Words:
    due = sum(part.value for part in event.parts)
    code = "HEATED" if due > 0 else "COOLED" if due < 0 else "HEAT_STAYS"
    return names.say(code, unit=names.unit(event.unit), heat=event.heat)


@_says(events.HeatRolled)
def _heat_rolled(event: events.HeatRolled, names: Names) -> Words:
    code = "EFFECT_SUFFERED" if event.failed else "EFFECT_AVOIDED"
    return names.say(code, unit=names.unit(event.unit), name=names.ability(event.effect))


@_says(events.ShutDown)
def _shut_down(event: events.ShutDown, names: Names) -> Words:
    return names.say("STUNNED" if event.stunned else "SHUTS_DOWN", unit=names.unit(event.unit))


@_says(events.Restarted)
def _restarted(event: events.Restarted, names: Names) -> Words:
    return names.say("RESTARTED", unit=names.unit(event.unit))


@_says(events.TokenPlaced)
def _token(event: events.TokenPlaced, names: Names) -> Words:
    code = "TOKEN" if event.tokens == 1 else "SECOND_TOKEN"
    return names.say(code, unit=names.unit(event.unit))


@_says(events.TokensRemoved)
def _tokens_gone(event: events.TokensRemoved, names: Names) -> Words:
    return names.say("TOKENS_GONE", unit=names.unit(event.unit))


# --- Turns ----------------------------------------------------------------------------------


@_says(events.TurnStarted)
def _turn(event: events.TurnStarted, names: Names) -> Words:
    return names.say(
        "TURN", turn=event.turn, player=names.player(event.player), orders=event.orders
    )


@_says(events.OrderGained)
def _order_gained(event: events.OrderGained, names: Names) -> Words:
    code = "ORDER_GAINED" if event.gained else "NO_ORDER_GAINED"
    return names.say(code, unit=names.unit(event.unit))


@_says(events.OrdersLost)
def _orders_lost(event: events.OrdersLost, names: Names) -> Words:
    code = "ORDERS_LOST" if event.lost else "NO_ORDERS_LOST"
    return names.say(
        code, player=names.player(event.player), by=names.player(event.by), lost=event.lost
    )


@_says(events.OpponentChosen)
def _opponent(event: events.OpponentChosen, names: Names) -> Words:
    return names.say(
        "OPPONENT_CHOSEN", player=names.player(event.player), opponent=names.player(event.opponent)
    )


@_says(events.ConditionRolled)
def _condition(event: events.ConditionRolled, names: Names) -> Words:
    code = "CONDITION_STRIKES" if event.strikes else "CONDITION_SPARES"
    return names.say(code, name=event.condition)


@_says(events.TurnEnded)
def _turn_ended(event: events.TurnEnded, names: Names) -> Words:
    code = "TURN_ENDED_EARLY" if event.lost else "TURN_ENDED"
    return names.say(code, player=names.player(event.player), lost=event.lost)


# --- The end --------------------------------------------------------------------------------


@_says(events.PointsScored)
def _scored(event: events.PointsScored, names: Names) -> Words:
    return names.say(
        "SCORED",
        player=names.player(event.player),
        points=sum(part.value for part in event.points),
        unit=names.unit(event.unit),
        why=names.word("part", event.why),
        condition=names.word("condition_won", event.condition),
    )


@_says(events.Withdrew)
def _withdrew(event: events.Withdrew, names: Names) -> Words:
    return names.say("WITHDREW", player=names.player(event.player))


@_says(events.UnitWithdrawn)
def _unit_withdrawn(event: events.UnitWithdrawn, names: Names) -> Words:
    return names.say("UNIT_WITHDRAWN", unit=names.unit(event.unit))


@_says(events.EndAgreed)
def _agreed(event: events.EndAgreed, names: Names) -> Words:
    return names.say("AGREED", player=names.player(event.player))


@_says(events.TimeCalled)
def _time_called(event: events.TimeCalled, names: Names) -> Words:
    return names.say("TIME_CALLED", closing=event.closing)


@_says(events.GameEnded)
def _ended(event: events.GameEnded, names: Names) -> Words:
    return names.say(
        "ENDED", winner=names.player(event.winner), decided=event.decided_by, why=event.why
    )


# --- Set-up ---------------------------------------------------------------------------------


@_says(events.FirstPlayerRolled)
def _first_player(event: events.FirstPlayerRolled, names: Names) -> Words:
    rounds = (
        ", ".join(f"{names.player(who)} {total}" for who, total in each.items())
        for each in event.rounds
    )
    return names.say("FIRST_PLAYER", player=names.player(event.player), totals="; ".join(rounds))


@_says(events.TerrainPlaced)
def _terrain(event: events.TerrainPlaced, names: Names) -> Words:
    return names.say("TERRAIN_LAID", piece=event.piece)


@_says(events.SetUpContinued)
def _set_up(event: events.SetUpContinued, names: Names) -> Words:
    codes = {"terrain": "LAYS", "deployment": "DEPLOYS", "infiltration": "INFILTRATES"}
    return names.say(codes[event.step], player=names.player(event.player))


@_says(events.ConditionsRevealed)
def _conditions(event: events.ConditionsRevealed, names: Names) -> Words:
    cards = ", ".join(names.word("condition", card) for card in event.cards)
    return names.say("CONDITIONS", names=cards)


@_says(events.UnitDeployed)
def _deployed(event: events.UnitDeployed, names: Names) -> Words:
    return names.say("DEPLOYED", unit=names.unit(event.unit))
