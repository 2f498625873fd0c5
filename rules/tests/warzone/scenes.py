"""Small scenarios for the tests: an empty table, models of one inch and Size 2."""

import json
from typing import Any

from rules.warzone.outcome import resolve
from rules.warzone.reading import read_scenario

Json = dict[str, Any]
#: A wall six inches high whose near edge is y = 10.
WALL = {
    "id": "wall",
    "kind": "block",
    "height": 6,
    "polygon": [[10, 10], [20, 10], [20, 14], [10, 14]],
}


def block(name: str, height: float, *corners: list[float], **fields: Any) -> Json:
    return {"id": name, "kind": "block", "height": height, "polygon": list(corners)} | fields


def box(left: float, low: float, right: float, high: float) -> list[list[float]]:
    return [[left, low], [right, low], [right, high], [left, high]]


def trench(width: float, depth: float = 5) -> Json:
    """A gap from y = 10 on."""
    return {"id": "gap", "kind": "gap", "depth": depth, "polygon": box(10, 10, 20, 10 + width)}


def model(name: str, at: list[float], **fields: Any) -> Json:
    """A model of red's squad r, or of blue's squad b where its name begins with b."""
    owner = "blue" if name.startswith("b") else "red"
    return {
        "id": name,
        "owner": owner,
        "squad": owner[0],
        "kind": "humanoid",
        "mv": 4,
        "size": 2,
        "ld": 12,
        "base": 1,
        "at": at,
        "actions": 2,
    } | fields


def scene(*units: Json, **fields: Any) -> Json:
    return {
        "format": "scenario/1",
        "system": "warzone",
        "table": {"width": 48, "depth": 48},
        "players": ["red", "blue"],
        "units": list(units),
    } | fields


def play(data: Json, *orders: Json | str, dice: tuple[int, ...] = ()) -> Json:
    """What comes of a scenario; all dice are used."""
    given = [{"order": order} if isinstance(order, str) else order for order in orders]
    outcome = resolve(read_scenario(data | {"orders": given, "dice": list(dice)}))
    written: Json = json.loads(json.dumps(outcome))
    assert written["dice_left"] == 0
    return written


def move(unit: str, *points: list[float], **fields: Any) -> Json:
    return {"order": "move", "unit": unit, "legs": [{"travel": list(points)}]} | fields


def push(unit: str, *points: list[float], **fields: Any) -> Json:
    return move(unit, *points, **fields) | {"order": "push_through"}


def climb(unit: str, piece: str = "wall", **fields: Any) -> Json:
    return {"order": "climb", "unit": unit, "piece": piece} | fields


def jump(unit: str, at: list[float], **fields: Any) -> Json:
    return {"order": "jump", "unit": unit, "piece": "gap", "at": at} | fields


def drop(unit: str, at: list[float], **fields: Any) -> Json:
    return {"order": "drop", "unit": unit, "at": at} | fields


def fall(unit: str, height: float | None = None, **fields: Any) -> Json:
    return {"order": "fall", "unit": unit, "height": height} | fields


def attack(unit: str, target: str, kind: str, **fields: Any) -> Json:
    return {"order": "attack", "unit": unit, "target": target, "kind": kind} | fields


def posture(unit: str, to: str) -> Json:
    return {"order": "posture", "unit": unit, "to": to}


def result(unit: str, what: str) -> Json:
    return {"order": "result", "unit": unit, "result": what}


def codes(outcome: Json, index: int = 0) -> list[str]:
    """The codes of one refused order, none where it was accepted."""
    found = [each for each in outcome["refused"] if each["index"] == index]
    return [violation["code"] for each in found for violation in each["violations"]]


def told(outcome: Json, event: str) -> list[Json]:
    """The events of one kind."""
    return [each for each in outcome["events"] if each["event"] == event]


def shown(outcome: Json, unit: str, **fields: Any) -> bool:
    """Whether a model has some values."""
    state: Json = outcome["units"][unit]
    return state | fields == state
