"""JSON Schemas of scenario/1, outcome/1 and game/1, generated from the types."""

from typing import Any, get_args

import msgspec

from rules.age_of_destruction.moment.refusals import RULES
from rules.age_of_destruction.orders import AnyOrder
from rules.age_of_destruction.play.rulings import CHOICES, RULINGS
from rules.age_of_destruction.play.saved_game import LaterFile, StepRecord
from rules.age_of_destruction.play.scenario import ScenarioFile
from rules.age_of_destruction.state.events import AnyEvent
from rules.core.schema import DIALECT, TEXT, listed, named, used


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by the name of its file."""
    return {
        "scenario.1": _scenario(),
        "outcome.1": _outcome(),
        "game.1": _game(),
    }


def _object(required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required.split(), "properties": properties}


def _parts() -> tuple[list[Any], dict[str, Any]]:
    """The schemas of a scenario, an order and a saved step, and the definitions they refer to.

    Figures written out and formats keep all their fields, known here or not.
    """
    kinds = (ScenarioFile, AnyOrder, StepRecord, LaterFile)
    found, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    opened = {name: {**parts[name], "properties": {}} for name in ("InlineFigure", "EventRecord")}
    return list(found), parts | opened


def _rulings() -> dict[str, Any]:
    switches: dict[str, Any] = {}
    for name, default in RULINGS.items():
        if name in CHOICES:
            switches[name] = {"enum": list(CHOICES[name])}
        else:
            switches[name] = {"type": "boolean" if isinstance(default, bool) else "integer"}
    return {"type": "object", "properties": switches}


def _position(stated: dict[str, Any]) -> dict[str, Any]:
    """The fields of a scenario before anything happens in it."""
    fields = {name: field for name, field in stated.items() if name not in ("dice", "orders")}
    titles = {"type": "object", "additionalProperties": TEXT}
    return {"name": TEXT, "titles": titles, "note": TEXT, **fields, "rulings": _rulings()}


def _scenario() -> dict[str, Any]:
    (file, order, *_), parts = _parts()
    stated = named(file, parts)
    orders = {**stated["properties"]["orders"], "items": order}
    fields = {**_position(stated["properties"]), "dice": stated["properties"]["dice"]}
    required = [name for name in stated["required"] if name != "build_total"]
    return {
        "$schema": DIALECT,
        "$id": "scenario.1.json",
        **_object(" ".join(required), **fields, orders=orders),
        "anyOf": [{"required": ["build_total"]}, {"required": ["event"]}],
        "$defs": used([fields, orders], parts),
    }


def _outcome() -> dict[str, Any]:
    marker = _parts()[1]["PlacedMarkerRecord"]
    names = sorted(str(kind.__struct_config__.tag) for kind in get_args(AnyEvent))
    violation = _object(
        "code rules message params",
        code={"enum": sorted(RULES)},
        rules=listed(TEXT),
        where=listed(TEXT),
        message=TEXT,
        params={"type": "object"},
    )
    played = _object(
        "rulings custom turn active stage orders_left units events refused waiting_for dice_left"
        " victory_points winner",
        rulings=_rulings(),
        custom=listed(TEXT),
        turn={"type": "integer"},
        active=TEXT,
        stage=TEXT,
        orders_left={"type": "integer"},
        conditions=listed(TEXT),
        units={"type": "object", "additionalProperties": {"type": "object"}},
        markers=listed(marker),
        events=listed(_object("event", event={"enum": names}, rules=listed(TEXT))),
        refused=listed(_object("index violations", violations=listed(violation))),
        waiting_for={"type": ["object", "null"]},
        dice_left={"type": "integer"},
        victory_points={"type": "object", "additionalProperties": listed({"type": "integer"})},
        winner={"type": ["string", "null"]},
        notes=listed(_object("code path message", code=TEXT, path=TEXT, message=TEXT)),
    )
    unreadable = _object("unreadable", unreadable=_object("path message", path=TEXT, message=TEXT))
    return {
        "$schema": DIALECT,
        "$id": "outcome.1.json",
        **_object("format", format={"const": "outcome/1"}),
        "oneOf": [unreadable, played],
    }


def _game() -> dict[str, Any]:
    (file, order, step, saved), parts = _parts()
    parts["AnyOrder"] = order
    one = {"$ref": "#/$defs/AnyOrder"}
    stated = named(saved, parts)["properties"]
    at_first = {**named(step, parts)["properties"], "order": one}
    lists = {name: stated[name] for name in ("faces", "states")}
    fields = {
        "format": stated["format"],
        "system": stated["system"],
        "ruleset": TEXT,
        "dice": stated["dice"],
        "start": _object("players units", **_position(named(file, parts)["properties"])),
    }
    forms = [
        _object("orders faces states", orders=listed(one), **lists),
        _object("orders", orders=listed(_object("order faces state", **at_first))),
    ]
    return {
        "$schema": DIALECT,
        "$id": "game.1.json",
        **_object("format system dice start", **fields),
        "anyOf": forms,
        "$defs": used([fields, forms], parts),
    }
