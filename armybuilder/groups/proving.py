"""The best group out of a collection, found and proved by the solver beside the pages."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from armybuilder.groups.fielding.building import Answer, Picks, Task
from armybuilder.groups.fielding.exact import MOST_TURNED_DOWN, is_installed, next_best
from armybuilder.groups.present.building import MOST_ANSWERS, Built, Site, Wishes, built, site_of
from armybuilder.groups.present.pins import todays
from armybuilder.jobs.models import JobAsk
from armybuilder.jobs.services.asking import ask_for, forget_ended
from armybuilder.jobs.work import Document, Hopeless, Stand
from armybuilder.site.models import Owner

KIND = "build"
#: Searches that are kept for somebody, the last ones.
MOST_KEPT = 5

CHANGED = gettext_noop("The rules or the catalogue changed meanwhile. Build once more.")
NO_SOLVER = gettext_noop("The solver is no longer installed here.")

#: A choice as it is kept: of each copy its figure and its cards, by their places in the task.
Written = list[list[Any]]


def ask_to_prove(*, owner: Owner, wishes: Wishes, free: Mapping[str, int], name: str) -> JobAsk:
    """Have the best groups out of what is free looked for; raises what `ask_for` raises."""
    payload = {
        "wishes": asdict(replace(wishes, must_have=Counter())) | {"must_have": wishes.must_have},
        "free": {item: count for item, count in free.items() if count > 0},
        "name": name,
        "judged_by": todays(),
    }
    title = _("Best group of %(total)s points") % {"total": wishes.build_total}
    forget_ended(owner=owner, kind=KIND, but=MOST_KEPT - 1)
    return ask_for(owner=owner, kind=KIND, payload=payload, title=title)


def proved(payload: Document, result: Document) -> Built | None:
    """What was found, as it is shown; None where it would be judged otherwise today."""
    if payload["judged_by"] != todays():
        return None
    site = _site(payload)
    picks = tuple(_picks(site.task, written) for written in result["found"])
    return built(site, Answer(picks, proved=result["proved"]))


class Proving:
    """A solution of the solver a piece, which the rules then judge: those they allow, each of other
    figures, and those they turn down."""

    page = "groups_built"

    def begun(self, payload: Document) -> Stand:
        """Nothing looked for yet."""
        return Stand(0, MOST_ANSWERS, {"found": [], "turned_down": [], "proved": True})

    def further(self, payload: Document, stand: Stand) -> Stand:
        """One solution further; raises Hopeless where it would be judged otherwise today than when
        it was asked for, or the solver is gone."""
        if not is_installed():
            raise Hopeless(NO_SOLVER)
        if payload["judged_by"] != todays():
            raise Hopeless(CHANGED)
        site = _site(payload)
        found, down = stand.kept["found"], stand.kept["turned_down"]
        next_one = next_best(
            site.task,
            [_picks(site.task, each) for each in found],
            [_picks(site.task, each) for each in down],
        )
        # What is proved is that nothing is better than the first, or that there is none.
        proved = stand.kept["proved"] and (bool(found) or next_one.proved)
        if picks := next_one.picks:
            if site.is_legal(picks):
                found = [*found, _written(site.task, picks)]
            else:
                down = [*down, _written(site.task, picks)]
        is_whole = (
            picks is None
            or not next_one.proved
            or len(found) == MOST_ANSWERS
            or len(down) == MOST_TURNED_DOWN
        )
        proved = proved and (bool(found) or picks is None or not is_whole)
        kept = {"found": found, "turned_down": down, "proved": proved}
        done = len(found) + len(down)
        total = done if is_whole else MOST_ANSWERS + len(down)
        return Stand(done, total, kept)

    def found(self, payload: Document, stand: Stand) -> Document:
        """The choices, the best first, and whether it is proved that nothing is better."""
        return {"found": stand.kept["found"], "proved": stand.kept["proved"]}


def _site(payload: Document) -> Site:
    wishes = payload["wishes"] | {"must_have": Counter(payload["wishes"]["must_have"])}
    return site_of(Wishes(**wishes), payload["free"], payload["name"])


def _written(task: Task, picks: Picks) -> Written:
    return [
        [task.figures.index(figure), [task.mountings.index(card) for card in cards]]
        for figure, cards in picks.copies
    ]


def _picks(task: Task, written: Written) -> Picks:
    return Picks(
        tuple(
            (task.figures[figure], tuple(task.mountings[card] for card in cards))
            for figure, cards in written
        )
    )


PROVING = Proving()
