"""Battles from two armies: dealt armies, what is settled, the table, the set-up."""

import json
from itertools import product
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from rules.core.dice import ScriptedDice, SeededDice
from rules.khans_and_generals.army.battle_group import read_army
from rules.khans_and_generals.army.battles import USUAL_SIZES, BattleType, Period, Side
from rules.khans_and_generals.army.verdict import validate
from rules.khans_and_generals.match import Battle
from rules.khans_and_generals.moment.command import in_communication
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.moment.sight import TIMES, in_sight
from rules.khans_and_generals.orders.deploy import waiting, zone_depth
from rules.khans_and_generals.play.scenario import read_scenario
from rules.khans_and_generals.starting.agreement import (
    SEATS,
    SIZES,
    WITHOUT_ATTACKER,
    Agreement,
    Country,
    Force,
    Lots,
    Objected,
    Season,
    army_side,
)
from rules.khans_and_generals.starting.conditions import (
    BATTLES,
    battle_of,
    conditions_of,
    grounds_of,
    weathers_of,
)
from rules.khans_and_generals.starting.dealing import FEWEST, MOST, deal
from rules.khans_and_generals.starting.drawing_up import next_order, role_of
from rules.khans_and_generals.starting.mustering import Mustered, muster, settle
from rules.khans_and_generals.starting.relief import tables
from rules.khans_and_generals.starting.roster import roster_of
from rules.khans_and_generals.starting.standing import drawn_up as drawn_up_in
from rules.khans_and_generals.starting.standing import zones
from rules.khans_and_generals.starting.trapping import MOST as MOST_IN_TRAPS

FORCES = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in (Path(__file__).parents[3] / "fixtures/khans_and_generals/forces").glob("*.json")
}
PERIODS: tuple[Period, ...] = get_args(Period)
EVERY = list(product(PERIODS, SIZES, BATTLES))


def begun(agreed: Agreement, period: str, seed: int, **more: Any) -> Mustered:
    """A battle between two armies that are dealt for it."""
    dice = SeededDice(seed)
    settled = settle(agreed, dice)
    forces = [
        Force(
            seat,
            deal(
                FORCES[period],
                agreed.size,
                dice.below(10**6),
                battle=settled.battle,
                side=army_side(settled.battle, settled.attacker, seat),
            ),
        )
        for seat in SEATS
    ]
    return muster(settled, (forces[0], forces[1]), dice, **more)


# --- Armies by lot --------------------------------------------------------------------------


@pytest.mark.rule("KG-049", "KG-050", "KG-051", "KG-052", "KG-053", "KG-054", "KG-056")
@pytest.mark.parametrize("period", PERIODS)
def test_dealt_armies_are_legal_for_every_battle_and_size(period: str) -> None:
    for size, battle in product(SIZES, ("assault", "ambush", "convoy", "relief", "siege")):
        for side in get_args(Side):
            army = deal(FORCES[period], size, 7, battle=battle, side=side)  # type: ignore[arg-type]
            verdict = validate(read_army(army))
            assert [v.code for v in verdict.violations if v.severity != "note"] == []
            assert army["build_total"] == USUAL_SIZES[period][SIZES.index(size)]
            assert 0 <= verdict.fortifications <= verdict.purse
            assert (verdict.fortifications > 0) == (verdict.purse > 0)


@pytest.mark.rule("KG-050")
@pytest.mark.parametrize(("period", "size"), list(product(PERIODS, SIZES)))
def test_sample_forces_use_up_all_three_sizes(period: str, size: Any) -> None:
    spent = [validate(read_army(deal(FORCES[period], size, lot))).points.total for lot in range(4)]
    limit = USUAL_SIZES[period][SIZES.index(size)]
    assert max(spent) <= limit
    assert min(spent) >= 0.9 * limit
    assert all("(sample)" in card["name"] for card in FORCES[period]["profiles"].values())


@pytest.mark.rule("KG-050")
def test_the_same_lot_deals_the_same_army() -> None:
    one, again, other = (deal(FORCES["modern"], "small", lot) for lot in (3, 3, 4))
    assert one == again
    assert one["units"] != other["units"]


# --- What is settled ------------------------------------------------------------------------


@pytest.mark.rule("KG-020", "KG-021")
def test_what_is_not_chosen_is_rolled_and_told() -> None:
    lots = Lots(ScriptedDice([12, 9, 4]))
    battle, attacker, told = battle_of(Agreement(), lots)
    assert (battle, attacker) == ("raid", "blue")
    assert told[0].faces == ("d12:12", "d12:9")
    assert told[1].faces == ("d6:4",)
    assert battle_of(Agreement(battle="pitched"), Lots(ScriptedDice([])))[:2] == ("pitched", None)


@pytest.mark.rule("KG-022", "KG-023", "KG-024", "KG-025")
def test_season_and_country_bar_weathers_and_grounds() -> None:
    assert "snow" not in weathers_of("temperate", "summer")
    assert "snow" in weathers_of("north", "spring")
    assert all("snow" not in weathers_of("desert", season) for season in get_args(Season))
    assert "very_dry" not in grounds_of("temperate", "winter")
    agreed = Agreement(dynamic_weather=True)
    lots = Lots(ScriptedDice([3, 5, 6, 2, 11, 6, 3]))
    conditions, told = conditions_of(agreed, lots)
    assert conditions.time == TIMES[2]
    assert (conditions.weather, conditions.weather_left) == ("cloudy", 11)
    assert conditions.ground == "wet"
    assert [t.faces for t in told] == [
        ("d4:3",),
        ("d6:5", "d6:6", "d6:2"),
        ("d12:11",),
        ("d6:6", "d6:3"),
    ]
    with pytest.raises(ValueError, match="snow"):
        conditions_of(Agreement(weather="snow"), Lots(ScriptedDice([1])))


@pytest.mark.rule("KG-022", "KG-024")
@pytest.mark.parametrize("country", get_args(Country))
def test_weather_that_changes_keeps_to_the_country(country: Any) -> None:
    agreed = Agreement(country=country, season="winter", dynamic_weather=True, dynamic_time=True)
    conditions, _ = conditions_of(agreed, Lots(SeededDice(5)))
    assert conditions.weathers == weathers_of(country, "winter")
    assert conditions.weather in conditions.weathers
    assert conditions.dynamic_time


@pytest.mark.rule("KG-075")
def test_the_first_player_attacks_or_has_the_higher_initiative() -> None:
    attacked = begun(Agreement(battle="attack", attacker="blue"), "early", 1).start
    assert attacked["players"] == ["blue", "red"]
    assert attacked["active"] == "red"
    meeting = begun(Agreement(battle="meeting"), "early", 1)
    assert "attacker" not in meeting.start["battle"]
    (first,) = [t for t in meeting.told if t.what == "first"]
    assert meeting.start["players"][0] == first.value
    assert len(first.faces) >= 2


# --- Armies that do not fit -----------------------------------------------------------------


@pytest.mark.rule("KG-022", "KG-049")
def test_armies_that_do_not_fit_are_taken_only_knowingly() -> None:
    dice = SeededDice(2)
    settled = settle(Agreement(battle="pitched"), dice)
    early, modern = (deal(FORCES[p], "small", 1) for p in ("early", "modern"))
    forces = (Force("red", early), Force("blue", modern))
    with pytest.raises(Objected) as refused:
        muster(settled, forces, dice)
    assert [reason.code for reason in refused.value.reasons] == ["PERIODS_DIFFER"]
    over = {**early, "build_total": 60}
    with pytest.raises(Objected) as refused:
        muster(settled, (Force("red", over), Force("blue", early)), dice)
    (reason,) = refused.value.reasons
    assert (reason.code, reason.params) == (
        "ARMY_ILLEGAL",
        {"seat": "red", "codes": ["OVER_POINTS"]},
    )
    taken = muster(settled, (Force("red", over), Force("blue", early)), dice, knowingly=True)
    assert not taken.verdicts["red"].legal


@pytest.mark.rule("KG-049", "KG-171", "KG-172")
def test_armies_are_judged_by_the_bonus_of_their_side() -> None:
    mustered = begun(Agreement(battle="assault", attacker="blue"), "modern", 3)
    verdicts, limits = mustered.verdicts, mustered.start["assessment"]
    assert (verdicts["blue"].limit, verdicts["red"].limit) == (600, 400)
    assert verdicts["red"].purse == 100
    assert limits["blue"]["limit"] == verdicts["blue"].assessment_limit
    assert limits["blue"]["limit"] == 20 + round(verdicts["blue"].points.total / 20)


@pytest.mark.rule("KG-172")
def test_nobody_has_lost_before_the_first_shot() -> None:
    ambushed = begun(Agreement(battle="ambush", attacker="red"), "preindustrial", 3)
    assert ambushed.verdicts["blue"].assessment_limit < 0
    assert ambushed.start["assessment"]["blue"]["limit"] == 1


# --- Who comes ------------------------------------------------------------------------------

HQ = {"class": "hq", "points": 10, "strength": 5, "training": 4, "command": 9, "initiative": 2}
MEN = {"class": "line", "points": 20, "strength": 30, "training": 3, "abilities": ["spears"]}
SPOTTER = {"class": "support", "type": "observer", "points": 5, "strength": 3, "training": 3}
MORTAR = {
    "class": "support",
    "type": "mortar",
    "points": 15,
    "strength": 4,
    "training": 3,
    "weapons": [{"kind": "mortar", "range": 90, "accuracy": 5, "spread": 3, "explosion": 9}],
}
BATTERY = {
    **SPOTTER,
    "abilities": ["telephone"],
    "battery": {"level": "regiment", "tubes": 2, "missions": 2, "weapon": MORTAR["weapons"][0]},  # type: ignore[index]
}
PLANE = {"class": "aircraft", "type": "fighter", "points": 30, "sorties": 2}
SCOUTS = {"class": "attachment", "points": 2, "abilities": ["scout"], "name": "Scouts"}
ARMY: dict[str, Any] = {
    "format": "battle-group/1",
    "system": "khans-and-generals",
    "name": "Own",
    "build_total": 400,
    "profiles": {
        "HQ": {**HQ, "abilities": ["telephone"]},
        "MEN": MEN,
        "SPOTTER": SPOTTER,
        "MORTAR": MORTAR,
        "BATTERY": BATTERY,
        "PLANE": PLANE,
        "SCOUTS": SCOUTS,
    },
    "formations": [{"id": "1st", "formation": "A"}, {"id": "2nd", "formation": "A"}],
    "units": [
        {"unit": "HQ", "formation": "1st"},
        {"unit": "MEN", "formation": "1st", "count": 2},
        {"unit": "HQ", "formation": "2nd"},
        {"unit": "MEN", "formation": "2nd", "attached": ["SCOUTS"]},
        {"unit": "MORTAR", "hq": "2nd"},
        {"unit": "SPOTTER", "hq": "2nd"},
        {"unit": "BATTERY", "hq": "1st"},
        {"unit": "PLANE", "hq": "1st"},
    ],
}


@pytest.mark.rule("KG-053", "KG-054", "KG-080", "KG-125", "KG-127", "KG-059")
def test_headquarters_observers_and_lines() -> None:
    units = {unit["id"]: unit for unit in roster_of(Force("red", ARMY), {}).units}
    assert units["r1"]["supreme"] and "hq" not in units["r1"]
    assert [units[name]["hq"] for name in ("r2", "r3", "r4", "r5", "r8")] == [
        "r1",
        "r1",
        "r1",
        "r4",
        "r1",
    ]
    assert units["r6"]["observers"] == "r7"
    assert units["r6"]["deployed"]
    assert "hq" not in units["r9"]
    assert set(roster_of(Force("red", ARMY), {}).lines) == {("r1", "off-map"), ("r8", "off-map")}


@pytest.mark.rule("KG-055")
def test_attached_sections_give_their_abilities_to_their_unit() -> None:
    roster = roster_of(Force("red", ARMY), {})
    card = roster.profiles[roster.units[4]["unit"]]
    assert card["abilities"] == ["spears", "scout"]
    assert card["name"] == "MEN + Scouts"
    assert "scout" not in roster.profiles["MEN"]["abilities"]


@pytest.mark.rule("KG-056")
def test_names_that_mean_two_cards_do_not_clash() -> None:
    other = msgspec.json.decode(msgspec.json.encode(ARMY))
    other["profiles"]["MEN"]["training"] = 5
    dice = SeededDice(1)
    settled = settle(Agreement(battle="pitched"), dice)
    forces = (Force("red", ARMY), Force("blue", other))
    start = muster(settled, forces, dice, knowingly=True).start
    cards = read_scenario(start).setup.profiles
    assert (cards["r2"].training, cards["b2"].training) == (3, 5)
    assert cards["r1"] == cards["b1"]


@pytest.mark.rule("KG-060", "KG-064")
def test_reserves_and_traps_wait_off_the_table() -> None:
    force = Force("red", ARMY, reserves=(("1st",), ("2nd",)), traps=("units[1]",))
    roster = roster_of(force, {})
    assert roster.reserves == {"red 2": ("r4", "r5")}
    assert roster.traps == ("r2", "r3")
    settled = settle(Agreement(battle="pitched"), SeededDice(1))
    start = muster(settled, (force, Force("blue", ARMY)), SeededDice(1), knowingly=True).start
    scenario = read_scenario(start)
    field = Field(scenario.setup, scenario.state)
    assert [piece.id for piece in waiting(field, "red")] == ["r1", "r6", "r7", "r8"]
    assert scenario.state.traps == {"red": ("r2", "r3")}


# --- Every start ----------------------------------------------------------------------------


def drawn_up(start: dict[str, Any], seed: int) -> Battle:
    """A battle whose commanders have set up."""
    battle = Battle(json.loads(json.dumps(start)), seed)
    for lot in range(100):
        if not battle.standing().preparing:
            break
        assert battle.legal_orders(battle.actors()[0])
        battle.take(battle.ordered("random", lot))
    return battle


@pytest.mark.rule("KG-011", "KG-026", "KG-037", "KG-038", "KG-058", "KG-059", "KG-092")
@pytest.mark.parametrize(("period", "size", "battle"), EVERY)
def test_every_start_can_be_set_up(period: str, size: Any, battle: BattleType) -> None:
    seed = EVERY.index((period, size, battle))  # type: ignore[arg-type]
    relief = ["", *tables()][seed % (len(tables()) + 1)]
    agreed = Agreement(battle=battle, size=size, relief=relief, season=get_args(Season)[seed % 4])
    start = begun(agreed, period, seed).start
    assert [unit for unit in start["units"] if unit["at"] is not None] == []
    match = drawn_up(start, seed)
    field = Field(match.saved.scenario.setup, match.game.state)
    assert match.game.state.stage == "orders"
    assert list(match.faults()) == []
    for player in match.players:
        assert waiting(field, player) == []
        deep = zone_depth(field, player)
        for piece in field.friends(player):
            edges = [field.setup.from_own_edge(player, y) for _, y in piece.base.corners]
            assert max(edges) <= deep + 0.01
            assert in_communication(field, piece.id), piece.id
    off_table = [p for p in field.pieces if not p.present and p.profile.class_ != "aircraft"]
    assert off_table == []
    bases = [piece.base for piece in field.present]
    assert not any(a.overlaps(b) for n, a in enumerate(bases) for b in bases[n + 1 :])


@pytest.mark.rule("KG-021", "KG-173")
@pytest.mark.parametrize("battle", BATTLES)
def test_objectives_lie_where_the_battle_puts_them(battle: BattleType) -> None:
    start = begun(Agreement(battle=battle, attacker="red", size="medium"), "early", 4).start
    places = [objective["at"][1] for objective in start["objectives"]]
    depth = start["table"]["depth"]
    if battle == "pitched":
        assert places == []
    elif battle in WITHOUT_ATTACKER:
        assert places == [depth / 2] * 3
    else:
        assert len(places) == 2
        assert all(depth / 2 <= y <= depth for y in places)
        assert {objective["holder"] for objective in start["objectives"]} == {"blue"}


@pytest.mark.rule("KG-051", "KG-037")
def test_the_purse_is_on_the_table() -> None:
    start = begun(Agreement(battle="siege", attacker="red", relief="plain"), "modern", 4).start
    works = [piece for piece in start["terrain"] if piece["kind"] in ("zone", "obstacle")]
    assert {piece["kind"] for piece in works} == {"zone", "obstacle"}
    for piece in works:
        for _, y in piece.get("polygon") or piece["line"]:
            assert start["table"]["depth"] / 2 <= y <= start["table"]["depth"]


@pytest.mark.rule("KG-059")
def test_commanders_draw_up_by_what_units_are_for() -> None:
    match = drawn_up(begun(Agreement(battle="attack", attacker="red"), "modern", 9).start, 9)
    field = Field(match.saved.scenario.setup, match.game.state)
    rows: dict[str, list[float]] = {}
    for piece in field.friends("red"):
        rows.setdefault(role_of(piece.profile), []).append(piece.base.at[1])
    assert min(rows["line"]) > max(rows["staff"])
    assert min(rows["line"]) > max(rows["guns"])


@pytest.mark.rule("KG-059", "KG-060")
def test_who_is_not_placed_waits_in_reserve() -> None:
    start = begun(Agreement(battle="meeting"), "early", 4).start
    match = Battle(start, 1)
    late, then = match.game.state.active, match.saved.scenario.setup.players[0]
    match.take({"order": "end_stage"})
    assert match.game.state.active == then != late
    waiting_now = match.game.state.reserves[f"{late} 0"]
    assert len(waiting_now) == sum(1 for u in start["units"] if u["owner"] == late)
    match.take({"order": "end_stage"})
    assert match.game.state.stage == "orders"


@pytest.mark.rule("KG-059")
def test_the_same_lot_draws_up_the_same_army() -> None:
    scenario = read_scenario(begun(Agreement(battle="pitched"), "early", 4).start)
    setup, state = scenario.setup, scenario.state
    orders = [next_order(setup, state, state.active, lot) for lot in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]


def test_a_battle_that_was_mustered_is_played_by_lot() -> None:
    for seed, period in enumerate(PERIODS):
        start = begun(Agreement(dynamic_time=True, dynamic_weather=True), period, seed).start
        match = drawn_up(start, seed)
        for lot in range(25):
            if not match.actors():
                break
            match.take(match.ordered("random", lot))
            assert list(match.faults()) == []
            assert not match.is_stuck()


def test_dealt_armies_have_the_number_of_units_that_is_advised() -> None:
    for period in PERIODS:
        army = deal(FORCES[period], "medium", 5)
        classes = {name: card["class"] for name, card in army["profiles"].items()}
        number = sum(
            unit.get("count", 1) for unit in army["units"] if classes[unit["unit"]] != "aircraft"
        )
        assert FEWEST <= number <= MOST


@pytest.mark.rule("KG-059")
def test_a_start_whose_armies_stand_begins_at_once() -> None:
    start = begun(Agreement(battle="attack", attacker="blue"), "early", 4).start
    whole = Battle(drawn_up_in(start, ("red", "blue"), 1), 1)
    assert (whole.game.state.stage, whole.game.state.active) == ("orders", "blue")
    assert all(unit.at is not None for unit in whole.game.state.units.values())
    assert not whole.game.state.traps
    by_hand = Battle(drawn_up_in(start, ("blue",), 1), 1)
    state = by_hand.game.state
    assert (state.stage, state.active) == ("setup", "red")
    assert {unit.owner for unit in state.units.values() if unit.at is None} == {"red"}
    by_hand.take({"order": "end_stage"})
    assert by_hand.game.state.stage == "orders"


@pytest.mark.rule("KG-058", "KG-084")
@pytest.mark.parametrize(("seed", "hidden"), [(1, 0), (2, 0), (4, 2)])
def test_headquarters_stand_within_call_and_out_of_sight_or_far_back(
    seed: int, hidden: int
) -> None:
    """So many of them are not far back."""
    start = begun(Agreement(battle="meeting"), PERIODS[seed % 3], seed).start
    match = Battle(drawn_up_in(start, ("red", "blue"), seed), seed)
    field = Field(match.saved.scenario.setup, match.game.state)
    staffs = [piece for piece in field.present if piece.profile.class_ == "hq"]
    assert len(staffs) >= 2
    for staff in staffs:
        own = [piece for piece in field.friends(staff.owner) if piece.unit.hq == staff.id]
        assert all(in_communication(field, piece.id) for piece in own)
    forward = [s for s in staffs if field.setup.from_own_edge(s.owner, s.base.at[1]) > 10]
    assert len(forward) == hidden
    for staff in forward:
        assert not any(in_sight(field, enemy, staff) for enemy in field.opposed(staff.owner))


@pytest.mark.rule("KG-058")
def test_zones_are_those_of_the_battle() -> None:
    start = begun(Agreement(battle="attack", attacker="blue"), "early", 4).start
    assert zones(start) == {"blue": 36, "red": 60}


# --- Traps ----------------------------------------------------------------------------------


def trapped(period: str, seed: int, battle: BattleType, side: str) -> list[str]:
    """Who lies in a trap where a side is drawn up with traps; the rest stand."""
    start = begun(Agreement(battle=battle, attacker="red"), period, seed).start
    made = drawn_up_in(start, ("red", "blue"), seed, trappers=(side,))
    match = Battle(made, seed)
    assert match.game.state.stage == "orders"
    assert list(match.faults()) == []
    found = made.get("traps", {})
    assert found.keys() <= {side}
    off = [name for name, unit in match.game.state.units.items() if unit.at is None]
    cards = match.saved.scenario.setup.profiles
    assert [name for name in off if cards[name].class_ != "aircraft"] == found.get(side, [])
    return list(found.get(side, ()))


@pytest.mark.rule("KG-059", "KG-064")
def test_who_waits_for_the_enemy_hides_a_few_of_his_foot() -> None:
    """The defender of an attack and whoever sets an ambush, where the ground before them hides
    somebody; no other side, and never more than a few."""
    laid = [trapped(PERIODS[seed % 3], seed, "attack", "blue") for seed in range(9)]
    assert sum(map(bool, laid)) >= 3
    assert max(map(len, laid)) <= MOST_IN_TRAPS
    assert any(trapped(PERIODS[seed % 3], seed, "ambush", "red") for seed in range(2, 8))
    for battle, side in (("attack", "red"), ("ambush", "blue"), ("pitched", "blue")):
        assert not any(trapped("early", seed, battle, side) for seed in (4, 7))  # type: ignore[arg-type]
