"""Where the catalogue meets the rules: records become rule values, rule values what pages show."""

import threading
from collections.abc import Callable, Collection, Mapping
from functools import cache, lru_cache
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest

from collection.catalogue import selectors
from collection.catalogue.present import values, words
from collection.common.chosen_game import chosen_game
from collection.common.kept import kept_by_object
from collection.common.language import language
from rules import (
    GAME_SYSTEMS,
    Edition,
    GameSystem,
    Part,
    Records,
    Rule,
    Rulebook,
    Tally,
    Unreadable,
    Violation,
    read_json_file,
)
from rules import age_of_destruction as aod
from rules.age_of_destruction import (
    AGE_OF_DESTRUCTION,
    DEFAULT_RELEASE,
    AgeOfDestructionEdition,
    BattleGroup,
    Card,
    CardChoice,
    Catalogue,
    CatalogueRefused,
    Click,
    Condition,
    Entry,
    Fate,
    FittedClick,
    Fitting,
    Judgement,
    Meeting,
    Outlook,
    Prospect,
    RestingCheck,
    Situation,
    TooManyWays,
    Unit,
    Way,
    asking,
    bout,
    checks_resting_on,
    conditions_together,
    fitted_clicks,
    may_ask,
    part_name,
    prospect,
    prospects,
    similar,
    survival,
    violation_message,
)

__all__ = [
    "CATALOGUED",
    "DEFAULT_RELEASE",
    "SYSTEM",
    "Card",
    "CardChoice",
    "Catalogue",
    "CatalogueRefused",
    "Condition",
    "Edition",
    "Fate",
    "FittedClick",
    "Fitting",
    "GameSystem",
    "Meeting",
    "Outlook",
    "Part",
    "Prospect",
    "RestingCheck",
    "Rule",
    "Rulebook",
    "Situation",
    "Tally",
    "TooManyWays",
    "Unit",
    "Unreadable",
    "Way",
    "asking",
    "bout",
    "checks_resting_on",
    "conditions_together",
    "fitted_clicks",
    "may_ask",
    "part_name",
    "prospect",
    "prospects",
    "read_json_file",
    "survival",
    "ways_together",
]

SYSTEM = AGE_OF_DESTRUCTION.name

#: The game systems whose records the site keeps in its database.
CATALOGUED: tuple[GameSystem, ...] = (AGE_OF_DESTRUCTION,)


def catalogued(request: HttpRequest) -> str:
    """The game whose catalogue a page is about, by its name: that of the address, else the one its
    reader chose last, else the first."""
    return chosen_game(request, [system.name for system in CATALOGUED])


#: A build total no card on a single figure exceeds.
AMPLE_BUILD_TOTAL = 3000


class CatalogueNotLoaded(Exception):
    """The database holds no catalogue yet; `manage.py load_catalogue` brings it."""


# --- Records --------------------------------------------------------------------------------


def read_catalogue(files: Mapping[str, Any]) -> Catalogue:
    """The catalogue of parsed files by path; raises CatalogueRefused."""
    return AGE_OF_DESTRUCTION.edition(files).catalogue


def edition_of(known: Catalogue) -> Edition:
    """The game whose records a catalogue holds, with these records."""
    return AGE_OF_DESTRUCTION.with_catalogue(known)


class _EditionMemory:
    """The edition of each system as last read from the database, shared by all threads."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, GameSystem, Edition]] = {}
        self._lock = threading.Lock()

    def get(self, system: GameSystem, digest: str, read: Callable[[str], Records]) -> Edition:
        """The edition with the records of this digest, read again only when they are others."""
        kept = self._kept.get(system.name)
        if kept is None or kept[:2] != (digest, system):
            with self._lock:
                kept = self._kept.get(system.name)
                if kept is None or kept[:2] != (digest, system):
                    kept = (digest, system, system.edition(read(system.name)))
                    self._kept[system.name] = kept
        return kept[2]


_memory = _EditionMemory()


def edition(system: str) -> Edition:
    """A game with its records as the database holds them now: one query, unless they have changed;
    with those it comes with, and no query, where the site keeps none of it.

    Raises KeyError for a game nobody knows, CatalogueNotLoaded.
    """
    of = GAME_SYSTEMS[system]
    if of not in CATALOGUED:
        return _memory.get(of, "", ready_made)
    version = selectors.current_version(system)
    if version is None:
        raise CatalogueNotLoaded(system)
    return _memory.get(of, version.digest, selectors.catalogue_files)


@cache
def ready_made(system: str) -> Records:
    """What a game without a catalogue here comes with, by path below its folder; nothing of one
    whose records are in the database."""
    of = GAME_SYSTEMS[system]
    if of in CATALOGUED:
        return {}
    folder = settings.BASE_DIR / "fixtures" / of.fixtures
    return {
        path.relative_to(folder).as_posix(): read_json_file(path)
        for path in sorted(folder.rglob("*.json"))
    }


def catalogue(system: str = SYSTEM) -> Catalogue:
    """The catalogue as the database holds it now; raises CatalogueNotLoaded."""
    return cast(AgeOfDestructionEdition, edition(system)).catalogue


def similar_ids(wanted: str, known: Collection[str]) -> list[str]:
    """Up to three known ids somebody may have meant."""
    return similar(wanted, known)


# --- Figures --------------------------------------------------------------------------------


@kept_by_object(2048)
def dial(unit: Unit) -> values.Dial | None:
    """Both dials of a figure as pages draw them; None where nobody knows them."""
    if not unit.dial:
        return None
    return values.Dial(
        name=unit.title,
        weapons=tuple(
            values.Weapon(weapon.range_type, weapon.minimum, weapon.maximum, weapon.targets)
            for weapon in unit.weapons
        ),
        clicks=tuple(_click(unit, number, click) for number, click in enumerate(unit.dial, 1)),
        heat=tuple(
            values.HeatPosition(
                number=number,
                modifiers={
                    "speed": position.speed,
                    "primary_damage": position.primary_damage,
                    "secondary_damage": position.secondary_damage,
                },
                effects={
                    column: words.heat_effect(equipment_slot(unit, column), color)
                    for column, color in position.effects.items()
                    if color != "green"
                },
            )
            for number, position in enumerate(unit.heat_dial)
        ),
        vent=unit.vent,
    )


def _click(unit: Unit, number: int, click: Click) -> values.Click:
    damages = (click.primary_damage, click.secondary_damage)
    return values.Click(
        number=number,
        speed=click.speed,
        attack=click.attack,
        defense=click.defense,
        damages=tuple(damage for damage in damages if damage is not None),
        marker=cast(values.Marker | None, click.marker),
        equipment=_equipment_of(unit, click),
    )


def _equipment_of(unit: Unit, click: Click) -> dict[str, values.Equipment]:
    return {
        value: words.equipment(
            equipment_slot(unit, value),
            symbol.color,
            symbol.shape,
        )
        for value, symbol in click.equipment.items()
    }


def equipment_slot(unit: Unit, value: str) -> str:
    """The slot that names the equipment of a combat value: damage goes by its range type."""
    for weapon in unit.weapons:
        if weapon.damage_value == value:
            return weapon.range_type
    return value


@kept_by_object(2048)
def equipment(unit: Unit) -> tuple[values.Equipment, ...]:
    """Every piece of special equipment on a figure's dial, once, in the order it shows."""
    seen = {item.code: item for click in unit.dial for item in _equipment_of(unit, click).values()}
    return tuple(seen.values())


def printed_values(unit: Unit) -> dict[str, Any]:
    """What lists find a figure by: the values of its first click, and what its base prints."""
    if not unit.dial:
        return {}
    first = unit.dial[0]
    heat = {
        (equipment_slot(unit, c), color) for p in unit.heat_dial for c, color in p.effects.items()
    }
    codes = [item.code for item in equipment(unit)]
    codes += [code for place, (code, _name) in words.HEAT_EFFECTS.items() if place in heat]
    return {
        "speed": first.speed,
        "attack": first.attack,
        "defense": first.defense,
        "damage": first.primary_damage,
        "clicks": len(unit.dial),
        "reach": max((weapon.maximum for weapon in unit.weapons), default=None),
        "vent": unit.vent,
        "capacity": unit.capacity or None,
        "artillery_range": unit.artillery_range,
        "equipment_codes": f" {' '.join(codes)} ",
    }


@kept_by_object(1024)
def ways_together(one: str, other: str, known: Catalogue) -> tuple[Way, ...]:
    """Every way of two factions into one formation, alliances first; raises KeyError for a faction
    the catalogue does not know."""
    return tuple(aod.ways_together(one, other, known))


# --- Cards ----------------------------------------------------------------------------------


@kept_by_object(512)
def cards_for(unit: Unit, known: Catalogue) -> tuple[tuple[Card, tuple[CardChoice, ...]], ...]:
    """The gear and pilots that may go on a figure, as the rules judge each of them alone, with the
    ways each may go on it."""
    if not unit.is_mech or not unit.known:
        return ()
    mounted = (card for card in known.cards.values() if _is_mounted(card))
    placed = ((card, tuple(placements(card, unit, known))) for card in mounted)
    return tuple((card, choices) for card, choices in placed if choices)


@lru_cache(maxsize=128)
def mechs_for(card_id: str, known: Catalogue) -> tuple[Unit, ...]:
    """The 'Mechs a gear or pilot card may go on, as the rules judge it alone on each."""
    card = known.cards[card_id]
    if not _is_mounted(card):
        return ()
    mechs = (unit for unit in known.units.values() if unit.is_mech and unit.known)
    return tuple(unit for unit in mechs if _fits(card, unit, known))


def _is_mounted(card: Card) -> bool:
    return card.is_gear or card.is_pilot


def _fits(card: Card, unit: Unit, known: Catalogue) -> bool:
    return bool(placements(card, unit, known))


def placements(card: Card, unit: Unit, known: Catalogue) -> list[CardChoice]:
    """How a card may go on a figure without breaking a rule: as it is, or on one of its weapons
    where that must be said."""
    plain = CardChoice(card.id)
    if not _errors_on_figure(_entry(unit, plain, card), known):
        return [plain]
    choices = (CardChoice(card.id, weapon.slot) for weapon in unit.weapons)
    return [
        choice for choice in choices if not _errors_on_figure(_entry(unit, choice, card), known)
    ]


def _entry(unit: Unit, choice: CardChoice, card: Card) -> Entry:
    return Entry(unit.id, pilots=(choice,)) if card.is_pilot else Entry(unit.id, gear=(choice,))


def conflicts(unit: Unit, fitting: Fitting, known: Catalogue) -> list[str]:
    """Why the cards of a fitting may not be together on a figure, in sentences."""
    pilots = (fitting.pilot,) if fitting.pilot else ()
    without = _errors(Entry(unit.id), known)
    broken = _errors(Entry(unit.id, gear=fitting.gear, pilots=pilots), known)
    return [violation_message(each, language()) for each in broken if each not in without]


def _errors_on_figure(entry: Entry, known: Catalogue) -> list[Violation]:
    """The errors of the cards of a figure; what is wrong with the figure itself is not theirs."""
    found = _errors(entry, known)
    return [each for each in found if any("units[0]." in place for place in each.where)]


def _errors(entry: Entry, known: Catalogue) -> list[Violation]:
    group = BattleGroup(build_total=AMPLE_BUILD_TOTAL, units=(entry,))
    return Judgement(group, known).errors


def provided(card: Card) -> values.Equipment | None:
    """The special equipment a gear card grants."""
    given = card.provides
    if given is None:
        return None
    return words.equipment(given.slot, given.symbol.color, given.symbol.shape)


# --- Rulebook -------------------------------------------------------------------------------


def systems() -> tuple[GameSystem, ...]:
    """Every game system; the first is the one meant where nobody names any."""
    return tuple(GAME_SYSTEMS.values())


def book_with(rule_id: str) -> Rulebook | None:
    """The rulebook of the game system that has a rule, None for an unknown id."""
    books = (system.rulebook() for system in systems())
    return next((book for book in books if rule_id in book), None)


def rule_chip(rule_id: str) -> values.Rule:
    """A rule as chips name it, in the visitor's language; raises KeyError for an unknown id."""
    book = book_with(rule_id)
    if book is None:
        raise KeyError(rule_id)
    return values.Rule(rule_id, book[rule_id].title[language()])
