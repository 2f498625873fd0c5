"""Which factions stand together: House, Grand and Situational Alliances (rules AOD-ALLY)."""

from typing import Any

import msgspec

from rules.core.codec import Unreadable
from rules.core.typed import Written, read_typed

DEFAULT_RELEASE = "rulebook"


class Alliances(msgspec.Struct, frozen=True):
    """The pairs of factions allied in one release; pairwise, never transitive (AOD-ALLY-005)."""

    release: str
    house: frozenset[frozenset[str]] = frozenset()
    grand: frozenset[frozenset[str]] = frozenset()

    @property
    def pairs(self) -> frozenset[frozenset[str]]:
        """Every allied pair in force."""
        return self.house | self.grand

    def kind(self, one: str, other: str) -> str | None:
        """ "house", "grand" or None (AOD-ALLY-006, AOD-ALLY-007)."""
        pair = frozenset((one, other))
        if pair in self.house:
            return "house"
        return "grand" if pair in self.grand else None


class PairRecord(Written, frozen=True):
    """A pair of factions with what is said about it."""

    factions: tuple[str, ...]


Pairs = tuple[tuple[str, ...] | PairRecord, ...]


class ReleaseRecord(Written, frozen=True):
    """What a release adds to the House Alliances, and its Grand Alliances."""

    name: str
    house: Pairs
    grand: Pairs


class AlliancesFile(Written, frozen=True):
    """The file alliances.json."""

    house: Pairs
    releases: tuple[ReleaseRecord, ...]


def read_alliances(data: Any) -> dict[str, Alliances]:
    """The alliances of every release by its name, oldest first; raises Unreadable.

    House Alliances accumulate from release to release, Grand ones are replaced (AOD-ALLY-007).
    """
    file = read_typed(data, AlliancesFile)
    house = _pairs(file.house)
    releases = {}
    for release in file.releases:
        house |= _pairs(release.house)
        releases[release.name] = Alliances(release.name, house, grand=_pairs(release.grand))
    if DEFAULT_RELEASE not in releases:
        raise Unreadable("$.releases", "MISSING", field=DEFAULT_RELEASE)
    return releases


def _pairs(pairs: Pairs) -> frozenset[frozenset[str]]:
    members = (pair.factions if isinstance(pair, PairRecord) else pair for pair in pairs)
    return frozenset(frozenset(pair) for pair in members)
