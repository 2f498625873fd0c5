"""Other units as they may be attacked or helped now, each by the most promising order."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.core.hands import Aim
from rules.khans_and_generals.guide.giving import refusals
from rules.khans_and_generals.guide.menus import outcome_of
from rules.khans_and_generals.guide.odds import Outlook
from rules.khans_and_generals.guide.saying import chance_of, strike_says
from rules.khans_and_generals.guide.strikes import (
    Strike,
    best,
    strikes_at,
    strikes_without_moving,
)
from rules.khans_and_generals.guide.words import amount, say, short
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import UnitOrder
from rules.khans_and_generals.orders.regroup import Regroup, needs_it
from rules.khans_and_generals.orders.rouse import Rouse
from rules.khans_and_generals.play.rules import given
from rules.khans_and_generals.words import WORDS as TABLE


def aims_of(field: Field, piece: Piece, language: str) -> Iterator[Aim]:
    """Every enemy as it may be attacked, and for an HQ its own people as they may be helped."""
    for enemy in field.pieces:
        if can_be_meant(piece, enemy):
            yield _aim(field, enemy, strikes_at(field, piece, enemy), language)
    if piece.profile.commands:
        yield from _helps(field, piece, language)


def aims_from_there(field: Field, piece: Piece, language: str) -> Iterator[Aim]:
    """Every enemy as it may be fired at from where the unit would then stand."""
    for enemy in field.pieces:
        if can_be_meant(piece, enemy):
            strikes = strikes_without_moving(field, piece, enemy)
            if any(strike.legal for strike in strikes):
                yield _aim(field, enemy, strikes, language)


def can_be_meant(piece: Piece, enemy: Piece) -> bool:
    """Whether a unit is an enemy that is known to be there."""
    if not enemy.is_enemy(piece):
        return False
    if enemy.profile.class_ == "aircraft":
        return enemy.unit.airborne and not enemy.unit.gone
    return enemy.takes_part and not enemy.unit.hidden


def _aim(field: Field, enemy: Piece, strikes: Sequence[Strike], language: str) -> Aim:
    strike = best(strikes)
    if strike is None:
        return Aim(enemy.id, legal=False, why=say("none_fits", language))
    if not strike.legal:
        return Aim(enemy.id, legal=False, why=_why(field, strike, language))
    title = TABLE.say("orders", strike.kind, language)
    promises = strike_says(field, strike, language)
    return Aim(
        enemy.id,
        legal=True,
        says=f"{title}: {promises}" if promises else title,
        needed=strike.outlook.needed if strike.outlook else None,
        chance=chance_of(strike.outlook),
        label=_label(strike.outlook),
    )


def _label(outlook: Outlook | None) -> str:
    """What is written over a target: the most a d10 may show, else the Strength it may lose."""
    if outlook is None:
        return ""
    if outlook.needed is not None:
        return f"≤ {outlook.needed}"
    if outlook.destroyed > outlook.routed and outlook.destroyed > Fraction(1, 2):
        return "✕"
    return f"−{amount(outlook.loss)}" if outlook.loss else ""


def _why(field: Field, strike: Strike, language: str) -> str:
    if strike.refused:
        return short(strike.refused, language)
    return strike_says(field, strike, language).partition(":")[0]


def _helps(field: Field, staff: Piece, language: str) -> Iterator[Aim]:
    for friend in field.friends(staff.owner):
        orders: list[UnitOrder] = []
        if friend.unit.pinned:
            orders.append(Rouse(unit=staff.id, target=friend.id))
        if needs_it(friend):
            orders.append(Regroup(unit=staff.id, target=friend.id))
        for order in orders[:1]:
            refused = refusals(field, given(staff, order))
            title = TABLE.say("orders", str(order.__struct_config__.tag), language)
            says = f"{title}: {outcome_of(field, staff, order, language)[0]}"
            yield Aim(friend.id, not refused, short(refused, language), "" if refused else says)
