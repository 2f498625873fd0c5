"""Small scenarios for the tests: a strip of hexes, two sides, a formation each."""

import json
from typing import Any

from rules.nations_at_war.outcome import resolve
from rules.nations_at_war.reading import read_scenario

COSTS = {"open": 1, "wood": 2, "hill": {"leg": 2, "half-track": 3}, "lake": None}


def hq(name: str, formation: str, at: list[int] | None, **fields: Any) -> dict[str, Any]:
    printed = {"movement": 6, "morale": 7, "command_range": 4, "leadership": 2}
    return {"id": name, "formation": formation, "kind": "hq", "at": at} | printed | fields


def tank(name: str, formation: str, at: list[int] | None, **fields: Any) -> dict[str, Any]:
    return {
        "id": name,
        "formation": formation,
        "kind": "tank",
        "at": at,
        "movement": 6,
        "movement_class": "tracked",
        "target": "hard",
    } | fields


def mechanised(name: str, formation: str, at: list[int] | None, **fields: Any) -> dict[str, Any]:
    return {
        "id": name,
        "formation": formation,
        "kind": "mechanised infantry",
        "at": at,
        "side": "mounted",
        "movement": {"mounted": 8, "dismounted": 3},
        "movement_class": {"mounted": "half-track", "dismounted": "leg"},
    } | fields


def enemies() -> list[dict[str, Any]]:
    return [hq("ch", "C", [9, 0]), tank("c1", "C", [8, 0])]


def scene(*units: dict[str, Any], rows: str = "", **fields: Any) -> dict[str, Any]:
    """A scenario of formation A (red, headquarters "ah" at [0, 0] unless among `units`) and C
    (blue); the map is three rows of ten open hexes, or `rows` of w(ood), h(ill), l(ake), x."""
    names = {".": "open", "w": "wood", "h": "hill", "l": "lake", "x": "unknown"}
    lines = rows.split() or ["." * 10] * 3
    own = list(units)
    if not any(unit["kind"] == "hq" and unit["formation"] == "A" for unit in own):
        own.insert(0, hq("ah", "A", [0, 0]))
    if not any(unit["formation"] == "C" for unit in own):
        own += enemies()
    return {
        "format": "scenario/1",
        "system": "nations-at-war",
        "map": {
            "costs": COSTS,
            "rows": [
                {"q": 0, "r": r, "terrain": [names[letter] for letter in line]}
                for r, line in enumerate(lines)
            ],
        },
        "players": ["red", "blue"],
        "formations": [{"id": "A", "owner": "red"}, {"id": "C", "owner": "blue"}],
        "units": own,
    } | fields


def two_formations(**fields: Any) -> dict[str, Any]:
    """Red has A and B, blue has C; a headquarters each."""
    units = [hq("ah", "A", [0, 0]), hq("bh", "B", [0, 2]), hq("ch", "C", [9, 0])]
    owners = {"A": "red", "B": "red", "C": "blue"}
    formations = [{"id": name, "owner": owner} for name, owner in owners.items()]
    return scene(*units, **{"formations": formations} | fields)


def play(data: dict[str, Any], *orders: dict[str, Any] | str, **chance: Any) -> dict[str, Any]:
    """What comes of a scenario: orders by name or in full, `draws` and `dice` as they fall."""
    given = [{"order": order} if isinstance(order, str) else order for order in orders]
    outcome = resolve(read_scenario(data | chance | {"orders": given}))
    written: dict[str, Any] = json.loads(json.dumps(outcome))
    return written


def active(data: dict[str, Any], *orders: dict[str, Any] | str, **chance: Any) -> dict[str, Any]:
    """The same with formation A in its impulse, nothing rolled."""
    return play(data | {"stage": "impulse", "formation": "A"}, *orders, **chance)


def move(unit: str, *legs: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"order": "move", "unit": unit, "legs": list(legs)} | fields


def along(*hexes: list[int], **fields: Any) -> dict[str, Any]:
    return {"travel": list(hexes)} | fields


LOAD, UNLOAD = {"load": True}, {"unload": True}


def codes(outcome: dict[str, Any], index: int = 0) -> list[str]:
    """The codes of one refused order."""
    (refusal,) = (each for each in outcome["refused"] if each["index"] == index)
    return [violation["code"] for violation in refusal["violations"]]


def told(outcome: dict[str, Any], event: str) -> list[dict[str, Any]]:
    """The events of one kind."""
    return [each for each in outcome["events"] if each["event"] == event]
