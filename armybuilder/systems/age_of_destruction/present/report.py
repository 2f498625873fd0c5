"""What a battle report tells: result, sides, turning points, who did it, the story."""

from collections.abc import Sequence
from dataclasses import dataclass

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.systems.age_of_destruction.present.aftermath import Aftermath, aftermath
from armybuilder.systems.age_of_destruction.present.finish import Finish, finish
from armybuilder.systems.age_of_destruction.present.story import Chapter, Teller
from armybuilder.systems.age_of_destruction.present.tables import Table
from collection.common.language import language
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class Report:
    """A finished battle in the reader's language; `link` is where it can be watched, "" for
    nowhere."""

    title: str
    language: str
    end: Finish
    left: Aftermath
    chapters: tuple[Chapter, ...]
    link: str = ""


def battle_report(
    table: Table,
    start: aod.State,
    steps: Sequence[tuple[int, list[Document]]],
    *,
    title: str,
    seconds: int,
    link: str = "",
) -> Report | None:
    """The report of a battle from its first state and its numbered steps; None for one that goes
    on."""
    end = finish(table, [happened for _, happened in steps], seconds)
    if end is None:
        return None
    return Report(
        title=title,
        language=language(),
        end=end,
        left=aftermath(table, start, steps),
        chapters=Teller(table).chapters(steps),
        link=link,
    )
