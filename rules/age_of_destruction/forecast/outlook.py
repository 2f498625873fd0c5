"""What an order promises, exactly: the engine itself carries it out for every way the dice fall.

Nothing here is a rule. Questions an order asks on the way are answered as a scenario answers them
by default (see `default_answer`), and said so.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product

import msgspec

from rules.age_of_destruction.moment.ability import Ability
from rules.age_of_destruction.moment.attack import BLACK, critical_of
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.answer import Answer, default_answer, open_question
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.orders.withdraw import Withdraw
from rules.age_of_destruction.play.rules import advance
from rules.age_of_destruction.state.events import (
    AnyEvent,
    AttackRolled,
    BreakAwayRolled,
    Damaged,
    HitConfirmed,
    RepairRolled,
)
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import Question, State, UnitState
from rules.core.branching import Once, TooManyWays, Ways, all_ways, every_way
from rules.core.dice import FACES, Dice
from rules.core.kept import of_a_moment
from rules.core.tally import Part

__all__ = ["Blow", "Fate", "Mending", "Outlook", "TooManyWays", "outcomes", "outlook"]

#: Runs after which an order counts as having too many ways to come out.
MOST_WAYS = 6000
#: The dice of an attack roll; whoever rolls three reads them as such.
ATTACK_DICE = 3

Chances = dict[int, Fraction]


class Blow(msgspec.Struct, frozen=True):
    """One attack at one target: its values with reasons, what the dice must show, its chances.

    `follow_up` names what repeats the attack, "" for the first. `made`: the chance that it comes
    about; `hit` and `critical` are chances of all, not of those made only.
    """

    attacker: str
    target: str
    follow_up: str
    attack: tuple[Part, ...]
    defense: tuple[Part, ...]
    made: Fraction
    hit: Fraction
    critical: Fraction

    @property
    def needed(self) -> int:
        """What three dice must show."""
        return sum(part.value for part in self.defense) - sum(part.value for part in self.attack)


class Fate(msgspec.Struct, frozen=True):
    """What becomes of one unit: chances by clicks lost (below 0: repaired) and by heat gained, and
    those of being eliminated, captured and shut down; `by_cause`: chances by the clicks lost to
    each cause."""

    clicks: Chances
    heat: Chances
    eliminated: Fraction = Fraction(0)
    captured: Fraction = Fraction(0)
    shut_down: Fraction = Fraction(0)
    by_cause: dict[str, Chances] = {}

    @property
    def expected(self) -> Fraction:
        """The clicks to expect."""
        return sum((clicks * chance for clicks, chance in self.clicks.items()), Fraction(0))


class Mending(msgspec.Struct, frozen=True):
    """One repair: its attack value with reasons, the defense it meets, the chance of success."""

    repairer: str
    target: str
    attack: tuple[Part, ...]
    against: int
    success: Fraction

    @property
    def needed(self) -> int:
        """What three dice must show."""
        return self.against - sum(part.value for part in self.attack)


class Outlook(msgspec.Struct, frozen=True):
    """What an order may bring: its attacks or its repair, and the fate of every unit it may change.

    `breaks_away`: the chance to break away, None where no die is rolled for it; `assumed`: the
    questions that were answered by default.
    """

    blows: tuple[Blow, ...]
    fates: dict[str, Fate]
    breaks_away: Fraction | None
    assumed: tuple[Question, ...]
    mendings: tuple[Mending, ...] = ()

    def restored(self, unit: str) -> Fraction:
        """The clicks a unit may expect to be repaired by; below 0: damage."""
        return -self.fates[unit].expected if unit in self.fates else Fraction(0)


def outlook(setup: Setup, state: State, order: Order, *, most: int = MOST_WAYS) -> Outlook:
    """The outlook of a legal order; raises TooManyWays when it can come out in too many ways."""
    run, found = _Run(setup, state, order), Counting(state)
    for chance, brought in _every_way(run, most):
        found.add(chance, *brought)
    return found.finished()


def outcomes(
    setup: Setup,
    state: State,
    order: Order,
    answer: Callable[[Field, Question], Answer],
    *,
    most: int = MOST_WAYS,
) -> list[tuple[Fraction, State]]:
    """The states a legal order may lead to with their chances, its questions answered by somebody;
    raises TooManyWays when there are more than `most`."""
    run = _Run(setup, state, order, answer)
    return [(chance, after) for chance, (after, _, _) in _every_way(run, most)]


def _every_way(run: "_Run", most: int) -> list[tuple[Fraction, "Brought"]]:
    """Everything an order may bring, with the throws put together that bring the same.

    Of an attack roll only what is critical about it counts, and whether the sum reaches what is
    needed (AOD-ATTACK-009, AOD-CRIT). What is needed comes out as the order is carried out, so it
    is carried out again until nothing new is needed. Where something reads the black die or rolls
    one die again, every sum or every throw counts.
    """
    reading = _reading(Field.of_moment(run.setup, run.state))
    if not reading.again.isdisjoint(getattr(run.order, "choices", {})):
        return list(every_way(run, ways=all_ways, most=most))
    if reading.black or isinstance(run.order, EndStage | Withdraw):
        return list(every_way(run, ways=attack_ways(sums_and_black), most=most))
    needed: frozenset[int] = frozenset()
    once = Once(run)
    while True:
        brought = list(every_way(once, ways=attack_ways(partial(_reached, needed)), most=most))
        met = frozenset(n for _, (_, events, _) in brought for n in _needed(events))
        if met <= needed:
            return brought
        needed |= met


def attack_ways(of_attack: Callable[[], Ways]) -> Callable[[int], Ways]:
    """The ways of an attack roll by some likeness, those of other dice one by one."""
    return lambda number: of_attack() if number == ATTACK_DICE else all_ways(number)


class _Reading(msgspec.Struct, frozen=True):
    """How abilities on the table read dice: the names of those that roll some `again`, and whether
    any reads the `black` one."""

    again: frozenset[str]
    black: bool


@of_a_moment
def _reading(field: Field) -> _Reading:
    abilities = {fitted.item for piece in field.on_table for fitted in piece.working}
    return _Reading(
        frozenset(item.name for item in abilities if item.rerolls or item.has("rerolls_black")),
        black=any(map(_reads_black, abilities)),
    )


def _reads_black(item: Ability) -> bool:
    return any(item.black_die(face) != face for face in range(1, FACES + 1))


def _needed(happened: Iterable[AnyEvent]) -> Iterator[int]:
    """What the dice had to show in the rolls of some events."""
    for event in happened:
        if isinstance(event, AttackRolled):
            yield from (aim.against - aim.total + sum(event.dice) for aim in event.targets.values())
        elif isinstance(event, HitConfirmed | RepairRolled):
            yield event.against - event.total + sum(event.dice)


@cache
def _reached(needed: frozenset[int]) -> Ways:
    """Attack rolls by what is critical about them and which of some sums they reach."""
    return _alike(lambda faces: (critical_of(faces), sum(n <= sum(faces) for n in needed)))


@cache
def sums_and_black() -> Ways:
    """Attack rolls by what is critical about them, their sum and the black die."""
    return _alike(lambda faces: (critical_of(faces), sum(faces), faces[BLACK]))


def _alike(likeness: Callable[[tuple[int, ...]], Hashable]) -> Ways:
    """One throw of three dice for all that are alike, with the chance of them together."""
    groups: dict[Hashable, list[tuple[int, ...]]] = defaultdict(list)
    for faces in product(range(1, FACES + 1), repeat=ATTACK_DICE):
        groups[likeness(faces)].append(faces)
    return [(Fraction(len(throws), FACES**ATTACK_DICE), throws[0]) for throws in groups.values()]


def _by_default(field: Field, question: Question) -> Answer:
    return default_answer(question)


Brought = tuple[State, tuple[AnyEvent, ...], tuple[Question, ...]]


class _Run(msgspec.Struct, frozen=True):
    """An order carried out with some dice, its questions answered as they come."""

    setup: Setup
    state: State
    order: Order
    answer: Callable[[Field, Question], Answer] = _by_default

    def __call__(self, dice: Dice) -> Brought:
        state, happened = advance(self.setup, self.state, self.order, dice)
        assumed: tuple[Question, ...] = ()
        while question := open_question(state):
            assumed = (*assumed, question)
            given = self.answer(Field.of_moment(self.setup, state), question)
            state, more = advance(self.setup, state, given, dice)
            happened += more
        return state, happened, assumed


class Counting:
    """The sums over all the ways an order can come out."""

    def __init__(self, before: State) -> None:
        self.before = before
        self.blows: dict[tuple[str, str, str], Blow] = {}
        self.mendings: dict[tuple[str, str], Mending] = {}
        self.clicks: dict[str, Chances] = defaultdict(lambda: defaultdict(Fraction))
        self.heat: dict[str, Chances] = defaultdict(lambda: defaultdict(Fraction))
        self.lost: dict[str, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        self.causes: dict[str, dict[str, Chances]] = defaultdict(
            lambda: defaultdict(lambda: defaultdict(Fraction))
        )
        self.rolled_away, self.away = Fraction(0), Fraction(0)
        self.assumed: dict[Question, None] = {}

    def add(
        self,
        chance: Fraction,
        after: State,
        happened: tuple[AnyEvent, ...],
        assumed: tuple[Question, ...],
    ) -> None:
        """Count one way."""
        self.assumed.update(dict.fromkeys(assumed))
        for event in happened:
            if isinstance(event, AttackRolled):
                self._add_attack(chance, event)
            elif isinstance(event, RepairRolled):
                self._add_mending(chance, event)
            elif isinstance(event, BreakAwayRolled) and event.dice:
                self.rolled_away += chance
                self.away += chance * event.success
        for (unit_id, cause), clicks in _damage(happened).items():
            self.causes[unit_id][cause][clicks] += chance
        for unit_id, now in after.units.items():
            self._add_unit(chance, unit_id, self.before.units[unit_id], now)

    def _add_attack(self, chance: Fraction, event: AttackRolled) -> None:
        for target, aim in event.targets.items():
            key = (event.unit, target, event.follow_up)
            before = self.blows.get(key) or Blow(
                *key, aim.attack, aim.defense, Fraction(0), Fraction(0), Fraction(0)
            )
            self.blows[key] = msgspec.structs.replace(
                before,
                made=before.made + chance,
                hit=before.hit + chance * aim.hit,
                critical=before.critical + chance * (event.critical == "hit"),
            )

    def _add_mending(self, chance: Fraction, event: RepairRolled) -> None:
        key = (event.unit, event.target)
        before = self.mendings.get(key) or Mending(*key, event.attack, event.against, Fraction(0))
        success = before.success + chance * event.success
        self.mendings[key] = msgspec.structs.replace(before, success=success)

    def _add_unit(self, chance: Fraction, unit_id: str, was: UnitState, now: UnitState) -> None:
        self.clicks[unit_id][now.click - was.click] += chance
        self.heat[unit_id][now.heat - was.heat] += chance
        for what, happened in _losses(was, now):
            if happened:
                self.lost[unit_id][what] += chance

    def finished(self) -> Outlook:
        """The outlook; units nothing can happen to are left out."""
        fates = {
            unit_id: Fate(
                dict(clicks),
                dict(self.heat[unit_id]),
                **self.lost[unit_id],
                by_cause={cause: dict(lost) for cause, lost in self.causes[unit_id].items()},
            )
            for unit_id, clicks in self.clicks.items()
            if set(clicks) | set(self.heat[unit_id]) != {0} or self.lost[unit_id]
        }
        return Outlook(
            blows=tuple(self.blows.values()),
            fates=fates,
            breaks_away=self.away / self.rolled_away if self.rolled_away else None,
            assumed=tuple(self.assumed),
            mendings=tuple(self.mendings.values()),
        )


def _damage(happened: Iterable[AnyEvent]) -> dict[tuple[str, str], int]:
    """The clicks each unit loses to each cause."""
    lost: dict[tuple[str, str], int] = defaultdict(int)
    for event in happened:
        if isinstance(event, Damaged) and event.amount:
            lost[event.unit, event.cause] += event.amount
    return lost


def _losses(was: UnitState, now: UnitState) -> Iterator[tuple[str, bool]]:
    yield "eliminated", now.eliminated and not was.eliminated
    yield "captured", now.captive_of is not None and was.captive_of is None
    yield "shut_down", now.shutdown and not was.shutdown
