"""A rule book as data: id, section, title and our own one-sentence summary."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Literal

import msgspec

Texts = Mapping[str, str]


#: Why a house had to decide: the source does not say, its list is lost, it says two things, or may
#: be read in two ways.
Because = Literal["silent", "lost", "contradiction", "unclear"]


class House(msgspec.Struct, frozen=True):
    """What a rule has of ours: why, and the part that we decided, None where that is all of it."""

    because: Because
    decides: dict[str, str] | None = None


class Rule(msgspec.Struct, frozen=True):
    """One numbered rule. `kind` is when it is checked ("build", "setup", "play" or "score");
    `section` is a key of the book's sections; texts are by language. `house` is set where some of
    it is a house ruling."""

    id: str
    kind: str
    section: str
    title: dict[str, str]
    summary: dict[str, str]
    house: House | None = None

    @property
    def ruling(self) -> Texts:
        """What a house ruling decides; the whole rule where it is nothing else."""
        return self.house.decides or self.summary if self.house else {}

    @property
    def area(self) -> str:
        """The middle of the id: "AOD-GEAR-011" is of area "GEAR", "KG-049" of none."""
        return "-".join(self.id.split("-")[1:-1])


class Rulebook(Mapping[str, Rule]):
    """The rules of one game system by id, in the order of the book's sections."""

    def __init__(self, rules: Iterable[Rule], sections: Mapping[str, Texts]) -> None:
        self._rules = {rule.id: rule for rule in rules}
        self.sections = sections

    @classmethod
    def from_toml(cls, areas: Iterable[str], sections: str) -> "Rulebook":
        """Read one TOML text an area and one for the sections; raises msgspec.ValidationError."""
        rules = [
            msgspec.convert({"id": rule_id, **fields}, Rule)
            for area in areas
            for rule_id, fields in tomllib.loads(area).items()
        ]
        return cls(rules, tomllib.loads(sections))

    @classmethod
    def of(cls, package: str) -> "Rulebook":
        """The book of a package: `sections.toml`, and one TOML file an area beside it."""
        texts = {
            entry.name: entry.read_text("utf-8")
            for entry in sorted(files(package).iterdir(), key=lambda entry: entry.name)
            if entry.name.endswith(".toml")
        }
        sections = texts.pop("sections.toml")
        return cls.from_toml(texts.values(), sections)

    def __getitem__(self, rule_id: str) -> Rule:
        return self._rules[rule_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)
