"""A new battle before it begins: armies, what is rolled, and the table it will be fought on."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from armybuilder.groups.present.armies import judge, report
from armybuilder.groups.present.verdicts import Report
from armybuilder.skirmishes.naming import LONGEST_TITLE
from armybuilder.skirmishes.present.beginnings import Document, Opening, OrderUnreadable, opened
from armybuilder.skirmishes.present.editions import Pins, play_of
from armybuilder.skirmishes.present.words import SEATS
from armybuilder.systems.khans_and_generals.present.words import (
    ABOUT,
    BATTLES,
    SETTLED,
    SYSTEM,
    VALUES,
)
from collection.catalogue.game import rule_chip
from collection.catalogue.present.values import Rule
from collection.common.language import Words, language
from rules import Picture, SeededDice, Unreadable
from rules import khans_and_generals as kg

#: The person, and whoever is on the other side.
MINE, THEIRS = kg.SEATS
#: Lots of one battle are told apart by these.
LOT_OF = {MINE: 1, THEIRS: 2}


class NotFitting(Exception):
    """Two armies that do not fit the battle unless both sides agree; `reasons` are sentences."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


@dataclass(frozen=True)
class Wishes:
    """What a person chose, by the names of the form; armies are documents, None for one that is
    dealt."""

    army: Document | None
    theirs: Document | None
    against: str
    period: str
    size: str
    battle: str
    side: str
    time: str
    weather: str
    ground: str
    dynamic_time: bool
    dynamic_weather: bool
    season: str
    country: str
    relief: str
    reserve: str
    trap: str
    lot: int
    agreed: bool


@dataclass(frozen=True)
class Settled:
    """One thing as it came about: `faces` are those of dice, "" where it was chosen."""

    label: Words
    value: Words
    faces: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Side:
    """One army as it comes: its name, its points, its verdict, what the type of battle gives it."""

    seat: str
    title: Words
    name: str
    attacks: bool | None
    gains: tuple[str, ...]
    verdict: Report
    document: Document


@dataclass(frozen=True)
class Shape:
    """Something drawn on the small table: a polygon, a line, a place; y downwards."""

    kind: str
    label: str
    points: str = ""
    at: tuple[float, float] = (0, 0)
    size: tuple[float, float] = (0, 0)
    turn: float = 0
    is_line: bool = False
    is_round: bool = False

    @property
    def half(self) -> tuple[float, float]:
        """Half its width and half its length."""
        return self.size[0] / 2, self.size[1] / 2


@dataclass(frozen=True)
class Table:
    """The small table: its size, ground, zones, armies and objectives."""

    width: float
    depth: float
    grounds: tuple[Shape, ...]
    zones: tuple[Shape, ...]
    units: tuple[Shape, ...]
    objectives: tuple[Shape, ...]
    says: str


@dataclass(frozen=True)
class Prepared:
    """A battle that can begin: its start before anybody stands, what was settled, both sides, the
    table, and why the armies do not fit."""

    start: Document
    about: Words
    told: tuple[Settled, ...]
    sides: tuple[Side, Side]
    table: Table
    reasons: tuple[str, ...]


def weathers(country: str, season: str) -> tuple[str, ...]:
    """The weathers there can be there and then."""
    return kg.weathers_of(*_known(country, season))


def grounds(country: str, season: str) -> tuple[str, ...]:
    """The grounds there can be there and then."""
    return kg.grounds_of(*_known(country, season))


def _known(country: str, season: str) -> tuple[kg.Country, kg.Season]:
    """Where and when, as the rules know it; the first they know for anything else."""
    return (
        next((each for each in kg.COUNTRIES if each == country), kg.COUNTRIES[0]),
        next((each for each in kg.SEASONS if each == season), kg.SEASONS[0]),
    )


def tables() -> list[tuple[str, str]]:
    """The tables laid out ready, with their titles."""
    return [(name, titles[language()]) for name, titles in kg.tables().items()]


def commanders() -> Sequence[str]:
    """Who may command for the other side, from the weakest to the strongest."""
    return play_of(Pins(SYSTEM)).commanders


def wishes_of(army: Document) -> dict[str, str]:
    """What an army was built for, by the names of the form: its size, battle and side."""
    usual = kg.USUAL_SIZES[army.get("period") or "modern"]
    total = army.get("build_total") or usual[0]
    nearest = min(range(len(usual)), key=lambda place: abs(usual[place] - total))
    found: dict[str, str] = {"size": kg.SIZES[nearest]}
    if army.get("battle"):
        found["battle"] = army["battle"]
    if army.get("side"):
        found["side"] = MINE if army["side"] == "attacker" else THEIRS
    return found


def prepare(wishes: Wishes) -> Prepared:
    """The battle that is wished for, with everything rolled by its lot; raises OrderUnreadable for
    armies that no battle can be made of."""
    try:
        return _prepared(wishes)
    except Unreadable as error:
        raise OrderUnreadable(f"{error.path}: {error.message(language())}") from error


def _prepared(wishes: Wishes) -> Prepared:
    dice = SeededDice(wishes.lot)
    settled = kg.settle(_agreement(wishes), dice)
    forces = (
        _force(wishes, settled, MINE, wishes.army),
        _force(wishes, settled, THEIRS, wishes.theirs),
    )
    reasons = kg.objections(settled, forces)
    mustered = kg.muster(settled, forces, dice, knowingly=True)
    sides = tuple(_side(settled, force) for force in forces)
    return Prepared(
        start=json.loads(json.dumps(mustered.start)),
        about=ABOUT[settled.battle],
        told=tuple(_told(mustered.told)),
        sides=(sides[0], sides[1]),
        table=_table(mustered.start, wishes),
        reasons=tuple(_objection(reason.code, reason.params) for reason in reasons),
    )


def open_battle(wishes: Wishes, *, by_hand: bool) -> tuple[Opening, str]:
    """The battle with its armies drawn up, the person's own left to them where it is placed
    `by_hand`, and its title; raises NotFitting and OrderUnreadable."""
    prepared = prepare(wishes)
    if prepared.reasons and not wishes.agreed:
        raise NotFitting(prepared.reasons)
    seats = (THEIRS,) if by_hand else (MINE, THEIRS)
    start = kg.drawn_up(prepared.start, seats, wishes.lot, trappers=_ambushers(wishes))
    titles = _titles(prepared)
    opening = opened(SYSTEM, json.loads(json.dumps(start)) | {"titles": titles})
    return opening, titles[language()]


def _titles(prepared: Prepared) -> dict[str, str]:
    """What a battle is called after its type and its armies, by language."""
    battle = BATTLES[prepared.start["battle"]["type"]]
    found = {}
    for code, _name in settings.LANGUAGES:
        with override(code):
            names = " – ".join(_called(side.document) for side in prepared.sides)
            found[code] = f"{battle}: {names}"[:LONGEST_TITLE]
    return found


def _ambushers(wishes: Wishes) -> tuple[str, ...]:
    """Whose commander lays traps: a bot's; people lay theirs themselves."""
    return (THEIRS,) if wishes.against else ()


def formations_of(army: Document | None) -> list[tuple[str, str]]:
    """The formations of an army that may wait in reserve: all but the one that commands."""
    found = (army or {}).get("formations", [])[1:]
    return [(entry["id"], f"{entry['id']} ({entry['formation']})") for entry in found]


def companies_of(army: Document | None) -> list[tuple[str, str]]:
    """The entries of an army that may lie in ambush: those that terrain can hide."""
    cards = (army or {}).get("profiles", {})
    found = []
    for number, entry in enumerate((army or {}).get("units", [])):
        named = entry["unit"]
        card = named if isinstance(named, dict) else cards.get(named, {})
        if card.get("class") in ("line", "support", "artillery"):
            found.append((f"units[{number}]", str(card.get("name") or named)))
    return found


def dealt(period: str, wishes: Wishes, seat: kg.Seat) -> Document:
    """The army that is dealt to a seat for what is wished for."""
    settled = kg.settle(_agreement(wishes), SeededDice(wishes.lot))
    return _dealt(period, wishes, settled, seat)


def _agreement(wishes: Wishes) -> kg.Agreement:
    """What was chosen; what was left empty is rolled."""
    chosen = {
        "battle": wishes.battle,
        "attacker": wishes.side,
        "time": wishes.time,
        "weather": wishes.weather,
        "ground": wishes.ground,
        "season": wishes.season,
        "country": wishes.country,
        "dynamic_time": wishes.dynamic_time,
        "dynamic_weather": wishes.dynamic_weather,
        "relief": wishes.relief,
        "size": wishes.size,
    }
    return kg.agree({name: value for name, value in chosen.items() if value != ""})


def _force(wishes: Wishes, settled: kg.Settled, seat: kg.Seat, army: Document | None) -> kg.Force:
    if army is None:
        army = _dealt(wishes.period, wishes, settled, seat)
    mine = seat == MINE
    return kg.Force(
        seat,
        army,
        reserves=((wishes.reserve,),) if mine and wishes.reserve else (),
        traps=(wishes.trap,) if mine and wishes.trap else (),
    )


def _dealt(period: str, wishes: Wishes, settled: kg.Settled, seat: kg.Seat) -> Document:
    side = kg.army_side(settled.battle, settled.attacker, seat)
    lot = wishes.lot * len(LOT_OF) + LOT_OF[seat]
    size = settled.agreed.size
    return kg.deal(_sample(period), size, lot, battle=settled.battle, side=side)


@cache
def _sample(period: str) -> Any:
    """The sample force of a period."""
    path = settings.BASE_DIR / "fixtures" / "khans_and_generals" / "forces" / f"{period}.json"
    return json.loads(path.read_text("utf-8"))


def _side(settled: kg.Settled, force: kg.Force) -> Side:
    document = kg.fielded(settled, force)
    side = kg.army_side(settled.battle, settled.attacker, force.seat)
    return Side(
        seat=force.seat,
        title=SEATS[force.seat],
        name=_called(document),
        attacks=None if side is None else side == "attacker",
        gains=tuple(_gains(settled.battle, side)),
        verdict=report(judge(document)),
        document=document,
    )


def _called(army: Document) -> str:
    return str(army.get("name") or _("Without a name"))


def _gains(battle: str, side: str | None) -> Iterator[str]:
    """What the type of the battle gives to a side, in words."""
    given = kg.terms(battle, side)
    if given.bonus:
        yield _("%(percent)s %% more points") % {"percent": given.bonus}
    if given.purse:
        yield _("%(percent)s %% of the points for fortifications") % {"percent": given.purse}
    if given.assessment > 0:
        yield _("bears %(number)s more in the battle assessment") % {"number": given.assessment}
    if given.assessment < 0:
        yield _("bears %(number)s less in the battle assessment") % {"number": -given.assessment}


def _told(told: Sequence[kg.Told]) -> Iterator[Settled]:
    for each in told:
        yield Settled(
            label=SETTLED[each.what],
            value=_value(each.what, each.value),
            faces=_faces(each.faces),
            rules=tuple(rule_chip(rule) for rule in each.rules),
        )


def _value(what: str, value: str) -> Words:
    if what in VALUES:
        return VALUES[what][value]
    if what in ("attacker", "first"):
        return SEATS[value]
    if what == "relief":
        return dict(tables()).get(value) or _("dealt by lot")
    if what == "weather_left":
        turns = int(value)
        return ngettext("%(turns)s turn", "%(turns)s turns", turns) % {"turns": turns}
    return value


#: Of more dice only their number is told.
MOST_FACES = 6


def _faces(faces: Sequence[str]) -> str:
    """Dice as people write them: "d6 4"."""
    if len(faces) > MOST_FACES:
        return ngettext("%(n)s die", "%(n)s dice", len(faces)) % {"n": len(faces)}
    return ", ".join(face.replace(":", " ") for face in faces)


def _objection(code: str, params: Mapping[str, Any]) -> str:
    if code == "PERIODS_DIFFER":
        return _("The armies are of different periods.")
    seat = SEATS[params["seat"]]
    return _("The army of %(side)s is not legal for this battle.") % {"side": seat}


# The small table --------------------------------------------------------------------------------


def _table(start: Document, wishes: Wishes) -> Table:
    standing = kg.drawn_up(start, kg.SEATS, wishes.lot, trappers=_ambushers(wishes))
    match = play_of(Pins(SYSTEM)).begin(json.loads(json.dumps(standing)), wishes.lot)
    if match.table is None:
        raise Unreadable("$", "MISFIT", reason="no table")
    picture = match.table.picture(language())
    return Table(
        width=picture.width,
        depth=picture.depth,
        grounds=tuple(_grounds(picture)),
        zones=tuple(_zones(start, picture)),
        units=tuple(_units(picture)),
        objectives=tuple(
            Shape(mark.kind, mark.label, at=_down(mark.at, picture))
            for mark in picture.marks
            if mark.kind == "objective"
        ),
        says=_("%(width)s by %(depth)s cm; %(grounds)s")
        % {
            "width": f"{picture.width:.4g}",
            "depth": f"{picture.depth:.4g}",
            "grounds": ", ".join(dict.fromkeys(_short(area.label) for area in picture.areas)),
        },
    )


def _short(label: str) -> str:
    """What a piece of ground is, without what it does."""
    return re.split("[;:,]", label)[0]


def _grounds(picture: Picture) -> Iterator[Shape]:
    for area in picture.areas:
        corners = (_down(corner, picture) for corner in area.corners)
        points = " ".join(f"{x:.4g},{y:.4g}" for x, y in corners)
        tone = "work" if area.tone == "zone" else area.tone
        yield Shape(tone, area.label, points=points, is_line=area.is_line)


def _zones(start: Document, picture: Picture) -> Iterator[Shape]:
    for seat, deep in kg.zones(start).items():
        below = seat == start["players"][0]
        top = picture.depth - deep if below else 0.0
        yield Shape(seat, str(SEATS[seat]), at=(0.0, top), size=(picture.width, deep))


def _units(picture: Picture) -> Iterator[Shape]:
    for piece in picture.pieces:
        if piece.at is not None:
            yield Shape(
                piece.side,
                piece.name,
                at=_down(piece.at, picture),
                size=(piece.shape.width, piece.shape.length),
                turn=piece.facing or 0,
                is_round=piece.shape.is_round,
            )


def _down(at: tuple[float, float], picture: Picture) -> tuple[float, float]:
    return round(at[0], 2), round(picture.depth - at[1], 2)
