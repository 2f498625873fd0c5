"""What a first list is called and why it is as it is, in sentences made of facts."""

from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from rules.age_of_destruction.army.battle_group import Entry
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.starting.archetypes import ARCHETYPES
from rules.age_of_destruction.starting.dealing import Dealer, Start
from rules.core.wording import Wording

WORDING = Wording.from_toml(
    files("rules.age_of_destruction.starting").joinpath("words.toml").read_text("utf-8")
)
#: A weapon that reaches so far, in inches, shoots over most tables.
FAR = 10

Facts = dict[str, Any]


def list_name(start: Start, dealer: Dealer, language: str = "en") -> str:
    """What a list is called: its leader and its way to fight."""
    pattern = ARCHETYPES[start.wish.archetype].name[language]
    return pattern.format(lead=dealer.units[start.lead].name)


def archetype_title(archetype: str, language: str = "en") -> str:
    """What a way to fight is called."""
    return ARCHETYPES[archetype].title[language]


def faction_nature(faction: str, language: str = "en") -> str:
    """What a faction is good at, in two or three words; "" where nobody says."""
    return WORDING.word("nature", faction, language) if faction in WORDING.words["nature"] else ""


def list_reason(start: Start, dealer: Dealer, language: str = "en") -> str:
    """Why a list fights as it was asked to, and who leads it."""
    facts = _FACTS[start.wish.archetype](start, dealer, language)
    said = f"why_{start.wish.archetype}"
    none = next((key for key, value in facts.items() if value == 0), None)
    if none and f"{said}_without_{none}" in WORDING.sentences:
        said = f"{said}_without_{none}"
    leader = WORDING.say("leads", _leader(dealer.units[start.lead]), language)
    carried = [_carries(each, dealer, language) for each in start.cards.values()]
    return " ".join((WORDING.say(said, facts, language), leader, *carried))


def _carries(each: Entry, dealer: Dealer, language: str) -> str:
    card = dealer.catalogue.cards[each.cards_at("")[0][2].card]
    facts = {"mech": dealer.units[each.unit].name, "card": card.name_in(language)}
    return WORDING.say("carries", facts, language)


def _leader(unit: Unit) -> Facts:
    reach = max((weapon.maximum for weapon in unit.weapons), default=0)
    return {"lead": unit.name, "clicks": len(unit.dial), "reach": reach}


def _units(start: Start, dealer: Dealer) -> list[Unit]:
    return [dealer.units[item] for item, count in start.figures.items() for _ in range(count)]


def _decimal(value: float, language: str) -> str:
    return f"{value:.1f}".replace(".", "," if language == "pl" else ".")


def _balanced(start: Start, dealer: Dealer, _language: str) -> Facts:
    types = Counter(unit.type for unit in _units(start, dealer))
    names = {"mech": "mechs", "vehicle": "vehicles", "infantry": "infantry"}
    return {name: types[kind] for kind, name in names.items()}


def _fast(start: Start, dealer: Dealer, language: str) -> Facts:
    units = _units(start, dealer)
    speed = sum(unit.dial[0].speed for unit in units) / len(units)
    quick = sum(unit.speed_mode in ("vtol", "hover") for unit in units)
    return {"figures": len(units), "speed": _decimal(speed, language), "quick": quick}


def _heavy(start: Start, dealer: Dealer, _language: str) -> Facts:
    units = _units(start, dealer)
    mechs = [unit for unit in units if unit.is_mech]
    share = 100 * sum(unit.points or 0 for unit in mechs) // start.total
    return {"mechs": len(mechs), "share": share, "figures": len(units)}


def _swarm(start: Start, dealer: Dealer, _language: str) -> Facts:
    units = _units(start, dealer)
    infantry = sum(unit.type == "infantry" for unit in units)
    return {
        "figures": len(units),
        "infantry": infantry,
        "orders": start.orders,
    }


def _artillery(start: Start, dealer: Dealer, _language: str) -> Facts:
    units = _units(start, dealer)
    guns = [unit for unit in units if unit.is_artillery]
    far = [u for u in units if any(w.maximum >= FAR for w in u.weapons) and not u.is_artillery]
    return {
        "guns": len(guns),
        "range": max(unit.artillery_range or 0 for unit in guns),
        "far": len(far),
        "from": FAR,
    }


def _hunters(start: Start, dealer: Dealer, language: str) -> Facts:
    strengths = dealer.strengths.figures
    best = max(start.figures, key=lambda item: (strengths[item].punch["mech"], item))
    clicks = strengths[best].punch["mech"]
    return {"hunter": dealer.units[best].name, "clicks": _decimal(clicks, language)}


_FACTS: dict[str, Callable[[Start, Dealer, str], Facts]] = {
    "balanced": _balanced,
    "fast": _fast,
    "heavy": _heavy,
    "swarm": _swarm,
    "artillery": _artillery,
    "hunters": _hunters,
}
