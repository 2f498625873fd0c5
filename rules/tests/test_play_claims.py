"""Real figures on a real table: what players say of them, and how it is judged (AOD-CONTACT-005,
AOD-STD-012)."""

from itertools import product

import pytest

from rules.age_of_destruction.guide.claims import open_kinds, rule_on, still_known
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders import read_order
from rules.age_of_destruction.orders.assault import Assault
from rules.age_of_destruction.orders.charge import Charge
from rules.age_of_destruction.orders.claim import Claim
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.play.rules import explain
from rules.age_of_destruction.play.saved_game import replay_game, start_game, write_game
from rules.age_of_destruction.state.facts import (
    Apart,
    Contact,
    Fact,
    Going,
    Ground,
    LineSaid,
    Sight,
    Standing,
    Zoned,
)
from rules.age_of_destruction.steps.staging import Staged, staged
from rules.age_of_destruction.telling import tell
from rules.core.dice import SeededDice, TypedDice
from rules.core.geometry import distance
from rules.core.orders import write_order
from rules.tests.skirmishes import Json, catalogue, mech, read, scenario, squad, tank, vtol

marked = pytest.mark.rule

UNITS = [
    mech("r1", (10, 2)),
    mech("r2", (14, 2)),
    tank("r3", (18, 2)),
    squad("r4", (21, 2)),
    squad("r5", (22.5, 2)),
    vtol("r6", (26, 2), level="cruising"),
    mech("b1", (10, 34), 180),
    mech("b2", (14, 34), 180),
    tank("b3", (18, 34), 180),
    squad("b4", (21, 34), 180),
]


def table(*units: Json, **fields: object) -> Field:
    """A real table in red's turn."""
    start = read(scenario(list(units or UNITS), real_table=True, **fields))
    return Field.of_moment(start.setup, start.state)


def after(field: Field, *facts: Fact) -> tuple[Field, Staged]:
    """The table once some facts have been said."""
    found = staged(field, facts)
    assert found is not None
    return field.later(found.after(field.state)), found


# --- What is said holds ----------------------------------------------------------------------


@marked("AOD-CONTACT-005", "AOD-LOF-001", "AOD-FACING-001")
@pytest.mark.parametrize("front", [True, False])
@pytest.mark.parametrize("rear", [True, False])
@pytest.mark.parametrize("line", ["clear", "hindered", "blocked"])
def test_a_target_is_seen_as_it_is_said(front: bool, rear: bool, line: LineSaid) -> None:
    for inches, (unit, target) in product((3.0, 9.0), (("r1", "b1"), ("r3", "b4"), ("r4", "b3"))):
        sight = Sight(unit, target, inches, inches - 1, front, rear, line)
        there, _ = after(table(), sight)
        piece, other = there.piece(unit), there.piece(target)
        assert inches - 1.000001 <= distance(piece.at, other.at) <= inches + 0.000001
        assert (piece.faces(other.at), other.turns_back_on(piece.at)) == (front, rear)
        seen = there.line(piece, other)
        assert (seen.blocked, bool(seen.hindering)) == (line == "blocked", line == "hindered")


@marked("AOD-ELEV-007", "AOD-ELEV-009")
@pytest.mark.parametrize("heights", [(False, True), (True, False), (True, True)])
@pytest.mark.parametrize("line", ["clear", "hindered", "blocked"])
def test_it_is_seen_so_from_and_on_elevations(heights: tuple[bool, bool], line: LineSaid) -> None:
    one, other = heights
    facts = (Ground("r1", elevated=one), Ground("b1", elevated=other), Sight("r1", "b1", 8.0))
    facts = (*facts[:2], Sight("r1", "b1", 8.0, line=line))
    there, _ = after(table(), *facts)
    assert [bool(there.piece(name).elevation) for name in ("r1", "b1")] == [one, other]
    seen = there.line(there.piece("r1"), there.piece("b1"))
    assert (seen.blocked, bool(seen.hindering)) == (line == "blocked", line == "hindered")


@marked("AOD-STD-012", "AOD-CONTACT-001", "AOD-CLOSE-003", "AOD-CLOSE-006")
def test_who_is_said_to_touch_touches_and_nobody_else() -> None:
    facts = Contact("r1", ("b1", "b4"), front=("b1",), rear=("b4",))
    there, _ = after(table(), facts)
    piece = there.piece("r1")
    assert set(there.touching("r1")) == {"b1", "b4"}
    assert [piece.front_touches(there.piece(name)) for name in ("b1", "b4")] == [True, False]
    assert [there.piece(name).rear_touches(piece) for name in ("b1", "b4")] == [False, True]
    assert set(there.touching("r4")) == {"r5"}
    apart, _ = after(there, Contact("r1"))
    assert (apart.touching("r1"), apart.touching("b4")) == ((), ())


@marked("AOD-CONTACT-005")
def test_units_that_touch_are_moved_together() -> None:
    joined, _ = after(table(), Contact("b4", ("b1",), front=("b1",)))
    there, _ = after(joined, Sight("r1", "b1", 6.0, 5.0))
    assert there.touching("b4") == ("b1",)
    assert distance(there.piece("r1").at, there.piece("b1").at) <= 6.000001


@marked("AOD-MOVE-003", "AOD-SPIN-001")
def test_a_way_leads_to_whom_it_is_said_to_meet() -> None:
    going = Going("r1", 6.0, ("b1", "b2"), ("b2",))
    there, found = after(table(), going)
    end = found.ends["r1"]
    gone = there.moved("r1", at=end.at, facing=end.facing)
    assert distance(there.piece("r1").at, end.at) == pytest.approx(6.0, abs=0.001)
    assert set(gone.touching("r1")) == {"b1", "b2"}
    assert gone.piece("b2").rear_touches(gone.piece("r1"))
    assert not gone.piece("b1").rear_touches(gone.piece("r1"))


@marked("AOD-CONTACT-005", "AOD-VICT-017")
def test_zones_and_measured_inches() -> None:
    there, _ = after(table(), Zoned("r1", "blue"))
    assert there.piece("r1").at[1] >= 33
    back, _ = after(there, Zoned("r1"))
    assert 3 < back.piece("r1").at[1] < 33
    measured, found = after(back, Standing("r1", (20.0, 20.0), 90.0), Apart("r2", "r1", 7.0))
    assert distance(measured.piece("r2").at, (20.0, 20.0)) == pytest.approx(7.0, abs=0.01)
    assert found.spots.keys() == {"r1", "r2"}


@marked("AOD-CONTACT-006")
def test_what_cannot_all_be_true_is_refused() -> None:
    field = table()
    claim = Claim(facts=(Contact("r1", ("b1",)), Sight("r1", "b1", 20.0, 18.0)))
    assert [v.code for v in explain(field.setup, field.state, claim)] == ["CLAIMS_CLASH"]
    gone = Claim(facts=(Ground("r9"),))
    assert [v.code for v in explain(field.setup, field.state, gone)] == ["UNKNOWN_UNIT"]


@marked("AOD-CONTACT-005")
def test_where_everything_is_measured_nobody_says_how_figures_stand() -> None:
    start = read(scenario(UNITS))
    claim = Claim(facts=(Ground("r1", "hindering"),))
    assert [v.code for v in explain(start.setup, start.state, claim)] == ["TABLE_NOT_REAL"]


# --- What comes of it ------------------------------------------------------------------------


@marked("AOD-CONTACT-005")
def test_a_game_of_claims_and_typed_dice_is_played_again_to_the_same_state() -> None:
    start = scenario(UNITS, real_table=True) | {"dice": [], "orders": []}
    game = start_game(start, catalogue(), SeededDice(1))
    field = Field.of_moment(read(start).setup, game.state)
    shot = Ranged(unit="r1", targets=("b1",), weapon="primary")
    ruled = rule_on(field, shot, {"line": "hindered"})
    assert ruled.claim is not None
    game.play(ruled.claim)
    game.play(ruled.order, TypedDice((4, 5, 3)))
    moving = rule_on(Field.of_moment(field.setup, game.state), Move(unit="r2"), {}, 4.0, ("b2",))
    assert moving.claim is not None
    game.play(moving.claim)
    game.play(moving.order)
    record = write_game(game, start)
    state, difference = replay_game(record, catalogue())
    assert (difference, state) == (None, game.state)
    assert [read_order(write_order(step.order)) for step in game.steps[:2]] == [
        ruled.claim,
        ruled.order,
    ]


@marked("AOD-CONTACT-005")
def test_the_log_says_what_was_said_instead_of_measured() -> None:
    field = table()
    start = scenario(UNITS, real_table=True) | {"dice": [], "orders": []}
    game = start_game(start, catalogue(), SeededDice(1))
    facts = (Sight("r1", "b1", 8.0, line="hindered"), Ground("b1", elevated=True))
    happened = game.play(Claim(facts=facts))
    told = [line.text for line in tell(field.setup, happened, "en")]
    assert told == [
        "Said, not measured: Test unit r1 to Test unit b1 – within 8″, in the front arc,"
        " through cover; Test unit b1: open ground, on an elevation."
    ]
    polish = [line.text for line in tell(field.setup, happened, "pl")]
    assert polish[0].startswith("Powiedziane, nie zmierzone:")


# --- What has to be told ---------------------------------------------------------------------


@marked("AOD-RANGED-004", "AOD-TERRAIN-010", "AOD-ELEV-009")
def test_dice_must_show_what_the_rules_make_of_what_was_said() -> None:
    field, shot = table(), Ranged(unit="r1", targets=("b1",), weapon="primary")
    plain = rule_on(field, shot, {}).needed["b1"]
    for said, more in (
        ({"line": "hindered"}, 1),
        ({"height": "target"}, 1),
        ({"rear": "yes"}, -2),
        ({"line": "hindered", "rear": "yes"}, -1),
    ):
        assert rule_on(field, shot, said).needed == {"b1": plain + more}, said


@marked("AOD-RANGED-002", "AOD-LOF-005", "AOD-FACING-001")
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"range": "beyond"}, "OUT_OF_RANGE"),
        ({"front": "no"}, "OUT_OF_ARC"),
        ({"line": "blocked"}, "LINE_BLOCKED"),
    ],
)
def test_what_is_said_is_refused_by_the_same_rules(said: dict[str, str], code: str) -> None:
    ruled = rule_on(table(), Ranged(unit="r1", targets=("b1",), weapon="primary"), said)
    assert [violation.code for violation in ruled.refused] == [code]


@marked("AOD-VTOL-010")
def test_only_what_makes_a_difference_is_asked() -> None:
    def asked(unit: str, order: object) -> dict[str, tuple[str, ...]]:
        ruled = rule_on(table(), order, {})  # type: ignore[arg-type]
        return {row.name: row.answers for row in ruled.rows}

    assert asked("r6", Move(unit="r6")) == {}  # Nothing on the ground slows who is above it.
    shot = asked("r1", Ranged(unit="r1", targets=("b1",), weapon="primary"))
    assert list(shot) == ["range", "front", "rear", "line", "height"]
    assert shot["range"] == ("within", "beyond")
    charge = asked("r1", Charge(unit="r1", target="b1"))
    assert list(charge) == ["ground", "rear", "obstructed", "height"]


@marked("AOD-MOVE-001", "AOD-TERRAIN-008", "AOD-RUN-001")
def test_moves_reach_as_far_as_the_dial_and_the_ground_allow() -> None:
    field = table()
    assert rule_on(field, Move(unit="r1"), {}).most == 6
    assert rule_on(field, Move(unit="r1"), {"ground": "hindering"}).most == 3
    assert rule_on(field, Move(unit="r1", run=True), {}).most == 12
    too_far = rule_on(field, Move(unit="r1"), {}, 6.5)
    assert [violation.code for violation in too_far.refused] == ["TOO_FAR"]


@marked("AOD-BREAK-001")
def test_who_is_held_rolls_to_break_away() -> None:
    field, _ = after(table(), Contact("r4", ("b4",), front=("b4",)))
    ruled = rule_on(field, Move(unit="r4"), {}, 3.0)
    assert ruled.legal
    assert ruled.claim is not None
    start = scenario(UNITS, real_table=True) | {"dice": [], "orders": []}
    game = start_game(start, catalogue(), SeededDice(1))
    game.play(Claim(facts=(Contact("r4", ("b4",), front=("b4",)),)))
    game.play(ruled.claim)
    with pytest.raises(Exception, match="d6"):
        game.play(ruled.order, TypedDice(()))


@marked("AOD-CHARGE-002", "AOD-CHARGE-004", "AOD-ASSAULT-001", "AOD-CLOSE-003")
def test_blows_are_judged_where_the_way_ends() -> None:
    field = table()
    charge = Charge(unit="r1", target="b1")
    plain = rule_on(field, charge, {}, 9.0).needed["b1"]
    assert rule_on(field, charge, {"rear": "yes"}, 9.0).needed["b1"] == plain - 2
    assert rule_on(field, charge, {"obstructed": "yes"}, 9.0).needed["b1"] == plain + 2
    assault = Assault(unit="r1", kind="close", target="b1", weapon="primary")
    assert rule_on(field, assault, {}, 5.0).legal
    engaged, _ = after(field, Contact("r1", ("b1",), front=("b1",)))
    blow = Close(unit="r1", target="b1", weapon="primary")
    assert rule_on(engaged, blow, {}).legal
    turned = rule_on(engaged, blow, {"front": "no"})
    assert [violation.code for violation in turned.refused] == ["NOT_IN_FRONT"]


@marked("AOD-TURN-010")
def test_what_no_place_can_help_is_said_before_anything_is_asked() -> None:
    field = table()
    assert {kind.name for kind in open_kinds(field, "r1") if not kind.refused} >= {"move", "ranged"}
    ordered = field.later(field.state.with_unit("r1", ordered="move"))
    refused = {v.code for kind in open_kinds(ordered, "r1") for v in kind.refused}
    assert refused == {"ALREADY_ORDERED"}


@marked("AOD-CONTACT-005")
def test_what_was_said_is_remembered_until_one_of_them_moves() -> None:
    start = scenario(UNITS, real_table=True) | {"dice": [], "orders": []}
    game = start_game(start, catalogue(), SeededDice(1))
    said = game.play(Claim(facts=(Sight("r1", "b1", 8.0, line="hindered", rear=True),)))
    assert still_known(said[::-1], "r1", "b1") == {
        "line": "hindered",
        "front": "yes",
        "rear": "yes",
    }
    assert still_known(said[::-1], "b1", "r1") == {"line": "hindered"}
    ruled = rule_on(Field.of_moment(read(start).setup, game.state), Move(unit="r1"), {}, 2.0)
    assert ruled.claim is not None
    later = (*said, *game.play(ruled.claim), *game.play(ruled.order))
    assert still_known(later[::-1], "r1", "b1") == {}
