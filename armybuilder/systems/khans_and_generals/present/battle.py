"""What stands beside the board of a battle: the hour, the staffs, the assessment, a unit's card."""

from dataclasses import dataclass

from armybuilder.skirmishes.present.tables import Table
from armybuilder.skirmishes.present.words import seat_title
from collection.common.language import Words, language
from rules import khans_and_generals as kag


@dataclass(frozen=True)
class Camp:
    """A side with its staffs and what it thinks of the battle; `is_near`: little is missing to its
    limit."""

    seat: str
    name: Words
    side: kag.Side

    @property
    def is_near(self) -> bool:
        """Whether its total is close to the limit."""
        total, limit = self.side.total, self.side.limit
        return total is not None and limit is not None and total * 4 >= limit * 3


def battle_of(table: Table) -> kag.Battle:
    """The battle on a table; raises TypeError for another game."""
    match = table.game.match
    if not isinstance(match, kag.Battle):
        raise TypeError(type(match))
    return match


def hours(table: Table) -> tuple[kag.Value, ...]:
    """Time, weather and ground."""
    return _brief(table).hours


def camps(table: Table) -> tuple[Camp, ...]:
    """Both sides."""
    return tuple(
        Camp(side.player, seat_title(table.game.seats, side.player), side)
        for side in _brief(table).sides
    )


def ended_by(table: Table) -> str:
    """How the battle ended, "" while it goes on."""
    return _brief(table).ended_by


def card_of(table: Table, unit: str) -> kag.Card:
    """The card of a unit that is seen."""
    return battle_of(table).card(unit, language())


def light_of(table: Table) -> str:
    """The name of what dims the board: "night", "dusk", "fog", "rain", "snow", "" for nothing."""
    now = battle_of(table).game.state.conditions
    if now.weather in ("fog", "rain", "snow"):
        return f"{now.weather} night" if now.time == "night" else now.weather
    return {"night": "night", "dawn": "dusk", "evening": "dusk"}.get(now.time, "")


def _brief(table: Table) -> kag.Brief:
    return battle_of(table).brief(language(), table.viewers)
