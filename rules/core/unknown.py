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
    "boolean": bool,
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
    """What a schema says of a value: what it refers to, and of several alternatives the first that
    the value is, beside what holds for all of them."""
    if "$ref" in schema:
        return _fitting(value, parts[schema["$ref"].rpartition("/")[2]], parts)
    if "discriminator" in schema and isinstance(value, dict):
        kinds = schema["discriminator"]
        kind = value.get(kinds["propertyName"])
        reference = kinds["mapping"].get(kind) if isinstance(kind, str) else None
        return _fitting(value, {"$ref": reference}, parts) if reference else {}
    alternatives = (_fitting(value, one, parts) for one in schema.get("anyOf", ()))
    fitting = next((one for one in alternatives if _may_be(value, one)), None)
    if fitting is None:
        return schema
    named = {**(schema.get("properties") or {}), **(fitting.get("properties") or {})}
    return {**schema, **fitting, "properties": named}


def _may_be(value: Any, schema: Schema) -> bool:
    """Whether a value is of the kind a schema names, with the fields it asks for."""
    kinds = schema.get("type", ())
    shapes = [_SHAPES.get(kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    if shapes and not any(shape and isinstance(value, shape) for shape in shapes):
        return False
    return not isinstance(value, dict) or set(schema.get("required", ())) <= value.keys()
