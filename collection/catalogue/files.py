"""The catalogue's files: read, taken apart into records, and looked at for faults."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from collection.catalogue import game, records


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


def read_files(folder: Path) -> dict[str, Any]:
    """Every JSON file below a folder, parsed, by its path there; raises LoadRefused."""
    files, problems = {}, []
    for path in sorted(folder.rglob("*.json")):
        name = path.relative_to(folder).as_posix()
        try:
            files[name] = game.read_json_file(path)
        except game.Unreadable as error:
            problems.append(LoadProblem(name, "–", error.path, error.message()))
    if problems:
        raise LoadRefused(problems)
    if not files:
        raise LoadRefused([LoadProblem(str(folder), "–", "$", "no catalogue files here")])
    return files


def check_files(files: dict[str, Any]) -> game.Catalogue:
    """Hand the files to the rules, then look at what only the pages read; raises LoadRefused."""
    problems = list(_unfit_for_database(files))
    if problems:
        raise LoadRefused(problems)
    try:
        catalogue = game.read_catalogue(files)
    except game.CatalogueRefused as refused:
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


def figure_faults(files: dict[str, Any], figures: list[Any]) -> list[LoadProblem]:
    """What is wrong with figures by themselves, among the sets and factions of the files.

    Paths begin with `$.figures[…]`, the place in the list.
    """
    try:
        check_files(with_figures_only(files, figures))
    except LoadRefused as refused:
        return refused.problems
    return []


def with_figures_only(files: dict[str, Any], figures: list[Any]) -> dict[str, Any]:
    """The files with some figures in the place of all theirs, and without cards."""
    others = {name: files[name] for name in files if listing_of(name) not in ("figures", "cards")}
    return {**others, "figures/entered.json": {"figures": figures}}
