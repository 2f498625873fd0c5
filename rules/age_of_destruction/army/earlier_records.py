"""Figures and cards as they were once judged: kept as JSON, laid over a later catalogue, and told
apart from what the same records say there."""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

import msgspec

from rules.age_of_destruction.army.findings import WORDING
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Click, HeatPosition, Unit
from rules.core.wording import Title, Wording

Record = Unit | Card

_KINDS: dict[str, type[Record]] = {"unit": Unit, "card": Card}

#: Fields that say nothing of their own: the number is in the id, and a wording is no value.
_UNTOLD = frozenset(("id", "set", "number", "name_pl", "cost", "label"))
_COMBAT_VALUES = ("speed", "attack", "defense", "primary_damage", "secondary_damage")

WORDS = Wording.from_toml(
    files("rules.age_of_destruction.army").joinpath("earlier_records.toml").read_text("utf-8")
).beside(WORDING)


class RecordChange(msgspec.Struct, frozen=True):
    """One value of a record that differs; the record's id, the code of its sentence, and the
    parameters of that."""

    record: str
    code: str
    params: dict[str, Any]


def write_record(record: Record) -> dict[str, Any]:
    """A record as JSON: its kind, and every field that says something other than the default."""
    fields: dict[str, Any] = msgspec.to_builtins(record)
    usual = {f.name: f.default for f in msgspec.structs.fields(record)}
    kind = next(name for name, cls in _KINDS.items() if isinstance(record, cls))
    told = {key: value for key, value in fields.items() if _says(value, usual[key])}
    return {"kind": kind, **told}


def _says(value: Any, usual: Any) -> bool:
    """Whether a field differs from its default; an empty list or object is none."""
    return value not in ((), [], {}) and value != usual


def read_record(data: Mapping[str, Any]) -> Record:
    """The record of `write_record`; raises msgspec.ValidationError for any other object."""
    fields = dict(data)
    kind = _KINDS.get(fields.pop("kind", ""))
    if kind is None:
        raise msgspec.ValidationError("no kept record")
    return msgspec.convert(fields, kind)


def with_records(
    catalogue: Catalogue, records: Mapping[str, Record | None], catalogue_id: str
) -> Catalogue:
    """The catalogue with some records as they were, under the id it had then; None for a record
    that was not there yet."""
    units, cards = dict(catalogue.units), dict(catalogue.cards)
    for record_id, record in records.items():
        units.pop(record_id, None)
        cards.pop(record_id, None)
        if isinstance(record, Unit):
            units[record_id] = record
        elif record:
            cards[record_id] = record
    return Catalogue(
        units=units,
        cards=cards,
        factions=catalogue.factions,
        alliances=catalogue.releases,
        bases=catalogue.bases,
        digest=catalogue_id.removeprefix("sha256:"),
    )


def record_changes(
    record_id: str, before: Record | None, after: Record | None
) -> tuple[RecordChange, ...]:
    """Every value of a record that differs, in the order of its fields."""
    if before is None or after is None or type(before) is not type(after):
        there = after or before
        code = (
            "record_gone" if after is None else "record_new" if before is None else "record_other"
        )
        told = [(code, {"what": there.title if there else record_id})]
    else:
        told = list(_changes(before, after))
    return tuple(RecordChange(record_id, code, params) for code, params in told)


def record_change_message(change: RecordChange, language: str = "en") -> str:
    """A change in one sentence."""
    return WORDS.say(change.code, change.params, language)


def _changes(before: Record, after: Record) -> Iterator[tuple[str, dict[str, Any]]]:
    what = after.title
    for field in before.__struct_fields__:
        old, new = getattr(before, field), getattr(after, field)
        if old == new or field in _UNTOLD:
            continue
        if field == "dial":
            yield from _click_changes(what, old, new)
        elif field == "heat_dial":
            yield from _heat_changes(what, old, new)
        elif field == "points":
            yield "record_points", {"what": what, "before": old, "after": new}
        elif _is_plain(old) and _is_plain(new):
            yield (
                "record_value",
                {"what": what, "field": field, "before": _told(old), "after": _told(new)},
            )
        else:
            yield "record_field", {"what": what, "field": field}


def _is_plain(value: Any) -> bool:
    """Whether a value reads well in a sentence."""
    if isinstance(value, tuple):
        return all(isinstance(item, str) for item in value)
    return value is None or isinstance(value, str | int)


def _told(value: Any) -> Any:
    """A value as a sentence takes it: yes and no have words."""
    return Title(*_YES_NO[value]) if isinstance(value, bool) else value


_YES_NO = {True: ("yes", "tak"), False: ("no", "nie")}


def _click_changes(
    what: str, before: tuple[Click, ...], after: tuple[Click, ...]
) -> Iterator[tuple[str, dict[str, Any]]]:
    if len(before) != len(after):
        yield "record_clicks", {"what": what, "before": len(before), "after": len(after)}
    for number, (old, new) in enumerate(zip(before, after, strict=False), 1):
        place = {"what": what, "click": number}
        for value in _COMBAT_VALUES:
            was, is_now = getattr(old, value), getattr(new, value)
            if was != is_now:
                yield "record_click", place | {"value": value, "before": was, "after": is_now}
        for value in old.equipment.keys() | new.equipment.keys():
            if old.equipment.get(value) != new.equipment.get(value):
                yield "record_equipment", place | {"value": value}
        if old.marker != new.marker:
            yield "record_marker", place


def _heat_changes(
    what: str, before: tuple[HeatPosition, ...], after: tuple[HeatPosition, ...]
) -> Iterator[tuple[str, dict[str, Any]]]:
    if len(before) != len(after):
        yield "record_heat_length", {"what": what, "before": len(before), "after": len(after)}
    for number, (old, new) in enumerate(zip(before, after, strict=False)):
        if old != new:
            yield "record_heat", {"what": what, "position": number}
