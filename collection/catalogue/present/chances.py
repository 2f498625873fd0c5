"""What a figure can do to another in one attack, and what comes back."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from collection.catalogue import game
from collection.common.chances import percent


@dataclass(frozen=True)
class ChanceLine:
    """One kind of attack: in words with its damage value, the chance of a hit in words and in whole
    percents."""

    label: str
    hit: str
    percent: int


def chances(
    unit: game.Unit, target: game.Unit, fitting: game.Fitting, known: game.Catalogue
) -> tuple[ChanceLine, ...]:
    """Every attack a fresh figure can make on a fresh target, and the target's best in return."""
    mine = list(_attacks(unit, target, fitting, game.Fitting(), known))
    theirs = list(_attacks(target, unit, game.Fitting(), fitting, known))
    lines = [_line(_said(how), damage, found) for how, damage, found in mine]
    if theirs:
        _how, damage, found = max(theirs, key=lambda each: each[2].expected)
        lines.append(_line(_("It hits back, %(damage)s"), damage, found))
    return tuple(lines)


Attacks = Iterator[tuple[game.Situation, int, game.Prospect]]


def _attacks(
    unit: game.Unit,
    target: game.Unit,
    fitting: game.Fitting,
    against: game.Fitting,
    known: game.Catalogue,
) -> Attacks:
    """Each attack with its damage value; melee weapons strike, all others shoot, and whoever has no
    melee weapon strikes with its first."""
    first = game.fitted_clicks(unit, fitting, known)[0]
    melee = any(weapon.range_type == "melee" for weapon in unit.weapons)
    for weapon in unit.weapons:
        strikes = weapon.range_type == "melee" or (weapon.slot == "primary" and not melee)
        kinds = (("close",) if strikes else ()) + (("ranged",) if weapon.maximum else ())
        for kind in kinds:
            how = game.Situation(kind=kind, weapon=weapon.slot)  # type: ignore[arg-type]
            found = game.prospect(unit, target, how, known, fitting, against)
            if found:
                yield how, first.values[weapon.damage_value].total, found


def _said(how: game.Situation) -> str:
    return _("Strike, %(damage)s") if how.kind == "close" else _("Shoot, %(damage)s")


def _line(said: str, damage: int, found: game.Prospect) -> ChanceLine:
    hit = found.odds.hit
    return ChanceLine(said % {"damage": damage}, percent(hit), round(hit * 100))
