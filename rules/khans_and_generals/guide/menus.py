"""What a unit may do at a target, or with itself, as lines of a menu: the best first."""

from collections.abc import Callable, Iterator

import msgspec

from rules.core.hands import Menu, MenuLine
from rules.core.orders import write_order
from rules.core.violations import Violation
from rules.khans_and_generals.guide.giving import acts, refusals
from rules.khans_and_generals.guide.placing import deploying
from rules.khans_and_generals.guide.saying import (
    chance_of,
    risk_says,
    stands,
    strike_says,
)
from rules.khans_and_generals.guide.strikes import Strike, shell_kinds, strikes_at
from rules.khans_and_generals.guide.words import WORDS, reasons, say, short
from rules.khans_and_generals.moment.command import OFF_MAP
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.morale import REGROUPED, bears, reduced, reluctance
from rules.khans_and_generals.moment.naming import name_of
from rules.khans_and_generals.orders.base import UnitOrder
from rules.khans_and_generals.orders.call_aircraft import CallAircraft
from rules.khans_and_generals.orders.deploying import can_set_up
from rules.khans_and_generals.orders.dismount import Dismount
from rules.khans_and_generals.orders.flaming_arrows import FlamingArrows
from rules.khans_and_generals.orders.formation import Formation, available
from rules.khans_and_generals.orders.hatches import Hatches
from rules.khans_and_generals.orders.mount import Mount
from rules.khans_and_generals.orders.pack_up import PackUp
from rules.khans_and_generals.orders.pass_points import PassPoints
from rules.khans_and_generals.orders.placing import PlacedUnit
from rules.khans_and_generals.orders.position import FARTHEST, Position
from rules.khans_and_generals.orders.regroup import Regroup
from rules.khans_and_generals.orders.rouse import Rouse
from rules.khans_and_generals.orders.set_up import SetUp
from rules.khans_and_generals.orders.shell import Shell
from rules.khans_and_generals.orders.telephone import Telephone
from rules.khans_and_generals.orders.trap import Trap
from rules.khans_and_generals.play.rules import given
from rules.khans_and_generals.records.profile import MOUNTED_TYPES
from rules.khans_and_generals.state.state import Unit
from rules.khans_and_generals.words import BOOK
from rules.khans_and_generals.words import WORDS as TABLE

#: Reasons that mean an order is none for this unit or target: such lines are left out.
NEVER = frozenset(("TARGET_WRONG", "CANNOT_SHOOT", "FORMATION_UNAVAILABLE", "NOTHING_TO_DO"))


def menu_of(field: Field, piece: Piece, target: Piece, language: str) -> Menu:
    """The lines at a target: an enemy, a friend, or the unit itself."""
    if target.id == piece.id:
        found = list(_own_lines(field, piece, language))
    elif target.is_enemy(piece):
        strikes = strikes_at(field, piece, target)
        found = [strike_line(field, strike, language) for strike in strikes]
    else:
        found = list(_friendly_lines(field, piece, target, language))
    found = [line for line in found if not NEVER & {reason.code for reason in line.reasons}]
    found.sort(key=lambda line: (not line.legal, -line.worth))
    says = stands(field, target, language) if target.present else ""
    return Menu(name_of(target), says, tuple(found))


def strike_line(field: Field, strike: Strike, language: str) -> MenuLine:
    """A strike as a line; one that would be spent for nothing may be chosen nevertheless."""
    labels = [TABLE.say("orders", strike.kind, language)]
    order = strike.order
    for name in ("weapon", "ammunition", "mode"):
        value = getattr(order, name, None)
        if value and not (name == "mode" and value == "direct"):
            known = TABLE.section("values")
            labels.append(known[value][language] if value in known else value)
    if strike.kind == "ranged" and not getattr(order, "weapon", None):
        weapons = field.piece(order.unit).profile.weapons
        labels += [weapons[0].name] if weapons and weapons[0].name else []
    return MenuLine(
        kind=strike.kind,
        label=": ".join((labels[0], ", ".join(labels[1:]))) if labels[1:] else labels[0],
        order=write_order(order),
        chance=chance_of(strike.outlook) if strike.legal else None,
        result=strike_says(field, strike, language) if not strike.refused else "",
        risk=risk_says(strike, language),
        legal=not strike.refused,
        why=short(strike.refused, language),
        reasons=reasons(strike.refused, language, field),
        worth=strike.worth,
    )


# --- With oneself -------------------------------------------------------------------------------


def _own_lines(field: Field, piece: Piece, language: str) -> Iterator[MenuLine]:
    if field.state.stage == "setup":
        yield from _preparing_lines(field, piece, language)
        return
    for order in _own_orders(field, piece):
        yield _line(field, piece, given(piece, order), language)
    if acts(piece):
        yield from _open_lines(piece, language)


def _preparing_lines(field: Field, piece: Piece, language: str) -> Iterator[MenuLine]:
    """What may be decided about a unit before the battle (KG-059)."""
    if piece.present:
        for order in (*_formations(piece), *_weapon_ready(piece), *_lines_out(piece)):
            yield _line(field, piece, order, language)
        yield _hiding(field, piece, language)
    trap = Trap(unit=piece.id)
    refused = refusals(field, trap)
    yield MenuLine(
        kind="trap",
        label=TABLE.say("orders", "trap", language),
        order=write_order(trap),
        result=say("waits_in_trap", language),
        legal=not refused,
        why=short(refused, language),
        reasons=reasons(refused, language, field),
        worth=-1,
    )


def _hiding(field: Field, piece: Piece, language: str) -> MenuLine:
    """Into hiding where it stands, or out of it."""
    hides = not piece.unit.hidden
    order = msgspec.structs.replace(
        deploying(piece, PlacedUnit(piece.id, piece.base.at, piece.unit.facing)), hidden=hides
    )
    refused = refusals(field, order)
    return MenuLine(
        kind="deploy",
        label=say("hide" if hides else "unhide", language),
        order=write_order(order),
        result=say("hiding", language) if hides and not refused else "",
        legal=not refused,
        why=short(refused, language),
        reasons=reasons(refused, language, field),
        worth=1,
    )


def _formations(piece: Piece) -> Iterator[UnitOrder]:
    """The formations of its card that it does not have."""
    for formation in dict.fromkeys(("standard", "column", *piece.profile.formations)):
        is_other = formation != piece.unit.formation
        if is_other and available(piece, formation, mounted=piece.is_mounted):
            yield Formation(unit=piece.id, formation=formation)


def _weapon_ready(piece: Piece) -> Iterator[UnitOrder]:
    """A weapon set up, or packed up."""
    if can_set_up(piece):
        deployed = piece.unit.deployed
        yield PackUp(unit=piece.id) if deployed else SetUp(unit=piece.id)
        if deployed is None:
            yield PackUp(unit=piece.id)


def _lines_out(piece: Piece) -> Iterator[UnitOrder]:
    """A telephone line off the map."""
    if piece.profile.has("telephone") or piece.profile.class_ == "support":
        yield Telephone(unit=piece.id, to=OFF_MAP)


def _own_orders(field: Field, piece: Piece) -> Iterator[UnitOrder]:
    """What a unit does with itself, and an HQ by itself."""
    name, profile, unit = piece.id, piece.profile, piece.unit
    yield from _formations(piece)
    for work in field.terrain:
        if work.is_work and piece.on_foot and work.gap(piece.base) <= FARTHEST:
            yield Position(unit=name, terrain=work.id)
    yield from _weapon_ready(piece)
    if profile.type in MOUNTED_TYPES:
        yield Dismount(unit=name) if unit.mounted else Mount(unit=name)
    if profile.is_vehicle:
        yield Hatches(unit=name, open=unit.hatches == "closed")
    if any(weapon.kind == "muscle" for weapon in profile.weapons):
        yield FlamingArrows(unit=name)
    for weapon in profile.weapons:
        if weapon.is_gun and "canister" in weapon.ammunition:
            yield Shell(unit=name, ammunition="canister")
    yield from _lines_out(piece)
    if profile.commands:
        yield Regroup(unit=name, target=name)
        if unit.pinned:
            yield Rouse(unit=name, target=name)
    if unit.supreme:
        for plane in field.pieces:
            if plane.owner == piece.owner and plane.profile.class_ == "aircraft":
                yield CallAircraft(unit=name, aircraft=plane.id)


def _open_lines(piece: Piece, language: str) -> Iterator[MenuLine]:
    """Orders that still want a place: fire at ground."""
    guns = [weapon for weapon in piece.profile.weapons if weapon.is_gun]
    for weapon in guns:
        for ammunition in shell_kinds(weapon):
            order = {"order": "shell", "unit": piece.id, "ammunition": ammunition}
            if weapon is not guns[0]:
                order["weapon"] = weapon.name
            yield _open(order, TABLE.say("values", ammunition, language), language)
    if piece.profile.battery is not None:
        yield _open({"order": "mission", "unit": piece.id}, "", language)


def _open(order: dict[str, str], more: str, language: str) -> MenuLine:
    title = TABLE.say("orders", order["order"], language)
    label = f"{title}: {more}" if more else title
    return MenuLine(kind=order["order"], label=label, order=order, is_whole=False, worth=-5)


# --- At friends ---------------------------------------------------------------------------------


def _friendly_lines(field: Field, piece: Piece, target: Piece, language: str) -> Iterator[MenuLine]:
    orders: list[UnitOrder] = []
    prepares = field.state.stage == "setup"
    if piece.profile.commands and not prepares:
        orders += [Rouse(unit=piece.id, target=target.id), Regroup(unit=piece.id, target=target.id)]
    if piece.unit.supreme and target.profile.commands and not prepares:
        orders.append(PassPoints(unit=piece.id, to=target.id, points=1))
    if piece.profile.has("telephone") or piece.profile.class_ == "support":
        orders.append(Telephone(unit=piece.id, to=target.id))
    for order in orders:
        yield _line(field, piece, given(piece, order), language)


def _line(field: Field, piece: Piece, order: UnitOrder, language: str) -> MenuLine:
    refused: list[Violation] = refusals(field, order)
    result, chance = outcome_of(field, piece, order, language)
    return MenuLine(
        kind=str(order.__struct_config__.tag),
        label=_label(field, order, language),
        order=write_order(order),
        chance=chance if not refused else None,
        result=result,
        risk=_price(field, order, language),
        legal=not refused,
        why=short(refused, language),
        reasons=reasons(refused, language, field),
        worth=_worth(piece.unit, order),
    )


def _label(field: Field, order: UnitOrder, language: str) -> str:
    """An order without the unit it is given to."""
    if isinstance(order, Formation):
        title = TABLE.say("orders", "formation", language)
        return f"{title}: {TABLE.say('values', order.formation, language)}"
    told = {name: value for name, value in write_order(order).items() if name not in ("unit", "cp")}
    return BOOK.says(told, language, _namer(field, language))


def _price(field: Field, order: UnitOrder, language: str) -> str:
    """Whose command point it costs, "" for nobody's."""
    if order.cp is None:
        return ""
    return say("costs_point", language, hq=name_of(field.piece(order.cp)))


def _namer(field: Field, language: str) -> Callable[[str], str | None]:
    """What units and terrain are called."""
    names = {piece.id: name_of(piece) for piece in field.pieces}
    names |= {
        t.id: TABLE.say("grounds", t.kind, language) for t in field.terrain if t.id not in names
    }
    names[OFF_MAP] = TABLE.say("says", "off_map", language)
    return names.get


def _worth(unit: Unit, order: UnitOrder) -> float:
    """Rallying comes first, laying lines last."""
    if isinstance(order, Rouse):
        return 20.0
    return -4.0 if isinstance(order, Telephone) else 0.0


def outcome_of(
    field: Field, piece: Piece, order: UnitOrder, language: str
) -> tuple[str, float | None]:
    """What comes of an order without a target to be hurt, and its chance where a die decides."""
    if isinstance(order, Formation):
        return WORDS.say("formations", order.formation, language), None
    if isinstance(order, Regroup):
        target = field.piece(order.target)
        return _regrouped(field, target, language), None
    if isinstance(order, Rouse):
        return say("rouses", language), None
    if isinstance(order, PassPoints):
        return say("points", language, points=field.state.command_points.get(piece.id, 0)), None
    if isinstance(order, CallAircraft):
        needed = piece.profile.training
        return say("training", language, needed=needed), needed / 6
    return "", None


def _regrouped(field: Field, target: Piece, language: str) -> str:
    """Whether a unit that is regrouped is in hand again (KG-161, KG-165)."""
    effects = reduced(target.unit.effects, REGROUPED)
    eased = sum(e.value for e in target.unit.effects) - sum(e.value for e in effects)
    total = reluctance(field, target).total - eased
    rallied = bears(target.profile, total, target.unit.strength)
    return say("regroups" if rallied else "stays_routed", language)
