"""Teams of the toy game: runners and their shoes for as many points as are agreed."""

from typing import Any, Literal

import msgspec

from rules.core.army import (
    Add,
    ArmyEntry,
    Choose,
    Edit,
    NoSuchPlace,
    Offer,
    Offers,
    Overview,
    Recount,
    Renew,
    Setting,
)
from rules.core.codec import Unreadable
from rules.core.refusals import RefusalTable
from rules.core.system import NO_SHELF, Shelf
from rules.core.typed import read_typed

COSTS = {"hare": 3, "tortoise": 1, "shoes": 2}
NAMES = {
    "hare": {"en": "Hare", "pl": "Zając"},
    "tortoise": {"en": "Tortoise", "pl": "Żółw"},
    "shoes": {"en": "Shoes", "pl": "Buty"},
}
LIMIT = {"en": "Points a team", "pl": "Punkty na drużynę"}
SAVE = {"en": "Leave out the last runner.", "pl": "Usuń ostatniego biegacza."}
MORE = {"en": "Tortoises for the rest.", "pl": "Żółwie za resztę."}
FAULTS = RefusalTable(
    """
    [NOBODY]
    rules = ["SQ-002"]
    en = "Nobody runs."
    pl = "Nikt nie biegnie."

    [TOO_DEAR]
    rules = ["SQ-002"]
    en = "The team costs {total}; {limit} is the most."
    pl = "Drużyna kosztuje {total}, a limit to {limit}."
    """
)
TEAM: dict[str, Any] = {
    "format": "battle-group/1",
    "system": "squares",
    "name": "Slow and steady",
    "build_total": 6,
    "units": [{"unit": "hare"}, {"unit": "tortoise", "count": 4}],
}


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """Runners of one kind; whoever wears shoes runs alone."""

    unit: str
    count: int = 1
    shoes: bool = False

    @property
    def cost(self) -> int:
        return (COSTS.get(self.unit, 0) + COSTS["shoes"] * self.shoes) * self.count


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """A team as its file has it."""

    format: Literal["battle-group/1"]
    system: Literal["squares"]
    name: str = ""
    build_total: int | None = None
    units: tuple[Line, ...] = ()

    @property
    def total(self) -> int:
        return sum(line.cost for line in self.units)


def read_team(data: Any) -> Team:
    return read_typed(data, Team)


def write_team(team: Team) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(team)
    return written


def name_of(item: str, language: str) -> str:
    return NAMES[item][language] if item in NAMES else item


def faults(team: Team) -> list[tuple[str, str, dict[str, Any]]]:
    """Codes with their places and parameters."""
    found: list[tuple[str, str, dict[str, Any]]] = []
    if not team.units:
        found.append(("NOBODY", "units", {}))
    if team.build_total is not None and team.total > team.build_total:
        sums = {"total": team.total, "limit": team.build_total}
        found.append(("TOO_DEAR", f"units[{len(team.units) - 1}]", sums))
    return found


class Army:
    """Teams."""

    def __init__(self) -> None:
        self.building = Building()

    def judge(self, data: Any, language: str) -> dict[str, Any]:
        team = read_team(data)
        found = faults(team)
        return {
            "format": "verdict/1",
            "system": team.system,
            "ruleset": "squares@1",
            "name": team.name,
            "legal": not found,
            "points": {"total": team.total, "limit": team.build_total, "at_least": False},
            "violations": [
                {
                    "code": code,
                    "severity": "error",
                    "rules": list(FAULTS.rules[code]),
                    "where": [where],
                    "params": sums,
                    "message": FAULTS.wording.say(code, sums, language),
                }
                for code, where, sums in found
            ],
            "repairs": self._repairs(team, language),
        }

    def _repairs(self, team: Team, language: str) -> list[dict[str, Any]]:
        shorter = msgspec.structs.replace(team, units=team.units[:-1])
        if not faults(team) or faults(shorter):
            return []
        gone = [{"remove": len(team.units) - 1}]
        return [{"message": SAVE[language], "changes": gone, "total": shorter.total}]

    def repaired(self, data: Any, repair: Any) -> dict[str, Any]:
        changes = repair["changes"]
        places = {change["remove"] for change in changes if "remove" in change}
        team = read_team(data)
        kept = [line for index, line in enumerate(team.units) if index not in places]
        kept += [Line(change["add"], change["count"]) for change in changes if "add" in change]
        return write_team(msgspec.structs.replace(team, units=tuple(kept)))

    def written(self, data: Any) -> dict[str, Any]:
        return write_team(read_team(data))

    def entries(self, data: Any, language: str) -> list[ArmyEntry]:
        return [
            ArmyEntry(
                place=f"units[{index}]",
                id=line.unit,
                name=name_of(line.unit, language),
                count=line.count,
                points=line.cost if line.unit in COSTS else None,
                counts=not line.shoes,
                takes=line.count == 1 and not line.shoes,
                parts=(_shoes(index, language),) if line.shoes else (),
            )
            for index, line in enumerate(read_team(data).units)
        ]

    def overview(self, data: Any, language: str) -> Overview:
        return Overview()


def _shoes(index: int, language: str) -> ArmyEntry:
    name, points = name_of("shoes", language), COSTS["shoes"]
    return ArmyEntry(f"units[{index}].shoes", "shoes", name, points=points, counts=False)


class Building:
    """Teams in the making."""

    def begin(self, name: str) -> dict[str, Any]:
        return write_team(Team(format="battle-group/1", system="squares", name=name))

    def settings(self, data: Any, language: str) -> list[Setting]:
        limit = read_team(data).build_total
        value = "" if limit is None else str(limit)
        return [Setting("build_total", LIMIT[language], value, "number")]

    def offers(
        self,
        data: Any,
        words: str,
        to: str,
        most: int,
        language: str,
        shelf: Shelf = NO_SHELF,
    ) -> Offers:
        team = read_team(data)
        left = 99 if team.build_total is None else team.build_total - team.total
        if to:
            takes = Army().entries(data, language)[_index(team, to)].takes
            wanted = ["shoes"] if takes else []
        else:
            wanted = ["hare", "tortoise"]
        found = [
            Offer(
                item,
                name_of(item, language),
                COSTS[item],
                reasons=() if COSTS[item] <= left else (_too_dear(team, item, language),),
            )
            for item in wanted
            if words.casefold() in name_of(item, language).casefold()
        ]
        return Offers(tuple(found[:most]), more=len(found) > most)

    def edited(self, data: Any, edit: Edit, shelf: Shelf = NO_SHELF) -> dict[str, Any]:
        team = read_team(data)
        if isinstance(edit, Renew):
            raise NoSuchPlace(edit.id)
        if isinstance(edit, Choose):
            if edit.value and not edit.value.isdecimal():
                raise Unreadable("$.build_total", "UNKNOWN_NAME", name=edit.value)
            limit = int(edit.value) if edit.value else None
            return write_team(msgspec.structs.replace(team, build_total=limit))
        units = list(team.units)
        if isinstance(edit, Add) and not edit.to:
            units.append(Line(edit.id))
        else:
            place = edit.to if isinstance(edit, Add) else edit.place
            index = _index(team, place)
            line = units.pop(index)
            if isinstance(edit, Recount):
                units.insert(index, msgspec.structs.replace(line, count=edit.count))
            elif isinstance(edit, Add) or place.endswith(".shoes"):
                shod = isinstance(edit, Add)
                units.insert(index, msgspec.structs.replace(line, shoes=shod))
        return write_team(msgspec.structs.replace(team, units=tuple(units)))

    def fills(self, data: Any, language: str) -> list[dict[str, Any]]:
        team = read_team(data)
        left = (team.build_total or 0) - team.total
        if left <= 0:
            return []
        change = {"add": "tortoise", "count": left}
        return [{"message": MORE[language], "changes": [change], "total": team.build_total}]

    def outdated(self, data: Any, shelf: Shelf) -> tuple[str, ...]:
        return ()

    def ready_made(self) -> dict[str, dict[str, Any]]:
        return {}


def _too_dear(team: Team, item: str, language: str) -> str:
    sums = {"total": team.total + COSTS[item], "limit": team.build_total}
    return FAULTS.wording.say("TOO_DEAR", sums, language)


def _index(team: Team, place: str) -> int:
    number = place.removeprefix("units[").partition("]")[0]
    if not number.isdecimal() or int(number) >= len(team.units):
        raise NoSuchPlace(place)
    return int(number)
