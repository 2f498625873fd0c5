"""The catalogue: figures, cards and tables, read from records and refused whole when one is bad."""

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from rules.age_of_destruction.records.alliances import (
    DEFAULT_RELEASE,
    Alliances,
    read_alliances,
)
from rules.age_of_destruction.records.artillery_markers import (
    ArtilleryMarker,
    MarkerRecord,
    marker_of,
)
from rules.age_of_destruction.records.bases import Bases, read_bases
from rules.age_of_destruction.records.cards import Card, canonical_card_id
from rules.age_of_destruction.records.reading_cards import read_card
from rules.age_of_destruction.records.reading_units import FigureRecord, Problem, unit_of
from rules.age_of_destruction.records.units import Unit
from rules.core.codec import Unreadable, digest
from rules.core.kept import kept
from rules.core.typed import Written, read_typed

T = TypeVar("T")
Records = Mapping[str, Any]


class SetRecord(Written, frozen=True):
    """A set of figures; `slots` is true where its 'Mechs take gear and pilots."""

    code: str
    slots: Any = None


class SetsFile(Written, frozen=True):
    """The file sets.json."""

    sets: tuple[SetRecord, ...]


class FactionRecord(Written, frozen=True):
    """A faction."""

    name: str


class FactionsFile(Written, frozen=True):
    """The file factions.json."""

    factions: tuple[FactionRecord, ...]


class MarkerOfUnit(MarkerRecord, frozen=True):
    """The marker of an artillery unit."""

    unit: str


class MarkersFile(Written, frozen=True):
    """The file artillery_markers.json."""

    artillery_markers: tuple[MarkerOfUnit, ...]


class FiguresFile(Written, frozen=True):
    """A file of figures, each read by itself."""

    figures: tuple[Any, ...]


class CatalogueFigure(FigureRecord, frozen=True, kw_only=True):
    """A figure of the catalogue; `block` has the numbers of the versions it stands for."""

    block: tuple[str, ...] = ()


class CardsFile(Written, frozen=True):
    """A file of cards, each read by itself."""

    cards: tuple[Any, ...]


class RecordProblem(msgspec.Struct, frozen=True):
    """A problem with the file and the id of its record."""

    file: str
    id: str
    problem: Problem

    def __str__(self) -> str:
        return f"{self.file}: {self.id}: {self.problem.code}: {self.problem}"


class CatalogueRefused(Exception):
    """Records that contradict the rule book; `problems` names every one, none is kept."""

    def __init__(self, problems: list[RecordProblem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class Catalogue:
    """Figures, cards, factions, sets and alliances by id; the same records give the same digest."""

    def __init__(
        self,
        units: Mapping[str, Unit],
        cards: Mapping[str, Card],
        factions: tuple[str, ...],
        alliances: Mapping[str, Alliances],
        bases: Bases,
        digest: str,
        warnings: tuple[RecordProblem, ...] = (),
    ) -> None:
        self.units = units
        self.cards = cards
        self.factions = factions
        self.releases = alliances
        self.bases = bases
        self.id = f"sha256:{digest}"
        self.warnings = warnings
        self._numbered: dict[str | None, Unit] = {}

    def unit(self, unit_id: str) -> Unit | None:
        """The figure of an id, or None."""
        return self.units.get(unit_id)

    @kept
    def priced_units(self) -> tuple[Unit, ...]:
        """The figures whose base and points are known, the cheapest first."""
        known = [unit for unit in self.units.values() if unit.known and unit.points is not None]
        return tuple(sorted(known, key=lambda unit: (unit.points or 0, unit.id)))

    @kept
    def sorted_cards(self) -> tuple[Card, ...]:
        """Every card, by its id."""
        return tuple(sorted(self.cards.values(), key=lambda card: card.id))

    def unit_numbered(self, collector: str | None) -> Unit | None:
        """The figure of a set and number however they are written, or None."""
        if not self._numbered:
            self._numbered = {unit.collector: unit for unit in self.units.values()}
        return self._numbered.get(collector) if collector else None

    def card(self, card_id: str) -> Card | None:
        """The card of an id, under its alias too, or None."""
        return self.cards.get(card_id) or self.cards.get(canonical_card_id(card_id))

    def alliances(self, release: str = DEFAULT_RELEASE) -> Alliances:
        """The alliances in force in a release; raises KeyError for one without data."""
        return self.releases[release]

    def similar_units(self, wanted: str) -> list[str]:
        """Up to three ids somebody may have meant."""
        return similar(wanted, self.units)

    def similar_cards(self, wanted: str) -> list[str]:
        """Up to three ids somebody may have meant."""
        return similar(wanted, self.cards)


#: Letters people write for digits.
_DIGITS = str.maketrans("OIL", "011")


def similar(wanted: str, known: Collection[str]) -> list[str]:
    """Up to three of the known ids, the most alike first; those lead that differ in hyphens, in
    zeros before the number, or in letters that look like digits only."""
    wanted = wanted[:40].upper()
    shape = _shape(wanted)
    leading = [item for item in known if _shape(item) == shape]
    matches = difflib.get_close_matches(wanted, known, n=3, cutoff=0.7)
    return list(dict.fromkeys([*leading, *matches]))[:3]


def _shape(item: str) -> str:
    """An id as it looks at a glance: "AOD-001", "aod1" and "AOD-OO1" are alike."""
    joined = "".join(filter(str.isalnum, item.upper())).translate(_DIGITS)
    return re.sub(r"(?<!\d)0+(?=\d)", "", joined)


def read_catalogue(files: Records) -> Catalogue:
    """Read parsed JSON files by their path below the system's folder ("figures/AOD.json", …).

    Needs sets.json, factions.json, alliances.json, bases.json and artillery_markers.json. Raises
    CatalogueRefused with every problem found; a catalogue with one bad record is no catalogue.
    """
    reader = _Reader()
    sets = reader.once(files, "sets.json", lambda data: read_typed(data, SetsFile).sets)
    slots_of_set = {entry.code: entry.slots is True for entry in sets or ()}
    named = reader.once(
        files, "factions.json", lambda data: read_typed(data, FactionsFile).factions
    )
    factions = tuple(faction.name for faction in named or ())
    alliances = reader.once(files, "alliances.json", read_alliances) or {}
    bases = reader.once(files, "bases.json", read_bases)
    for path in sorted(files):
        if path.startswith("figures/"):
            reader.figures(files, path, slots_of_set, factions)
        elif path.startswith("cards/"):
            reader.cards(files, path)
    reader.preferred_mechs()
    reader.artillery_markers(files)
    if reader.errors or bases is None:
        raise CatalogueRefused(reader.errors)
    return Catalogue(
        units=reader.units,
        cards=reader.cards_read,
        factions=factions,
        alliances=alliances,
        bases=bases,
        digest=digest({path: files[path] for path in sorted(files)}),
        warnings=tuple(reader.warnings),
    )


class _Reader:
    """Collects what can be read and every problem with what cannot."""

    def __init__(self) -> None:
        self.units: dict[str, Unit] = {}
        self.cards_read: dict[str, Card] = {}
        self.errors: list[RecordProblem] = []
        self.warnings: list[RecordProblem] = []

    def note(self, file: str, record_id: str, problem: Problem) -> None:
        target = self.errors if problem.severity == "error" else self.warnings
        target.append(RecordProblem(file, record_id, problem))

    def unreadable(self, file: str, record_id: str, error: Unreadable) -> None:
        """Note every fault of a record."""
        for fault in (error, *error.beside):
            self.note(file, record_id, Problem("UNREADABLE_RECORD", fault.path, fault.message()))

    def once(self, files: Records, file: str, read: Callable[[Any], T]) -> T | None:
        """One file read whole; an unreadable one becomes a problem."""
        if file not in files:
            self.note(file, "–", Problem("UNREADABLE_RECORD", "$", "the file is missing"))
            return None
        try:
            return read(files[file])
        except Unreadable as error:
            self.unreadable(file, "–", error)
            return None

    def each(
        self, file: str, key: str, records: Iterable[Any], read: Callable[[Any, str], T]
    ) -> Iterator[tuple[str, str, T]]:
        """The place, the id and the value of every record of a list that can be read."""
        for index, record in enumerate(records):
            place = f"$.{key}[{index}]"
            record_id = str(record.get("id", place)) if isinstance(record, dict) else place
            try:
                yield place, record_id, read(record, place)
            except Unreadable as error:
                self.unreadable(file, record_id, error)

    def figures(
        self, files: Records, file: str, slots_of_set: Mapping[str, bool], factions: tuple[str, ...]
    ) -> None:
        def read(data: Any, path: str) -> tuple[CatalogueFigure, Unit, list[Problem]]:
            record = read_typed(data, CatalogueFigure, path)
            slots = slots_of_set.get(str(record.set), False)
            return record, *unit_of(record, path, slots=slots)

        listed = self.once(files, file, lambda data: read_typed(data, FiguresFile).figures)
        for path, record_id, (record, unit, problems) in self.each(
            file, "figures", listed or (), read
        ):
            for problem in problems:
                self.note(file, record_id, problem)
            if unit.faction and unit.faction not in factions:
                reason = f"“{unit.faction}” is no faction of factions.json"
                problem = Problem("FACTION_NOT_SINGLE", f"{path}.faction", reason)
                self.note(file, record_id, problem)
            for number in record.block or (str(unit.number),):
                self.add_unit(file, path, unit, f"{unit.set}-{number}", number)

    def add_unit(self, file: str, path: str, unit: Unit, unit_id: str, number: str) -> None:
        """Keep a figure under its set and number; a block stands for each of its versions."""
        if unit.status != "block" and unit_id != unit.id:
            reason = f"the id {unit.id} differs from set and number, {unit_id}"
            self.note(file, unit.id, Problem("DUPLICATE_CATALOGUE_NUMBER", path, reason))
        if unit_id in self.units:
            reason = f"{unit_id} is in the catalogue already"
            self.note(file, unit.id, Problem("DUPLICATE_CATALOGUE_NUMBER", path, reason))
        self.units[unit_id] = msgspec.structs.replace(unit, id=unit_id, number=number)

    def cards(self, files: Records, file: str) -> None:
        listed = self.once(files, file, lambda data: read_typed(data, CardsFile).cards)
        for path, record_id, (card, problems) in self.each(file, "cards", listed or (), read_card):
            for problem in problems:
                self.note(file, record_id, problem)
            if card.id in self.cards_read:
                reason = f"{card.id} is in the catalogue already"
                self.note(file, card.id, Problem("DUPLICATE_CATALOGUE_NUMBER", path, reason))
            self.cards_read[card.id] = card

    def preferred_mechs(self) -> None:
        for card in self.cards_read.values():
            if card.preferred_mech and card.preferred_mech not in self.units:
                reason = f"the preferred 'Mech {card.preferred_mech} is not in the catalogue"
                problem = Problem("PREFERRED_MECH_DATA_CONFLICT", "$", reason, "warning")
                self.note("cards", card.id, problem)

    def artillery_markers(self, files: Records) -> None:
        """Give every artillery unit the marker it needs (AOD-UNIT-020)."""
        file = "artillery_markers.json"

        markers = self.once(files, file, _read_markers) or {}
        for unit in [unit for unit in self.units.values() if unit.is_artillery]:
            if unit.id in markers:
                self.units[unit.id] = msgspec.structs.replace(
                    unit, artillery_marker=markers[unit.id]
                )
            else:
                problem = Problem("ARTILLERY_MARKER_MISSING", "$", "it has no marker", "warning")
                self.note(file, unit.id, problem)


def _read_markers(data: Any) -> dict[str, ArtilleryMarker]:
    return {
        record.unit: marker_of(record, f"$.artillery_markers[{index}]")
        for index, record in enumerate(read_typed(data, MarkersFile).artillery_markers)
    }
