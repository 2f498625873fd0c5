"""A game in play: orders taken one by one, with undo, and what a replay needs.

The rules of a system are four functions over plain values (see `GameRules`); a game only keeps the
history.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from rules.core.dice import Dice, DiceRunOut, FaceImpossible, RecordedDice, ScriptedDice
from rules.core.violations import Violation

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741 - an order
E = TypeVar("E")

#: Characters of a fingerprint that are enough to tell two states apart.
SHORTEST_PRINT = 8


class GameRules(msgspec.Struct, Generic[S, O, E], frozen=True):
    """The four functions of a game system, bound to one set-up.

    `explain`: every reason why not; `legal_orders`: the orders a player may try; `decide`: what
    comes of a legal order; `evolve`: the state after an event. `fingerprint` is a short text that
    differs for different states. `advance` is decide and evolve in one, where a system sees the
    state change while it carries an order out.
    """

    explain: Callable[[S, O], Sequence[Violation]]
    legal_orders: Callable[[S, str], Sequence[O]]
    decide: Callable[[S, O, Dice], Sequence[E]]
    evolve: Callable[[S, E], S]
    fingerprint: Callable[[S], str]
    advance: Callable[[S, O, Dice], tuple[S, Sequence[E]]] | None = None

    def carry_out(self, state: S, order: O, dice: Dice) -> tuple[S, tuple[E, ...]]:
        """The state after a legal order, and what comes of it; raises what the dice raise."""
        if self.advance is not None:
            state, happened = self.advance(state, order, dice)
            return state, tuple(happened)
        events = tuple(self.decide(state, order, dice))
        for event in events:
            state = self.evolve(state, event)
        return state, events


class OrderRefused(Exception):
    """An order the rules do not allow; `violations` says why."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__(", ".join(violation.code for violation in violations))
        self.violations = tuple(violations)


class Step(msgspec.Struct, Generic[O, E], frozen=True):
    """One order taken: the faces it rolled, what happened, the fingerprint afterwards."""

    order: O
    faces: tuple[int, ...]
    events: tuple[E, ...]
    fingerprint: str


class Game(Generic[S, O, E]):
    """A game from its first state; the dice go on where they are, whatever is undone."""

    def __init__(
        self,
        rules: GameRules[S, O, E],
        start: S,
        dice: Dice,
        recorded: Callable[[Dice], RecordedDice] = RecordedDice,
    ) -> None:
        self.rules = rules
        self.dice = dice
        self._recorded = recorded
        self._states = [start]
        self.steps: list[Step[O, E]] = []

    @property
    def state(self) -> S:
        """The present state."""
        return self._states[-1]

    def play(self, order: O, dice: Dice | None = None) -> tuple[E, ...]:
        """Take an order, with `dice` in place of the game's own, and return what happened; raises
        OrderRefused and what the dice raise, and changes nothing then."""
        self._allow(order)
        dice = self._recorded(self.dice if dice is None else dice)
        state, events = self.rules.carry_out(self.state, order, dice)
        self._states.append(state)
        self.steps.append(Step(order, dice.faces, events, self.rules.fingerprint(state)))
        return events

    def try_dice(self, order: O, dice: Dice) -> None:
        """Carry an order out with some dice and forget it; raises as `play` does."""
        self._allow(order)
        self.rules.decide(self.state, order, self._recorded(dice))

    def _allow(self, order: O) -> None:
        if violations := self.rules.explain(self.state, order):
            raise OrderRefused(violations)

    def follow(self, step: Step[O, E]) -> None:
        """Go one step further as it was taken once: what happened then happens, and no rule is
        asked."""
        state = self.state
        for event in step.events:
            state = self.rules.evolve(state, event)
        self._states.append(state)
        self.steps.append(step)

    def again(self, order: O, script: ScriptedDice, fingerprint: str) -> None:
        """Take an order with the dice it had once, and come to where it led then; raises Differs,
        and changes nothing then."""
        dice, at = self._recorded(script), len(self.steps)
        _judge(self.rules, self.state, order, at)
        state, events = _once_more(self.rules, self.state, (order, dice, fingerprint), at, script)
        self._states.append(state)
        self.steps.append(Step(order, dice.faces, events, self.rules.fingerprint(state)))

    def retraced(self, scripted: Callable[[Step[O, E]], ScriptedDice]) -> "Difference | None":
        """Where the game, played again by its own record, first differs; None for nowhere.
        `scripted` makes dice of what a step rolled.

        Dice and states are compared. Its orders were judged when they were given and are not judged
        again; what a stranger's file says is for `replay`.
        """
        state = self._states[0]
        for at, step in enumerate(self.steps):
            dice = scripted(step)
            once = (step.order, dice, step.fingerprint)
            try:
                state, _ = _once_more(self.rules, state, once, at, dice)
            except Differs as error:
                return error.difference
        return None

    def undo(self) -> Step[O, E]:
        """Take the last order back; its faces do not come back. Raises IndexError at the start.

        Whether the other side agrees to undo a step with faces is for the players.
        """
        step = self.steps.pop()
        self._states.pop()
        return step


class Difference(msgspec.Struct, frozen=True):
    """The first step at which a replay differs from its record, with a code for how.

    `codes` are those of a refusal, `left` the dice unused.
    """

    step: int
    code: str
    codes: tuple[str, ...] = ()
    left: int = 0

    def message(self, language: str = "en") -> str:
        """How it differs, in one sentence."""
        codes = ", ".join(self.codes)
        return _DIFFERENCES[self.code][language].format(codes=codes, left=self.left)


class Differs(Exception):
    """A step leads elsewhere than its record says."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference)
        self.difference = difference


_DIFFERENCES = {
    "REFUSED": {
        "en": "The order is refused: {codes}.",
        "pl": "Rozkaz zostaje odrzucony: {codes}.",
    },
    "DICE_RUN_OUT": {
        "en": "The order asks for more dice than were rolled.",
        "pl": "Rozkaz wymaga więcej rzutów, niż zapisano.",
    },
    "FACE_IMPOSSIBLE": {
        "en": "The order asks for a die that does not have the recorded face.",
        "pl": "Rozkaz wymaga kości, która nie ma zapisanej ścianki.",
    },
    "DICE_LEFT": {
        "en": "The order leaves dice unused: {left}.",
        "pl": "Po rozkazie zostają niewykorzystane rzuty: {left}.",
    },
    "OTHER_STATE": {
        "en": "The order ends in another state.",
        "pl": "Rozkaz prowadzi do innego stanu gry.",
    },
}


def replay(
    rules: GameRules[S, O, E],
    start: S,
    record: Sequence[tuple[O, Any, str]],
    scripted: Callable[[Any], ScriptedDice] = ScriptedDice,
) -> tuple[S, Difference | None]:
    """Play a record of orders, what was rolled and fingerprints again; the state reached and the
    first difference. `scripted` makes dice of what a record holds of them, faces if not said."""
    state = start
    for index, (order, rolled, fingerprint) in enumerate(record):
        dice = scripted(rolled)
        try:
            _judge(rules, state, order, index)
            state, _ = _once_more(rules, state, (order, dice, fingerprint), index, dice)
        except Differs as error:
            return state, error.difference
    return state, None


def _judge(rules: GameRules[S, O, E], state: S, order: O, index: int) -> None:
    """Raise Differs for a step of a record whose order the rules refuse."""
    if violations := rules.explain(state, order):
        codes = tuple(violation.code for violation in violations)
        raise Differs(Difference(index, "REFUSED", codes=codes))


def _once_more(
    rules: GameRules[S, O, E],
    state: S,
    step: tuple[O, Dice, str],
    index: int,
    script: ScriptedDice,
) -> tuple[S, tuple[E, ...]]:
    """The state that a legal step of a record leads to, and what happens; raises Differs."""
    order, dice, fingerprint = step
    try:
        state, events = rules.carry_out(state, order, dice)
    except DiceRunOut as error:
        raise Differs(Difference(index, "DICE_RUN_OUT")) from error
    except FaceImpossible as error:
        raise Differs(Difference(index, "FACE_IMPOSSIBLE")) from error
    if script.left:
        raise Differs(Difference(index, "DICE_LEFT", left=script.left))
    if not agrees(rules.fingerprint(state), fingerprint):
        raise Differs(Difference(index, "OTHER_STATE"))
    return state, events


def agrees(fingerprint: str, recorded: str) -> bool:
    """Whether a fingerprint is the one recorded, of which a file may hold the first part only."""
    return recorded == fingerprint[: max(len(recorded), SHORTEST_PRINT)]
