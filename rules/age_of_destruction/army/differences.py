"""What differs between two states of a battle group, entry by entry, and how to say it."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import pairwise
from typing import Any

import msgspec

from rules.age_of_destruction.army.battle_group import (
    BattleGroup,
    CardChoice,
    Entry,
    GroupCard,
)
from rules.age_of_destruction.army.findings import WORDING
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.core.wording import Wording

WORDS = Wording.from_toml(
    files("rules.age_of_destruction.army").joinpath("differences.toml").read_text("utf-8")
).beside(WORDING)


class Difference(msgspec.Struct, frozen=True):
    """One thing that differs: the code of its sentence and the parameters of that."""

    code: str
    params: dict[str, Any]


Pair = tuple[int | None, int | None]


def differences(
    before: BattleGroup, after: BattleGroup, catalogue: Catalogue
) -> tuple[Difference, ...]:
    """Everything that differs, figures first; empty for equal groups only."""
    told = _Telling(catalogue)
    return (
        *told.entries(before.units, after.units),
        *told.group_cards(before.cards, after.cards),
        *told.settings(before, after),
    )


def difference_message(difference: Difference, language: str = "en") -> str:
    """A difference in one sentence."""
    return WORDS.say(difference.code, difference.params, language)


class _Telling:
    """Names what a catalogue knows."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def title(self, item: str) -> str:
        """Number and name of a figure or card, or the number nobody knows."""
        known = self._catalogue.unit(item) or self._catalogue.card(item)
        return known.title if known else item[:80]

    def entry_title(self, entry: Entry) -> str:
        return entry.inline.title if entry.inline else self.title(entry.unit)

    # Figures ------------------------------------------------------------------------------------

    def entries(self, before: Sequence[Entry], after: Sequence[Entry]) -> Iterator[Difference]:
        pairs = pair_entries(before, after)
        for old, new in pairs:
            if old is None and new is not None:
                yield from self._added(after[new])
            elif new is None and old is not None:
                yield self._counted("figure_removed", before[old])
            elif old is not None and new is not None:
                yield from self._changed(before[old], after[new])
        kept = [new for old, new in pairs if old is not None and new is not None]
        if any(later < earlier for earlier, later in pairwise(kept)):
            yield Difference("reordered", {})

    def _added(self, entry: Entry) -> Iterator[Difference]:
        cards = [self.title(choice.card) for choice in (*entry.gear, *entry.pilots)]
        if cards:
            params = {"what": self.entry_title(entry), "cards": cards}
            yield Difference("figure_added_with", params)
        else:
            yield self._counted("figure_added", entry)

    def _counted(self, code: str, entry: Entry) -> Difference:
        title = self.entry_title(entry)
        what = title if entry.count == 1 else f"{entry.count} × {title}"
        return Difference(code, {"what": what})

    def _changed(self, old: Entry, new: Entry) -> Iterator[Difference]:
        on = self.entry_title(new)
        if _figure(old) != _figure(new):
            yield Difference("replaced", {"what": self.entry_title(old), "with_what": on})
        if old.count != new.count:
            yield Difference("count", {"what": on, "before": old.count, "after": new.count})
        yield from self._cards_on(on, "gear", old.gear, new.gear)
        yield from self._cards_on(on, "pilot", old.pilots, new.pilots)
        if (old.points, old.unknown) != (new.points, new.unknown):
            yield Difference("details", {"what": on})

    def _cards_on(
        self, on: str, part: str, before: Sequence[CardChoice], after: Sequence[CardChoice]
    ) -> Iterator[Difference]:
        for old, new in _pair_cards([c.card for c in before], [c.card for c in after]):
            if old is None and new is not None:
                params = {"what": self.title(after[new].card), "on": on}
                yield Difference(f"{part}_added", params)
            elif new is None and old is not None:
                params = {"what": self.title(before[old].card), "on": on}
                yield Difference(f"{part}_removed", params)
            elif old is not None and new is not None:
                yield from self._choice(on, part, before[old], after[new])

    def _choice(self, on: str, part: str, old: CardChoice, new: CardChoice) -> Iterator[Difference]:
        what = self.title(new.card)
        if old.card != new.card:
            params = {"what": self.title(old.card), "with_what": what, "on": on}
            yield Difference(f"{part}_swapped", params)
            return
        if old.weapon != new.weapon:
            yield Difference("weapon", {"what": what, "on": on, "weapon": new.weapon})
        if old.recruit != new.recruit:
            recruited = {"what": what, "on": on, "factions": new.recruit or ()}
            yield Difference("recruited" if new.recruit else "not_recruited", recruited)
        stated = ("points", "recruit_points", "unknown")
        if any(getattr(old, field) != getattr(new, field) for field in stated):
            yield Difference("details", {"what": what})

    # Cards of the group, and the rest -----------------------------------------------------------

    def group_cards(
        self, before: Sequence[GroupCard], after: Sequence[GroupCard]
    ) -> Iterator[Difference]:
        pairs = _pair_cards([c.card for c in before], [c.card for c in after])
        for old, new in pairs:
            if old is None and new is not None:
                yield Difference("card_added", {"what": self.title(after[new].card)})
            elif new is None and old is not None:
                yield Difference("card_removed", {"what": self.title(before[old].card)})
            elif old is not None and new is not None:
                yield from self._group_card(before[old], after[new])

    def _group_card(self, old: GroupCard, new: GroupCard) -> Iterator[Difference]:
        what = self.title(new.card)
        if old.card != new.card:
            yield Difference("replaced", {"what": self.title(old.card), "with_what": what})
            return
        if old.faction != new.faction:
            yield Difference("contract", {"what": what, "faction": new.faction})
        if old.confirmed != new.confirmed:
            yield Difference("confirmed" if new.confirmed else "not_confirmed", {"what": what})
        if (old.points, old.unknown) != (new.points, new.unknown):
            yield Difference("details", {"what": what})

    def settings(self, before: BattleGroup, after: BattleGroup) -> Iterator[Difference]:
        if before.name != after.name:
            yield Difference("renamed", {"before": before.name, "after": after.name})
        if before.build_total != after.build_total:
            totals = {"before": before.build_total, "after": after.build_total}
            yield Difference("build_total", totals)
        if before.event != after.event:
            event = after.event and (after.event.title or after.event.name)
            yield Difference("event" if after.event else "no_event", {"event": event})
        for field in ("notes", "loads", "rulings", "owned", "unknown"):
            if getattr(before, field) != getattr(after, field):
                yield Difference(f"changed_{field}", {})


def pair_entries(before: Sequence[Entry], after: Sequence[Entry]) -> list[Pair]:
    """Which line of a group became which, in the order of the older, then what is new.

    The most alike lines find each other: the same in everything, then but for the number of copies,
    then the same figure with other cards, then whatever stands where another stood.
    """
    old_left, new_left = list(range(len(before))), list(range(len(after)))
    found: dict[int, int] = {}
    for likeness in (_same, _same_but_count, _same_cards_but_one, _same_figure):
        for old in list(old_left):
            new = next((j for j in new_left if likeness(before[old], after[j])), None)
            if new is not None:
                found[old] = new
                old_left.remove(old)
                new_left.remove(new)
    for place in set(old_left) & set(new_left):
        found[place] = place
        new_left.remove(place)
    return [
        *((old, found.get(old)) for old in range(len(before))),
        *((None, new) for new in new_left),
    ]


def _figure(entry: Entry) -> str | dict[str, Any]:
    """The figure's id, or the record of one the group brought along."""
    return entry.record or entry.unit


def _same(old: Entry, new: Entry) -> bool:
    return old == new


def _same_but_count(old: Entry, new: Entry) -> bool:
    return msgspec.structs.replace(old, count=new.count) == new


def _same_cards_but_one(old: Entry, new: Entry) -> bool:
    cards = {c.card for c in (*old.gear, *old.pilots)} ^ {c.card for c in (*new.gear, *new.pilots)}
    return _same_figure(old, new) and len(cards) <= 1


def _same_figure(old: Entry, new: Entry) -> bool:
    return _figure(old) == _figure(new)


def _pair_cards(before: Sequence[str], after: Sequence[str]) -> list[Pair]:
    """Which card stayed, came, went, or took the place of another."""
    new_left = list(range(len(after)))
    found: dict[int, int] = {}
    for old, card in enumerate(before):
        new = next((j for j in new_left if after[j] == card), None)
        if new is not None:
            found[old] = new
            new_left.remove(new)
    gone = [old for old in range(len(before)) if old not in found]
    for old, new in zip(gone, list(new_left), strict=False):
        found[old] = new
        new_left.remove(new)
    return [
        *((old, found.get(old)) for old in range(len(before))),
        *((None, new) for new in new_left),
    ]
