"""A dial told click by click: what it shows, and what the next click takes or gives."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from collection.catalogue.present import words
from collection.catalogue.present.dial_table import combat_values, slots
from collection.catalogue.present.values import Click, Dial, Equipment
from collection.common.language import Words


@dataclass(frozen=True)
class Step:
    """One click in words: what it shows, and what one more click changes.

    `changes` is empty at the last click, after which the figure is eliminated, and where the next
    click is the same.
    """

    number: int
    total: int
    shown: str
    changes: tuple[str, ...]

    @property
    def is_last(self) -> bool:
        """Whether one more click eliminates the figure."""
        return self.number == self.total


def walk(dial: Dial) -> tuple[Step, ...]:
    """Every click of a dial in words."""
    followers: tuple[Click | None, ...] = (*dial.clicks[1:], None)
    return tuple(
        Step(
            number=click.number,
            total=len(dial.clicks),
            shown=_shown(click, slots(dial)),
            changes=_changes(click, following, slots(dial)) if following else (),
        )
        for click, following in zip(dial.clicks, followers, strict=True)
    )


def chosen_click(asked: str, dial: Dial) -> int:
    """The click somebody asks for in the address, the first for anything else."""
    numbers = {str(click.number): click.number for click in dial.clicks}
    return numbers.get(asked, 1)


def _shown(click: Click, named: Mapping[str, Words]) -> str:
    parts = [
        _("%(value)s %(number)s") % {"value": named[key], "number": number}
        for key, number in combat_values(click).items()
    ]
    parts += [_at(piece, named[key]) for key, piece in click.equipment.items()]
    if click.marker:
        parts.append(str(words.MARKERS[click.marker]))
    return ", ".join(parts)


def _changes(before: Click, after: Click, named: Mapping[str, Words]) -> tuple[str, ...]:
    found = []
    old, new = combat_values(before), combat_values(after)
    for key, name in named.items():
        if new[key] != old[key]:
            told = {"value": name, "number": new[key], "previous": old[key]}
            found.append(
                _("%(value)s %(number)s, up from %(previous)s") % told
                if new[key] > old[key]
                else _("%(value)s %(number)s, down from %(previous)s") % told
            )
        found += _exchanged(before.equipment.get(key), after.equipment.get(key), name)
    if after.marker and after.marker != before.marker:
        found.append(_("reaches the %(marker)s") % {"marker": words.MARKERS[after.marker]})
    return tuple(found)


def _exchanged(lost: Equipment | None, gained: Equipment | None, slot: Words) -> tuple[str, ...]:
    if lost == gained:
        return ()
    found = []
    if lost:
        found.append(_("loses %(equipment)s") % {"equipment": _at(lost, slot)})
    if gained:
        found.append(_("gains %(equipment)s") % {"equipment": _at(gained, slot)})
    return tuple(found)


def _at(piece: Equipment, slot: Words) -> str:
    if piece.shape == "circle":
        return _("%(equipment)s (%(value)s, single use)") % {
            "equipment": piece.name,
            "value": str(slot).lower(),
        }
    return _("%(equipment)s (%(value)s)") % {
        "equipment": piece.name,
        "value": str(slot).lower(),
    }
