"""An army made ready for questions: every entry with its card, its place and its cost."""

from collections import Counter
from functools import cached_property

import msgspec

from rules.core.tally import Part, Tally
from rules.khans_and_generals.army.battle_group import Army, Entry, FormationKind
from rules.khans_and_generals.army.battles import Terms, assessment_limit, limit_of, purse_of, terms
from rules.khans_and_generals.records.profile import Profile


class Attached(msgspec.Struct, frozen=True):
    """A section attached to a unit."""

    where: str
    named: str
    card: Profile | None

    @property
    def title(self) -> str:
        """The name people know it by."""
        return (self.card.name if self.card else "") or self.named


class Troop(msgspec.Struct, frozen=True):
    """One entry of the units."""

    where: str
    named: str
    entry: Entry
    card: Profile | None
    attached: tuple[Attached, ...]

    @property
    def fights(self) -> bool:
        """Whether it is a known unit, neither an attached section nor a fortification."""
        return self.card is not None and self.card.class_ not in ("attachment", "fortification")

    @property
    def title(self) -> str:
        """The name people know it by."""
        return (self.card.name if self.card else "") or self.named


class Work(msgspec.Struct, frozen=True):
    """One entry of the fortifications."""

    where: str
    named: str
    count: int
    stated: int | None
    card: Profile | None

    @property
    def title(self) -> str:
        """The name people know it by."""
        return (self.card.name if self.card else "") or self.named


class Muster:
    """The army as checks see it; every value is computed once."""

    def __init__(self, army: Army) -> None:
        self.group = army.group
        self.cards = army.cards
        self.army_list = army.group.army_list
        self.troops = [_troop(army, index) for index in range(len(army.group.units))]
        self.works = [_work(army, index) for index in range(len(army.group.fortifications))]

    @cached_property
    def terms(self) -> Terms:
        """What the battle gives to this side."""
        return terms(self.group.battle, self.group.side)

    @property
    def build_total(self) -> int | None:
        """The agreed limit, None unless it can be judged against."""
        total = self.group.build_total
        return total if total is not None and total > 0 else None

    @cached_property
    def limit(self) -> int | None:
        """The points that may be spent on units."""
        return None if self.build_total is None else limit_of(self.build_total, self.terms)

    @cached_property
    def purse(self) -> int:
        """The points that may be spent on fortifications."""
        return purse_of(self.build_total or 0, self.terms)

    def escorted(self, troop: Troop) -> bool:
        """Whether an entry is escorted in a convoy by its defender, so that it does not count."""
        convoy = self.group.battle == "convoy" and self.group.side != "attacker"
        return troop.entry.escorted and convoy

    @cached_property
    def points(self) -> Tally:
        """What was fielded, entry by entry; unknown units make it a lower bound."""
        parts: list[Part] = []
        unknown = False
        for troop in self.troops:
            sections = [section.card for section in troop.attached]
            unknown = unknown or troop.card is None or None in sections
            if self.escorted(troop):
                continue
            if troop.card:
                cost = troop.card.points * troop.entry.count
                parts.append(Part(troop.title, cost, troop.where))
            parts += [
                Part(section.card.name or section.named, section.card.points, section.where)
                for section in troop.attached
                if section.card
            ]
        unknown = unknown or any(work.card is None for work in self.works)
        return Tally(tuple(parts), unknown)

    @cached_property
    def fortifications(self) -> int:
        """What the fortifications cost."""
        return sum(work.card.points * work.count for work in self.works if work.card)

    @property
    def assessment_limit(self) -> int:
        """The assessment above which this side loses."""
        return assessment_limit(self.points.total, self.terms)

    @cached_property
    def orders(self) -> int:
        """The Command of all HQs together."""
        commands = (
            t.card.command * t.entry.count for t in self.troops if t.card and t.card.command
        )
        return sum(commands)

    @cached_property
    def has_hq(self) -> bool:
        """Whether anybody commands."""
        return any(troop.card and troop.card.commands for troop in self.troops)

    def kind_of(self, formation: str) -> FormationKind | None:
        """What the army list says of a formation of the army."""
        names = {entry.id: entry.formation for entry in self.group.formations}
        if self.army_list is None:
            return None
        return self.army_list.formations.get(names.get(formation, ""))

    def members(self, formation: str) -> list[Troop]:
        """The entries that belong to a formation."""
        return [troop for troop in self.troops if troop.entry.formation == formation]

    def assigned(self, formation: str) -> list[Troop]:
        """The independent entries under the HQ of a formation."""
        return [troop for troop in self.troops if troop.entry.hq == formation]

    def headquarters(self, formation: str) -> list[Troop]:
        """The entries of a formation that are its HQ."""
        kind = self.kind_of(formation)
        members = self.members(formation)
        if kind is not None:
            return [troop for troop in members if troop.named == kind.hq]
        return [troop for troop in members if troop.card and troop.card.commands]

    def subordinates(self, formation: str) -> int:
        """How many units the HQ of a formation commands, those assigned to it among them."""
        under = [*self.members(formation), *self.assigned(formation)]
        return sum(troop.entry.count for troop in under if troop.fights) - 1

    def command(self, formation: str) -> int | None:
        """The Command of a formation's HQ, None without one."""
        staff = self.headquarters(formation)
        return (staff[0].card.command or 0) if staff and staff[0].card else None

    def counted(self, formation: str) -> Counter[str]:
        """How many units of each profile a formation has."""
        found: Counter[str] = Counter()
        for troop in self.members(formation):
            found[troop.named] += troop.entry.count
        return found


def _troop(army: Army, index: int) -> Troop:
    entry = army.group.units[index]
    where = f"units[{index}]"
    card = army.card(entry.unit, where)
    sections = []
    for number, named in enumerate(entry.attached):
        place = f"{where}.attached[{number}]"
        section = army.card(named, place)
        sections.append(Attached(place, _name(named, section), section))
    return Troop(where, _name(entry.unit, card), entry, card, tuple(sections))


def _work(army: Army, index: int) -> Work:
    entry = army.group.fortifications[index]
    where = f"fortifications[{index}]"
    card = army.card(entry.unit, where)
    return Work(where, _name(entry.unit, card), entry.count, entry.points, card)


def _name(named: object, card: Profile | None) -> str:
    return named if isinstance(named, str) else (card.name if card else "")
