"""What an order promises, counted exactly and said part by part; of a hidden dial as much as
everybody may know."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from armybuilder.systems.age_of_destruction.present.choices import LEAST_ROLL
from armybuilder.systems.age_of_destruction.present.tables import Table
from collection.catalogue.present.values import Tally, TallyPart
from collection.common.chances import decimal, percent
from collection.common.language import language
from rules import Part
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class Blow:
    """One attack: what three dice must show, and the chances in whole percents."""

    target: str
    follow_up: str
    needed: int
    hit: str
    attack: Tally
    defense: Tally


@dataclass(frozen=True)
class Mending:
    """A repair: what three dice must show, the chance in whole percents, the clicks restored."""

    target: str
    needed: int
    success: str
    restored: str
    attack: Tally
    against: int


@dataclass(frozen=True)
class Fate:
    """What may become of a unit: the clicks to expect, and its parts in words, each with its
    chance and what brings it."""

    unit: str
    expected: str
    says: tuple[str, ...]


@dataclass(frozen=True)
class Promise:
    """What an order may bring: its attacks, its repairs, what becomes of whom, and what else is to
    say of it."""

    blows: tuple[Blow, ...]
    mendings: tuple[Mending, ...]
    fates: tuple[Fate, ...]
    says: tuple[str, ...]


def promise(table: Table, order: aod.Order) -> Promise | None:
    """What a legal order may bring, of a hidden dial by the values in its window; None where it can
    come out in too many ways."""
    hidden = _hidden(table)
    setup = aod.as_seen(table.setup, table.state, hidden) if hidden else table.setup
    try:
        ahead = outlook_of(setup, table.state, order)
    except aod.TooManyWays:
        return None
    names = aod.Names(table.setup, language())
    return Promise(
        blows=tuple(_blow(blow, names) for blow in ahead.blows),
        mendings=tuple(_mending(table, ahead, mending, names) for mending in ahead.mendings),
        fates=tuple(
            _fate(unit, fate, names, hidden=unit in hidden) for unit, fate in ahead.fates.items()
        ),
        says=(*_lands_later(order), *_also(ahead, hidden)),
    )


def outlook_of(setup: aod.Setup, state: aod.State, order: aod.Order) -> aod.Outlook:
    """What it may bring, long-range fire when it lands; raises TooManyWays."""
    if isinstance(order, aod.Ranged) and order.mode == "artillery":
        return aod.salvo(setup, state, order).outlook
    return aod.outlook(setup, state, order)


def _lands_later(order: aod.Order) -> Iterator[str]:
    if isinstance(order, aod.Ranged) and order.mode == "artillery":
        yield _("Lands when your next turn begins, on whoever stands there then.")


def _also(ahead: aod.Outlook, hidden: set[str]) -> Iterator[str]:
    if ahead.breaks_away is not None:
        yield _("%(chance)s to break away") % {"chance": percent(ahead.breaks_away)}
    if ahead.assumed:
        yield _("Questions on the way are taken to be answered with no.")
    if hidden & ahead.fates.keys():
        yield _("Of a hidden dial only the values in its window are counted.")


def _hidden(table: Table) -> set[str]:
    """The units whose dials may not be shown."""
    figures = table.setup.figures
    return {unit for unit, figure in figures.items() if not table.shows_dial(figure.owner)}


def _blow(blow: aod.Blow, names: aod.Names) -> Blow:
    return Blow(
        target=names.unit(blow.target),
        follow_up=names.ability(blow.follow_up) if blow.follow_up else "",
        needed=max(blow.needed, LEAST_ROLL),
        hit=percent(blow.hit),
        attack=tally(_("Attack"), blow.attack, names),
        defense=tally(_("Defense"), blow.defense, names),
    )


def _mending(table: Table, ahead: aod.Outlook, mending: aod.Mending, names: aod.Names) -> Mending:
    """A repair; how much it restores tells of the dial."""
    shown = table.shows_dial(table.field.piece(mending.target).owner)
    return Mending(
        target=names.unit(mending.target),
        needed=max(mending.needed, LEAST_ROLL),
        success=percent(mending.success),
        restored=decimal(ahead.restored(mending.target)) if shown else "",
        attack=tally(_("Attack"), mending.attack, names),
        against=mending.against,
    )


def _fate(unit: str, fate: aod.Fate, names: aod.Names, *, hidden: bool) -> Fate:
    """What may become of a unit; of a hidden dial not its heat nor its end."""
    known = [] if hidden else [*_heat_said(fate), *_ends_said(fate)]
    return Fate(
        unit=names.unit(unit),
        expected=formats.number_format(round(float(fate.expected), 2)),
        says=(*_clicks_said(fate), *_causes_said(fate, names), *known),
    )


def _clicks_said(fate: aod.Fate) -> Iterator[str]:
    """What its dial is turned by, all together."""
    for lost, chance in sorted(fate.clicks.items()):
        yield with_chance(_turned(lost), chance)


def _turned(lost: int) -> str:
    if not lost:
        return _("no click lost")
    if lost < 0:
        said = ngettext("%(clicks)s click repaired", "%(clicks)s clicks repaired", -lost)
    else:
        said = ngettext("%(clicks)s click lost", "%(clicks)s clicks lost", lost)
    return said % {"clicks": abs(lost)}


def _causes_said(fate: aod.Fate, names: aod.Names) -> Iterator[str]:
    """What of it is brought by anything but an attack or a salvo: pushing, heat, circled
    equipment."""
    for cause, chances in fate.by_cause.items():
        for lost, chance in sorted(chances.items()) if cause not in ("attack", "artillery") else ():
            said = ngettext(
                "of that %(clicks)s by %(cause)s", "of that %(clicks)s by %(cause)s", lost
            )
            yield with_chance(said % {"clicks": lost, "cause": names.word("cause", cause)}, chance)


def _heat_said(fate: aod.Fate) -> Iterator[str]:
    for gained, chance in sorted(fate.heat.items()):
        if gained:
            yield with_chance(_("heat %(heat)+d") % {"heat": gained}, chance)


def _ends_said(fate: aod.Fate) -> Iterator[str]:
    ends = (
        (pgettext("what may happen", "eliminated"), fate.eliminated),
        (pgettext("what may happen", "captured"), fate.captured),
        (pgettext("what may happen", "shut down"), fate.shut_down),
    )
    yield from (with_chance(text, chance) for text, chance in ends if chance)


def with_chance(said: str, chance: Fraction) -> str:
    """What may happen with its chance; alone where it is certain."""
    if chance == 1:
        return said
    return _("%(chance)s: %(what)s") % {"chance": percent(chance), "what": said}


def tally(label: str, parts: tuple[Part, ...], names: aod.Names) -> Tally:
    shown = names.parts(parts)
    total = sum(part.value for part in parts)
    return Tally(label, total, tuple(TallyPart(part.what, part.value) for part in shown))
