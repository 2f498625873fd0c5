"""What every report tells even when nothing is wrong: purity, formations, Awe, markers."""

from collections import Counter
from itertools import combinations
from typing import Any

from rules.age_of_destruction.army.findings import Findings, check, fact
from rules.age_of_destruction.army.inline import record_of
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.records.units import Unit

#: Fewest and most members of each kind of formation, and who may join (AOD-ALLY-011).
FORMATIONS = {
    "movement": (3, ("infantry", "vehicle")),
    "ranged": (3, ("infantry", "vehicle", "mech")),
    "close": (2, ("infantry", "mech")),
}
FEWEST = min(fewest for fewest, _ in FORMATIONS.values())
AWE_FACTION = "House Liao"
#: How many figures of each unit type.
Members = dict[str, int]
NOBODY: Members = {}
#: Its figures join no formation (AOD-FACT-015).
LONERS = "Clan Sea Fox"


@fact("purity", "facts", "AOD-BUILD-012", "AOD-PRIDE-007", reads="figures")
def purity(muster: Muster) -> dict[str, Any] | None:
    """Whether all figures bear one effective faction."""
    return {"faction": muster.pure} if muster.pure else None


@fact(
    "formations",
    "facts",
    "AOD-ALLY-005",
    "AOD-ALLY-006",
    "AOD-ALLY-007",
    "AOD-ALLY-011",
    reads="figures played",
)
def formations(muster: Muster) -> dict[str, Any] | None:
    """Who has enough figures for which formations: a faction with mercenaries, or two allied ones
    without (AOD-ALLY-003)."""
    counts: dict[str | None, Members] = {None: {}}
    for piece in muster.pieces:
        if piece.unit and _may_form_up(piece.unit, piece.faction):
            members = counts.setdefault(piece.faction, {})
            members[piece.unit.type] = members.get(piece.unit.type, 0) + piece.count
    mercenaries = counts.pop(None)
    possible = {
        faction: _formations(_together(own, mercenaries)) for faction, own in counts.items()
    }
    allied = _allied(muster)
    for one, other in allied:
        both = _together(counts.get(one, NOBODY), counts.get(other, NOBODY))
        possible[f"{one} + {other}"] = _formations(both)
    possible = {who: kinds for who, kinds in possible.items() if kinds}
    return {"formations": possible, "allied": allied} if possible or allied else None


def _may_form_up(unit: Unit, faction: str | None) -> bool:
    """Whether a figure may be a member of any formation (AOD-ALLY-010)."""
    return unit.known and unit.speed_mode != "vtol" and faction != LONERS


def _allied(muster: Muster) -> list[list[str]]:
    """The pairs of factions in the group with an alliance of any kind (AOD-ALLY-005)."""
    played = muster.first("SA")
    named = played.card.factions if played and played.card else ()
    situational = map(frozenset, combinations(named, 2))
    kinds = (muster.alliances.house, muster.alliances.grand, situational)
    pairs = {pair for pairs in kinds for pair in pairs if pair <= muster.factions}
    return sorted(map(sorted, pairs))


def _together(some: Members, others: Members) -> Members:
    if not others:
        return some
    both = some.copy()
    for name, count in others.items():
        both[name] = both.get(name, 0) + count
    return both


def _formations(members: Members) -> list[str]:
    if sum(members.values()) < FEWEST:
        return []
    return [
        kind
        for kind, (fewest, types) in FORMATIONS.items()
        if sum([count for name, count in members.items() if name in types]) >= fewest
    ]


@fact("awe", "facts", "AOD-FACT-006", reads="figures mounted limit")
def awe(muster: Muster) -> dict[str, Any] | None:
    """Awe needs half of the limit in elite figures of House Liao; a star is no rank."""
    if AWE_FACTION not in muster.factions or muster.limit is None or not muster.limit_is_valid:
        return None
    spent = sum(
        piece.value * piece.count
        for piece in muster.pieces
        if piece.unit and piece.faction == AWE_FACTION and piece.unit.rank == "elite"
    )
    return {"spent": spent, "needed": muster.limit // 2, "available": 2 * spent >= muster.limit}


@fact("artillery", "facts", "AOD-BUILD-014", "AOD-UNIT-020", reads="figures")
def artillery_markers(muster: Muster) -> dict[str, Any] | None:
    """The artillery markers to bring: as many as each artillery figure can have targets."""
    markers: Counter[str] = Counter()
    for piece in muster.pieces:
        if piece.unit and piece.unit.is_artillery:
            targets = max((weapon.targets for weapon in piece.unit.weapons), default=1)
            markers[piece.unit.id] += piece.count * targets
    return {"markers": dict(markers)} if markers else None


@check(
    "inline_figures",
    "facts",
    "AOD-UNIT-012",
    reads="figures",
    of="inline",
    tells=lambda muster: {"figures": sum(piece.count for piece in muster.inline)},
)
def inline_figures(muster: Muster, found: Findings) -> None:
    """Figures written into the list are unofficial; the record of a known number counts."""
    for piece in muster.inline:
        if record_of(piece.entry, muster.catalogue):
            found.add("INLINE_FIGURE_IN_CATALOGUE", piece.where, unit=piece.title)


@check("unknown_fields", "facts", tells=lambda muster: None)
def unknown_fields(muster: Muster, found: Findings) -> None:
    """Fields of the file that mean nothing to us are kept and named."""
    fields = muster.group.unknown_fields
    if fields:
        found.add("FIELD_UNKNOWN", *fields, fields=fields)
