"""Positions for the tests of play, written in the words of scenario/1."""

from functools import cache
from typing import Any

from rules.__main__ import ROOT, read_records
from rules.age_of_destruction import Catalogue, read_catalogue
from rules.age_of_destruction.play.play import Outcome, resolve
from rules.age_of_destruction.play.scenario import Scenario, read_scenario
from rules.age_of_destruction.system import AGE_OF_DESTRUCTION

Json = dict[str, Any]
START = {"primary_damage": "green", "secondary_damage": "green", "speed": "green"}


@cache
def catalogue() -> Catalogue:
    """The committed records."""
    return read_catalogue(read_records(ROOT / "fixtures" / AGE_OF_DESTRUCTION.fixtures))


def weapon(slot: str, kind: str, maximum: int, minimum: int = 0, targets: int = 1) -> Json:
    """A range pair as records write it."""
    return {
        "slot": slot,
        "damage_type": kind,
        "targets": targets,
        "range_min": minimum,
        "range_max": maximum,
    }


def _record(kind: str, mode: str, weapons: list[Json], **fields: Any) -> Json:
    values: Json = {
        "speed": 6,
        "attack": 8,
        "defense": 18,
        "primary_damage": 3,
        "secondary_damage": None,
    }
    values |= {key: fields.pop(key) for key in list(fields) if key in values}
    equipment = {
        value: {"color": color, "shape": shape}
        for value, (color, shape) in fields.pop("equipment", {}).items()
    }
    later = fields.pop("later", {})
    dial = [
        {"click": click, "marker": None, "special_equipment": equipment, **values}
        for click in range(1, fields.pop("clicks", 8) + 1)
    ]
    dial[0]["marker"] = "start"
    for click, changes in later.items():
        dial[click - 1] = dial[click - 1] | changes
    return {
        "id": "X-1",
        "name": fields.pop("name", "Test unit"),
        "type": kind,
        "speed_mode": mode,
        "points": 40,
        "attacks": weapons,
        "dial": dial,
        **fields,
    }


def place(name: str, at: tuple[float, float], facing: float, figure: Json, state: Json) -> Json:
    """A unit of a scenario; its owner is red for ids in r, blue for others."""
    owner = "red" if name.startswith("r") else "blue"
    return {"id": name, "owner": owner, "unit": figure, "at": list(at), "facing": facing} | state


_STATE = ("click", "heat", "tokens", "level", "shutdown", "captive_of", "owner", "gear", "pilot")


def _split(fields: Json) -> tuple[Json, Json]:
    state = {key: fields.pop(key) for key in list(fields) if key in _STATE}
    return fields, state


def squad(unit_id: str, /, at: tuple[float, float], facing: float = 0, **fields: Any) -> Json:
    """An infantry unit on foot: ballistic 6, damage 2, defense 16."""
    fields, state = _split(fields)
    gun = fields.pop("gun", weapon("primary", "ballistic", 6))
    usual: Json = {"defense": 16, "primary_damage": 2, "clicks": 5}
    mode = fields.pop("mode", "foot")
    figure = _record("infantry", mode, [gun], **(usual | fields))
    return place(unit_id, at, facing, figure, state)


def tank(unit_id: str, /, at: tuple[float, float], facing: float = 0, **fields: Any) -> Json:
    """A tracked vehicle: ballistic 10, damage 3, defense 18, speed 8."""
    fields, state = _split(fields)
    gun = fields.pop("gun", weapon("primary", "ballistic", 10))
    mode = fields.pop("mode", "tracked")
    figure = _record("vehicle", mode, [gun], **({"speed": 8} | fields))
    return place(unit_id, at, facing, figure, state)


def heat_dial(*rows: Json) -> list[Json]:
    """A heat dial that begins with the three green squares; rows name mods and effects."""
    first = {"effects": {column: {"color": color} for column, color in START.items()}}
    return [
        {"primary_damage_mod": 0, "secondary_damage_mod": 0, "speed_mod": 0, "effects": {}}
        | row
        | (
            {"effects": {c: {"color": e} for c, e in row["colors"].items()}}
            if "colors" in row
            else {}
        )
        for row in (first, *rows)
    ]


def mech(unit_id: str, /, at: tuple[float, float], facing: float = 0, **fields: Any) -> Json:
    """A 'Mech: energy 8 with damage 4, ballistic 10 with damage 3, speed 6, vent 2, heat to 5."""
    fields, state = _split(fields)
    weapons = [
        fields.pop("gun", weapon("primary", "energy", 8)),
        fields.pop("second", weapon("secondary", "ballistic", 10)),
    ]
    usual: Json = {
        **{"attack": 9, "primary_damage": 4, "secondary_damage": 3},
        **{"clicks": 10, "vent": 2, "heat_dial": heat_dial({}, {}, {}, {})},
    }
    mode = fields.pop("mode", "mech")
    figure = _record("mech", mode, weapons, **(usual | fields))
    return place(unit_id, at, facing, figure, state)


def quad(unit_id: str, /, at: tuple[float, float], facing: float = 0, **fields: Any) -> Json:
    """A Quad, otherwise as `mech`."""
    return mech(unit_id, at, facing, mode="quad_mech", **fields)


def vtol(unit_id: str, /, at: tuple[float, float], facing: float = 0, **fields: Any) -> Json:
    """A VTOL with speed 14."""
    return tank(unit_id, at, facing, **({"mode": "vtol", "speed": 14} | fields))


def woods(name: str, *corners: tuple[float, float], kind: str = "hindering", **flags: Any) -> Json:
    """A terrain element; two corners give a rectangle."""
    if len(corners) == 2:
        (left, low), (right, high) = corners
        corners = ((left, low), (right, low), (right, high), (left, high))
    return {"id": name, "kind": kind, "polygon": [list(c) for c in corners], **flags}


def scenario(units: list[Json], *orders: Json, **fields: Any) -> Json:
    """A scenario/1 file: red plays, 8 orders a turn unless said otherwise."""
    return {
        "format": "scenario/1",
        "system": "age-of-destruction",
        "build_total": 1200,
        "table": {"width": 36, "depth": 36},
        "terrain": [],
        "players": ["red", "blue"],
        "units": units,
        "active": "red",
        "stage": "orders",
        "dice": [],
        "orders": list(orders),
    } | fields


def read(data: Json) -> Scenario:
    """A scenario read."""
    return read_scenario(data, catalogue())


class Played:
    """What came of a scenario, for short assertions."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome

    def __getattr__(self, name: str) -> Any:
        if name in self.outcome.state.units:
            return self.outcome.state.units[name]
        raise AttributeError(name)

    @property
    def state(self) -> Any:
        """The last state."""
        return self.outcome.state

    @property
    def refused(self) -> dict[int, set[str]]:
        """The codes of refused orders by their place."""
        return {r.index: {v.code for v in r.violations} for r in self.outcome.refused}

    def codes(self, index: int = 0) -> set[str]:
        """Why an order was refused; empty when it was not."""
        return self.refused.get(index, set())

    def events(self, kind: str) -> list[Any]:
        """The events of a kind, by class name."""
        return [event for event in self.outcome.events if type(event).__name__ == kind]

    def attack(self, index: int = 0) -> Json:
        """The parts of an attack roll's attack by what they are."""
        return {part.what: part.value for part in self.events("AttackRolled")[index].attack}

    def defense(self, target: str, index: int = 0) -> Json:
        """The parts of a target's defense by what they are."""
        aim = self.events("AttackRolled")[index].targets[target]
        return {part.what: part.value for part in aim.defense}


def play(units: list[Json], *orders: Json, dice: Any = (), **fields: Any) -> Played:
    """Play a scenario with faces of dice; every face must be used and none may lack."""
    played = Played(resolve(read(scenario(units, *orders, dice=list(dice), **fields))))
    assert played.outcome.dice_left == 0, f"{played.outcome.dice_left} dice left"
    return played


def move(unit: str, *points: tuple[float, float], **fields: Any) -> Json:
    """A move order along points."""
    legs = [{"travel": [list(p) for p in points]}] if points else []
    return {"order": "move", "unit": unit, "legs": legs} | fields


def ranged(unit: str, *targets: str, **fields: Any) -> Json:
    """A ranged order."""
    return {"order": "ranged", "unit": unit, "targets": list(targets)} | fields


def close(unit: str, target: str, **fields: Any) -> Json:
    """A close combat order."""
    return {"order": "close", "unit": unit, "target": target} | fields


def vent(unit: str) -> Json:
    """A vent order."""
    return {"order": "vent", "unit": unit}


def assault(unit: str, kind: str, *points: tuple[float, float], **fields: Any) -> Json:
    """An assault along points; `targets` for a ranged one, `target` for a close one."""
    return move(unit, *points, **fields) | {"order": "assault", "kind": kind}


def spin(unit: str, facing: float | None) -> Json:
    """The answer to the offer of a free spin; None declines it."""
    return {"order": "answer", "to": "free_spin", "unit": unit, "facing": facing}


def aboard(unit: Json, transport: str) -> Json:
    """A unit of a scenario taken aboard a transport."""
    return unit | {"at": None, "aboard": transport}


END = {"order": "end_stage"}
HIT = (4, 3, 3)
