"""What a game system hands to the outside: protocols; it fits those that it has rules for.

Files come in as parsed JSON and go out as JSON objects, so that nobody who asks needs the types of
any one game. What a system has no rules for is None.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

import msgspec

from rules.core.about import About
from rules.core.army import ArmyEntry, Edit, Offers, Overview, Setting
from rules.core.calculators import Calculator
from rules.core.dice import Die, Throw
from rules.core.game import Difference
from rules.core.hands import Hands
from rules.core.ordering import DieWords, Form, LegalOrder
from rules.core.palette import Palette
from rules.core.picture import Picture
from rules.core.rulebook import Rulebook

#: A JSON object; the schema of its format says what is in it.
Document = dict[str, object]
#: Parsed files by their path below the folder of a system.
Records = Mapping[str, object]


class GameSystem(Protocol):
    """One game system: its names, its rule book, its formats, and the editions of its records.

    `name` stands in files, `title` on pages; `fixtures` is the folder of its records below
    `fixtures/`; `stages` are the titles of stages of a game by language, by their names;
    `about` is the game in words; `calculators` are those for a table with real dice, none where
    the game has none.
    """

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def fixtures(self) -> str: ...

    @property
    def stages(self) -> Mapping[str, Mapping[str, str]]: ...

    @property
    def about(self) -> About: ...

    @property
    def calculators(self) -> Sequence[Calculator]: ...

    def rulebook(self) -> Rulebook:
        """Every rule by id."""

    def schemas(self) -> Mapping[str, Document]:
        """The JSON Schemas that are generated from types, by file name."""

    def edition(self, records: Records) -> "Edition":
        """The game with some records; raises CatalogueRefused or Unreadable for bad ones."""


class Edition(Protocol):
    """A game system with the records of one version of its catalogue.

    `army` is None where forces come with the scenario, `play` where nothing is played yet,
    `palette` where nobody draws scenarios.
    """

    @property
    def army(self) -> "Army | None": ...

    @property
    def play(self) -> "Play | None": ...

    @property
    def palette(self) -> Palette | None: ...


class Army(Protocol):
    """Armies: battle-group/1 files. All raise Unreadable; `building` is None where armies are only
    read."""

    @property
    def building(self) -> "Building | None": ...

    def judge(self, data: object, language: str) -> Document:
        """The verdict/1 object of a file, repairs included."""

    def repaired(self, data: object, repair: Mapping[str, object]) -> Document:
        """The file after a repair that its verdict offers."""

    def written(self, data: object) -> Document:
        """The file as it is written once it has been read."""

    def entries(self, data: object, language: str) -> Sequence[ArmyEntry]:
        """What stands in the army, in the order of the file."""

    def overview(self, data: object, language: str) -> Overview:
        """How what stands in the army belongs together."""


#: Records somebody has beside those of the system, by ids no file of others has.
Shelf = Mapping[str, object]
NO_SHELF: Shelf = MappingProxyType({})


class Building(Protocol):
    """Armies in the making. What reads a file raises Unreadable.

    Where files carry records of their own, those of a shelf may join them.
    """

    def begin(self, name: str) -> Document:
        """The file of an army nothing has joined yet."""

    def settings(self, data: object, language: str) -> Sequence[Setting]:
        """What is chosen for the whole army."""

    def offers(
        self,
        data: object,
        words: str,
        to: str,
        most: int,
        language: str,
        shelf: Shelf = NO_SHELF,
    ) -> Offers:
        """What may be added to the army, or to what stands at a place, and has every one of some
        words; nothing for a place that takes nothing."""

    def edited(self, data: object, edit: Edit, shelf: Shelf = NO_SHELF) -> Document:
        """The file after an edit; raises NoSuchPlace, Unreadable for a value that cannot be."""

    def fills(self, data: object, language: str) -> Sequence[Document]:
        """Ways to spend what is left, as a verdict writes repairs; none for an army that must be
        mended first."""

    def outdated(self, data: object, shelf: Shelf) -> Sequence[str]:
        """The ids of records of a shelf that the file has as they are no longer."""

    def ready_made(self) -> Mapping[str, Document]:
        """What armies may be built of that comes with the game and is in no catalogue, by name."""


class NothingLegal(Exception):
    """A fault of a game, not of a player: somebody must act, and nothing he may do is legal."""


class Opening(msgspec.Struct, frozen=True):
    """A ready-made start of a game: its name among those of the system, what it is called, and the
    scenario/1 object without chance and orders; `titles` are what it is called by language, as far
    as its record says so."""

    name: str
    title: str
    start: Document
    titles: Mapping[str, str] = {}


class Standing(msgspec.Struct, frozen=True):
    """How a game stands, in short.

    `stage` is the name of what is done now where that is more than a turn played, one of
    `GameSystem.stages`; `preparing` says that the game itself has not begun. `acting` are those who
    may act, whoever must among them first, and nobody once the game is over; `winner` is a side, ""
    for nobody. `points` is the size agreed on, None where a game has none. `for_people`: what is
    due now stands in no rule, so a person says it where one plays, whoever must act. `answering`
    are those who may act out of turn between the orders of who must.
    """

    turn: int
    acting: tuple[str, ...]
    stage: str = ""
    preparing: bool = False
    winner: str = ""
    points: int | None = None
    for_people: bool = False
    answering: tuple[str, ...] = ()


class Taken(msgspec.Struct, frozen=True):
    """One order taken, as plain values that can be kept: what it rolled, what happened, and the
    fingerprint of the state it led to. Events are whole here, which those of outcomes need not
    be."""

    order: Document
    faces: tuple[int, ...]
    events: tuple[Document, ...]
    fingerprint: str


class SavedStep(msgspec.Struct, frozen=True):
    """An order of a game/1 file: what its dice showed, and the state it led to."""

    order: Document
    rolled: Any
    fingerprint: str


class SavedGame(msgspec.Struct, frozen=True):
    """A game/1 file that was read: how it began, under which rules and with which lot for what is
    drawn before the first order, and its orders."""

    start: Document
    ruleset: str
    lot: int
    steps: tuple[SavedStep, ...]


class Play(Protocol):
    """The game in play: scenario/1, outcome/1 and game/1 files. What reads raises Unreadable.

    `ruleset` names the rules of today; `order_kinds` are those players give, by their names in
    files, `endings` those of them that only end a stage or the game; `commanders` are those who can
    give a player's orders, from the weakest to the strongest; `openings` are ready-made starts.
    """

    @property
    def ruleset(self) -> str: ...

    @property
    def openings(self) -> Sequence[Opening]: ...

    @property
    def order_kinds(self) -> Sequence[str]: ...

    @property
    def endings(self) -> Sequence[str]: ...

    @property
    def commanders(self) -> Sequence[str]: ...

    def resolve(self, data: object, language: str) -> Document:
        """The outcome/1 object of a scenario/1 file."""

    def replay(self, data: object, language: str) -> Document:
        """Whether a game/1 file plays again as it was saved, and where it first differs."""

    def saved(self, data: object) -> SavedGame:
        """What a game/1 file holds; `Match.again` takes its orders. Raises Unreadable."""

    def begin(self, start: Mapping[str, object], seed: int, state: object = None) -> "Match":
        """A match from a scenario/1 object without dice and orders, or from a later state of it as
        `Match.state` gave it."""

    def as_begun(self, start: Mapping[str, object], ruleset: str) -> Document:
        """A start with what was agreed as the rules had it under which it began."""

    def swapped(self, start: Mapping[str, object]) -> Document:
        """The start of another game between the same players, who exchange what they play where
        that can be."""

    def records_named(self, start: Mapping[str, object]) -> Collection[str]:
        """The ids of records of the catalogue that a start names."""

    def deals(self, seed: int) -> Iterator[Document]:
        """Starts to play from, without end, the same for a seed."""

    def playouts(self, seed: int, games: int, say: Callable[[str], None]) -> bool:
        """Play whole games, say how each went and what never occurred; whether all went well."""


class Match(Protocol):
    """A game under way. Orders are those of scenario/1; `telling` is None for a game without words
    of its own, `forecast` where nothing is foretold, `table` where only pages of the system's own
    show it, `hands` where orders are only chosen from lists. `chance` is the memory of the dice, by
    which a game that was put away goes on; it is told to nobody."""

    chance: int

    @property
    def turn(self) -> int: ...

    @property
    def players(self) -> Sequence[str]: ...

    @property
    def telling(self) -> "Telling | None": ...

    @property
    def forecast(self) -> "Forecast | None": ...

    @property
    def table(self) -> "Tabletop | None": ...

    @property
    def hands(self) -> Hands | None: ...

    @property
    def sides(self) -> Mapping[str, str]:
        """The side of every player; those of one side win together."""

    @property
    def at_any_time(self) -> Sequence[str]:
        """The kinds of orders that people may give whoever must act, since no rule decides them."""

    @property
    def minutes(self) -> int | None:
        """How long the players have agreed to play at most."""

    def given_by(self, order: Document) -> str:
        """The player an order speaks for, "" for whoever must act."""

    def standing(self) -> Standing:
        """How the game stands."""

    def is_stuck(self) -> bool:
        """Whether whoever must act has nothing legal to do, which never should be."""

    def by_itself(self) -> Document | None:
        """The order that nobody has to be asked for, None where somebody must act."""

    def time_up(self, minutes: float) -> Document | None:
        """The order that says time is up after so many minutes; None for a game without a clock."""

    def by_agreement(self) -> Sequence[Document] | None:
        """The orders by which everybody who has a say and has not agreed yet ends the game now,
        nothing where it cannot end so now; None for a game whose rules know no such end."""

    def is_by_agreement(self, order: object) -> bool:
        """Whether an order, however it is written, says what `by_agreement` lets all say; raises
        Unreadable."""

    def actors(self) -> Sequence[str]:
        """Who may act now; nobody when the game is over."""

    def legal_orders(self, player: str) -> list[Document]:
        """Orders a player may give; ways and places are samples."""

    def explain(self, order: object, language: str) -> list[Document]:
        """Every reason why not, each with code, rules and message; empty means legal. Raises
        Unreadable."""

    def take(self, order: object, faces: Sequence[int] | None = None) -> list[Document]:
        """Carry out an order, with the faces somebody typed where there are some, and return what
        happened; raises Unreadable, OrderRefused, and for `faces` what `asks` raises and
        DieNeeded for too few."""

    def asks(self, order: object, faces: Sequence[int]) -> Throw:
        """The dice an order throws as far as some faces settle them, and the one it asks for next.
        Raises Unreadable, OrderRefused, FaceWrong and, for more faces than it throws, FacesLeft.
        """

    def retraced(self) -> Difference | None:
        """Where the match, played again by its own record, first differs, None for nowhere: dice
        and states are compared, orders are not judged again."""

    def undo(self) -> None:
        """Take the last order back; raises IndexError at the start."""

    def last(self) -> Taken:
        """The last order taken; raises IndexError before the first."""

    def follow(self, step: Taken) -> None:
        """Go one order further as it was taken once, whatever the rules say today; the dice rest.
        Raises Unreadable and msgspec.ValidationError for what is no step."""

    def repeat(self, order: object, once: Taken) -> bool:
        """Carry out an order with the dice it had once, if it is the same and leads to the same;
        whether it was. Raises Unreadable."""

    def again(self, step: SavedStep) -> None:
        """Carry out an order of a game/1 file as it stands there; raises Unreadable, and Differs
        where it comes out otherwise."""

    def ordered(self, commander: str, lot: int) -> Document:
        """The order a commander gives for who must act; raises KeyError for a name nobody has."""

    def thought(self, commander: str, lot: int) -> Callable[[], Document]:
        """The work of `ordered` as a call that may be handed to another process; it raises
        NothingLegal where there is no order to give."""

    def answer(self, player: str, commander: str, lot: int) -> Callable[[], Document | None]:
        """The work of finding the order a commander gives for a player who is `answering`, as a
        call that may be handed to another process; it finds None where the moment passes. Raises
        KeyError as `ordered`."""

    def state(self) -> Document:
        """The whole state as plain JSON values."""

    def fingerprint(self) -> str:
        """A short text that differs for different states."""

    def save(self, ruleset: str = "") -> Document:
        """The match as a game/1 object, under the rules it began by where they are not today's."""

    def faults(self) -> Iterable[str]:
        """What is wrong with the state, a sentence each; nothing ever should be."""


class Tabletop(Protocol):
    """A match as people see and play it at a table: a picture, and orders in words and forms.

    A system without pages of its own is played by these on pages that know no game.
    """

    def picture(self, language: str) -> Picture:
        """The position as it is now."""

    def offers(self, player: str, language: str) -> Sequence[LegalOrder]:
        """The legal orders of a player, each in words and with the piece it is given to."""

    def says(self, order: Mapping[str, object], language: str) -> str:
        """An order in one sentence."""

    def tells(
        self, order: Mapping[str, object], events: Sequence[Mapping[str, Any]], language: str
    ) -> str:
        """An order that was given, with what came of it; `events` as they are kept."""

    def forms(self, language: str) -> Sequence[Form]:
        """What has to be said for each kind of order."""

    def die(self, die: Die, language: str) -> DieWords:
        """What a die and its faces are called by whoever types them."""

    def drafted(self, kind: str, typed: Mapping[str, str]) -> Document:
        """The order that is meant by what was typed into the fields of a form; what cannot be read
        stays as it was typed, for `explain` to refuse. Raises KeyError for another kind."""


class Telling(Protocol):
    """A match in sentences."""

    def log(self, language: str) -> list[list[str]]:
        """What happened, a list of sentences for every order taken."""


class Forecast(Protocol):
    """What orders promise, counted exactly."""

    def harm(self, order: object) -> Mapping[str, float] | None:
        """The harm every unit may expect of a legal order, below 0 what is mended; None where an
        order can come out in too many ways."""
