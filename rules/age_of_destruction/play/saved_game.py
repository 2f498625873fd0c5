"""The game/1 format: a skirmish as it began, and every order with the faces it rolled.

`start` is a scenario/1 object whose dice and orders are left out; of the ruling switches it names
those set otherwise than in the `ruleset` under which the game began. `orders`, `faces` and `states`
have one entry for every order: the order as in scenario/1, the faces it rolled, the fingerprint of
the state it led to. Games that were saved at first have an object of all three for every order.

A fingerprint is the first 16 hex digits of SHA-256 over the JSON of the whole state: sorted keys,
no spaces, UTF-8. A file has the first half of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal

import msgspec

from rules.age_of_destruction.army.verdict import RULESET
from rules.age_of_destruction.orders import read_given, read_order
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.play import rulings
from rules.age_of_destruction.play.rules import advance, decide, explain, legal_orders
from rules.age_of_destruction.play.scenario import read_scenario
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.state.events import AnyEvent
from rules.age_of_destruction.state.evolve import evolve
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.core import saved_game
from rules.core.codec import Unreadable
from rules.core.dice import Dice
from rules.core.game import Difference, Game, GameRules, replay
from rules.core.saved_game import (
    GameFile,
    fingerprint,
    read_game,
    record_of,
    saved_of,
    taken,
    write_dice,
)
from rules.core.system import SavedGame
from rules.core.typed import Written, converter, read_typed
from rules.core.wording import Title

#: The ruleset of files that name none.
FIRST_RULESET = "age-of-destruction@1"
Scheme = Literal["pcg32", "recorded"]
Faces = tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...]

Skirmish = Game[State, Order, AnyEvent]
Record = list[tuple[Order, tuple[int, ...], str]]


_READ_EVENTS = converter(tuple[AnyEvent, ...], read_given)


def write_state(state: State) -> dict[str, Any]:
    """A state as plain JSON values; `read_state(write_state(s)) == s`."""
    written: dict[str, Any] = msgspec.to_builtins(state)
    return written


def read_state(data: Any) -> State:
    """A state as `write_state` wrote it; raises msgspec.ValidationError for anything else."""
    return msgspec.convert(data, State, dec_hook=read_given)


def write_events(happened: Iterable[AnyEvent]) -> list[dict[str, Any]]:
    """Events as plain JSON values; `read_events(write_events(e)) == e`."""
    return [msgspec.to_builtins(event, enc_hook=_plain) for event in happened]


def _plain(value: object) -> str:
    """A card's title in a sum, by its English text; who tells of it finds the other again."""
    if isinstance(value, Title):
        return str(value)
    raise NotImplementedError


def read_events(data: Any) -> tuple[AnyEvent, ...]:
    """Events as `write_events` wrote them; raises msgspec.ValidationError for anything else."""
    events: tuple[AnyEvent, ...] = _READ_EVENTS(data)
    return events


def rules_of(setup: Setup) -> GameRules[State, Order, AnyEvent]:
    """The four functions, bound to a set-up."""
    return GameRules(
        explain=partial(explain, setup),
        legal_orders=partial(legal_orders, setup),
        decide=partial(decide, setup),
        evolve=evolve,
        fingerprint=fingerprint,
        advance=partial(advance, setup),
    )


def start_game(start: Mapping[str, Any], catalogue: Catalogue, dice: Dice) -> Skirmish:
    """A game from a position; raises Unreadable as `read_scenario` does."""
    scenario = read_scenario({**start, "dice": [], "orders": []}, catalogue)
    return Game(rules_of(scenario.setup), scenario.state, dice)


def write_game(
    game: Skirmish, start: Mapping[str, Any], *, scheme: str = "recorded", seed: int | None = None
) -> dict[str, Any]:
    """A game as files hold it."""
    return write_record(start, taken(game), scheme=scheme, seed=seed)


def write_record(
    start: Mapping[str, Any],
    record: Iterable[tuple[Order, Sequence[int], str]],
    *,
    scheme: str = "recorded",
    seed: int | None = None,
    ruleset: str = RULESET,
) -> dict[str, Any]:
    """A start and its record of orders, faces and fingerprints as files hold them."""
    position = {key: value for key, value in start.items() if key not in ("dice", "orders")}
    position["rulings"] = rulings.unusual(start.get("rulings") or {}, ruleset)
    dice = write_dice(scheme, seed)
    return saved_game.write_record(record, position, ruleset, dice=dice)


class RulesetNamed(Written, frozen=True, kw_only=True):
    """What a file says of the ruleset under which its game began."""

    ruleset: str = FIRST_RULESET


class DiceRecord(Written, frozen=True):
    """Where the faces came from; who has the `seed` can roll them again."""

    scheme: Scheme
    seed: Annotated[Any, msgspec.Meta(extra_json_schema={"type": "integer"})] = None


class LaterFile(GameFile, frozen=True, kw_only=True):
    """A game/1 file of this system."""

    system: Literal["age-of-destruction"]
    dice: DiceRecord
    faces: tuple[Faces, ...]


class StepRecord(Written, frozen=True):
    """An order with the faces it rolled and the fingerprint of the state it led to."""

    order: Any
    faces: Faces
    state: str


class FirstFile(Written, frozen=True, kw_only=True):
    """A game/1 file as games were saved at first."""

    format: Literal["game/1"]
    system: Literal["age-of-destruction"]
    dice: DiceRecord
    orders: tuple[StepRecord, ...]
    start: dict[str, Any]


def ruleset_of(data: Any) -> str:
    """The ruleset under which a parsed game/1 file says that its game began; raises Unreadable."""
    return read_typed(data, RulesetNamed).ruleset or FIRST_RULESET


def as_begun(start: Mapping[str, Any], ruleset: str) -> dict[str, Any]:
    """The start of a game with the rulings as its ruleset had them."""
    chosen = start.get("rulings") or {}
    if not isinstance(chosen, Mapping):
        return dict(start)
    return {**start, "rulings": rulings.as_of(ruleset, chosen)}


def read_record(data: Any) -> tuple[dict[str, Any], Record]:
    """The start and the orders of a parsed game/1 file; raises Unreadable."""
    if isinstance(data, dict) and "states" not in data:
        return _read_first(data)
    file = read_game(data, LaterFile)
    return file.start, record_of(file, read_order)


def _read_first(data: Any) -> tuple[dict[str, Any], Record]:
    file = read_typed(data, FirstFile)
    return file.start, [
        (read_order(step.order, f"$.orders[{index}].order"), step.faces, step.state)
        for index, step in enumerate(file.orders)
    ]


def replay_game(data: Any, catalogue: Catalogue) -> tuple[State, Difference | None]:
    """Play a parsed game/1 file again, by today's rules with the rulings of its own; the state
    reached and the first difference, if any."""
    start, record = read_record(data)
    start = as_begun(start, ruleset_of(data))
    try:
        scenario = read_scenario({**start, "dice": [], "orders": []}, catalogue)
    except Unreadable as error:
        raise error.below("$.start") from error
    return replay(rules_of(scenario.setup), scenario.state, record)


def saved(data: Any) -> SavedGame:
    """What a parsed game/1 file holds; raises Unreadable."""
    start, record = read_record(data)
    return saved_of(start, ruleset_of(data), record)
