"""Where pages of groups turn to the game a group is of.

The first game tells more of its groups than others need to: cards on figures, records that groups
pin, event formats. Any other game is asked for what its army tells.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from armybuilder.groups.present import armies, army_lines, groups, judging, pins, verdicts
from armybuilder.groups.present import differences as told_apart
from armybuilder.groups.present import entries as figures
from armybuilder.groups.present import reading as to_read
from armybuilder.groups.present.armies import JudgedArmy
from armybuilder.groups.present.groups import Changes, Document, Judged, Way, is_army
from armybuilder.groups.present.pins import Drift, Kept, Pinned, State
from armybuilder.groups.present.verdicts import Report, Standing
from collection.common.folding import fold
from rules import age_of_destruction as aod

T = TypeVar("T")
R = TypeVar("R")

AnyJudged = Judged | JudgedArmy


# Documents ----------------------------------------------------------------------------------------


def fit(data: Any) -> Document:
    """The document as its game writes it, when the site keeps such groups; raises Unfit."""
    if isinstance(data, Mapping) and is_army(data):
        return armies.fit(data)
    return groups.fit(data)


def parse_document(text: str) -> Document:
    """The document in a JSON text; raises Unfit."""
    return fit(groups.parse(text))


def repaired(document: Document, changes: Changes) -> Document:
    """The document after changes its verdict offered; raises Unfit."""
    return (armies.repaired if is_army(document) else groups.changed)(document, changes)


def differences(pairs: Iterable[tuple[Document, Document]]) -> list[tuple[str, ...]]:
    """For each pair of an older and a newer document what changed; nothing for equal ones."""
    return _each(
        list(pairs),
        lambda pair: is_army(pair[1]),
        lambda some: [armies.differences(*pair) for pair in some],
        told_apart.differences,
    )


# Judging ------------------------------------------------------------------------------------------


def judge(document: Document) -> AnyJudged:
    """A document with the verdict of today's rules and data; raises Unfit."""
    return judge_all([document])[0]


def judge_all(documents: Iterable[Document]) -> list[AnyJudged]:
    """The same for several documents, against one reading of the catalogue."""
    return _each(
        list(documents), is_army, lambda some: [*map(armies.judge, some)], groups.judge_all
    )


def judged_by(judged: AnyJudged) -> tuple[str, str]:
    """The rules and the records a group was judged by, as verdicts name them."""
    if isinstance(judged, JudgedArmy):
        return judged.verdict.ruleset, judged.verdict.catalogue
    return aod.RULESET, judged.verdict.catalogue


def judge_state(state: State) -> AnyJudged:
    """A document judged by what its revision pinned."""
    return armies.judge(state.document) if is_army(state.document) else pins.judge_state(state)


def judge_states(states: Sequence[Kept]) -> list[tuple[AnyJudged, bool]]:
    """Each document judged by what it pinned, and whether its owner has to decide on today's rules
    or data; the catalogue and the kept records are asked for once."""

    def of_armies(some: Sequence[Kept]) -> list[tuple[AnyJudged, bool]]:
        judged = [armies.judge(state.document) for state in some]
        pairs = zip(some, judged, strict=True)
        return [(each, _drift_of_army(state, each) is not None) for state, each in pairs]

    return _each(
        states,
        lambda state: is_army(state.document),
        of_armies,
        lambda some: [*pins.judge_states(some)],
    )


def pin(document: Document, earlier: State | None) -> Pinned:
    """Judge a document for keeping. What `earlier` pinned stays pinned; the rest is today's."""
    if not is_army(document):
        return pins.pin(document, earlier)
    judged = armies.judge(document)
    return Pinned(
        judged=judged,
        ruleset=judged.verdict.ruleset,
        catalogue=judged.verdict.catalogue,
        records={},
        standing=armies.kept_standing(judged),
        search_text=fold(armies.search_words(judged)),
    )


def todays_digests(state: State) -> dict[str, str]:
    """Today's digest of every record that is no longer as the group pinned it."""
    return {} if is_army(state.document) else pins.todays_digests(state)


def drift(state: Kept, judged: AnyJudged) -> Drift | None:
    """What today's rules and data change for a group; None when nothing."""
    if isinstance(judged, JudgedArmy):
        return _drift_of_army(state, judged)
    return pins.drift(state, judged)


def _drift_of_army(state: State, judged: JudgedArmy) -> Drift | None:
    """What newer rules than those an army was kept with say otherwise of it."""
    was, now = pins.kept_standing(state.standing), armies.standing(judged)
    if was is None or state.ruleset == judged.verdict.ruleset:
        return None
    before = {found.key for found in pins.kept_violations(state.standing)}
    errors = [found for found in judged.verdict.violations if found.severity == "error"]
    if was == now and before == {found.key for found in errors}:
        return None
    appearing = armies.problems(judged, [found for found in errors if found.key not in before])
    return Drift((), was, now, appearing, (), declined=False, new_rules=True)


# What pages show ----------------------------------------------------------------------------------


def standing(judged: AnyJudged) -> Standing:
    """The line of a group."""
    if isinstance(judged, JudgedArmy):
        return armies.standing(judged)
    return verdicts.standing(judged)


def report(judged: AnyJudged) -> Report:
    """The whole verdict on a group."""
    return armies.report(judged) if isinstance(judged, JudgedArmy) else verdicts.report(judged)


def entries(judged: AnyJudged) -> figures.Entries | army_lines.Lines:
    """What stands in a group, with the template that shows it to whoever reads."""
    return (
        army_lines.lines_of(judged) if isinstance(judged, JudgedArmy) else figures.entries(judged)
    )


def reading(judged: AnyJudged) -> dict[str, Any]:
    """What a page shows of a group that is only read; `reading` is the template of its lines."""
    if isinstance(judged, JudgedArmy):
        lines = army_lines.lines_of(judged)
        standing = armies.standing(judged)
        return {"entries": lines, "standing": standing, "reading": lines.reading}
    return to_read.reading(judged)


def check_code(judged: AnyJudged) -> str:
    """What a sheet of the group bears for the judge to compare; empty where the game has none."""
    return "" if isinstance(judged, JudgedArmy) else groups.check_code(judged)


def ways_to_mend(judged: AnyJudged) -> tuple[Way, ...]:
    """The smallest repairs of an illegal group."""
    if isinstance(judged, JudgedArmy):
        return armies.ways_to_mend(judged)
    return groups.ways_to_mend(judged)


def ways_to_fill(judged: AnyJudged) -> tuple[Way, ...]:
    """Ways to spend what a group has left."""
    if isinstance(judged, JudgedArmy):
        return armies.ways_to_fill(judged)
    return groups.ways_to_fill(judged)


def verdict_document(judged: AnyJudged) -> dict[str, Any]:
    """The verdict/1 object of a group, repairs included."""
    if isinstance(judged, JudgedArmy):
        return dict(judged.written)
    return judging.verdict_document(judged)


def written_way(way: Way, document: Document) -> dict[str, Any]:
    """Changes as verdict/1 writes repairs, with the group they lead to."""
    return {
        "message": way.message,
        "total": way.total,
        "changes": way.changes,
        "group": repaired(document, way.changes),
        **judging.meant(way),
    }


def _each(
    items: Sequence[T],
    is_other: Callable[[T], bool],
    of_others: Callable[[Sequence[T]], Sequence[R]],
    of_first: Callable[[Sequence[T]], Sequence[R]],
) -> list[R]:
    """What becomes of every item, those of the first game together and the others together."""
    others = [item for item in items if is_other(item)]
    first = [item for item in items if not is_other(item)]
    answers = {True: iter(of_others(others)), False: iter(of_first(first) if first else ())}
    return [next(answers[is_other(item)]) for item in items]
