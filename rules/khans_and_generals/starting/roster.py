"""The units of an army as they come to the table: their names, cards, headquarters and lines."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rules.khans_and_generals.army.battle_group import Army, read_army
from rules.khans_and_generals.army.muster import Muster, Troop
from rules.khans_and_generals.moment.command import OFF_MAP
from rules.khans_and_generals.orders.deploying import SET_UP_TYPES
from rules.khans_and_generals.records.profile import Profile
from rules.khans_and_generals.starting.agreement import Force

Document = dict[str, Any]
#: Guns that fire at what others see (KG-125).
INDIRECT = ("mortar", "howitzer")


class Roster(msgspec.Struct, frozen=True):
    """What a force brings to a battle: entries of a scenario/1 file, all off the table, and the
    profiles they name."""

    units: tuple[Document, ...]
    profiles: Mapping[str, Any]
    reserves: Mapping[str, tuple[str, ...]]
    traps: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    works: tuple[tuple[str, str], ...]
    initiative: int


class _Place(msgspec.Struct):
    """One unit of the army on its way to the table."""

    troop: Troop
    card: Profile
    written: Document


def roster_of(force: Force, taken: Mapping[str, Any]) -> Roster:
    """The units of a force; names of profiles that mean another card in `taken` become its own.

    Every unit is told by the first letter of its seat and a number. Attached sections give their
    abilities to their unit (a house ruling on KG-055). What is set up before the battle is set up
    (KG-059), and observers of a battery have their line (KG-127). Raises Unreadable.
    """
    army = read_army(force.army)
    muster = Muster(army)
    profiles: dict[str, Any] = {}
    places = list(_places(force, army, muster, profiles, taken))
    staffs = _staffs(muster, places)
    _subordinate(muster, places, staffs)
    _direct(places)
    units = tuple(place.written for place in places)
    return Roster(
        units=units,
        profiles=profiles,
        reserves=_reserves(force, places),
        traps=tuple(p.written["id"] for p in places if p.troop.where in force.traps),
        lines=tuple(_lines(places)),
        works=tuple(
            (work.card.type, work.card.name or work.named)
            for work in muster.works
            if work.card
            for _ in range(work.count)
        ),
        initiative=next((p.card.initiative or 0 for p in places if p.written.get("supreme")), 0),
    )


def _places(
    force: Force,
    army: Army,
    muster: Muster,
    profiles: dict[str, Any],
    taken: Mapping[str, Any],
) -> Iterator[_Place]:
    number = 0
    for troop in muster.troops:
        if troop.card is None or not troop.fights:
            continue
        named = _profile(force.seat, army, troop, profiles, taken)
        for _ in range(troop.entry.count):
            number += 1
            written: Document = {
                "id": f"{force.seat[0]}{number}",
                "owner": force.seat,
                "unit": named,
                "at": None,
                "facing": 0 if force.seat == "red" else 180,
            }
            if muster.escorted(troop):
                written["escorted"] = True
            if troop.card.class_ == "artillery" or troop.card.type in SET_UP_TYPES:
                written["deployed"] = True
            yield _Place(troop, troop.card, written)


def _profile(
    seat: str,
    army: Army,
    troop: Troop,
    profiles: dict[str, Any],
    taken: Mapping[str, Any],
) -> str:
    """The name under which a card stands in the file, and the card itself."""
    entry = troop.entry
    card = entry.unit if isinstance(entry.unit, dict) else army.group.profiles[entry.unit]
    name = troop.named or card.get("name") or troop.where
    sections = [(s.named, s.card) for s in troop.attached if s.card]
    if sections:
        gained = [ability for _, section in sections for ability in section.abilities]
        titles = [section.name or named for named, section in sections]
        has = [*card.get("abilities", ())]
        card = card | {
            "name": " + ".join([card.get("name") or name, *titles]),
            "abilities": has + [ability for ability in gained if ability not in has],
        }
        name = " + ".join([name, *(named for named, _ in sections)])
    while (profiles.get(name, card), taken.get(name, card)) != (card, card):
        name = f"{name} ({seat})"
    profiles[name] = card
    return name


def _staffs(muster: Muster, places: list[_Place]) -> dict[str, str]:
    """The HQ unit of every formation; that of the first formation is supreme (KG-052, KG-053)."""
    found: dict[str, str] = {}
    for formation in muster.group.formations:
        wheres = [troop.where for troop in muster.headquarters(formation.id)]
        staff = next((p for p in places if p.troop.where in wheres), None)
        if staff is not None:
            found[formation.id] = staff.written["id"]
    supreme = next(iter(found.values()), None) or next(
        (p.written["id"] for p in places if p.card.commands), None
    )
    for place in places:
        if place.written["id"] == supreme:
            place.written["supreme"] = True
    return found


def _subordinate(muster: Muster, places: list[_Place], staffs: Mapping[str, str]) -> None:
    """Every unit is under one HQ: its formation's, the one it was assigned to, else the supreme
    one; HQs are under the supreme one (KG-054)."""
    supreme = next((p.written["id"] for p in places if p.written.get("supreme")), None)
    for place in places:
        entry, own = place.troop.entry, place.written["id"]
        superior = staffs.get(entry.formation or entry.hq or "", supreme)
        if superior == own or place.card.commands:
            superior = supreme
        if superior != own and place.card.class_ != "aircraft":
            place.written["hq"] = superior


def _direct(places: list[_Place]) -> None:
    """Each battery that fires indirectly has an observer section of its own (KG-125)."""
    observers = [p for p in places if p.card.type == "observer" and p.card.battery is None]
    for gun in places:
        if not any(weapon.kind in INDIRECT for weapon in gun.card.weapons):
            continue
        superior = gun.written.get("hq")
        own = next((o for o in observers if o.written.get("hq") == superior), None)
        if own is not None:
            observers.remove(own)
            gun.written["observers"] = own.written["id"]


def _reserves(force: Force, places: list[_Place]) -> dict[str, tuple[str, ...]]:
    """Formations that wait, wave by wave; never the one with the supreme HQ (KG-060, KG-061)."""
    base = {p.troop.entry.formation or p.troop.entry.hq for p in places if p.written.get("supreme")}
    found = {}
    for number, wave in enumerate(force.reserves, start=1):
        waiting = set(wave) - base
        names = tuple(
            p.written["id"]
            for p in places
            if p.troop.entry.formation in waiting and p.card.class_ != "aircraft"
        )
        if names:
            found[f"{force.seat} {number}"] = names
    return found


def _lines(places: list[_Place]) -> Iterator[tuple[str, str]]:
    """Prepared lines off the map: of observers and HQs who telephone (KG-059, KG-061, KG-127)."""
    for place in places:
        wants = place.card.battery is not None or place.written.get("supreme")
        if wants and place.card.has("telephone"):
            yield place.written["id"], OFF_MAP
