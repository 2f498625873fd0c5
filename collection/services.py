"""What changes the catalogue in the database: loading its files, and laying entries over them."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction

from collection import adapters, records, selectors
from collection.entering.overlay import lay_over
from collection.folding import fold, number_key, number_words
from collection.models import (
    Card,
    CatalogueEntry,
    CatalogueFile,
    CatalogueVersion,
    ExpansionSet,
    Faction,
    Figure,
)

BATCH = 200

#: Goes up whenever the rows made of the same files become others.
ROW_SHAPE = 3


@dataclass(frozen=True)
class LoadProblem:
    """One fault in the catalogue files, with the place of the bad record."""

    file: str
    id: str
    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}: {self.id}: {self.path}: {self.reason}"


class LoadRefused(Exception):
    """Catalogue files with faults; every one is named and nothing of the load is kept."""

    def __init__(self, problems: list[LoadProblem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


@dataclass(frozen=True)
class Loaded:
    """What a load did: whether anything changed, and what the catalogue holds now.

    `left_out`: why entered figures lie over nothing at present, since the files and the rules no
    longer bear them.
    """

    changed: bool
    version: CatalogueVersion
    left_out: list[LoadProblem] = field(default_factory=list)


@dataclass(frozen=True)
class Entry:
    """A record with its place in the catalogue files."""

    file: str
    listing: str
    position: int
    record: Any

    @property
    def id(self) -> str:
        """What the record is known by."""
        named = self.record if isinstance(self.record, dict) else {}
        known_by = (named.get(key) for key in ("id", "code", "name"))
        return next((str(value) for value in known_by if value), "–")

    @property
    def path(self) -> str:
        """The JSON path of the record in its file."""
        return f"$.{self.listing}[{self.position}]"


def load_catalogue(*, system: str, folder: Path, now: datetime) -> Loaded:
    """Bring a system's rows up to date with its files; the same files change nothing.

    Raises LoadRefused and keeps nothing when a single record is bad. Rows of records that are no
    longer in the files are deleted; what people entered stays and lies over the new files.
    """
    return _write(system, read_files(folder), now)


def renew_catalogue(*, system: str, now: datetime) -> Loaded:
    """Bring a system's rows up to date with the entries over the files of the last load.

    Raises LoadRefused and keeps nothing when an entry makes a catalogue the rules refuse, and
    adapters.CatalogueNotLoaded before the first load.
    """
    files = selectors.loaded_files(system)
    if not files:
        raise adapters.CatalogueNotLoaded(system)
    return _write(system, files, now)


@transaction.atomic
def _write(system: str, loaded: dict[str, Any], now: datetime) -> Loaded:
    current = selectors.current_version(system, lock=True)
    entered, left_out = _entered(system, loaded)
    files = lay_over(loaded, entered)
    catalogue = check_files(system, files)
    if (
        current is not None
        and (current.digest, current.shape) == (catalogue.id, ROW_SHAPE)
        and selectors.loaded_files(system) == loaded
    ):
        return Loaded(changed=False, version=current, left_out=left_out)
    _Rows(system, files, loaded, catalogue).write()
    version = CatalogueVersion.objects.create(
        system=system,
        digest=catalogue.id,
        shape=ROW_SHAPE,
        loaded_at=now,
        counts=_counts(system),
    )
    return Loaded(changed=True, version=version, left_out=left_out)


def _entered(system: str, loaded: dict[str, Any]) -> tuple[dict[str, Any], list[LoadProblem]]:
    """The records of a system's entries by id, and what is wrong with those that no longer fit."""
    rows = CatalogueEntry.objects.filter(system=system, record__isnull=False)
    entered = dict(rows.values_list("catalogue_id", "record"))
    faults = figure_faults(system, loaded, list(entered.values())) if entered else []
    unfit = {fault.id for fault in faults}
    return {key: record for key, record in entered.items() if key not in unfit}, faults


def figure_faults(system: str, files: dict[str, Any], figures: list[Any]) -> list[LoadProblem]:
    """What is wrong with figures by themselves, among the sets and factions of the files.

    Paths begin with `$.figures[…]`, the place in the list.
    """
    try:
        check_files(system, with_figures_only(files, figures))
    except LoadRefused as refused:
        return refused.problems
    return []


def with_figures_only(files: dict[str, Any], figures: list[Any]) -> dict[str, Any]:
    """The files with some figures in the place of all theirs, and without cards."""
    others = {name: files[name] for name in files if listing_of(name) not in ("figures", "cards")}
    return {**others, "figures/entered.json": {"figures": figures}}


def read_files(folder: Path) -> dict[str, Any]:
    """Every JSON file below a folder, parsed, by its path there; raises LoadRefused."""
    files, problems = {}, []
    for path in sorted(folder.rglob("*.json")):
        name = path.relative_to(folder).as_posix()
        try:
            files[name] = adapters.read_json_file(path)
        except adapters.Unreadable as error:
            problems.append(LoadProblem(name, "–", error.path, error.message()))
    if problems:
        raise LoadRefused(problems)
    if not files:
        raise LoadRefused([LoadProblem(str(folder), "–", "$", "no catalogue files here")])
    return files


def check_files(system: str, files: dict[str, Any]) -> adapters.Catalogue:
    """Hand the files to the rules, then look at what only the pages read; raises LoadRefused."""
    problems = list(_unfit_for_database(files))
    if problems:
        raise LoadRefused(problems)
    try:
        catalogue = adapters.read_catalogue(system, files)
    except adapters.CatalogueRefused as refused:
        problems = [
            LoadProblem(found.file, found.id, found.problem.path, found.problem.reason)
            for found in refused.problems
        ]
    else:
        problems = list(_unfit_for_pages(files))
    if problems:
        raise LoadRefused(problems)
    return catalogue


READERS: dict[str, Callable[[Any], Any]] = {
    "sets": records.read_set,
    "factions": records.read_faction,
    "figures": records.read_figure,
    "cards": records.read_card,
}


def listing_of(path: str) -> str:
    """The list of records a file holds that have rows of their own; "" for a file kept whole."""
    if path in ("sets.json", "factions.json"):
        return path.removesuffix(".json")
    folder = path.partition("/")[0]
    return folder if folder in ("figures", "cards") else ""


def entries(files: dict[str, Any], listing: str) -> list[Entry]:
    """The records of one kind in the order of the files."""
    return [
        Entry(path, listing, position, record)
        for path in sorted(files)
        if listing_of(path) == listing
        for position, record in enumerate(files[path][listing])
    ]


def _unfit_for_database(files: dict[str, Any]) -> Iterator[LoadProblem]:
    """Files with the character U+0000, which PostgreSQL keeps in no column."""
    for path, content in files.items():
        if _holds_nul(content):
            yield LoadProblem(path, "–", "$", "a text holds the character U+0000")


def _holds_nul(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_holds_nul(part) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return any(map(_holds_nul, value))
    return isinstance(value, str) and "\0" in value


def _unfit_for_pages(files: dict[str, Any]) -> Iterator[LoadProblem]:
    for listing, read in READERS.items():
        seen = set()
        for entry in entries(files, listing):
            if entry.id in seen:
                reason = f"{entry.id} is in the catalogue already"
                yield LoadProblem(entry.file, entry.id, entry.path, reason)
            seen.add(entry.id)
            try:
                read(entry.record)
            except records.BadRecord as bad:
                path = entry.path + bad.path.removeprefix("$")
                yield LoadProblem(entry.file, entry.id, path, bad.reason)
    try:
        records.read_sources(files.get("sources.json", {}))
    except records.BadRecord as bad:
        yield LoadProblem("sources.json", "–", bad.path, bad.reason)
    known = {entry.record["code"] for entry in entries(files, "sets")}
    for listing in ("figures", "cards"):
        for entry in entries(files, listing):
            if (code := entry.record.get("set")) not in known:
                reason = f"the set {code} is not in sets.json"
                yield LoadProblem(entry.file, entry.id, f"{entry.path}.set", reason)


class _Rows:
    """Writes the rows of one system's catalogue."""

    def __init__(
        self,
        system: str,
        files: dict[str, Any],
        loaded: dict[str, Any],
        catalogue: adapters.Catalogue,
    ) -> None:
        self.system = system
        self.files = files
        self.loaded = loaded
        self.catalogue = catalogue
        self.file_ids: dict[str, int] = {}
        self.sets: dict[str, ExpansionSet] = {}
        self.set_keys: dict[str, str] = {}
        self.factions: dict[str, Faction] = {}

    def write(self) -> None:
        """Add, change and delete rows until they are those of the files."""
        self._save(CatalogueFile, "path", [self._file(path) for path in self.files])
        self.file_ids = dict(self._rows(CatalogueFile).values_list("path", "id"))
        self._save(ExpansionSet, "code", self._each("sets", self._set))
        self._save(Faction, "name", self._each("factions", self._faction))
        self.sets = {row.code: row for row in self._rows(ExpansionSet)}
        self.set_keys = self._set_keys()
        self.factions = {row.name: row for row in self._rows(Faction)}
        self._save(Figure, "catalogue_id", self._each("figures", self._figure))
        self._save(Card, "catalogue_id", self._each("cards", self._card))
        self._relate_cards()
        for model, key, kept in (
            (Figure, "catalogue_id", self._ids("figures")),
            (Card, "catalogue_id", self._ids("cards")),
            (Faction, "name", self._ids("factions")),
            (ExpansionSet, "code", self._ids("sets")),
            (CatalogueFile, "path", set(self.files)),
        ):
            self._rows(model).exclude(**{f"{key}__in": kept}).delete()

    def _rows(self, model: type[models.Model]) -> models.QuerySet[Any]:
        return model._default_manager.filter(system=self.system)

    def _ids(self, listing: str) -> set[str]:
        return {entry.id for entry in entries(self.files, listing)}

    def _each(self, listing: str, build: Callable[[Entry], models.Model]) -> list[models.Model]:
        """A row for each record; raises LoadRefused where a value does not fit its column."""
        rows, problems = [], []
        for entry in entries(self.files, listing):
            row = build(entry)
            related = {field.name for field in row._meta.fields if field.is_relation}
            try:
                row.clean_fields(exclude=related)
            except ValidationError as error:
                for field, reasons in error.message_dict.items():
                    reason = f"{field}: {' '.join(reasons)}"
                    problems.append(LoadProblem(entry.file, entry.id, entry.path, reason))
            rows.append(row)
        if problems:
            raise LoadRefused(problems)
        return rows

    def _save(self, model: type[models.Model], key: str, rows: list[Any]) -> None:
        fixed = {"id", "system", key}
        changing = [f.name for f in model._meta.concrete_fields if f.name not in fixed]
        model._default_manager.bulk_create(
            rows,
            batch_size=BATCH,
            update_conflicts=True,
            unique_fields=["system", key],
            update_fields=changing,
        )

    def _file(self, path: str) -> CatalogueFile:
        listing = listing_of(path)
        content = self.files[path]
        if listing:
            content = {key: value for key, value in content.items() if key != listing}
        return CatalogueFile(
            system=self.system,
            path=path,
            listing=listing,
            content=content,
            loaded=self.loaded.get(path),
        )

    def _place(self, entry: Entry) -> dict[str, Any]:
        return {
            "system": self.system,
            "file_id": self.file_ids[entry.file],
            "position": entry.position,
            "record": entry.record,
        }

    def _set(self, entry: Entry) -> ExpansionSet:
        record = records.read_set(entry.record)
        return ExpansionSet(
            **self._place(entry),
            code=record.code,
            name=record.name,
            name_pl=record.name_pl,
            year=record.year,
            official=record.official,
        )

    def _set_keys(self) -> dict[str, str]:
        """What lists order the sets by: the more of its dials are known, the earlier a set.

        The code keeps keys apart while a load that moves the sets replaces row after row.
        """
        dials = Counter(unit.set for unit in self.catalogue.units.values() if unit.known)
        best_known = sorted(self.sets.values(), key=lambda row: (-dials[row.code], row.position))
        return {row.code: f"{place:03}{row.code}" for place, row in enumerate(best_known)}

    def _faction(self, entry: Entry) -> Faction:
        record = records.read_faction(entry.record)
        return Faction(
            **self._place(entry),
            name=record.name,
            name_pl=record.name_pl,
            abbreviation=record.abbreviation or "",
        )

    def _figure(self, entry: Entry) -> Figure:
        record = records.read_figure(entry.record)
        numbers = list(record.block) or [record.collector_number]
        unit = self.catalogue.units[f"{record.set}-{numbers[0]}"]
        own_set = self.sets[record.set]
        faction = self.factions[unit.faction] if unit.faction else None
        return Figure(
            **self._place(entry),
            catalogue_id=entry.id,
            set=own_set,
            number=numbers[0],
            last_number=numbers[-1] if record.block else "",
            sort_key=f"{self.set_keys[own_set.code]}{number_key(numbers[0])}",
            name=unit.name,
            name_key=fold(unit.name),
            nickname=unit.nickname or "",
            variant=unit.variant or "",
            official=own_set.official,
            search_text=_search_text(
                *number_words(record.set, numbers),
                unit.name,
                unit.nickname,
                unit.variant,
                record.pilot_name_on_base,
                unit.label,
                own_set.name,
                *_names_of(faction),
            ),
            status=unit.status,
            faction=faction,
            type=unit.type,
            mech_class=unit.mech_class or "",
            rank=unit.rank_mark or "",
            unique=unit.unique,
            speed_mode=unit.speed_mode or "",
            points=unit.points,
            entered=record.is_entered,
            **adapters.printed_values(unit),
        )

    def _card(self, entry: Entry) -> Card:
        card = self.catalogue.cards[entry.id]
        own_set = self.sets[card.set]
        aliases = entry.record.get("aliases", [])
        return Card(
            **self._place(entry),
            catalogue_id=card.id,
            set=own_set,
            number=card.number,
            sort_key=f"{self.set_keys[own_set.code]}{card.type.lower()}{number_key(card.number)}",
            name=card.name,
            name_key=fold(card.name),
            name_pl=card.name_pl or "",
            official=card.official,
            type=card.type,
            classes=" ".join(card.classes),
            search_text=_search_text(
                card.id,
                *aliases,
                *number_words(f"{card.set}-{card.type}", [card.number]),
                *number_words(card.type, [card.number]),
                card.name,
                card.name_pl,
                own_set.name,
                *(name for f in _factions_of(card) for name in _names_of(self.factions.get(f))),
            ),
        )

    def _relate_cards(self) -> None:
        cards = dict(self._rows(Card).values_list("catalogue_id", "id"))
        through = Card.factions.through
        through._default_manager.filter(card__system=self.system).delete()
        through._default_manager.bulk_create(
            [
                through(card_id=cards[card.id], faction_id=self.factions[name].id)
                for card in self.catalogue.cards.values()
                for name in _factions_of(card)
                if name in self.factions
            ],
            batch_size=BATCH,
        )


def _factions_of(card: adapters.Card) -> list[str]:
    """Every faction a card concerns: its own, the required ones, those that may recruit."""
    named = (*card.factions, *card.required_factions, *card.recruitment)
    return list(dict.fromkeys(named))


def _names_of(faction: Faction | None) -> tuple[str, ...]:
    return (faction.name, faction.name_pl, faction.abbreviation) if faction else ()


def _search_text(*parts: str | None) -> str:
    """The folded words of all parts, with a space before the first and after the last."""
    words = dict.fromkeys(fold(" ".join(part for part in parts if part)).split())
    return f" {' '.join(words)} "


def _counts(system: str) -> dict[str, int]:
    """How many figures by status, and how many cards of the game and of our own."""
    counts = {
        str(status): Figure.objects.filter(system=system, status=status).count()
        for status in Figure.Status.values
    }
    for name, official in (("cards", True), ("house_cards", False)):
        counts[name] = Card.objects.filter(system=system, official=official).count()
    return counts
