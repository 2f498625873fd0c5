"""How a skirmish began, read by the figures and cards as they were then.

A skirmish pins the records its start names: a later correction changes neither the game nor its
replay.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from armybuilder.groups.present.pins import catalogue_of, pinned_records
from armybuilder.skirmishes.models import Skirmish
from collection.catalogue.game import catalogue
from rules import Unreadable
from rules import age_of_destruction as aod
from rules.age_of_destruction import RULESET, Catalogue

Document = dict[str, Any]


class OrderUnreadable(Exception):
    """An order or a start that is none; the message names the place."""


@dataclass(frozen=True)
class Opening:
    """A skirmish before its first order, as a row keeps it; `kept` has the pinned records by the
    digests that `records` gives them."""

    start: Document
    state: Document
    ruleset: str
    catalogue: str
    records: dict[str, str]
    kept: dict[str, Document]


def opened(start: Document, language: str) -> Opening:
    """A skirmish from a scenario/1 object; raises OrderUnreadable with what is wrong in it."""
    today = catalogue()
    try:
        scenario = _read(start, today)
    except Unreadable as error:
        raise OrderUnreadable(f"{error.path}: {error.message(language)}") from error
    digests, kept = pinned_records(aod.records_named(start), today)
    return Opening(
        start=start,
        state=aod.write_state(scenario.state),
        ruleset=RULESET,
        catalogue=today.id,
        records=digests,
        kept=kept,
    )


def swapped(start: Document, language: str) -> Opening:
    """The opening of a rematch in which the sides exchange their groups."""
    return opened(aod.swapped(start), language)


def earlier_rules(skirmish: Skirmish) -> str:
    """The ruleset a skirmish began under, "" where it is today's."""
    return skirmish.ruleset if skirmish.ruleset != RULESET else ""


def beginning_of(skirmish: Skirmish) -> aod.Scenario:
    """How a skirmish began, with the rulings of the rules it began under."""
    return _beginning(
        _Pinned(
            start=json.dumps(aod.as_begun(skirmish.start, skirmish.ruleset), sort_keys=True),
            catalogue=skirmish.catalogue,
            pins=tuple(sorted(skirmish.records.items())),
        ),
        catalogue().id,
    )


@dataclass(frozen=True)
class _Pinned:
    """The start of a skirmish and its pins, to be looked up by."""

    start: str
    catalogue: str
    pins: tuple[tuple[str, str], ...]

    @property
    def records(self) -> dict[str, str]:
        """The digests by the ids of the records."""
        return dict(self.pins)


@lru_cache(maxsize=64)
def _beginning(pinned: _Pinned, today: str) -> aod.Scenario:
    """A beginning by its pins and the catalogue of today, which says whether they are outdated."""
    return _read(json.loads(pinned.start), catalogue_of(pinned))


def _read(start: Document, known: Catalogue) -> aod.Scenario:
    return aod.read_scenario({**start, "dice": [], "orders": []}, known)
