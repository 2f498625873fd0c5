"""Reading parsed JSON by msgspec types, with the refusals of `codec`: a path and a sentence for
every fault at once."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice, repeat
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from rules.core.codec import LARGEST_INTEGER, NAMES, Misfit, Node, Unreadable

if TYPE_CHECKING:
    from typing_extensions import TypeForm

T = TypeVar("T")

#: More faults of one file help nobody.
MOST_FAULTS = 100


def converter(
    kind: "TypeForm[T]", hook: Callable[[type, Any], Any] | None = None
) -> Callable[[Any], T]:
    """`msgspec.convert` to a type, with its hook for what it does not know; the type is looked at
    once, and not each time as that of any but a struct is."""
    holder = msgspec.defstruct("Holder", [("value", kind)])

    def convert(value: Any) -> T:
        read: Any = msgspec.convert({"value": value}, holder, dec_hook=hook)
        converted: T = read.value
        return converted

    return convert


class Written(msgspec.Struct, frozen=True):
    """A part of a file as people write it: a field that is null is as good as absent where it may
    be absent, and a field that must be there is missed at the part itself.

    Its types bound its numbers; those of unknown fields are nobody's concern.
    """


def read_typed(value: Any, kind: "TypeForm[T]", path: str = "$") -> T:
    """Parsed JSON as a value of a type; raises Unreadable with the first fault in the order of the
    type's fields, and the others `beside` it.

    Unknown fields are passed over (`core.unknown` finds them). Half characters are faults, and so
    are numbers beyond `LARGEST_INTEGER`, wherever they stand.
    """
    told = value
    converted: T
    try:
        converted = msgspec.convert(value, kind)
    except _REFUSED:
        told = _told(value, kind)
        try:
            converted = msgspec.convert(told, kind)
        except _REFUSED as error:
            found = list(islice(_faults(told, kind, path), MOST_FAULTS))
            raise together(found or [_said(error, path)]) from error
    _refuse_unwritable(converted, told, kind, path)
    if not any(_is(one, Written) for one in (kind, *get_args(kind))):
        _refuse_any(_huge(value, path))
    return converted


def together(faults: Iterable[Unreadable]) -> Unreadable:
    """Faults as one refusal: the first, with the others beside it."""
    first, *rest = faults
    first.beside = tuple(rest)
    return first


def others(value: Mapping[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of an object that a type does not name."""
    known = _fields(kind)
    return {key: item for key, item in value.items() if key not in known}


def missing(field: str, path: str = "$") -> Unreadable:
    """The refusal of a field that should stand below a path, at the place where it should."""
    return Unreadable(f"{path}.{field}", "MISSING", field=field)


_REFUSED = (msgspec.ValidationError, UnicodeEncodeError)


def _said(error: Exception, path: str) -> Unreadable:
    """What a type or msgspec says of a value without any fault that is known here."""
    if isinstance(error, UnicodeEncodeError):
        return Unreadable(path, "BROKEN_TEXT")
    if isinstance(misfit := error.__cause__, Misfit):
        return Unreadable(path + misfit.at, misfit.code, **misfit.params)
    reason, _, where = str(error).partition(" - at `$")
    return Unreadable(path + where.rstrip("`"), "MISFIT", reason=reason)


def _refuse_unwritable(converted: Any, value: Any, kind: Any, path: str) -> None:
    """Raise Unreadable for half characters, which reading lets pass."""
    try:
        msgspec.json.encode(converted)
    except (UnicodeEncodeError, OverflowError):
        _refuse_any(_faults(value, kind, path))


def _refuse_any(faults: Iterator[Unreadable]) -> None:
    if found := list(islice(faults, MOST_FAULTS)):
        raise together(found)


# Types ------------------------------------------------------------------------------------------


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of a type by their names in files."""
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _bare(kind: Any) -> tuple[Any, dict[str, Any]]:
    """A type without its annotations, and the bounds that these set."""
    if get_origin(kind) is not Annotated:
        return kind, {}
    inner, *metas = get_args(kind)
    names = ("ge", "gt", "le", "multiple_of", "min_length", "max_length")
    bounds = {name: getattr(meta, name, None) for meta in metas for name in names}
    return inner, {name: bound for name, bound in bounds.items() if bound is not None}


def _alternatives(kind: Any) -> tuple[Any, ...]:
    """The types of which a value has one."""
    inner = _bare(kind)[0]
    return get_args(inner) if get_origin(inner) in (Union, UnionType) else (kind,)


def _is(kind: Any, base: type) -> bool:
    return isinstance(kind, type) and not get_args(kind) and issubclass(kind, base)


_JSON_TYPES: dict[Any, tuple[type, ...]] = {
    tuple: (tuple, list),
    list: (tuple, list),
    float: (int, float),
}


def _json_types(kind: Any) -> tuple[type, ...]:
    """What parsed JSON is where a type is wanted."""
    inner = _bare(kind)[0]
    if inner is Any:
        return (object,)
    if get_origin(inner) is Literal:
        return tuple({type(value) for value in get_args(inner)})
    if _is(inner, msgspec.Struct):
        return (dict,)
    origin = get_origin(inner) or inner
    return _JSON_TYPES.get(origin, (origin,))


def _suits(value: Any, kind: Any) -> bool:
    """Whether a value is of the JSON type that a type wants."""
    wanted = _json_types(kind)
    if isinstance(value, bool):
        return bool in wanted or object in wanted
    return isinstance(value, wanted)


def _tags(kind: Any) -> tuple[str | None, Any]:
    """The field that tells a type from others, and what stands there."""
    config = getattr(_bare(kind)[0], "__struct_config__", None)
    return (config.tag_field, config.tag) if config else (None, None)


def _fitting(value: Any, kind: Any) -> Any:
    """Of the alternatives of a type the one a value means, None for none."""
    suitable = [one for one in _alternatives(kind) if _suits(value, one)]
    if len(suitable) > 1 and isinstance(value, dict):
        tagged = [one for one in suitable if value.get(_tags(one)[0]) == _tags(one)[1]]
        return tagged[0] if tagged else None
    return suitable[0] if suitable else None


def _inner(value: Any, kind: Any) -> Iterator[tuple[Any, Any, Any]]:
    """The key, the value and the type of everything one step below a value of some type."""
    inner = _bare(kind)[0]
    if isinstance(value, dict) and _is(inner, msgspec.Struct):
        for key, field in _fields(inner).items():
            if key in value:
                yield key, value[key], field.type
    elif isinstance(value, dict):
        of = get_args(inner)[1] if get_args(inner) else Any
        yield from ((key, item, of) for key, item in value.items())
    elif isinstance(value, (list, tuple)):
        kinds = get_args(inner) or (Any,)
        if get_origin(inner) is list or kinds[-1] is ... or len(kinds) < len(value):
            kinds = tuple(repeat(kinds[0], len(value)))
        yield from ((n, item, of) for n, (item, of) in enumerate(zip(value, kinds, strict=False)))


def _told(value: Any, kind: Any) -> Any:
    """A value without the nulls of fields that may be absent."""
    kind = _fitting(value, kind)
    inner = _bare(kind)[0]
    if inner in (Any, None) or not isinstance(value, (dict, list)):
        return value
    below = {key: _told(item, of) for key, item, of in _inner(value, kind)}
    if isinstance(value, list):
        return list(below.values())
    silent = _silent(value, inner) if _is(inner, Written) else ()
    return {key: item for key, item in {**value, **below}.items() if key not in silent}


def _silent(value: Mapping[str, Any], kind: type[msgspec.Struct]) -> set[str]:
    """The fields of an object where null says nothing."""
    return {
        key
        for key, field in _fields(kind).items()
        if value.get(key, ...) is None
        and not field.required
        and NoneType not in _alternatives(field.type)
    }


# Faults -----------------------------------------------------------------------------------------


def _faults(value: Any, kind: Any, path: str) -> Iterator[Unreadable]:
    """Whatever is wrong with a value where a type is wanted, in the order of its fields."""
    fitting = _fitting(value, kind)
    if fitting is None:
        yield _unfit(value, kind, path)
        return
    inner, bounds = _bare(fitting)
    if inner is Any:
        return
    try:
        _check(Node(value, path), inner, bounds)
    except Unreadable as fault:
        yield fault
        return
    sound = True
    for found in _faults_below(value, fitting, path):
        sound = False
        yield found
    if sound and _is(inner, msgspec.Struct):
        yield from _refused_whole(value, inner, path)


def _unfit(value: Any, kind: Any, path: str) -> Unreadable:
    """The refusal of a value that is none of the alternatives of a type: the first is asked for."""
    wanted = _alternatives(kind)
    tagged = [one for one in wanted if _suits(value, one)]
    if not tagged:
        expected = _WANTED[_json_types(wanted[0])[-1]]
        return Unreadable(path, "WRONG_TYPE", expected=expected, found=NAMES[type(value)])
    field = str(_tags(tagged[0])[0])
    if field not in value:
        return _missed(field, tagged[0], path)
    node = Node(value[field], f"{path}.{field}")
    options = tuple(str(_tags(one)[1]) for one in tagged)
    try:
        node.text()
    except Unreadable as fault:
        return fault
    return node.refuse("NOT_ONE_OF", found=node.value[:80], options=", ".join(options))


_WANTED = {**NAMES, tuple: NAMES[list], float: "a number"}


def _missed(field: str, kind: Any, path: str) -> Unreadable:
    """The refusal of a field that a part of a file should have."""
    if _is(kind, Written):
        return Unreadable(path, "MISSING", field=field)
    return missing(field, path)


def _check(node: Node, kind: Any, bounds: Mapping[str, Any]) -> None:
    """Raise Unreadable for a value of the right JSON type outside its words or bounds."""
    if get_origin(kind) is Literal and isinstance(node.value, str):
        node.one_of(tuple(word for word in get_args(kind) if isinstance(word, str)))
    elif isinstance(node.value, str):
        if len(node.text()) > bounds.get("max_length", LARGEST_INTEGER):
            bound = f"<= {bounds['max_length']}"
            raise node.refuse("LENGTH_OUT_OF_BOUNDS", kind="text", bound=bound)
    elif isinstance(node.value, (dict, list)):
        fixed = get_args(kind) if get_origin(kind) is tuple else (...,)
        if fixed[-1] is not ... and len(fixed) != len(node.value):
            raise node.refuse("WRONG_LENGTH", wanted=len(fixed), found=len(node.value))
        low, high = bounds.get("min_length", 0), bounds.get("max_length", LARGEST_INTEGER)
        if not low <= len(node.value) <= high:
            raise node.refuse("OUT_OF_RANGE", found=len(node.value), low=low, high=high)
    elif isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        _check_number(node, bounds)


def _check_number(node: Node, bounds: Mapping[str, Any]) -> None:
    node.number(bounds.get("ge", -LARGEST_INTEGER), bounds.get("le", LARGEST_INTEGER))
    if "gt" in bounds and node.value <= bounds["gt"]:
        raise node.refuse("OUT_OF_BOUNDS", kind="a number", bound=f"> {bounds['gt']}")
    if node.value % bounds.get("multiple_of", node.value or 1):
        bound = f"n × {bounds['multiple_of']}"
        raise node.refuse("OUT_OF_BOUNDS", kind="a number", bound=bound)


def _faults_below(value: Any, kind: Any, path: str) -> Iterator[Unreadable]:
    inner = _bare(kind)[0]
    if _is(inner, msgspec.Struct):
        yield from _faults_of_fields(value, inner, path)
        return
    for key, item, of in _inner(value, kind):
        place = f"{path}[{key}]" if isinstance(key, int) else f"{path}.{key}"
        if isinstance(value, dict) and get_origin(inner) is dict:
            yield from _faults(key, get_args(inner)[0], place)
        yield from _faults(item, of, place)


def _faults_of_fields(
    value: Mapping[str, Any], kind: type[msgspec.Struct], path: str
) -> Iterator[Unreadable]:
    for key, field in _fields(kind).items():
        if key in value:
            yield from _faults(value[key], field.type, f"{path}.{key}")
        elif field.required:
            yield _missed(key, kind, path)


def _refused_whole(value: Any, kind: type, path: str) -> Iterator[Unreadable]:
    """What a type itself says against a value whose parts are sound."""
    try:
        msgspec.convert(value, kind)
    except _REFUSED as error:
        yield _said(error, path)


def _huge(value: Any, path: str) -> Iterator[Unreadable]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _huge(item, f"{path}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _huge(item, f"{path}[{index}]")
    elif isinstance(value, (int, float)) and abs(value) > LARGEST_INTEGER:
        bounds = {"low": -LARGEST_INTEGER, "high": LARGEST_INTEGER}
        yield Unreadable(path, "OUT_OF_RANGE", found="the number", **bounds)
