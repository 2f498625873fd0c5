"""What an event format asks for, in sentences."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armybuilder.groups.present.formats import WITHOUT_SYMBOL, Event
from armybuilder.groups.present.verdicts import card_name
from collection.catalogue import selectors
from collection.catalogue.game import SYSTEM, catalogue
from collection.catalogue.present.catalogue_words import (
    CARD_TYPES,
    CLASSES,
    RANK_NAMES,
    TYPES,
    own_name,
)
from collection.common.language import language
from rules import age_of_destruction as aod

#: How many numbers a sentence names before it only counts the rest.
MOST_NAMED = 40
#: So many types of cards or fewer are named by being left out.
FEW_ABSENT = 2


@dataclass(frozen=True)
class Difference:
    """What one state of a format asks for and another does not."""

    gone: tuple[str, ...]
    come: tuple[str, ...]


def sentences(event: Event) -> tuple[str, ...]:
    """Everything a format asks for beyond the rule book, sentence by sentence."""
    return sentences_of_all([event])[0]


def sentences_of_all(events: Iterable[Event]) -> list[tuple[str, ...]]:
    """The same for several formats, against one reading of the catalogue."""
    known = catalogue()
    return [
        tuple(chain.from_iterable(_parts(event, known).values()))
        or (_("It asks for nothing beyond the rule book."),)
        for event in events
    ]


def sentences_by_part(event: Event) -> dict[str, tuple[str, ...]]:
    """The same by what they are about: whole, kinds, single, counts, cards, table."""
    return _parts(event, catalogue())


def _parts(event: Event, known: aod.Catalogue) -> dict[str, tuple[str, ...]]:
    table = {key: value for key, value in event.get("table", {}).items() if _is_said(value)}
    return {
        "whole": tuple(_total_and_orders(event)),
        "kinds": tuple(_kinds(event, known)),
        "single": tuple(_single_figures(event, known)),
        "counts": tuple(_counts(event)),
        "cards": tuple(_cards(event)),
        "table": tuple(_table(table)),
    }


def difference(before: Event, after: Event) -> Difference:
    """What changed between two states of a format; empty for what says the same."""
    old, new = sentences_of_all([before, after])
    return Difference(
        gone=tuple(said for said in old if said not in new),
        come=tuple(said for said in new if said not in old),
    )


def either(words: Iterable[Any]) -> str:
    """Words with commas, and "or" before the last."""
    listed = [str(word) for word in words]
    if len(listed) < 2:
        return "".join(listed)
    return _("%(words)s or %(last)s") % {"words": ", ".join(listed[:-1]), "last": listed[-1]}


def _total_and_orders(event: Event) -> Iterator[str]:
    if totals := event.get("build_totals"):
        yield _("The build total is %(totals)s.") % {"totals": either(totals)}
    if event.get("orders") is not None:
        yield ngettext(
            "Everybody has %(orders)s order a turn, whatever the build total.",
            "Everybody has %(orders)s orders a turn, whatever the build total.",
            event["orders"],
        ) % {"orders": event["orders"]}
    if event.get("pure"):
        yield _("All figures fight for one faction.")


def _kinds(event: Event, known: aod.Catalogue) -> Iterator[str]:
    if sets := event.get("sets"):
        names = _set_names(known.id, language())
        listed = either(names.get(code, code) for code in sets)
        yield _("Figures come from %(sets)s.") % {"sets": listed}
    if types := event.get("types"):
        yield _("Types of figures: %(types)s.") % {"types": either(TYPES[key] for key in types)}
    if classes := event.get("classes"):
        listed = either(CLASSES[key] for key in classes)
        yield _("Classes of 'Mechs: %(classes)s.") % {"classes": listed}
    if ranks := event.get("ranks"):
        yield _("Ranks: %(ranks)s.") % {"ranks": either(RANK_NAMES[key] for key in ranks)}
    if factions := event.get("factions"):
        listed = either(map(_faction, factions))
        yield _("Factions on the base: %(factions)s.") % {"factions": listed}


def _single_figures(event: Event, known: aod.Catalogue) -> Iterator[str]:
    if event.get("catalogue_only"):
        yield _("Only figures of the catalogue; none that somebody describes in their list.")
    if figures := event.get("figures"):
        yield _("Only these figures: %(figures)s.") % {"figures": _named(figures, known)}
    if banned := event.get("banned"):
        yield _("Not allowed: %(numbers)s.") % {"numbers": _named(banned, known)}
    least, most = event.get("least_points"), event.get("most_points")
    if least is not None or most is not None:
        yield _("A figure without its cards costs %(bounds)s points.") % {
            "bounds": _bounds(least, most)
        }


def _faction(name: str) -> str:
    without = name.lower() == WITHOUT_SYMBOL[0]
    return str(WITHOUT_SYMBOL[1]) if without else aod.faction_name(name, language())


@lru_cache(maxsize=8)
def _set_names(_catalogue: str, _language: str) -> dict[str, str]:
    """The sets by code, as one catalogue and language have them."""
    return {row.code: own_name(row) for row in selectors.sets(SYSTEM)}


def _counts(event: Event) -> Iterator[str]:
    per_name, per_number = event.get("per_name"), event.get("per_number")
    if per_name is not None:
        yield ngettext(
            "At most %(most)s figure of one name.",
            "At most %(most)s figures of one name.",
            per_name,
        ) % {"most": per_name}
    if per_number == 1:
        yield _("No figure twice.")
    elif per_number is not None:
        yield ngettext(
            "At most %(most)s figure of one number.",
            "At most %(most)s figures of one number.",
            per_number,
        ) % {"most": per_number}
    for wanted in event.get("unit_counts", ()):
        yield _("%(kind)s: %(bounds)s.") % {
            "kind": kind_of(wanted),
            "bounds": _bounds(wanted.get("least") or None, wanted.get("most")),
        }


def kind_of(wanted: dict[str, Any]) -> str:
    """The figures a count is about: type, class and rank, or all of them."""
    words = [
        *([TYPES[wanted["type"]]] if wanted.get("type") else []),
        *([CLASSES[wanted["class"]]] if wanted.get("class") else []),
        *([RANK_NAMES[wanted["rank"]]] if wanted.get("rank") else []),
    ]
    return capfirst(", ".join(map(str, words))) or _("Figures in all")


def _cards(event: Event) -> Iterator[str]:
    types = event.get("card_types")
    if types == []:
        yield _("No cards.")
    elif types is not None:
        absent = [name for key, name in CARD_TYPES.items() if key not in types]
        if len(absent) <= FEW_ABSENT:
            yield _("No cards of type %(types)s.") % {"types": either(absent)}
        else:
            listed = either(CARD_TYPES[key] for key in types)
            yield _("Types of cards: %(types)s.") % {"types": listed}
    for key, most in event.get("card_counts", {}).items():
        yield _("%(type)s: at most %(most)s.") % {"type": CARD_TYPES[key], "most": most}


def _table(table: dict[str, Any]) -> Iterator[str]:
    if {"width", "depth"} <= table.keys():
        yield _("The table measures %(width)s by %(depth)s inches.") % table
    if (pieces := table.get("terrain_per_player")) is not None:
        yield ngettext(
            "Each player brings %(pieces)s piece of terrain.",
            "Each player brings %(pieces)s pieces of terrain.",
            pieces,
        ) % {"pieces": pieces}
    if (minutes := table.get("minutes")) is not None:
        yield ngettext(
            "The game lasts %(minutes)s minute.", "The game lasts %(minutes)s minutes.", minutes
        ) % {"minutes": minutes}
    if table.get("elevated") is False:
        yield _("No elevated terrain.")
    if table.get("deep_water") is False:
        yield _("No deep water.")


def _is_said(value: Any) -> bool:
    """Whether a value of the table, which files may fill as they like, is one to speak of."""
    return isinstance(value, int) and abs(value) < 10_000


def _bounds(least: int | None, most: int | None) -> str:
    if least is None:
        return _("at most %(most)s") % {"most": most} if most is not None else _("any number")
    if most is None:
        return _("at least %(least)s") % {"least": least}
    if least == most:
        return _("exactly %(most)s") % {"most": most}
    return _("%(least)s to %(most)s") % {"least": least, "most": most}


def _named(numbers: list[str], known: aod.Catalogue) -> str:
    """Numbers with the names behind them, the first of a long list."""
    named = []
    for number in numbers[:MOST_NAMED]:
        unit, card = known.unit(number), known.card(number)
        name = unit.full_name if unit else card_name(card) if card else ""
        named.append(f"{number} {name}".strip())
    left = len(numbers) - len(named)
    more = [_("and %(left)s more") % {"left": left}] if left else []
    return ", ".join([*named, *more])
