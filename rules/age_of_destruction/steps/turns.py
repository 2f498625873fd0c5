"""The end of one turn and the start of the next (rules AOD-TURN, TOKEN, VENT)."""

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.state import events
from rules.age_of_destruction.steps.command_stage import play_command_stage
from rules.age_of_destruction.steps.ending import end_with_turn
from rules.age_of_destruction.steps.heat import change_heat
from rules.age_of_destruction.steps.recording import score_command_stage
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.transport import is_behind
from rules.age_of_destruction.steps.weather import strike
from rules.core.tally import Part


def end_turn(res: Resolution) -> None:
    """Clean up for the active player and begin the next player's turn, unless the game is over
    (AOD-TURN-012, AOD-END-001)."""
    player = res.state.active
    strike(res, player)
    for piece in _mechs_of(res.field, player):
        _cool(res, piece)
    for unit_id in res.field.roster.led_by(player):
        _remove_tokens(res, unit_id)
    for piece in res.field.held_from(player):
        _cool(res, piece)
        _remove_tokens_of_captive(res, piece)
    res.emit(
        events.TurnEnded(
            player=player,
            lost=res.state.orders_left,
            off_ends=res.ruling("deactivation_lasts_until") == "turn_end",
            rules=("AOD-TURN-011", "AOD-TURN-012"),
        )
    )
    following = _next_player(res)
    end_with_turn(res, following)
    if res.state.stage != "over":
        start_turn(res, following)


def _next_player(res: Resolution) -> str:
    """The next player clockwise who is still in the game (AOD-TURN-001, AOD-TURN-002)."""
    order = res.setup.after(res.state.active)
    return next((player for player in order if _is_in_the_game(res.field, player)), order[0])


def _is_in_the_game(field: Field, player: str) -> bool:
    """Whether a player has units left, captives of others among them, which cool in his clean-up
    and may come free; or a salvo that is still to land (AOD-CAPTURE-012, AOD-ARTY-006)."""
    return bool(field.roster.owned_by(player)) or any(
        m.player == player for m in field.state.markers
    )


def start_turn(res: Resolution, player: str) -> None:
    """Read contacts and water and give orders, then play the command stage (AOD-TURN-006)."""
    res.emit(
        events.TurnStarted(
            player=player,
            turn=res.state.turn + 1,
            orders=res.setup.orders_a_turn,
            touching=contacts(res.field, player),
            behind=behind_transports(res.field, player),
            water=waters(res.field, player),
            rules=("AOD-TURN-003", "AOD-TURN-004"),
        )
    )
    score_command_stage(res, player)
    for unit_id in res.field.roster.owned_by(player):
        if res.state.units[unit_id].stunned:
            res.emit(events.Restarted(unit=unit_id, rules=("AOD-EQUIP-003",)))
    play_command_stage(res)


def contacts(field: Field, player: str) -> dict[str, tuple[str, ...]]:
    """Whom each unit of a player touches, captives of others included."""
    return {unit_id: field.touching(unit_id) for unit_id in field.roster.owned_by(player)}


def behind_transports(field: Field, player: str) -> dict[str, tuple[str, ...]]:
    """Whom each transport of a player touches with its rear arc (AOD-CARRY-007)."""
    return {
        transport: tuple(
            unit_id
            for unit_id in field.bases.beside(transport)
            if is_behind(field.piece(transport), field.piece(unit_id))
        )
        for transport in field.roster.owned_by(player)
        if field.setup.figures[transport].unit.is_transport and transport in field.bases.by_unit
    }


def waters(field: Field, player: str) -> dict[str, str]:
    """The kind of water each unit of a player stands in, captives of others included."""
    standing = field.bases.by_unit
    return {
        unit_id: water
        for unit_id in field.roster.owned_by(player)
        if unit_id in standing and (water := standing[unit_id].water)
    }


def water_depth(piece: Piece) -> str | None:
    """The kind of water a unit stands in."""
    return None if piece.now.at is None else piece.base.water


def _mechs_of(field: Field, player: str) -> list[Piece]:
    """The 'Mechs a player controls."""
    figures = field.setup.figures
    led = field.roster.led_by(player)
    return [field.piece(name) for name in led if figures[name].unit.type == "mech"]


def _cool(res: Resolution, piece: Piece) -> None:
    """Cool a 'Mech for idleness and water, all at once (AOD-VENT-005 to 007)."""
    if not piece.is_mech or not all(condition.cools for condition in res.field.conditions):
        return
    parts = []
    if piece.now.ordered is None:
        parts.append(Part("idle", -1))
    depths = {piece.now.water_at_start, water_depth(piece)}
    if None not in depths:
        deep = piece.is_quad or depths == {"deep_water"}
        parts.append(Part("water", -2 if deep else -1))
    change_heat(res, piece.id, parts, "AOD-VENT-005", "AOD-VENT-006", "AOD-VENT-007")


def _remove_tokens_of_captive(res: Resolution, piece: Piece) -> None:
    """Remove them all but those that mark a shut-down 'Mech (AOD-CAPTURE-010, AOD-SHUT-003)."""
    if piece.now.tokens and not res.piece(piece.id).now.shutdown:
        res.emit(events.TokensRemoved(unit=piece.id, tokens=0, rules=("AOD-CAPTURE-010",)))


def _remove_tokens(res: Resolution, unit_id: str) -> None:
    """Remove what stems from earlier turns, but not after a vent (AOD-TOKEN-003, 004)."""
    now = res.state.units[unit_id]
    if now.ordered and not res.ruling("remove_old_token_of_pushed_unit"):
        return
    if not now.shutdown and now.ordered != "vent" and now.tokens != now.fresh:
        res.emit(events.TokensRemoved(unit=unit_id, tokens=now.fresh, rules=("AOD-TOKEN-003",)))
