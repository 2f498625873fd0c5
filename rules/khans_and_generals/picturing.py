"""Units, ground, smoke, lines and objectives of a battle as values that pages draw and read out."""

from collections.abc import Iterator
from typing import get_args

from rules.core.ordering import TableWords
from rules.core.picture import Area, Mark, Piece, Shape, Tone
from rules.khans_and_generals.guide.giving import acts
from rules.khans_and_generals.moment.command import (
    acts_from_trap,
    answering,
    in_communication,
)
from rules.khans_and_generals.moment.field import FIGURE, SQUARE, Field
from rules.khans_and_generals.moment.field import Piece as Unit
from rules.khans_and_generals.moment.morale import most_borne, reluctance
from rules.khans_and_generals.moment.naming import label_of, name_of
from rules.khans_and_generals.moment.sight import LIGHT
from rules.khans_and_generals.orders.deploy import zone_depth
from rules.khans_and_generals.table.terrain import Terrain

#: Reluctance of what a unit bears from which on it is near rout: three of four.
NEAR = (3, 4)
#: What of a unit is said where it holds.
STATES = (
    *("pinned", "routed", "immobilised", "abandoned", "hidden", "eliminated", "left", "deployed"),
    *("mounted", "spent", "airborne", "supreme"),
)
#: What is drawn of them on the base.
SIGNS = ("pinned", "routed", "immobilised", "abandoned", "hidden", "deployed")
#: Glyphs by the type on the card, else by the class.
GLYPHS = {
    "infantry": "infantry",
    "riflemen": "infantry",
    "cavalry": "cavalry",
    "cyclists": "cyclists",
    "motorcyclists": "motorcyclists",
    "machine_gun": "machine_gun",
    "mortar": "mortar",
    "gun": "gun",
    "howitzer": "howitzer",
    "at_rifle": "at_rifle",
    "flamethrower": "flamethrower",
    "observer": "observer",
    "medic": "medic",
    "signaller": "signaller",
    "runner": "signaller",
    "light_tank": "tank",
    "medium_tank": "tank",
    "heavy_tank": "tank",
    "armoured_car": "armoured_car",
    "unarmoured": "lorry",
}
OF_CLASS = {"hq": "hq", "aircraft": "aircraft", "vehicle": "tank", "artillery": "gun"}


class Pictured:
    """One moment of a battle in a language."""

    def __init__(self, field: Field, words: TableWords, language: str) -> None:
        self.field, self.state, self.setup = field, field.state, field.setup
        self._words, self._language = words, language
        self._answering = answering(field)

    def _say(self, section: str, name: str, **values: object) -> str:
        return self._words.say(section, name, self._language).format(**values)

    def _player(self, player: str) -> str:
        """What a side is called; those of other names keep them."""
        known = self._words.section("players").get(player)
        return known[self._language] if known else player

    # --- Units -----------------------------------------------------------------------------

    def piece(self, unit: Unit) -> Piece:
        """A unit on its base."""
        now, base = unit.unit, unit.base
        answers = self._answers(unit)
        return Piece(
            id=unit.id,
            side=unit.owner,
            label=label_of(unit),
            name=name_of(unit),
            place=self._place(unit),
            at=now.at if unit.present else None,
            shape=Shape(*base.size, is_round=base.is_round),
            facing=now.facing,
            states=tuple(self._states(unit)),
            secret=now.hidden or self._waits(unit),
            answers=answers,
            glyph=glyph_of(unit),
            signs=tuple(self._signs(unit, answers=answers)),
            parts=parts_of(unit),
            strain=self._strain(unit),
        )

    def _waits(self, unit: Unit) -> bool:
        """Whether it waits in a trap or in the reserves, of which the enemy knows nothing."""
        if unit.unit.at is not None:
            return False
        groups = (*self.state.traps.values(), *self.state.reserves.values())
        return any(unit.id in group for group in groups)

    def _strain(self, unit: Unit) -> tuple[int, int] | None:
        if not unit.takes_part or unit.profile.class_ == "aircraft":
            return None
        most = most_borne(unit.profile, unit.unit.strength)
        return reluctance(self.field, unit).total, most

    def _signs(self, unit: Unit, *, answers: bool) -> Iterator[str]:
        strain = self._strain(unit)
        if strain is None:
            return
        if strain[0] * NEAR[1] >= strain[1] * NEAR[0] and not unit.unit.routed:
            yield "near_rout"
        if answers:
            yield "may_react"
        yield from signs_of(self.field, unit)

    def _answers(self, unit: Unit) -> bool:
        """Whether it may be given an order in the enemy's turn, or come out of a trap (KG-064)."""
        if unit.owner == self.state.active:
            return False
        if unit.id in self.state.traps.get(unit.owner, ()):
            return unit.owner in self._answering
        return (self.state.ordered or acts_from_trap(unit)) and acts(unit)

    def _states(self, unit: Unit) -> Iterator[str]:
        """What is true of it, in words."""
        now = unit.unit
        strain = self._strain(unit)
        if unit.profile.strength:
            yield self._say("says", "strength", strength=now.strength, whole=unit.profile.strength)
        if strain is not None:
            yield self._say("says", "reluctance", now=strain[0], most=strain[1])
        if now.formation != "standard":
            yield self._say("values", now.formation)
        for state in STATES:
            if getattr(now, state):
                yield self._say("states", state)
        if self.field.in_fight(unit.id):
            foes = [name_of(self.field.piece(name)) for name in self.field.opponents(unit.id)]
            yield self._say("says", "fights", names=", ".join(foes))
        if unit.present and unit.position is not None:
            yield self._say("says", "in_position", terrain=self._ground(unit.position))
        if unit.present and not in_communication(self.field, unit.id):
            yield self._say("says", "cut_off")
        if unit.hatches_closed:
            yield self._say("says", "hatches_closed")

    def _place(self, unit: Unit) -> str:
        if unit.unit.aboard:
            carrier = name_of(self.field.piece(unit.unit.aboard))
            return self._say("says", "aboard", carrier=carrier)
        for player, group in self.state.traps.items():
            if unit.id in group and player == unit.owner:
                return self._say("says", "trap")
        for name, group in self.state.reserves.items():
            if unit.id in group and unit.unit.at is None:
                return self._say("says", "reserve", group=name)
        if not unit.present or unit.unit.at is None:
            return self._say("says", "off")
        x, y = unit.unit.at
        where = self._say("says", "place", x=f"{x:.4g}", y=f"{y:.4g}")
        grounds = dict.fromkeys(self._ground(terrain) for terrain in unit.areas)
        return ", ".join((where, *grounds))

    # --- Ground ----------------------------------------------------------------------------

    def _ground(self, terrain: Terrain) -> str:
        return self._say("grounds", terrain.kind)

    def areas(self) -> Iterator[Area]:
        """The ground, then what lies over it: zones, fire, smoke, light, lines, melees."""
        for terrain in self.field.terrain:
            yield from self._terrain(terrain)
        yield from self._zones()
        for number, (x, y) in enumerate(self.state.fires):
            corners = ((x, y), (x + SQUARE, y), (x + SQUARE, y + SQUARE), (x, y + SQUARE))
            yield Area(f"fire-{number}", "fire", self._say("says", "fire"), corners, "zone")
        for cloud in self.state.smoke:
            label = self._say("smoke", cloud.kind, until=cloud.until)
            yield Area(
                cloud.id, f"smoke_{cloud.kind}", label, (cloud.at,), "zone", radius=cloud.radius
            )
        for number, at in enumerate(self.state.lights):
            label = self._say("says", "light")
            yield Area(f"light-{number}", "light", label, (at,), "zone", radius=LIGHT)
        yield from self._lines()

    def _terrain(self, terrain: Terrain) -> Iterator[Area]:
        tone = self._words.say("grounds", terrain.kind, "is")
        corners = terrain.polygon or terrain.line
        label = "; ".join((self._ground(terrain), *self._effects(terrain)))
        yield Area(
            id=terrain.id,
            kind=terrain.kind,
            label=label[:1].upper() + label[1:],
            corners=corners,
            tone=tone if tone in get_args(Tone) else "open",  # type: ignore[arg-type]
            is_line=not terrain.polygon,
        )
        if terrain.ridge:
            ridge = self._say("says", "ridge")
            yield Area(f"{terrain.id}-ridge", "ridge", ridge, terrain.ridge, "high", is_line=True)

    def _effects(self, terrain: Terrain) -> Iterator[str]:
        """What ground, zones and obstacles do, in a few words."""
        row = terrain.row
        movement = terrain.movement if terrain.is_work else row.movement
        defence = terrain.defence if terrain.is_work else row.defence
        if movement:
            yield self._say("says", "slows", value=f"{movement:+d}")
        if row.movement_percent:
            yield self._say("says", "slows_percent", value=f"{row.movement_percent:+d}")
        if defence:
            name = "covers_position" if terrain.is_work else "covers"
            yield self._say("says", name, value=f"{defence:+d}")
        if row.sight < 200:
            yield self._say("says", "seen_into", far=f"{row.sight:g}")
        barred = [*row.barred, *terrain.bars]
        if barred:
            kinds = ", ".join(self._say("classes", name) for name in dict.fromkeys(barred))
            yield self._say("says", "closed", kinds=kinds)
        if terrain.blocks or terrain.like_woods:
            yield self._say("says", "blocks")

    def _zones(self) -> Iterator[Area]:
        """Both sides' zones while they draw up (KG-058)."""
        if self.state.stage != "setup":
            return
        width, depth = self.setup.width, self.setup.depth
        for player in self.setup.players:
            deep = zone_depth(self.field, player)
            first = player == self.setup.players[0]
            low, high = (0.0, deep) if first else (depth - deep, depth)
            corners = ((0.0, low), (width, low), (width, high), (0.0, high))
            label = self._say("says", "zone", player=self._player(player))
            yield Area(f"zone-{player}", "own_zone", label, corners, "zone")

    def _lines(self) -> Iterator[Area]:
        """Telephone lines between units, and who is locked with whom."""
        for one, other in self.state.lines:
            ends = self._ends(one, other)
            if ends:
                label = self._say("says", "line")
                yield Area(f"line-{one}-{other}", "line", label, ends, "zone", is_line=True)
        for lock in self.state.locks:
            ends = self._ends(lock.attacker, lock.defender)
            if ends:
                label = self._say("says", "melee")
                name = f"melee-{lock.attacker}-{lock.defender}"
                yield Area(name, "melee", label, ends, "zone", is_line=True)

    def _ends(self, one: str, other: str) -> tuple[tuple[float, float], ...]:
        units = [self.state.units.get(name) for name in (one, other)]
        places = [unit.at for unit in units if unit is not None and unit.at is not None]
        return tuple(places) if len(places) == 2 else ()

    # --- What lies on it -------------------------------------------------------------------

    def marks(self) -> Iterator[Mark]:
        """Objectives with who holds them."""
        for objective in self.state.objectives:
            name = "held" if objective.holder else "free"
            holder = self._player(objective.holder or "")
            label = self._say("objectives", name, objective=objective.id, holder=holder)
            yield Mark("objective", label, objective.at, objective.holder or "")


def glyph_of(unit: Unit) -> str:
    """What is drawn on a base: of riders who walk the sign of infantry."""
    profile = unit.profile
    if profile.class_ in ("hq", "aircraft"):
        return OF_CLASS[profile.class_]
    glyph = GLYPHS.get(profile.type, OF_CLASS.get(profile.class_, "section"))
    walks = glyph in ("cavalry", "cyclists", "motorcyclists") and not unit.unit.mounted
    return "infantry" if walks else glyph


def signs_of(field: Field, unit: Unit) -> Iterator[str]:
    """The names of what is drawn on a base."""
    now = unit.unit
    yield from (state for state in SIGNS if getattr(now, state))
    if now.stuck and now.bogged:
        yield "bogged"
    if now.formation != "standard":
        yield now.formation
    if now.in_position:
        yield "in_position"
    if unit.hatches_closed:
        yield "hatches"
    if not in_communication(field, unit.id):
        yield "cut_off"


def parts_of(unit: Unit) -> tuple[int, int] | None:
    """Figures of a line unit (KG-151), or men of a crew, that are left of all."""
    whole = unit.profile.strength
    if not whole:
        return None
    if unit.profile.line_way:
        figures = max(1, whole // FIGURE)
        return max(0, figures - unit.lost_figures) if unit.unit.strength else 0, figures
    return unit.unit.strength, whole
