"""What the rules do not read of a catalogue record: texts, sources, how sure a field is."""

from typing import Any, Literal

import msgspec

Certainty = Literal["inferred", "differs", "single-source", "doubtful", "missing", "entered"]


class Text(msgspec.Struct, frozen=True):
    """A sentence in each language of the site."""

    en: str
    pl: str

    def in_language(self, language: str) -> str:
        """The sentence in a language, in English where there is none."""
        return self.pl if language == "pl" else self.en


class Mark(msgspec.Struct, frozen=True):
    """How sure one field is, and why."""

    how: Certainty
    note: Text


#: What marks a whole record, and the mark of one that nobody else confirms.
WHOLE_RECORD = "*"
ONE_SOURCE = Mark("single-source", Text("One source only.", "Tylko jedno źródło."))
#: The source of what this project made.
HOUSE = "house"


class FigureRecord(msgspec.Struct, frozen=True):
    """What a figure's record tells beyond its dials."""

    set: str
    collector_number: str
    block: tuple[str, ...] = ()
    pilot_name_on_base: str | None = None
    rarity: str | None = None
    notes: tuple[Text, ...] = ()
    sources: tuple[str, ...] = ()
    marks: dict[str, Mark] = {}

    @property
    def is_entered(self) -> bool:
        """Whether people entered any of it on the site."""
        return any(mark.how == "entered" for mark in self.marks.values())


class Ability(msgspec.Struct, frozen=True):
    """What a pilot brings to the preferred 'Mech."""

    name: str
    text: Text


class Victory(msgspec.Struct, frozen=True):
    """An extra victory condition."""

    text: Text


class CardRecord(msgspec.Struct, frozen=True):
    """What a card's record tells beyond what the rules count with."""

    set: str
    text: Text
    ability: Ability | None = None
    victory: Victory | None = None
    sources: tuple[str, ...] = ()
    marks: dict[str, Mark] = {}


class SetRecord(msgspec.Struct, frozen=True):
    """A set as its record tells it."""

    code: str
    name: str
    name_pl: str = ""
    year: int | None = None
    official: bool = True


class FactionRecord(msgspec.Struct, frozen=True):
    """A faction as its record tells it."""

    name: str
    name_pl: str = ""
    abbreviation: str | None = None


class Source(msgspec.Struct, frozen=True):
    """Where a record comes from; `tells` are the fields it gives of figures, if that is known."""

    title: str
    address: str | None = None
    tells: tuple[str, ...] = ()


class BadRecord(Exception):
    """A record of the wrong shape: the JSON path inside it and what was expected there."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason


def read_figure(record: Any) -> FigureRecord:
    """A figure's texts and marks; raises BadRecord."""
    return _with_its_source(_read(record, FigureRecord))


def read_card(record: Any) -> CardRecord:
    """A card's texts and marks; raises BadRecord."""
    return _with_its_source(_read(record, CardRecord))


def read_set(record: Any) -> SetRecord:
    """A set; raises BadRecord."""
    return _read(record, SetRecord)


def read_faction(record: Any) -> FactionRecord:
    """A faction; raises BadRecord."""
    return _read(record, FactionRecord)


def read_sources(content: Any) -> dict[str, Source]:
    """The sources by id, from the content of sources.json; raises BadRecord."""
    return _read(content, SourceList).sources


class SourceList(msgspec.Struct, frozen=True):
    """The file of sources."""

    sources: dict[str, Source] = {}


def _with_its_source(record: Any) -> Any:
    """The record, marked as a whole where it rests on one source; what we made ourselves does not
    rest on anything."""
    if len(record.sources) != 1 or HOUSE in record.sources or WHOLE_RECORD in record.marks:
        return record
    return msgspec.structs.replace(record, marks={**record.marks, WHOLE_RECORD: ONE_SOURCE})


def _read(record: Any, shape: type[msgspec.Struct]) -> Any:
    try:
        return msgspec.convert(record, shape)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")
        raise BadRecord(path.strip("`") or "$", reason) from error
