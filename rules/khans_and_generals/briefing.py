"""What the people at a table want to know beside the board: the hour, staffs and their points, what
each side thinks of the battle, and the card of a unit."""

from collections.abc import Collection, Iterator

import msgspec

from rules.khans_and_generals.moment.command import commanding, in_communication, outside_command
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.morale import most_borne, reluctance
from rules.khans_and_generals.moment.naming import name_of
from rules.khans_and_generals.moment.sight import base_sight
from rules.khans_and_generals.orders.base import most_minor
from rules.khans_and_generals.orders.ranged import reach_of
from rules.khans_and_generals.steps.turn import LENGTH_OF
from rules.khans_and_generals.telling import why_over
from rules.khans_and_generals.words import WORDS


class Value(msgspec.Struct, frozen=True):
    """Something with its value, in words; `note` says more of it."""

    label: str
    value: str
    note: str = ""


class Staff(msgspec.Struct, frozen=True):
    """An HQ: activations and command points left of all it has (KG-079, KG-081)."""

    unit: str
    name: str
    activations: int
    command: int
    points: int
    initiative: int
    is_supreme: bool = False
    fit: bool = True


class Side(msgspec.Struct, frozen=True):
    """A side: `tokens` it has drawn, their `total` None where it is its secret (KG-169), units it
    has lost of all, objectives it holds."""

    player: str
    staffs: tuple[Staff, ...]
    tokens: int
    total: int | None
    limit: int | None
    lost: int
    units: int
    objectives: tuple[str, ...]


class Brief(msgspec.Struct, frozen=True):
    """The battle at one moment; `ended_by` says how it ended, "" while it goes on."""

    hours: tuple[Value, ...]
    sides: tuple[Side, ...]
    ended_by: str = ""


class Card(msgspec.Struct, frozen=True):
    """The card of a unit and what it has left: values, weapons by distance, the entries of its
    Reluctance, and its orders of this turn."""

    values: tuple[Value, ...]
    weapons: tuple[Value, ...]
    morale: tuple[Value, ...]
    reluctance: int | None
    bears: int | None
    orders: tuple[Value, ...]


def _say(section: str, name: str, language: str, **values: object) -> str:
    return WORDS.say(section, name, language).format(**values)


def brief(field: Field, language: str, viewers: Collection[str]) -> Brief:
    """The battle as some of its players see it."""
    state = field.state
    ended = why_over(state.ended_by, state.winner, language) if state.ended_by else ""
    open_to_all = state.stage == "over"
    return Brief(
        hours=tuple(_hours(field, language)),
        sides=tuple(
            _side(field, player, open_to_all or player in viewers) for player in field.setup.players
        ),
        ended_by=ended,
    )


def _hours(field: Field, language: str) -> Iterator[Value]:
    now = field.state.conditions
    time = _say("conditions", now.time, language)
    left = LENGTH_OF[now.time] - now.time_turns if now.dynamic_time else None
    note = "" if left is None else _say("brief", "time_left", language, turns=left)
    yield Value(_say("brief", "time", language), time, note)
    lasts = _say("brief", "weather_left", language, turns=now.weather_left)
    weather = _say("conditions", now.weather, language)
    yield Value(_say("brief", "weather", language), weather, lasts if now.dynamic_weather else "")
    yield Value(_say("brief", "ground", language), _say("conditions", now.ground, language))
    far = base_sight(field, (-1000.0, -1000.0))
    yield Value(_say("brief", "sight", language), f"{far} cm")


def _side(field: Field, player: str, seen: bool) -> Side:
    state = field.state
    held = state.assessment.get(player)
    own = [p for p in field.pieces if p.owner == player and p.profile.class_ != "aircraft"]
    return Side(
        player=player,
        staffs=tuple(_staff(field, piece) for piece in own if piece.profile.commands),
        tokens=len(held.tokens) if held else 0,
        total=held.total if held and seen else None,
        limit=held.limit if held else None,
        lost=sum(piece.unit.lost for piece in own),
        units=len(own),
        objectives=tuple(o.id for o in state.objectives if o.holder == player),
    )


def _staff(field: Field, piece: Piece) -> Staff:
    state = field.state
    return Staff(
        unit=piece.id,
        name=name_of(piece),
        activations=state.activations.get(piece.id, 0),
        command=piece.profile.command or 0,
        points=state.command_points.get(piece.id, 0),
        initiative=piece.profile.initiative or 0,
        is_supreme=piece.unit.supreme,
        fit=piece.present and not piece.unit.routed,
    )


# --- A unit -----------------------------------------------------------------------------------


def card(field: Field, name: str, language: str) -> Card:
    """The card of a unit as it is now; raises KeyError."""
    piece = field.piece(name)
    morale = reluctance(field, piece) if piece.present else None
    has_morale = morale is not None and piece.profile.class_ != "aircraft"
    return Card(
        values=tuple(_values(piece, language)),
        weapons=tuple(_weapons(piece, language)),
        morale=tuple(_morale(piece, language)) if has_morale else (),
        reluctance=morale.total if morale is not None and has_morale else None,
        bears=most_borne(piece.profile, piece.unit.strength) if has_morale else None,
        orders=tuple(_orders(field, piece, language)) if piece.present else (),
    )


def _values(piece: Piece, language: str) -> Iterator[Value]:
    profile, unit = piece.profile, piece.unit
    if profile.strength:
        lost = piece.lost_figures
        note = _say("brief", "figures_lost", language, number=lost) if lost else ""
        of_all = f"{unit.strength}/{profile.strength}"
        yield Value(_say("brief", "strength", language), of_all, note)
        yield Value(
            _say("brief", "training", language),
            str(profile.training),
            _say("training", str(profile.training), language),
        )
    melee, ranged = profile.attack
    shown = f"{melee}/{'–' if ranged is None else ranged}"
    yield Value(_say("brief", "attack", language), shown)
    yield Value(_say("brief", "defence", language), "/".join(map(str, profile.defence)))
    if profile.class_ != "aircraft":
        yield Value(_say("brief", "movement", language), f"{piece.movement:g} cm")
    if profile.armour is not None:
        hull = profile.armour.hull
        planes = f"{hull.front}/{hull.side}/{hull.rear}/{hull.top}"
        yield Value(_say("brief", "armour", language), planes)


def _weapons(piece: Piece, language: str) -> Iterator[Value]:
    for weapon in piece.profile.weapons:
        bands = ", ".join(f"{to:g} cm {value:+d}" for to, value in weapon.fire_effect)
        far = f"{reach_of(piece, weapon):g} cm"
        if weapon.is_gun:
            ammunition = ", ".join(_say("values", kind, language) for kind in weapon.ammunition)
            aims = _say(
                "brief",
                "gun",
                language,
                accuracy=weapon.accuracy,
                explosion=weapon.explosion,
                spread=f"{weapon.spread:g}",
            )
            bands = "; ".join(filter(None, (aims, ammunition, bands)))
        yield Value(weapon.name or weapon.kind, far, bands)


def _morale(piece: Piece, language: str) -> Iterator[Value]:
    """The entries of its Reluctance, effects with the turn at whose end they go (KG-160)."""
    untils = {effect.effect: effect.until for effect in piece.unit.effects}
    known = WORDS.section("effects")
    for part in reluctance(piece.field, piece).parts:
        label = known[part.what][language] if part.what in known else part.what
        until = untils.get(part.what)
        note = _say("brief", "until", language, turn=until) if until is not None else ""
        if part.value or part.what == "base":
            yield Value(label, f"{part.value:+d}" if part.what != "base" else str(part.value), note)


def _orders(field: Field, piece: Piece, language: str) -> Iterator[Value]:
    """What of its orders of the turn is left, once there are turns, and by whom it is commanded."""
    if field.state.stage != "setup":
        yield from _left(piece, language)
    if outside_command(piece):
        yield Value(_say("brief", "commanded", language), _say("brief", "by_itself", language))
        return
    hq = commanding(field, piece) if in_communication(field, piece.id) else None
    named = name_of(field.piece(hq)) if hq else _say("says", "cut_off", language)
    yield Value(_say("brief", "commanded", language), named)


def _left(piece: Piece, language: str) -> Iterator[Value]:
    unit = piece.unit
    for name, used in (("major", unit.major), ("move", unit.stuck or unit.moving)):
        state = "used" if used or unit.spent else "left"
        moved = f"{unit.moved:.0f} cm" if name == "move" and unit.moved else ""
        yield Value(_say("brief", name, language), _say("brief", state, language), moved)
    left = max(0, most_minor(piece) - unit.minor)
    yield Value(_say("brief", "minor", language), str(left))
