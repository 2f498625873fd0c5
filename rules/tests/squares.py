"""A toy game: two runners on a line of squares and a die; who passes the end first has won.

It has all that the seam for systems asks for, and nothing else; its armies are in `squares_army`,
what hands on its track ask in `squares_hands`.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import repeat
from typing import Any, ClassVar, Literal

import msgspec

from rules.core import playouts
from rules.core.about import About
from rules.core.dice import Dice, ScriptedDice, SeededDice
from rules.core.game import Game, GameRules, replay
from rules.core.match import TypedMatch, thought_by_lot
from rules.core.ordering import OrderBook, TableWords
from rules.core.picture import Area, Picture, Piece, Shape
from rules.core.refusals import Refusals, RefusalTable
from rules.core.rulebook import Rulebook
from rules.core.saved_game import (
    GameFile,
    fingerprint,
    read_game,
    record_of,
    ruleset_of,
    saved_of,
    start_of,
    write_game,
    write_replay,
)
from rules.core.scenarios import WholeStarts, openings
from rules.core.schema import COUNT, TEXT, described, listed
from rules.core.system import Records, SavedGame, Standing
from rules.core.tabletop import TypedTabletop
from rules.core.typed import read_typed
from rules.core.violations import Violation
from rules.tests.squares_army import Army
from rules.tests.squares_hands import RaceHands

NAME, TITLE = "squares", "Squares"
BOOK = Rulebook.from_toml(
    [
        """
        [SQ-001]
        kind = "play"
        section = "1"
        title = { en = "Turns", pl = "Tury" }
        summary = { en = "Players take turns.", pl = "Gracze grają na zmianę." }

        [SQ-002]
        kind = "build"
        section = "1"
        title = { en = "Teams", pl = "Drużyny" }
        summary = { en = "Somebody runs, for some points.", pl = "Ktoś biegnie, za punkty." }
        """
    ],
    '[1]\nen = "All of it"\npl = "Całość"',
)
REFUSALS = RefusalTable(
    """
    [NOT_YOUR_TURN]
    rules = ["SQ-001"]
    en = "{where} must wait."
    pl = "{where} musi poczekać."
    """
)


WORDS = TableWords(
    """
    [orders]
    walk = { en = "Walk", pl = "Krok" }
    run = { en = "Run", pl = "Bieg" }
    [fields]
    player = { en = "for", pl = "za", of = "piece" }
    """
)


#: A race before it begins, and one under way.
START: dict[str, Any] = {
    "format": "scenario/1",
    "system": NAME,
    "players": ["red", "blue"],
    "squares": 20,
}
RACE = START | {
    "dice": [4],
    "orders": [{"order": "run", "player": "red"}, {"order": "walk", "player": "blue"}],
}


class Position(msgspec.Struct, frozen=True):
    """A start: players and squares."""

    players: tuple[str, str]
    squares: int = 20


class State(msgspec.Struct, frozen=True):
    """Where runners are, whose turn it is, and which."""

    at: dict[str, int]
    active: str
    turn: int = 1


class Walk(msgspec.Struct, frozen=True, tag_field="order", tag="walk"):
    """One square, for sure."""

    player: str


class Run(msgspec.Struct, frozen=True, tag_field="order", tag="run"):
    """As many squares as a die says."""

    player: str


class Went(msgspec.Struct, frozen=True, tag_field="event", tag="went"):
    """A runner's new square, and who is next."""

    player: str
    to: int
    next: str
    rules: tuple[str, ...] = ("SQ-001",)


Order = Walk | Run


def explain(state: State, order: Order) -> tuple[Violation, ...]:
    refusals = Refusals(REFUSALS)
    if order.player != state.active:
        refusals.add("NOT_YOUR_TURN", order.player)
    return tuple(refusals.violations)


def legal_orders(state: State, player: str) -> tuple[Order, ...]:
    return (Walk(player), Run(player)) if player == state.active else ()


def decide(state: State, order: Order, dice: Dice) -> tuple[Went, ...]:
    squares = dice.roll(1)[0] if isinstance(order, Run) else 1
    (other,) = (player for player in state.at if player != order.player)
    return (Went(order.player, state.at[order.player] + squares, other),)


def evolve(state: State, event: Went) -> State:
    return State(state.at | {event.player: event.to}, event.next, state.turn + 1)


RULES = GameRules(explain, legal_orders, decide, evolve, fingerprint)
BOOK_OF_ORDERS = OrderBook({"walk": Walk, "run": Run}, WORDS)


def read_order(order: Any, path: str = "$") -> Order:
    read: Order = read_typed(order, Order, path)
    return read


def begun(start: Any) -> State:
    players = read_typed(start, Position).players
    return State(dict.fromkeys(players, 0), players[0])


class Track(TypedTabletop):
    """A race as a line of squares."""

    giving = "player"

    def __init__(self, race: "Race") -> None:
        super().__init__(race, BOOK_OF_ORDERS)
        self.race = race

    def picture(self, language: str) -> Picture:
        end = self.race.position.squares
        corners = ((end, 0.0), (end + 1.0, 0.0), (end + 1.0, 2.0), (end, 2.0))
        label = {"en": "finish", "pl": "meta"}[language]
        return Picture(
            width=end + 6.0,
            depth=2,
            measure="square",
            areas=(Area("end", "finish", label, corners, "zone"),),
            pieces=tuple(
                Piece(
                    name, name, name[:1], name, str(at), (at + 0.5, row + 0.5), Shape(0.8, 0.8), 90
                )
                for row, (name, at) in enumerate(self.race.game.state.at.items())
            ),
        )


class Race(TypedMatch[State, Order, Went]):
    """A race in play."""

    events: ClassVar[Any] = Went

    def __init__(self, start: Mapping[str, Any], seed: int, state: Any = None) -> None:
        self.position = read_typed(start, Position)
        now = begun(start) if state is None else msgspec.convert(state, State)
        super().__init__(Game(RULES, now, SeededDice(seed)), start, self.position.players)
        self.table = Track(self)
        self.hands = RaceHands(self)

    @property
    def turn(self) -> int:
        return self.game.state.turn

    def actors(self) -> list[str]:
        state = self.game.state
        return [] if max(state.at.values()) > self.position.squares else [state.active]

    def standing(self) -> Standing:
        at = self.game.state.at
        winner = "" if self.actors() else max(at, key=lambda runner: at[runner])
        return Standing(self.turn, tuple(self.actors()), winner=winner)

    def thought(self, commander: str, lot: int) -> Callable[[], dict[str, Any]]:
        return thought_by_lot(self.game, self.actors(), (), lot)

    def read_order(self, order: Any) -> Order:
        return read_order(order)

    def write_refusal(self, violation: Violation, language: str) -> dict[str, Any]:
        return REFUSALS.write(violation, language)

    def save(self, ruleset: str = "") -> dict[str, Any]:
        return write_game(self.game, self.start, ruleset or Play.ruleset)

    def faults(self) -> Iterator[str]:
        if min(self.game.state.at.values()) < 0:
            yield "somebody stands before the start"


class RaceFile(GameFile, frozen=True, kw_only=True):
    """A saved race."""

    system: Literal["squares"]


class Play(WholeStarts):
    """Races."""

    ruleset = f"{NAME}@1"
    order_kinds = ("walk", "run")
    commanders = ("random",)
    endings = ()
    openings = openings({"sprint.json": START | {"name": "A sprint"}})

    def resolve(self, data: Any, language: str) -> dict[str, Any]:
        state, dice = begun(data), ScriptedDice(data.get("dice", ()))
        events: list[Went] = []
        refused = []
        for index, value in enumerate(data.get("orders", ())):
            order = read_order(value, f"$.orders[{index}]")
            if violations := explain(state, order):
                reasons = [REFUSALS.write(violation, language) for violation in violations]
                refused.append({"index": index, "violations": reasons})
                continue
            events += decide(state, order, dice)
            state = evolve(state, events[-1])
        told = {"events": msgspec.to_builtins(events), "at": state.at, "turn": state.turn}
        head = {"format": "outcome/1", "system": NAME}
        return head | told | {"refused": refused, "dice_left": dice.left}

    def replay(self, data: Any, language: str) -> dict[str, Any]:
        file = read_game(data, RaceFile)
        _, difference = replay(RULES, start_of(file, begun), record_of(file, read_order))
        return write_replay(data, difference, Squares().schemas()["squares.game.1"], language)

    def saved(self, data: Any) -> SavedGame:
        file = read_game(data, RaceFile)
        record = record_of(file, read_order)
        return saved_of(file.start, ruleset_of(data, self.ruleset), record)

    def begin(self, start: Mapping[str, Any], seed: int, state: Any = None) -> Race:
        return Race(start, seed, state)

    def deals(self, seed: int) -> Iterator[dict[str, Any]]:
        return repeat(START)

    def playouts(self, seed: int, games: int, say: Callable[[str], None]) -> bool:
        return playouts.run(self, seed, games, say)


class Edition:
    """Nothing to keep: there are no records."""

    army = Army()
    play = Play()
    palette = None


class Squares:
    """The game as a system."""

    name = NAME
    title = TITLE
    fixtures = "squares"
    stages: ClassVar[dict[str, Any]] = {}
    about = About(says={}, source={})
    calculators = ()

    def rulebook(self) -> Rulebook:
        return BOOK

    def schemas(self) -> dict[str, dict[str, Any]]:
        parts = (Position, Order, Went)
        (position, order, event), types = msgspec.json.schema_components(
            parts, ref_template="#/$defs/{name}"
        )
        starts = types["Position"]["properties"]
        lists = {"orders": listed(order), "faces": listed(listed(COUNT)), "states": listed(TEXT)}
        forms: dict[str, dict[str, Any]] = {
            "scenario": {**starts, "dice": listed(COUNT), "orders": listed(order)},
            "outcome": {"events": listed(event), "at": {"type": "object"}, "turn": COUNT},
            "game": {"ruleset": TEXT, "dice": {"type": "object"}, "start": position, **lists},
        }
        return {
            f"{NAME}.{form}.1": described(NAME, TITLE, f"{form}/1", fields, ["format"], types)
            for form, fields in forms.items()
        }

    def edition(self, records: Records) -> Edition:
        return Edition()


SQUARES = Squares()
