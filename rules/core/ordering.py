"""Orders in words and as forms, from their types and a table of words.

A form is filled in with text. Places are typed as `12.5, 7`, several of them with semicolons
between, lists with commas; a field of a row goes by the name of the list, the number of the row and
its own name, such as `legs.0.travel`.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import inspect

from rules.core.dice import Die

#: What a field takes: how it is typed, and what comes of it.
Holds = Literal["text", "number", "flag", "place", "way", "list", "places", "rows"]
#: What the names are of that some fields take.
Named = Literal["piece", "area", "player", ""]
#: A die by the number of its sides.
_SIDED = {"en": "d{sides}", "pl": "k{sides}"}
#: Rows of one list that are read.
MOST_ROWS = 40


class Choice(msgspec.Struct, frozen=True):
    """One of the values a field may have, and what it is called."""

    value: str
    label: str


class Field(msgspec.Struct, frozen=True):
    """A field of a form. `required`: there is no order without it; `choices` are what it may be,
    where that is known; a list of `rows` has the fields of one row."""

    name: str
    label: str
    holds: Holds
    required: bool = False
    choices: tuple[Choice, ...] = ()
    names: Named = ""
    rows: tuple["Field", ...] = ()


class Form(msgspec.Struct, frozen=True):
    """What has to be said for one kind of order, and what the kind is called."""

    kind: str
    title: str
    fields: tuple[Field, ...]


class LegalOrder(msgspec.Struct, frozen=True):
    """A legal order: in a sentence, and for which piece it is, "" for the player's own."""

    order: dict[str, object]
    piece: str
    says: str


class DieWords(msgspec.Struct, frozen=True):
    """What a die is called, and every face it may show, each once."""

    title: str
    faces: tuple[Choice, ...]


class TableWords:
    """What things on a table are called: by section, name and language; all raise KeyError.

    `orders` and `fields` are those of orders, `values` what stands in fields; a field says in `of`
    what it names.
    """

    def __init__(self, text: str) -> None:
        self._sections: dict[str, dict[str, dict[str, str]]] = tomllib.loads(text)

    @classmethod
    def of(cls, package: str) -> "TableWords":
        """The table in `table.toml` of a package."""
        return cls(files(package).joinpath("table.toml").read_text("utf-8"))

    def say(self, section: str, name: str, language: str) -> str:
        """What something is called."""
        return self._sections[section][name][language]

    def section(self, name: str) -> Mapping[str, Mapping[str, str]]:
        """All of a section, which may be missing."""
        return self._sections.get(name, {})


class OrderBook:
    """The kinds of orders that players of a game fill in, by their types and words."""

    def __init__(self, kinds: Mapping[str, type[msgspec.Struct]], words: TableWords) -> None:
        self._kinds = kinds
        self._words = words
        self._forms = cache(self._made)

    def forms(self, language: str) -> tuple[Form, ...]:
        """The forms of all kinds."""
        return self._forms(language)

    def drafted(self, kind: str, typed: Mapping[str, str]) -> dict[str, Any]:
        """The order that is meant by what was typed; raises KeyError for another kind."""
        if kind not in self._kinds:
            raise KeyError(kind)
        (form,) = (form for form in self.forms("en") if form.kind == kind)
        return {"order": kind, **_drafted(form.fields, typed, "")}

    def die(self, die: Die, language: str, names: Callable[[str], str | None]) -> DieWords:
        """A die in words: by its name in the section "dice", else by its sides; faces by their
        labels where they have some, each once."""
        titles = self._words.section("dice").get(die.name)
        title = titles[language] if titles else _SIDED[language].format(sides=die.name[1:])
        teller = _Teller(self._words, language, names)
        shown = dict.fromkeys(die.labels or sorted(set(die.faces)))
        faces = dict(zip(die.labels or die.faces, die.faces, strict=True))
        return DieWords(
            title, tuple(Choice(str(faces[each]), teller.value(each)) for each in shown)
        )

    def says(
        self, order: Mapping[str, Any], language: str, names: Callable[[str], str | None]
    ) -> str:
        """An order in one sentence; `names` gives what has a name of its own, None for the rest."""
        teller = _Teller(self._words, language, names)
        title = self._words.say("orders", str(order["order"]), language)
        told = [
            teller.field(name, value)
            for name, value in order.items()
            if name != "order" and _says_something(value)
        ]
        return f"{title}: {'; '.join(told)}" if told else title

    def _made(self, language: str) -> tuple[Form, ...]:
        return tuple(
            Form(name, self._words.say("orders", name, language), self._fields(kind, language))
            for name, kind in self._kinds.items()
        )

    def _fields(self, kind: type[msgspec.Struct], language: str) -> tuple[Field, ...]:
        made = (self._field(field, language) for field in _info(kind).fields)
        return tuple(field for field in made if field is not None)

    def _field(self, field: inspect.Field, language: str) -> Field | None:
        """A field of a form; None for what cannot be typed, such as ways by the names of units."""
        kind = _bare(field.type)
        holds = _holds(kind)
        if holds is None:
            return None
        name = field.encode_name
        label = self._words.say("fields", name, language)
        rows: tuple[Field, ...] = ()
        if holds == "rows" and isinstance(kind, inspect.VarTupleType):
            row = kind.item_type
            rows = self._fields(row.cls, language) if isinstance(row, inspect.StructType) else ()
        return Field(
            name,
            label[:1].upper() + label[1:],
            holds,
            required=field.required,
            choices=tuple(
                Choice(str(value), self._words.say("values", str(value), language))
                for value in getattr(kind, "values", ())
            ),
            names=self._words.section("fields")[name].get("of", ""),  # type: ignore[arg-type]
            rows=rows,
        )


def typed_of(form: Form, order: Mapping[str, Any]) -> dict[str, str]:
    """What is typed into a form for an order."""
    return dict(_typed(form.fields, order, ""))


# Types ------------------------------------------------------------------------------------------


def _info(kind: type[msgspec.Struct]) -> inspect.StructType:
    found = inspect.type_info(kind)
    if not isinstance(found, inspect.StructType):
        raise TypeError(kind)
    return found


def _bare(kind: inspect.Type) -> inspect.Type:
    """What a field takes where it takes anything."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        (first, *_) = (one for one in kind.types if not isinstance(one, inspect.NoneType))
        return _bare(first)
    return kind


_SCALARS: Mapping[type[inspect.Type], Holds] = {
    inspect.StrType: "text",
    inspect.LiteralType: "text",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "flag",
}


def _holds(kind: inspect.Type) -> Holds | None:
    if found := _SCALARS.get(type(kind)):
        return found
    if _is_place(kind):
        return "place"
    if isinstance(kind, inspect.DictType):
        return "places" if _is_place(_bare(kind.value_type)) else None
    if not isinstance(kind, inspect.VarTupleType):
        return None
    item = _bare(kind.item_type)
    if _is_place(item):
        return "way"
    if isinstance(item, inspect.StructType):
        return "rows"
    return "list" if type(item) in _SCALARS else None


def _is_place(kind: inspect.Type) -> bool:
    if not isinstance(kind, inspect.TupleType) or len(kind.item_types) != 2:
        return False
    return all(_SCALARS.get(type(_bare(one))) == "number" for one in kind.item_types)


# From text --------------------------------------------------------------------------------------


def _drafted(fields: Sequence[Field], typed: Mapping[str, str], before: str) -> dict[str, Any]:
    found = {field.name: _meant(field, typed, before + field.name) for field in fields}
    return {name: value for name, value in found.items() if value is not None}


def _meant(field: Field, typed: Mapping[str, str], name: str) -> Any:
    """The value of a field; None where nothing was typed."""
    if field.holds == "rows":
        rows = [_drafted(field.rows, typed, f"{name}.{n}.") for n in range(_rows(typed, name))]
        return [row for row in rows if row] or None
    text = typed.get(name, "").strip()
    if not text:
        return None
    return _READ[field.holds](text)


def _rows(typed: Mapping[str, str], name: str) -> int:
    """How many rows of a list something was typed into."""
    numbers = [
        key.removeprefix(f"{name}.").partition(".")[0]
        for key in typed
        if key.startswith(f"{name}.")
    ]
    return min(
        max((int(n) + 1 for n in numbers if n.isascii() and n.isdigit() and len(n) < 4), default=0),
        MOST_ROWS,
    )


def _number(text: str) -> Any:
    """A number as JSON has it; what is none stays text, and so is refused."""
    for kind in (int, float):
        try:
            return kind(text.strip())
        except ValueError:
            continue
    return text


def _flag(text: str) -> bool:
    return text not in ("no", "false", "0")


def _place(text: str) -> list[Any]:
    return [_number(part) for part in text.split(",")]


def _way(text: str) -> list[Any]:
    return [_place(part) for part in text.split(";") if part.strip()]


def _list(text: str) -> list[Any]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _places(text: str) -> dict[str, Any]:
    pairs = (part.partition(":") for part in text.split(";") if part.strip())
    return {name.strip(): _place(place) for name, _, place in pairs}


def _text(text: str) -> str:
    return text


_READ: Mapping[Holds, Callable[[str], Any]] = {
    "text": _text,
    "number": _number,
    "flag": _flag,
    "place": _place,
    "way": _way,
    "list": _list,
    "places": _places,
}


# To text ----------------------------------------------------------------------------------------


def _typed(fields: Sequence[Field], order: Mapping[str, Any], before: str) -> Any:
    for field in fields:
        value: Any = order.get(field.name)
        if not _says_something(value):
            continue
        if field.holds == "rows":
            for n, row in enumerate(value):
                yield from _typed(field.rows, row, f"{before}{field.name}.{n}.")
        else:
            yield before + field.name, _WRITE[field.holds](value)


def _write_place(value: Any) -> str:
    return ", ".join(_plain(number) for number in value)


def _plain(value: Any) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)


_WRITE: Mapping[Holds, Callable[[Any], str]] = {
    "text": str,
    "number": _plain,
    "flag": lambda value: "yes",
    "place": _write_place,
    "way": lambda value: "; ".join(map(_write_place, value)),
    "list": lambda value: ", ".join(map(_plain, value)),
    "places": lambda value: "; ".join(f"{n}: {_write_place(at)}" for n, at in value.items()),
}


# To sentences -----------------------------------------------------------------------------------


def _says_something(value: Any) -> bool:
    return value is not None and value is not False and value != [] and value != {} and value != ()


class _Teller:
    """Values of orders in words."""

    def __init__(
        self, words: TableWords, language: str, names: Callable[[str], str | None]
    ) -> None:
        self._words = words
        self._language = language
        self._names = names

    def field(self, name: str, value: Any) -> str:
        """A field with its value."""
        label = self._words.say("fields", name, self._language)
        return label if value is True else f"{label} {self.value(value)}"

    def value(self, value: Any) -> str:
        """What stands in a field."""
        if isinstance(value, str):
            return self._names(value) or self._word(value)
        if isinstance(value, Mapping):
            return ", ".join(self._entry(key, item) for key, item in value.items())
        if isinstance(value, Sequence):
            return self._several(value)
        return f"{value:.4g}" if isinstance(value, float) else str(value)

    def _several(self, values: Sequence[Any]) -> str:
        if len(values) == 2 and all(isinstance(one, int | float) for one in values):
            return f"({self.value(values[0])}; {self.value(values[1])})"
        return ", ".join(map(self.value, values))

    def _entry(self, key: str, value: Any) -> str:
        if key in self._words.section("fields"):
            return self.field(key, value) if _says_something(value) else ""
        return f"{self._names(key) or key}: {self.value(value)}"

    def _word(self, value: str) -> str:
        texts = self._words.section("values").get(value)
        return texts[self._language] if texts else value
