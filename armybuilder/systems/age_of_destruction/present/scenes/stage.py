"""The table while its events are shown, and how what shows a kind of event is entered.

Scenes are plain JSON values. Points are inches from the top left corner, y downwards; turns are
degrees clockwise from upwards.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.systems.age_of_destruction.present.shapes import down
from armybuilder.systems.age_of_destruction.present.tables import Table
from collection.catalogue.present.words import DIAL_SLOTS
from collection.common.language import language
from rules import Part
from rules import age_of_destruction as aod
from rules.age_of_destruction import events

Scenes = Iterator[Document]
Show = Callable[["Stage", Any], Scenes]

#: What shows each kind of event.
SHOWN: dict[type[Any], Show] = {}

#: Kinds of events without a picture, and what the table shows in their place.
UNSEEN: dict[type[Any], str] = {
    events.OrderPaid: "the orders left, which the bar counts",
    events.OrderFinished: "nothing: what came of the order has been shown",
    events.OrderStageBegan: "the orders of the turn, which the bar counts",
    events.Asked: "the question itself",
    events.Answered: "what comes of the answer",
    events.OnceUsed: "the use of the equipment",
}


class Stage:
    """The table while its events are shown one after the other; `state` is that before the event
    that is being shown, `seen_by` the moment whose players look on."""

    def __init__(self, state: aod.State, seen_by: Table) -> None:
        self.state = state
        self.setup = seen_by.setup
        self.names = aod.Names(seen_by.setup, language(), seen_by.names)
        self.jumping: set[str] = set()
        self._seen_by = seen_by
        self._depth = seen_by.field.table.depth

    def scenes_of(self, event: aod.AnyEvent) -> list[Document]:
        """What an event shows, its sentence with the first of it; the stage goes on behind it."""
        show = SHOWN.get(type(event))
        shown = list(show(self, event)) if show else []
        if shown and (says := self._says(event)):
            shown[0]["says"] = says
        self.state = aod.evolve(self.state, event)
        return shown

    def _says(self, event: aod.AnyEvent) -> str:
        """The sentence of an event, "" where a story only mentions it; damage has always one."""
        told = aod.tell(self.setup, [event], language(), self._seen_by.names)
        hurts = isinstance(event, events.Damaged)
        return " ".join(line.text for line in told if hurts or line.weight != "small")

    def place(self, point: tuple[float, float]) -> list[float]:
        """A point of the table."""
        return list(down(point, self._depth))

    def where(self, unit_id: str) -> list[float] | None:
        """Where a unit stands, or whoever carries it; None for one that is not on the table."""
        now = self.state.units[unit_id]
        if now.at is not None:
            return self.place(now.at)
        return self.where(now.aboard) if now.aboard else None

    def turn(self, unit_id: str) -> float:
        """Which way a unit looks."""
        return round(self.state.units[unit_id].facing, 1)

    def piece(self, unit_id: str) -> aod.Piece:
        """A unit as it stands."""
        return aod.Field.of_moment(self.setup, self.state).piece(unit_id)

    def figure(self, unit_id: str) -> Any:
        """What a unit is."""
        return self.setup.figures[unit_id]

    def manner(self, unit_id: str) -> str:
        """How a unit goes."""
        unit = self.figure(unit_id).unit
        return str(unit.speed_mode or unit.type)

    def clicks(self, unit_id: str) -> int | None:
        """How many clicks a unit's dial has; None where its dial is hidden."""
        owner = self.state.units[unit_id].owner or self.figure(unit_id).owner
        return len(self.figure(unit_id).unit.dial) if self._seen_by.shows_dial(owner) else None

    def owner(self, unit_id: str) -> str:
        """Whose a unit is now."""
        return self.state.units[unit_id].owner or str(self.figure(unit_id).owner)

    def changes(self, unit_id: str, click: int) -> list[Document]:
        """Which numbers of a dial change on its way to a click; nothing of a hidden dial."""
        dial = self.figure(unit_id).unit.dial
        if self.clicks(unit_id) is None or click > len(dial):
            return []
        one = dial[min(self.state.units[unit_id].click, len(dial)) - 1]
        other = dial[click - 1]
        values = (
            (str(label), getattr(one, slot, None), getattr(other, slot, None))
            for slot, label in DIAL_SLOTS.items()
        )
        return [
            {"what": label, "from": before, "to": after}
            for label, before, after in values
            if before is not None and after is not None and before != after
        ]

    def sum(self, faces: Iterable[int], attack: tuple[Part, ...], against: str) -> str:
        """A throw in numbers: dice and what is added, and what it is held against."""
        thrown = sum(faces)
        added = self._parts(attack)
        total = thrown + sum(part.value for part in attack)
        return f"{thrown}{added} = {total} · {against}"

    def defense(self, aim: events.Aim) -> str:
        """A defense with its parts."""
        told = self._parts(aim.defense).removeprefix(" + ")
        return f"{told} = {aim.against}" if len(aim.defense) > 1 else told

    def _parts(self, parts: tuple[Part, ...]) -> str:
        return "".join(
            f" {'+' if part.value >= 0 else '−'} {abs(part.value)} {part.what}"
            for part in self.names.parts(parts)
        )


def shows(*kinds: type[Any]) -> Callable[[Show], Show]:
    """Enter the function that shows events of some kinds."""

    def enter(show: Show) -> Show:
        SHOWN.update(dict.fromkeys(kinds, show))
        return show

    return enter


def dice(
    unit: str,
    faces: Iterable[int],
    *,
    black: bool,
    needed: int | None = None,
    good: bool | None = None,
    **more: Any,
) -> Document:
    """A throw: its faces, the last one `black` where it is an attack's; `needed`: what the dice
    alone must show; `good`: whether that is what the thrower wanted, None for neither."""
    scene: Document = {"kind": "dice", "faces": list(faces), "black": black}
    if unit:
        scene["unit"] = unit
    if needed is not None:
        scene["needed"] = needed
    if good is not None:
        scene["good"] = good
    return scene | {name: value for name, value in more.items() if value not in ("", None, [])}
