"""The menu at a figure: what the chosen unit may do to it or with itself, a line each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armybuilder.skirmishes.present.menus import Line, Menu
from armybuilder.systems.age_of_destruction.present.choices import as_json
from armybuilder.systems.age_of_destruction.present.courses import clicks, risks
from armybuilder.systems.age_of_destruction.present.promises import outlook_of
from armybuilder.systems.age_of_destruction.present.refusals import reasons
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.titles import title, title_of
from armybuilder.systems.age_of_destruction.present.why import short
from collection.catalogue.present.words import DIAL_SLOTS
from collection.common.chances import percent
from collection.common.language import language
from rules import age_of_destruction as aod

#: Lines that are shown at once, and those of them that tell why something cannot be done.
MOST, MOST_DENIED = 3, 2
#: The chance below which a cost is not named: a critical miss threatens every attack.
LIKELY = Fraction(1, 20)
#: What is not offered in a menu: it is done by dragging, or by pressing somewhere else.
ELSEWHERE = frozenset({"move", "run", "face", "march", "place", "free_spin"})


#: A line, and how much good its order promises.
Weighed = tuple[Line, Fraction]


def menu_of(table: Table, unit: str, target: str, along: Sequence[str] = ()) -> Menu | None:
    """What a unit may do to a target, itself if it is that, with others it takes along; None where
    it may do nothing."""
    table = table.seen
    names = aod.Names(table.setup, language())
    piece = table.field.piece(unit)
    lines: tuple[Line, ...] = ()
    if table.in_play and piece.owner == table.state.active and piece.now.at is not None:
        lines = _sorted(_line(table, option) for option in _options(table, unit, target, along))
        if unit == target:
            lines = (*_drawn(table, unit), *lines)
    if not lines:
        return None
    return Menu(unit, target, names.unit(target), _defends(table, target), lines, MOST)


def _options(table: Table, unit: str, target: str, along: Sequence[str]) -> Iterator[aod.Option]:
    field = table.field
    if unit == target:
        yield from aod.of_itself(field, unit)
        return
    if along and target not in along:
        yield from aod.joint(field, (unit, *along), target)
        return
    found = [o for o in aod.strikes(field, unit, target) if o.kind not in ELSEWHERE]
    shots = {option.weapon for option in found if option.kind == "ranged" and option.legal}
    for option in found:
        if not (_stays(option) and option.weapon in shots):
            yield option


def _drawn(table: Table, unit: str) -> Iterator[Line]:
    """What a unit does at places that are still to be pointed at: a salvo."""
    for option in aod.options(table.setup, table.state, unit):
        if option.kind == "artillery" and (option.legal or option.from_elsewhere):
            yield Line(option.kind, _label(table, option), draft=urlencode({"do": option.kind}))


def _stays(option: aod.Option) -> bool:
    """Whether it is an assault without a move, which a shot outdoes."""
    return option.kind == "assault_ranged" and not getattr(option.order, "legs", ())


def _sorted(lines: Iterable[Weighed]) -> tuple[Line, ...]:
    """Legal lines, the one that promises most first, then a few refused ones, each reason once."""
    found = sorted(dict.fromkeys(lines), key=lambda weighed: -weighed[1])
    legal = [line for line, _worth in found if line.legal]
    denied = {(line.kind, line.why): line for line, _worth in found if not line.legal}
    shown = {line.kind for line in legal}
    others = [line for line in denied.values() if line.kind not in shown]
    return (*legal, *others[:MOST_DENIED])


def _line(table: Table, option: aod.Option) -> Weighed:
    label = _label(table, option)
    if option.refused:
        why = min(option.refused, key=aod.reason_weight)
        (reason,) = reasons(table, (why,))
        line = Line(
            kind=option.kind,
            label=label,
            legal=False,
            why=short(table, why),
            says=reason.message,
            rules=reason.rules,
        )
        return line, Fraction(0)
    line = Line(kind=option.kind, label=label, order=as_json(option.order))
    return _promising(table, option, line)


def _label(table: Table, option: aod.Option) -> str:
    """What it is called, with the weapon where the unit has two."""
    if option.kind in ("formation", "switch") or option.units:
        return str(title_of(table, option.order))
    words = title(option.kind, option.units)
    if option.odds:
        repaired = aod.Names(table.setup, language()).unit(option.target)
        return _("%(what)s: %(who)s") % {"what": words, "who": repaired}
    figure = table.setup.figures[option.order.units[0]]
    if option.weapon and len(figure.weapons) > 1:
        weapon = str(DIAL_SLOTS.get(f"{option.weapon}_damage", ""))
        return f"{words} · {weapon}" if weapon else words
    return words


def _promising(table: Table, option: aod.Option, line: Line) -> Weighed:
    """A legal line with what the order may bring."""
    try:
        ahead = outlook_of(table.setup, table.state, option.order)
    except aod.TooManyWays:
        return line, Fraction(0)
    unit = option.order.units[0]
    fate = ahead.fates.get(option.target)
    result, worth = "", Fraction(0)
    if fate and option.target != unit:
        worth = abs(fate.expected) + fate.captured * 2
        result = _result(fate)
    promised = replace(
        line,
        chance=_chance(ahead, option),
        result=result or _cooled(ahead.fates.get(unit)),
        risk=", ".join(_risks(table, option, unit)),
    )
    return promised, worth


def _chance(ahead: aod.Outlook, option: aod.Option) -> str:
    if option.kind == "artillery" and (fate := ahead.fates.get(option.target)):
        return percent(1 - fate.clicks.get(0, Fraction(0)))
    for blow in ahead.blows:
        if blow.target == option.target and not blow.follow_up:
            return percent(blow.hit)
    return next((percent(mending.success) for mending in ahead.mendings), "")


def _result(fate: aod.Fate) -> str:
    """The likeliest number of clicks it takes or gives."""
    if fate.captured:
        return _("captured")
    changed = {number: chance for number, chance in fate.clicks.items() if number}
    if not changed:
        return ""
    likeliest = max(changed, key=lambda number: (changed[number], number))
    if likeliest > 0:
        return clicks(likeliest)
    return ngettext("restores %(count)s click", "restores %(count)s clicks", -likeliest) % {
        "count": -likeliest
    }


def _cooled(fate: aod.Fate | None) -> str:
    """How far a heat dial is turned back."""
    if fate is None:
        return ""
    cooled = [-gained for gained in fate.heat if gained < 0]
    return _("heat −%(count)s") % {"count": max(cooled)} if cooled else ""


def _risks(table: Table, option: aod.Option, unit: str) -> Iterator[str]:
    """What it costs, pushing named first."""
    piece, order = table.field.piece(unit), option.order
    if option.kind == "artillery":
        yield _("lands when your next turn begins")
    if piece.now.tokens and getattr(order, "tires", False) and getattr(order, "pushes", False):
        yield _("pushing")
    yield from risks(table, order, unit, least=LIKELY)


def _defends(table: Table, target: str) -> str:
    """The defense in the window of a unit."""
    piece = table.field.piece(target)
    return _("defense %(value)s") % {"value": piece.click.defense}
