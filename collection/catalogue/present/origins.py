"""Where each printed value of a figure was read, and how sure it is."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from collection.catalogue.models import Figure
from collection.catalogue.present import catalogue_words, words
from collection.catalogue.records import FigureRecord, Mark, Source
from collection.common.language import Words, language

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Origin:
    """One printed value: how sure it is in a word or two, why where that is said, and the sources
    that tell this very value."""

    key: str
    label: Words
    shown: Words
    sure: Words
    note: str
    sources: tuple[Source, ...]


@dataclass(frozen=True)
class Origins:
    """The printed values of a figure; `whole` are the sources that its record cites without saying
    for which of them, `remark` what is said of the whole record."""

    values: tuple[Origin, ...]
    whole: tuple[Source, ...]
    remark: str = ""


def _weapons(record: Record) -> str:
    parts = []
    for attack in record.get("attacks") or ():
        reach = f" {attack['range_min']}–{attack['range_max']}″" if attack["range_max"] else ""
        parts.append(f"{words.RANGE_TYPES[attack['damage_type']]}{reach}")
    return ", ".join(parts)


def _clicks(record: Record) -> str:
    count = len(record.get("dial") or ())
    return ngettext("%(count)s click", "%(count)s clicks", count) % {"count": count}


def _known(word: Mapping[str, Words], key: str) -> Callable[[Record], Words]:
    return lambda record: word.get(record.get(key) or "", "")


def _plain(key: str) -> Callable[[Record], Words]:
    return lambda record: "" if record.get(key) is None else str(record[key])


#: Each printed value by the record's field: what it is called, and what is shown of it.
VALUES: Mapping[str, tuple[Words, Callable[[Record], Words]]] = {
    "name": (gettext_lazy("Name"), _plain("name")),
    "variant": (gettext_lazy("Variant"), _plain("variant")),
    "faction": (gettext_lazy("Faction"), _plain("faction")),
    "rank": (gettext_lazy("Rank"), _known(catalogue_words.RANK_NAMES, "rank")),
    "points": (gettext_lazy("Points"), _plain("points")),
    "type": (gettext_lazy("Type"), _known(catalogue_words.TYPES, "type")),
    "mech_class": (gettext_lazy("'Mech class"), _known(catalogue_words.CLASSES, "mech_class")),
    "speed_mode": (gettext_lazy("Speed mode"), _known(words.SPEED_MODES, "speed_mode")),
    "attacks": (gettext_lazy("Weapons"), _weapons),
    "dial": (
        gettext_lazy("Combat dial"),
        lambda record: _clicks(record) if record.get("dial") else "",
    ),
    "heat_dial": (
        gettext_lazy("Heat dial"),
        lambda record: "0–4" if record.get("heat_dial") else "",
    ),
    "vent": (gettext_lazy("Vent rating"), _plain("vent")),
    "transport_capacity": (gettext_lazy("Transport capacity"), _plain("transport_capacity")),
    "artillery_range": (gettext_lazy("Artillery range"), _plain("artillery_range")),
    "rarity": (gettext_lazy("Rarity"), _known(catalogue_words.RARITIES, "rarity")),
}


def origins(figure: Figure, record: FigureRecord, sources: Sequence[Source]) -> Origins:
    """Every value the record has, with the sources that tell it."""
    shown = ((key, label, show(figure.record)) for key, (label, show) in VALUES.items())
    return Origins(
        tuple(_origin(key, label, what, record, sources) for key, label, what in shown if what),
        tuple(source for source in sources if not source.tells),
        _remark(record),
    )


def _origin(
    key: str, label: Words, shown: Words, record: FigureRecord, sources: Iterable[Source]
) -> Origin:
    mark = record.marks.get(key) or _entered(record)
    telling = tuple(source for source in sources if key in source.tells)
    if mark:
        sure: Words = words.PROVENANCE[catalogue_words.KIND_OF_MARK[mark.how]]
        return Origin(key, label, shown, sure, mark.note.in_language(language()), telling)
    return Origin(key, label, shown, _sure(telling), "", telling)


def _entered(record: FigureRecord) -> Mark | None:
    """The mark of a record that people entered as a whole."""
    mark = record.marks.get("*")
    return mark if mark and mark.how == "entered" else None


def _remark(record: FigureRecord) -> str:
    mark = record.marks.get("*")
    return mark.note.in_language(language()) if mark and not _entered(record) else ""


def _sure(telling: Sequence[Source]) -> str:
    if not telling:
        return _("known for the whole figure only")
    count = len(telling)
    return ngettext("a single source", "%(count)s sources agree", count) % {"count": count}
