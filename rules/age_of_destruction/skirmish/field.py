"""A state seen through its set-up: where everything stands, what it shows, whom it touches."""

from collections.abc import Callable
from functools import cached_property
from itertools import combinations
from typing import Any

import msgspec

from rules.age_of_destruction.abilities import (
    EQUIPMENT,
    FACTIONS,
    GROUP_TEXTS,
    HEAT_EFFECTS,
    TEXTS,
    Ability,
    Condition,
    HeatEffect,
)
from rules.age_of_destruction.cards import Card
from rules.age_of_destruction.skirmish.attack import Attack
from rules.age_of_destruction.skirmish.conditions import known, weathered
from rules.age_of_destruction.skirmish.setup import Figure, PlayedCard, Setup
from rules.age_of_destruction.skirmish.state import State, UnitState
from rules.age_of_destruction.table.line_of_fire import Line, Party, Reading, line_of_fire
from rules.age_of_destruction.table.path import TOLERANCE, Base, Mover
from rules.age_of_destruction.table.terrain import FLOATING_MODES, Table
from rules.age_of_destruction.units import Click, HeatPosition, Unit, Weapon
from rules.age_of_destruction.vocabulary import HEAT_COLUMNS
from rules.core.geometry import (
    Outline,
    Point,
    ahead,
    bearing,
    distance,
    nearest_on_segment,
    rim,
    turn_between,
)

#: Degrees within which a direction counts as lying on the border of an arc.
ARC_TOLERANCE = 1e-6


class Fitted(msgspec.Struct, frozen=True):
    """One ability a unit has: at which value, if any, whether in a circle, and by which card."""

    item: Ability
    value: str = ""
    circled: bool = False
    card: Card | None = None

    @property
    def name(self) -> str:
        """Its name."""
        return self.item.name

    @property
    def place(self) -> str:
        """The card and the value it sits on: "AOD-G-029 primary_damage"."""
        return f"{self.card.id} {self.value}" if self.card else self.value

    def excludes(self, other: "Fitted") -> bool:
        """Whether two sources give one value equipment that does not work together.

        A gear card may allow it (AOD-GEAR-017); a pilot's text is at no value.
        """
        joins = any(f.card.joins_equipment for f in (self, other) if f.card)
        return self.value == other.value != "" and self.card != other.card and not joins


#: Damage by which equipment is compared: more than any piece of it stops.
_COMPARED = 9


#: What follows from a unit's own state and the table, whatever the others do.
_ITS_OWN = (
    *("outline", "submerged", "elevation", "party"),
    *("heat_effects", "_in_window", "_on_cards", "shown"),
)


class Field:
    """One moment of the game, with everything on the table; pieces are made once each."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup = setup
        self.state = state
        self._pieces: dict[str, Piece] = {}
        self._unmoved: dict[str, Piece] = {}
        self._lines: dict[tuple[str, str], Line] = {}

    @cached_property
    def conditions(self) -> list[Condition]:
        """The planetary conditions in force."""
        return known(self.state.conditions)

    @cached_property
    def table(self) -> Table:
        """The table with the terrain laid in the set-up, as the planetary conditions make it."""
        table = self.setup.table.with_terrain(self.state.laid)
        return weathered(table, self.state.conditions)

    @property
    def grounding(self) -> str | None:
        """The planetary condition that lets nothing cruise."""
        return next((condition.name for condition in self.conditions if condition.grounds), None)

    def piece(self, unit_id: str) -> "Piece":
        """A unit by its id; raises KeyError for none."""
        if unit_id not in self._pieces:
            piece = Piece(self, self.setup.figures[unit_id], self.state.units[unit_id])
            if unit_id in self._unmoved:
                piece.stands_as(self._unmoved.pop(unit_id))
            self._pieces[unit_id] = piece
        return self._pieces[unit_id]

    def later(self, state: State) -> "Field":
        """The field at another moment; what is known of the units that have not changed is kept."""
        field = Field(self.setup, state)
        known = self._unmoved | self._pieces
        field._unmoved = {
            unit_id: piece
            for unit_id, piece in known.items()
            if piece.now is state.units.get(unit_id)
        }
        return field

    @cached_property
    def on_table(self) -> list["Piece"]:
        """Every unit with a place on the table."""
        pieces = (self.piece(unit_id) for unit_id in self.state.units)
        return [p for p in pieces if p.now.at is not None and not p.now.gone]

    @cached_property
    def touching_bases(self) -> list[tuple[Base, Base]]:
        """The pairs of bases that touch each other, each once, in file order."""
        return [
            (one.base, other.base)
            for one, other in combinations(self.on_table, 2)
            if one.touches(other)
        ]

    def of(self, player: str) -> list["Piece"]:
        """The units a player controls, captives aside, passengers included."""
        return [p for p in self.owned_by(player) if not p.is_captive]

    def owned_by(self, player: str) -> list["Piece"]:
        """The units of a player that are in the game, captives of others included."""
        pieces = (self.piece(unit_id) for unit_id in self.state.units)
        return [p for p in pieces if p.owner == player and not p.now.gone]

    def held_from(self, player: str) -> list["Piece"]:
        """The units of a player that others hold captive."""
        return [p for p in self.owned_by(player) if p.is_captive]

    def uses_left(self, player: str, played: PlayedCard) -> bool:
        """Whether a player may use a card of his group (once more) this turn (AOD-CARD-021)."""
        frequency = played.card.frequency
        if frequency is None:
            return True
        return self.state.card_uses.get(player, 0) < frequency.at(self.setup.build_total)

    def moved(self, unit_id: str, **changes: Any) -> "Field":
        """The field as it would be with one unit elsewhere or otherwise."""
        return self.later(self.state.with_unit(unit_id, **changes))

    def ruling(self, switch: str) -> Any:
        """The reading in force."""
        return self.setup.rulings[switch]

    def line(self, shooter: "Piece", target: "Piece") -> Line:
        """The line of fire from one unit to another (AOD-LOF-001)."""
        ends = (shooter.id, target.id)
        if ends not in self._lines:
            others = [p.party for p in self.on_table if p.id not in ends]
            self._lines[ends] = self._line(shooter.party, target.party, others)
        return self._lines[ends]

    def line_to_point(self, shooter: "Piece", at: Point) -> Line:
        """The line of fire to a point of the ground, read as one to infantry or a vehicle.

        A base over the point is no obstacle, as a target's own base is none.
        """
        elevation = self.table.elevation_at(at)
        spot = Party(
            *("", at, Outline(at, at, 0.0), False, False, False),
            elevation.id if elevation else None,
        )
        others = [p.party for p in self.on_table if p.id != shooter.id and not p.outline.holds(at)]
        return self._line(shooter.party, spot, others)

    def _line(self, shooter: Party, target: Party, others: list[Party]) -> Line:
        return line_of_fire(
            self.table,
            shooter,
            target,
            others,
            Reading(
                over_small_bases=self.ruling("mech_vs_small_blocked_by") == "mech_bases",
                elevated_by_type=self.ruling("elevated_bases_filtered_by_type_table"),
                over_elevations=not self.ruling("elevation_blocks_cruising_lof"),
                out_of_any_depth=self.ruling("own_hindering_exempt_depth") == "whole_element",
            ),
        )


class Piece:
    """One unit at one moment."""

    def __init__(self, field: Field, figure: Figure, now: UnitState) -> None:
        self.field = field
        self.figure = figure
        self.now = now
        self.id = figure.id

    def stands_as(self, before: "Piece") -> None:
        """Keep what is known of the same unit at an earlier moment and depends on nobody else."""
        known = vars(before)
        vars(self).update((name, known[name]) for name in _ITS_OWN if name in known)

    # What it is

    @property
    def unit(self) -> Unit:
        """What is printed on it."""
        return self.figure.unit

    @property
    def owner(self) -> str:
        """The player who controls it."""
        return self.now.owner or self.figure.owner

    @property
    def faction(self) -> str | None:
        """Its effective faction, None for a mercenary."""
        return self.figure.faction

    @property
    def team(self) -> str:
        """The team of its player."""
        return self.field.setup.team(self.owner)

    @property
    def mode(self) -> str:
        """Its speed mode."""
        return self.unit.speed_mode or "foot"

    @property
    def is_mech(self) -> bool:
        """Whether it stands on a 'Mech base of either kind (AOD-CONTACT-008)."""
        return self.unit.type == "mech"

    @property
    def is_quad(self) -> bool:
        """Whether it stands on a Quad base."""
        return self.unit.base == "quad"

    @property
    def is_infantry(self) -> bool:
        """Whether it stands on an infantry base."""
        return self.unit.type == "infantry"

    @property
    def is_vtol(self) -> bool:
        """Whether it has two levels (AOD-VTOL-001)."""
        return self.mode == "vtol"

    @property
    def is_captive(self) -> bool:
        """Whether somebody holds it."""
        return self.now.captive_of is not None

    @property
    def captives(self) -> list[str]:
        """The units it holds."""
        return [k for k, u in self.field.state.units.items() if u.captive_of == self.id]

    @property
    def passengers(self) -> list[str]:
        """The units aboard it (AOD-CARRY-003)."""
        return [k for k, u in self.field.state.units.items() if u.aboard == self.id]

    @property
    def quarry(self) -> str | None:
        """The unit it must attack if it attacks at all, None for a free choice (AOD-FACT-010, 012).

        The duty rests while another of its opponents touches that unit.
        """
        name = self.now.quarry
        if not name or not self.field.ruling("ruthlessness_obligation"):
            return None
        target = self.field.piece(name)
        gone = target.now.at is None or not self.is_opponent(target)
        harried = any(other.id != self.id for other in target.opponents_in_contact)
        return None if gone or harried else name

    # Where it is

    @property
    def at(self) -> Point:
        """Its dot; only for units on the table."""
        if self.now.at is None:
            raise ValueError(f"{self.id} is not on the table")
        return self.now.at

    @cached_property
    def outline(self) -> Outline:
        """The outline of its base."""
        return self.figure.shape.outline(self.at, self.now.facing)

    @property
    def cruising(self) -> bool:
        """Whether it is at cruising level."""
        return self.now.level == "cruising"

    @cached_property
    def submerged(self) -> bool:
        """Whether it is under water (AOD-WATER-004)."""
        water = self.field.table.water_at(self.at)
        return water is not None and water.kind == "deep_water" and self.mode not in FLOATING_MODES

    @cached_property
    def elevation(self) -> str | None:
        """The id of the elevation it stands on, None at cruising level too."""
        element = None if self.cruising else self.field.table.elevation_at(self.at)
        return element.id if element else None

    @cached_property
    def party(self) -> Party:
        """Itself as lines of fire see it."""
        return Party(
            *(self.id, self.at, self.outline, self.is_mech),
            *(self.cruising, self.submerged, self.elevation),
        )

    @property
    def base(self) -> Base:
        """Itself as paths see it."""
        return Base(self.id, self.at, self.outline)

    def mover(self, *, jumps: bool = False) -> Mover:
        """How it moves from here."""
        shallow = self.field.ruling("tracked_shallow")
        at_edge = self.field.ruling("hindering_stop") == "first_crossing"
        return Mover(self.figure.shape, self.mode, self.cruising, jumps, shallow, at_edge)

    def stands_in(self, kind: str) -> bool:
        """Whether its dot is in terrain of a kind, at ground level (AOD-TERRAIN-002)."""
        return not self.cruising and any(
            t.kind == kind and t.occupied_by(self.at) for t in self.field.table.terrain
        )

    @property
    def in_the_open(self) -> bool:
        """Whether its dot is in no terrain but clear ground, elevated or not."""
        elements = self.field.table.terrain
        return not any(t.kind != "clear" and t.occupied_by(self.at) for t in elements)

    # Whom it touches

    @cached_property
    def touching(self) -> list["Piece"]:
        """Every unit in base contact (AOD-CONTACT-001 to 004)."""
        if self.now.at is None or self.cruising:
            return []
        return [other for other in self.field.on_table if self.touches(other)]

    def touches(self, other: "Piece") -> bool:
        """Whether the bases touch; nothing touches a unit at cruising level."""
        if other.id == self.id or self.cruising or other.cruising:
            return False
        reach = (self.figure.shape.length + other.figure.shape.length) / 2 + 2 * TOLERANCE
        return distance(self.at, other.at) < reach and self.outline.gap(other.outline) <= TOLERANCE

    def is_friend(self, other: "Piece") -> bool:
        """Whether the other is of the same side; captives are nobody's (AOD-CONTACT-007)."""
        return self.team == other.team and not other.is_captive and not self.is_captive

    def is_opponent(self, other: "Piece") -> bool:
        """Whether the other is of another side; captives are nobody's (AOD-CONTACT-007)."""
        return self.team != other.team and not other.is_captive and not self.is_captive

    @property
    def opponents_in_contact(self) -> list["Piece"]:
        """The opposing units it touches."""
        return [other for other in self.touching if self.is_opponent(other)]

    @property
    def friends_in_contact(self) -> list["Piece"]:
        """The friendly units it touches."""
        return [other for other in self.touching if self.is_friend(other)]

    # Arcs

    def faces(self, point: Point) -> bool:
        """Whether a point lies in its front arc, the border included (AOD-FACING-001)."""
        half = self.figure.front / 2 + ARC_TOLERANCE
        return turn_between(bearing(self.at, point), self.now.facing) <= half

    def turns_back_on(self, point: Point) -> bool:
        """Whether a point lies in its rear arc, the border excluded (AOD-FACING-001)."""
        border = 180 - self.figure.rear / 2 + ARC_TOLERANCE
        return turn_between(bearing(self.at, point), self.now.facing) > border

    def contact_points(self, other: "Piece") -> list[Point]:
        """Where on its rim it touches another base."""
        mine, theirs = self.outline, other.outline
        pairs = [(p, nearest_on_segment(p, theirs.start, theirs.end)) for p in _ends(mine)]
        pairs += [(nearest_on_segment(q, mine.start, mine.end), q) for q in _ends(theirs)]
        nearest = min(distance(p, q) for p, q in pairs)
        return [
            ahead(p, bearing(p, q), mine.radius)
            for p, q in pairs
            if distance(p, q) <= nearest + TOLERANCE
        ]

    def front_touches(self, other: "Piece") -> bool:
        """Whether its front arc touches another base (AOD-CLOSE-003)."""
        return any(self.faces(point) for point in self.contact_points(other))

    def rear_touches(self, other: "Piece") -> bool:
        """Whether its rear arc touches another base (AOD-CLOSE-006)."""
        return any(self.turns_back_on(point) for point in self.contact_points(other))

    def would_face(self, facing: float, other: "Piece") -> bool:
        """Whether some part of another base would lie in its front arc (AOD-SPIN-002)."""
        half = self.figure.front / 2
        return any(
            turn_between(bearing(self.at, point), facing) < half for point in rim(other.outline)
        )

    # Dials

    @property
    def click(self) -> Click:
        """The position its combat dial shows."""
        return self.unit.dial[min(self.now.click, len(self.unit.dial)) - 1]

    @property
    def heat_position(self) -> HeatPosition | None:
        """The position its heat dial shows; None at the shutdown position and without a dial."""
        dial = self.unit.heat_dial
        return dial[self.now.heat] if self.now.heat < len(dial) else None

    @property
    def weapons(self) -> dict[str, Weapon]:
        """Its weapons by slot."""
        return {weapon.slot: weapon for weapon in self.unit.weapons}

    def slot_of(self, value: str) -> str:
        """Where equipment at a value belongs: the value, or the range type of the weapon."""
        for weapon in self.unit.weapons:
            if weapon.damage_value == value:
                return weapon.range_type
        return value

    @cached_property
    def heat_effects(self) -> list[tuple[str, HeatEffect]]:
        """The coloured squares of its heat dial, by column (AOD-HEAT-002)."""
        position = self.heat_position
        if position is None:
            return []
        columns = [c for c in HEAT_COLUMNS if c in position.effects]
        found = [(c, HEAT_EFFECTS.get((self.slot_of(c), position.effects[c]))) for c in columns]
        return [(column, effect) for column, effect in found if effect is not None]

    def silenced(self, slot: str) -> bool:
        """Whether heat has put equipment and ranged attacks of a slot out of work."""
        return any(effect.silences and effect.slot == slot for _, effect in self.heat_effects)

    @cached_property
    def _in_window(self) -> list[Fitted]:
        """The equipment its combat dial shows."""
        symbols = self.click.equipment.items()
        found = [(v, s, EQUIPMENT.get((self.slot_of(v), s.color))) for v, s in symbols]
        return [Fitted(item, v, s.shape == "circle") for v, s, item in found if item]

    @cached_property
    def _on_cards(self) -> list[Fitted]:
        """The equipment and the texts its cards give it now."""
        found = []
        for value, card in ((grant.value, grant.card) for grant in self.figure.grants):
            item: Ability | None = TEXTS.get(card.id)
            circled = item is not None and item.pushes
            if item is None and card.provides:
                symbol = card.provides.symbol
                item = EQUIPMENT.get((self.slot_of(value), symbol.color))
                circled = symbol.shape == "circle"
            if item is None or not self._in_force(card):
                continue
            fitted = Fitted(item, value, circled, card)
            unarmed = card.needs_damage and not getattr(self.click, value)
            if not unarmed and fitted.place not in self.now.lost:
                found.append(fitted)
        return found

    def _in_force(self, card: Card) -> bool:
        """Whether a card counts: heavy damage puts gear out of work, not pilots
        (AOD-GEAR-019, AOD-PILOT-013)."""
        return not (self.is_salvage and card.is_gear) or card.under_salvage

    def card_modifiers(self, value: str) -> list[tuple[str, int]]:
        """What its cards add to a value, by card (AOD-MODIF-002, AOD-GEAR-010)."""
        cards = (card for card in self.figure.cards if self._in_force(card))
        return [(card.title, card.modifiers[value]) for card in cards if card.modifiers.get(value)]

    @cached_property
    def shown(self) -> list[Fitted]:
        """The equipment in its window and on its cards, each once (AOD-EQUIP-001, 002)."""
        found: dict[tuple[str, str], Fitted] = {}
        for fitted in (*self._in_window, *self._on_cards):
            known = found.get((fitted.name, fitted.value))
            if known is None or (known.circled and not fitted.circled):
                found[fitted.name, fitted.value] = fitted
        return list(found.values())

    def switchable(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Those of some names that are optional equipment it shows (AOD-EQUIP-108)."""
        optional = {fitted.name for fitted in self.shown if fitted.item.optional}
        return tuple(name for name in names if name in optional)

    @property
    def inborn(self) -> list[Fitted]:
        """What its faction and the cards of its player's group let it do (AOD-FACT-001,
        AOD-FACT-002, AOD-PRIDE-008), as far as the cards may still be used (AOD-CARD-022)."""
        found = [Fitted(ability) for ability in FACTIONS.get(self.faction or "", ())]
        for played in self.field.setup.player(self.owner).cards:
            text = GROUP_TEXTS.get(played.card.id)
            ours = self.owner == self.figure.owner and self.faction in played.card.factions
            if text and ours and text.serves(self) and self.field.uses_left(self.owner, played):
                found.append(Fitted(text, card=played.card))
        return found

    @cached_property
    def working(self) -> list[Fitted]:
        """The shown equipment that works now (AOD-EQUIP-002, 004, 010), and what always does."""
        if self.is_captive or self.now.aboard or self.now.eliminated:
            return []
        excluded = {name for fitted in self.shown for name in fitted.item.excludes}
        shown = [
            fitted
            for fitted in self.shown
            if not (self.now.shutdown and self._stops_with_the_mech(fitted))
            and not (fitted.item.optional and fitted.name in self.now.off)
            and not self.silenced(self.slot_of(fitted.value))
            and fitted.name not in excluded
        ]
        return shown + self.inborn

    def _stops_with_the_mech(self, fitted: Fitted) -> bool:
        """Whether a shutdown suspends a piece of equipment (AOD-EQUIP-010)."""
        return fitted.item.optional or self.field.ruling("shutdown_suspends") == "all"

    def for_attack(self, attack: Attack) -> list[Fitted]:
        """What works now and its attack may use (AOD-EQUIP-007): not what it goes without.

        Of two sources at one value the one the order asks for works, else the dial; its player
        decides by switching off (AOD-GEAR-017).
        """
        usable = []
        for fitted in self.working:
            at_a_weapon = fitted.value.endswith("_damage")
            wrong_weapon = fitted.value != attack.value and not fitted.item.any_weapon
            shut_out = fitted.value and (
                attack.without == "all" or (attack.without == "damage" and at_a_weapon)
            )
            if not (at_a_weapon and wrong_weapon) and not shut_out:
                usable.append(fitted)
        return _one_source(usable, lambda f: (f.name in attack.choices, f.card is None))

    def against(self, attack: Attack) -> list[Fitted]:
        """The working equipment that counts against an attack on it.

        Of two sources at one value the one that does more works (AOD-GEAR-017).
        """

        def worth(fitted: Fitted) -> tuple[int, bool]:
            item = fitted.item
            stopped = _COMPARED - item.damage_taken(attack, _COMPARED)
            stopped += item.spared_by_die(attack, 6)
            return item.defense_value(self, attack) + stopped, fitted.card is None

        return _one_source(self.working, worth)

    @property
    def is_salvage(self) -> bool:
        """Whether it is heavily damaged."""
        return any(f.item.is_salvage for f in self._in_window)

    @property
    def is_functional(self) -> bool:
        """Whether it stands on the battlefield, free and not heavily damaged (AOD-END-005)."""
        on_table = self.now.at is not None and not self.now.gone
        return on_table and not self.is_captive and not self.is_salvage

    def blinding(self, item: Ability) -> Fitted | None:
        """The equipment that keeps a piece of equipment from being used against it."""
        return next((f for f in self.working if f.item.blinds(item)), None)

    def blinds(self, item: Ability) -> bool:
        """Whether a piece of equipment cannot be used against it."""
        return self.blinding(item) is not None

    @property
    def jump(self) -> Fitted | None:
        """The equipment with which it may jump."""
        return next((f for f in self.working if f.item.jumps(self)), None)


def _one_source(found: list[Fitted], worth: Callable[[Fitted], tuple[int, bool]]) -> list[Fitted]:
    """The equipment left when pieces that exclude each other give way to the one worth more."""
    return [
        fitted
        for fitted in found
        if not any(fitted.excludes(other) and worth(other) > worth(fitted) for other in found)
    ]


def _ends(outline: Outline) -> tuple[Point, ...]:
    return (outline.start,) if outline.start == outline.end else (outline.start, outline.end)
