"""What calculators of battles share: a bench, its sums and its events in words."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from rules.core.calculators import (
    CalculatorWords,
    Preset,
    Said,
    Sum,
    TypedCalculator,
    Weight,
    Worked,
)
from rules.core.dice import D6, Die
from rules.core.geometry import Point
from rules.core.tally import Part, Tally
from rules.core.violations import Violation
from rules.khans_and_generals.calculators.bench import (
    HERE,
    ONE,
    OTHER,
    Bench,
    DiceWords,
    Thrown,
    Trial,
    thrown,
)
from rules.khans_and_generals.calculators.presets import Fill, presets_of
from rules.khans_and_generals.moment.field import SQUARE, Piece
from rules.khans_and_generals.moment.morale import VALUES, reluctance
from rules.khans_and_generals.play.refusals import message
from rules.khans_and_generals.state.events import Event
from rules.khans_and_generals.steps.turn import NEIGHBOURS

V = TypeVar("V")
WORDS = CalculatorWords.of("rules.khans_and_generals.calculators")


def summed(label: str, tally: Tally, language: str, *rules: str, unit: str = "") -> Sum:
    """A sum in words."""
    parts = [(part, WORDS.say("parts", part.what, language)) for part in tally.parts]
    return Sum(
        WORDS.say("sums", label, language),
        Tally(tuple(Part(said, part.value, part.where) for part, said in parts), tally.at_least),
        unit=unit,
        rules=rules or WORDS.rules_of("sums", label),
        behind={said: WORDS.rules_of("parts", part.what) for part, said in parts},
    )


def reluctance_of(piece: Piece, label: str, language: str) -> Sum:
    """Why a unit would rather not be here."""
    entries = reluctance(piece.field, piece)
    parts = (Part(part.what, part.value) for part in entries.parts if part.value)
    return summed(label, Tally(tuple(parts)), language)


def told(event: Event, language: str) -> str:
    """What an event says, without whom it befalls; nothing for bookkeeping."""
    key = _key(event)
    if key not in WORDS.section("events"):
        return ""
    return WORDS.tell("events", key, language, **_facts(event, language))


def _key(event: Event) -> str:
    if event.event == "aimed":
        hit = event.facts.get("hit", event.facts["face"] <= event.facts["accuracy"])
        return "aimed_hit" if hit else "aimed_missed"
    if event.event == "training_tested":
        return "training_passed" if event.facts["passed"] else "training_failed"
    if event.event == "pinning_tested":
        return "pinning_held" if event.facts["face"] <= event.facts["sum"] else ""
    if event.event == "search":
        return f"search_{max(n for n in _SEARCH if n <= event.facts['result'])}"
    if event.event == "fire" and event.facts["at"] != HERE:
        return f"fire_{_direction(event.facts['at'])}"
    if event.event == "ignition_tested":
        return "ignition_held" if event.facts["face"] > event.facts["needed"] else ""
    if event.event == "part_broken" and event.unit:
        return f"broken_{event.units[event.unit]['broken'][-1]}"
    return event.event


def _direction(square: Point) -> int:
    """Which neighbour of the square of the bench it is, 1 = ahead, clockwise (KG-044)."""
    steps = tuple(round((one - here) / SQUARE) for one, here in zip(square, HERE, strict=True))
    return 1 + NEIGHBOURS.index(steps)


#: The lowest result of each line of the search (KG-142).
_SEARCH = (1, 2, 3, 5, 7, 9, 10)


def _facts(event: Event, language: str) -> dict[str, Any]:
    facts = dict(event.facts)
    if event.event == "morale" and event.unit:
        entries = event.units[event.unit]["effects"]
        value = next((e.value for e in entries if e.effect == facts["effect"]), None)
        facts["value"] = VALUES.get(facts["effect"], 0) if value is None else value
        facts["effect"] = WORDS.say("parts", facts["effect"], language)
    if event.event == "moved":
        facts["length"] = f"{facts['length']:.4g}"
    if event.event == "vehicle_hit":
        facts["result"] = facts.get("modified", facts["face"])
    if event.event in ("mission", "mission_failed") and event.unit:
        facts["next"] = event.units[event.unit]["next_mission"]
    return facts


class BenchCalculator(TypedCalculator[V], Generic[V]):
    """A calculator that tries an order of a battle out on a bench."""

    words = WORDS
    #: What cards fill in, by the group of fields they are offered for.
    fills: ClassVar[Mapping[str, Fill]] = {}
    #: The names of the two units among the words.
    names: ClassVar[tuple[str, str]]

    def named(self, values: V) -> tuple[str, str]:
        """The same, where it depends on what is done."""
        return self.names

    @abstractmethod
    def bench(self, values: V) -> Bench:
        """The position, and what is done in it."""

    @abstractmethod
    def sums(
        self, values: V, bench: Bench, thrown: Thrown, faces: tuple[int, ...], language: str
    ) -> Iterator[Sum]:
        """The numbers behind it."""

    def presets(self, records: Mapping[str, Any], language: str) -> Sequence[Preset]:
        """The cards of the sample forces."""
        headed = {
            group: (WORDS.say("groups", group, language), fill)
            for group, fill in self.fills.items()
        }
        return tuple(presets_of(records, headed))

    def refused(self, values: V, bench: Bench) -> Iterable[Violation]:
        """Why it cannot be done at all, as battles would say it."""
        return ()

    def reckon(self, values: V, faces: tuple[int, ...], language: str) -> Worked:
        """Try it out."""
        bench, teller = self.bench(values), Teller(self.named(values), language)
        if reasons := list(self.refused(values, bench)):
            said = tuple(Said(teller.refusal(reason), reason.rules, "bad") for reason in reasons)
            return Worked(headline=said[0].text, said=said)
        words = DiceWords(teller.throw, teller.die, teller.brings, teller.nothing, language)
        found = thrown(bench, faces, words)
        return Worked(
            headline=teller.headline(found.trial),
            sums=tuple(self.sums(values, bench, found, faces, language)),
            dice=found.needs,
            prospects=found.prospects,
            said=tuple(teller.said(found.trial)),
            faults=found.faults,
        )


class Teller:
    """Events of a bench in words, its two units by their names."""

    def __init__(self, names: tuple[str, str], language: str) -> None:
        self._names = names
        self._alone = names[0] == names[1]
        self._language = language

    def headline(self, trial: Trial) -> str:
        """All that happened in short, once no die is wanted any more."""
        if trial.wanted is not None:
            return ""
        return "; ".join(self.brings(trial, 0)) or self.nothing

    @property
    def nothing(self) -> str:
        """That nothing comes of it."""
        return WORDS.say("says", "nothing", self._language)

    def refusal(self, reason: Violation) -> str:
        """Why something cannot be done, its units by their names."""
        unit = reason.params.get("unit")
        named = reason.params | ({"unit": self.who(unit)} if unit else {})
        return message(msgspec.structs.replace(reason, params=named), self._language)

    def throw(self, event: str) -> str:
        """What a throw is for, by the event it leads to."""
        return WORDS.say("throws", event or "dice", self._language)

    def die(self, event: str, number: int, die: Die) -> str:
        """What a die of a throw is called: green and red, or by its sides."""
        if event in _PAIRED and die == D6:
            return WORDS.say("dice", "green" if number % 2 == 0 else "red", self._language)
        if (key := f"{event}.{die.name}") in WORDS.section("dice"):
            return WORDS.say("dice", key, self._language)
        return WORDS.tell("dice", "any", self._language, sides=len(die.faces))

    def brings(self, trial: Trial, start: int) -> tuple[str, ...]:
        """What the events from some number on bring, in short."""
        said = []
        for event in trial.events[start:]:
            if event.event in _NUMBERS or not (text := told(event, self._language)):
                continue
            goes_without = event.unit in (OTHER, None) or event.event in _OF_ACTING or self._alone
            said.append(text if goes_without else f"{self.who(event.unit)}: {text}")
        return tuple(said)

    def said(self, trial: Trial) -> Iterator[Said]:
        """Everything that happened, a sentence each."""
        for event in trial.events:
            if text := told(event, self._language):
                named = event.unit and not self._alone
                who = f"{self.who(event.unit)}: {text}" if named else text
                yield Said(f"{who[:1].upper()}{who[1:]}.", event.rules, _weight(event))

    def who(self, unit: str | None) -> str:
        """What a unit is called."""
        if unit in WORDS.section("units_named"):
            return WORDS.say("units_named", unit or "", self._language)
        name = WORDS.say("units_named", self._names[0 if unit == ONE else 1], self._language)
        number = (unit or "").removeprefix(OTHER) if unit != ONE else ""
        return f"{name} {number}".strip()


#: Throws of a green and a red die.
_PAIRED = ("blow", "answer", "shot", "burst", "dogfight")
#: Numbers of an attack, which differ with every face; and what the acting unit does itself.
_NUMBERS = (
    "blow",
    "answer",
    "shot",
    "burst",
    "dogfight",
    "vehicle_hit",
    "work_shelled",
    "tank_charge",
)
_OF_ACTING = (
    "search",
    "training_tested",
    "aimed",
    "order_lost",
    "sight_lost",
    "smoke_shell",
    "illuminated",
    "mission",
    "mission_failed",
)


def _weight(event: Event) -> Weight:
    if event.event in ("losses", "destroyed", "routed", "pinned", "abandoned", "commander_killed"):
        return "bad"
    return "plain"
