"""What the step that was just taken looked like: where each model went, on the plan and from the
side, for scripts to play; the sentence of the log says the same."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from armybuilder.skirmishes.present.drawn import Point, down, short
from armybuilder.skirmishes.present.ordering import written
from armybuilder.skirmishes.present.tables import Table
from armybuilder.systems.warzone.present.scene import moment_of
from rules import warzone

#: A place over the table with its height.
Pose = tuple[float, float, float]
#: How much higher than its edges a jump is drawn, in inches.
LEAP = 0.9


def film(
    table: Table, before: Mapping[str, Any], events: Sequence[Mapping[str, Any]], unit: str
) -> str:
    """The ways of all who moved, as JSON; the side is that of the model that is chosen now."""
    now = moment_of(table)
    ways: dict[str, list[Pose]] = {}
    for event in events:
        mover = str(event.get("unit", ""))
        was = before["units"].get(mover)
        if was is None:
            continue
        way = ways.setdefault(mover, [_stood(was)])
        way += _poses(event, way[-1], was)
    moved = {mover: way for mover, way in ways.items() if len(way) > 1}
    depth = now.setup.table.depth
    found: dict[str, Any] = {
        "plan": {mover: [down((x, y), depth) for x, y, _ in way] for mover, way in moved.items()}
    }
    if unit in now.state.units and not now.model(unit).eliminated:
        cut = warzone.section_of(now, unit)
        found["side"] = {mover: [_seen(cut, pose) for pose in way] for mover, way in moved.items()}
    return written(found)


def _stood(model: Mapping[str, Any]) -> Pose:
    x, y = model["at"]
    hold = model.get("climbing")
    return x, y, model["elevation"] + (hold["height"] if hold else 0)


def _poses(event: Mapping[str, Any], last: Pose, was: Mapping[str, Any]) -> Iterator[Pose]:
    kind = event["event"]
    if kind == "climbed":
        yield last[0], last[1], was["elevation"] + event["height"]
    elif kind == "placed":
        yield last[0], last[1], event["elevation"]
        yield (*event["at"], event["elevation"])
    elif kind == "jumped":
        x, y = event["at"]
        yield (last[0] + x) / 2, (last[1] + y) / 2, last[2] + LEAP
        yield x, y, last[2]
    elif kind in ("dropped", "fell"):
        x, y = event["at"]
        if (x, y) != last[:2]:
            yield x, y, last[2]
        yield x, y, event["elevation"]
    elif kind in ("moved", "pushed_through", "dived", "arranged"):
        yield (*event["at"], event["elevation"])
    elif kind == "displaced":
        yield (*event["at"], last[2])


def _seen(cut: warzone.Section, pose: Pose) -> Point:
    x, y, z = pose
    return short(cut.along((x, y))), short(-z)
