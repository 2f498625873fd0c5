"""Battle groups out of what somebody owns: the offers of the rules as a task, picks as a group.

Every answer is judged by the rules before it is shown.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from armybuilder.groups.fielding.building import (
    Answer,
    Figure,
    Mounting,
    Picks,
    Task,
    search_plainly,
)
from armybuilder.groups.fielding.exact import is_installed
from armybuilder.groups.present.groups import Document, fit
from armybuilder.groups.present.needs import NamedPiece, named_pieces
from collection.catalogue.game import catalogue
from collection.common.language import language
from rules import age_of_destruction as aod

MOST_ANSWERS = 3
#: Figures left out that are told of.
MOST_LEFT_OUT = 8


@dataclass(frozen=True)
class Wishes:
    """What a group shall be like; `must_have` are ids of figures, an empty faction is any."""

    build_total: int
    faction: str = ""
    must_have: Counter[str] = field(default_factory=Counter)
    most_mechs: int | None = None


@dataclass(frozen=True)
class LeftOut:
    """A piece that is there but not in an answer: its points, those that were left, and whether
    there may be no more 'Mechs."""

    piece: NamedPiece
    points: int
    left: int
    too_many_mechs: bool


@dataclass(frozen=True)
class Proposal:
    """A legal group: its document, its total, its pieces, and what was left out."""

    document: Document
    total: int
    limit: int
    pieces: tuple[tuple[int, NamedPiece], ...]
    left_out: tuple[LeftOut, ...]

    @property
    def unused(self) -> int:
        """The points it does not use."""
        return self.limit - self.total

    @property
    def written(self) -> str:
        """Its document as a form sends it."""
        return json.dumps(self.document)


@dataclass(frozen=True)
class Built:
    """The proposals, the best first, and whether it is proved that there is nothing better than the
    first, or nothing at all.

    `lacking` are the must-haves of which not enough copies are free or allowed.
    """

    proposals: tuple[Proposal, ...] = ()
    proved: bool = False
    lacking: tuple[NamedPiece, ...] = ()

    @property
    def may_be_proved(self) -> bool:
        """Whether the solver may find better ones, or prove that there are none."""
        return not (self.proved or self.lacking) and is_installed()


@dataclass(frozen=True)
class Site:
    """What is built on: an empty group with all that is free, and what may be chosen for it;
    `lacking` as in what is built."""

    empty: aod.BattleGroup
    task: Task
    lacking: tuple[str, ...] = ()

    def is_legal(self, picks: Picks) -> bool:
        """Whether the rules allow a choice."""
        return aod.Judgement(_group(self.empty, picks), catalogue()).legal is True


def factions() -> list[tuple[str, str]]:
    """Every faction with figures, by its name in the visitor's language."""
    found = {unit.faction for unit in catalogue().units.values() if unit.faction}
    return sorted(((each, aod.faction_name(each, language())) for each in found), key=_by_name)


def site_of(wishes: Wishes, free: Mapping[str, int], name: str) -> Site:
    """What may be chosen of what is free."""
    known = catalogue()
    empty = aod.BattleGroup(
        name=name, build_total=wishes.build_total, owned={k: v for k, v in free.items() if v > 0}
    )
    offered = tuple(
        offer
        for offer in aod.figure_offers(empty, known)
        if not wishes.faction
        or offer.unit.faction == wishes.faction
        or offer.unit.id in wishes.must_have
    )
    most = {offer.unit.id: offer.most for offer in offered}
    lacking = [each for each, count in wishes.must_have.items() if most.get(each, 0) < count]
    task = _task(wishes, offered, aod.card_offers(empty, known, offered))
    return Site(empty, task, tuple(lacking))


def build(wishes: Wishes, free: Mapping[str, int], name: str) -> Built:
    """Good legal groups out of what is free, at once."""
    site = site_of(wishes, free, name)
    if site.lacking:
        return Built(lacking=tuple(named_pieces(site.lacking).values()))
    return built(site, search_plainly(site.task, site.is_legal, MOST_ANSWERS))


def built(site: Site, answer: Answer) -> Built:
    """What a search has found, as it is shown."""
    return Built(
        proposals=tuple(_proposal(site, picks) for picks in answer.picks), proved=answer.proved
    )


def _by_name(choice: tuple[str, str]) -> str:
    return choice[1].casefold()


def _task(
    wishes: Wishes,
    figures: tuple[aod.FigureOffer, ...],
    cards: tuple[aod.CardOffer, ...],
) -> Task:
    return Task(
        total=wishes.build_total,
        figures=tuple(
            Figure(
                offer.unit.id,
                offer.points,
                offer.most,
                offer.unit.is_mech,
                wishes.must_have[offer.unit.id],
            )
            for offer in figures
        ),
        mountings=tuple(
            Mounting(
                offer.card.id,
                offer.unit,
                offer.points,
                offer.most,
                offer.card.is_pilot,
                offer.weapon,
            )
            for offer in cards
        ),
        most_mechs=wishes.most_mechs,
    )


def _group(empty: aod.BattleGroup, picks: Picks) -> aod.BattleGroup:
    """The picks as a battle group, bare copies of a figure on one line."""
    bare = Counter(figure.id for figure, cards in picks.copies if not cards)
    entries = [
        aod.Entry(
            figure.id,
            gear=tuple(aod.CardChoice(c.card, c.weapon) for c in cards if not c.is_pilot),
            pilots=tuple(aod.CardChoice(c.card) for c in cards if c.is_pilot),
        )
        for figure, cards in picks.copies
        if cards
    ]
    entries += [aod.Entry(item, count=count) for item, count in bare.items()]
    return msgspec.structs.replace(empty, units=tuple(entries), owned=None)


def _proposal(site: Site, picks: Picks) -> Proposal:
    task, group = site.task, _group(site.empty, picks)
    total = aod.Judgement(group, catalogue()).muster.total
    counts = picks.figures + Counter(card.card for _f, cards in picks.copies for card in cards)
    names = named_pieces([*counts, *(figure.id for figure in task.figures)])
    mechs = sum(figure.is_mech for figure, _cards in picks.copies)
    return Proposal(
        document=fit(aod.write_group(group)),
        total=total,
        limit=task.total,
        pieces=tuple((count, names[item]) for item, count in counts.items()),
        left_out=tuple(
            LeftOut(
                names[figure.id],
                figure.points,
                task.total - total,
                figure.is_mech and task.most_mechs is not None and mechs >= task.most_mechs,
            )
            for figure in sorted(task.figures, key=lambda figure: figure.points)
            if not counts[figure.id]
        )[:MOST_LEFT_OUT],
    )
