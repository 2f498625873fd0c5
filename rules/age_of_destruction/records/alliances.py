"""Which factions stand together: House, Grand and Situational Alliances (rules AOD-ALLY)."""

import msgspec

from rules.core.codec import Node


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


def read_alliances(node: Node) -> dict[str, Alliances]:
    """The alliances of every release by its name, oldest first.

    House Alliances accumulate from release to release, Grand ones are replaced (AOD-ALLY-007).
    """
    house = _pairs(node.get("house"))
    releases = {}
    for release in node.get("releases").items():
        name = release.get("name").text()
        house |= _pairs(release.get("house"))
        releases[name] = Alliances(name, house, grand=_pairs(release.get("grand")))
    return releases


def _pairs(node: Node) -> frozenset[frozenset[str]]:
    return frozenset(_pair(item) for item in node.items())


def _pair(node: Node) -> frozenset[str]:
    members = node.get("factions") if isinstance(node.value, dict) else node
    return frozenset(member.text() for member in members.items())
