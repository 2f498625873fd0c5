"""Figures side by side: the facts of their bases and of one click, what differs marked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from collection.catalogue import game
from collection.catalogue.models import Figure
from collection.catalogue.present import values, words
from collection.catalogue.present.catalogue_values import Link
from collection.catalogue.present.catalogue_words import faction_value
from collection.catalogue.present.rows import figure_name, figure_number, figure_type, figure_url
from collection.common.language import Words


@dataclass(frozen=True)
class Fact:
    """One fact of every figure, in words; `differs` where they are not all the same."""

    label: Words
    cells: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether some figure has something else than another."""
        return len(set(self.cells)) > 1


@dataclass(frozen=True)
class Comparison:
    """Figures as columns, facts as rows."""

    figures: tuple[Link, ...]
    facts: tuple[Fact, ...]


def compare(figures: Sequence[Figure], known: game.Catalogue, click: int = 1) -> Comparison:
    """Put figures side by side at a click; facts that none of them has are left out."""
    read_here = (*_OF_THE_BASE, *_of_click(click), *_OF_THE_WHOLE)
    facts = [
        Fact(label, tuple(read(figure, known) for figure in figures)) for label, read in read_here
    ]
    return Comparison(
        tuple(Link(f"{figure_number(f)} {figure_name(f)}", figure_url(f)) for f in figures),
        tuple(fact for fact in facts if any(fact.cells)),
    )


Read = Callable[[Figure, game.Catalogue], str]


def _column(name: str) -> Read:
    def read(figure: Figure, known: game.Catalogue) -> str:
        value = getattr(figure, name)
        return "" if value is None else str(value)

    return read


def _faction(figure: Figure, known: game.Catalogue) -> str:
    if figure.faction is None and figure.status != Figure.Status.COMPLETE:
        return ""
    faction = faction_value(figure.faction)
    return str(faction.name if faction else _("no symbol"))


def _rank(figure: Figure, known: game.Catalogue) -> str:
    return str(words.RANKS[figure.rank].name) if figure.rank else ""


def _mode(figure: Figure, known: game.Catalogue) -> str:
    return str(words.SPEED_MODES[figure.speed_mode]) if figure.speed_mode else ""


def _dial(figure: Figure, known: game.Catalogue) -> values.Dial | None:
    unit = known.unit(figure.catalogue_id)
    return game.dial(unit) if unit else None


def _of_click(click: int) -> list[tuple[Words, Read]]:
    """What the dials show at a click, each fact with how it is read."""
    return [
        (
            gettext("%(value)s, click %(click)s") % {"value": value, "click": click},
            partial(_shown, click, shown),
        )
        for value, shown in _SHOWN
    ]


def _shown(
    click: int, shown: Callable[[values.Click], str], figure: Figure, known: game.Catalogue
) -> str:
    dial = _dial(figure, known)
    if dial is None:
        return ""
    return shown(dial.clicks[click - 1]) if click <= len(dial.clicks) else gettext("eliminated")


def _at(click: values.Click) -> str:
    return ", ".join(str(piece.name) for piece in click.equipment.values())


def _weapons(figure: Figure, known: game.Catalogue) -> str:
    dial = _dial(figure, known)
    return ", ".join(_weapon(weapon) for weapon in (dial.weapons if dial else ()))


def _weapon(weapon: values.Weapon) -> str:
    name = str(words.RANGE_TYPES[weapon.range_type])
    return f"{name} {weapon.range_min}–{weapon.range_max}" if weapon.range_max else name


def _equipment(figure: Figure, known: game.Catalogue) -> str:
    unit = known.unit(figure.catalogue_id)
    return ", ".join(str(item.name) for item in game.equipment(unit)) if unit else ""


_SHOWN: tuple[tuple[Words, Callable[[values.Click], str]], ...] = (
    (words.DIAL_SLOTS["speed"], lambda click: str(click.speed)),
    (words.DIAL_SLOTS["attack"], lambda click: str(click.attack)),
    (words.DIAL_SLOTS["defense"], lambda click: str(click.defense)),
    (words.DIAL_SLOTS["damage"], lambda click: " / ".join(map(str, click.damages))),
    (words.PIECE_COLUMNS["equipment"], _at),
)
_OF_THE_BASE: tuple[tuple[Words, Read], ...] = (
    (words.PIECE_COLUMNS["variant"], _column("variant")),
    (words.PIECE_COLUMNS["faction"], _faction),
    (words.PIECE_COLUMNS["rank"], _rank),
    (words.PIECE_COLUMNS["points"], _column("points")),
    (words.PIECE_COLUMNS["type"], lambda figure, known: str(figure_type(figure))),
    (words.PIECE_COLUMNS["mode"], _mode),
)
_OF_THE_WHOLE: tuple[tuple[Words, Read], ...] = (
    (words.PIECE_COLUMNS["clicks"], _column("clicks")),
    (_("Weapons, inches"), _weapons),
    (_("Vent rating"), _column("vent")),
    (_("Transport capacity"), _column("capacity")),
    (words.PIECE_COLUMNS["equipment"], _equipment),
)
