"""JSON Schemas of the formats, generated from the types that read them."""

from typing import Any

import msgspec

from rules.khans_and_generals.army.battle_group import BattleGroup
from rules.khans_and_generals.army.findings import CODES
from rules.khans_and_generals.orders import KINDS
from rules.khans_and_generals.play.refusals import WORDING
from rules.khans_and_generals.play.scenario import ScenarioFile
from rules.khans_and_generals.records.profile import Profile
from rules.khans_and_generals.state.state import Assessment, Cloud, Conditions, Effect

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXT = {"type": "string"}
COUNT = {"type": "integer"}
TEXTS = {"type": "array", "items": TEXT}
Schema = dict[str, Any]


def schemas() -> dict[str, Schema]:
    """Every schema by the name of its file."""
    made = {
        "battle-group.1": _army(),
        "verdict.1": _verdict(),
        "scenario.1": _scenario(),
        "outcome.1": _outcome(),
        "game.1": _game(),
    }
    return {f"khans-and-generals.{name}": schema for name, schema in made.items()}


def _whole(title: str, root: Schema, parts: dict[str, Schema]) -> Schema:
    return {"$schema": DIALECT, "title": f"Khans & Generals: {title}", **root, "$defs": parts}


def _components(*types: Any) -> tuple[list[Schema], dict[str, Schema]]:
    found, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return list(found), parts


def _with_profiles(parts: dict[str, Schema], *owners: str) -> None:
    """Entries name a profile or are one; a file's own profiles are read as such."""
    profile = {"$ref": "#/$defs/Profile"}
    for owner in owners:
        properties = parts[owner]["properties"]
        for field in ("unit", "attached"):
            if field == "unit" and field in properties:
                properties[field] = {"anyOf": [TEXT, profile]}
            elif field in properties:
                properties[field]["items"] = {"anyOf": [TEXT, profile]}
        if "profiles" in properties:
            properties["profiles"] = {"type": "object", "additionalProperties": profile}


def _army() -> Schema:
    (root, _), parts = _components(BattleGroup, Profile)
    _with_profiles(parts, "BattleGroup", "Entry", "Fortification")
    return _whole("battle-group/1", root, parts)


def _orders() -> tuple[Schema, dict[str, Schema]]:
    found, parts = _components(*KINDS)
    mapping = {k.name: s["$ref"] for k, s in zip(KINDS.values(), found, strict=True)}
    choice = {"propertyName": "order", "mapping": mapping}
    return {"anyOf": found, "discriminator": choice}, parts


def _scenario() -> Schema:
    (root, _), parts = _components(ScenarioFile, Profile)
    _with_profiles(parts, "ScenarioFile", "UnitEntry")
    order, others = _orders()
    parts["ScenarioFile"]["properties"]["orders"] = {"type": "array", "items": order}
    return _whole("scenario/1", root, parts | others)


def _object(required: str, **properties: Schema) -> Schema:
    return {"type": "object", "required": required.split(), "properties": properties}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


_UNREADABLE = _object("path message", path=TEXT, message=TEXT)


def _verdict() -> Schema:
    violation = _object(
        "code severity rules where params message",
        code={"enum": sorted(CODES)},
        severity={"enum": ["error", "warning", "note"]},
        rules=TEXTS,
        where=TEXTS,
        params={"type": "object"},
        message=TEXT,
    )
    part = _object("where what points", where=TEXT, what=TEXT, points=COUNT)
    points = _object(
        "total limit purse fortifications at_least parts",
        total=COUNT,
        limit={"type": ["integer", "null"]},
        purse=COUNT,
        fortifications=COUNT,
        at_least={"type": "boolean"},
        parts=_list(part),
    )
    root = {
        "type": "object",
        "required": ["format"],
        "properties": {
            "format": {"const": "verdict/1"},
            "system": {"const": "khans-and-generals"},
            "ruleset": TEXT,
            "catalogue": TEXT,
            "name": TEXT,
            "legal": {"type": "boolean"},
            "orders": COUNT,
            "points": points,
            "assessment_limit": COUNT,
            "army": _list(
                _object("where unit reluctance", where=TEXT, unit=TEXT, reluctance=COUNT)
            ),
            "violations": _list(violation),
            "checks": _list({"type": "object"}),
            "repairs": _list(_object("changes total message", total=COUNT, message=TEXT)),
            "unreadable": _UNREADABLE,
        },
    }
    return _whole("verdict/1", root, {})


def _outcome() -> Schema:
    (effect, cloud, conditions, _), parts = _components(Effect, Cloud, Conditions, Assessment)
    codes = sorted(code for code in WORDING.sentences if code.isupper())
    violation = _object(
        "code rules params message",
        code={"enum": codes},
        rules=TEXTS,
        params={"type": "object"},
        message=TEXT,
    )
    properties: dict[str, Schema] = {
        "format": {"const": "outcome/1"},
        "system": {"const": "khans-and-generals"},
        "turn": COUNT,
        "active": TEXT,
        "stage": {"enum": ["setup", "change", "orders", "over"]},
        "orders_left": COUNT,
        "activations": {"type": "object", "additionalProperties": COUNT},
        "command_points": {"type": "object", "additionalProperties": COUNT},
        "conditions": conditions,
        "units": {
            "type": "object",
            "additionalProperties": {"type": "object", "properties": {"effects": _list(effect)}},
        },
        "smoke": _list(cloud),
        "fires": _list({"type": "object"}),
        "destroyed_terrain": TEXTS,
        "objectives": {"type": "object"},
        "assessment": {"type": "object"},
        "events": _list(_object("event rules", event=TEXT, rules=TEXTS)),
        "refused": _list(_object("index violations", index=COUNT, violations=_list(violation))),
        "waiting_for": {"type": ["object", "null"]},
        "dice_left": COUNT,
        "winner": {"type": ["string", "null"]},
        "ended_by": {"type": ["string", "null"]},
        "unreadable": _UNREADABLE,
    }
    root = {"type": "object", "required": ["format"], "properties": properties}
    return _whole("outcome/1", root, parts)


def _game() -> Schema:
    scenario = _scenario()
    order, _ = _orders()
    parts = scenario["$defs"]
    faces = _list({"type": "integer", "minimum": 1, "maximum": 12})
    root = _object(
        "format system dice start orders faces states",
        format={"const": "game/1"},
        system={"const": "khans-and-generals"},
        ruleset=TEXT,
        dice=_object("scheme", scheme={"enum": ["pcg32", "recorded"]}, seed=COUNT),
        start={"$ref": scenario["$ref"]},
        opening=faces,
        orders=_list(order),
        faces=_list(faces),
        states=TEXTS,
    )
    return _whole("game/1", root, parts)
