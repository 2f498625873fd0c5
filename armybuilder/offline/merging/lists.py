"""Lists of lines as trees: a line gets a key by which it is known on both sides.

Lines have no ids. Those of an older list find themselves again in a newer one by what they are, the
most alike first; a new line is known by its figure or card, so that the same one added on both
sides is the same line.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from armybuilder.offline.merging.trees import ABSENT, Field

#: By which of its fields a line of any game is known, the first it has.
NAMED_BY = ("id", "unit", "card", "name")
#: Passengers name lines by their places.
LOADS = "loads"
#: Lines are under this key, the order of their keys under the other.
LINES, ORDER = "lines", "order"

#: How a list of lines is merged, and anything else where none is.
LISTED = Field(keys={LINES: Field(each=Field("line")), ORDER: Field("order")}, anew=True)

Document = Mapping[str, Any]
Keys = dict[str, list[str]]


def keyed(base: Any, mine: Any, theirs: Any) -> tuple[Any, Any, Any]:
    """Three states of a document as trees, in which every list of lines is an object by keys that
    mean the same line in all three; each may be ABSENT."""
    tree = keyed_like(ABSENT, base)
    return tree, keyed_like(tree, mine), keyed_like(tree, theirs)


def keyed_like(tree: Any, document: Any) -> Any:
    """A document as a tree whose lines have the keys that they have in another."""
    if document is ABSENT:
        return ABSENT
    older = {} if tree is ABSENT else tree
    keys = {
        name: _keys(older.get(name), value)
        for name, value in document.items()
        if name != LOADS and _holds_lines(value)
    }
    return _tree(document, keys)


def listed(tree: Any) -> Any:
    """The document of a tree again; passengers whose line is gone get off."""
    if tree is ABSENT:
        return ABSENT
    document = {key: _list(value) if _is_lines(value) else value for key, value in tree.items()}
    if LOADS in tree:
        keys = _ordered(tree["units"]) if _is_lines(tree.get("units")) else []
        place = {key: number for number, key in enumerate(keys)}
        document[LOADS] = [
            {
                **rest,
                "transport": place[transport],
                "passengers": sorted(place[each] for each in rest["passengers"] if each in place),
            }
            for transport, rest in tree[LOADS].items()
            if transport in place and any(each in place for each in rest["passengers"])
        ]
        if not document[LOADS]:
            del document[LOADS]
    return document


def _holds_lines(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str | dict) for each in value)


def _tree(side: Document, keys: Keys) -> dict[str, Any]:
    tree = {
        name: {LINES: dict(zip(keys[name], value, strict=True)), ORDER: keys[name]}
        if name in keys
        else value
        for name, value in side.items()
    }
    if LOADS in side:
        units = keys.get("units", [])
        tree[LOADS] = {
            units[load["transport"]]: {
                **{key: value for key, value in load.items() if key != "transport"},
                "passengers": [units[each] for each in load["passengers"] if each < len(units)],
            }
            for load in side[LOADS]
            if load["transport"] < len(units)
        }
    return tree


def _is_lines(value: Any) -> bool:
    return isinstance(value, Mapping) and value.keys() == {LINES, ORDER}


def _list(value: Mapping[str, Any]) -> list[Any]:
    return [value[LINES][key] for key in _ordered(value)]


def _ordered(value: Mapping[str, Any]) -> list[str]:
    """The keys of the lines there are, in their order; those it does not name last."""
    order = [key for key in value[ORDER] if key in value[LINES]]
    return order + [key for key in value[LINES] if key not in order]


def _keys(older: Any, newer: Sequence[Any]) -> list[str]:
    """The key of each line of a list: that of the line it was in an older one, a tree, or a new one
    by what it is."""
    if not _is_lines(older):
        older = {LINES: {}, ORDER: []}
    found: dict[int, str] = {}
    left = dict(enumerate(newer))
    free = {key: older[LINES][key] for key in _ordered(older)}
    for alike in (_same, _same_but_count, _same_name):
        for key, line in list(free.items()):
            place = next((place for place, other in left.items() if alike(line, other)), None)
            if place is not None:
                found[place] = key
                del left[place], free[key]
    taken = set(older[LINES])
    for place, line in left.items():
        name, number = f"+{name_of(line)}", 1
        while (key := name if number == 1 else f"{name} {number}") in taken:
            number += 1
        taken.add(key)
        found[place] = key
    return [found[place] for place in range(len(newer))]


def name_of(line: Any) -> str:
    """By what a line is known."""
    if isinstance(line, str):
        return line
    name = next((line[key] for key in NAMED_BY if key in line), "")
    if isinstance(name, Mapping):
        name = next((name[key] for key in NAMED_BY if key in name), "")
    return str(name)


def _same(one: Any, other: Any) -> bool:
    return bool(one == other)


def _same_but_count(one: Any, other: Any) -> bool:
    return _counted(one) == _counted(other)


def _same_name(one: Any, other: Any) -> bool:
    return name_of(one) == name_of(other)


def _counted(line: Any) -> Any:
    return {**line, "count": 1} if isinstance(line, dict) else line
