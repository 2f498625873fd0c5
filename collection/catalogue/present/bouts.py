"""An attack of one figure on another at chosen clicks, counted whole, in words and bars."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from collection.catalogue import game
from collection.catalogue.pictures.sparkline import sparkline
from collection.catalogue.pictures.svg import write_svg
from collection.common.chances import decimal, percent

#: Attacks over which the target's survival is followed.
ATTACKS = 8


@dataclass(frozen=True)
class Roll:
    """One roll of the attack: "" or what repeats it, the sum needed, the chance of all to hit."""

    follow_up: str
    needed: int
    hit: str


@dataclass(frozen=True)
class Share:
    """One outcome: so many clicks, its chance in words and in whole percents."""

    clicks: int
    chance: str
    percent: int


@dataclass(frozen=True)
class Bout:
    """What one attack brings, and how long the target stands against more of them."""

    click: int
    their_click: int
    rolls: tuple[Roll, ...]
    shares: tuple[Share, ...]
    expected: str
    says: tuple[str, ...]
    survival: tuple[tuple[int, str], ...]
    curve: SafeString | str


def bout(meeting: game.Meeting, clicks: tuple[int, int], known: game.Catalogue) -> Bout | None:
    """The attack at some clicks, None where it cannot be made or has too many ways to come out."""
    try:
        found = game.bout(meeting, clicks, known)
        standing = game.survival(meeting, clicks, known, ATTACKS) if found else ()
    except game.TooManyWays:
        return None
    if found is None:
        return None
    mine, theirs = found.fates.get("attacker"), found.fates.get("target")
    return Bout(
        click=clicks[0],
        their_click=clicks[1],
        rolls=tuple(Roll(b.follow_up, b.needed, percent(b.hit)) for b in found.blows),
        shares=tuple(
            Share(lost, percent(chance), round(chance * 100))
            for lost, chance in sorted(theirs.clicks.items() if theirs else ())
        ),
        expected=decimal(theirs.expected) if theirs else "0",
        says=tuple(_says(mine, theirs)),
        survival=tuple((n, percent(chance)) for n, chance in enumerate(standing, 1)),
        curve=_curve(standing),
    )


def _says(mine: game.Fate | None, theirs: game.Fate | None) -> Iterator[str]:
    """What else may happen to either, in sentences."""
    if theirs:
        for sentence, chance in (
            (_("%(chance)s that the target is eliminated"), theirs.eliminated),
            (_("%(chance)s that the target shuts down"), theirs.shut_down),
        ):
            if chance:
                yield sentence % {"chance": percent(chance)}
        yield from _heats(_("%(chance)s that the target's heat changes by %(heat)s"), theirs)
    if mine:
        if mine.expected:
            told = {"clicks": decimal(mine.expected)}
            yield _("the attacker loses %(clicks)s clicks on average") % told
        yield from _heats(_("%(chance)s that the attacker's heat changes by %(heat)s"), mine)


def _heats(sentence: str, fate: game.Fate) -> Iterator[str]:
    for heat, chance in sorted(fate.heat.items()):
        if heat:
            yield sentence % {"chance": percent(chance), "heat": f"{heat:+d}"}


def _curve(standing: tuple[Fraction, ...]) -> SafeString | str:
    if not standing:
        return ""
    numbers = [100, *(round(chance * 100) for chance in standing)]
    told = ", ".join(f"{n}: {percent(chance)}" for n, chance in enumerate(standing, 1))
    description = _("Chance that the target still stands after so many attacks: %(told)s") % {
        "told": told
    }
    return write_svg(sparkline([numbers]), description=description, css_class="sparkline")
