"""What the cards of sample forces fill in."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from rules.core.calculators import Preset
from rules.khans_and_generals.records.profile import ByDistance, Profile, Weapon, read_profile

#: What a card says to some fields of a calculator, nothing for one that does not fit there.
Fill: TypeAlias = Callable[[Profile], Mapping[str, Any]]
ON_FOOT = ("line", "support", "hq", "artillery")
SMALL_ARMS = ("firearm", "machine_gun", "muscle", "flamethrower")


def presets_of(
    records: Mapping[str, Any], fills: Mapping[str, tuple[str, Fill]]
) -> Iterator[Preset]:
    """Every card of every sample force that fits, by the headings it is offered under."""
    for key, (heading, fill) in fills.items():
        for file, force in records.items():
            if not file.startswith("forces/"):
                continue
            for name, data in force["profiles"].items():
                card = read_profile(data)
                if values := fill(card):
                    typed = {field: _typed(value) for field, value in values.items()}
                    yield Preset(f"{key}.{file}.{name}", card.name, heading, typed)


def _typed(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else ""
    return str(round(value)) if isinstance(value, float) else str(value)


def _first(table: ByDistance) -> int:
    """The value of the nearest row."""
    return table[0][1] if table else 0


def _weapon(card: Profile, kinds: Sequence[str]) -> Weapon | None:
    return next((weapon for weapon in card.weapons if weapon.kind in kinds), None)


def _rides(card: Profile) -> bool:
    return card.type == "cavalry"


def _limit(card: Profile) -> dict[str, Any]:
    """What a card not of the line routs at."""
    return {"rout_at": card.rout_at} if card.rout_at and not card.line_way else {}


def theirs(values: Mapping[str, Any]) -> dict[str, Any]:
    """The same fields of the other side."""
    return {f"their_{name}": value for name, value in values.items()}


def fighter(card: Profile) -> dict[str, Any]:
    """Who strikes in melee."""
    if card.class_ not in ON_FOOT:
        return {}
    skill, armour = card.defence
    return {
        "attack": card.attack[0],
        "training": card.training,
        "strength": card.strength,
        "full": card.strength,
        "skill": skill,
        "armour": armour,
        "horse": _rides(card),
    }


def struck(card: Profile) -> dict[str, Any]:
    """Who is struck in melee."""
    values = fighter(card)
    return theirs(values | {"class": card.class_} | _limit(card)) if values else {}


def shooter(card: Profile) -> dict[str, Any]:
    """Who fires small arms, at the nearest distance of its table."""
    weapon = _weapon(card, SMALL_ARMS)
    if weapon is None or card.class_ not in ("line", "support", "hq"):
        return {}
    near = weapon.fire_effect[0][0] if weapon.fire_effect else weapon.range
    return {
        "attack": card.attack[1] or 0,
        "weapon": weapon.kind,
        "range": weapon.range,
        "distance": near,
        "fire_effect": _first(weapon.fire_effect),
        "strength": card.strength,
        "full": card.strength,
        "training": card.training,
        "skirmisher": card.has("skirmisher"),
    }


def under_fire(card: Profile) -> dict[str, Any]:
    """Who is fired at."""
    kinds = {"vehicle": "armoured" if card.armour else "unarmoured"}
    if card.class_ not in (*ON_FOOT, "vehicle"):
        return {}
    values = {
        "class": kinds.get(card.class_, card.class_),
        "skill": card.defence[0],
        "armour": card.defence[1],
        "training": card.training,
        "strength": card.strength,
        "full": card.strength,
    }
    more = {"modern": "yes" if card.modern else "no", "horse": _rides(card)}
    return theirs(values | _limit(card)) | more


def shelled(card: Profile) -> dict[str, Any]:
    """Who is under shells."""
    if card.class_ not in ON_FOOT:
        return {}
    values = under_fire(card)
    return {name: values[name] for name in values.keys() - {"horse", "their_armour"}}


def raided(card: Profile) -> dict[str, Any]:
    """Who is under bombs."""
    values = under_fire(card)
    return {n: values[n] for n in values.keys() - {"horse", "their_armour", "their_full"}}


def gun(card: Profile) -> dict[str, Any]:
    """What fires shells at a point; a battery off the map with its observers."""
    if card.battery is not None:
        battery, weapon = card.battery, card.battery.weapon
        more: dict[str, Any] = {
            "mode": "off_map",
            "level": battery.level,
            "tubes": battery.tubes,
            "missions": battery.missions,
            "training": card.training,
        }
    else:
        found = _weapon(card, ("gun", "howitzer", "mortar"))
        if found is None:
            return {}
        weapon, more = found, {"mode": "direct"}
    return more | {
        "kind": weapon.kind,
        "accuracy": weapon.accuracy,
        "fire_effect": _first(weapon.fire_effect),
        "explosion": weapon.explosion,
        "strike_capacity": max(1, weapon.strike_capacity),
        "calibre": weapon.calibre,
    }


def tank_killer(card: Profile) -> dict[str, Any]:
    """What fires at vehicles, at its nearest distance."""
    weapon = _weapon(card, ("gun", "howitzer", "mortar", "at_rifle", "flamethrower"))
    if weapon is None:
        return {}
    return {
        "means": weapon.kind,
        "ammunition": "ap" if "ap" in weapon.ammunition else "he",
        "accuracy": weapon.accuracy,
        "fire_effect": _first(weapon.fire_effect),
        "penetration": _first(weapon.penetration),
        "calibre": weapon.calibre,
        "explosion": weapon.explosion,
        "optics": card.optics if card.is_vehicle else 0,
    }


def target_vehicle(card: Profile) -> dict[str, Any]:
    """A vehicle that is fired at, from its front."""
    if not card.is_vehicle:
        return {}
    armour = card.armour
    kind = card.type if card.type in ("light_tank", "heavy_tank", "armoured_car") else "light_tank"
    values: dict[str, Any] = {
        "type": kind if armour else "unarmoured",
        "crew": card.strength,
        "defence": card.defence[0],
        "open_topped": card.open_topped,
        "hull_mg": card.hull_mg,
        "command": card.command is not None,
        "turret": bool(armour and armour.turret),
    }
    if armour:
        values["hull"] = armour.hull.front
    if armour and armour.turret:
        values["turret_class"] = armour.turret.front
    if card.turret_crew:
        values["turret_crew"] = card.turret_crew
    return values | _limit(card)


def aircraft(card: Profile) -> dict[str, Any]:
    """An aircraft, with its bombs before its cannon and guns."""
    if card.class_ != "aircraft":
        return {}
    values: dict[str, Any] = {
        "optics": card.optics,
        "air_attack": card.air_attack,
        "own_agility": card.agility,
    }
    arm = card.bombs or card.cannon
    if arm is not None:
        values |= {"accuracy": arm.accuracy, "explosion": arm.explosion}
    if card.attack[1] is not None:
        values["attack"] = card.attack[1]
    return values


def bearer(card: Profile) -> dict[str, Any]:
    """Whose morale is asked about."""
    if card.class_ not in ON_FOOT:
        return {}
    whole = {"kind": card.class_, "training": card.training, "strength": card.strength}
    return whole | {"full": card.strength} | _limit(card)


def goer(card: Profile) -> dict[str, Any]:
    """Who goes."""
    if card.class_ not in ("line", "support", "artillery", "vehicle"):
        return {}
    return {
        "kind": card.class_,
        "movement": card.range_of_movement(_rides(card)),
        "training": card.training,
        "horse": _rides(card),
        "drive": card.drive,
        "offroad": card.offroad,
    }
