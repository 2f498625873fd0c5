"""What cards of the group print beside their factions: how many figures of which kind."""

from itertools import combinations
from typing import Any

from rules.age_of_destruction.army.findings import WORDING, Findings
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.pieces import Played
from rules.age_of_destruction.records.cards import Requirement
from rules.core.wording import LANGUAGES


def report_requirements(muster: Muster, played: Played, found: Findings) -> None:
    """Further printed requirements; one about a faction of the card that is not there is left
    out, for that is the fault. What a figure of unrecorded faction might meet only the player can
    tell, who may vouch for it. A contract needs nobody of its factions (AOD-MERC-007)."""
    card = played.card
    if card is None:
        return
    failed, unchecked = [], []
    needed = () if card.type == "MC" else card.factions
    missing = muster.lacking(needed)
    unclear = [] if missing else _unclear(muster, muster.absent(needed))
    at_odds = [] if missing else _at_odds(muster, card.requirements, muster.absent(needed))
    for requirement in card.requirements:
        if requirement.is_free_text:
            unchecked.append(requirement.text)
        elif requirement.faction not in missing:
            have, might, hired = _counted(muster, requirement)
            if have + might + hired < requirement.count or requirement in at_odds:
                failed.append({**_wanted(requirement), "have": have})
            elif have < requirement.count <= have + might:
                unchecked.append(_in_words(_wanted(requirement)))
            else:
                continue
            unclear = [faction for faction in unclear if faction != requirement.faction]
    unchecked += [_in_words({"count": 1, "faction": faction}) for faction in unclear]
    if failed:
        found.add(
            "CARD_REQUIREMENT_NOT_MET",
            played.where,
            card=card.title,
            needed=failed[0]["count"],
            have=failed[0]["have"],
            kind=_kind(failed[0]),
            requirements=failed,
        )
    for text in unchecked:
        if not {"*", *text.values()} & set(played.choice.confirmed):
            found.add("CARD_REQUIREMENT_UNCHECKED", played.where, card=card.title, text=text)


def _unclear(muster: Muster, absent: list[str]) -> list[str]:
    """Factions that only a figure of unrecorded faction can bring; what an unknown figure or an
    open contract leaves open is told as their fault."""
    if all(piece.unit is None for piece in muster.unrecorded):
        return []
    return [faction for faction in absent if faction not in muster.offered]


def _at_odds(
    muster: Muster, requirements: tuple[Requirement, ...], absent: list[str]
) -> list[Requirement]:
    """Requirements of different factions, the presence of a faction among them, that could be met
    one by one and ask together for more figures of unrecorded faction than there are: each of
    these serves one."""
    present = [Requirement(count=1, faction=name) for name in absent]
    short = []
    for wanted in (*requirements, *present):
        have, might, hired = _counted(muster, wanted)
        if wanted.faction and have + hired < wanted.count <= have + might + hired:
            short.append((wanted, wanted.count - have - hired))
    for size in range(2, len(short) + 1):
        for chosen in combinations(short, size):
            able = sum(
                piece.count
                for piece in muster.unrecorded
                if piece.unit and any(wanted.might_count(piece.unit) for wanted, _ in chosen)
            )
            apart = len({wanted.faction for wanted, _ in chosen}) == size
            if apart and able < sum(lacking for _, lacking in chosen):
                return [wanted for wanted, _ in chosen]
    return []


def _counted(muster: Muster, wanted: Requirement) -> tuple[int, int, int]:
    """How many figures are of a kind, how many more might be once their faction is recorded, and
    how many once an unknown number or an open contract is clear."""
    have = might = hired = 0
    for piece in muster.pieces:
        unit = piece.unit
        if unit is None:
            hired += piece.count
        elif piece.faction_from == "unknown":
            might += piece.count * wanted.might_count(unit)
        elif wanted.counts(unit, piece.faction):
            have += piece.count
        elif piece.is_mercenary and wanted.faction in muster.offered:
            hired += piece.count * wanted.counts(unit, wanted.faction)
    return have, might, hired


def _in_words(wanted: dict[str, Any]) -> dict[str, str]:
    params = {"needed": wanted["count"], "kind": _kind(wanted)}
    return {
        language: WORDING.say("requirement_of_unrecorded", params, language)
        for language in LANGUAGES
    }


def _kind(wanted: dict[str, Any]) -> list[str]:
    return [str(value) for key, value in wanted.items() if key not in ("count", "have")]


def _wanted(requirement: Requirement) -> dict[str, Any]:
    fields = {
        "count": requirement.count,
        "type": requirement.type,
        "rank": requirement.rank,
        "class": requirement.mech_class,
        "faction": requirement.faction,
        "unique": requirement.unique,
    }
    return {key: value for key, value in fields.items() if value is not None}
