"""What an editor places on a map of hexes: terrain with its costs, formations with their counters,
markers. A place is the middle of a hex as the map is drawn."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from rules.core import palette
from rules.core.codec import Unreadable
from rules.core.declared import Document, FieldKind, Kind, Layer, declared
from rules.core.geometry import Point, Polygon
from rules.core.nested import got, put, things_of
from rules.core.picture import Shape
from rules.core.plan import Cell, Change, Draws, NoSuchThing
from rules.core.typed_text import read_text
from rules.nations_at_war.grid import Grid
from rules.nations_at_war.hexes import Hex, neighbours
from rules.nations_at_war.reading import read_scenario
from rules.nations_at_war.state import HEADQUARTERS
from rules.nations_at_war.tabletop import COUNTER

#: Hexes of one map; the side of a map that is made anew.
MOST_HEXES, LONGEST_SIDE = 1500, 60
#: A hex far from the origin is nobody's map.
FARTHEST = 500
BEGIN = (10, 8)

#: The hexes of a map with all that is said of each beside its place.
Hexes = dict[Hex, Document]


class Palette(palette.Palette):
    """The palette of hex maps."""

    def blank(self, title: str) -> Document:
        """An open map nobody stands on."""
        document = super().blank(title)
        _write(document, {at: {"terrain": "open"} for at in _rectangle(*BEGIN, "pointy")})
        document["map"]["costs"] = {"open": 1}
        return document

    def size(self, document: Document) -> tuple[float, float]:
        """How wide and deep the map is with the hexes around it."""
        grid = _grid(document)
        return grid.width, grid.depth

    def cells(self, document: Document, language: str) -> Iterator[Cell]:
        """The hexes, and those around them that may be added."""
        hexes, grid = _read(document), _grid(document)
        numbers = _numbers(_layout(document), tuple(hexes))
        known = {kind.name: kind for kind in self.game.ground.paints}
        for at, found in hexes.items():
            terrain = str(found.get("terrain", "open"))
            kind = known.get(terrain)
            label = kind.label[language] if kind else terrain
            yield _cell(grid, at, f"{label} {numbers[at]}", kind, terrain)
        for at in _around(hexes):
            yield _cell(grid, at, "", None, "")

    def setting_kinds(self, document: Document) -> Sequence[FieldKind]:
        """The fields of the whole, and what entering each terrain costs."""
        known = {kind.name: kind.label for kind in self.game.ground.paints}
        there = [str(found.get("terrain", "open")) for found in _read(document).values()]
        stated = got(document, "map.costs")
        more = [*there, *(stated if isinstance(stated, dict) else ())]
        names = [name for name in dict.fromkeys([*known, *more]) if "." not in name]
        costs = [
            FieldKind(
                name=f"map.costs.{name}",
                label={
                    "en": f"Cost to enter: {known.get(name, {'en': name})['en']}",
                    "pl": f"Koszt wejścia: {known.get(name, {'pl': name})['pl']}",
                },
                holds="costs",
            )
            for name in names
        ]
        return [*self.game.settings, *costs]

    def side_of(self, document: Document, layer: Layer, found: Document) -> str:
        """Whose a formation is, and with it its counters."""
        if layer.draws != "piece":
            return super().side_of(document, layer, found)
        owners = {
            each.get("id"): each.get("owner")
            for each in things_of(document, "formations")
            if isinstance(each.get("id"), str)
        }
        named = found.get("formation")
        return str(owners.get(named, "")) if isinstance(named, str) else ""

    def shape_of(self, document: Document, layer: Layer, found: Document) -> Shape | None:
        """All counters are alike."""
        return COUNTER if layer.draws == "piece" else None

    def said(self, document: Document, field: FieldKind, value: Any, language: str) -> str:
        """Hexes by the numbers that are printed in them."""
        if field.holds not in ("place", "places") or not isinstance(value, list):
            return super().said(document, field, value, language)
        numbers = _numbers(_layout(document), tuple(_read(document)))
        hexes = [_hex(each) for each in ([value] if field.holds == "place" else value)]
        if not all(at in numbers for at in hexes):
            return super().said(document, field, value, language)
        return "; ".join(numbers[at] for at in hexes if at is not None)

    def meant(self, document: Document, field: FieldKind, text: str) -> Any:
        """Hexes by their numbers, or by q and r."""
        value = super().meant(document, field, text)
        if field.holds == "place":
            return self._axial(document, text) or value
        if field.holds == "places" and value:
            parts = [part for part in text.split(";") if part.strip()]
            pairs = zip(parts, value, strict=True)
            return [self._axial(document, part) or found for part, found in pairs]
        return value

    def spots(self, document: Document, text: str) -> list[Point]:
        """The middles of hexes typed by their numbers, or by q and r, also beside the map."""
        grid, found = _grid(document), []
        beside = {f"{q},{r}": (q, r) for q, r in _around(_read(document))}
        for part in filter(str.strip, text.split(";")):
            named = self._axial(document, part)
            at = tuple(named) if named else beside.get(part.replace(" ", ""))
            if at is None:
                raise ValueError(part)
            found.append(grid.middle((at[0], at[1])))
        return found

    def _axial(self, document: Document, text: str) -> list[int] | None:
        hexes = _read(document)
        at = Grid(_layout(document), hexes).named(text) if hexes else None
        return list(at) if at else None

    def place_of(self, document: Document, draws: Draws, found: Document) -> Polygon:
        """The middle of the hex a counter or a marker is in."""
        at = _hex(found.get("at"))
        return (_grid(document).middle(at),) if at is not None and draws != "nothing" else ()

    def place(self, document: Document, draws: Draws, found: Document, change: Change) -> None:
        """Put a counter or a marker into the hex at a place; one that leaves the map may come
        again."""
        if draws == "nothing":
            return
        if change.at:
            found["at"] = list(_Finder(document, _read(document)).nearest(change.at[0]))
            found.pop("reinforcement", None)
        elif draws == "piece":
            found["at"] = None
            found.setdefault("reinforcement", {"turn": 1})
        else:
            found["at"] = list(next(iter(_read(document)), (0, 0)))

    def added(self, document: Document, layer: Layer, kind: Kind, found: Document) -> None:
        """A formation brings its headquarters, which waits beside the map."""
        if layer.draws != "nothing":
            return
        units = next(each for each in self.game.layers if each.list == "units")
        hq = next(each for each in units.kinds if each.name == HEADQUARTERS)
        there = document.setdefault("units", [])
        name = f"{found['id']}-{HEADQUARTERS}"
        of_hq = {"id": name, "formation": found["id"], "kind": HEADQUARTERS, **hq.new}
        there.append(of_hq | {"at": None, "reinforcement": {"turn": 1}})

    def paint(self, document: Document, change: Change) -> None:
        """Give hexes a terrain, or a cost of their own; without either they leave the map."""
        hexes, cost = _read(document), change.values.get("cost", "").strip()
        finder = _Finder(document, [*hexes, *_around(hexes)])
        for spot in change.at:
            at = finder.nearest(spot)
            if not change.kind and not cost:
                hexes.pop(at, None)
                continue
            found = hexes.setdefault(at, {"terrain": "open"})
            if change.kind:
                found["terrain"] = change.kind
            if cost:
                put(found, "cost", read_text("costs", cost))
        _refuse_many(len(hexes))
        _write(document, hexes)

    def resize(self, document: Document, change: Change) -> None:
        """A rectangle of so many columns and rows; hexes within it stay as they are."""
        try:
            columns, rows = (int(change.values.get(name, "")) for name in ("columns", "rows"))
        except ValueError as error:
            raise NoSuchThing("columns") from error
        for name, side in (("columns", columns), ("rows", rows)):
            if not 1 <= side <= LONGEST_SIDE:
                raise Unreadable(f"$.{name}", "OUT_OF_RANGE", found=side, low=1, high=LONGEST_SIDE)
        _refuse_many(columns * rows)
        before = _read(document)
        wanted = _rectangle(columns, rows, _layout(document))
        _write(document, {at: before.get(at, {"terrain": "open"}) for at in wanted})


def _refuse_many(number: int) -> None:
    if number > MOST_HEXES:
        raise Unreadable("$.map", "OUT_OF_RANGE", found=number, low=1, high=MOST_HEXES)


def _cell(grid: Grid, at: Hex, label: str, kind: Kind | None, terrain: str) -> Cell:
    q, r = at
    return Cell(
        id=f"{q},{r}",
        label=label,
        middle=grid.middle(at),
        corners=grid.corners(at),
        tone=kind.tone if kind else "open",
        kind=terrain,
        is_bare=not terrain,
    )


def _layout(document: Document) -> str:
    return "flat" if got(document, "map.layout") == "flat" else "pointy"


def _grid(document: Document) -> Grid:
    """Where the hexes of a map and those around them lie."""
    return _laid(_layout(document), tuple(_read(document)))


@lru_cache(maxsize=16)
def _laid(layout: str, hexes: tuple[Hex, ...]) -> Grid:
    return Grid(layout, [*hexes, *_around(hexes)])


def _around(hexes: Iterable[Hex]) -> list[Hex]:
    """The hexes next to some that are none of them; one place to begin where there are none."""
    there = set(hexes)
    beside = sorted({each for at in there for each in neighbours(at)} - there)
    return beside if there else [(0, 0)]


@lru_cache(maxsize=16)
def _numbers(layout: str, hexes: tuple[Hex, ...]) -> dict[Hex, str]:
    """What the hexes of a map are called; nothing of a map without any."""
    if not hexes:
        return {}
    grid = Grid(layout, hexes)
    return {at: grid.number(at) for at in hexes}


class _Finder:
    """The hexes of a map by their places on the drawing."""

    def __init__(self, document: Document, hexes: Iterable[Hex]) -> None:
        grid = _grid(document)
        self._middles = {at: grid.middle(at) for at in hexes}
        self._exact = {_about(middle): at for at, middle in self._middles.items()}

    def nearest(self, spot: Point) -> Hex:
        """The hex whose middle is nearest to a place; (0, 0) on a map without any."""
        if (at := self._exact.get(_about(spot))) is not None:
            return at
        x, y = spot

        def away(at: Hex) -> float:
            a, b = self._middles[at]
            return (a - x) * (a - x) + (b - y) * (b - y)

        return min(self._middles, key=away, default=(0, 0))


def _about(place: Point) -> Point:
    return round(place[0], 2), round(place[1], 2)


def _rectangle(columns: int, rows: int, layout: str) -> list[Hex]:
    """The hexes of a rectangle, as maps are printed."""
    if layout == "pointy":
        return [(q - r // 2, r) for r in range(rows) for q in range(columns)]
    return [(q, r - q // 2) for r in range(rows) for q in range(columns)]


def _hex(value: Any) -> Hex | None:
    if not (isinstance(value, list) and len(value) == 2):
        return None
    q, r = value
    if not all(isinstance(each, int) and abs(each) <= FARTHEST for each in value):
        return None
    return (q, r)


def _read(document: Document) -> Hexes:
    """The hexes of a map with what is said of each; what is none is passed over."""
    hexes: Hexes = {}
    data = document.get("map")
    data = data if isinstance(data, dict) else {}
    for each in _objects(data.get("hexes")):
        at = _hex(each.get("at"))
        if at is not None:
            hexes[at] = {key: value for key, value in each.items() if key != "at"}
    for row in _objects(data.get("rows")):
        start = _hex([row.get("q"), row.get("r")])
        terrains = row.get("terrain")
        if start is None or not isinstance(terrains, list):
            continue
        for step, terrain in enumerate(terrains[: LONGEST_SIDE * 10]):
            hexes[start[0] + step, start[1]] = {"terrain": terrain}
    return hexes


def _objects(value: Any) -> Iterator[Document]:
    """The objects in a list."""
    return (each for each in (value if isinstance(value, list) else ()) if isinstance(each, dict))


def _write(document: Document, hexes: Hexes) -> None:
    """Hexes of which only the terrain is said as rows, the others one by one."""
    plain = {at for at, said in hexes.items() if list(said) == ["terrain"]}
    rows = []
    for r, line in groupby(sorted(plain, key=lambda at: (at[1], at[0])), key=lambda at: at[1]):
        run: list[Hex] = []
        for at in line:
            if run and at[0] != run[-1][0] + 1:
                rows.append(_row(run, r, hexes))
                run = []
            run.append(at)
        rows.append(_row(run, r, hexes))
    data = document.get("map")
    document["map"] = data = data if isinstance(data, dict) else {}
    data["rows"] = rows
    single = [{"at": list(at), **said} for at, said in hexes.items() if at not in plain]
    if single or "hexes" in data:
        data["hexes"] = single


def _row(run: Sequence[Hex], r: int, hexes: Hexes) -> Document:
    return {"q": run[0][0], "r": r, "terrain": [hexes[at]["terrain"] for at in run]}


PALETTE = Palette(declared("rules.nations_at_war"), read_scenario)
