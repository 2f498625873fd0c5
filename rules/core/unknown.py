"""Fields of a document that its JSON Schema does not name."""

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]

#: The code of a note about such a field, and its words.
FIELD_UNKNOWN = "FIELD_UNKNOWN"
_SENTENCE = {
    "en": "Nothing here has a field “{field}”; it was passed over.",
    "pl": "Nic tu nie ma pola „{field}”; zostało pominięte.",
}

_SHAPES: dict[str, type] = {
    "object": dict,
    "array": list,
    "string": str,
    "null": type(None),
}


def unknown_fields(document: Any, schema: Schema) -> list[str]:
    """The JSON paths of the fields a schema does not name, in file order.

    What the schema leaves open, an object without named fields, is passed over.
    """
    return list(_unknown(document, schema, schema.get("$defs", {}), "$"))


def field_unknown(path: str, language: str = "en") -> str:
    """What is said about the unknown field at a path."""
    return _SENTENCE[language].format(field=path.rpartition(".")[2][:80])


def notes(document: Any, schema: Schema, language: str = "en") -> list[dict[str, str]]:
    """The fields of a document that its format does not have, each with path and sentence."""
    return [
        {"code": FIELD_UNKNOWN, "path": path, "message": field_unknown(path, language)}
        for path in unknown_fields(document, schema)
    ]


def _unknown(value: Any, schema: Schema, parts: dict[str, Schema], path: str) -> Iterator[str]:
    schema = _fitting(value, schema, parts)
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _unknown(item, schema.get("items") or {}, parts, f"{path}[{index}]")
    elif isinstance(value, dict):
        named: dict[str, Schema] = schema.get("properties") or {}
        others: Schema = schema.get("additionalProperties") or {}
        for key, item in value.items():
            if named and key not in named:
                yield f"{path}.{key}"
            else:
                yield from _unknown(item, named.get(key, others), parts, f"{path}.{key}")


def _fitting(value: Any, schema: Schema, parts: dict[str, Schema]) -> Schema:
    """What a schema refers to; of several alternatives the one of the value's kind."""
    if "$ref" in schema:
        return _fitting(value, parts[schema["$ref"].rpartition("/")[2]], parts)
    if "discriminator" in schema and isinstance(value, dict):
        kinds = schema["discriminator"]
        reference = kinds["mapping"][value[kinds["propertyName"]]]
        return _fitting(value, {"$ref": reference}, parts)
    for alternative in schema.get("anyOf", ()):
        fitting = _fitting(value, alternative, parts)
        shape = _SHAPES.get(fitting.get("type", ""))
        if shape and isinstance(value, shape):
            return fitting
    return schema
