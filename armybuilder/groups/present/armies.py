"""Groups of any game, by what its army tells: reading, judging and changing their documents."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

import rules
from armybuilder.groups.present.groups import (
    LONGEST_DOCUMENT,
    MOST_COPIES,
    MOST_ENTRIES,
    Changes,
    Document,
    Unfit,
    Way,
    refuse_control_characters,
    unfit,
    with_plain_name,
)
from armybuilder.groups.present.verdicts import Report, Standing, place_anchor, rule_values
from collection.catalogue.game import SYSTEM, edition
from collection.catalogue.present.values import (
    Place,
    Problem,
    Proof,
    ProofSection,
    Tally,
    TallyPart,
)
from collection.common.language import language

Setting = rules.Setting
Shelf = rules.Shelf

SEVERITIES = ("error", "warning", "note")


@dataclass(frozen=True)
class JudgedArmy:
    """An army with what its game says of it, in one language."""

    document: Document
    army: rules.Army
    written: Mapping[str, object]
    verdict: rules.ArmyVerdict

    @property
    def system(self) -> str:
        """The game it is an army of."""
        return str(self.document["system"])

    @cached_property
    def entries(self) -> tuple[rules.ArmyEntry, ...]:
        """What stands in it."""
        return tuple(self.army.entries(self.document, language()))


def army_of(system: object) -> rules.Army:
    """The armies of a game; raises Unfit for one that has none, or that nobody knows."""
    known = rules.GAME_SYSTEMS
    if not isinstance(system, str) or system not in known:
        found = system if isinstance(system, str) else ""
        raise unfit(
            rules.Unreadable("$.system", "NOT_ONE_OF", found=found[:80], options=", ".join(known))
        )
    army = edition(system).army
    if army is None:
        raise unfit(rules.Unreadable("$.system", "NO_ARMIES", system=known[system].title))
    return army


def title_of(system: str) -> str:
    """What a game is called."""
    return rules.GAME_SYSTEMS[system].title


def buildable() -> dict[str, str]:
    """The games whose armies are built here, by name with what they are called: the first game,
    and those whose armies say how."""
    return {
        name: system.title
        for name, system in rules.GAME_SYSTEMS.items()
        if name == SYSTEM or ((army := edition(name).army) and army.building)
    }


def fit(data: Mapping[str, Any]) -> Document:
    """The document as its game writes it, when the site keeps such armies; raises Unfit."""
    army = army_of(data.get("system"))
    try:
        rules.refuse_unwritable(data)
        document = with_plain_name(dict(army.written(data)))
        entries = army.entries(document, language())
    except rules.Unreadable as error:
        raise unfit(error) from error
    refuse_control_characters(document)
    _refuse_excess(document, entries)
    return document


def _refuse_excess(document: Document, entries: Sequence[rules.ArmyEntry]) -> None:
    bounds = {"most": MOST_ENTRIES, "found": len(entries)}
    if len(entries) > MOST_ENTRIES:
        raise Unfit(
            "$", _("The site keeps at most %(most)s of these; here are %(found)s.") % bounds
        )
    for entry in entries:
        if entry.count > MOST_COPIES:
            message = _("An entry stands for at most %(most)s figures; this one for %(found)s.")
            told = {"most": MOST_COPIES, "found": entry.count}
            raise Unfit(f"$.{entry.place}", message % told)
    if len(rules.canonical_json(document)) > LONGEST_DOCUMENT:
        raise Unfit("$", _("This is too long for a battle group."))


def judge(document: Document) -> JudgedArmy:
    """An army with the verdict of today's rules; raises Unfit."""
    army = army_of(document["system"])
    try:
        written = army.judge(document, language())
    except rules.Unreadable as error:
        raise unfit(error) from error
    return JudgedArmy(document, army, written, rules.read_verdict(written))


# What pages show ----------------------------------------------------------------------------------


def standing(judged: JudgedArmy) -> Standing:
    """The line of an army."""
    verdict, entries = judged.verdict, judged.entries
    errors = sum(found.severity == "error" for found in verdict.violations)
    return Standing(
        legal=verdict.legal,
        total=verdict.points.total,
        limit=verdict.points.limit,
        at_least=verdict.points.at_least,
        orders=verdict.orders,
        figures=sum(entry.count for entry in entries),
        errors=errors,
        holding=sum(check.holds for check in verdict.checks),
        empty=bool(errors) and not entries,
    )


def findings(judged: JudgedArmy) -> list[dict[str, Any]]:
    """What is wrong with an army, as rows keep it."""
    return [
        {
            "code": found.code,
            "rules": list(found.rules),
            "where": list(found.where),
            "params": found.params,
        }
        for found in judged.verdict.violations
        if found.severity == "error"
    ]


def report(judged: JudgedArmy) -> Report:
    """The whole verdict on an army."""
    verdict = judged.verdict
    proofs = tuple(
        Proof(check.message, check.holds, rule_values(check.rules)) for check in verdict.checks
    )
    return Report(
        standing=standing(judged),
        tally=Tally(
            label=_("Points"),
            total=verdict.points.total,
            parts=tuple(_part(entry) for entry in judged.entries if not entry.aside),
            limit=verdict.points.limit,
            at_least=verdict.points.at_least,
        ),
        orders=None,
        problems=problems(judged, verdict.violations),
        sections=(ProofSection(_("Checks"), proofs),) if proofs else (),
        begin=_("add the first unit"),
    )


def problems(judged: JudgedArmy, found: Iterable[Any]) -> tuple[Problem, ...]:
    """Findings of an army, those that forbid it first."""
    names = {entry.place: entry.name for entry in with_parts(judged.entries)}
    return tuple(
        Problem(
            severity=each.severity,
            message=each.message,
            places=tuple(
                Place(names[where], place_anchor(where)) for where in each.where if where in names
            ),
            rules=rule_values(each.rules),
        )
        for each in sorted(found, key=lambda each: SEVERITIES.index(each.severity))
    )


def with_parts(entries: Iterable[rules.ArmyEntry]) -> Iterator[rules.ArmyEntry]:
    """Entries, each with those that belong to it behind it."""
    for entry in entries:
        yield entry
        yield from with_parts(entry.parts)


def _part(entry: rules.ArmyEntry) -> TallyPart:
    counted = f"{entry.count} × {entry.name}" if entry.count > 1 else entry.name
    return TallyPart(counted, entry.points or 0)


def ways_to_mend(judged: JudgedArmy) -> tuple[Way, ...]:
    """The repairs its game offers."""
    return tuple(map(_way, judged.verdict.repairs))


def ways_to_fill(judged: JudgedArmy) -> tuple[Way, ...]:
    """The ways its game knows to spend what is left; none where armies are only read."""
    building = judged.army.building
    if building is None:
        return ()
    return tuple(map(_way, rules.read_mends(building.fills(judged.document, language()))))


def _way(mend: rules.Mend) -> Way:
    return Way(mend.message, mend.total, mend.changes, mend.intent, mend.keeps, mend.left)


def search_words(judged: JudgedArmy) -> str:
    """What a public army is found by: its name, and its entries in every language."""
    words = [str(judged.document["name"])]
    for entries in _told(judged):
        words += [entry.name for entry in with_parts(entries)]
    return " ".join(dict.fromkeys(words))


def _told(judged: JudgedArmy) -> list[Sequence[rules.ArmyEntry]]:
    return [judged.army.entries(judged.document, code) for code, _name in settings.LANGUAGES]


def kept_standing(judged: JudgedArmy) -> dict[str, Any]:
    """The line of a verdict with its findings, as rows keep it."""
    return asdict(standing(judged)) | {"findings": findings(judged)}


# Changing -----------------------------------------------------------------------------------------


def building_of(document: Document) -> rules.Building | None:
    """Who changes armies of this game; None where they are only read."""
    return army_of(document["system"]).building


def takes_own(document: Document) -> bool:
    """Whether units of one's own may join the army."""
    building = building_of(document)
    return building is not None and bool(building.ready_made())


def new_document(system: str, name: str) -> Document:
    """An army nothing has joined yet; raises Unfit for a game whose armies are only read."""
    building = army_of(system).building
    if building is None:
        raise Unfit("$.system", _("Armies of this game are brought along, not built here."))
    return fit(building.begin(name))


def settings_of(document: Document) -> Sequence[Setting]:
    """What is chosen for the whole army; nothing where armies are only read."""
    building = building_of(document)
    return building.settings(document, language()) if building else ()


def with_settings(document: Document, chosen: Mapping[str, str]) -> Document:
    """The document with other choices for the whole army; raises Unfit."""
    for setting in settings_of(document):
        if chosen.get(setting.name, setting.value) != setting.value:
            document = _edited(document, rules.Choose(setting.name, chosen[setting.name]))
    return fit(document)


def chosen(document: Document, setting: str, value: str, place: str) -> Document:
    """The document with another choice for what stands at a place; raises Unfit."""
    return _edited(document, rules.Choose(setting, value, place))


def added(document: Document, item: str, to: str = "", shelf: Shelf = rules.NO_SHELF) -> Document:
    """The document with something that is offered, on the entry at a place where one is named;
    raises Unfit."""
    return _edited(document, rules.Add(item, to), shelf)


def renewed(document: Document, item: str, shelf: Shelf) -> Document:
    """The document with a record of a shelf as it is there now; raises Unfit."""
    return _edited(document, rules.Renew(item), shelf)


def outdated(document: Document, shelf: Shelf) -> list[tuple[str, str]]:
    """The records of a shelf that the document has as they are no longer, by id with their
    names."""
    building = building_of(document)
    if building is None or not shelf:
        return []
    found = [(item, shelf[item]) for item in building.outdated(document, shelf)]
    return [(item, str(record["name"])) for item, record in found if isinstance(record, Mapping)]


def recounted(document: Document, place: str, count: int) -> Document:
    """The document with another number of copies at a place; raises Unfit."""
    return _edited(document, rules.Recount(place, count))


def removed(document: Document, place: str) -> Document:
    """The document without the entry at a place; raises Unfit."""
    return _edited(document, rules.Remove(place))


def _edited(document: Document, edit: rules.Edit, shelf: Shelf = rules.NO_SHELF) -> Document:
    building = building_of(document)
    if building is None:
        raise Unfit("$.system", _("Armies of this game are brought along, not built here."))
    try:
        return fit(building.edited(document, edit, shelf))
    except rules.Unreadable as error:
        raise unfit(error) from error
    except rules.NoSuchPlace as error:
        raise Unfit("$", _("The group has no such entry any more.")) from error


#: Offers that are looked through for what is owned.
MOST_LOOKED_AT = 500


def offers(
    document: Document,
    words: str,
    to: str,
    most: int,
    shelf: Shelf = rules.NO_SHELF,
    only: Container[str] | None = None,
) -> rules.Offers:
    """What may be added to the army, or to the entry at a place; of single pieces only those of
    some names where these are given."""
    building = building_of(document)
    if building is None:
        return rules.Offers()
    try:
        if only is None:
            return building.offers(document, words, to, most, language(), shelf)
        found = building.offers(document, words, to, MOST_LOOKED_AT, language(), shelf).offers
        kept = [each for each in found if len(each.pieces) > 1 or each.name in only]
        return rules.Offers(tuple(kept[:most]), more=len(kept) > most)
    except rules.NoSuchPlace:
        return rules.Offers()


def repaired(document: Document, changes: Changes) -> Document:
    """The document after a repair its verdict offered, or a way to fill it; raises Unfit for any
    other changes."""
    judged = judge(document)
    wanted = list(changes)
    if not any(
        way.changes == wanted for offered in (ways_to_mend, ways_to_fill) for way in offered(judged)
    ):
        raise Unfit("$", _("This offer cannot be read. Choose it again."))
    return fit(dict(judged.army.repaired(document, {"changes": list(changes)})))


def differences(before: Document, after: Document) -> tuple[str, ...]:
    """What changed from one document to another, in sentences."""
    return tuple(_differences(before, after))


def _differences(before: Document, after: Document) -> Iterator[str]:
    yield from _set_otherwise(_("Name"), before["name"], after["name"])
    building = building_of(after)
    if building:
        was = {each.name: each.value for each in building.settings(before, language())}
        for setting in building.settings(after, language()):
            yield from _set_otherwise(setting.title, was.get(setting.name, ""), setting.value)
    counts = [_counts(document) for document in (before, after)]
    for name in dict.fromkeys([*counts[0], *counts[1]]):
        old, new = (count.get(name, 0) for count in counts)
        what = {"what": f"{abs(new - old)} × {name}"}
        if new > old:
            yield _("Added: %(what)s.") % what
        elif old > new:
            yield _("Removed: %(what)s.") % what


def _set_otherwise(title: str, before: str, after: str) -> Iterator[str]:
    if before != after:
        told = {"title": title, "before": before or "–", "after": after or "–"}
        yield _("%(title)s: %(after)s instead of %(before)s.") % told


def _counts(document: Document) -> dict[str, int]:
    counts: dict[str, int] = {}
    entries = army_of(document["system"]).entries(document, language())
    for entry in with_parts(entries):
        counts[entry.name] = counts.get(entry.name, 0) + entry.count
    return counts
