"""Changes of an army's file: what joins, what goes, what is counted or chosen otherwise.

Units of somebody's own library come with their cards and, since the real lists are lost and every
army brings its own (KG-056), with a place in the list of the army they join.
"""

import copy
from typing import Any

from rules.core.army import Add, Choose, Edit, NoSuchPlace, Recount, Remove
from rules.core.codec import Unreadable
from rules.core.system import Shelf
from rules.khans_and_generals.army.battle_group import Army, read_army, write_army
from rules.khans_and_generals.army.muster import Muster
from rules.khans_and_generals.army.overview import FORTIFICATIONS
from rules.khans_and_generals.army.repair import steps
from rules.khans_and_generals.army.settings import Forces, with_setting
from rules.khans_and_generals.records.profile import Profile, read_profile

#: What an id begins with that is no card of the file: a formation, a unit of one's own.
FORMATION, OWN = "formation:", "own:"

Data = dict[str, Any]


def edited(army: Army, edit: Edit, forces: Forces, shelf: Shelf) -> Data:
    """The file after an edit; raises NoSuchPlace, Unreadable."""
    data = write_army(army)
    muster = Muster(army)
    if isinstance(edit, Add):
        _Joining(data, muster, shelf).add(edit)
    elif isinstance(edit, Recount):
        _recount(data, edit)
    elif isinstance(edit, Remove):
        _remove(data, edit.place)
    elif isinstance(edit, Choose):
        _choose(data, edit, muster, forces)
    elif edit.id in shelf and edit.id in data["profiles"]:
        data["profiles"][edit.id] = shelf[edit.id]
    else:
        raise NoSuchPlace(edit.id)
    return write_army(read_army(data))


class _Joining:
    """Something joins an army."""

    def __init__(self, data: Data, muster: Muster, shelf: Shelf) -> None:
        self.data = data
        self.muster = muster
        self.shelf = shelf

    def add(self, edit: Add) -> None:
        """Put it where it goes: to the place named, else where its kind does."""
        name = edit.id
        own = name.startswith(OWN)
        if own:
            name = name.removeprefix(OWN)
            self._bring(name)
        if name.startswith(FORMATION):
            return self._formation(name.removeprefix(FORMATION))
        card = self._card(name)
        place, index = _index(edit.to) if edit.to else ("", 0)
        if place == "units":
            self._attach(name, index, own=own)
        elif card.class_ == "fortification":
            _grow(self.data[FORTIFICATIONS], {"unit": name})
        elif place == "formations":
            self._into(name, index, own=own)
        elif place:
            raise NoSuchPlace(edit.to)
        elif own and card.class_ == "hq":
            self._formation(name)
        else:
            self._alone(name, own=own)

    def _bring(self, name: str) -> None:
        """A unit of one's own comes with its card, unless the file has it already."""
        if name not in self.shelf:
            raise NoSuchPlace(name)
        self.data["profiles"].setdefault(name, self.shelf[name])

    def _card(self, name: str) -> Profile:
        if name not in self.data["profiles"]:
            raise NoSuchPlace(name)
        return read_profile(self.data["profiles"][name], f"$.profiles.{name}")

    @property
    def _list(self) -> Data | None:
        found: Data | None = self.data["army_list"]
        return found

    def _formation(self, kind: str) -> None:
        """A formation of the list with its HQ and the fewest units it may have; of an HQ alone
        where the list has no such formation, or there is none."""
        listed = self._list["formations"] if self._list else {}
        if kind not in listed:
            if self._card(kind).class_ != "hq":
                raise NoSuchPlace(kind)
            if self._list is not None:
                listed[kind] = {"hq": kind, "slots": []}
        made = listed.get(kind, {"hq": kind, "slots": []})
        name = self._free_name(kind)
        self.data["formations"].append({"id": name, "formation": kind})
        units = self.data["units"]
        units.append({"unit": made["hq"], "formation": name})
        for slot in made["slots"]:
            if least := slot.get("min", 0):
                units.append({"unit": slot["unit"], "formation": name, "count": least})

    def _free_name(self, kind: str) -> str:
        taken = {formation["id"] for formation in self.data["formations"]}
        card = self.data["profiles"].get(kind, {})
        wanted = card.get("name") or kind
        names = (f"{wanted} {number}" for number in range(2, len(taken) + 3))
        return next(name for name in (wanted, *names) if name not in taken)

    def _into(self, name: str, index: int, *, own: bool) -> None:
        """A unit joins a formation: where its slots have it, else under its HQ."""
        formation = _at(self.data["formations"], index)["id"]
        kind = self.muster.kind_of(formation)
        in_slots = kind is None or name == kind.hq or name in {slot.unit for slot in kind.slots}
        if own and not in_slots and self._list is not None:
            self._list_among("independent", name)
        belongs = "formation" if in_slots else "hq"
        _grow(self.data["units"], {"unit": name, belongs: formation})

    def _alone(self, name: str, *, own: bool) -> None:
        """An independent unit goes under the first HQ whose Command allows (KG-054)."""
        if own and self._list is not None:
            self._list_among("independent", name)
        hq = self._hq_with_room()
        _grow(self.data["units"], {"unit": name} | ({"hq": hq} if hq else {}))

    def _hq_with_room(self) -> str | None:
        names = [formation.id for formation in self.muster.group.formations]
        for name in names:
            command = self.muster.command(name)
            if command is not None and self.muster.subordinates(name) < command:
                return name
        return names[0] if names else None

    def _attach(self, name: str, index: int, *, own: bool) -> None:
        """A section joins one unit; of several it sets one apart."""
        if own and self._list is not None:
            self._list_among("attachments", name)
        units = self.data["units"]
        bearer = _at(units, index)
        if bearer["count"] > 1:
            bearer["count"] -= 1
            bearer = copy.deepcopy(bearer) | {"count": 1}
            units.insert(index + 1, bearer)
        bearer["attached"].append(name)

    def _list_among(self, part: str, name: str) -> None:
        listed = (self._list or {})[part]
        if name not in listed:
            listed.append(name)


def _grow(entries: list[Data], new: Data) -> None:
    """One copy more of a bare entry that stands there, or the entry."""
    for entry in entries:
        bare = not entry.get("attached") and not entry.get("escorted") and not entry.get("points")
        alike = all(entry.get(key) == new.get(key) for key in ("unit", "formation", "hq"))
        if bare and alike:
            entry["count"] += 1
            return
    entries.append(new)


def _recount(data: Data, edit: Recount) -> None:
    place, index = _index(edit.place)
    entry = _at(data[place], index)
    if "count" not in entry or entry.get("attached"):
        raise NoSuchPlace(edit.place)
    if entry.get("points") is not None:
        entry["points"] = None
    entry["count"] = edit.count


def _remove(data: Data, where: str) -> None:
    place, index = _index(where.partition(".")[0])
    if "." in where:
        part, number = _index(where.partition(".")[2])
        sections = _at(data[place], index).get(part)
        if part != "attached" or sections is None:
            raise NoSuchPlace(where)
        _at(sections, number)
        del sections[number]
        return
    gone = _at(data[place], index)
    del data[place][index]
    if place == "formations":
        _disband(data, gone["id"])


def _disband(data: Data, name: str) -> None:
    """The units of a formation go with it; those assigned to its HQ go under another."""
    if any(formation["id"] == name for formation in data["formations"]):
        return
    data["units"] = [entry for entry in data["units"] if entry["formation"] != name]
    others = [formation["id"] for formation in data["formations"]]
    for entry in data["units"]:
        if entry["hq"] == name:
            entry["hq"] = others[0] if others else None


def _choose(data: Data, edit: Choose, muster: Muster, forces: Forces) -> None:
    if not edit.place:
        with_setting(data, edit, muster, forces)
        return
    place, index = _index(edit.place)
    entry = _at(data[place], index)
    if place == "formations" and edit.setting == "name":
        _rename(data, entry, edit.value.strip())
    elif place == "formations" and edit.setting == "base":
        if edit.value:
            data["formations"].insert(0, data["formations"].pop(index))
    elif place == "units" and edit.setting == "escorted":
        entry["escorted"] = bool(edit.value)
    elif place == "units" and edit.setting == "hq" and entry["formation"] is None:
        entry["hq"] = edit.value or None
    else:
        raise NoSuchPlace(edit.place)


def _rename(data: Data, formation: Data, name: str) -> None:
    """Another name for a formation, which its units follow; raises Unreadable for a taken one."""
    before = formation["id"]
    if not name or name == before:
        return
    if any(other["id"] == name for other in data["formations"]):
        raise Unreadable("$.formations", "NAMED_TWICE", name=name[:80])
    formation["id"] = name
    for entry in data["units"]:
        for belongs in ("formation", "hq"):
            if entry[belongs] == before:
                entry[belongs] = name


def _index(where: str) -> tuple[str, int]:
    """ "units[2]" as a list of the file and a place in it; raises NoSuchPlace."""
    found = steps(where)
    if found == [FORTIFICATIONS]:
        return FORTIFICATIONS, 0
    if len(found) == 2 and found[0] in ("units", "formations", FORTIFICATIONS, "attached"):
        name, index = found
        return str(name), int(index)
    raise NoSuchPlace(where)


def _at(entries: list[Any], index: int) -> Any:
    if index >= len(entries):
        raise NoSuchPlace(str(index))
    return entries[index]
