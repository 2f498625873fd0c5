"""The battle-group/1 file of an army, as types."""

from typing import Annotated, Any, Literal

import msgspec

from rules.core.codec import Unreadable
from rules.core.typed import read_typed
from rules.khans_and_generals.army.battles import BattleType, Period, Side
from rules.khans_and_generals.records.profile import Profile, Years, read_profile, read_profiles

SYSTEM = "khans-and-generals"
FORMAT = "battle-group/1"
RULESET = "khans-and-generals@1"

Copies = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
Points = Annotated[int, msgspec.Meta(ge=-(10**9), le=10**9)]
#: More entries, or cards, are nobody's army.
Few = msgspec.Meta(max_length=200)
Cards = Annotated[dict[str, Any], msgspec.Meta(max_length=500)]
#: A name of the file's profiles, or a profile itself.
Named = str | dict[str, Any]


class Slot(msgspec.Struct, frozen=True):
    """How many units of a profile a formation may have."""

    unit: str
    min: Annotated[int, msgspec.Meta(ge=0)] = 0
    max: int | None = None


class FormationKind(msgspec.Struct, frozen=True):
    """A formation of an army list (KG-056)."""

    hq: str
    level: str | None = None
    slots: tuple[Slot, ...] = ()
    points: Points | None = None


class ArmyList(msgspec.Struct, frozen=True):
    """What an army may be built of."""

    formations: dict[str, FormationKind] = {}
    faction: str | None = None
    years: Years | None = None
    national_traits: tuple[str, ...] = ()
    independent: tuple[str, ...] = ()
    attachments: tuple[str, ...] = ()
    attachments_per_unit: Annotated[int, msgspec.Meta(ge=0)] = 1


class FormationEntry(msgspec.Struct, frozen=True):
    """One formation of the army; the first is the base formation."""

    id: str
    formation: str


class Entry(msgspec.Struct, frozen=True):
    """Units of one profile, in a formation or assigned to the HQ of one."""

    unit: Named
    formation: str | None = None
    hq: str | None = None
    count: Copies = 1
    attached: Annotated[tuple[Named, ...], Few] = ()
    escorted: bool = False
    points: Points | None = None


class Fortification(msgspec.Struct, frozen=True):
    """Fortifications of one profile."""

    unit: Named
    count: Copies = 1
    points: Points | None = None


class BattleGroup(msgspec.Struct, frozen=True):
    """An army as its file has it; `profiles` hold what `cards` were read from."""

    format: Literal["battle-group/1"]
    system: Literal["khans-and-generals"]
    name: str = ""
    build_total: Points | None = None
    battle: BattleType | None = None
    side: Side | None = None
    period: Period | None = None
    year: int | None = None
    faction: str | None = None
    profiles: Cards = {}
    army_list: ArmyList | None = None
    formations: Annotated[tuple[FormationEntry, ...], Few] = ()
    units: Annotated[tuple[Entry, ...], Few] = ()
    fortifications: Annotated[tuple[Fortification, ...], Few] = ()


class Army(msgspec.Struct, frozen=True):
    """An army with its cards: those of the file by name, those inside entries by place."""

    group: BattleGroup
    cards: dict[str, Profile]
    inline: dict[str, Profile]

    def card(self, named: Named, where: str) -> Profile | None:
        """The card of an entry, None for a name the file does not explain."""
        return self.cards.get(named) if isinstance(named, str) else self.inline[where]


def read_army(data: Any) -> Army:
    """The army of a parsed battle-group/1 file; raises Unreadable."""
    group = read_typed(data, BattleGroup)
    _refuse_copies(group)
    cards = read_profiles(group.profiles, "$.profiles")
    inline = {
        where: read_profile(value, f"$.{where}.unit")
        for where, value in _places(group)
        if isinstance(value, dict)
    }
    for index, entry in enumerate(group.units):
        for number, attached in enumerate(entry.attached):
            if isinstance(attached, dict):
                where = f"units[{index}].attached[{number}]"
                inline[where] = read_profile(attached, f"$.{where}")
    return Army(group, cards, inline)


def write_army(army: Army) -> dict[str, Any]:
    """The army as a battle-group/1 object; `read_army(write_army(a)) == a`."""
    written: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(army.group))
    return written


def _places(group: BattleGroup) -> list[tuple[str, Named]]:
    units = [(f"units[{index}]", entry.unit) for index, entry in enumerate(group.units)]
    works = [(f"fortifications[{i}]", entry.unit) for i, entry in enumerate(group.fortifications)]
    return units + works


def _refuse_copies(group: BattleGroup) -> None:
    """An entry with attached sections or a stated cost describes one unit."""
    for index, entry in enumerate(group.units):
        if entry.count > 1 and (entry.attached or entry.points is not None):
            raise Unreadable(f"$.units[{index}].count", "COUNT_WITH_CARDS")
        if entry.formation is not None and entry.hq is not None:
            raise Unreadable(f"$.units[{index}].hq", "MISFIT", reason="formation and hq together")
