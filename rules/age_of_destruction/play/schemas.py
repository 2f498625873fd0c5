"""JSON Schemas of scenario/1, outcome/1 and game/1, generated from the types."""

from typing import Any, get_args

import msgspec

from rules.age_of_destruction.moment.refusals import RULES
from rules.age_of_destruction.moment.zones import EDGES
from rules.age_of_destruction.orders import AnyOrder
from rules.age_of_destruction.play.read_set_up import ANYWHERE
from rules.age_of_destruction.play.rulings import CHOICES, RULINGS
from rules.age_of_destruction.play.scenario import Prompts
from rules.age_of_destruction.state.events import AnyEvent
from rules.age_of_destruction.table.terrain import Kind

DIALECT = "https://json-schema.org/draft/2020-12/schema"
POINT = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
TEXT = {"type": "string"}
#: A faction, several (one too many), or null for a gunslinger nobody pays.
_RECRUIT = {"type": ["string", "array", "null"], "items": TEXT}


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by the name of its file."""
    return {
        "scenario.1": _scenario(),
        "outcome.1": _outcome(),
        "game.1": _game(),
    }


def _object(required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required.split(), "properties": properties}


def _list(items: Any, **limits: int) -> dict[str, Any]:
    return {"type": "array", "items": items, **limits}


#: An artillery marker on the table; `owner` is the unit that fired it.
MARKER = _object(
    "owner at heading",
    owner=TEXT,
    at=POINT,
    heading={"type": "number"},
    bonus={"type": "integer"},
)


def _orders() -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of any order of a file, and the definitions it refers to."""
    (schema,), parts = msgspec.json.schema_components([AnyOrder], ref_template="#/$defs/{name}")
    return schema, parts


def _rulings() -> dict[str, Any]:
    switches: dict[str, Any] = {}
    for name, default in RULINGS.items():
        if name in CHOICES:
            switches[name] = {"enum": list(CHOICES[name])}
        else:
            switches[name] = {"type": "boolean" if isinstance(default, bool) else "integer"}
    return {"type": "object", "properties": switches}


def _terrain(**more: Any) -> dict[str, Any]:
    return _object(
        "id kind polygon",
        id=TEXT,
        kind={"enum": list(get_args(Kind))},
        polygon=_list(POINT, minItems=3),
        elevated={"type": "boolean"},
        abrupt={"type": "boolean"},
        access=_list(POINT),
        **more,
    )


def _unit() -> dict[str, Any]:
    card = {
        "anyOf": [
            TEXT,
            _object(
                "card",
                card=TEXT,
                weapon={"enum": ["primary", "secondary"]},
                recruit=_RECRUIT,
                points={"type": "integer"},
                recruit_points={"type": "integer"},
            ),
        ]
    }
    return _object(
        "id owner unit",
        id=TEXT,
        owner=TEXT,
        unit={"type": ["string", "object"]},
        at={"anyOf": [POINT, {"type": "null"}]},
        facing={"type": "number"},
        level={"enum": ["ground", "cruising"]},
        click={"type": "integer", "minimum": 1},
        heat={"type": "integer", "minimum": 0},
        tokens={"type": "integer", "minimum": 0},
        shutdown={"type": "boolean"},
        captive_of={"type": ["string", "null"]},
        aboard={"type": ["string", "null"]},
        gear=_list(card),
        pilot=card,
    )


def _player() -> dict[str, Any]:
    card = {"anyOf": [TEXT, _object("card", card=TEXT, faction=TEXT, cancels=TEXT)]}
    return _object(
        "id",
        id=TEXT,
        team=TEXT,
        edge={"enum": list(EDGES)},
        zone={"anyOf": [{"const": ANYWHERE}, _list(POINT, minItems=3)]},
        cards=_list(card),
    )


def _position() -> dict[str, Any]:
    return {
        "system": {"const": "age-of-destruction"},
        "name": TEXT,
        "note": TEXT,
        "build_total": {"type": "integer", "minimum": 150, "multipleOf": 150},
        "rulings": _rulings(),
        "release": TEXT,
        "table": _object("width depth", width={"type": "number"}, depth={"type": "number"}),
        "terrain": _list(_terrain()),
        "pool": _list(_terrain(owner=TEXT)),
        "conditions": _list(
            {"anyOf": [TEXT, _object("card", card=TEXT, cancels=TEXT)]},
        ),
        "players": _list({"anyOf": [TEXT, _player()]}, minItems=2),
        "units": _list(_unit(), minItems=1),
        "markers": _list(MARKER),
        "turn": {"type": "integer", "minimum": 1},
        "active": {"type": ["string", "null"]},
        "turn_limit": {"type": "integer", "minimum": 1},
        "time_limit": {"type": "integer", "minimum": 1},
        "event": {"anyOf": [TEXT, {"type": "object"}]},
        "stage": {"enum": ["setup", "orders"]},
        "prompts": {"enum": list(get_args(Prompts))},
    }


def _face() -> dict[str, Any]:
    return {"type": "integer", "minimum": 1, "maximum": 6}


def _scenario() -> dict[str, Any]:
    order, parts = _orders()
    fields = {"format": {"const": "scenario/1"}, **_position()}
    fields |= {"dice": _list(_face()), "orders": _list(order)}
    required = "format system players units dice orders"
    return {
        "$schema": DIALECT,
        "$id": "scenario.1.json",
        **_object(required, **fields),
        "anyOf": [{"required": ["build_total"]}, {"required": ["event"]}],
        "$defs": parts,
    }


def _outcome() -> dict[str, Any]:
    names = sorted(str(kind.__struct_config__.tag) for kind in get_args(AnyEvent))
    violation = _object(
        "code rules message params",
        code={"enum": sorted(RULES)},
        rules=_list(TEXT),
        where=_list(TEXT),
        message=TEXT,
        params={"type": "object"},
    )
    played = _object(
        "rulings custom turn active stage orders_left units events refused waiting_for dice_left"
        " victory_points winner",
        rulings=_rulings(),
        custom=_list(TEXT),
        turn={"type": "integer"},
        active=TEXT,
        stage=TEXT,
        orders_left={"type": "integer"},
        conditions=_list(TEXT),
        units={"type": "object", "additionalProperties": {"type": "object"}},
        markers=_list(MARKER),
        events=_list(_object("event", event={"enum": names}, rules=_list(TEXT))),
        refused=_list(_object("index violations", violations=_list(violation))),
        waiting_for={"type": ["object", "null"]},
        dice_left={"type": "integer"},
        victory_points={"type": "object", "additionalProperties": _list({"type": "integer"})},
        winner={"type": ["string", "null"]},
        notes=_list(_object("code path message", code=TEXT, path=TEXT, message=TEXT)),
    )
    unreadable = _object("unreadable", unreadable=_object("path message", path=TEXT, message=TEXT))
    return {
        "$schema": DIALECT,
        "$id": "outcome.1.json",
        **_object("format", format={"const": "outcome/1"}),
        "oneOf": [unreadable, played],
    }


def _game() -> dict[str, Any]:
    order, parts = _orders()
    faces = _list(_face())
    one = {"$ref": "#/$defs/AnyOrder"}
    lists = {"orders": _list(one), "faces": _list(faces), "states": _list(TEXT)}
    step = _object("order faces state", order=one, faces=faces, state=TEXT)
    at_first = {"orders": _list(step)}
    fields = {
        "format": {"const": "game/1"},
        "system": {"const": "age-of-destruction"},
        "ruleset": TEXT,
        "dice": _object("scheme", scheme={"enum": ["pcg32", "recorded"]}, seed={"type": "integer"}),
        "start": _object("players units", format={"const": "scenario/1"}, **_position()),
    }
    return {
        "$schema": DIALECT,
        "$id": "game.1.json",
        **_object("format system dice start", **fields),
        "anyOf": [_object("orders faces states", **lists), _object("orders", **at_first)],
        "$defs": parts | {"AnyOrder": order},
    }
