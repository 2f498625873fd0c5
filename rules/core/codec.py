"""Reading JSON that strangers wrote: strict about what is needed, with a path for every refusal."""

import hashlib
import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from rules.core.wording import Title

#: Deep nesting and huge numbers are nobody's battle group; both are refused before they cost time.
LARGEST_INTEGER = 10**9
DEEPEST = 100

#: Bytes of the largest file of a catalogue.
LARGEST_FILE = 5_000_000


class Unreadable(Exception):
    """A file that cannot be read, with the JSON path of the first place that is wrong.

    `code` and `params` name the sentence; `str()` gives it in English. `beside` are the other
    faults of the file, where all of it was looked through.
    """

    beside: tuple["Unreadable", ...] = ()

    def __init__(self, path: str, code: str, **params: Any) -> None:
        super().__init__(path, code, params)
        self.path = path
        self.code = code
        self.params = params

    def below(self, path: str) -> "Unreadable":
        """The same fault of a file that is part of another, at a path of that one."""
        moved = type(self)(path + self.path.removeprefix("$"), self.code, **self.params)
        moved.beside = tuple(other.below(path) for other in self.beside)
        return moved

    def message(self, language: str = "en") -> str:
        """What is wrong at the path, in one sentence."""
        params = self.params
        if language == "pl":
            params = {name: _in_polish(value) for name, value in params.items()}
        return SENTENCES[self.code][language].format(**params)

    def __str__(self) -> str:
        return f"{self.path}: {self.message()}"


class Misfit(ValueError):
    """What a type has against a value whose parts are sound: `code` and `params` name the
    sentence, `at` the path from the value to the part it is about (".costs")."""

    def __init__(self, code: str, *, at: str = "", **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.at = at
        self.params = params


def write_unreadable(output: str, error: Unreadable, language: str = "en") -> dict[str, Any]:
    """What stands in place of an answer of some format for a file that cannot be read."""
    return {
        "format": output,
        "unreadable": {"path": error.path, "message": error.message(language)},
    }


SENTENCES: dict[str, dict[str, str]] = {
    "NOT_JSON": {
        "en": "This is not valid JSON: it cannot be read from line {line}, column {column} on.",
        "pl": "To nie jest poprawny JSON: jest nieczytelny od wiersza {line}, kolumny {column}.",
    },
    "NOT_UTF8": {
        "en": "This is not text in UTF-8.",
        "pl": "To nie jest tekst w UTF-8.",
    },
    "NUMBER_UNREADABLE": {
        "en": "This is not valid JSON: it holds a number too large to read, NaN or Infinity.",
        "pl": "To nie jest poprawny JSON: zawiera zbyt dużą liczbę, NaN albo Infinity.",
    },
    "NO_FILE": {
        "en": "The file cannot be read: {reason}.",
        "pl": "Nie można odczytać pliku: {reason}.",
    },
    "FILE_TOO_LARGE": {
        "en": "The file has more than {limit} bytes.",
        "pl": "Plik ma ponad {limit} bajtów.",
    },
    "TOO_DEEP": {
        "en": "The file is nested deeper than {levels} levels.",
        "pl": "Plik ma ponad {levels} poziomów zagnieżdżenia.",
    },
    "WRONG_TYPE": {
        "en": "Expected {expected}, found {found}.",
        "pl": "Oczekiwano: {expected}; jest: {found}.",
    },
    "BROKEN_TEXT": {
        "en": "This text contains half of a character.",
        "pl": "Ten tekst zawiera połowę znaku.",
    },
    "MISFIT": {
        "en": "This does not fit the format: {reason}.",
        "pl": "To nie pasuje do formatu: {reason}.",
    },
    "MISPLACED": {
        "en": "The order “{order}” has no field “{field}”.",
        "pl": "Rozkaz „{order}” nie ma pola „{field}”.",
    },
    "NAMED_TWICE": {
        "en": "“{name}” is named twice.",
        "pl": "„{name}” występuje dwa razy.",
    },
    "UNKNOWN_NAME": {
        "en": "Nothing here is named “{name}”.",
        "pl": "Nic się tu nie nazywa „{name}”.",
    },
    "DICE_RUN_OUT": {
        "en": "Order {order} asks for more dice than the file has.",
        "pl": "Rozkaz {order} wymaga więcej rzutów, niż zawiera plik.",
    },
    "NO_DIE_LEFT": {
        "en": "Another die is thrown here, a {die}, and the file has none.",
        "pl": "Tu pada jeszcze jeden rzut, {die}, a plik go nie zawiera.",
    },
    "WRONG_DIE": {
        "en": "A {die} is thrown here; “{found}” is none of its faces.",
        "pl": "Tu pada rzut {die}; „{found}” nie jest jego wynikiem.",
    },
    "NOT_PLAYED": {
        "en": "“{field}” is not part of the rules played here.",
        "pl": "„{field}” nie należy do zasad, według których toczy się tu gra.",
    },
    "NOT_AS_MANY": {
        "en": "This list should be as long as “{of}”, {wanted}, and is {found} long.",
        "pl": "Ta lista powinna być tak długa jak „{of}” ({wanted}), a jej długość to {found}.",
    },
    "NO_SUCH_OPENING": {
        "en": "No roll of the dice opens this game like that.",
        "pl": "Żaden rzut kośćmi nie otwiera tej gry w ten sposób.",
    },
    "MISSING": {
        "en": "The field “{field}” is missing.",
        "pl": "Brakuje pola „{field}”.",
    },
    "NOT_ONE_OF": {
        "en": "“{found}” is not one of: {options}.",
        "pl": "„{found}” nie jest żadną z wartości: {options}.",
    },
    "OUT_OF_RANGE": {
        "en": "{found} is outside {low} to {high}.",
        "pl": "{found} nie mieści się między {low} a {high}.",
    },
    "WRONG_LENGTH": {
        "en": "This list should have {wanted} items and has {found}.",
        "pl": "Ta lista powinna mieć tyle pozycji: {wanted}, a ma: {found}.",
    },
    "LENGTH_OUT_OF_BOUNDS": {
        "en": "Expected {kind} of length {bound}.",
        "pl": "Oczekiwano: {kind}, długość {bound}.",
    },
    "OUT_OF_BOUNDS": {
        "en": "Expected {kind} {bound}.",
        "pl": "Oczekiwano: {kind} {bound}.",
    },
    "NOT_EXACTLY_ONE": {
        "en": "Exactly one “{what}” is wanted here, found {found}.",
        "pl": "Potrzebne jest dokładnie jedno „{what}”, a jest: {found}.",
    },
    "NOT_ONE_FIELD": {
        "en": "Exactly one of the fields {options} is wanted here, found {found}.",
        "pl": "Potrzebne jest tu dokładnie jedno z pól: {options}, a jest: {found}.",
    },
    "NO_SUCH_PLACE": {
        "en": "There is no place {found} here.",
        "pl": "Nie ma tu miejsca {found}.",
    },
    "NOT_BESIDE": {
        "en": "This cannot stand beside “{other}”.",
        "pl": "To nie może stać obok „{other}”.",
    },
    "NO_ARMIES": {
        "en": "The system “{system}” builds no armies: its forces come with the scenario.",
        "pl": "System „{system}” nie zna budowania armii: siły podaje scenariusz.",
    },
    "NO_GAMES": {
        "en": "The system “{system}” is not played here yet.",
        "pl": "W system „{system}” jeszcze się tu nie gra.",
    },
    "NOT_IN_THE_CUP": {
        "en": "“{found}” is not in the cup when it should be drawn.",
        "pl": "„{found}” nie ma w kubku w chwili losowania.",
    },
    "DRAWS_RUN_OUT": {
        "en": "Order {order} draws a marker, and the list has no more.",
        "pl": "Rozkaz {order} losuje znacznik, a lista już się skończyła.",
    },
    "COUNT_WITH_CARDS": {
        "en": "An entry with cards or a stated cost describes one copy; list each copy by itself.",
        "pl": "Pozycja z kartami lub podanym kosztem to jedna sztuka; wpisz każdą osobno.",
    },
    "NO_SUCH_ENTRY": {
        "en": "There is no entry {found} in “units”; it has {entries}.",
        "pl": "W „units” nie ma pozycji {found}; liczba pozycji: {entries}.",
    },
    "FIGURE_REFUSED": {
        "en": "This figure cannot be used: {reason}",
        "pl": "Tej figurki nie można użyć: {reason}",
    },
}

#: What parsed JSON is, in words.
NAMES: dict[type, str] = {
    dict: "an object",
    list: "a list",
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a fraction",
    type(None): "null",
}
_KINDS_PL = {
    "an object": "obiekt",
    "a list": "lista",
    "text": "tekst",
    "true or false": "prawda lub fałsz",
    "a whole number": "liczba całkowita",
    "a number with a fraction": "liczba z ułamkiem",
    "a number": "liczba",
    "the number": "ta liczba",
}


def _in_polish(value: Any) -> Any:
    """The Polish words for a reason, for a kind of value, or for several of which one is wanted."""
    if isinstance(value, Title):
        return value.polish
    if not isinstance(value, str):
        return value
    return ", ".join(_KINDS_PL.get(kind, kind) for kind in value.split(", "))


class Node:
    """A JSON value that knows its path, so that whatever is asked of it can be refused by place."""

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str = "$") -> None:
        self.value = value
        self.path = path

    def refuse(self, code: str, **params: Any) -> Unreadable:
        """The refusal of this place, to be raised."""
        return Unreadable(self.path, code, **params)

    def _expect(self, wanted: type, expected: str) -> Any:
        if isinstance(self.value, wanted) and not (wanted is int and isinstance(self.value, bool)):
            return self.value
        raise self.refuse("WRONG_TYPE", expected=expected, found=NAMES[type(self.value)])

    def object(self) -> dict[str, Any]:
        """The value as an object."""
        value: dict[str, Any] = self._expect(dict, "an object")
        return value

    def text(self) -> str:
        """The value as text."""
        value: str = self._expect(str, "text")
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise self.refuse("BROKEN_TEXT") from error
        return value

    def integer(self, low: int = -LARGEST_INTEGER, high: int = LARGEST_INTEGER) -> int:
        """The value as a whole number from low to high."""
        value: int = self._expect(int, "a whole number")
        if not low <= value <= high:
            found = value if abs(value) <= LARGEST_INTEGER else "the number"
            raise self.refuse("OUT_OF_RANGE", found=found, low=low, high=high)
        return value

    def number(self, low: float = -LARGEST_INTEGER, high: float = LARGEST_INTEGER) -> float:
        """The value as a number from low to high, whole or not."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.refuse("WRONG_TYPE", expected="a number", found=NAMES[type(value)])
        if not low <= value <= high:
            found = value if abs(value) <= LARGEST_INTEGER else "the number"
            raise self.refuse("OUT_OF_RANGE", found=found, low=low, high=high)
        return float(value)

    def one_of(self, options: tuple[str, ...]) -> str:
        """The value as one of some words."""
        value = self.text()
        if value not in options:
            raise self.refuse("NOT_ONE_OF", found=value[:80], options=", ".join(options))
        return value

    def items(self) -> Iterator["Node"]:
        """The values of a list, each with its own path."""
        values = self._expect(list, "a list")
        return (Node(value, f"{self.path}[{index}]") for index, value in enumerate(values))

    def fields(self) -> Iterator[tuple[str, "Node"]]:
        """The fields of an object, each with its own path."""
        return ((key, Node(value, f"{self.path}.{key}")) for key, value in self.object().items())


def parse_json(text: str | bytes) -> Any:
    """JSON as plain values; raises Unreadable for text that is none, is too deep, or holds numbers
    and characters that JSON in UTF-8 cannot."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        value = json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except RecursionError as error:
        raise Unreadable("$", "TOO_DEEP", levels=DEEPEST) from error
    except UnicodeDecodeError as error:
        raise Unreadable("$", "NOT_UTF8") from error
    except json.JSONDecodeError as error:
        raise Unreadable("$", "NOT_JSON", line=error.lineno, column=error.colno) from error
    except ValueError as error:
        raise Unreadable("$", "NUMBER_UNREADABLE") from error
    refuse_unwritable(value)
    return value


def read_json_file(path: Path) -> Any:
    """The JSON of a regular file of bearable size; raises Unreadable."""
    if not path.is_file():
        raise Unreadable("$", "NO_FILE", reason="it is not a regular file")
    try:
        with path.open("rb") as file:
            return parse_json(read_bounded(file, LARGEST_FILE))
    except OSError as error:
        raise Unreadable("$", "NO_FILE", reason=error.strerror or str(error)) from error


def read_bounded(file: BinaryIO, limit: int) -> bytes:
    """All of a stream; raises Unreadable when that is more than `limit` bytes."""
    text = file.read(limit + 1)
    if len(text) > limit:
        raise Unreadable("$", "FILE_TOO_LARGE", limit=limit)
    return text


def refuse_unwritable(value: Any) -> None:
    """Raise Unreadable for a value that is too deep, or holds numbers and characters that JSON in
    UTF-8 cannot; parsed JSON from elsewhere may."""
    _refuse_depth(value)
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        _find_broken_text(Node(value))
    except ValueError as error:
        raise Unreadable("$", "NUMBER_UNREADABLE") from error


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:40]} is too large")
    return number


def _refuse_depth(value: Any) -> None:
    level: list[Any] = [[value]]
    for _ in range(DEEPEST + 1):
        values = (v.values() if isinstance(v, dict) else v for v in level)
        level = [v for inner in values for v in inner if isinstance(v, (dict, list))]
        if not level:
            return
    raise Unreadable("$", "TOO_DEEP", levels=DEEPEST)


def _find_broken_text(node: Node) -> None:
    if isinstance(node.value, str):
        node.text()
    elif isinstance(node.value, list):
        for item in node.items():
            _find_broken_text(item)
    elif isinstance(node.value, dict):
        for key, item in node.fields():
            Node(key, node.path).text()
            _find_broken_text(item)


def canonical_json(value: Any) -> bytes:
    """The one spelling of a JSON value: sorted keys, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(value: Any) -> str:
    """SHA-256 over the canonical JSON of a value, as hex."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def without_empty(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that say something: no null, no empty list, object or text."""
    return {key: value for key, value in fields.items() if value not in (None, (), [], {}, "")}
