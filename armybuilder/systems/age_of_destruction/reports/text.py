"""A battle report as plain text."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from armybuilder.groups.exports.words import harmless
from armybuilder.systems.age_of_destruction.present.report import Report
from armybuilder.systems.age_of_destruction.present.story import Episode


def render(report: Report) -> bytes:
    """The report, a paragraph each."""
    return ("\n".join(_lines(report)).strip() + "\n").encode()


def _lines(report: Report) -> Iterator[str]:
    yield from _headed(harmless(report.title), "=")
    yield winner_line(report)
    yield report.end.says
    yield report.end.after
    yield ""
    for condition in report.end.conditions:
        points = ", ".join(f"{side.name} {total}" for side, total in condition.totals)
        yield f"{condition.name}: {points}"
    for camp in report.left.camps:
        yield ""
        yield f"{camp.name}: {camp.told}"
        for fallen in camp.fallen:
            yield f"  {fallen.name}: {fallen.state}, {fallen.points}"
    if report.left.turned:
        yield ""
        yield from _headed(_("What decided it"), "-")
        for turned in report.left.turned:
            yield f"{turned.number}. {turned.turn} ({turned.costs})"
            yield f"   {turned.text}"
    if report.end.best:
        yield ""
        yield from _headed(_("Clicks dealt to opponents"), "-")
        yield from (f"{deed.dealt:>3}  {deed.name}" for deed in report.end.best)
    for chapter in report.chapters:
        yield ""
        yield from _headed(harmless(chapter.title), "-")
        yield from map(told_line, chapter.episodes)
    if report.link:
        yield ""
        yield report.link


def winner_line(report: Report) -> str:
    """Who has won, if anybody."""
    if report.end.winner is None:
        return _("Nobody wins")
    return _("%(winner)s wins") % {"winner": harmless(str(report.end.winner.name))}


def told_line(episode: Episode) -> str:
    """An order with its dice, and what is only mentioned of it in brackets."""
    told = " ".join(
        sentence.text + _dice(tuple(die.face for die in sentence.dice))
        for sentence in episode.sentences
    )
    asides = "; ".join(episode.asides)
    return harmless(" ".join(filter(None, (told, f"({asides})" if asides else ""))))


def _dice(faces: tuple[int, ...]) -> str:
    return f" [{' '.join(map(str, faces))}]" if faces else ""


def _headed(title: str, line: str) -> tuple[str, str]:
    return title, line * len(title)
