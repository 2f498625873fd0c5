"""The catalogue: figures, cards and tables, read from records and refused whole when one is bad."""

import difflib
import re
from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from rules.age_of_destruction.records.alliances import Alliances, read_alliances
from rules.age_of_destruction.records.artillery_markers import ArtilleryMarker, read_marker
from rules.age_of_destruction.records.bases import Bases, read_bases
from rules.age_of_destruction.records.cards import Card, canonical_card_id, read_card
from rules.age_of_destruction.records.reading_units import Problem, read_unit
from rules.age_of_destruction.records.units import Unit
from rules.core.codec import Node, Unreadable, digest

DEFAULT_RELEASE = "rulebook"
Records = Mapping[str, Any]


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
    slots_of_set = {
        code: entry.get("slots") is True for code, entry in reader.keyed(files, "sets.json", "code")
    }
    factions = tuple(name for name, _ in reader.keyed(files, "factions.json", "name"))
    alliances = reader.once(files, "alliances.json", _read_releases) or {}
    bases = reader.once(files, "bases.json", read_bases)
    for path in sorted(files):
        if path.startswith("figures/"):
            reader.figures(path, files[path], slots_of_set, factions)
        elif path.startswith("cards/"):
            reader.cards(path, files[path])
    reader.preferred_mechs()
    reader.artillery_markers(files)
    if reader.errors:
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

    def once(self, files: Records, file: str, read: Any) -> Any:
        """One file read whole; an unreadable one becomes a problem."""
        if file not in files:
            self.note(file, "–", Problem("UNREADABLE_RECORD", "$", "the file is missing"))
            return None
        try:
            return read(Node(files[file]))
        except Unreadable as error:
            self.note(file, "–", Problem("UNREADABLE_RECORD", error.path, error.message()))
            return None

    def keyed(self, files: Records, file: str, key: str) -> list[tuple[str, dict[str, Any]]]:
        """The records of a list with the field that names them."""

        def read(node: Node) -> list[tuple[str, dict[str, Any]]]:
            entries = node.get(file.removesuffix(".json")).items()
            return [(entry.get(key).text(), entry.object()) for entry in entries]

        return self.once(files, file, read) or []

    def records(self, file: str, data: Any, key: str) -> list[tuple[str, Node]]:
        """The records of a file with their ids; a list that is none becomes a problem."""
        try:
            nodes = list(Node(data).get(key).items())
        except Unreadable as error:
            self.note(file, "–", Problem("UNREADABLE_RECORD", error.path, error.message()))
            return []
        return [(_id_of(node), node) for node in nodes]

    def figures(
        self, file: str, data: Any, slots_of_set: Mapping[str, bool], factions: tuple[str, ...]
    ) -> None:
        for record_id, node in self.records(file, data, "figures"):
            try:
                slots = slots_of_set.get(str(node.object().get("set")), False)
                unit, problems = read_unit(node, slots)
                block = node.optional("block", lambda n: [i.text() for i in n.items()])
            except Unreadable as error:
                problem = Problem("UNREADABLE_RECORD", error.path, error.message())
                self.note(file, record_id, problem)
                continue
            for problem in problems:
                self.note(file, record_id, problem)
            if unit.faction and unit.faction not in factions:
                reason = f"“{unit.faction}” is no faction of factions.json"
                self.note(
                    file, record_id, Problem("FACTION_NOT_SINGLE", f"{node.path}.faction", reason)
                )
            for number in block or [str(unit.number)]:
                self.add_unit(file, node, unit, f"{unit.set}-{number}", number)

    def add_unit(self, file: str, node: Node, unit: Unit, unit_id: str, number: str) -> None:
        """Keep a figure under its set and number; a block stands for each of its versions."""
        if unit.status != "block" and unit_id != unit.id:
            reason = f"the id {unit.id} differs from set and number, {unit_id}"
            self.note(file, unit.id, Problem("DUPLICATE_CATALOGUE_NUMBER", node.path, reason))
        if unit_id in self.units:
            reason = f"{unit_id} is in the catalogue already"
            self.note(file, unit.id, Problem("DUPLICATE_CATALOGUE_NUMBER", node.path, reason))
        self.units[unit_id] = msgspec.structs.replace(unit, id=unit_id, number=number)

    def cards(self, file: str, data: Any) -> None:
        for record_id, node in self.records(file, data, "cards"):
            try:
                card, problems = read_card(node)
            except Unreadable as error:
                problem = Problem("UNREADABLE_RECORD", error.path, error.message())
                self.note(file, record_id, problem)
                continue
            for problem in problems:
                self.note(file, record_id, problem)
            if card.id in self.cards_read:
                reason = f"{card.id} is in the catalogue already"
                self.note(file, card.id, Problem("DUPLICATE_CATALOGUE_NUMBER", node.path, reason))
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

        def read(node: Node) -> dict[str, ArtilleryMarker]:
            records = node.get("artillery_markers").items()
            return {record.get("unit").text(): read_marker(record) for record in records}

        markers = self.once(files, file, read) or {}
        for unit in [unit for unit in self.units.values() if unit.is_artillery]:
            if unit.id in markers:
                self.units[unit.id] = msgspec.structs.replace(
                    unit, artillery_marker=markers[unit.id]
                )
            else:
                problem = Problem("ARTILLERY_MARKER_MISSING", "$", "it has no marker", "warning")
                self.note(file, unit.id, problem)


def _read_releases(node: Node) -> dict[str, Alliances]:
    releases = read_alliances(node)
    if DEFAULT_RELEASE not in releases:
        raise node.get("releases").refuse("MISSING", field=DEFAULT_RELEASE)
    return releases


def _id_of(node: Node) -> str:
    record = node.value
    return str(record.get("id", node.path)) if isinstance(record, dict) else node.path
