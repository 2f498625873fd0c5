"""What one unit shows: its dials, and the equipment in the window and on its cards."""

import msgspec

from rules.age_of_destruction.moment.ability import HeatEffect
from rules.age_of_destruction.moment.answers import Permission
from rules.age_of_destruction.moment.attack import Without
from rules.age_of_destruction.moment.fitted import Fitted, usable
from rules.age_of_destruction.moment.outfit import Outfit
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.units import Click, HeatPosition
from rules.age_of_destruction.state.state import UnitState
from rules.core.kept import kept, of_a_moment, of_the_last
from rules.core.tally import Part


class Dials(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """What a figure's showing follows from.

    `lost` is its destroyed gear and `off` the equipment switched off, as in its state;
    `in_action`: neither captive nor aboard nor eliminated.
    """

    click: int
    heat: int
    lost: tuple[str, ...]
    off: tuple[str, ...]
    shutdown: bool
    in_action: bool


@of_the_last
def showing(outfit: Outfit, now: UnitState) -> "Showing":
    """What a figure shows in a state."""
    in_action = now.captive_of is None and not now.aboard and not now.eliminated
    dials = Dials(now.click, now.heat, now.lost, now.off, now.shutdown, in_action)
    return _showing(outfit, dials)


@of_a_moment
def _showing(outfit: Outfit, dials: Dials) -> "Showing":
    return Showing(outfit, dials)


class Showing:
    """A figure with its dials turned, wherever it stands and whatever becomes of the others."""

    def __init__(self, outfit: Outfit, dials: Dials) -> None:
        self.outfit = outfit
        self.figure = figure = outfit.figure
        self.dials = dials
        self._position = min(dials.click, len(figure.unit.dial)) - 1

    @property
    def click(self) -> Click:
        """The position the combat dial shows."""
        return self.figure.unit.dial[self._position]

    @property
    def in_window(self) -> tuple[Fitted, ...]:
        """The equipment the combat dial shows."""
        return self.outfit.windows[self._position]

    @property
    def is_salvage(self) -> bool:
        """Whether the unit is heavily damaged."""
        return self.outfit.salvage[self._position]

    @property
    def heat_position(self) -> HeatPosition | None:
        """The position the heat dial shows; None at the shutdown position and without a dial."""
        dial = self.figure.unit.heat_dial
        return dial[self.dials.heat] if self.dials.heat < len(dial) else None

    @property
    def heat_effects(self) -> tuple[tuple[str, HeatEffect], ...]:
        """The coloured squares of the heat dial, by column (AOD-HEAT-002)."""
        dial = self.outfit.heat_effects
        return dial[self.dials.heat] if self.dials.heat < len(dial) else ()

    @kept
    def on_cards(self) -> list[Fitted]:
        """The equipment and the texts the unit's cards give it now."""
        return [
            fitted
            for fitted, card in self.outfit.on_cards
            if self.in_force(card)
            and not (card.needs_damage and not getattr(self.click, fitted.value))
            and fitted.place not in self.dials.lost
        ]

    @of_a_moment
    def modifiers(self, value: str) -> tuple[Part, ...]:
        """What the unit's cards add to a value, by card (AOD-MODIF-002, AOD-GEAR-010)."""
        cards = (card for card in self.figure.cards if self.in_force(card))
        return tuple(
            Part(card.title, card.modifiers[value]) for card in cards if card.modifiers.get(value)
        )

    @of_a_moment
    def usable(self, value: str, without: Without) -> list[Fitted]:
        """What of it an attack with a damage value may use that goes without something."""
        return usable(self.working, value, without)

    def in_force(self, card: Card) -> bool:
        """Whether a card counts: heavy damage puts gear out of work, not pilots
        (AOD-GEAR-019, AOD-PILOT-013)."""
        return not (self.is_salvage and card.is_gear) or card.under_salvage

    @kept
    def equipment(self) -> list[Fitted]:
        """What is in the window and on cards, each once (AOD-EQUIP-001, 002)."""
        found: dict[tuple[str, str], Fitted] = {}
        for fitted in (*self.in_window, *self.on_cards):
            known = found.get((fitted.name, fitted.value))
            if known is None or (known.circled and not fitted.circled):
                found[fitted.name, fitted.value] = fitted
        return list(found.values())

    @kept
    def working(self) -> list[Fitted]:
        """What of it works now (AOD-EQUIP-002, 004, 010), and what its faction gives."""
        if not self.dials.in_action:
            return []
        excluded = {name for fitted in self.equipment for name in fitted.item.excludes}
        shown = [
            fitted
            for fitted in self.equipment
            if not (self.dials.shutdown and (fitted.item.optional or self.outfit.all_stops))
            and not (fitted.item.optional and fitted.name in self.dials.off)
            and not self.silenced(self.figure.slot_of(fitted.value))
            and fitted.name not in excluded
        ]
        return [*shown, *self.outfit.inborn]

    @of_a_moment
    def permitting(self, permission: Permission) -> list[Fitted]:
        """What of it works now and lets the unit do something."""
        return [fitted for fitted in self.working if permission in fitted.item.permits]

    @of_a_moment
    def answering(self, hook: str) -> list[Fitted]:
        """What of it works now and answers a hook in its own way."""
        return [fitted for fitted in self.working if fitted.item.has(hook)]

    def silenced(self, slot: str) -> bool:
        """Whether heat has put equipment and ranged attacks of a slot out of work."""
        return any(effect.silences and effect.slot == slot for _, effect in self.heat_effects)
