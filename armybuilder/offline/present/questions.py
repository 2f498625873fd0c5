"""What a person has yet to decide: both sides of every place, in words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from armybuilder.groups.present.games import entries, judge_all, standing
from armybuilder.groups.present.groups import Unfit
from armybuilder.offline.merging import ABSENT, Clash, at, both_at, put, value_of
from armybuilder.offline.models import CameBack, Did, Question
from armybuilder.offline.present.clashes import clashes_of
from armybuilder.offline.present.words import KIND_NAMES, Turn, sentences_of_all
from armybuilder.offline.things.kinds import KINDS

#: Places of one question on a page; the others follow when these are decided.
MOST_PLACES = 40
#: Where a thing is seen, by its kind.
PAGES = {"group": "group", "copies": "group", "collection": "collection:pieces", "format": "format"}


@dataclass(frozen=True)
class PlaceView:
    """A place that both sides changed: what each did there, in sentences; and how both can stand,
    "" where they cannot."""

    key: str
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    both: str


@dataclass(frozen=True)
class SideView:
    """All of a battle group as one side has it."""

    key: str
    standing: Any
    entries: Any


@dataclass(frozen=True)
class QuestionView:
    """A thing with its places."""

    question: Question
    kind: str
    title: str
    url: str
    places: tuple[PlaceView, ...]
    sides: tuple[SideView, ...]
    more: int


@dataclass(frozen=True)
class CameView:
    """A thing that came back."""

    row: CameBack
    kind: str
    title: str
    url: str


def question_views(questions: Iterable[Question]) -> list[QuestionView]:
    """Questions as pages show them, a bounded number of places of each."""
    shown = [_Shown(question) for question in questions]
    said = iter(sentences_of_all([turn for each in shown for turn in each.turns()]))
    judged = iter(_judged([whole for each in shown for whole in each.wholes()]))
    views = []
    for each in shown:
        told = [(tuple(next(said)), tuple(next(said))) for _clash in each.clashes]
        sides = [(key, next(judged)) for key in each.sides]
        views.append(each.view(told, sides))
    return views


class _Shown:
    """A question about to be shown."""

    def __init__(self, question: Question) -> None:
        self.question, self.row = question, question.came
        self.kind, self.tree = KINDS[self.row.kind], value_of(question.merged)
        every = clashes_of(question)
        self.more = max(len(every) - MOST_PLACES, 0)
        self.clashes = dict(islice(every.items(), MOST_PLACES))
        self.sides: dict[str, Any] = {}
        for key in ("mine", "theirs") if self.row.kind == "group" else ():
            whole = self.tree
            for clash in every.values():
                whole = put(whole, clash.path, getattr(clash, key))
            if whole is not ABSENT:
                self.sides[key] = self.kind.content(whole)

    def turns(self) -> Iterator[Turn]:
        """What either side did at every place, told by all of the thing."""
        for clash in self.clashes.values():
            before, mine, theirs = (
                self.kind.content(put(self.tree, clash.path, side))
                for side in (clash.base, clash.mine, clash.theirs)
            )
            yield Turn(self.kind.name, before, mine)
            yield Turn(self.kind.name, before, theirs)

    def wholes(self) -> Iterator[Any]:
        """The group as it would be with all of the device's places, and with all of the site's."""
        yield from self.sides.values()

    def view(
        self, told: Sequence[tuple[tuple[str, ...], tuple[str, ...]]], sides: Iterable[Any]
    ) -> QuestionView:
        """The question with what was told of it."""
        places = [
            PlaceView(key, mine, theirs, self._both(clash))
            for (key, clash), (mine, theirs) in zip(self.clashes.items(), told, strict=True)
        ]
        return QuestionView(
            self.question,
            str(KIND_NAMES[self.row.kind]),
            self.row.title,
            _url(self.row),
            tuple(places),
            tuple(SideView(key, standing(each), entries(each)) for key, each in sides if each),
            self.more,
        )

    def _both(self, clash: Clash) -> str:
        if self.kind.stands_beside(clash):
            return _("Keep both, each by itself")
        both = both_at(self.tree, clash, self.kind.of)
        if both is ABSENT:
            return ""
        if self.kind.of.under(clash.path).kind == "counts":
            total = at(both, clash.path)
            return _("Other ones: together %(total)s") % {"total": 0 if total is ABSENT else total}
        return _("Keep both")


def _judged(documents: Sequence[Any]) -> Sequence[Any]:
    """Documents judged; None for all where one of them cannot be."""
    try:
        return judge_all(documents)
    except Unfit:
        return [None for _document in documents]


def came_views(rows: Iterable[CameBack]) -> list[CameView]:
    """Things that came back as pages show them."""
    return [
        CameView(
            row,
            str(KIND_NAMES.get(row.kind, row.kind)),
            row.title,
            "" if row.did in (Did.REMOVED, Did.REFUSED) else _url(row),
        )
        for row in rows
    ]


def _url(row: CameBack) -> str:
    try:
        return reverse(PAGES[row.kind], args=[row.key])
    except (KeyError, NoReverseMatch):
        return ""
