"""Small battles for tests: cards, units, and what the rules make of orders."""

import json
from typing import Any

from rules.khans_and_generals.match import Battle
from rules.khans_and_generals.state.state import State
from rules.khans_and_generals.system import KHANS_AND_GENERALS

RIFLE = {
    "name": "rifle",
    "kind": "firearm",
    "range": 80,
    "fire_effect": [[20, 3], [50, 0], [80, -2]],
}
MG_WEAPON = {"name": "mg", "kind": "machine_gun", "range": 100, "aa": True}
BOW = {"name": "bow", "kind": "muscle", "range": 50}
FIELD_GUN = {
    "name": "75 mm",
    "kind": "gun",
    "range": 150,
    "accuracy": 6,
    "spread": 5,
    "strike_capacity": 2,
    "explosion": 14,
    "calibre": 75,
    "penetration": [[60, 5], [150, 2]],
    "ammunition": ["he", "ap", "smoke", "illumination", "canister", "aa"],
    "canister": [15, 10],
}


def card(class_: str, type_: str, strength: int = 30, training: int = 3, **more: Any) -> Any:
    """A profile with usual values."""
    usual = {
        "class": class_,
        "type": type_,
        "strength": strength,
        "training": training,
        "attack": [5, 12],
        "defence": [2, 1],
        "movement": 20,
    }
    return {"name": f"{type_} {class_}", "points": 20} | usual | more


ARMOUR = {
    "hull": {"front": 3, "side": 2, "rear": 1, "top": 1},
    "turret": {"front": 3, "side": 2, "rear": 2, "top": 1},
}
CARDS: dict[str, Any] = {
    "INF": card(
        "line",
        "infantry",
        weapons=[RIFLE],
        formations=["column", "loose", "skirmish", "close"],
        modern=True,
    ),
    "OLD": card("line", "infantry", attack=[5, None], formations=["close", "hedgehog", "square"]),
    "RIF": card("line", "riflemen", weapons=[RIFLE], formations=["column"]),
    "CON": card("line", "infantry", training=1, attack=[3, 8], weapons=[RIFLE], modern=True),
    "ELI": card("line", "infantry", training=5, attack=[6, 12], weapons=[RIFLE], modern=True),
    "ARC": card("line", "infantry", attack=[3, 9], weapons=[BOW], abilities=["archers"]),
    "CAV": card(
        "line",
        "cavalry",
        strength=20,
        attack=[6, None],
        defence=[1, 2],
        movement=[30, 15],
        formations=["wedge", "loose"],
        modern=True,
    ),
    "CYC": card("line", "cyclists", strength=20, movement=[30, 20], weapons=[RIFLE]),
    "HQ": card("hq", "infantry", 4, 4, command=4, initiative=2, rout_at=9, attack=[4, 6]),
    "RHQ": card("hq", "infantry", 4, 4, command=4, initiative=2, rout_at=9, abilities=["radio"]),
    "MG": card("support", "machine_gun", 4, attack=[2, 14], movement=8, weapons=[MG_WEAPON]),
    "OBS": card("support", "observer", 3, attack=[1, 2], movement=15, rout_at=6),
    "GUN": card(
        "artillery", "gun", 6, attack=[2, None], movement=8, base=[9, 5], weapons=[FIELD_GUN]
    ),
    "HOW": card(
        "artillery",
        "howitzer",
        6,
        attack=[2, None],
        movement=8,
        base=[9, 5],
        weapons=[FIELD_GUN | {"kind": "howitzer", "ammunition": ["he", "area"]}],
    ),
    "TANK": card(
        "vehicle",
        "light_tank",
        3,
        attack=[0, 8],
        defence=[4, 0],
        movement=30,
        base=[4, 8],
        armour=ARMOUR,
        turret_crew=2,
        rout_at=12,
        weapons=[FIELD_GUN | {"name": "37 mm", "calibre": 37, "ammunition": ["he", "ap"]}],
    ),
    "CAR": card(
        "vehicle",
        "armoured_car",
        3,
        attack=[0, 6],
        defence=[3, 0],
        movement=30,
        base=[4, 6],
        drive="wheeled",
        armour={"hull": {"front": 1, "side": 1, "rear": 1, "top": 1}},
        weapons=[MG_WEAPON],
        rout_at=12,
    ),
    "LORRY": card(
        "vehicle",
        "unarmoured",
        2,
        2,
        attack=[0, None],
        defence=[3, 0],
        movement=40,
        base=[4, 6],
        drive="wheeled",
        capacity=1,
        rout_at=12,
    ),
    "ATR": card(
        "support",
        "at_rifle",
        3,
        attack=[1, 3],
        weapons=[
            {
                "name": "at",
                "kind": "at_rifle",
                "range": 60,
                "accuracy": 6,
                "penetration": [[30, 3], [60, 2]],
            }
        ],
    ),
    "FLAME": card(
        "support",
        "flamethrower",
        3,
        attack=[3, 10],
        weapons=[{"name": "flame", "kind": "flamethrower", "range": 12}],
    ),
    "BOMB": {
        "class": "aircraft",
        "type": "bomber",
        "training": 3,
        "sorties": 2,
        "time_on_station": 3,
        "agility": 3,
        "air_attack": 3,
        "attack": [0, 10],
        "bombs": {"number": 1, "accuracy": 6, "spread": 5, "explosion": 16},
        "defensive_armament": 3,
    },
    "FIGHT": {
        "class": "aircraft",
        "type": "fighter",
        "training": 3,
        "sorties": 2,
        "time_on_station": 3,
        "optics": 2,
        "agility": 5,
        "air_attack": 5,
        "attack": [0, 10],
    },
}


def changed(name: str, **fields: Any) -> Any:
    """A card with other fields."""
    return CARDS[name] | fields


def gunned(name: str, **fields: Any) -> Any:
    """A card whose first weapon has other fields."""
    first, *others = CARDS[name]["weapons"]
    return CARDS[name] | {"weapons": [first | fields, *others]}


def unit(name: str, what: Any, at: Any, facing: Any = None, **state: Any) -> Any:
    """A unit whose name begins with "r" for red or "b" for blue, facing the enemy."""
    owner = "red" if name.startswith("r") else "blue"
    turned = (0 if owner == "red" else 180) if facing is None else facing
    return {"id": name, "owner": owner, "unit": what, "at": at, "facing": turned} | state


#: Somebody far away on each side, so that nobody wins by default.
BYSTANDERS = (unit("r_far", "OLD", (6, 4)), unit("b_far", "OLD", (114, 116)))


def scene(*units: Any, orders: Any = (), dice: Any = (), **top: Any) -> dict[str, Any]:
    """A scenario/1 object."""
    names = {one["id"] for one in units}
    extra = [one for one in BYSTANDERS if one["id"] not in names]
    return {
        "format": "scenario/1",
        "system": "khans-and-generals",
        "table": {"width": 120, "depth": 120},
        "players": ["red", "blue"],
        "profiles": CARDS,
        "units": [*units, *extra],
        "dice": list(dice),
        "orders": list(orders),
    } | top


def later(*units: Any, orders: Any = (), **top: Any) -> State:
    """The whole state after legal orders that take no dice."""
    battle = Battle(scene(*units, **top), 1)
    for each in orders:
        assert not battle.explain(each, "en"), each
        battle.take(each)
    assert not battle.faults()
    return battle.game.state


def play(*units: Any, orders: Any = (), dice: Any = (), **top: Any) -> dict[str, Any]:
    """What came of it; all dice must be used."""
    data = scene(*units, orders=orders, dice=dice, **top)
    found: dict[str, Any] = json.loads(
        json.dumps(KHANS_AND_GENERALS.edition({}).play.resolve(data, "en"))
    )
    assert found["dice_left"] == 0
    return found


def codes(found: dict[str, Any]) -> dict[int, set[str]]:
    """The codes of every refused order."""
    return {
        entry["index"]: {violation["code"] for violation in entry["violations"]}
        for entry in found["refused"]
    }


def refused(*units: Any, orders: Any, **top: Any) -> set[str]:
    """The codes of the last order's refusal, none when it was carried out; no dice fall."""
    found = play(*units, orders=orders, **top)
    return codes(found).get(len(orders) - 1, set())


def order(kind: str, name: str | None = None, **fields: Any) -> dict[str, Any]:
    """An order."""
    return {"order": kind} | ({} if name is None else {"unit": name}) | fields


def move(name: str, *points: Any, **fields: Any) -> dict[str, Any]:
    """A move along points."""
    return order("move", name, legs=[{"travel": list(points)}], **fields)


END = {"order": "end_stage"}
WHOLE_TURN = (END, END)


def area(name: str, kind: str, x: float, y: float, wide: float, deep: float, **more: Any) -> Any:
    """A rectangle of terrain."""
    corners = [[x, y], [x + wide, y], [x + wide, y + deep], [x, y + deep]]
    return {"id": name, "kind": kind, "polygon": corners} | more


def locked(enemy: str, sector: str = "front", *, charge: bool = False) -> list[Any]:
    """A melee, given on the attacker."""
    return [{"with": enemy, "sector": sector, "attacker": True, "charge": charge}]


def effect(name: str, value: int, source: str | None = None, until: int | None = 2) -> Any:
    """A morale effect."""
    return {"effect": name, "value": value, "from": source, "until": until}
