"""Artillery for the tests of play: a gun, its orders and how its salvos landed."""

from typing import Any

from rules.tests.skirmishes import END, Json, Played, play, squad, tank, weapon

#: The numbers of the example: difficulty 21, rows ending just below it, face 4 at 120 degrees.
PRINTED: Json = {
    "minimum_attack": 5,
    "minimum_damage": 1,
    "target": 21,
    "blast_radius": 3,
    "drift": [[19, 20, 3], [15, 18, 4], [9, 14, 5]],
    "direction_by_black_die": {"1": 240, "2": 180, "3": 240, "4": 120, "5": 120, "6": 0},
}
FAR = squad("b9", (34, 34), 180)
NEXT = (END, END)
LANDS = (4, 3, 4)
#: A marker of r1 that lies on the table.
MARKER = {"owner": "r1", "at": [18, 20], "heading": 0}
CRITICAL_HIT, CRITICAL_MISS = (6, 6, 1), (1, 1, 6)


def gun(unit_id: str = "r1", /, at: Any = (18, 3), facing: float = 0, **fields: Any) -> Json:
    """Artillery with range 4/12(24), attack 8 and damage 3; one marker unless `targets` says more.

    It hits with 11 on the dice, or 13 along a blocked line.
    """
    usual: Json = {
        "gun": weapon("primary", "ballistic", 12, 4, fields.pop("targets", 1)),
        "artillery_range": 24,
        "artillery_marker": PRINTED | fields.pop("printed", {}),
    }
    return tank(unit_id, at, facing, **(usual | fields))


def fire(*points: tuple[float, float], unit: str = "r1", **fields: Any) -> Json:
    """An order of long-range fire."""
    markers = [list(point) for point in points]
    return {"order": "ranged", "unit": unit, "mode": "artillery", "markers": markers} | fields


def landed(units: list[Json], *points: tuple[float, float], dice: Any, **fields: Any) -> Played:
    """A salvo fired and, in red's next turn, resolved."""
    return play([*units, FAR], fire(*points), *NEXT, dice=dice, **fields)


def salvo(played: Played, index: int = 0) -> Any:
    """How a marker was resolved."""
    return played.events("SalvoLanded")[index]


def parts(played: Played, index: int = 0) -> Json:
    """What the attack total of a marker is made of, without the dice."""
    return {part.what: part.value for part in salvo(played, index).attack}
