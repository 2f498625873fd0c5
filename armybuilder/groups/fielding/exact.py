"""The best set of figures and cards, found and proved by the CP-SAT solver.

The solver is an extra of this project; without it `is_installed` says so and nothing here may be
called. It is slow to import, so only the search imports it.
"""

import time
from importlib.util import find_spec
from typing import Any

from armybuilder.groups.fielding.building import Accepts, Answer, Figure, Mounting, Picks, Task

#: How long one search takes at most, in seconds, and how many of its answers may be turned down.
LONGEST, MOST_TURNED_DOWN = 6.0, 60

#: One copy of a figure, and one card on it.
Place = tuple[int, int]


def is_installed() -> bool:
    """Whether the solver is there."""
    return find_spec("ortools") is not None


def search_exactly(task: Task, accepts: Accepts, most: int) -> Answer:
    """The best sets of different figures; `proved` where the first is the best there is."""
    from ortools.sat.python import cp_model

    model = _Model(task, cp_model.CpModel())
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    ends = time.monotonic() + LONGEST
    found: list[Picks] = []
    proved = True
    for _ in range(MOST_TURNED_DOWN):
        solver.parameters.max_time_in_seconds = max(0.1, ends - time.monotonic())
        status = solver.solve(model.model)
        if not found:
            proved = proved and status == cp_model.OPTIMAL
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        picks = model.picks(solver)
        if accepts(picks):
            found.append(picks)
            model.forbid_figures(solver)
        else:
            model.forbid(solver)
        if len(found) == most or time.monotonic() > ends:
            break
    return Answer(tuple(found), proved=proved and bool(found))


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

    def forbid(self, solver: Any) -> None:
        """Never exactly this again."""
        switches = [*self.copies.values(), *self.cards.values()]
        self.model.add_bool_or(
            [switch.negated() if solver.value(switch) else switch for switch in switches]
        )

    def forbid_figures(self, solver: Any) -> None:
        """Never all of these figures again."""
        chosen = [switch for switch in self.copies.values() if solver.value(switch)]
        self.model.add_bool_or([switch.negated() for switch in chosen])
