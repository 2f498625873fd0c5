"""The army sheet as a value: every export draws the same one and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from collection.catalogue.present.values import Dial, Equipment

#: The order in which a sheet lists figures; "unknown" are ids the catalogue does not have.
SECTIONS = ("mech", "vehicle", "infantry", "unknown")


@dataclass(frozen=True, kw_only=True)
class CardLine:
    """A card and what it costs in this group; `points` None where nobody knows; `effect` says what
    it does there."""

    where: str
    id: str
    name: str
    points: int | None
    official: bool
    effect: str = ""


@dataclass(frozen=True, kw_only=True)
class Mounted(CardLine):
    """A card on a 'Mech. `slot` counts from 1; `recruited_by` is the faction paid for a gunslinger,
    `recruit_points` what it is paid."""

    kind: str
    slot: int
    weapon: str | None = None
    recruited_by: str | None = None
    recruit_points: int = 0


@dataclass(frozen=True, kw_only=True)
class GroupCardLine(CardLine):
    """A card of the whole group. `faction` is the choice of a contract."""

    type: str
    faction: str | None


@dataclass(frozen=True, kw_only=True)
class ClickRow:
    """The values of one click as they count with the cards on the figure, by the keys of the dial.

    `granted` is the equipment cards give to a value; `idle` names the values whose own equipment a
    card puts out of work.
    """

    values: Mapping[str, int]
    granted: Mapping[str, tuple[Equipment, ...]]
    idle: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FittedDial:
    """The dial of a figure with its cards folded in.

    `printed` is the dial as it stands on the base; `abilities` are what cards bring besides values
    and equipment, by name.
    """

    printed: Dial
    clicks: tuple[ClickRow, ...]
    abilities: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PieceRow:
    """One entry of figures. `number` is its place in the list, from 1; `points` are those of one
    bare figure, `value` those of one with everything on it; `dial` is None where nobody knows it.
    A figure written into the list is not `official`. `drawing` and `mark` are its picture and
    whose colour it has, by the names of the sprites; empty where nobody knows the figure.
    """

    number: int
    section: str
    id: str
    set: str
    collector_number: str
    name: str
    variant: str | None
    rank: str | None
    printed: str | None
    faction: str | None
    faction_from: str
    count: int
    points: int | None
    value: int
    mounted: tuple[Mounted, ...]
    official: bool
    drawing: str = ""
    mark: str = ""
    dial: FittedDial | None = None

    @property
    def total(self) -> int:
        """Points of the whole entry."""
        return self.value * self.count

    @property
    def at_least(self) -> bool:
        """Whether some of its points are unknown, so that `total` is a lower bound."""
        return self.points is None or any(card.points is None for card in self.mounted)

    @property
    def gear(self) -> tuple[Mounted, ...]:
        """The gear cards, in the order of the list."""
        return tuple(card for card in self.mounted if card.kind == "gear")

    @property
    def pilots(self) -> tuple[Mounted, ...]:
        """The pilots; a legal 'Mech has one at most."""
        return tuple(card for card in self.mounted if card.kind == "pilot")


@dataclass(frozen=True, kw_only=True)
class Marker:
    """An artillery marker the player brings; `range` in inches."""

    id: str
    name: str
    range: int
    count: int


@dataclass(frozen=True, kw_only=True)
class Problem:
    """Something wrong or worth knowing; `rows` are the numbers of the pieces it concerns."""

    code: str
    severity: str
    rows: tuple[int, ...]
    rules: tuple[str, ...]
    message: str


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One question of the rules, whether it holds, and why."""

    holds: bool
    rules: tuple[str, ...]
    message: str


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A battle group judged and ready to be drawn in one language.

    `legal` None: nothing is wrong, but something cannot be decided. `faction` is that of a pure
    group, `mark` the one its figures share, "" where they differ. `link` opens the group for
    others, empty for a private one; `qr` is the address the QR code holds, which needs no link;
    `group` and `verdict` are the battle-group/1 and verdict/1 objects the sheet was made from;
    `places` says, for its owner alone, where pieces are kept, by id; `player` is whose it is on a
    print of several people's, "" where it is one's own.
    """

    language: str
    name: str
    game: str
    event: str
    build_total: int | None
    faction: str | None
    mark: str
    total: int
    at_least: bool
    orders: int | None
    ruleset: str
    catalogue: str
    legal: bool | None
    check_code: str
    pieces: tuple[PieceRow, ...]
    cards: tuple[GroupCardLine, ...]
    markers: tuple[Marker, ...]
    problems: tuple[Problem, ...]
    answers: tuple[Answer, ...]
    link: str
    qr: str
    group: Mapping[str, Any]
    verdict: Mapping[str, Any]
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    player: str = ""

    @property
    def piece_count(self) -> int:
        """How many figures stand on the table."""
        return sum(piece.count for piece in self.pieces)

    @property
    def sections(self) -> list[tuple[str, list[PieceRow]]]:
        """The rows under their sections, in the order of the sheet, without empty sections."""
        return [
            (section, rows)
            for section in SECTIONS
            if (rows := [piece for piece in self.pieces if piece.section == section])
        ]

    @property
    def factions(self) -> list[str]:
        """The factions the pieces serve, each once, in the order of the list."""
        return list(dict.fromkeys(piece.faction for piece in self.pieces if piece.faction))

    @property
    def carried(self) -> list[CardLine]:
        """Every card that does something, once for what it does: those of pieces, then those of
        the whole group."""
        mounted = [card for piece in self.pieces for card in piece.mounted]
        found = {(card.id, card.effect): card for card in (*mounted, *self.cards) if card.effect}
        return list(found.values())

    @property
    def grave(self) -> list[Problem]:
        """The problems that make the group illegal or leave it undecided; notes are left out."""
        return [problem for problem in self.problems if problem.severity != "note"]
