"""By which data a group is judged: the records it pinned, whatever the catalogue says today.

A group pins the figures and cards it names as they were when it was saved. A later catalogue
changes nothing until its owner accepts it: new entries take today's records, the others keep
theirs, and `drift` tells what accepting would change.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any, Protocol

import rules
from armybuilder.groups.present.armies import JudgedArmy
from armybuilder.groups.present.groups import Document, Judged, judge_with, read
from armybuilder.groups.present.verdicts import (
    Standing,
    faction_names,
    problems,
    standing,
)
from armybuilder.groups.selectors.groups import kept_records
from collection.catalogue.game import catalogue
from collection.catalogue.present.values import Problem
from collection.common.folding import fold
from collection.common.language import language
from rules import age_of_destruction as aod

Record = dict[str, Any]

#: What a pin holds for a figure or card the catalogue did not know.
UNKNOWN = ""


class Pins(Protocol):
    """What was pinned."""

    @property
    def catalogue(self) -> str:
        """The id of the catalogue it was pinned in."""

    @property
    def records(self) -> dict[str, str]:
        """The digest of each record by its id."""


class State(Pins, Protocol):
    """A document with its pins, as the rows keep it."""

    document: Document
    ruleset: str
    standing: dict[str, Any]


class Kept(State, Protocol):
    """A state its owner may want to keep as it is: the later records they have declined."""

    declined: dict[str, str]


@dataclass(frozen=True)
class Pinned:
    """A document judged for keeping: the verdict and its line, its pins, the words to find it by,
    and today's records by digest."""

    judged: Judged | JudgedArmy
    ruleset: str
    catalogue: str
    records: dict[str, str]
    standing: dict[str, Any]
    search_text: str
    todays: dict[str, Record] = field(default_factory=dict)

    @property
    def state(self) -> dict[str, Any]:
        """What goes into a row beside the document."""
        return {
            "ruleset": self.ruleset,
            "catalogue": self.catalogue,
            "records": self.records,
            "standing": self.standing,
        }


@dataclass(frozen=True)
class Drift:
    """What today's data would change for a group: the records in words, the line of the verdict
    before and after, what would be wrong then and what would be wrong no longer."""

    changes: tuple[str, ...]
    was: Standing
    now: Standing
    appearing: tuple[Problem, ...]
    vanishing: tuple[Problem, ...]
    declined: bool
    new_rules: bool


def pin(document: Document, earlier: State | None) -> Pinned:
    """Judge a document for keeping. What `earlier` pinned stays pinned; the rest is today's."""
    today = catalogue()
    group = read(document)
    fresh = {record_id: record_digest(today, record_id) for record_id in named(group, today)}
    records = fresh | {
        record_id: digest
        for record_id, digest in (earlier.records if earlier else {}).items()
        if record_id in fresh
    }
    outdated = {each: digest for each, digest in records.items() if digest != fresh[each]}
    catalogue_id = earlier.catalogue if earlier and outdated else today.id
    found = kept_records(digest for digest in outdated.values() if digest)
    judged = judge_with(group, _overlaid(today, outdated, catalogue_id, found))
    return Pinned(
        judged=judged,
        ruleset=aod.RULESET,
        catalogue=catalogue_id,
        records=records,
        standing=_written(judged),
        search_text=_search_text(judged),
        todays={
            digest: aod.write_record(record)
            for record_id, digest in fresh.items()
            if record_id not in outdated and (record := _record(today, record_id))
        },
    )


def pinned_records(
    ids: Iterable[str], known: aod.Catalogue
) -> tuple[dict[str, str], dict[str, Record]]:
    """The digest of each record in a catalogue by its id, and the records by their digests."""
    digests = {record_id: record_digest(known, record_id) for record_id in sorted(ids)}
    records = {
        digest: aod.write_record(record)
        for record_id, digest in digests.items()
        if (record := _record(known, record_id))
    }
    return digests, records


def catalogue_of(pins: Pins) -> aod.Catalogue:
    """Today's catalogue with the pinned records as they were."""
    today = catalogue()
    outdated = _outdated(pins, today)
    found = kept_records(digest for digest in outdated.values() if digest)
    return _overlaid(today, outdated, pins.catalogue, found)


def judge_state(state: State) -> Judged:
    """A document judged by its own pins."""
    return _judged([state], catalogue())[0]


def judge_states(states: Sequence[Kept]) -> list[tuple[Judged, bool]]:
    """Each document judged by its own pins, and whether today's rules or data change something and
    its owner has not decided yet; the catalogue and the kept records are asked for once."""
    today = catalogue()
    judged = _judged(states, today)
    undecided = [
        _undecided(state, _outdated(state, today), today) or _judged_anew(state, each)
        for state, each in zip(states, judged, strict=True)
    ]
    return list(zip(judged, undecided, strict=True))


def drift(state: Kept, judged: Judged) -> Drift | None:
    """What today's rules and data change for a group; None when nothing."""
    today = catalogue()
    outdated = _outdated(state, today)
    new_rules = _judged_anew(state, judged)
    changes = [
        aod.record_change_message(change, language())
        for record_id in outdated
        for change in aod.record_changes(
            record_id, _record(judged.known, record_id), _record(today, record_id)
        )
    ]
    if not changes and not new_rules:
        return None
    now = judge_with(judged.group, today)
    before = kept_violations(state.standing) if new_rules else judged.verdict.violations
    was = kept_standing(state.standing) if new_rules else None
    return Drift(
        changes=tuple(changes),
        was=was or standing(judged),
        now=standing(now),
        appearing=_errors_only_in(now, now.verdict.violations, before),
        vanishing=_errors_only_in(judged, before, now.verdict.violations),
        declined=not _undecided(state, outdated, today) and not new_rules,
        new_rules=new_rules,
    )


def todays() -> dict[str, str]:
    """The rules and the records by which groups are judged today."""
    return {"rules": aod.RULESET, "catalogue": catalogue().id}


def todays_digests(state: State) -> dict[str, str]:
    """Today's digest of every record that is no longer as the group pinned it."""
    today = catalogue()
    return {each: record_digest(today, each) for each in _outdated(state, today)}


def kept_standing(written: dict[str, Any]) -> Standing | None:
    """The line of a verdict as it was kept; None for a state nobody judged."""
    fields = {key: value for key, value in written.items() if key != "findings"}
    return Standing(**fields) if fields else None


def kept_violations(written: dict[str, Any]) -> list[rules.Violation]:
    """What was wrong when a state was kept."""
    return [
        rules.Violation(
            code=found["code"],
            severity="error",
            rules=tuple(found["rules"]),
            where=tuple(found["where"]),
            params=found["params"],
        )
        for found in written.get("findings", [])
    ]


def named(group: aod.BattleGroup, known: aod.Catalogue) -> set[str]:
    """The ids of every figure and card a group names; of its own figures those with a number the
    catalogue has."""
    cards = {choice.card for entry in group.units for choice in (*entry.gear, *entry.pilots)}
    cards |= {played.card for played in group.cards}
    units = {entry.unit for entry in group.units if entry.inline is None}
    units |= {record.id for entry in group.units if (record := aod.record_of(entry, known))}
    return units | {card.id if (card := known.card(each)) else each for each in cards}


@lru_cache(maxsize=4096)
def record_digest(known: aod.Catalogue, record_id: str) -> str:
    """The digest of a record in a catalogue."""
    record = _record(known, record_id)
    return rules.digest(aod.write_record(record)) if record else UNKNOWN


def _record(known: aod.Catalogue, record_id: str) -> aod.Unit | aod.Card | None:
    return known.unit(record_id) or known.card(record_id)


def _judged(states: Sequence[State], today: aod.Catalogue) -> list[Judged]:
    outdated = [_outdated(state, today) for state in states]
    found = kept_records(digest for records in outdated for digest in records.values() if digest)
    return [
        judge_with(read(state.document), _overlaid(today, records, state.catalogue, found))
        for state, records in zip(states, outdated, strict=True)
    ]


def _undecided(state: Kept, outdated: Iterable[str], today: aod.Catalogue) -> bool:
    return any(state.declined.get(each) != record_digest(today, each) for each in outdated)


def _judged_anew(state: State, judged: Judged) -> bool:
    """Whether newer rules than those a state was kept with say something else of it."""
    was = kept_standing(state.standing)
    if state.ruleset == aod.RULESET or was is None:
        return False
    before = {found.key for found in kept_violations(state.standing)}
    return was != standing(judged) or before != {found.key for found in judged.verdict.errors}


def _outdated(state: Pins, today: aod.Catalogue) -> dict[str, str]:
    """The pinned records that are another today, by id."""
    if state.catalogue == today.id:
        return {}
    return {
        record_id: digest
        for record_id, digest in state.records.items()
        if digest != record_digest(today, record_id)
    }


def _overlaid(
    today: aod.Catalogue,
    outdated: Mapping[str, str],
    catalogue_id: str,
    found: Mapping[str, Record],
) -> aod.Catalogue:
    if not outdated:
        return today
    records = {
        each: aod.read_record(found[digest]) if digest else None
        for each, digest in outdated.items()
    }
    return aod.with_records(today, records, catalogue_id)


def _written(judged: Judged) -> dict[str, Any]:
    findings = [
        {
            "code": error.code,
            "rules": list(error.rules),
            "where": list(error.where),
            "params": error.params,
        }
        for error in judged.verdict.errors
    ]
    return asdict(standing(judged)) | {"findings": findings}


def _errors_only_in(
    judged: Judged, here: Iterable[rules.Violation], there: Iterable[rules.Violation]
) -> tuple[Problem, ...]:
    known = {found.key for found in there}
    return problems(judged, [v for v in here if v.severity == "error" and v.key not in known])


def _search_text(judged: Judged) -> str:
    """What a public group is found by: its name, its figures and cards, its factions."""
    words = [judged.group.name]
    for piece in judged.verdict.pieces:
        words += [piece.title, piece.unit]
        if piece.faction:
            words += faction_names(piece.faction)
    for record_id in sorted(named(judged.group, judged.known)):
        if card := judged.known.card(record_id):
            words += [card.title, card.name_pl or ""]
    return fold(" ".join(dict.fromkeys(words)))
