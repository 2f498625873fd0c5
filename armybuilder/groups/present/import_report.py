"""What the preview of an import shows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from armybuilder.groups.importing.assembly import Picks
from armybuilder.groups.importing.values import Item, Reading, ReadLine
from collection.catalogue.finding.finder import Finder
from collection.catalogue.finding.meaning import Certainty

FORMS: Mapping[str, str | Promise] = {
    "json": gettext_lazy("A battle group as JSON"),
    "packed": gettext_lazy("A packed battle group"),
    "link": gettext_lazy("A link to a group of this site"),
    "sheet": gettext_lazy("A text sheet of this site"),
    "table": gettext_lazy("A table"),
    "loose": gettext_lazy("Lines of text"),
}
CERTAINTIES: Mapping[Certainty, str | Promise] = {
    Certainty.SURE: gettext_lazy("certain"),
    Certainty.LIKELY: gettext_lazy("likely"),
    Certainty.GUESS: gettext_lazy("a guess"),
    Certainty.UNKNOWN: gettext_lazy("not in the catalogue"),
}


@dataclass(frozen=True)
class Choice:
    """An item to be decided on: the field it is sent in, and what may be chosen."""

    field: str
    said: str
    count: int
    title: str
    certainty: Certainty
    certainty_words: str
    options: tuple[tuple[str, str], ...]
    picked: str


@dataclass(frozen=True)
class Row:
    """A line of the report."""

    number: int
    text: str
    message: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Report:
    """The lines by what a person should do about them; `other` is the packed line of a list the
    text carries beside them."""

    form: str
    message: str
    other: str
    to_look_at: tuple[Row, ...]
    unread: tuple[Row, ...]
    understood: tuple[Row, ...]
    skipped: tuple[Row, ...]


def report_of(reading: Reading, finder: Finder, picks: Picks) -> Report:
    """The report of a reading with what was picked so far."""
    rows = [(line, _row(line, finder, picks)) for line in reading.lines]
    return Report(
        form=str(FORMS[reading.form]),
        message=reading.message,
        other=reading.other,
        to_look_at=tuple(row for line, row in rows if line.is_doubtful),
        unread=tuple(row for line, row in rows if line.is_unread),
        understood=tuple(row for line, row in rows if line.items and not line.is_doubtful),
        skipped=tuple(row for line, row in rows if line.skipped and line.text.strip()),
    )


def _row(line: ReadLine, finder: Finder, picks: Picks) -> Row:
    choices = tuple(_choices(line, finder, picks))
    return Row(line.number, line.text, line.message, choices)


def _choices(line: ReadLine, finder: Finder, picks: Picks) -> Iterator[Choice]:
    for place, item in enumerate(line.items):
        yield Choice(
            field=f"pick-{line.number}-{place}",
            said=item.said,
            count=item.count,
            title=_title(item.meant.id, finder),
            certainty=item.meant.certainty,
            certainty_words=str(CERTAINTIES[item.meant.certainty]),
            options=tuple(_options(item, finder)),
            picked=picks.get((line.number, place), item.meant.id),
        )


def _options(item: Item, finder: Finder) -> Iterator[tuple[str, str]]:
    """What an item may be: what it was taken for, what else it may mean, nothing."""
    ids = dict.fromkeys([item.meant.id, *(piece.id for piece in item.meant.near)])
    yield from ((each, _title(each, finder)) for each in ids)
    yield "", _("Leave it out")


def _title(piece_id: str, finder: Finder) -> str:
    known = finder.by_id(piece_id)
    return known.label if known else _("%(id)s, not in the catalogue") % {"id": piece_id}
