"""The battle of the front page: one shot of a real game, as a picture."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import dist, hypot
from typing import Any

from django.conf import settings

from armybuilder.systems.age_of_destruction.sample_groups import sample_groups
from collection.catalogue.game import Catalogue
from collection.catalogue.pictures.shapes import on_circle
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.lineups import FAMOUS, lineup
from collection.catalogue.present.silhouettes import drawing
from collection.catalogue.present.values import FigureView, Lineup

#: The figures in the doors to building and collecting.
BUILT = ("AOD-122", "AOD-102", "AOD-055")
COLLECTED = ("AOD-001", "AOD-020", "AOD-055", "AOD-041", "AOD-128", "AOD-131")

#: Those who fight the bot, and who is there for the first game.
FIGHTING, LEARNING = ("AOD-102", "AOD-122"), ("AOD-115",)

Kept = Mapping[str, Any]

#: A shot of a played game, found and kept by `python -m rules moment`.
BATTLE = settings.BASE_DIR / "fixtures" / "samples" / "battle.json"
#: What of the table is shown, in inches.
VIEW_WIDTH, VIEW_HEIGHT = 25.0, 15.4
#: Inches from the target's middle to that of the number.
NUMBER_AWAY = 3.2
#: The burst where a shot hits: its points, and how far they and the notches between reach.
BURST, BURST_OUTER, BURST_INNER = 11, 1.15, 0.5


@dataclass(frozen=True)
class Base:
    """A unit on the table: its middle, radius and the way it faces, the click of its dial, and its
    heat, None for what has none. A drawing looks right, `mirrored` left."""

    id: str
    drawing: str
    side: str
    x: float
    y: float
    radius: float
    turn: float
    click: int
    clicks: int
    heat: int | None
    mirrored: bool
    role: str

    @property
    def width(self) -> float:
        """How wide it is."""
        return round(2 * self.radius, 3)

    @property
    def lost(self) -> float:
        """How much of its dial is lost, of 100."""
        return round(100 * (self.click - 1) / self.clicks, 1)

    @property
    def left(self) -> float:
        """How much of its dial is left, of 100."""
        return round(100 - self.lost, 1)

    @property
    def ring(self) -> float:
        """The radius of the ring of clicks, inside the edge."""
        return round(self.radius * 0.82, 3)

    @property
    def scale(self) -> float:
        """How large its drawing stands on the base."""
        return round(self.radius * 1.1 / 96, 4)


@dataclass(frozen=True)
class Area:
    """A piece of terrain: its kind, outline, and where its middle is."""

    kind: str
    points: str
    elevated: bool


@dataclass(frozen=True)
class Battle:
    """One shot of a game, in inches from the upper left corner of what is shown.

    The line of fire goes from the shooter's edge to the target's; the loss stands over the target.
    """

    width: float
    height: float
    areas: tuple[Area, ...]
    bases: tuple[Base, ...]
    line: tuple[float, float, float, float]
    loss: int
    how: str
    number_at: tuple[float, float]
    side: str
    shooter: str
    target: str
    groups: tuple[str, ...]
    turn: int

    @property
    def names(self) -> tuple[str, ...]:
        """What its groups, known by their English names, are called in the visitor's language."""
        called = {sample.names["en"]: sample.name for sample in sample_groups()}
        return tuple(called.get(name, name) for name in self.groups)

    @property
    def film(self) -> dict[str, Any]:
        """The shot as scenes for the table's animator, with the target as it stood before."""
        by, hit = (next(b for b in self.bases if b.role == role) for role in ("shooter", "target"))
        at, click = [hit.x, hit.y], hit.click - self.loss
        standing = {
            "at": at,
            "turn": hit.turn,
            "click": click,
            "clicks": hit.clicks,
            "heat": hit.heat,
            "width": hit.width,
        }
        shot = {
            "kind": "shot",
            "unit": by.id,
            "how": self.how,
            "members": [],
            "targets": [{"unit": hit.id, "hit": True, "at": at}],
        }
        loss = {
            "kind": "loss",
            "unit": hit.id,
            "amount": self.loss,
            "from": click,
            "to": hit.click,
            "clicks": hit.clicks,
            "changes": [],
            "at": at,
        }
        return {"scenes": [shot, loss], "start": {hit.id: standing}}


@dataclass(frozen=True)
class Pictures:
    """The figures of the front page: a row of several factions, some that make a group, and some
    of a checklist."""

    hero: Lineup
    built: list[FigureView]
    collected: list[FigureView]


def pictures(known: Catalogue) -> Pictures:
    """The figures of the front page as the catalogue has them."""
    views = [[figure_view(known.units[each]) for each in ids] for ids in (BUILT, COLLECTED)]
    return Pictures(lineup([known.units[each] for each in FAMOUS]), *views)


@dataclass(frozen=True)
class Ways:
    """The figures beside the ways to begin a skirmish."""

    fighting: list[FigureView]
    learning: list[FigureView]


def ways(known: Catalogue) -> Ways:
    """The figures beside the ways to begin a skirmish as the catalogue has them."""
    return Ways(*([figure_view(known.units[each]) for each in ids] for ids in (FIGHTING, LEARNING)))


@lru_cache(maxsize=1)
def battle(known: Catalogue) -> Battle:
    """The battle of the front page."""
    kept = json.loads(BATTLE.read_text("utf-8"))
    units = {unit["id"]: unit for unit in kept["units"]}
    shooter, target = units[kept["shot"]["by"]], units[kept["shot"]["target"]]
    left, top = _corner(kept, shooter, target)

    def place(point: Sequence[float]) -> tuple[float, float]:
        return round(point[0] - left, 2), round(kept["table"][1] - point[1] - top, 2)

    bases = [_base(unit, known, place(unit["at"]), kept["shot"]) for unit in units.values()]
    seen = tuple(base for base in bases if _in_view(base))
    hit = next(base for base in seen if base.role == "target")
    return Battle(
        width=VIEW_WIDTH,
        height=VIEW_HEIGHT,
        areas=tuple(
            Area(
                kind=each["kind"],
                points=" ".join(f"{x},{y}" for x, y in map(place, each["polygon"])),
                elevated=each["elevated"],
            )
            for each in kept["terrain"]
        ),
        bases=seen,
        line=_line(next(base for base in seen if base.role == "shooter"), hit),
        loss=kept["shot"]["clicks"],
        how=kept["shot"]["how"],
        number_at=_free_place(hit, seen),
        side=shooter["owner"],
        shooter=_name(shooter, known),
        target=_name(target, known),
        groups=tuple(kept["names"][seat] for seat in ("red", "blue")),
        turn=kept["turn"],
    )


def _corner(kept: Kept, shooter: Kept, target: Kept) -> tuple[float, float]:
    """The upper left corner of what is shown: the shot in its middle, never beyond the table."""
    width, depth = kept["table"]
    x = (shooter["at"][0] + target["at"][0]) / 2
    y = depth - (shooter["at"][1] + target["at"][1]) / 2
    return (
        min(max(x - VIEW_WIDTH / 2, 0), width - VIEW_WIDTH),
        min(max(y - VIEW_HEIGHT / 2, 0), depth - VIEW_HEIGHT),
    )


def _base(unit: Kept, known: Catalogue, at: tuple[float, float], shot: Kept) -> Base:
    figure = known.units[unit["unit"]]
    roles = {shot["by"]: "shooter", shot["target"]: "target"}
    return Base(
        id=unit["id"],
        drawing=drawing(figure),
        side=unit["owner"],
        x=at[0],
        y=at[1],
        radius=unit["width"] / 2,
        turn=unit["facing"],
        click=unit["click"],
        clicks=len(figure.dial) or 1,
        heat=unit["heat"],
        mirrored=unit["facing"] % 360 > 180,
        role=roles.get(unit["id"], ""),
    )


def _in_view(base: Base) -> bool:
    return (
        -base.radius < base.x < VIEW_WIDTH + base.radius
        and -base.radius < base.y < VIEW_HEIGHT + base.radius
    )


def _line(shooter: Base, target: Base) -> tuple[float, float, float, float]:
    """From edge to edge."""
    dx, dy = target.x - shooter.x, target.y - shooter.y
    length = hypot(dx, dy)
    ux, uy = dx / length, dy / length
    return (
        round(shooter.x + ux * shooter.radius, 2),
        round(shooter.y + uy * shooter.radius, 2),
        round(target.x - ux * target.radius, 2),
        round(target.y - uy * target.radius, 2),
    )


def _free_place(hit: Base, bases: Sequence[Base]) -> tuple[float, float]:
    """Where the number stands: around the target, as far from every base as can be."""
    around = (on_circle(hit.x, hit.y, NUMBER_AWAY, angle) for angle in range(0, 360, 15))
    places = [
        (round(x, 2), round(y, 2))
        for x, y in around
        if NUMBER_AWAY < x < VIEW_WIDTH - NUMBER_AWAY and NUMBER_AWAY < y < VIEW_HEIGHT - 1
    ]
    shooter = next(base for base in bases if base.role == "shooter")
    taken = [(base.x, base.y) for base in bases]
    # The line of fire stays in sight too.
    taken += [
        (hit.x + (shooter.x - hit.x) * share, hit.y + (shooter.y - hit.y) * share)
        for share in (0.15, 0.3, 0.5)
    ]
    return max(places, key=lambda at: min(dist(at, point) for point in taken))


def burst() -> str:
    """The corners of a burst around (0, 0), every other point shorter."""
    half = 180 / BURST
    reach = (BURST_OUTER, BURST_INNER, BURST_OUTER * 0.78, BURST_INNER)
    corners = (on_circle(0, 0, reach[step % 4], step * half) for step in range(2 * BURST))
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)


def _name(unit: Kept, known: Catalogue) -> str:
    return known.units[unit["unit"]].full_name
