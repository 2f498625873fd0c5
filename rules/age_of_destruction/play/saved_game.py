"""The game/1 format: a skirmish as it began, and every order with the faces it rolled.

`start` is a scenario/1 object whose dice and orders are left out; of the ruling switches it names
those set otherwise than in the `ruleset` under which the game began. `orders`, `faces` and `states`
have one entry for every order: the order as in scenario/1, the faces it rolled, the fingerprint of
the state it led to. Games that were saved at first have an object of all three for every order.

A fingerprint is the first 16 hex digits of SHA-256 over the JSON of the whole state: sorted keys,
no spaces, UTF-8. A file has the first half of it.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from rules.age_of_destruction.army.battle_group import SYSTEM
from rules.age_of_destruction.army.verdict import RULESET
from rules.age_of_destruction.orders import read_given, read_order, write_order
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.play import rulings
from rules.age_of_destruction.play.rules import decide, explain, legal_orders
from rules.age_of_destruction.play.scenario import read_scenario
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.state.events import AnyEvent
from rules.age_of_destruction.state.evolve import evolve
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.core.codec import Node, Unreadable
from rules.core.dice import Dice
from rules.core.game import SHORTEST_PRINT, Difference, Game, GameRules, replay
from rules.core.wording import Title

FORMAT = "game/1"
#: The ruleset of files that name none.
FIRST_RULESET = "age-of-destruction@1"
SCHEMES = ("pcg32", "recorded")

Skirmish = Game[State, Order, AnyEvent]
Record = list[tuple[Order, tuple[int, ...], str]]


def fingerprint(state: State) -> str:
    """A short text that differs for different states."""
    return hashlib.sha256(msgspec.json.encode(state, order="sorted")).hexdigest()[:16]


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
    return msgspec.convert(data, tuple[AnyEvent, ...], dec_hook=read_given)


def rules_of(setup: Setup) -> GameRules[State, Order, AnyEvent]:
    """The four functions, bound to a set-up."""
    return GameRules(
        explain=partial(explain, setup),
        legal_orders=partial(legal_orders, setup),
        decide=partial(decide, setup),
        evolve=evolve,
        fingerprint=fingerprint,
    )


def start_game(start: Mapping[str, Any], catalogue: Catalogue, dice: Dice) -> Skirmish:
    """A game from a position; raises Unreadable as `read_scenario` does."""
    scenario = read_scenario({**start, "dice": [], "orders": []}, catalogue)
    return Game(rules_of(scenario.setup), scenario.state, dice)


def write_game(
    game: Skirmish, start: Mapping[str, Any], *, scheme: str = "recorded", seed: int | None = None
) -> dict[str, Any]:
    """A game as files hold it."""
    record = [(step.order, step.faces, step.fingerprint) for step in game.steps]
    return write_record(start, record, scheme=scheme, seed=seed)


def write_record(
    start: Mapping[str, Any],
    record: Iterable[tuple[Order, Sequence[int], str]],
    *,
    scheme: str = "recorded",
    seed: int | None = None,
    ruleset: str = RULESET,
) -> dict[str, Any]:
    """A start and its record of orders, faces and fingerprints as files hold them."""
    taken = list(record)
    position = {key: value for key, value in start.items() if key not in ("dice", "orders")}
    position["rulings"] = rulings.unusual(start.get("rulings") or {}, ruleset)
    return {
        "format": FORMAT,
        "system": SYSTEM,
        "ruleset": ruleset,
        "dice": {"scheme": scheme} | ({} if seed is None else {"seed": seed}),
        "start": position,
        "orders": [write_order(order) for order, _, _ in taken],
        "faces": [list(faces) for _, faces, _ in taken],
        "states": [state[:SHORTEST_PRINT] for _, _, state in taken],
    }


def ruleset_of(data: Any) -> str:
    """The ruleset under which a parsed game/1 file says that its game began."""
    return Node(data).optional("ruleset", Node.text) or FIRST_RULESET


def as_begun(start: Mapping[str, Any], ruleset: str) -> dict[str, Any]:
    """The start of a game with the rulings as its ruleset had them."""
    chosen = start.get("rulings") or {}
    if not isinstance(chosen, Mapping):
        return dict(start)
    return {**start, "rulings": rulings.as_of(ruleset, chosen)}


def read_record(data: Any) -> tuple[dict[str, Any], Record]:
    """The start and the orders of a parsed game/1 file; raises Unreadable."""
    node = Node(data)
    node.get("format").one_of((FORMAT,))
    node.get("system").one_of((SYSTEM,))
    node.get("dice").get("scheme").one_of(SCHEMES)
    record = [
        (
            read_order(order.value, order.path),
            tuple(face.integer(low=1, high=6) for face in faces.items()),
            state.text(),
        )
        for order, faces, state in _steps(node)
    ]
    return node.get("start").object(), record


def _steps(node: Node) -> Iterator[tuple[Node, Node, Node]]:
    """Every order of a file with its faces and its state."""
    if not node.has("states"):
        for step in node.get("orders").items():
            yield step.get("order"), step.get("faces"), step.get("state")
        return
    orders = list(node.get("orders").items())
    lists = [node.get("faces"), node.get("states")]
    for one in lists:
        if (found := len(list(one.items()))) != len(orders):
            raise one.refuse("NOT_AS_MANY", found=found, wanted=len(orders), of="orders")
    yield from zip(orders, *(one.items() for one in lists), strict=True)


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
