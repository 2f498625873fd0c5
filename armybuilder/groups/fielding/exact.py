"""The best set of figures and cards, found and proved by the CP-SAT solver.

The solver is an extra of this project; without it `is_installed` says so and nothing here may be
called. It is slow to import, so only the search imports it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from armybuilder.groups.fielding.building import Figure, Mounting, Picks, Task

#: How long one solution is searched for at most, in the solver's own seconds, which are the same on
#: every machine and about those of a clock on a quick one; and how many may be turned down.
LONGEST, MOST_TURNED_DOWN = 6.0, 60

#: One copy of a figure, and one card on it.
Place = tuple[int, int]


@dataclass(frozen=True)
class Solution:
    """What the solver came to: None where there is no further one; whether that is proved, nothing
    better there, or nothing at all."""

    picks: Picks | None
    proved: bool


def is_installed() -> bool:
    """Whether the solver is there."""
    return find_spec("ortools") is not None


def next_best(task: Task, found: Sequence[Picks], turned_down: Sequence[Picks]) -> Solution:
    """The best set that differs in its figures from each found and is none that was turned down."""
    from ortools.sat.python import cp_model

    model = _Model(task, cp_model.CpModel())
    for picks in found:
        model.forbid_figures(picks)
    for picks in turned_down:
        model.forbid(picks)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = LONGEST
    status = solver.solve(model.model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Solution(None, proved=status == cp_model.INFEASIBLE)
    return Solution(model.picks(solver), proved=status == cp_model.OPTIMAL)


class _Model:
    """The task as the solver sees it: one switch for each copy, and for each card on a copy."""

    def __init__(self, task: Task, model: Any) -> None:
        self.model = model
        self.task = task
        self.copies: dict[Place, Any] = {}
        self.cards: dict[tuple[int, int, int], Any] = {}
        for f, figure in enumerate(task.figures):
            self._add_figure(f, figure)
        for m, mounting in enumerate(task.mountings):
            self._add_mounting(m, mounting)
        self._limit_slots()
        self._limit_cards()
        if task.most_mechs is not None:
            mechs = [v for (f, _), v in self.copies.items() if task.figures[f].is_mech]
            model.add(sum(mechs) <= task.most_mechs)
        self.spent = self._points()
        model.add(self.spent <= task.total)
        model.add_bool_or(list(self.copies.values()))
        model.maximize(self.spent)

    def _add_figure(self, f: int, figure: Figure) -> None:
        for copy in range(min(figure.most, self.task.total // figure.points)):
            self.copies[f, copy] = self.model.new_bool_var(f"figure{f}.{copy}")
            if copy < figure.least:
                self.model.add(self.copies[f, copy] == 1)
            if copy:
                self.model.add_implication(self.copies[f, copy], self.copies[f, copy - 1])

    def _add_mounting(self, m: int, mounting: Mounting) -> None:
        for f, copy in self.copies:
            if self.task.figures[f].id == mounting.figure:
                switch = self.model.new_bool_var(f"card{m}.{f}.{copy}")
                self.cards[m, f, copy] = switch
                self.model.add_implication(switch, self.copies[f, copy])

    def _limit_slots(self) -> None:
        for place in self.copies:
            on_it = {m: v for (m, *where), v in self.cards.items() if tuple(where) == place}
            pilots = [v for m, v in on_it.items() if self.task.mountings[m].is_pilot]
            if on_it:
                self.model.add(sum(on_it.values()) <= self.task.slots)
            if pilots:
                self.model.add(sum(pilots) <= 1)

    def _limit_cards(self) -> None:
        most = {mounting.card: mounting.most for mounting in self.task.mountings}
        for card, count in most.items():
            uses = [v for (m, *_), v in self.cards.items() if self.task.mountings[m].card == card]
            if uses:
                self.model.add(sum(uses) <= count)

    def _points(self) -> Any:
        figures = (v * self.task.figures[f].points for (f, _), v in self.copies.items())
        cards = (v * self.task.mountings[m].points for (m, *_), v in self.cards.items())
        return sum(figures) + sum(cards)

    def picks(self, solver: Any) -> Picks:
        """What the solver chose."""
        return Picks(
            tuple(
                (
                    self.task.figures[place[0]],
                    tuple(
                        self.task.mountings[m]
                        for (m, *where), switch in self.cards.items()
                        if tuple(where) == place and solver.value(switch)
                    ),
                )
                for place, chosen in self.copies.items()
                if solver.value(chosen)
            )
        )

    def forbid(self, picks: Picks) -> None:
        """Never exactly this again."""
        copies, cards = self._switches(picks)
        chosen = {switch.index for switch in (*copies, *cards)}
        switches = (*self.copies.values(), *self.cards.values())
        self.model.add_bool_or(
            [switch.negated() if switch.index in chosen else switch for switch in switches]
        )

    def forbid_figures(self, picks: Picks) -> None:
        """Never all of these figures again."""
        copies, _cards = self._switches(picks)
        self.model.add_bool_or([switch.negated() for switch in copies])

    def _switches(self, picks: Picks) -> tuple[list[Any], list[Any]]:
        """Those of the copies and of the cards that were chosen."""
        before: Counter[str] = Counter()
        copies, cards = [], []
        for figure, on_it in picks.copies:
            place = self.task.figures.index(figure), before[figure.id]
            before[figure.id] += 1
            copies.append(self.copies[place])
            cards += [self.cards[self.task.mountings.index(card), *place] for card in on_it]
        return copies, cards
