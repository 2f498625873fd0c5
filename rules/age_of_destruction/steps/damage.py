"""Combat dials turning, and what follows from what they show (rules AOD-DMG, AOD-ELIM)."""

from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.elimination import eliminate, force_down
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.unloading import unload
from rules.core.tally import Part

#: Causes of pushing damage (AOD-PUSH-003).
PUSHING = ("push", "circle", "critical_miss", "heat_effect", "break_away", "condition")


def damage(
    res: Resolution,
    unit_id: str,
    amount: int,
    cause: str,
    *rules: str,
    parts: tuple[Part, ...] = (),
    source: str = "",
    by: str = "",
) -> str:
    """Turn a combat dial clockwise, click by click (AOD-DMG-008); may eliminate (AOD-ELIM-001).

    The unit whose dial it is in the end, as a friend may take the damage.

    `source` is the unit or the equipment that does it, `by` the player whose doing it is where he
    does not lead the source. A captive never takes damage (AOD-CAPTURE-007). What is eliminated
    takes its passengers along, whatever its dial has shown on the way, unless the ruling
    `passed_salvage_unloads` lets them off first.
    """
    piece = res.piece(unit_id)
    if piece.now.gone or piece.is_captive:
        return unit_id
    if cause not in PUSHING:
        piece = _who_takes_it(res, piece, amount)
    unit_id = piece.id
    if not by and source in res.state.units:
        by = res.piece(source).owner
    click = min(piece.now.click + amount, len(piece.unit.dial) + 1)
    is_lost = click > len(piece.unit.dial)
    breaks_down = not piece.is_salvage and _passes_salvage(piece, click)
    if breaks_down and is_lost and res.ruling("passed_salvage_unloads"):
        unload(res, unit_id, "AOD-CARRY-020", by=by)
    res.emit(
        events.Damaged(
            unit=unit_id,
            amount=amount,
            click=click,
            cause=cause,
            parts=parts,
            source=source,
            rules=rules or ("AOD-DMG-008",),
        )
    )
    if is_lost:
        eliminate(res, unit_id, cause, "AOD-ELIM-001", source=source, by=by)
    elif breaks_down:
        _break_down(res, piece, by)
    return unit_id


def _break_down(res: Resolution, piece: Piece, by: str) -> None:
    """Put off whoever is aboard of what has become heavily damaged, and bring it down."""
    if piece.passengers:
        unload(res, piece.id, "AOD-CARRY-020", by=by)
    if piece.cruising:
        force_down(res, piece.id, "AOD-VTOL-006", by=by)


def _who_takes_it(res: Resolution, piece: Piece, amount: int) -> Piece:
    """A friend beside a vehicle or infantry unit who takes its damage in an opponent's turn, once
    a turn, where a pilot's text and its player say so; else the unit itself."""
    own_turn = res.setup.team(res.state.active) == piece.team
    for friend in () if own_turn or piece.is_mech else piece.friends_in_contact:
        for fitted in friend.permitting("take_damage"):
            if fitted.name in friend.now.once:
                continue
            question = Question(
                *("choose", friend.owner, friend.id),
                options=("leave", "take"),
                about=fitted.name,
                damage=amount,
            )
            if res.ask(question).choice == "take":
                res.use(friend, fitted)
                res.emit(
                    events.OnceUsed(unit=friend.id, name=fitted.name, rules=("AOD-PILOT-009",))
                )
                return friend
    return piece


def _passes_salvage(piece: Piece, click: int) -> bool:
    """Whether heavy damage shows at any position up to a click; none is skipped (AOD-DMG-008)."""
    last = min(click, len(piece.unit.dial))
    return any(map(piece.outfit.is_salvage_at, range(piece.now.click + 1, last + 1)))
