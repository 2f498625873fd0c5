"""Terrain, conditions and deployment."""

from rules.age_of_destruction.state import events
from rules.age_of_destruction.telling.names import Names
from rules.age_of_destruction.telling.sentences.base import Words, says


@says(events.FirstPlayerRolled)
def _first_player(event: events.FirstPlayerRolled, names: Names) -> Words:
    rounds = (
        ", ".join(f"{names.player(who)} {total}" for who, total in each.items())
        for each in event.rounds
    )
    return names.say("FIRST_PLAYER", player=names.player(event.player), totals="; ".join(rounds))


@says(events.TerrainPlaced)
def _terrain(event: events.TerrainPlaced, names: Names) -> Words:
    return names.say("TERRAIN_LAID", piece=names.terrain(event.piece))


@says(events.SetUpContinued)
def _set_up(event: events.SetUpContinued, names: Names) -> Words:
    codes = {"terrain": "LAYS", "deployment": "DEPLOYS", "infiltration": "INFILTRATES"}
    return names.say(codes[event.step], player=names.player(event.player))


@says(events.ConditionsRevealed)
def _conditions(event: events.ConditionsRevealed, names: Names) -> Words:
    return names.say("CONDITIONS", names=names.conditions(event.cards))


@says(events.UnitDeployed)
def _deployed(event: events.UnitDeployed, names: Names) -> Words:
    return names.say("DEPLOYED", unit=names.unit(event.unit))
