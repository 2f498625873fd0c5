"""How the drilled commander's weights are learned: by games against himself, pushed a little.

In every step each weight is pushed up or down by lot, and a commander with these weights plays one
with the opposite pushes, seats swapped, with groups dealt by lot of which none is played with in
the ladder. All weights then move with the pushes that won, in the measure in which they did (this
is called simultaneous perturbation). The games of a step follow from the seed and its number, so
that drilling may be stopped after any step and goes on from what is kept.
"""

import tomllib
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from rules.age_of_destruction.army.battle_group import BattleGroup
from rules.age_of_destruction.bots import DrilledCommander, fight
from rules.age_of_destruction.bots.contest import Contest
from rules.age_of_destruction.bots.contest.game import LOTS, begin, lot, seats_of
from rules.age_of_destruction.bots.drill.features import NAMES, Weights, read_weights
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.starting.dealing import Dealer, Wish
from rules.core.dice import SeededDice

#: How far weights are pushed and how far they go after a step that was won altogether, as shares of
#: themselves; the least that counts as one.
PUSH, STRIDE, LEAST = 0.25, 0.12, 0.1
#: Groups dealt, and games of a step: all of them with each other's seats.
GROUPS, GAMES = 40, 16
TURNS = 24
#: What everything else is measured by.
FIXED = "harm"
FILE = Path(__file__).resolve().parents[1] / "age_of_destruction/bots/drill/weights.toml"


def training_groups(dealer: Dealer, seed: int) -> tuple[BattleGroup, ...]:
    """Groups dealt by lot, of 300 and 450 points in turn."""
    found: list[BattleGroup] = []
    number = 0
    while len(found) < GROUPS:
        wish = Wish((300, 450)[number % 2], seed=seed * GROUPS + number)
        found += [start.group(f"{seed}/{number}") for start in dealer.offer(wish)[:1]]
        number += 1
    return tuple(found)


def steps(
    weights: Weights, groups: Sequence[BattleGroup], catalogue: Catalogue, seed: int, first: int
) -> Iterator[tuple[Weights, float]]:
    """The weights after one step after the other, with the share of games the pushes won."""
    for number in range(first, 1 << 30):
        chance = SeededDice(seed * 1_000_003 + number)
        pushes = [
            0.0 if name == FIXED else (1.0 if chance.below(2) else -1.0) * max(abs(weight), LEAST)
            for name, weight in zip(NAMES, weights.by_feature, strict=True)
        ]
        up, down = (_pushed(weights, pushes, share) for share in (PUSH, -PUSH))
        won = 0
        for game in range(GAMES):
            group = groups[(number * GAMES // 2 + game // 2) % len(groups)]
            won += _wins(up, down, group, catalogue, seed * 1_000_003 + number, game)
        share = won / GAMES
        weights = _pushed(weights, pushes, STRIDE * (2 * share - 1))
        yield weights, share


def _pushed(weights: Weights, pushes: Sequence[float], share: float) -> Weights:
    return Weights(
        tuple(
            round(weight + share * push, 4)
            for weight, push in zip(weights.by_feature, pushes, strict=True)
        )
    )


def _wins(
    one: Weights, other: Weights, group: BattleGroup, catalogue: Catalogue, seed: int, number: int
) -> bool:
    """Whether one side wins a game against another that brings the same group."""
    contest = Contest((group, group), ("drilled", "drilled"), seed, TURNS)
    start = begin(contest, number, catalogue)
    seats = seats_of(number)
    commanders = {
        seat: DrilledCommander(lot(contest, number, LOTS[2 + side]), weights)
        for side, (seat, weights) in enumerate(zip(seats, (one, other), strict=True))
    }
    state = start.state
    for taken in fight(start.setup, state, commanders, lot(contest, number, "dice")):
        state = taken.state
    return state.winner == seats[0]


def drill(dealer: Dealer, number: int, seed: int, file: Path = FILE) -> Iterator[str]:
    """Learn for so many steps more than those on the file, which is written after each; says how
    each went."""
    text = file.read_text("utf-8")
    begun = tomllib.loads(text)["made"]["steps"]
    groups = training_groups(dealer, seed)
    found = steps(read_weights(text), groups, dealer.catalogue, seed, begun)
    for done, (weights, share) in enumerate(islice(found, number), start=begun + 1):
        file.write_text(written(weights, seed, done), "utf-8")
        yield f"step {done}: {share:.2f}"


def written(weights: Weights, seed: int, done: int) -> str:
    """The file of weights, with what made them."""
    lines = [
        "# What every feature of an order counts to the drilled commander; `harm` is the measure.",
        "",
        "[made]",
        'by = "python -m rules drill"',
        f"seed = {seed}",
        f"steps = {done}",
        f"games = {done * GAMES}",
        f'groups = "{GROUPS} dealt by lot with this seed, of 300 and 450 points"',
        "",
        "[weights]",
    ]
    lines += [f"{name} = {value}" for name, value in zip(NAMES, weights.by_feature, strict=True)]
    return "\n".join(lines) + "\n"
