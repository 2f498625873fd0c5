"""Factions: what they are like, and which of them stand in one formation by what way."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from collection.catalogue import game, selectors
from collection.catalogue.models import Faction
from collection.catalogue.present import values
from collection.catalogue.present.alliances import (
    KINDS,
    MOST_CHOSEN,
    alliance_ring,
    finding,
    kind_of,
    short_name,
)
from collection.catalogue.present.cards import card_name
from collection.catalogue.present.catalogue_values import Link
from collection.catalogue.present.catalogue_words import faction_value, own_name
from collection.common.answers import address, answer
from collection.common.language import language

#: How the map shows a kind of alliance: a letter, explained beside it.
SIGNS = {"same": "■", "house": "H", "grand": "G", "situational": "S"}


@dataclass(frozen=True)
class FactionLine:
    """A faction with what it is like and how many figures bear its symbol."""

    faction: values.Faction | None
    trait: str
    figures: int
    url: str


@dataclass(frozen=True)
class WayLine:
    """One way of two factions into a formation, in words, with its rules."""

    sentence: str
    card: Link | None
    rules: tuple[values.Rule, ...]
    joins: bool


@dataclass(frozen=True)
class MapCell:
    """Where two factions meet on the map: a sign, what it says, the address that explains it."""

    sign: str
    words: str
    url: str
    chosen: bool


@dataclass(frozen=True)
class ChosenFaction:
    """A faction of the map that somebody asks about, and where they go on from it."""

    faction: values.Faction | None
    figures: int
    figures_url: str
    without_url: str
    links: tuple[Link, ...]


#: What a higher room adds to a chosen faction, by its name.
More = Callable[[str], Sequence[Link]]


def _nothing_more(_faction: str) -> Sequence[Link]:
    return ()


@require_safe
def faction_map(request: HttpRequest, more: More = _nothing_more) -> HttpResponse:
    """Every faction, the map of who stands with whom, and what the rules say to those chosen.

    `more` are the ways on from a faction that a higher room knows.
    """
    system = game.catalogued(request)
    rows = selectors.factions(system)
    known = game.catalogue()
    named = {row.name: row for row in rows}
    asked = [request.GET.get("one", ""), request.GET.get("other", "")]
    asked += request.GET.getlist("faction")
    picked = [named[name] for name in dict.fromkeys(asked) if name in named][:MOST_CHOSEN]
    ways = _ways(picked[0], picked[1], known, named) if len(picked) == 2 else []
    lines = {row.name: line for row, line in zip(rows, _lines(system, rows), strict=True)}
    names = [row.name for row in picked]
    context = {
        "ring": alliance_ring(rows, names, known),
        "line_kinds": KINDS.items(),
        "chosen": [_chosen(name, names, lines[name], more) for name in names],
        "finding": finding(picked, known),
        "all_figures_url": address(reverse("collection:catalogue"), {"faction": names}),
        "factions": lines.values(),
        "picked": [faction_value(row) for row in picked] if len(picked) == 2 else [],
        "joined": [way for way in ways if way.joins],
        "hired": [way for way in ways if not way.joins],
        "map": _map(rows, picked, known),
        "heads": [(short_name(row), faction_value(row)) for row in rows],
        "kinds": [(SIGNS[kind], said) for kind, said in KINDS.items()],
        "pair_rule": game.rule_chip("AOD-ALLY-002"),
        "chain_rule": game.rule_chip("AOD-ALLY-005"),
        "mercenary_rule": game.rule_chip("AOD-ALLY-003"),
    }
    page, part = "catalogue/factions.html", "catalogue/alliances.html"
    return answer(request, page, part, context, request.get_full_path())


def _chosen(name: str, names: list[str], line: FactionLine, more: More) -> ChosenFaction:
    others = [each for each in names if each != name]
    return ChosenFaction(
        line.faction,
        line.figures,
        line.url,
        address(reverse("collection:factions"), {"faction": others}),
        tuple(more(name)) if line.figures else (),
    )


def _lines(system: str, rows: list[Faction]) -> list[FactionLine]:
    counts = selectors.count_facets(system, selectors.FigureFilter())["faction"]
    traits = selectors.faction_traits(system)
    here = reverse("collection:catalogue")
    return [
        FactionLine(
            faction_value(row),
            traits.get(row.name, {}).get(language(), ""),
            counts.get(row.name, 0),
            address(here, {"faction": row.name}),
        )
        for row in rows
    ]


def _map(
    rows: list[Faction], picked: list[Faction], known: game.Catalogue
) -> list[tuple[values.Faction | None, list[MapCell]]]:
    """A row of cells for each faction, every faction against every other."""
    here, pair_of = reverse("collection:factions"), _("%(one)s and %(other)s")
    names = [(row, own_name(row), urlencode({"one": row.name})) for row in rows]
    others = [(row, name, urlencode({"other": row.name})) for row, name, _one in names]
    said = {"": _("not together"), "same": _("one faction")}
    said |= {kind: str(words) for kind, words in KINDS.items()}

    def cell(one: str, other: str, pair: str, url: str) -> MapCell:
        kind = kind_of(one, other, known)
        return MapCell(
            sign=SIGNS.get(kind, ""),
            words=f"{pair}: {said[kind]}",
            url=url,
            chosen=[one, other] == [row.name for row in picked],
        )

    return [
        (
            faction_value(row),
            [
                cell(
                    row.name,
                    other.name,
                    pair_of % {"one": name, "other": other_name},
                    f"{here}?{one_asked}&{other_asked}",
                )
                for other, other_name, other_asked in others
            ],
        )
        for row, name, one_asked in names
    ]


def _ways(
    one: Faction, other: Faction, known: game.Catalogue, named: dict[str, Faction]
) -> list[WayLine]:
    return [
        WayLine(
            sentence=_sentence(way, named),
            card=_card(way, known),
            rules=tuple(game.rule_chip(rule) for rule in way.rules),
            joins=way.joins,
        )
        for way in game.ways_together(one.name, other.name, known)
    ]


def _card(way: game.Way, known: game.Catalogue) -> Link | None:
    if not way.card:
        return None
    card = known.cards[way.card]
    return Link(f"{card.id} {card_name(card)}", reverse("collection:card", args=[card.id]))


def _sentence(way: game.Way, named: dict[str, Faction]) -> str:
    faction = own_name(named[way.faction]) if way.faction else ""
    if way.kind == "recruitment":
        points = way.points or 0
        return ngettext(
            "For %(points)s point a 'Mech without a symbol bears that of %(faction)s, with",
            "For %(points)s points a 'Mech without a symbol bears that of %(faction)s, with",
            points,
        ) % {"points": points, "faction": faction}
    sentences = {
        "same": _("Units of one faction may always form up together."),
        "house": _("A House Alliance, in force since the release “%(release)s”."),
        "grand": _("A Grand Alliance of the release “%(release)s”, and of that one only."),
        "situational": _("A Situational Alliance, with the card"),
        "contract": _("All mercenaries count as %(faction)s, with the contract"),
    }
    return sentences[way.kind] % {"release": way.release, "faction": faction}
