"""An army as people see it: its entries with their cards, under the HQs they obey."""

from collections.abc import Iterator

from rules.core.army import ArmyEntry, Gauge, Overview, Section, Setting
from rules.khans_and_generals.army.muster import Attached, Muster, Troop, Work
from rules.khans_and_generals.army.settings import WORDING, Forces, gauges, notes
from rules.khans_and_generals.records.card import WORDING as CARDS
from rules.khans_and_generals.records.card import card_of, kind_of

FORTIFICATIONS = "fortifications"
YES = "yes"
#: Classes that bear no attached section.
BEAR_NOTHING = ("attachment", "fortification", "aircraft")


def entries(muster: Muster, language: str) -> tuple[ArmyEntry, ...]:
    """The units with what is attached to them, then the fortifications."""
    units = (_unit(troop, muster, language) for troop in muster.troops)
    return (*units, *(_work(work, language) for work in muster.works))


def overview(muster: Muster, forces: Forces, language: str) -> Overview:
    """The formations with all that their HQs command, and what is spent beside the points."""
    return Overview(
        tuple(_sections(muster, language)),
        gauges(muster, language),
        tuple(notes(muster, forces, language)),
    )


def bears_more(troop: Troop, muster: Muster) -> bool:
    """Whether a section may still be attached to a unit (KG-055)."""
    most = muster.army_list.attachments_per_unit if muster.army_list else 1
    if troop.card is None or troop.card.class_ in BEAR_NOTHING:
        return False
    return troop.entry.count > 1 or len(troop.attached) < most


def title_of_formation(formation: str, muster: Muster, language: str) -> str:
    """What a formation is called: its level and its name."""
    kind = muster.kind_of(formation)
    if kind is None or kind.level is None:
        return WORDING.say("formation_plain", {"name": formation}, language)
    level = CARDS.word("level", kind.level, language)
    said = {"level": level[:1].upper() + level[1:], "name": formation}
    return WORDING.say("formation", said, language)


def _unit(troop: Troop, muster: Muster, language: str) -> ArmyEntry:
    sections = tuple(_section(section, language) for section in troop.attached)
    cost = troop.card.points * troop.entry.count if troop.card else 0
    cost += sum(section.points or 0 for section in sections)
    known = troop.card is not None and all(section.points is not None for section in sections)
    return ArmyEntry(
        troop.where,
        troop.named,
        troop.title,
        troop.entry.count,
        cost if known else None,
        facts=tuple(_facts(troop, muster, language)),
        counts=not sections,
        takes=bears_more(troop, muster),
        parts=sections,
        card=card_of(troop.card, language) if troop.card else None,
        choices=tuple(_choices(troop, muster, language)),
        aside=muster.escorted(troop),
    )


def _facts(troop: Troop, muster: Muster, language: str) -> Iterator[str]:
    """What it is, and where it belongs."""
    if troop.card:
        yield kind_of(troop.card, language)
    if troop.entry.formation is not None:
        yield title_of_formation(troop.entry.formation, muster, language)
    if troop.entry.hq is not None:
        yield WORDING.say("under", {"name": troop.entry.hq}, language)
    if muster.escorted(troop):
        yield WORDING.word("setting", "escorted", language)


def _choices(troop: Troop, muster: Muster, language: str) -> Iterator[Setting]:
    """The HQ of an independent unit, and whether it is escorted in a convoy."""
    formations = [formation.id for formation in muster.group.formations]
    entry = troop.entry
    settled = formations in ([], [entry.hq])
    if entry.formation is None and troop.fights and not settled:
        options = tuple((name, title_of_formation(name, muster, language)) for name in formations)
        title = WORDING.word("setting", "hq", language)
        yield Setting("hq", title, entry.hq or "", "choice", options)
    convoy = muster.group.battle == "convoy" and muster.group.side != "attacker"
    if entry.escorted or (convoy and troop.fights):
        yield _flag("escorted", entry.escorted, language)


def _flag(name: str, value: bool, language: str) -> Setting:
    options = ((YES, WORDING.word("yes", YES, language)),)
    title = WORDING.word("setting", name, language)
    return Setting(name, title, YES if value else "", "choice", options)


def _section(section: Attached, language: str) -> ArmyEntry:
    card = section.card
    return ArmyEntry(
        section.where,
        section.named,
        section.title,
        points=card.points if card else None,
        counts=False,
        card=card_of(card, language) if card else None,
    )


def _work(work: Work, language: str) -> ArmyEntry:
    card = work.card
    return ArmyEntry(
        work.where,
        work.named,
        work.title,
        work.count,
        card.points * work.count if card else None,
        facts=(kind_of(card, language),) if card else (),
        card=card_of(card, language) if card else None,
        aside=True,
    )


def _sections(muster: Muster, language: str) -> Iterator[Section]:
    known: set[str] = set()
    for index, formation in enumerate(muster.group.formations):
        if formation.id not in known:
            yield _formation(index, formation.id, muster, language)
        known.add(formation.id)
    loose = [
        troop.where
        for troop in muster.troops
        if troop.entry.formation not in known and troop.entry.hq not in known
    ]
    if loose:
        yield Section(WORDING.say("loose_units", {}, language), tuple(loose))
    if muster.purse or muster.works:
        title = WORDING.say("fortifications", {}, language)
        yield Section(title, tuple(work.where for work in muster.works), FORTIFICATIONS)


def _formation(index: int, name: str, muster: Muster, language: str) -> Section:
    """One formation, its HQ first; the first of them all is the base formation (KG-052)."""
    under = [*muster.members(name), *muster.assigned(name)]
    staff = {troop.where for troop in muster.headquarters(name)}
    ordered = sorted(under, key=lambda troop: troop.where not in staff)
    most = muster.command(name)
    title = WORDING.say("command_used", {}, language)
    naming = Setting("name", WORDING.word("setting", "name", language), name)
    return Section(
        title_of_formation(name, muster, language),
        tuple(troop.where for troop in ordered),
        f"formations[{index}]",
        facts=(WORDING.say("base", {}, language),) if index == 0 else (),
        gauge=None if most is None else Gauge(title, max(0, muster.subordinates(name)), most),
        choices=(naming, *(() if index == 0 else (_flag("base", False, language),))),
        removable=True,
    )
