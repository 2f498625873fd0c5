"""A unit at one moment with what its dials show, and what of its equipment works."""

from rules.age_of_destruction.moment.ability import Ability, HeatEffect
from rules.age_of_destruction.moment.answers import MUCH, Others, Permission
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.fitted import Fitted, one_source, usable
from rules.age_of_destruction.moment.outfit import Outfit
from rules.age_of_destruction.moment.placed import Placed
from rules.age_of_destruction.moment.showing import Showing, showing
from rules.age_of_destruction.records.units import Click, HeatPosition, Weapon
from rules.core.kept import kept, of_the_last


class Piece(Placed):
    """One unit at one moment, with everything it shows."""

    @property
    def outfit(self) -> Outfit:
        """What its figure brings into the game."""
        return self.field.outfits[self.id]

    @kept
    def showing(self) -> Showing:
        """What its dials and cards show."""
        return showing(self.outfit, self.now)

    @property
    def click(self) -> Click:
        """The position its combat dial shows."""
        return self.showing.click

    @property
    def heat_position(self) -> HeatPosition | None:
        """The position its heat dial shows; None at the shutdown position and without a dial."""
        return self.showing.heat_position

    @property
    def heat_effects(self) -> tuple[tuple[str, HeatEffect], ...]:
        """The coloured squares of its heat dial, by column (AOD-HEAT-002)."""
        return self.showing.heat_effects

    @property
    def weapons(self) -> dict[str, Weapon]:
        """Its weapons by slot."""
        return self.figure.weapons

    def slot_of(self, value: str) -> str:
        """Where equipment at a value belongs: the value, or the range type of the weapon."""
        return self.figure.slot_of(value)

    def silenced(self, slot: str) -> bool:
        """Whether heat has put equipment and ranged attacks of a slot out of work."""
        return self.showing.silenced(slot)

    @property
    def shown(self) -> list[Fitted]:
        """The equipment in its window and on its cards, each once (AOD-EQUIP-001, 002)."""
        return self.showing.equipment

    def switchable(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Those of some names that are optional equipment it shows (AOD-EQUIP-108)."""
        if not names:
            return ()
        optional = {fitted.name for fitted in self.shown if fitted.item.optional}
        return tuple(name for name in names if name in optional)

    @property
    def still_on(self) -> list[Fitted]:
        """The optional equipment it shows that is not switched off and serves beyond the set-up."""
        return [
            fitted
            for fitted in self.shown
            if fitted.item.optional
            and fitted.name not in self.now.off
            and "infiltrate" not in fitted.item.permits
        ]

    @property
    def inborn(self) -> list[Fitted]:
        """What its faction and the cards of its player's group let it do (AOD-FACT-001,
        AOD-FACT-002, AOD-PRIDE-008)."""
        return [*self.outfit.inborn, *self._by_group_cards]

    @property
    def _by_group_cards(self) -> list[Fitted]:
        """What the cards of its player's group let it do, as far as they may still be used
        (AOD-CARD-022)."""
        found = []
        for played in self.field.setup.player(self.owner).cards:
            text = self.field.abilities.group_texts.get(played.card.id)
            ours = self.owner == self.figure.owner and self.faction in played.card.factions
            if text and ours and text.serves(self) and self.field.uses_left(self.owner, played):
                found.append(Fitted(text, card=played.card))
        return found

    @kept
    def working(self) -> list[Fitted]:
        """The shown equipment that works now (AOD-EQUIP-002, 004, 010), and what always does."""
        if not self.showing.dials.in_action:
            return []
        by_cards = self._by_group_cards
        return [*self.showing.working, *by_cards] if by_cards else self.showing.working

    def permitting(self, permission: Permission) -> list[Fitted]:
        """What works now and lets it do something."""
        working, showing = self.working, self.showing
        if working is showing.working:
            return showing.permitting(permission)
        return [fitted for fitted in working if permission in fitted.item.permits]

    def answering(self, hook: str) -> list[Fitted]:
        """What works now and answers a hook in its own way."""
        working, showing = self.working, self.showing
        if working is showing.working:
            return showing.answering(hook)
        return [fitted for fitted in working if fitted.item.has(hook)]

    @of_the_last
    def for_attack(self, attack: Attack) -> list[Fitted]:
        """What works now and its attack may use (AOD-EQUIP-007): not what it goes without.

        Of two sources at one value the one the order asks for works, else the dial; its player
        decides by switching off (AOD-GEAR-017).
        """
        working, showing = self.working, self.showing
        if working is showing.working:
            found = showing.usable(attack.value, attack.without)
        else:
            found = usable(working, attack.value, attack.without)
        return one_source(found, lambda f: (f.name in attack.choices, f.card is None))

    @of_the_last
    def against(self, attack: Attack) -> list[Fitted]:
        """The working equipment that counts against an attack on it.

        Of two sources at one value the one that does more works (AOD-GEAR-017).
        """

        def worth(fitted: Fitted) -> tuple[int, bool]:
            item = fitted.item
            stopped = MUCH - item.damage_taken(attack, MUCH)
            stopped += sum(item.guard(attack).spares[-1:])
            return item.defense_value(self, attack) + stopped, fitted.card is None

        return one_source(self.working, worth)

    def striking_others(self, attack: Attack, whom: Others) -> Fitted | None:
        """The equipment with which its attack strikes others than its order names."""
        found = self.for_attack(attack)
        return next((f for f in found if f.item.strikes_others(attack) == whom), None)

    @property
    def is_salvage(self) -> bool:
        """Whether it is heavily damaged."""
        return self.outfit.is_salvage_at(self.now.click)

    @property
    def is_functional(self) -> bool:
        """Whether it stands on the battlefield, free and not heavily damaged (AOD-END-005)."""
        return self.outfit.is_functional(self.now)

    def strikes_rear(self, attack: Attack, target: "Piece") -> bool:
        """Whether its attack comes from behind a target (AOD-RANGED-004, AOD-CLOSE-006,
        AOD-CHARGE-004, AOD-RAM-004)."""
        if attack.is_ranged:
            return target.turns_back_on(self.at)
        if attack.kind == "close":
            return target.rear_touches(self)
        return attack.from_behind

    def blinding(self, item: Ability, attack: Attack) -> Fitted | None:
        """The equipment that keeps a piece of equipment from being used against it."""
        return next((f for f in self.working if f.item.suppresses(item, attack)), None)

    def blinds(self, item: Ability, attack: Attack) -> bool:
        """Whether a piece of equipment cannot be used against it."""
        return self.blinding(item, attack) is not None

    @property
    def jump(self) -> Fitted | None:
        """The equipment with which it may jump."""
        return next((f for f in self.answering("movement") if f.item.movement(self).jumps), None)
