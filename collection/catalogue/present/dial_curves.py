"""The combat values of dials as small lines, with the same in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from collection.catalogue.pictures.sparkline import sparkline
from collection.catalogue.pictures.svg import write_svg
from collection.catalogue.present.dial_table import combat_values, slots
from collection.catalogue.present.values import Dial
from collection.common.language import Words


@dataclass(frozen=True)
class Curve:
    """One combat value over all clicks; `span` is its first and last number.

    `series` has the numbers by dial.
    """

    label: Words
    picture: SafeString
    span: str
    series: tuple[tuple[Words, tuple[int, ...]], ...]


def curves(dials: Sequence[Dial]) -> tuple[Curve, ...]:
    """A line for every combat value, those of several dials over one another."""
    named = max((slots(dial) for dial in dials), key=len, default={})
    return tuple(_curve(key, label, dials) for key, label in named.items())


def _curve(key: str, label: Words, dials: Sequence[Dial]) -> Curve:
    series = [
        [shown[key] for click in dial.clicks if key in (shown := combat_values(click))]
        for dial in dials
    ]
    told = "; ".join(
        _told(label, dial, numbers) for dial, numbers in zip(dials, series, strict=True)
    )
    picture = write_svg(sparkline(series), description=told, css_class="sparkline")
    return Curve(
        label,
        picture,
        " / ".join(f"{v[0]}–{v[-1]}" if v else "–" for v in series),
        tuple((dial.name, tuple(numbers)) for dial, numbers in zip(dials, series, strict=True)),
    )


def _told(label: Words, dial: Dial, numbers: Sequence[int]) -> str:
    return _("%(value)s of %(name)s by click: %(numbers)s") % {
        "value": label,
        "name": dial.name,
        "numbers": ", ".join(map(str, numbers)) or "–",
    }
