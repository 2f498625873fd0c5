"""Who lies in a trap where armies are drawn up by their commanders (KG-059, KG-064).

A side that waits for the enemy hides a few of its foot: the defender, and whoever sets an ambush.
"""

from collections.abc import Iterator

from rules.core.geometry import box
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.deploy import waiting, zone_depth
from rules.khans_and_generals.orders.trap import Trap, is_hidden_by, may_ever_hide

#: Of so many foot units one lies in a trap, and at most so many do.
ONE_OF, MOST = 3, 2
#: Centimetres a wood or thicket measures at least that hides a unit.
ROOMY = 10.0
#: Centimetres before and behind the front that a trap may lie: within call of the line.
BEFORE, BEHIND = 15.0, 5.0


def next_trap(field: Field, player: str) -> Trap | None:
    """The next unit to be hidden; None where nobody is, or the army stands already."""
    if any(field.friends(player)):
        return None
    laid = field.state.traps.get(player, ())
    wanted = list(_wanted(field, player))
    return next((Trap(unit=name) for name in wanted if name not in laid), None)


def _wanted(field: Field, player: str) -> Iterator[str]:
    """Those who are to lie in traps: the cheapest of the foot that shoots, one for every place."""
    if not _waits_for_the_enemy(field, player):
        return
    laid = [field.piece(name) for name in field.state.traps.get(player, ())]
    foot = [piece for piece in (*laid, *waiting(field, player)) if _lurks(field, piece)]
    number = min(len(foot) // ONE_OF, MOST, len(list(_lairs(field, player))))
    order = field.setup.order
    foot.sort(key=lambda piece: (piece.profile.points or 0, order[piece.id]))
    yield from (piece.id for piece in foot[:number])


def _waits_for_the_enemy(field: Field, player: str) -> bool:
    battle = field.state.battle
    if battle.attacker is None:
        return False
    return (battle.attacker == player) == (battle.type == "ambush")


def _lurks(field: Field, piece: Piece) -> bool:
    """Whether it is infantry with something to fire that the ground hides."""
    is_line = piece.profile.class_ == "line" and bool(piece.profile.weapons)
    return is_line and may_ever_hide(piece) and is_hidden_by(field, piece)


def _lairs(field: Field, player: str) -> Iterator[str]:
    """The areas near the front in which somebody may hide."""
    zone = zone_depth(field, player)
    front = min(zone, field.setup.depth - zone_depth(field, field.setup.other(player)))
    for area in field.terrain:
        if "line" not in area.row.hides or not area.polygon:
            continue
        left, right, *ends = box(area.polygon)
        near, far = sorted(field.setup.from_own_edge(player, y) for y in ends)
        is_at_front = near <= front + BEFORE and far >= front - BEHIND
        if is_at_front and min(right - left, far - near) >= ROOMY:
            yield area.id
