"""What one figure brings into the game: the abilities of its dials, its faction and its cards."""

from collections.abc import Iterator
from itertools import chain

from rules.age_of_destruction.moment.abilities import Abilities, UnknownAbility, abilities_of
from rules.age_of_destruction.moment.ability import Ability, GroupText, HeatEffect
from rules.age_of_destruction.moment.answers import Permission
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.units import Click, HeatPosition
from rules.age_of_destruction.records.vocabulary import HEAT_COLUMNS
from rules.age_of_destruction.state.setup import Figure, Setup
from rules.age_of_destruction.state.state import UnitState
from rules.core.kept import kept, of_a_moment


class Outfit:
    """A figure with its abilities, wherever its dials stand."""

    def __init__(
        self,
        figure: Figure,
        abilities: Abilities,
        group_texts: tuple[GroupText, ...] = (),
        *,
        all_stops: bool = False,
    ) -> None:
        self.figure = figure
        #: Whether a shutdown suspends all its equipment and not only what is optional.
        self.all_stops = all_stops
        self._abilities = abilities
        self._group_texts = group_texts

    def look_up(self) -> None:
        """Look at everything it may ever show; raises UnknownAbility."""
        _ = self.windows, self.heat_effects, self.on_cards

    @kept
    def windows(self) -> tuple[tuple[Fitted, ...], ...]:
        """The equipment its combat dial shows, position by position."""
        return tuple(self._window(click) for click in self.figure.unit.dial)

    def _window(self, click: Click) -> tuple[Fitted, ...]:
        slot_of, equipment_at = self.figure.slot_of, self._abilities.equipment_at
        return tuple(
            Fitted(equipment_at(slot_of(value), symbol.color), value, symbol.shape == "circle")
            for value, symbol in click.equipment.items()
        )

    @kept
    def heat_effects(self) -> tuple[tuple[tuple[str, HeatEffect], ...], ...]:
        """The coloured squares of its heat dial by column, position by position (AOD-HEAT-002)."""
        return tuple(self._squares(position) for position in self.figure.unit.heat_dial)

    def _squares(self, position: HeatPosition) -> tuple[tuple[str, HeatEffect], ...]:
        slot_of, heat_effect_at = self.figure.slot_of, self._abilities.heat_effect_at
        return tuple(
            (column, heat_effect_at(slot_of(column), position.effects[column]))
            for column in HEAT_COLUMNS
            if column in position.effects
        )

    @kept
    def on_cards(self) -> tuple[tuple[Fitted, Card], ...]:
        """The equipment and the texts its cards give it, with the cards."""
        found = []
        for value, card in ((grant.value, grant.card) for grant in self.figure.grants):
            if text := self._abilities.texts.get(card.id):
                found.append((Fitted(text, value, text.pushes, card), card))
            elif card.provides:
                symbol = card.provides.symbol
                item = self._abilities.equipment_at(self.figure.slot_of(value), symbol.color)
                found.append((Fitted(item, value, symbol.shape == "circle", card), card))
            elif card.ability or not card.modifiers:
                raise UnknownAbility(card.id)
        return tuple(found)

    @kept
    def inborn(self) -> tuple[Fitted, ...]:
        """What its faction lets it do (AOD-FACT-001, AOD-FACT-002)."""
        of_faction = self._abilities.factions.get(self.figure.faction or "", ())
        return tuple(Fitted(ability) for ability in of_faction)

    @of_a_moment
    def may_have(self, hook: str) -> bool:
        """Whether anything that it ever shows, that its cards or those of its group give it or that
        its faction does, answers a hook."""
        return any(item.has(hook) for item in self._ever)

    @of_a_moment
    def may_permit(self, permission: Permission) -> bool:
        """Whether anything of that kind ever lets the unit do something."""
        return any(permission in item.permits for item in self._ever)

    @property
    def _ever(self) -> Iterator[Ability]:
        """All that it ever shows, that its cards or those of its group give it or its faction."""
        fitted = (*chain.from_iterable(self.windows), *(f for f, _ in self.on_cards), *self.inborn)
        yield from (each.item for each in fitted)
        yield from self._group_texts

    def is_salvage_at(self, click: int) -> bool:
        """Whether it is heavily damaged at a position of its dial, the last one if beyond it."""
        return self.salvage[min(click, len(self.salvage)) - 1]

    def is_functional(self, now: UnitState) -> bool:
        """Whether it stands on the battlefield, free and not heavily damaged (AOD-END-005)."""
        stands = now.at is not None and not now.gone and now.captive_of is None
        return stands and not self.is_salvage_at(now.click)

    @kept
    def salvage(self) -> tuple[bool, ...]:
        """Whether it is heavily damaged, position by position."""
        return tuple(any(f.item.is_salvage for f in window) for window in self.windows)


@of_a_moment
def outfits(setup: Setup) -> dict[str, Outfit]:
    """What every figure of a game brings, by its id."""
    abilities = abilities_of(setup)
    all_stops = setup.rulings["shutdown_suspends"] == "all"
    texts = {
        player.id: tuple(
            abilities.group_texts[played.card.id]
            for played in player.cards
            if played.card.id in abilities.group_texts
        )
        for player in setup.players
    }
    return {
        name: Outfit(figure, abilities, texts[figure.owner], all_stops=all_stops)
        for name, figure in setup.figures.items()
    }
