"""Battle-group documents: reading, changing and mending them through the rules.

A document is a battle-group/1 object as `rules` writes it. Everything here takes and returns plain
values; what cannot be kept is an `Unfit` with its path and a sentence in the visitor's language.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from collection.catalogue.game import catalogue
from collection.common.language import language
from collection.common.names import fault_of_name, plain_name
from rules import age_of_destruction as aod

Document = dict[str, Any]
Changes = Sequence[dict[str, Any]]

#: The rules set no such bounds; they keep one person's group from slowing everybody's pages.
MOST_ENTRIES = 150
MOST_COPIES = 999
MOST_CARDS_ON_FIGURE = 12
MOST_CARDS_ON_FIGURES = 150
MOST_EVENT_ENTRIES = 300
MOST_EVENT_COUNTS = 30
LONGEST_NAME = 100
LARGEST_BUILD_TOTAL = 15_000
MOST_FILLINGS = 5
LONGEST_NOTES = 2000
LONGEST_DOCUMENT = 300_000

#: Signs that turn the direction of reading until another one ends it.
TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


class Unfit(Exception):
    """A document the site does not keep: the JSON path of the first fault and what it is."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(path, message)
        self.path = path
        self.message = message


@dataclass(frozen=True)
class Way:
    """A set of changes that was validated: in words, with the total after it.

    A repair says what it is for as well, in code and words, and how many points it leaves.
    """

    message: str
    total: int
    changes: list[dict[str, Any]]
    intent: str = ""
    keeps: str = ""
    left: int | None = None


@dataclass(frozen=True)
class Judged:
    """A group, the catalogue and what the rules say of it, worked out once for a page."""

    judgement: aod.Judgement
    known: aod.Catalogue

    @property
    def group(self) -> aod.BattleGroup:
        """The group."""
        return self.judgement.muster.group

    @property
    def verdict(self) -> aod.Verdict:
        """What the rules say of it."""
        return self.judgement.verdict

    def after(self, group: aod.BattleGroup) -> "Judged":
        """The group changed, judged by what the change concerns."""
        return Judged(self.judgement.after(group), self.known)


def judge(document: Document) -> Judged:
    """The group of a document with the verdict of today's rules and data; raises Unfit."""
    return judge_all([document])[0]


def judge_all(documents: Iterable[Document]) -> list[Judged]:
    """The same for several documents, against one reading of the catalogue."""
    known = catalogue()
    return [judge_with(read(document), known) for document in documents]


def judge_with(group: aod.BattleGroup, known: aod.Catalogue) -> Judged:
    """A group judged by a catalogue."""
    return Judged(aod.Judgement(group, known), known)


def new_document(*, name: str, build_total: int | None, event: str | dict[str, Any]) -> Document:
    """An empty group; `event` is the name of a format, a whole one, or empty."""
    group = aod.write_group(aod.BattleGroup(name=name, build_total=build_total))
    return fit(group | ({"event": event} if event else {}))


def check_code(judged: Judged) -> str:
    """What a sheet of the group bears for the judge to compare."""
    return aod.check_code(judged.group, judged.known)


def parse_changes(text: str) -> Changes:
    """The changes a form sends as JSON; raises Unfit."""
    try:
        changes = rules.parse_json(text)
    except rules.Unreadable:
        changes = None
    if not isinstance(changes, list):
        raise Unfit("$", _("This offer cannot be read. Choose it again."))
    return changes


def parse(text: str) -> Any:
    """The value of a JSON text; raises Unfit."""
    try:
        return rules.parse_json(text)
    except rules.Unreadable as error:
        raise unfit(error) from error


def fit(data: Any) -> Document:
    """The document as `rules` writes it, when it is readable and the site keeps such groups."""
    try:
        rules.refuse_unwritable(data)
    except rules.Unreadable as error:
        raise unfit(error) from error
    group = read(data)
    document = with_plain_name(aod.write_group(group))
    refuse_control_characters(document)
    _refuse_excess(group)
    return document


def changed(document: Document, changes: Changes) -> Document:
    """The document after some edits (verdict/1 `changes`); raises Unfit."""
    try:
        steps = [aod.read_change(change) for change in changes]
        group = aod.apply_changes(read(document), steps)
    except rules.Unreadable as error:
        raise unfit(error) from error
    except ValueError as error:
        raise Unfit("$", _("The group has no such entry any more.")) from error
    return fit(aod.write_group(group))


def reordered(document: Document, index: int, step: int) -> Document:
    """The document with a line of figures moved up (-1) or down (+1), loads and all."""
    other = index + step
    if not (0 <= index < len(document["units"]) and 0 <= other < len(document["units"])):
        return document
    return moved_to(document, [index], other if step < 0 else other + 1)[0]


def moved_to(
    document: Document, indexes: Sequence[int], to: int
) -> tuple[Document, tuple[int, ...]]:
    """The document with some lines moved together, loads and all, before the line at `to`; and
    where they stand then. Lines there are none of stay out of it."""
    units = list(document["units"])
    moving = [index for index in indexes if index < len(units)]
    staying = [index for index in range(len(units)) if index not in moving]
    before = sum(index < to for index in staying)
    order = [*staying[:before], *moving, *staying[before:]]
    place = {old: new for new, old in enumerate(order)}
    loads = [
        {
            "transport": place.get(load["transport"], load["transport"]),
            "passengers": [place.get(passenger, passenger) for passenger in load["passengers"]],
        }
        for load in document.get("loads", [])
    ]
    moved = (
        document | {"units": [units[old] for old in order]} | ({"loads": loads} if loads else {})
    )
    return moved, tuple(place[index] for index in moving)


def read(document: Any) -> aod.BattleGroup:
    """The group of a document; raises Unfit."""
    try:
        return aod.read_group(document)
    except rules.Unreadable as error:
        raise unfit(error) from error


def is_army(document: Mapping[str, Any]) -> bool:
    """Whether a group is of another game than the first, and told by its army alone."""
    system = document.get("system")
    first = aod.AGE_OF_DESTRUCTION.name
    return isinstance(system, str) and system in rules.GAME_SYSTEMS and system != first


def kept_card_id(written: str) -> str:
    """The id under which a card is kept that has two: L-001 and LP-001 are one."""
    return aod.canonical_card_id(written)


def pieces_of(document: Document) -> Counter[str]:
    """How many of each figure and card of the catalogue a group has, by id; none of a game that has
    no catalogue."""
    if is_army(document):
        return Counter()
    return aod.copies_taken(read(document), catalogue())


def fault_of_total(build_total: int) -> str | None:
    """What the rules say against a build total, if anything."""
    empty = aod.BattleGroup(build_total=build_total)
    faults = [
        violation
        for violation in aod.Judgement(empty, catalogue()).errors
        if violation.where == ("build_total",)
    ]
    return aod.violation_message(faults[0], language()) if faults else None


def ways_to_mend(judged: Judged, free: Mapping[str, int] | None = None) -> tuple[Way, ...]:
    """Repairs of an illegal group that differ in what they keep; of equals those with what is free
    first, where that is known."""
    group, known = judged.group, judged.known
    owning = judged.judgement.after(_owning(group, free))
    found = aod.ways_out(owning.muster.group, known, owning)
    return tuple(Way(**aod.write_way_out(way, group, known, language())) for way in found)


def ways_to_fill(judged: Judged, free: Mapping[str, int] | None = None) -> tuple[Way, ...]:
    """Additions that spend what a legal group has left; those out of what is free come first."""
    room = _room_in(judged.group)
    found = list(aod.fill(_owning(judged.group, free), judged.known, room=room))
    if free is not None and len(found) < MOST_FILLINGS:
        others = aod.fill(judged.group, judged.known, room=room)
        found += [other for other in others if other not in found]
    return _ways(judged, found[:MOST_FILLINGS])


def ways_to_total(
    judged: Judged, build_total: int, free: Mapping[str, int] | None = None
) -> tuple[Way, ...]:
    """The closest legal versions of a group at another build total."""
    group = _owning(judged.group, free)
    room = _room_in(judged.group)
    return _ways(judged, aod.closest_at(group, judged.known, build_total, room=room), tell=True)


def _room_in(group: aod.BattleGroup) -> aod.Room:
    """How many lines and cards more the site keeps."""
    mounted = sum(len(entry.gear) + len(entry.pilots) for entry in group.units)
    return aod.Room(
        entries=max(MOST_ENTRIES - len(group.units), 0),
        cards=max(MOST_CARDS_ON_FIGURES - mounted, 0),
    )


def _owning(group: aod.BattleGroup, free: Mapping[str, int] | None) -> aod.BattleGroup:
    """The group with what may be used for it, if that is known, so that the rules prefer it."""
    return group if free is None else msgspec.structs.replace(group, owned=dict(free))


def _ways(judged: Judged, found: Sequence[aod.Repair], *, tell: bool = False) -> tuple[Way, ...]:
    """Changes in words; `tell` adds what of the group they keep and drop."""
    written = [aod.write_repair(repair, judged.group, judged.known, language()) for repair in found]
    if tell:
        for way, repair in zip(written, found, strict=True):
            kept = aod.kept_message(repair, judged.group, judged.known, language())
            way["message"] = f"{way['message']} {kept}".strip()
    return tuple(Way(way["message"], way["total"], way["changes"]) for way in written)


def unfit(error: rules.Unreadable) -> Unfit:
    """What the rules could not read, in the visitor's language."""
    return Unfit(error.path, error.message(language()))


def _refuse_excess(group: aod.BattleGroup) -> None:
    if len(group.name) > LONGEST_NAME:
        message = _("A name has at most %(most)s characters; this one has %(found)s.")
        raise Unfit("$.name", message % {"most": LONGEST_NAME, "found": len(group.name)})
    if len(group.notes) > LONGEST_NOTES:
        message = _("Notes have at most %(most)s characters; these have %(found)s.")
        raise Unfit("$.notes", message % {"most": LONGEST_NOTES, "found": len(group.notes)})
    lists = {"units": group.units, "cards": group.cards, "loads": group.loads}
    for key, entries in lists.items():
        if len(entries) > MOST_ENTRIES:
            message = ngettext(
                "The site keeps at most %(most)s entry here; this group has %(found)s.",
                "The site keeps at most %(most)s entries here; this group has %(found)s.",
                MOST_ENTRIES,
            )
            raise Unfit(f"$.{key}", message % {"most": MOST_ENTRIES, "found": len(entries)})
    for index, entry in enumerate(group.units):
        if entry.count > MOST_COPIES:
            message = _("An entry stands for at most %(most)s figures; this one for %(found)s.")
            raise Unfit(
                f"$.units[{index}].count",
                message % {"most": MOST_COPIES, "found": entry.count},
            )
        if len(entry.gear) + len(entry.pilots) > MOST_CARDS_ON_FIGURE:
            message = _("The site keeps at most %(most)s cards on one figure.")
            raise Unfit(f"$.units[{index}]", message % {"most": MOST_CARDS_ON_FIGURE})
    if group.event:
        refuse_large_event(group.event, "$.event")
    mounted = sum(len(entry.gear) + len(entry.pilots) for entry in group.units)
    if mounted > MOST_CARDS_ON_FIGURES:
        message = _("The site keeps at most %(most)s cards on figures; this group has %(found)s.")
        raise Unfit("$.units", message % {"most": MOST_CARDS_ON_FIGURES, "found": mounted})


def refuse_large_event(event: aod.EventFormat, path: str) -> None:
    """Raise Unfit for a format that would slow every group under it."""
    lists: dict[str, tuple[Any, ...]] = {
        "build_totals": event.build_totals,
        "sets": event.sets,
        "factions": event.factions,
        "figures": event.figures,
        "banned": event.banned,
        "unit_counts": event.unit_counts,
    }
    for key, entries in lists.items():
        most = MOST_EVENT_COUNTS if key == "unit_counts" else MOST_EVENT_ENTRIES
        if len(entries) > most:
            message = _("The site keeps at most %(most)s of these; here are %(found)s.")
            raise Unfit(f"{path}.{key}", message % {"most": most, "found": len(entries)})


def with_plain_name(document: Document) -> Document:
    """A document whose group is called as names are kept; raises Unfit for what is no name."""
    name = plain_name(document["name"])
    if fault := fault_of_name(name):
        raise Unfit("$.name", fault)
    return document | {"name": name}


def refuse_control_characters(document: Document) -> None:
    """Raise Unfit for a document with a control character in any of its texts."""
    for path, text in _texts(document, "$"):
        for sign in text:
            if is_control_character(sign) and sign not in "\n\t":
                message = _("This holds a control character (%(code)s). Type it without.")
                raise Unfit(path, message % {"code": f"U+{ord(sign):04X}"})


def is_control_character(sign: str) -> bool:
    """Whether a sign steers instead of being seen: also one that turns the direction of reading,
    behind which a name could pass for another or turn round what a page says after it."""
    return unicodedata.category(sign) == "Cc" or sign in TURNING


def _texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield f"{path}.{key}", key
            yield from _texts(item, f"{path}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts(item, f"{path}[{index}]")
