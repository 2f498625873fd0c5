"""The set-up, points and the end."""

from armybuilder.systems.age_of_destruction.present.scenes.stage import Scenes, Stage, shows
from rules.age_of_destruction import events


@shows(events.TerrainPlaced)
def _terrain(stage: Stage, event: events.TerrainPlaced) -> Scenes:
    yield {"kind": "terrain", "piece": event.piece}


@shows(events.UnitDeployed)
def _deploy(stage: Stage, event: events.UnitDeployed) -> Scenes:
    yield {"kind": "deploy", "unit": event.unit, "manner": stage.manner(event.unit)}


@shows(events.PointsScored)
def _score(stage: Stage, event: events.PointsScored) -> Scenes:
    points = sum(part.value for part in event.points)
    yield {"kind": "score", "seat": event.player, "points": points, "unit": event.unit}


@shows(events.GameEnded)
def _victory(stage: Stage, event: events.GameEnded) -> Scenes:
    yield {"kind": "victory", "team": event.winner, "title": stage.names.player(event.winner)}
