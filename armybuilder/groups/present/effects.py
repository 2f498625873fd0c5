"""What a card or a choice does for a group, by comparing the verdicts with and without it."""

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec
from django.utils.translation import ngettext

import rules
from armybuilder.groups.present.groups import Judged
from collection.common.language import language
from rules import age_of_destruction as aod

#: The checks that say what cards and factions do for a group, rather than whether all is well.
TELLING = frozenset(("pride", "pride_cost", "alliance", "contract", "purity"))


@dataclass(frozen=True)
class Choice:
    """One value a person may choose for a card: what it costs by itself, what the whole group then
    costs, and what the choice brings, in sentences. The value "" chooses nothing."""

    value: str
    label: str
    cost: int
    points: int
    brings: tuple[str, ...] = ()


def effects(before: aod.Verdict, after: aod.Verdict) -> tuple[str, ...]:
    """What holds after a change and did not before, of what cards and factions do."""
    said = set(_told(before.checks))
    return tuple(sentence for sentence in _told(after.checks) if sentence not in said)


def card_changes(judged: Judged, index: int) -> tuple[str, ...]:
    """What a card of the group does for it."""
    cards = judged.group.cards
    without = msgspec.structs.replace(judged.group, cards=cards[:index] + cards[index + 1 :])
    return effects(judged.after(without).verdict, judged.verdict)


def contract_choices(judged: Judged, index: int) -> tuple[Choice, ...]:
    """The factions a mercenary contract may be with, and what each brings."""
    group, known = judged.group, judged.known
    card = known.card(group.cards[index].card)
    before = judged.after(_contracted(group, index, None)).verdict
    choices = []
    for faction in card.factions if card else ():
        after = judged.after(_contracted(group, index, faction))
        choices.append(_choice(faction, before, after))
    return tuple(choices)


def recruitments(judged: Judged, index: int) -> tuple[Choice, ...]:
    """Who may recruit the gunslinger on a figure: what it costs and what it brings, first the
    factions that bring something.

    Only choices that add no error are offered; none for a figure without a gunslinger or with
    several pilots.
    """
    group, known = judged.group, judged.known
    pilots = group.units[index].pilots
    card = known.card(pilots[0].card) if len(pilots) == 1 else None
    if card is None or not card.is_gunslinger:
        return ()
    bare = judged.after(_with_pilots(group, index))
    unpaid = bare.after(_with_pilots(group, index, msgspec.structs.replace(pilots[0], recruit=())))
    choices = []
    for value in ("", *known.factions):
        recruit = (value,) if value else ()
        pilot = msgspec.structs.replace(pilots[0], recruit=recruit)
        after = bare.after(_with_pilots(group, index, pilot))
        errors, _excess = after.judgement.new_errors(bare.judgement)
        if not errors:
            choices.append(_choice(value, unpaid.verdict, after))
    return tuple(sorted(choices, key=lambda each: (bool(each.value), not each.brings)))


def _choice(faction: str, before: aod.Verdict, after: Judged) -> Choice:
    total = after.verdict.points.total
    return Choice(
        value=faction,
        label=aod.faction_name(faction, language()) if faction else "",
        cost=total - before.points.total,
        points=total,
        brings=(*_company(faction, before), *effects(before, after.verdict)),
    )


def _company(faction: str, before: aod.Verdict) -> tuple[str, ...]:
    """How many figures fight for a faction already."""
    figures = sum(piece.count for piece in before.pieces if faction and piece.faction == faction)
    if not figures:
        return ()
    told = ngettext(
        "%(figures)s figure of the group fights for this faction already.",
        "%(figures)s figures of the group fight for this faction already.",
        figures,
    )
    return (told % {"figures": figures},)


def _told(checks: Iterable[rules.Check]) -> list[str]:
    return [
        aod.check_message(check, language())
        for check in checks
        if check.topic in TELLING and check.holds and any(check.facts.values())
    ]


def _contracted(group: aod.BattleGroup, index: int, faction: str | None) -> aod.BattleGroup:
    card = msgspec.structs.replace(group.cards[index], faction=faction)
    cards = (*group.cards[:index], card, *group.cards[index + 1 :])
    return msgspec.structs.replace(group, cards=cards)


def _with_pilots(group: aod.BattleGroup, index: int, *pilots: aod.CardChoice) -> aod.BattleGroup:
    entry = msgspec.structs.replace(group.units[index], pilots=pilots)
    units = (*group.units[:index], entry, *group.units[index + 1 :])
    return msgspec.structs.replace(group, units=units)
