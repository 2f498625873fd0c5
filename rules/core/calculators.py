"""Calculators for a table with real dice: what is typed in, and what is worked out of it.

A calculator declares its fields as a msgspec Struct and its words in a table; pages and programs
follow. It decides nothing itself: it asks the functions by which games are played.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, partial
from importlib.resources import files
from itertools import groupby, product
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    Protocol,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import inspect

from rules.core.dice import Die, FaceWrong
from rules.core.ordering import Choice, Field, TableWords
from rules.core.tally import Tally
from rules.core.wording import Texts

V = TypeVar("V")
#: What a sentence of a result means for whom it is told: pages add a sign to it, never a colour
#: alone.
Weight = Literal["plain", "good", "bad"]
#: Nothing longer is read out of a field.
LONGEST = 40
#: Typed faces that are read.
MOST_FACES = 60


class Ask(msgspec.Struct, frozen=True):
    """A field of a calculator: `default` is typed into it at first, `unit` stands behind a number,
    which goes from `least` to `most`; `group` is the heading it stands under, `rare` says that it
    is seldom needed.

    `when` are other fields with the values they must have for this one to matter.
    """

    field: Field
    default: str
    unit: str = ""
    least: int | None = None
    most: int | None = None
    group: str = ""
    rare: bool = False
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def matters(self, typed: Mapping[str, str]) -> bool:
        """Whether it counts beside what is typed into the others."""
        return all(typed.get(name, "") in values for name, values in self.when)


class Preset(msgspec.Struct, frozen=True):
    """Values that fill several fields at once, such as those of a unit's card; `group` is under
    which heading it is offered."""

    name: str
    title: str
    group: str
    values: Mapping[str, str]


class Fault(msgspec.Struct, frozen=True):
    """Why nothing can be worked out: the field, "faces" for the dice, and a sentence."""

    field: str
    message: str


class Sum(msgspec.Struct, frozen=True):
    """A number that opens into its parts, which are in words; `behind` are the rules by part."""

    label: str
    tally: Tally
    unit: str = ""
    rules: tuple[str, ...] = ()
    behind: Mapping[str, tuple[str, ...]] = {}


class Need(msgspec.Struct, frozen=True):
    """A die to be thrown: how many sides it has, what it is called in its throw, and what the
    throw is for; `face` is what was typed, None while it is asked for."""

    sides: int
    label: str
    throw: str
    face: int | None = None


class Prospect(msgspec.Struct, frozen=True):
    """What comes of some faces, or of sums of faces, of the dice that are asked for now; `chance`
    from 0 to 1, exactly."""

    faces: str
    chance: Fraction
    says: str


class Said(msgspec.Struct, frozen=True):
    """A sentence of a result, with the rules behind it."""

    text: str
    rules: tuple[str, ...] = ()
    weight: Weight = "plain"


class Worked(msgspec.Struct, frozen=True):
    """What is worked out. `headline` says in a few words how it stands; `said` is what the dice
    have brought so far, all of it where none is asked for any more."""

    headline: str = ""
    sums: tuple[Sum, ...] = ()
    dice: tuple[Need, ...] = ()
    prospects: tuple[Prospect, ...] = ()
    said: tuple[Said, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def waiting(self) -> tuple[Need, ...]:
        """The dice that are asked for now."""
        return tuple(need for need in self.dice if need.face is None)


class Calculator(Protocol):
    """A calculator: its name in addresses, its title and one sentence by language, and the rules
    it rests on."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> Texts: ...

    @property
    def says(self) -> Texts: ...

    @property
    def rules(self) -> tuple[str, ...]: ...

    def asks(self, language: str) -> Sequence[Ask]:
        """The fields, in order."""

    def presets(self, records: Mapping[str, Any], language: str) -> Sequence[Preset]:
        """What fills several fields at once, out of the records of the system."""

    def work(self, typed: Mapping[str, str], faces: Sequence[int], language: str) -> Worked:
        """What is worked out of fields and faces; a field that is not typed has its default. Bad
        input is a fault, never an exception."""


# Fields by their types --------------------------------------------------------------------------


def number(
    least: int,
    most: int,
    unit: str = "",
    *,
    of: str = "",
    label: str = "",
    rare: bool = False,
    **when: Any,
) -> msgspec.Meta:
    """Of an int: its bounds and unit; the group it is of; the key of its label where that is not
    its name; whether it is seldom needed; and when it matters, as `field="value"` or
    `field=("one", "other")`, for a flag as `field=True`."""
    return msgspec.Meta(ge=least, le=most, extra=_extra(unit, of, label, rare, when))


def only(*, of: str = "", label: str = "", rare: bool = False, **when: Any) -> msgspec.Meta:
    """Of a Literal, or of a bool, which is False at first: the same without bounds."""
    return msgspec.Meta(extra=_extra("", of, label, rare, when))


#: How a flag that is set is written.
SET = "on"


def _extra(unit: str, of: str, label: str, rare: bool, when: Mapping[str, Any]) -> dict[str, Any]:
    needs = {
        name: (SET,) if wanted is True else wanted if isinstance(wanted, tuple) else (wanted,)
        for name, wanted in when.items()
    }
    return {"unit": unit, "of": of, "label": label, "rare": rare, "when": tuple(needs.items())}


class CalculatorWords(TableWords):
    """The words of a system's calculators, in `words.toml` of a package.

    Sections: `calculators` and `sentences` by the calculator's name, `groups`, `fields`, `values`,
    `units`, and what else the system says.
    """

    @classmethod
    def of(cls, package: str) -> "CalculatorWords":
        """The table of a package."""
        return cls(files(package).joinpath("words.toml").read_text("utf-8"))

    def rules_of(self, section: str, name: str) -> tuple[str, ...]:
        """The rules written beside a text, with spaces between."""
        return tuple(self.section(section).get(name, {}).get("rules", "").split())

    def tell(self, section: str, name: str, language: str, **params: Any) -> str:
        """A text with its parameters filled in."""
        return self.say(section, name, language).format(**params)


FAULTS: Mapping[str, Texts] = {
    "number": {
        "en": "A whole number is needed here.",
        "pl": "Tu potrzebna jest liczba całkowita.",
    },
    "range": {
        "en": "Only {least} to {most} can be.",
        "pl": "Może być tylko od {least} do {most}.",
    },
    "choice": {
        "en": "There is no such choice.",
        "pl": "Nie ma takiej możliwości.",
    },
    "face": {
        "en": "A d{sides} has no {face}.",
        "pl": "K{sides} nie ma ścianki {face}.",
    },
    "more": {
        "en": "Fewer dice are thrown than faces are given.",
        "pl": "Podano więcej ścianek, niż rzuca się kości.",
    },
}


class TypedCalculator(ABC, Generic[V]):
    """A calculator of fields that are declared as a Struct, each with a default.

    A subclass names itself, its Struct, its rules and its words, and reckons with values that are
    in order.
    """

    name: ClassVar[str]
    values: ClassVar[type[Any]]
    rules: ClassVar[tuple[str, ...]]
    words: ClassVar[CalculatorWords]

    @cached_property
    def title(self) -> Texts:
        """What it is called."""
        return self.words.section("calculators")[self.name]

    @cached_property
    def says(self) -> Texts:
        """What it is for."""
        return self.words.section("sentences")[self.name]

    def asks(self, language: str) -> tuple[Ask, ...]:
        """The fields, in order."""
        return self._asks(language)

    @cached_property
    def _asks(self) -> Callable[[str], tuple[Ask, ...]]:
        return cache(partial(_asks, self.values, self.words))

    def presets(self, records: Mapping[str, Any], language: str) -> Sequence[Preset]:
        """Nothing fills the fields where a calculator does not say so."""
        return ()

    def work(self, typed: Mapping[str, str], faces: Sequence[int], language: str) -> Worked:
        """What is worked out."""
        asks = self.asks(language)
        given = {ask.field.name: _typed(ask, typed) for ask in asks}
        read: dict[str, Any] = {}
        faults: list[Fault] = []
        for ask in asks:
            if not ask.matters(given):
                continue
            value, fault = _read(ask, given[ask.field.name])
            if fault:
                message = FAULTS[fault][language].format(least=ask.least, most=ask.most)
                faults.append(Fault(ask.field.name, message))
            else:
                read[ask.field.name] = value
        if faults:
            return Worked(faults=tuple(faults))
        return self.reckon(self.values(**read), tuple(faces[:MOST_FACES]), language)

    @abstractmethod
    def reckon(self, values: V, faces: tuple[int, ...], language: str) -> Worked:
        """What is worked out of values that are in order."""


def _asks(values: type[Any], words: CalculatorWords, language: str) -> tuple[Ask, ...]:
    info = inspect.type_info(values)
    if not isinstance(info, inspect.StructType):
        raise TypeError(values)
    hints = get_type_hints(values, include_extras=True)
    return tuple(
        _ask(field, _in_order(hints[field.name]), words, language) for field in info.fields
    )


def _ask(field: inspect.Field, order: Sequence[Any], words: CalculatorWords, language: str) -> Ask:
    kind = field.type
    extra = _extra("", "", "", False, {})
    if isinstance(kind, inspect.Metadata):
        extra |= kind.extra or {}
        kind = kind.type
    label = words.say("fields", extra["label"] or field.name, language)
    choices: tuple[Choice, ...] = ()
    least = most = None
    holds: Literal["text", "number", "flag"] = "text"
    if isinstance(kind, inspect.LiteralType):
        named = map(str, order)
        choices = tuple(Choice(value, words.say("values", value, language)) for value in named)
    elif isinstance(kind, inspect.IntType):
        holds, least, most = "number", kind.ge, kind.le
    elif isinstance(kind, inspect.BoolType):
        holds = "flag"
    else:
        raise TypeError(f"{field.name} is no number, choice or flag")
    if field.default is msgspec.NODEFAULT or (holds == "flag" and field.default):
        raise TypeError(f"{field.name} needs a default, a flag that it is not set")
    return Ask(
        Field(field.name, label, holds, choices=choices),
        default="" if holds == "flag" else str(field.default),
        unit=words.say("units", extra["unit"], language) if extra["unit"] else "",
        least=least,
        most=most,
        group=words.say("groups", extra["of"], language) if extra["of"] else "",
        rare=extra["rare"],
        when=extra["when"],
    )


def _in_order(hint: Any) -> Sequence[Any]:
    """The values of a choice as they were written; `inspect` tells them sorted."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    return get_args(hint)


def _typed(ask: Ask, typed: Mapping[str, str]) -> str:
    """What is typed into a field, its default where nothing is said of it."""
    text = typed.get(ask.field.name, ask.default).strip()[:LONGEST]
    if ask.field.holds == "flag":
        return "" if text in ("", "no", "false", "False", "0") else SET
    return text


def _read(ask: Ask, text: str) -> tuple[Any, str]:
    """The value of a field, and the fault where it has none."""
    if ask.field.holds == "flag":
        return text == SET, ""
    if ask.field.holds == "text":
        known = any(choice.value == text for choice in ask.field.choices)
        return text, "" if known else "choice"
    value = _whole(text)
    if value is None:
        return None, "number"
    low, high = ask.least, ask.most
    fits = (low is None or low <= value) and (high is None or value <= high)
    return value, "" if fits else "range"


def _whole(text: str) -> int | None:
    digits = text.replace("\u2212", "-").removeprefix("+")
    if not digits.removeprefix("-").isdecimal() or not digits.isascii():
        return None
    return int(digits)


# Dice that are typed ----------------------------------------------------------------------------


def face_fault(error: FaceWrong, language: str) -> Fault:
    """A face that cannot be, in words."""
    said = FAULTS["face"][language].format(sides=len(error.die.faces), face=error.face)
    return Fault("faces", said)


def prospects(
    dice: Sequence[Die],
    brings: Callable[[tuple[int, ...]], str],
    counted: Callable[[tuple[int, ...]], int] = lambda faces: faces[0],
) -> tuple[Prospect, ...]:
    """What the dice that are asked for may bring: `counted` makes of their faces the number they
    are read by, such as a sum; neighbouring numbers that bring the same stand together."""
    ways = Fraction(1)
    for die in dice:
        ways /= len(die.faces)
    chances: dict[int, Fraction] = {}
    said: dict[int, str] = {}
    for faces in product(*(die.faces for die in dice)):
        read = counted(faces)
        chances[read] = chances.get(read, Fraction(0)) + ways
        if read not in said:
            said[read] = brings(faces)
    return tuple(_together(chances, said))


def _together(chances: Mapping[int, Fraction], said: Mapping[int, str]) -> Iterator[Prospect]:
    for says, group in groupby(sorted(chances), key=said.__getitem__):
        numbers = list(group)
        chance = sum((chances[number] for number in numbers), Fraction(0))
        yield Prospect(_range(numbers[0], numbers[-1]), chance, says)


def _range(first: int, last: int) -> str:
    ends = [f"{number}".replace("-", "\u2212") for number in (first, last)]
    return ends[0] if first == last else f"{ends[0]} … {ends[1]}"
