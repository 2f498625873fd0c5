"""Recruiting gunslingers: which faction a 'Mech bears afterwards and what it costs (AOD-GUN)."""

import msgspec

from rules.age_of_destruction.army.battle_group import CardChoice
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.units import Unit


class Recruitment(msgspec.Struct, frozen=True):
    """The outcome of a recruitment: the faction it gives or confirms, the points paid, the faults.

    `faults` are violation codes; `asked` are the factions the list pays.
    """

    card: str
    faction: str | None
    cost: int
    asked: tuple[str, ...]
    faults: tuple[str, ...] = ()

    @property
    def what(self) -> str:
        """The line of the points tally."""
        return f"{self.card} ← {', '.join(self.asked)}"


def recruiters(choice: CardChoice, card: Card, unit: Unit | None) -> tuple[str, ...]:
    """The factions a list pays: those it names; where it is silent, the symbol of the 'Mech a
    gunslinger drives."""
    if choice.recruit is not None:
        return choice.recruit
    pays = unit is not None and unit.is_mech and card.is_gunslinger
    return (unit.faction,) if unit and unit.faction and pays else ()


def recruit(
    choice: CardChoice,
    card: Card,
    unit: Unit | None,
    *,
    any_symbol: bool,
    factions: tuple[str, ...],
) -> Recruitment:
    """Work out the recruitment of a gunslinger on a figure.

    Looked up in this order: crossed out forbids, then the cost named for the faction, then the
    symbol-less cost, else impossible (AOD-GUN-009). `any_symbol` is the ruling of AOD-GUN-012,
    `factions` are the names that exist.
    """
    printed = unit.faction if unit else None
    asked = recruiters(choice, card, unit)

    def outcome(faction: str | None, *faults: str) -> Recruitment:
        cost = sum(card.recruitment_cost(name) or 0 for name in asked)
        return Recruitment(card.id, faction, cost, asked, faults)

    if not card.is_gunslinger:
        return outcome(None, "RECRUITMENT_ON_OTHER_PILOT")
    if len(asked) > 1:
        return outcome(printed, "RECRUITMENT_MULTIPLE")
    if unit is None or not unit.known:
        return outcome(None)
    wanted = asked[0] if asked else None
    if printed:
        return outcome(printed, *_faults_with_symbol(card, printed, wanted))
    fault = _fault_without_symbol(card, wanted, any_symbol, factions)
    return outcome(None, fault) if fault else outcome(wanted)


def _faults_with_symbol(card: Card, printed: str, wanted: str | None) -> list[str]:
    """A 'Mech with a symbol is recruited by its own faction or not at all (AOD-GUN-008 to 011)."""
    if printed in card.crossed_out:
        return ["RECRUITMENT_FACTION_CROSSED_OUT"]
    if card.recruitment_cost(printed) is None:
        return ["RECRUITMENT_IMPOSSIBLE"]
    if wanted is None:
        return ["RECRUITMENT_REQUIRED"]
    return [] if wanted == printed else ["RECRUITMENT_CHANGES_FACTION"]


def _fault_without_symbol(
    card: Card, wanted: str | None, any_symbol: bool, factions: tuple[str, ...]
) -> str | None:
    """A 'Mech without a symbol may be recruited, or stay without (AOD-GUN-007, 010, 012)."""
    if wanted is None:
        return None
    if wanted in card.crossed_out:
        return "RECRUITMENT_FACTION_CROSSED_OUT"
    if card.recruitment_cost(wanted) is None or wanted not in factions:
        return "RECRUITMENT_IMPOSSIBLE"
    if wanted not in card.recruitment and not any_symbol:
        return "RECRUITMENT_SYMBOLLESS_NOT_ALLOWED"
    return None
