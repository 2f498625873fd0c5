"""Steps that games share: where a game's lie, and what is kept of them when one no longer reads
them.

A game that branches off reads what was played before where it lies; nothing is copied.
"""

from collections.abc import Iterator

from django.db.models import Max, Q

from armybuilder.skirmishes.archive import take_out
from armybuilder.skirmishes.models import Skirmish, SkirmishLine, SkirmishStep, SkirmishStretch


def course(skirmish: Skirmish, count: int) -> Iterator[SkirmishStretch]:
    """Where so many first steps of a game lie."""
    parts = [*skirmish.past(), SkirmishStretch(line_id=skirmish.line_id, after=skirmish.shared)]
    parts[-1].until = max(count, skirmish.shared)
    for part in parts:
        if part.after < min(part.until, count):
            yield SkirmishStretch(line_id=part.line_id, after=part.after, until=part.until)


def within(parts: Iterator[SkirmishStretch], after: int, until: int) -> Iterator[SkirmishStretch]:
    """What lies of some stretches between two numbers."""
    for part in parts:
        part.after, part.until = max(part.after, after), min(part.until, until)
        if part.after < part.until:
            yield part


def cut(skirmish: Skirmish, since: int) -> None:
    """Take the steps from a number on away from a game, with what was noted after them. What
    other games read of them stays in its line, and this game goes on in another."""
    take_out(skirmish)
    last = since - 1
    needed = _needed(skirmish.line)
    skirmish.line.steps.filter(number__gt=max(last, needed)).delete()
    if needed > max(last, skirmish.shared):
        if last > skirmish.shared:
            skirmish.stretches.create(line=skirmish.line, after=skirmish.shared, until=last)
            skirmish.shared = last
        skirmish.line = SkirmishLine.objects.create()
    if last < skirmish.shared:
        past = skirmish.stretches.filter(ahead=False)
        past.filter(after__gte=last).delete()
        past.filter(until__gt=last).update(until=last)
        skirmish.shared = last
    skirmish.save(update_fields=["line", "shared"])
    skirmish.refresh_from_db(fields=["stretches"])
    skirmish.notes.filter(step__gte=since).delete()


def _needed(line: SkirmishLine) -> int:
    """The last step of a line that anybody else reads, 0 for none."""
    return line.readers.aggregate(last=Max("until"))["last"] or 0


def delete_unread_lines() -> int:
    """Delete the lines that no game writes or reads any more, and of those that are only read what
    nobody reads; returns how many lines."""
    left = SkirmishLine.objects.filter(writer=None)
    for line in left.filter(readers__isnull=False).annotate(last=Max("readers__until")):
        line.steps.filter(number__gt=line.last).delete()
    return left.filter(readers=None).delete()[1].get(SkirmishLine._meta.label, 0)


def ahead(skirmish: Skirmish, number: int) -> SkirmishStep | None:
    """The step with a number that was taken where a branch came off, if all was the same there
    before it; None for none."""
    there = skirmish.stretches.filter(ahead=True, until__gte=number - 1, after__lt=number)
    where = [stretch.rows for stretch in there]
    if not where:
        return None
    lies = Q()
    for each in where:
        lies |= each
    rows = {
        row.number: row
        for row in SkirmishStep.objects.filter(lies, number__in=(number - 1, number))
    }
    if number - 1 > skirmish.branched:
        here = skirmish.steps.filter(number=number - 1).values_list("fingerprint", flat=True)
        if number - 1 not in rows or here.first() != rows[number - 1].fingerprint:
            return None
    return rows.get(number)
