"""Reluctance: the sum of its entries (KG-157 to KG-162)."""

import msgspec

from rules.core.tally import Part, Tally
from rules.khans_and_generals.moment.command import in_communication, superiors
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.records.profile import Profile
from rules.khans_and_generals.state.state import Effect
from rules.khans_and_generals.table.bases import within

VALUES = {
    "supreme_killed": 5,
    "commander_killed": 3,
    "flanked": 3,
    "rear_attacked": 6,
    "charged": 4,
    "tank_charged": 6,
    "pinned": 2,
    "under_fire": 2,
    "under_firearms": 3,
    "under_machine_guns": 4,
    "under_artillery": 5,
    "air_raid": 6,
    "flamethrowers": 7,
    "hidden_enemy": 2,
    "crew_hit": 3,
    "failed_disengage": 1,
    "caught_in_fire": 4,
}
PERMANENT = ("supreme_killed", "commander_killed", "crew_hit")
NO_COMMUNICATION, HQ_ADJACENT, PANIC_REACH = 2, -2, 10
#: What reduces temporary effects, and by how much (KG-161).
ROUSED, REGROUPED, FORMATION_ROUTED, VEHICLE_DESTROYED = 2, 6, 2, 4


def reluctance(field: Field, piece: Piece) -> Tally:
    """Why a unit would rather not be here, entry by entry."""
    parts = [Part("base", piece.profile.base_reluctance)]
    parts += [Part(effect.effect, effect.value) for effect in piece.unit.effects]
    if piece.present and piece.profile.class_ != "aircraft":
        parts += _surroundings(field, piece)
    return Tally(tuple(parts))


def _surroundings(field: Field, piece: Piece) -> list[Part]:
    """What counts only while it is true."""
    parts = []
    if not in_communication(field, piece.id):
        parts.append(Part("no_communication", NO_COMMUNICATION))
    front = piece.base.front
    fleeing = sum(
        within(friend.base.to_point(front), PANIC_REACH)
        for friend in field.friends(piece.owner)
        if friend.unit.routed and friend.takes_part and friend.id != piece.id
    )
    if fleeing:
        parts.append(Part("friends_fleeing", fleeing))
    staffs = [hq for hq in superiors(field, piece) if hq != piece.id]
    if any(field.piece(hq).takes_part and piece.touches(field.piece(hq)) for hq in staffs):
        parts.append(Part("hq_adjacent", HQ_ADJACENT))
    return parts


def would_rout(field: Field, piece: Piece) -> bool:
    """Whether Reluctance is more than the unit bears (KG-157, KG-159)."""
    effects = piece.unit.effects
    lasting = piece.profile.base_reluctance + sum(effect.value for effect in effects)
    fleeing = sum(friend.unit.routed for friend in field.friends(piece.owner))
    if bears(piece.profile, lasting + NO_COMMUNICATION + fleeing, piece.unit.strength):
        return False
    return not bears(piece.profile, reluctance(field, piece).total, piece.unit.strength)


def bears(profile: Profile, total: int, strength: int) -> bool:
    """Whether a unit of a card bears some Reluctance with the Strength it has left (KG-157)."""
    return total <= most_borne(profile, strength)


def most_borne(profile: Profile, strength: int) -> int:
    """The most Reluctance a unit bears without being routed (KG-157, KG-159)."""
    if not profile.line_way and profile.rout_at is not None:
        return profile.rout_at - 1
    return strength


def with_effect(
    effects: tuple[Effect, ...], name: str, source: str | None, turn: int, value: int | None = None
) -> tuple[Effect, ...]:
    """The effects with one more; the same from the same unit is prolonged, not added (KG-162)."""
    until = None if name in PERMANENT else turn + 1
    worth = VALUES[name] if value is None else value
    for index, known in enumerate(effects):
        if (known.effect, known.from_) == (name, source):
            prolonged = msgspec.structs.replace(known, until=until, value=max(worth, known.value))
            return (*effects[:index], prolonged, *effects[index + 1 :])
    return (*effects, Effect(name, worth, source, until))


def reduced(effects: tuple[Effect, ...], by: int) -> tuple[Effect, ...]:
    """The effects less an amount, taken from temporary ones, the oldest first (KG-161)."""
    left: list[Effect] = []
    for effect in effects:
        taken = min(by, effect.value) if effect.until is not None else 0
        by -= taken
        if effect.value > taken:
            left.append(msgspec.structs.replace(effect, value=effect.value - taken))
    return tuple(left)


def without_expired(effects: tuple[Effect, ...], turn: int) -> tuple[Effect, ...]:
    """The effects that stay after the routed-units phase of a turn (KG-160)."""
    return tuple(e for e in effects if e.until is None or e.until > turn)
