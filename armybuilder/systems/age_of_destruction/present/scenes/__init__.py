"""What has just happened as a film: scenes in order, and how the units stood before the first."""

from collections.abc import Iterable

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.systems.age_of_destruction.present.logbook import news
from armybuilder.systems.age_of_destruction.present.scenes import (
    attacks,
    dials,
    ending,
    moves,
    orders,
)
from armybuilder.systems.age_of_destruction.present.scenes.stage import SHOWN, UNSEEN, Stage
from armybuilder.systems.age_of_destruction.present.tables import Table
from rules import age_of_destruction as aod

#: What of a unit the picture shows, so that a film begins with it as it was.
_SEEN = (
    *("at", "facing", "level", "click", "heat", "tokens", "shutdown", "captive_of", "aboard"),
    *("eliminated", "withdrawn", "owner"),
)


def film(before: aod.State, after: Table, steps: Iterable[list[Document]]) -> Document:
    """The events of some steps as a film, from the state `before` them.

    `scenes`: each with its `kind` and, where the log has a sentence, what it `says`; `start`: the
    units that change as they stood; `says`: the whole in a few sentences. Of dials that those who
    look at `after` may not see it tells no more than the log.
    """
    stage = Stage(before, after)
    scenes: list[Document] = []
    said: tuple[str, ...] = ()
    for happened in steps:
        said = news(after, happened)
        for event in aod.read_events(happened):
            scenes += stage.scenes_of(event)
    return {
        "scenes": scenes,
        "start": _start(Stage(before, after), stage.state),
        "says": " ".join(said),
    }


def _start(stage: Stage, end: aod.State) -> dict[str, Document]:
    """The units that a film changes, as they stood on the table before it."""
    return {
        unit_id: _standing(stage, unit_id)
        for unit_id, unit in stage.state.units.items()
        if any(getattr(unit, name) != getattr(end.units[unit_id], name) for name in _SEEN)
    }


def _standing(stage: Stage, unit_id: str) -> Document:
    now = stage.state.units[unit_id]
    figure = stage.figure(unit_id)
    return {
        "at": stage.place(now.at) if now.at is not None else None,
        "turn": stage.turn(unit_id),
        "click": now.click,
        "clicks": stage.clicks(unit_id),
        "heat": now.heat if figure.unit.is_mech else None,
        "tokens": now.tokens,
        "down": now.shutdown,
        "captive": bool(now.captive_of),
        "seat": stage.owner(unit_id),
        "name": stage.names.unit(unit_id),
        "width": figure.shape.width,
        "length": figure.shape.length,
    }


__all__ = ["SHOWN", "UNSEEN", "attacks", "dials", "ending", "film", "moves", "orders"]
