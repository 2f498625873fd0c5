"""Armies completed to their limit: what is left is spent on units the list allows, under HQs whose
Command allows, so that as few points as may be are left over."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any

import msgspec

from rules.core.army import Add
from rules.core.codec import Unreadable
from rules.khans_and_generals.army.battle_group import Army, read_army, write_army
from rules.khans_and_generals.army.checks import MOST_ADVISED
from rules.khans_and_generals.army.editing import FORMATION, edited
from rules.khans_and_generals.army.muster import Muster
from rules.khans_and_generals.army.overview import FORTIFICATIONS
from rules.khans_and_generals.army.settings import WORDING, said_list
from rules.khans_and_generals.army.verdict import Verdict, validate
from rules.khans_and_generals.records.profile import Profile

Data = dict[str, Any]
#: What an army may lack that filling brings.
LACKING = ("NO_HQ", "NO_BASE_FORMATION")
#: The last so many additions are looked for together, among the first so many sums.
LAST, TRIED = 3, 60
#: Ways offered, and units of one way at most.
OFFERED, LONGEST = 3, 60
#: The part of the limit that is too much to be left for the sake of fewer units.
MUCH = 12
_FLYING = "aircraft"


class _State(msgspec.Struct, frozen=True):
    """An army on its way to its limit."""

    army: Army
    verdict: Verdict

    @property
    def left(self) -> int:
        """The points that may still be spent."""
        return (self.verdict.limit or 0) - self.verdict.points.total

    @property
    def purse(self) -> int:
        """The points that may still be spent on fortifications."""
        return self.verdict.purse - self.verdict.fortifications


class _Choice(msgspec.Struct, frozen=True):
    """One addition: the edit and the card it brings."""

    edit: Add
    name: str
    card: Profile


def fills(data: Data, army: Army, language: str) -> list[Data]:
    """Ways to complete an army, the fullest first, as verdict/1 has repairs; none for an army
    with other faults than that nobody commands it yet."""
    start = _state(army)
    if any(error.code not in LACKING for error in start.verdict.errors) or not start.verdict.limit:
        return []
    found: list[tuple[Counter[str], _State]] = []
    for taste in _TASTES:
        end = _with_works(_completed(_commanded(start), taste))
        added = _added(start.army, end.army)
        known = [counted for counted, _ in found]
        if end.verdict.legal and added and added not in known:
            found.append((added, end))
    found.sort(key=lambda each: _worth(each[1]))
    return [_written(data, *each, language) for each in found[:OFFERED]]


def _worth(end: _State) -> tuple[bool, bool, int]:
    """Less is better: much that is left, then advice against it, then what is left."""
    much = end.left * MUCH > (end.verdict.limit or 0)
    advised = any(violation.severity == "warning" for violation in end.verdict.violations)
    return much, advised, end.left


def _state(army: Army) -> _State:
    return _State(army, validate(army))


def _with(state: _State, edit: Add) -> _State | None:
    """The army with an addition, None where it breaks a rule."""
    try:
        after = _state(read_army(edited(state.army, edit, {}, {})))
    except (ValueError, Unreadable):
        return None
    return after if after.verdict.legal else None


def _commanded(state: _State) -> _State:
    """The army with a base formation, the first of the list that the limit allows (KG-052)."""
    if state.army.group.formations:
        return state
    return _first(state, [Add(FORMATION + kind) for kind in _kinds(state.army)]) or state


def _kinds(army: Army) -> list[str]:
    """The formations there are, by what their offers are called: those of the list, else one
    for every HQ."""
    if army.group.army_list:
        return list(army.group.army_list.formations)
    return [name for name, card in army.cards.items() if card.class_ == "hq"]


# Tastes: which addition comes next --------------------------------------------------------------


def _in_turn(choice: _Choice, had: Counter[str]) -> tuple[int, int]:
    """What there is least of, line units before others."""
    return had[choice.name] // (3 if choice.card.class_ == "line" else 1), 0


def _line_first(choice: _Choice, had: Counter[str]) -> tuple[int, int]:
    """Line units, the dear ones first."""
    return int(choice.card.class_ != "line"), -choice.card.points


def _dear_first(choice: _Choice, had: Counter[str]) -> tuple[int, int]:
    """Dear units, few of each."""
    return had[choice.name] // 2, -choice.card.points


_Taste = Callable[[_Choice, Counter[str]], tuple[int, int]]
_TASTES = (_in_turn, _line_first, _dear_first)


def _completed(state: _State, taste: _Taste) -> _State:
    """The army with no more units than are advised where that leaves little, else with more."""
    end = _spent(state, taste, MOST_ADVISED)
    if end.left * MUCH <= (end.verdict.limit or 0):
        return end
    return _spent(state, taste, LONGEST)


def _spent(state: _State, taste: _Taste, most: int) -> _State:
    """The army with additions by a taste, the last of them those that leave least."""
    while sum(_units(state.army).values()) < most - LAST:
        choices = _choices(state)
        cheapest = min((choice.card.points for choice in choices), default=0)
        if not choices or state.left <= LAST * max(1, cheapest):
            break
        had = _units(state.army)
        by_taste = sorted(choices, key=lambda choice: taste(choice, had))
        after = _first(state, [choice.edit for choice in by_taste])
        after = after or _first(state, [Add(FORMATION + kind) for kind in _kinds(state.army)])
        if after is None:
            break
        state = after
    return _topped_up(state, most)


def _first(state: _State, edits: Sequence[Add]) -> _State | None:
    for edit in edits:
        if after := _with(state, edit):
            return after
    return None


def _topped_up(state: _State, most: int) -> _State:
    """The army with up to three additions more that together leave least."""
    choices = _choices(state)
    room = max(0, most - sum(_units(state.army).values()))
    sums = [
        several
        for number in range(1, min(LAST, room) + 1)
        for several in combinations_with_replacement(choices, number)
        if sum(choice.card.points for choice in several) <= state.left
    ]
    sums.sort(key=lambda several: -sum(choice.card.points for choice in several))
    for several in sums[:TRIED]:
        end: _State | None = state
        for choice in several:
            end = _with(end, choice.edit) if end else None
        if end:
            return end
    return state


def _choices(state: _State) -> list[_Choice]:
    """Every unit that may come, to its formation or alone, that the points allow."""
    found = {choice.name: choice for choice in _every(state.army)}
    return [choice for choice in found.values() if 0 < choice.card.points <= state.left]


def _every(army: Army) -> Iterator[_Choice]:
    muster = Muster(army)
    listed = muster.army_list
    names = listed.independent if listed else tuple(army.cards)
    for name in names:
        card = army.cards.get(name)
        if card is not None and card.class_ not in (_FLYING, "attachment", "fortification", "hq"):
            yield _Choice(Add(name), name, card)
    for index, formation in reversed(list(enumerate(army.group.formations))):
        kind = muster.kind_of(formation.id)
        numbers = muster.counted(formation.id)
        for slot in kind.slots if kind else ():
            card = army.cards.get(slot.unit)
            if card is not None and (slot.max is None or numbers[slot.unit] < slot.max):
                yield _Choice(Add(slot.unit, f"formations[{index}]"), slot.unit, card)


def _units(army: Army) -> Counter[str]:
    had: Counter[str] = Counter()
    for entry in army.group.units:
        if isinstance(entry.unit, str):
            had[entry.unit] += entry.count
    return had


def _with_works(state: _State) -> _State:
    """The army with fortifications for what its purse holds, the dear ones first."""
    works = [(n, c) for n, c in state.army.cards.items() if c.class_ == "fortification"]
    for name, card in sorted(works, key=lambda each: -each[1].points):
        for _ in range(LONGEST):
            after = _with(state, Add(name)) if 0 < card.points <= state.purse else None
            if after is None:
                break
            state = after
    return state


# What came of it ----------------------------------------------------------------------------------


def _added(before: Army, after: Army) -> Counter[str]:
    """How many more of every card an army has."""
    return _everything(after) - _everything(before)


def _everything(army: Army) -> Counter[str]:
    had = _units(army)
    for work in army.group.fortifications:
        if isinstance(work.unit, str):
            had[work.unit] += work.count
    return had


def _written(data: Data, added: Counter[str], end: _State, language: str) -> Data:
    """A way as changes of the lists it grows."""
    told = [(end.army.cards[name].name or name, count) for name, count in added.items()]
    said = {"what": said_list(told, language), "left": end.left}
    return {
        "changes": list(_changes(data, end.army)),
        "total": end.verdict.points.total,
        "message": WORDING.say("fill", said, language),
    }


def _changes(data: Data, after: Army) -> Iterator[Data]:
    written = write_army(after)
    for place in ("formations", "units", FORTIFICATIONS):
        before = data.get(place) or []
        for index, entry in enumerate(written[place]):
            if index >= len(before):
                yield {"op": "add", "to": place, "entry": entry}
            elif entry.get("count", 1) != before[index].get("count", 1):
                where = f"{place}[{index}]"
                yield {"op": "set", "where": where, "field": "count", "value": entry["count"]}
