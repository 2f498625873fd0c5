"""Battle groups in the making, as `rules.core.system` asks for armies of any game."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.age_of_destruction.army.battle_group import (
    BattleGroup,
    CardChoice,
    GroupCard,
    read_group,
    write_group,
)
from rules.age_of_destruction.army.edits import (
    BUILD_TOTAL,
    Change,
    apply_changes,
    set_build_total,
)
from rules.age_of_destruction.army.findings import WORDING
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.repair_words import write_repair
from rules.age_of_destruction.army.suggest import fill
from rules.age_of_destruction.army.verdict import Judgement, faction_name, violation_message
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit
from rules.core.army import (
    Add,
    ArmyEntry,
    Choose,
    Edit,
    NoSuchPlace,
    Offer,
    Offers,
    Recount,
    Remove,
    Renew,
    Setting,
)
from rules.core.codec import Unreadable
from rules.core.system import NO_SHELF, Shelf

#: Digits of a build total somebody may type.
LONGEST_TOTAL = 9


def entries(group: BattleGroup, catalogue: Catalogue, language: str) -> tuple[ArmyEntry, ...]:
    """The figures of a group with the cards on them, then the cards of the whole group."""
    muster = Muster(group, catalogue)
    costs: dict[str, int] = {}
    for part in muster.points.parts:
        costs[part.where] = costs.get(part.where, 0) + part.value
    figures = []
    for piece, line in zip(muster.pieces, group.units, strict=True):
        parts = tuple(
            _card(choice, catalogue.card(choice.card), where, costs, language)
            for _kind, where, choice in line.cards_at(piece.where)
        )
        known = piece.points is not None and all(part.points is not None for part in parts)
        figures.append(
            ArmyEntry(
                place=piece.where,
                id=line.unit,
                name=piece.unit.full_name if piece.unit else line.unit,
                count=line.count,
                points=piece.value * piece.count if known else None,
                facts=_facts(piece.unit, language),
                counts=not parts,
                takes=piece.unit is not None and piece.unit.is_mech and line.count == 1,
                parts=parts,
            )
        )
    cards = (
        _card(card, catalogue.card(card.card), f"cards[{index}]", costs, language)
        for index, card in enumerate(group.cards)
    )
    return (*figures, *cards)


def _card(
    choice: CardChoice | GroupCard,
    card: Card | None,
    where: str,
    costs: dict[str, int],
    language: str,
) -> ArmyEntry:
    return ArmyEntry(
        place=where,
        id=choice.card,
        name=card.name_in(language) if card else choice.card,
        points=costs.get(where),
        counts=False,
    )


def _facts(unit: Unit | None, language: str) -> tuple[str, ...]:
    if unit is None:
        return ()
    faction = (faction_name(unit.faction, language),) if unit.faction else ()
    return (*faction, WORDING.word("type", unit.type, language))


class Building:
    """Battle groups of a catalogue in the making (`core.system.Building`)."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def begin(self, name: str) -> dict[str, Any]:
        """A group without figures."""
        return write_group(BattleGroup(name=name))

    def settings(self, data: Any, language: str) -> tuple[Setting, ...]:
        """The build total."""
        total = read_group(data).build_total
        title = WORDING.word("setting", BUILD_TOTAL, language)
        return (Setting(BUILD_TOTAL, title, "" if total is None else str(total), "number"),)

    def offers(
        self,
        data: Any,
        words: str,
        to: str,
        most: int,
        language: str,
        shelf: Shelf = NO_SHELF,
    ) -> Offers:
        """Figures and cards for the group, or gear and pilots for one of its 'Mechs."""
        group = read_group(data)
        wanted = words.casefold().split()
        trial = _Trial(group, self._catalogue, language)
        if to:
            places = {entry.place for entry in entries(group, self._catalogue, "en") if entry.takes}
            found = trial.mounted(to, wanted) if to in places else iter(())
        else:
            found = trial.joining(wanted)
        offers: list[Offer] = []
        for offer in found:
            if len(offers) == most:
                return Offers(tuple(offers), more=True)
            offers.append(offer)
        return Offers(tuple(offers))

    def edited(self, data: Any, edit: Edit, shelf: Shelf = NO_SHELF) -> dict[str, Any]:
        """The group after an edit."""
        if isinstance(edit, Renew):
            raise NoSuchPlace(edit.id)
        try:
            group = apply_changes(read_group(data), [self._change(edit)])
        except Unreadable:
            raise
        except ValueError as error:
            raise NoSuchPlace(str(error)) from error
        return write_group(group)

    def fills(self, data: Any, language: str) -> list[dict[str, Any]]:
        """Additions that keep a legal group legal."""
        group = read_group(data)
        ways = fill(group, self._catalogue)
        return [write_repair(way, group, self._catalogue, language) for way in ways]

    def outdated(self, data: Any, shelf: Shelf) -> tuple[str, ...]:
        """None: groups name records of the catalogue."""
        return ()

    def ready_made(self) -> dict[str, dict[str, Any]]:
        """Nothing: all that groups are built of is in the catalogue."""
        return {}

    def _change(self, edit: Add | Recount | Remove | Choose) -> Change:
        if isinstance(edit, Recount):
            return Change("set", edit.place, field="count", value=edit.count)
        if isinstance(edit, Choose):
            return _chosen(edit)
        if isinstance(edit, Add):
            card = self._catalogue.card(edit.id)
            where, field = ("cards", "card") if card else ("units", "unit")
            if edit.to:
                where = f"{edit.to}.{'pilot' if card and card.is_pilot else 'gear'}"
            return Change("add", where, entry={field: edit.id})
        return Change("remove", edit.place)


def _chosen(edit: Choose) -> Change:
    if edit.setting != BUILD_TOTAL:
        raise NoSuchPlace(edit.setting)
    if not edit.value:
        return Change("set", BUILD_TOTAL, field=BUILD_TOTAL)
    if not edit.value.isdecimal() or len(edit.value) > LONGEST_TOTAL:
        raise Unreadable("$.build_total", "WRONG_TYPE", expected="a whole number", found="text")
    return set_build_total(int(edit.value))


class _Trial:
    """A group that additions are held up against."""

    def __init__(self, group: BattleGroup, catalogue: Catalogue, language: str) -> None:
        self._group = group
        self._catalogue = catalogue
        self._language = language
        self._judged = Judgement(group, catalogue)

    def joining(self, wanted: Sequence[str]) -> Iterator[Offer]:
        """What may join the group itself."""
        for unit in self._catalogue.units.values():
            if _has(wanted, unit.id, unit.full_name):
                told = _facts(unit, self._language)
                against = self._against(self._judged.joined_by(unit))
                yield Offer(unit.id, unit.full_name, unit.points, told, against)
        for card in self._cards(wanted):
            if not (card.is_gear or card.is_pilot):
                yield self._tried(card, Change("add", "cards", entry={"card": card.id}))

    def mounted(self, to: str, wanted: Sequence[str]) -> Iterator[Offer]:
        """What may go on one figure."""
        for card in self._cards(wanted):
            if card.is_gear or card.is_pilot:
                where = f"{to}.{'pilot' if card.is_pilot else 'gear'}"
                yield self._tried(card, Change("add", where, entry={"card": card.id}))

    def _cards(self, wanted: Sequence[str]) -> Iterator[Card]:
        language = self._language
        cards = self._catalogue.cards.values()
        return (card for card in cards if _has(wanted, card.id, card.name_in(language)))

    def _tried(self, card: Card, change: Change) -> Offer:
        """A card, judged by what the group would be with it."""
        name = card.name_in(self._language)
        after = self._judged.after(apply_changes(self._group, [change]))
        points, before = after.muster.points, self._judged.muster.points
        undecided = points.at_least and not before.at_least
        cost = None if undecided else points.total - before.total
        return Offer(card.id, name, cost, (), self._against(after))

    def _against(self, after: Judgement) -> tuple[str, ...]:
        """What the rules say to an addition."""
        errors, excess = after.new_errors(self._judged)
        told = tuple(violation_message(violation, self._language) for violation in errors)
        if not excess:
            return told
        limit = self._judged.muster.limit or 0
        sums = {"total": limit + excess, "limit": limit, "excess": excess}
        return (*told, WORDING.say("OVER_POINTS", sums, self._language))


def _has(wanted: Sequence[str], *texts: str) -> bool:
    whole = " ".join(texts).casefold()
    return all(word in whole for word in wanted)
