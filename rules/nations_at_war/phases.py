"""The operations phase from draw to draw, and the administrative phase."""

from rules.nations_at_war import events
from rules.nations_at_war.command import check_command, rally
from rules.nations_at_war.course import Course
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.position import END, Cup
from rules.nations_at_war.state import Formation, Setup, State

#: The end-of-turn marker that ends a phase (NW-007).
LAST_END_MARKER = 2


def draw_marker(course: Course) -> None:
    """Draw one marker: an end-of-turn marker is set aside, the second ends the phase; a formation
    is activated (NW-005…008)."""
    marker = course.chance.draw(course.state.cup)
    rule = "NW-006" if marker == END else "NW-008"
    course.emit(events.MarkerDrawn(marker=marker, rules=("NW-005", rule)))
    if marker != END:
        _return_kept_markers(course)
        _begin_impulse(course, course.setup.formations[marker])
    elif course.state.end_turn_drawn >= LAST_END_MARKER:
        course.emit(events.PhaseEnded(why="second_end_marker", rules=("NW-007", "NW-015")))


def _return_kept_markers(course: Course) -> None:
    """A kept marker goes back as soon as all of its keeper's formations that missed the previous
    turn have been drawn (NW-011, NW-012)."""
    formations = course.setup.formations
    for player, held in course.state.held.items():
        waiting = any(formations[name].owner == player for name in course.state.missed)
        if held and not waiting:
            course.emit(events.EndMarkerReturned(player=player, rules=("NW-011", "NW-012")))


def _begin_impulse(course: Course, formation: Formation) -> None:
    course.emit(
        events.ImpulseBegan(
            formation=formation.id,
            units=course.now.in_play(formation),
            rules=("NW-008", "NW-023"),
        )
    )
    check_command(course, formation)
    rally(course, formation)


def end_impulse(course: Course) -> None:
    """Ops Complete on all counters of the formation on the map; without formations in the cup the
    phase is over (NW-007, NW-008)."""
    formation = course.setup.formations[course.state.formation or ""]
    course.emit(
        events.ImpulseEnded(
            formation=formation.id, units=course.now.on_map(formation), rules=("NW-008",)
        )
    )
    end_phase_if_empty(course)


def end_phase_if_empty(course: Course) -> None:
    """The phase ends when no formation's marker is in the cup (NW-007, NW-013)."""
    if course.state.stage == "draw" and not course.state.cup.formations:
        course.emit(events.PhaseEnded(why="no_formations", rules=("NW-007", "NW-013")))


def administer(course: Course) -> None:
    """The administrative phase: smoke, markers, headquarters, kept end-of-turn markers, cup
    (NW-009)."""
    _thin_smoke(course)
    course.emit(
        events.MarkersRemoved(
            units=tuple(
                unit_id
                for unit_id, unit in course.state.units.items()
                if unit.ops_complete or unit.out_of_command
            ),
            rules=("NW-009", "NW-048"),
        )
    )
    if course.setup.rulings.hq_replacement == "surviving_unit":
        _replace_headquarters(course)
    _fill_cup(course)
    turn, limit = course.state.turn + 1, course.setup.turn_limit
    over = limit is not None and turn > limit
    course.emit(events.TurnBegan(turn=turn, over=over, rules=("NW-009",)))
    end_phase_if_empty(course)


def _thin_smoke(course: Course) -> None:
    """Smoke 2 becomes 1, smoke 1 goes (NW-009, NW-014)."""
    index = 0
    while index < len(course.state.markers):
        marker = course.state.markers[index]
        if marker.kind == "smoke":
            value = max((marker.value or 1) - 1, 0)
            course.emit(
                events.SmokeStepped(
                    at=marker.at, value=value, index=index, rules=("NW-009", "NW-014")
                )
            )
            index -= value == 0
        index += 1


def _replace_headquarters(course: Course) -> None:
    for formation in course.setup.formations.values():
        survivors = course.now.on_map(formation)
        if course.now.unit(formation.hq).eliminated and survivors:
            replace_headquarters(course, formation, survivors[0])


def replace_headquarters(course: Course, formation: Formation, beside: str) -> None:
    """A lost headquarters comes back on its reduced side, in good order (NW-009, NW-014)."""
    at = course.now.unit(beside).at
    if at is None:
        raise ValueError(f"{beside} is not on the map")
    course.emit(
        events.HqReplaced(
            formation=formation.id,
            unit=formation.hq,
            beside=beside,
            at=at,
            rules=("NW-009", "NW-014"),
        )
    )


def _fill_cup(course: Course) -> None:
    """Who missed keeps a marker if two ended the turn; everything else goes in (NW-009…013)."""
    setup, state = course.setup, course.state
    by_end_markers = state.end_turn_drawn >= LAST_END_MARKER
    missed = tuple(
        name
        for name in state.cup.formations
        if by_end_markers and course.now.takes_part(setup.formations[name], state.turn + 1)
    )
    held = dict.fromkeys(setup.players, 0)
    for player in setup.players:
        own = tuple(name for name in missed if setup.formations[name].owner == player)
        if own:
            held[player] = 1
            course.emit(events.EndMarkerKept(player=player, missed=own, rules=("NW-010", "NW-051")))
    cup = full_cup(setup, state, state.turn + 1, held)
    course.emit(
        events.CupFilled(cup=cup, held=held, missed=missed, rules=("NW-004", "NW-009", "NW-050"))
    )


def full_cup(setup: Setup, state: State, turn: int, held: dict[str, int]) -> Cup:
    """The markers of a turn: formations that take part, end-of-turn markers but those kept (NW-004,
    NW-050)."""
    now = Moment(setup, state)
    formations = tuple(
        name for name, formation in setup.formations.items() if now.takes_part(formation, turn)
    )
    return Cup(formations, setup.end_turn_markers - sum(held.values()))
