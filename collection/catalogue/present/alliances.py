"""The factions on a ring, with a line between those that may stand in one formation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, pi, sin

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from collection.catalogue import game
from collection.catalogue.models import Faction
from collection.catalogue.present import values
from collection.catalogue.present.cards import card_name
from collection.catalogue.present.catalogue_values import Link
from collection.catalogue.present.catalogue_words import faction_value, own_name
from collection.catalogue.present.silhouettes import MARK_CODES, OTHER_FACTION
from collection.common.answers import address
from collection.common.language import Words

#: The square the ring is drawn in, the circle its marks stand on, and how far a line bends inward.
SIZE, RADIUS, BEND = 640, 225, 0.3
#: Half the side of a mark, and how far its letters stand from the middle of the ring.
HALF, LETTERS = 24, 260
#: A place so near to straight up or down has its letters above or below the mark.
UPRIGHT = 0.35
#: Letters of a name that stand for it where it has no abbreviation.
FEW = 4
#: Factions that are asked about at once.
MOST_CHOSEN = 4
KINDS: Mapping[str, Words] = {
    "house": gettext_lazy("House Alliance: always in force"),
    "grand": gettext_lazy("Grand Alliance: in its release only"),
    "situational": gettext_lazy("Situational Alliance: with its card only"),
}


@dataclass(frozen=True)
class RingMark:
    """A faction on the ring: where, what readers hear, and the address that takes it in or out."""

    faction: values.Faction
    letters: str
    mark: str
    left: float
    top: float
    letters_at: tuple[float, float]
    anchor: str
    told: str
    url: str
    id: str
    chosen: bool
    faint: bool


@dataclass(frozen=True)
class RingLine:
    """An alliance of two factions: its path and kind, and whether it is among the chosen."""

    path: str
    kind: str
    lit: bool
    faint: bool


@dataclass(frozen=True)
class Ring:
    """The whole map."""

    marks: tuple[RingMark, ...]
    lines: tuple[RingLine, ...]
    size: int = SIZE


@dataclass(frozen=True)
class Finding:
    """Whether the chosen factions may all stand in one formation: a sentence, the card it takes,
    and for those that may not the pairs nothing joins."""

    together: bool
    sentence: str
    card: Link | None = None
    apart: tuple[str, ...] = ()


def alliance_ring(rows: Sequence[Faction], chosen: Sequence[str], known: game.Catalogue) -> Ring:
    """Every faction at its place; with some chosen, what does not concern them steps back."""
    places = {row.name: _place(number, len(rows)) for number, row in enumerate(rows)}
    kinds = {
        (one.name, other.name): kind
        for one, other in combinations(rows, 2)
        if (kind := kind_of(one.name, other.name, known))
    }
    allies: dict[str, list[tuple[Faction, str]]] = {row.name: [] for row in rows}
    named = {row.name: row for row in rows}
    for (one, other), kind in kinds.items():
        allies[one].append((named[other], kind))
        allies[other].append((named[one], kind))
    near = {*chosen, *(ally.name for name in chosen for ally, _kind in allies[name])}
    lines = (
        RingLine(
            _path(places[one], places[other]),
            kind,
            bool({one, other} & {*chosen}),
            bool(chosen) and not {one, other} & {*chosen},
        )
        for (one, other), kind in kinds.items()
    )
    marks = (_mark(row, places[row.name], allies[row.name], chosen, near) for row in rows)
    return Ring(tuple(marks), tuple(lines))


def short_name(row: Faction) -> str:
    """A faction's abbreviation; initials, or the beginning of its only word, where it has none."""
    words = own_name(row).split()
    initials = "".join(word[0] for word in words) if len(words) > 1 else words[0][:FEW]
    return row.abbreviation or initials


def _place(number: int, count: int) -> tuple[float, float]:
    """The direction of a place, clockwise from the top."""
    turn = 2 * pi * number / count - pi / 2
    return cos(turn), sin(turn)


def _at(place: tuple[float, float], radius: float) -> tuple[float, float]:
    return round(SIZE / 2 + radius * place[0], 1), round(SIZE / 2 + radius * place[1], 1)


def _path(one: tuple[float, float], other: tuple[float, float]) -> str:
    """A line that bends towards the middle, so that neighbours are not joined along the ring."""
    (x1, y1), (x2, y2) = _at(one, RADIUS - HALF), _at(other, RADIUS - HALF)
    half = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    x, y = _at(half, RADIUS * BEND)
    return f"M{x1} {y1}Q{x} {y} {x2} {y2}"


def kind_of(one: str, other: str, known: game.Catalogue) -> str:
    """The kind of the first way two factions stand together; "" for none."""
    return next((w.kind for w in game.ways_together(one, other, known) if w.joins), "")


def _mark(
    row: Faction,
    place: tuple[float, float],
    allies: Sequence[tuple[Faction, str]],
    chosen: Sequence[str],
    near: set[str],
) -> RingMark:
    faction = faction_value(row)
    assert faction is not None  # noqa: S101 - a row is a faction
    here = row.name in chosen
    wanted = [each for each in chosen if each != row.name] if here else [*chosen, row.name]
    left, top = _at(place, RADIUS)
    letters = faction.abbreviation or ""
    short = short_name(row)
    told = ", ".join(f"{own_name(ally)}: {KINDS[kind]}" for ally, kind in allies)
    return RingMark(
        faction=faction,
        letters=short,
        mark=letters if letters in MARK_CODES else OTHER_FACTION,
        left=left - HALF,
        top=top - HALF,
        letters_at=_at(place, LETTERS),
        anchor="middle" if abs(place[0]) < UPRIGHT else "start" if place[0] > 0 else "end",
        told=f"{faction.name} {short}. {told or _('allied with nobody')}",
        url=address(reverse("collection:factions"), {"faction": wanted[-MOST_CHOSEN:]}),
        id=f"ring-{row.pk}",
        chosen=here,
        faint=bool(chosen) and row.name not in near,
    )


def finding(rows: Sequence[Faction], known: game.Catalogue) -> Finding | None:
    """What the rules say to several factions in one formation; None for fewer than two."""
    if len(rows) < 2:
        return None
    names = [row.name for row in rows]
    conditions = game.conditions_together(names, known)
    if conditions:
        return _together(conditions, known)
    apart = tuple(
        _("%(one)s and %(other)s") % {"one": own_name(one), "other": own_name(other)}
        for one, other in combinations(rows, 2)
        if not kind_of(one.name, other.name, known)
    )
    if apart:
        return Finding(
            False, _("They cannot all stand in one formation; nothing joins:"), None, apart
        )
    return Finding(False, _("Each two of them are allied, but never all at once."))


def _together(conditions: Sequence[game.Condition], known: game.Catalogue) -> Finding:
    best = next(
        (each for each in conditions if each.release == game.DEFAULT_RELEASE), conditions[0]
    )
    if best.card:
        card = known.cards[best.card]
        link = Link(f"{card.id} {card_name(card)}", reverse("collection:card", args=[card.id]))
        return Finding(True, _("They may all stand in one formation, with the card"), link)
    if best.release == game.DEFAULT_RELEASE:
        return Finding(True, _("They may all stand in one formation, always."))
    said = _("They may all stand in one formation where the alliances of “%(release)s” are played.")
    return Finding(True, said % {"release": best.release})
