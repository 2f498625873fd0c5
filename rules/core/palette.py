"""Drawing the scenarios of a game: what is on one, and one after a change.

Nobody who draws knows a format, and whether a scenario can be played is for the rules of its game
to say.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

import msgspec

from rules.core.codec import Unreadable
from rules.core.declared import (
    KEYS,
    LEAST,
    Declared,
    Document,
    FieldKind,
    Kind,
    Layer,
    Texts,
    drawn_as,
    drawn_by,
    offered,
    path_of,
)
from rules.core.geometry import Point, Polygon
from rules.core.nested import (
    MOST_THINGS,
    got,
    is_number,
    is_stated,
    points_of,
    put,
    thing_at,
    things_of,
    tidy,
)
from rules.core.ordering import Choice
from rules.core.picture import Shape
from rules.core.plan import Cell, Change, Draws, Entry, Fault, NoSuchThing, Plan, Section, Thing
from rules.core.typed_text import BARRED, read_text, write_text
from rules.core.wording import LANGUAGES

#: What is said of a list that must not be empty.
EMPTY: Texts = {"en": "Nothing stands here yet.", "pl": "Nic tu jeszcze nie stoi."}
#: How far a copy lies from its model, in steps of the ground.
ASIDE = 2
#: The field with what a thing is called by language, which goes when its id is another.
TITLES = "titles"


class Palette:
    """The palette of one game; `read` reads a scenario and raises Unreadable for one that cannot be
    played. A game with a ground or with pieces of its own ways overrides what differs."""

    def __init__(self, game: Declared, read: Callable[[Document], object]) -> None:
        self.game = game
        self._read = read

    def blank(self, title: str) -> Document:
        """A scenario nothing stands in yet."""
        return {**deepcopy(self.game.blank), "name": title}

    def drawn(self, document: Document, language: str) -> Plan:
        """A scenario as an editor shows it, whatever is wrong with it."""
        width, depth = self.size(document)
        things = [
            self._thing(document, layer, index, found, language)
            for layer in self.game.layers
            for index, found in enumerate(things_of(document, layer.list))
        ]
        settings = self.settings(document, language)
        faults = tuple(self._faults(document, things, settings, language))
        said: dict[str, list[str]] = {}
        for fault in faults:
            said.setdefault(fault.thing, []).append(fault.message)
        return Plan(
            width=width,
            depth=depth,
            measure=self.game.ground.measure,
            snap=self.game.ground.snap,
            cells=tuple(self.cells(document, language)),
            paints=tuple(offered(kind, "nothing", language) for kind in self.game.ground.paints),
            sections=tuple(self._section(document, layer, language) for layer in self.game.layers),
            things=tuple(
                msgspec.structs.replace(thing, faults=tuple(said.get(thing.path, ())))
                for thing in things
            ),
            settings=settings,
            faults=faults,
        )

    def faults(self, document: Document, language: str) -> list[tuple[str, str]]:
        """Why a scenario cannot be played: each path with a sentence."""
        try:
            self._read(document)
        except Unreadable as error:
            return [(each.path, self._said(each, language)) for each in (error, *error.beside)]
        return []

    def _said(self, fault: Unreadable, language: str) -> str:
        """A fault in words; an empty list is one nothing has been placed in yet."""
        lists = {f"$.{layer.list}" for layer in self.game.layers}
        is_empty = fault.code == "OUT_OF_RANGE" and fault.params.get("found") == 0
        return EMPTY[language] if is_empty and fault.path in lists else fault.message(language)

    def form(self, document: Document, path: str, language: str) -> tuple[Entry, ...]:
        """The fields of a thing with what stands in them; raises NoSuchThing."""
        layer, index = self._found(path)
        there = things_of(document, layer.list)
        if index >= len(there):
            raise NoSuchThing(path)
        found = there[index]
        kind = self.kind_of(document, layer, found)
        return tuple(
            self._entry(document, field, found, language)
            for field in layer.fields
            if (not field.only or kind in field.only) and kind not in field.unless
        )

    def edited(self, document: Document, change: Change) -> Document:
        """The scenario after a change; raises NoSuchThing, and Unreadable for what cannot be
        written. What the rules say against it is for `drawn` to tell."""
        document = deepcopy(document)
        if change.do == "add":
            self._add(document, change)
        elif change.do == "paint":
            self.paint(document, change)
        elif change.do == "resize":
            self.resize(document, change)
        elif change.do == "set" and not change.thing:
            self._set(document, self.setting_kinds(document), document, change.values)
        else:
            self._alter(document, change)
        return document

    # --- What a game may do its own way -----------------------------------------------------

    def size(self, document: Document) -> tuple[float, float]:
        """How wide and deep the ground is."""
        table = document.get("table")
        sides = [
            table.get(name) if isinstance(table, dict) else None for name in ("width", "depth")
        ]
        width, depth = (_length(side) for side in sides)
        return width, depth

    def cells(self, document: Document, language: str) -> Iterator[Cell]:
        """The parts of the ground that are painted."""
        return iter(())

    def paint(self, document: Document, change: Change) -> None:
        """Paint parts of the ground; raises NoSuchThing where none is painted."""
        raise NoSuchThing(change.kind)

    def resize(self, document: Document, change: Change) -> None:
        """Make the ground as large as said; raises NoSuchThing where fields say it."""
        raise NoSuchThing(change.kind)

    def setting_kinds(self, document: Document) -> Sequence[FieldKind]:
        """The fields of the whole."""
        return self.game.settings

    def kinds(self, document: Document, layer: Layer) -> Sequence[Kind]:
        """What may be added to a layer."""
        return layer.kinds

    def kind_of(self, document: Document, layer: Layer, found: Document) -> str:
        """The kind of a thing."""
        return str(found.get(layer.kind, "")) if layer.kind else layer.kinds[0].name

    def side_of(self, document: Document, layer: Layer, found: Document) -> str:
        """Whose a thing is, "" for nobody's."""
        return str(found.get(layer.side, "")) if layer.side else ""

    def shape_of(self, document: Document, layer: Layer, found: Document) -> Shape | None:
        """The base of a piece."""
        return None

    def said(self, document: Document, field: FieldKind, value: Any, language: str) -> str:
        """What stands in a field, as it is typed."""
        return write_text(field.holds, value, language)

    def meant(self, document: Document, field: FieldKind, text: str) -> Any:
        """The value that is meant by what was typed into a field."""
        return read_text(field.holds, text)

    def spots(self, document: Document, text: str) -> list[Point]:
        """Places on the ground, typed with semicolons between; raises ValueError for what is
        none."""
        places = [place.replace(",", " ").split() for place in text.split(";") if place.strip()]
        return [(float(x), float(y)) for x, y in places]

    def place_of(self, document: Document, draws: Draws, found: Document) -> Polygon:
        """Where a thing is: its corners, its middle, or nothing for one that is off the ground."""
        kept = found.get(KEYS.get(draws, ""))
        if draws in ("polygon", "line"):
            return tuple(points_of(kept))
        pair = kept[:2] if isinstance(kept, list) else kept
        return tuple(points_of([pair]))

    def place(self, document: Document, draws: Draws, found: Document, change: Change) -> None:
        """Put a thing where a change says; raises Unreadable for too few corners."""
        corners = [[tidy(x), tidy(y)] for x, y in change.at]
        if draws == "nothing":
            return
        if len(corners) < LEAST.get(draws, 0):
            raise Unreadable(
                f"$.{KEYS[draws]}", "OUT_OF_RANGE", found=len(corners), low=LEAST[draws], high=200
            )
        if draws in ("polygon", "line"):
            found[KEYS[draws]] = corners
        elif not corners:
            found[KEYS[draws]] = None
        elif draws == "circle":
            radius = change.radius or _radius(found.get("circle")) or 1
            found[KEYS[draws]] = [*corners[0], tidy(radius)]
        else:
            found[KEYS[draws]] = corners[0]

    def added(self, document: Document, layer: Layer, kind: Kind, found: Document) -> None:
        """What else becomes of a scenario a thing is added to."""

    # --- Drawing ----------------------------------------------------------------------------

    def settings(self, document: Document, language: str) -> tuple[Entry, ...]:
        """The fields of the whole with what stands in them."""
        return tuple(
            self._entry(document, field, document, language)
            for field in self.setting_kinds(document)
        )

    def _thing(
        self, document: Document, layer: Layer, index: int, found: Document, language: str
    ) -> Thing:
        kind = self.kind_of(document, layer, found)
        known = next((k for k in self.kinds(document, layer) if k.name == kind), None)
        draws = drawn_by(layer, found)
        label = str(found.get("id", "")) if layer.has_id else ""
        called = known.label[language] if known else kind
        facing = found.get("facing", 0) if layer.turns else None
        return Thing(
            path=path_of(layer, index),
            layer=layer.list,
            label=label or called,
            name=f"{label}: {called}" if label else called,
            draws=draws,
            corners=self.place_of(document, draws, found),
            radius=_radius(found.get("circle")) if draws == "circle" else 0,
            tone=known.tone if known else "open",
            side=self.side_of(document, layer, found),
            shape=self.shape_of(document, layer, found),
            facing=float(facing) if is_number(facing) else None,
            under=self._under(document, layer, found),
        )

    def _under(self, document: Document, layer: Layer, found: Document) -> str:
        """The path of what a thing belongs to."""
        for field in layer.fields:
            if field.belongs:
                owner = self._layer(field.of)
                ids = [each.get("id") for each in things_of(document, field.of)]
                named = got(found, field.name)
                return path_of(owner, ids.index(named)) if named in ids else ""
        return ""

    def _section(self, document: Document, layer: Layer, language: str) -> Section:
        asked = [field for name in layer.asks for field in layer.fields if field.name == name]
        return Section(
            list=layer.list,
            title=layer.title[language],
            offers=tuple(
                offered(kind, layer.draws, language) for kind in self.kinds(document, layer)
            ),
            asks=tuple(self._entry(document, field, {}, language) for field in asked),
        )

    def _entry(self, document: Document, field: FieldKind, found: Document, language: str) -> Entry:
        value = got(found, field.name)
        if value is None and field.holds == "flag":
            value = field.otherwise
        known = [Choice(name, label[language]) for name, label in field.options.items()]
        known += [Choice(name, name) for name in self._named(document, field.of)]
        text = self.said(document, field, value, language)
        if field.holds == "costs" and value is None and is_stated(found, field.name):
            text = BARRED
        if known and text and text not in [choice.value for choice in known]:
            known.append(Choice(text, text))
        return Entry(field.name, field.label[language], field.holds, text, tuple(known))

    def _named(self, document: Document, place: str) -> list[str]:
        """The ids in a list, or the names of the players."""
        if not place:
            return []
        found = got(document, place)
        if isinstance(found, dict):
            return list(found)
        each = found if isinstance(found, list) else []
        return [str(one.get("id", "")) if isinstance(one, dict) else str(one) for one in each]

    def _faults(
        self,
        document: Document,
        things: Sequence[Thing],
        settings: Sequence[Entry],
        language: str,
    ) -> Iterator[Fault]:
        for path, message in self.faults(document, language):
            thing = next((each for each in things if _is_within(path, each.path)), None)
            named = [entry for entry in settings if _is_within(path, f"$.{entry.name}")]
            lists = [layer for layer in self.game.layers if _is_within(path, f"$.{layer.list}")]
            place = path
            if thing:
                place = thing.name
            elif named or lists:
                place = named[0].label if named else lists[0].title[language]
            yield Fault(path, thing.path if thing else "", place, message)

    # --- Changing ---------------------------------------------------------------------------

    def _layer(self, place: str) -> Layer:
        for layer in self.game.layers:
            if layer.list == place:
                return layer
        raise NoSuchThing(place)

    def _found(self, path: str) -> tuple[Layer, int]:
        """The layer of a path and the place in its list; raises NoSuchThing."""
        place, _, number = path.removesuffix("]").partition("[")
        if not (path.endswith("]") and number.isdecimal() and len(number) < 6):
            raise NoSuchThing(path)
        return self._layer(place.removeprefix("$.")), int(number)

    def _add(self, document: Document, change: Change) -> None:
        layer = self._layer(change.layer)
        known = {kind.name: kind for kind in self.kinds(document, layer)}
        if change.kind not in known:
            raise NoSuchThing(change.kind)
        kind = known[change.kind]
        there = document.setdefault(layer.list, [])
        if not isinstance(there, list) or len(there) >= MOST_THINGS:
            raise Unreadable(
                f"$.{layer.list}", "OUT_OF_RANGE", found=len(there), low=0, high=MOST_THINGS
            )
        found: Document = {"id": self._new_id(there, layer)} if layer.has_id else {}
        if layer.kind:
            found[layer.kind] = change.kind
        found |= deepcopy(kind.new)
        for field in layer.fields:
            if field.name in layer.asks and (names := self._named(document, field.of)):
                put(found, field.name, names[0])
        there.append(found)
        asked = {name: text for name, text in change.values.items() if name in layer.asks}
        self._set(document, layer.fields, found, asked)
        draws = drawn_as(layer, kind)
        if change.at or draws in ("mark", "piece"):
            self.place(document, draws, found, change)
        self.added(document, layer, kind, found)

    def _new_id(self, there: Sequence[Any], layer: Layer) -> str:
        taken = {each.get("id") for each in there if isinstance(each, dict)}
        number = 1
        while f"{layer.prefix}{number}" in taken:
            number += 1
        return f"{layer.prefix}{number}"

    def _alter(self, document: Document, change: Change) -> None:
        layer, index = self._found(change.thing)
        if change.do == "remove":
            self._remove(document, layer, index)
            return
        found = thing_at(document, layer.list, index)
        if change.do == "set":
            self._set(document, layer.fields, found, change.values)
        elif change.do == "shape":
            self.place(document, drawn_by(layer, found), found, change)
        else:
            self._copy(document, layer, found)

    def _set(
        self,
        document: Document,
        fields: Sequence[FieldKind],
        found: Document,
        typed: Mapping[str, str],
    ) -> None:
        for field in fields:
            if field.name not in typed:
                continue
            before, text = got(found, field.name), typed[field.name].strip()
            if text in [self.said(document, field, before, language) for language in LANGUAGES]:
                continue
            value = self.meant(document, field, text)
            if field.holds == "flag" and value == field.otherwise:
                value = None
            put(found, field.name, value)
            if field.name == "id" and before and value:
                found.pop(TITLES, None)
                self._renamed(document, found, str(before), str(value))

    def _renamed(self, document: Document, found: Document, before: str, after: str) -> None:
        """What named a thing goes on naming it."""
        home = next(
            layer.list
            for layer in self.game.layers
            if any(each is found for each in things_of(document, layer.list))
        )
        if sum(each.get("id") in (before, after) for each in things_of(document, home)) > 1:
            return
        for layer in self.game.layers:
            for field in layer.fields:
                for each in things_of(document, layer.list):
                    if field.of == home and got(each, field.name) == before:
                        put(each, field.name, after)

    def _copy(self, document: Document, layer: Layer, found: Document) -> None:
        there = document[layer.list]
        if len(there) >= MOST_THINGS:
            raise Unreadable(
                f"$.{layer.list}", "OUT_OF_RANGE", found=len(there), low=0, high=MOST_THINGS
            )
        twin = deepcopy(found)
        if layer.has_id:
            twin["id"] = self._new_id(there, layer)
            twin.pop(TITLES, None)
        there.append(twin)
        draws = drawn_by(layer, twin)
        aside = ASIDE * self.game.ground.snap
        corners = tuple((x + aside, y - aside) for x, y in self.place_of(document, draws, twin))
        if corners:
            self.place(document, draws, twin, Change("shape", at=corners))

    def _remove(self, document: Document, layer: Layer, index: int) -> None:
        there = document.get(layer.list)
        if not isinstance(there, list) or index >= len(there):
            raise NoSuchThing(path_of(layer, index))
        name = got(there.pop(index), "id")
        for other in self.game.layers:
            for field in other.fields:
                if field.belongs and field.of == layer.list and name is not None:
                    left = document.get(other.list)
                    if isinstance(left, list):
                        left[:] = [each for each in left if got(each, field.name) != name]


def _length(value: Any) -> float:
    """A side of the ground, within what can be drawn."""
    return min(max(float(value), 1.0), 2000.0) if is_number(value) else 48.0


def _radius(circle: Any) -> float:
    third = circle[2] if isinstance(circle, list) and len(circle) == 3 else 0
    return float(third) if is_number(third) else 0.0


def _is_within(path: str, place: str) -> bool:
    """Whether a path names a place or something below it."""
    return path == place or path.startswith((f"{place}.", f"{place}["))
