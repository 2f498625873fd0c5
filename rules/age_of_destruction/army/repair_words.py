"""Repairs in words, and as verdict/1 writes them."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from rules.age_of_destruction.army.battle_group import BattleGroup, Entry
from rules.age_of_destruction.army.edits import (
    BUILD_TOTAL,
    EVENT,
    Change,
    apply_changes,
    parse_place,
    write_change,
)
from rules.age_of_destruction.army.findings import WORDING
from rules.age_of_destruction.army.inline import record_of
from rules.age_of_destruction.army.repair import Repair
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.core.wording import Title

#: The fields that are emptied by null, and those with a sentence of another name.
_EMPTIED = ("recruit", "points", "event")
_SENTENCES = {"passengers": "repair_set_loads", "confirmed": "repair_confirm"}


def write_repair(
    repair: Repair, group: BattleGroup, catalogue: Catalogue, lang: str = "en"
) -> dict[str, Any]:
    """A repair as verdict/1 lists it, with a message in one language."""
    return {
        "changes": [write_change(change) for change in repair.changes],
        "total": repair.total,
        "message": repair_message(repair, group, catalogue, lang),
    }


def repair_message(repair: Repair, group: BattleGroup, catalogue: Catalogue, lang: str) -> str:
    """The edits of a repair, one sentence each: copies that come one by one are counted, and the
    loads, which change in many small edits, are told once."""
    sentences: list[str] = []
    for change, copies in _counted(repair.changes):
        sentence = _sentence(change, group, catalogue, lang, copies)
        if _key(change) != "repair_set_loads" or sentence not in sentences:
            sentences.append(sentence)
    return " ".join(sentences)


def _counted(changes: Iterable[Change]) -> list[tuple[Change, int]]:
    """The edits with the copies each brings; equal ones that add are one."""
    counted: list[tuple[Change, int]] = []
    for change in changes:
        copies = int((change.entry or {}).get("count", 1))
        for place, (earlier, before) in enumerate(counted):
            if change.op == "add" and _but_for_copies(change) == _but_for_copies(earlier):
                counted[place] = (earlier, before + copies)
                break
        else:
            counted.append((change, copies))
    return counted


def _but_for_copies(change: Change) -> tuple[Any, ...]:
    entry = {key: value for key, value in (change.entry or {}).items() if key != "count"}
    return change.op, change.where, entry


def kept_message(repair: Repair, group: BattleGroup, catalogue: Catalogue, lang: str) -> str:
    """What of a group edits keep and what they drop: the figures, by name and number of copies."""
    before = _figures(group, catalogue, lang)
    after = _figures(apply_changes(group, repair.changes), catalogue, lang)
    kept, dropped = before & after, before - after
    if not dropped:
        return WORDING.say("repair_keeps_all", {}, lang)
    if not kept:
        return WORDING.say("repair_keeps_nothing", {}, lang)
    params = {"kept": _listed(kept), "dropped": _listed(dropped)}
    return WORDING.say("repair_keeps", params, lang)


def _figures(group: BattleGroup, catalogue: Catalogue, lang: str) -> Counter[str]:
    figures: Counter[str] = Counter()
    for entry in group.units:
        figures[_entry_title(entry, catalogue, lang)] += entry.count
    return figures


def _listed(figures: Counter[str]) -> list[str]:
    return [title if count == 1 else f"{count} × {title}" for title, count in figures.items()]


def _sentence(
    change: Change, group: BattleGroup, catalogue: Catalogue, lang: str, copies: int
) -> str:
    params: dict[str, Any] = {"value": change.value}
    if change.op == "add":
        params["what"] = _added(change, catalogue, lang, copies)
    elif change.where not in (BUILD_TOTAL, EVENT):
        params["what"] = _what(change.where, group, catalogue, lang)
    if _is_of_its_number(change, group, catalogue):
        return WORDING.say("repair_replace_inline", params, lang)
    if change.op == "replace" and change.entry is not None:
        params["with_what"] = _added(change, catalogue, lang, copies)
    elif change.replacement:
        params["with_what"] = _title(change.replacement, catalogue, lang)
    if _on_a_figure(change):
        params["to"] = _figure(change.to or change.where, group, catalogue, lang)
    return WORDING.say(_key(change), params, lang)


def _is_of_its_number(change: Change, group: BattleGroup, catalogue: Catalogue) -> bool:
    """Whether the catalogue's figure replaces one of the same number that the list describes."""
    place = parse_place(change.where) if change.op == "replace" else None
    if place is None or place.kind != "units" or place.part or place.number is None:
        return False
    record = record_of(group.units[place.number], catalogue)
    return record is not None and record.id == change.replacement


def _on_a_figure(change: Change) -> bool:
    """Whether the edit puts a card on a figure."""
    return str(change.to).startswith("units[") or (change.op == "add" and "." in change.where)


def _key(change: Change) -> str:
    if change.op == "set":
        field = str(change.field)
        if change.value is None and field in _EMPTIED:
            return f"repair_clear_{field}"
        return _SENTENCES.get(field, f"repair_set_{field}")
    if change.where.startswith("loads"):
        return "repair_set_loads"
    if change.op == "move" and change.to == "cards":
        return "repair_move_to_cards"
    return "repair_add_to" if change.op == "add" and "." in change.where else f"repair_{change.op}"


def _added(change: Change, catalogue: Catalogue, lang: str, copies: int) -> str:
    """The figure or card that comes, with its number of copies."""
    entry = change.entry or {}
    title = _title(str(entry.get("unit") or entry.get("card")), catalogue, lang)
    return title if copies == 1 else f"{copies} × {title}"


def _what(where: str, group: BattleGroup, catalogue: Catalogue, lang: str) -> str:
    """What stands at a place: a figure, a card of the group, or a card with the figure it is on."""
    place = parse_place(where)
    number = place.number or 0
    if place.kind == "cards":
        return _title(group.cards[number].card, catalogue, lang)
    if place.kind == "loads" or not place.part:
        return "" if place.kind == "loads" else _figure(where, group, catalogue, lang)
    entry = group.units[number]
    card = (entry.gear if place.part == "gear" else entry.pilots)[place.slot or 0].card
    return f"{_title(card, catalogue, lang)} ({_figure(where, group, catalogue, lang)})"


def _figure(where: str, group: BattleGroup, catalogue: Catalogue, lang: str) -> str:
    """The figure of an entry, with its row where another entry has the same figure."""
    number = parse_place(where).number or 0
    titles = [_entry_title(entry, catalogue, lang) for entry in group.units]
    title = titles[number]
    if titles.count(title) == 1:
        return title
    return WORDING.say("repair_figure_in_row", {"figure": title, "row": number + 1}, lang)


def _entry_title(entry: Entry, catalogue: Catalogue, lang: str) -> str:
    return entry.inline.title if entry.inline else _title(entry.unit, catalogue, lang)


def _title(item: str, catalogue: Catalogue, lang: str) -> str:
    """Number and name of a figure or card, or the number nobody knows."""
    known = catalogue.unit(item) or catalogue.card(item)
    title = known.title if known else item[:80]
    return title.in_language(lang) if isinstance(title, Title) else title
