"""JSON Schemas of the published formats, put together from types."""

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}


def listed(items: Any) -> Schema:
    """A list of some things."""
    return {"type": "array", "items": items}


def named(reference: Schema, definitions: Schema) -> Schema:
    """What a reference stands for."""
    found: Schema = definitions[reference["$ref"].rpartition("/")[2]]
    return found


def described(
    system: str, title: str, name: str, properties: Schema, required: list[str], definitions: Schema
) -> Schema:
    """The schema of one format of a system, with the definitions it uses and no others."""
    fields = {"format": {"const": name}, "system": {"const": system}, **properties}
    return {
        "$schema": DIALECT,
        "title": f"{name} of {title}",
        "type": "object",
        "properties": fields,
        "required": required,
        "$defs": used(fields, definitions),
    }


def refused(codes: list[str]) -> Schema:
    """The refusals of an outcome."""
    violation = {
        "type": "object",
        "properties": {
            "code": {"enum": codes},
            "rules": listed(TEXT),
            "where": listed(TEXT),
            "params": {"type": "object"},
            "message": TEXT,
        },
    }
    return listed(
        {"type": "object", "properties": {"index": COUNT, "violations": listed(violation)}}
    )


def used(schema: Any, definitions: Schema) -> Schema:
    """The definitions a schema refers to, and those they refer to."""
    used: Schema = {}
    waiting = list(_references(schema))
    while waiting:
        name = waiting.pop()
        if name not in used:
            used[name] = definitions[name]
            waiting += _references(definitions[name])
    return {name: used[name] for name in sorted(used)}


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(reference := schema.get("$ref"), str):
            yield reference.rpartition("/")[2]
        for value in schema.values():
            yield from _references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _references(value)
