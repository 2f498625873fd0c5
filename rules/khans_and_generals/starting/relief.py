"""The ground of a battle: tables laid out or dealt by lot, and fortifications on them (section 6).

The seed has no sizes, no lists of zones and obstacles, and no prices of fortifications: all of that
is a house ruling here (KG-026, KG-037, KG-051).
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from rules.core.geometry import ahead
from rules.khans_and_generals.starting.agreement import Agreement, Lots, Size, Told

Document = dict[str, Any]
Place = tuple[float, float]

#: Dealt by lot: the table is cut into so many fields across and along.
ACROSS, ALONG = 4, 3
#: What a d10 puts into a field; more is open ground.
DEALT = ("woods", "scrub", "hill", "crops", "rocks", "marsh")
CORNERS = 8
#: From one row of works to the next, from lines such as wire to the rest, and between neighbours,
#: in centimetres.
ROW, BEFORE_THE_REST, BETWEEN_WORKS = 10, 7, 4


def sizes() -> Mapping[Size, tuple[float, float]]:
    """Width and depth of the tables in centimetres (KG-026)."""
    return {name: (float(w), float(d)) for name, (w, d) in _data()["sizes"].items()}


def tables() -> Mapping[str, Mapping[str, str]]:
    """The tables laid out ready, with their titles by language."""
    return {name: table["title"] for name, table in _data()["tables"].items()}


def works() -> Mapping[str, Mapping[str, str]]:
    """The kinds of fortifications, with their titles by language (KG-037)."""
    return {name: work["title"] for name, work in _data()["works"].items()}


def relief_of(agreed: Agreement, lots: Lots) -> tuple[list[Document], Told]:
    """The terrain of the table, and how it came about; raises KeyError for a table nobody laid
    out."""
    size = sizes()[agreed.size]
    if not agreed.relief:
        found = list(_named(_by_lot(size, lots)))
        return found, Told("relief", "", lots.taken(), ("KG-020", "KG-026"))
    pieces = (_scaled(piece, size) for piece in _data()["tables"][agreed.relief]["pieces"])
    return list(_named(pieces)), Told("relief", agreed.relief, (), ("KG-020", "KG-026"))


def fortified(
    kinds: Sequence[tuple[str, str]], size: tuple[float, float], front: float, *, first: bool
) -> Iterator[Document]:
    """Fortifications so far from the middle of the own edge, what is only a line before the others,
    each by the name of its kind and the title of its card (KG-038, KG-051); `first` is the player
    of the lower edge."""
    for is_line, at in ((True, front + BEFORE_THE_REST), (False, front)):
        numbered = enumerate(kinds, start=1)
        of_kind = [(n, *each) for n, each in numbered if ("line" in _card(each[0])) is is_line]
        yield from _in_rows(of_kind, size, at, first=first)


def _in_rows(
    kinds: Sequence[tuple[int, str, str]], size: tuple[float, float], front: float, *, first: bool
) -> Iterator[Document]:
    wide = [_width(kind) for _, kind, _ in kinds]
    left = (size[0] - sum(wide) - BETWEEN_WORKS * (len(wide) - 1)) / 2
    row, at = 0, max(left, BETWEEN_WORKS)
    for number, kind, title in kinds:
        if at + _width(kind) > size[0] - BETWEEN_WORKS:
            row, at = row + 1, float(BETWEEN_WORKS)
        own = max(front - ROW * row, ROW / 2)
        y = own if first else size[1] - own
        yield _work(kind, title, number, (at + _width(kind) / 2, y), first=first)
        at += _width(kind) + BETWEEN_WORKS


def _work(kind: str, title: str, number: int, at: Place, *, first: bool) -> Document:
    card = _card(kind)
    piece = {k: v for k, v in card.items() if k not in ("title", "size", "line")}
    piece["id"] = f"{title or kind} {number}{'' if first else chr(8242)}"
    x, y = at
    if "line" in card:
        half = card["line"] / 2
        piece["line"] = [[x - half, y], [x + half, y]]
    else:
        half, deep = card["size"][0] / 2, card["size"][1] / 2
        piece["polygon"] = [
            [x - half, y - deep],
            [x + half, y - deep],
            [x + half, y + deep],
            [x - half, y + deep],
        ]
    return piece


def _card(kind: str) -> Any:
    """What a kind of fortification is on the table; of one that has no row, what others are."""
    return _data()["works"].get(kind) or _data()["works"]["other"]


def _width(kind: str) -> int:
    card = _card(kind)
    return int(card.get("line") or card["size"][0])


def _scaled(piece: Mapping[str, Any], size: tuple[float, float]) -> Document:
    """A piece of a table that is laid out, in centimetres."""

    def place(at: Sequence[float]) -> list[float]:
        return [round(at[0] * size[0] / 100, 1), round(at[1] * size[1] / 100, 1)]

    outlines = {
        name: [place(at) for at in piece[name]]
        for name in ("polygon", "line", "ridge")
        if name in piece
    }
    return {**piece, **outlines}


def _by_lot(size: tuple[float, float], lots: Lots) -> Iterator[Document]:
    """A d10 for every field of the table, its faces above those of terrain leaving it open; then a
    road where a d6 gives one."""
    wide, deep = size[0] / ACROSS, size[1] / ALONG
    for column in range(ACROSS):
        for row in range(ALONG):
            face = lots.roll(10)
            if face <= len(DEALT):
                middle = ((column + 0.5) * wide, (row + 0.5) * deep)
                yield _blob(DEALT[face - 1], middle, (wide, deep), lots)
    road = lots.roll(6)
    across, along = (lots.roll(8) + 1) * size[0] / 11, (lots.roll(4) + 3) * size[1] / 11
    if road <= 3:
        yield _strip(across, 0, across + 6, size[1])
    elif road == 4:
        yield _strip(0, along, size[0], along + 6)


def _blob(kind: str, middle: Place, field: tuple[float, float], lots: Lots) -> Document:
    """A piece of terrain that is round about as large as its field; a hill has a ridge across."""
    turn = lots.roll(8) * 5.0
    corners = []
    for number in range(CORNERS):
        reach = (0.26 + 0.03 * lots.roll(6)) * min(field)
        x, y = ahead(middle, turn + number * 360 / CORNERS, reach)
        corners.append([round(x, 1), round(y, 1)])
    piece: Document = {"kind": kind, "polygon": corners}
    if kind == "hill":
        half = 0.2 * min(field)
        x, y = middle
        piece["ridge"] = [[round(x - half, 1), round(y, 1)], [round(x + half, 1), round(y, 1)]]
    return piece


def _strip(left: float, low: float, right: float, high: float) -> Document:
    corners = [[left, low], [right, low], [right, high], [left, high]]
    return {"kind": "dirt_road", "polygon": [[round(x, 1), round(y, 1)] for x, y in corners]}


def _named(pieces: Iterator[Document]) -> Iterator[Document]:
    """Pieces with ids: roads lie lowest, so that what stands on them counts."""
    found = sorted(pieces, key=lambda piece: "road" not in piece["kind"])
    for number, piece in enumerate(found, start=1):
        yield {"id": str(number), **piece}


@cache
def _data() -> Any:
    return tomllib.loads(files(__package__).joinpath("relief.toml").read_text("utf-8"))
