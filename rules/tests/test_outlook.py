"""The outlook of an order: every way the dice fall counted, by the engine itself."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from rules.age_of_destruction import Situation, Unit, prospects
from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.forecast import outlook as room
from rules.age_of_destruction.forecast.outlook import Outlook, TooManyWays, outlook
from rules.age_of_destruction.play.rules import advance
from rules.age_of_destruction.play.scenario import Scenario
from rules.age_of_destruction.state.events import RepairRolled
from rules.core.branching import Once, all_ways, every_way
from rules.core.dice import Dice, ScriptedDice, SeededDice
from rules.tests.artillery_cases import MARKER, gun
from rules.tests.skirmishes import (
    Json,
    catalogue,
    close,
    mech,
    move,
    ranged,
    read,
    scenario,
    squad,
    tank,
    weapon,
)

RED_AT, BLUE_AT, BESIDE = (18, 10), (18, 16), (18, 12.3)


def position(units: list[Json], order: Json, **fields: Any) -> Scenario:
    return read(scenario(units, order, **fields))


def look(units: list[Json], order: Json, **fields: Any) -> Outlook:
    found = position(units, order, **fields)
    return outlook(found.setup, found.state, found.orders[0])


# --- Counting -------------------------------------------------------------------------------


def test_a_run_is_made_once_for_dice_that_fall_the_same() -> None:
    made = []

    def run(dice: Dice) -> tuple[int, ...]:
        first = dice.roll(1)
        made.append((*first, *dice.roll(2)) if first == (6,) else first)
        return made[-1]

    once = Once(run)
    whole = list(every_way(once, most=100))
    assert len(made) == len(set(made)) == 5 + 36
    assert list(every_way(once, most=100)) == whole
    assert len(made) == 5 + 36
    with pytest.raises(TooManyWays):
        list(every_way(once, most=40))


def test_every_way_of_two_throws_is_counted_once() -> None:
    def run(dice: Dice) -> int:
        first = sum(dice.roll(1))
        return first + sum(dice.roll(2)) if first == 6 else first

    found: dict[int, Fraction] = defaultdict(Fraction)
    for chance, total in every_way(run, most=100):
        found[total] += chance
    assert sum(found.values()) == 1
    assert found[3] == Fraction(1, 6)
    assert found[6 + 7] == Fraction(1, 6) * Fraction(6, 36)


def test_more_ways_than_wanted_are_refused() -> None:
    with pytest.raises(TooManyWays):
        list(every_way(lambda dice: dice.roll(2), most=35))
    assert len(list(every_way(lambda dice: dice.roll(2), most=36))) == 36


def test_throwing_until_no_two_are_even_comes_out_in_too_many_ways() -> None:
    def run(dice: Dice) -> None:
        while len(set(dice.roll(2))) == 1:
            pass

    with pytest.raises(TooManyWays):
        list(every_way(run, most=1000))


# --- One attack -----------------------------------------------------------------------------


def test_a_shot_names_what_it_needs_its_chances_and_the_fate_of_both() -> None:
    """Attack 9 against defense 18: nine on three dice hits with 160 of 216 throws."""
    found = look([tank("r1", RED_AT, attack=9), tank("b1", BLUE_AT, 180)], ranged("r1", "b1"))
    (blow,) = found.blows
    assert (blow.attacker, blow.target, blow.needed) == ("r1", "b1", 9)
    assert blow.made == 1
    assert blow.hit == Fraction(160, 216)
    assert blow.critical == Fraction(1, 36)
    # Damage 3, a critical hit one more; double one costs the attacker a click.
    assert found.fates["b1"].clicks == {
        0: Fraction(56, 216),
        3: Fraction(154, 216),
        4: Fraction(6, 216),
    }
    assert found.fates["r1"].clicks == {0: Fraction(35, 36), 1: Fraction(1, 36)}
    assert found.fates["b1"].expected == Fraction(154 * 3 + 6 * 4, 216)


def test_a_target_on_its_last_click_is_eliminated_by_any_hit() -> None:
    units = [tank("r1", RED_AT, attack=9), squad("b1", BLUE_AT, 180, click=5, defense=18)]
    found = look(units, ranged("r1", "b1"))
    assert found.fates["b1"].eliminated == Fraction(160, 216)


def test_running_out_of_contact_names_the_chance_to_break_away() -> None:
    away = move("r1", (5, 3))
    units = [tank("r1", (5, 5), 90), tank("b1", (5, 6.5), 90)]
    assert look(units, away).breaks_away == Fraction(1, 2)
    assert look(units[:1], away).breaks_away is None


def test_the_heat_of_pushing_is_part_of_it() -> None:
    units = [mech("r1", RED_AT, tokens=1), tank("b1", BLUE_AT, 180)]
    found = look(units, ranged("r1", "b1"))
    assert found.fates["r1"].heat == {1: 1}


def test_a_second_attack_comes_only_after_a_hit() -> None:
    laser = mech("r1", RED_AT, equipment={"primary_damage": ("red", "square")})
    found = look([laser, tank("b1", BLUE_AT, 180)], ranged("r1", "b1", on=["Pulse"]))
    first, second = found.blows
    assert (first.follow_up, second.follow_up) == ("", "Pulse")
    assert second.made == first.hit
    assert 0 < second.hit < second.made


def test_a_withdrawal_foretells_the_salvo_that_the_next_player_awaits() -> None:
    """Attack 7 against 21 on a clear line: twelve on three dice reaches the target."""
    units = [gun(), tank("b1", (18, 20), 180), tank("g1", (33, 3)) | {"owner": "green"}]
    leave: Json = {"order": "withdraw", "player": "green"}
    found = look(units, leave, players=["red", "blue", "green"], active="green", markers=[MARKER])
    end = look(
        units,
        {"order": "end_stage"},
        **{"players": ["red", "blue", "green"]},
        active="green",
        markers=[MARKER],
    )
    assert found.fates["b1"].clicks == end.fates["b1"].clicks


# --- Agreement ------------------------------------------------------------------------------

DAMAGE = ("ballistic", "energy", "melee")


def _carried(slot: str, color: str) -> tuple[dict[str, Any], str]:
    """The equipment at a value of the primary weapon, and that weapon's range type."""
    if slot in DAMAGE:
        return {"primary_damage": (color, "square")}, slot
    return {slot: (color, "square")}, "energy"


#: A Decoy asks for a second throw, and there are too many pairs of throws to count one by one.
@pytest.mark.parametrize(
    ("slot", "color"), sorted(ABILITIES.equipment.keys() - {("defense", "green")})
)
def test_throws_put_together_bring_the_same(
    slot: str, color: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever either side carries, counting classes of throws is counting every throw."""
    equipment, kind = _carried(slot, color)
    armed: dict[str, Any] = {
        "equipment": equipment,
        "gun": weapon("primary", kind, 0 if kind == "melee" else 8),
    }
    if kind == "melee":
        units = [mech("r1", RED_AT, **armed), mech("b1", BESIDE, 180, **armed)]
        order = close("r1", "b1")
    else:
        units = [mech("r1", RED_AT, **armed), mech("b1", BLUE_AT, 180, **armed)]
        order = ranged("r1", "b1")
    together = look(units, order)
    monkeypatch.setattr(room, "attack_ways", lambda of_attack: all_ways)
    assert look(units, order) == together


def _unit(name: str) -> Unit:
    found = catalogue().unit(name)
    assert found is not None
    return found


PAIRS = [
    ("AOD-102", "AOD-113"),
    ("AOD-113", "AOD-102"),
    ("AOD-061", "AOD-029"),
    ("AOD-029", "AOD-061"),
    ("AOD-124", "AOD-036"),
    ("AOD-097", "AOD-093"),
    ("AOD-070", "AOD-109"),
]


@pytest.mark.parametrize(("attacker", "target"), PAIRS)
def test_the_engine_and_the_arithmetic_of_the_proving_ground_agree(
    attacker: str, target: str
) -> None:
    unit, aim = _unit(attacker), _unit(target)
    gun = next(weapon for weapon in unit.weapons if weapon.maximum)
    situation = msgspec.convert({"weapon": gun.slot}, Situation)
    promised = prospects(unit, aim, situation, catalogue())[0][0]
    units = [
        {"id": "r1", "owner": "red", "unit": attacker, "at": [18, 4], "facing": 0},
        {"id": "b1", "owner": "blue", "unit": target, "at": [18, 4 + gun.maximum], "facing": 180},
    ]
    found = position(units, ranged("r1", "b1", weapon=gun.slot))
    assert promised is not None
    ahead = outlook(found.setup, found.state, found.orders[0])
    assert ahead.blows[0].hit == promised.odds.hit
    assert ahead.blows[0].needed == promised.needed
    if not ahead.fates["b1"].eliminated:
        assert ahead.fates["b1"].expected == promised.expected


def test_the_outlook_agrees_with_sampled_games() -> None:
    laser = mech("r1", RED_AT, equipment={"primary_damage": ("red", "square")})
    found = position([laser, tank("b1", BLUE_AT, 180)], ranged("r1", "b1", on=["Pulse"]))
    promised = outlook(found.setup, found.state, found.orders[0]).fates["b1"].clicks
    dice, samples = SeededDice(8), 3000
    seen: Counter[int] = Counter()
    for _ in range(samples):
        after, _ = advance(found.setup, found.state, found.orders[0], dice)
        seen[after.units["b1"].click - found.state.units["b1"].click] += 1
    assert set(seen) <= set(promised)
    for clicks, chance in promised.items():
        deviation = (float(chance * (1 - chance)) * samples) ** 0.5
        assert abs(seen[clicks] - float(chance) * samples) < 4 * deviation + 1


@pytest.mark.rule("AOD-REPAIR-001", "AOD-REPAIR-002")
@pytest.mark.parametrize("by", [True, "die"])
def test_the_outlook_of_a_repair_agrees_with_every_throw(by: Any) -> None:
    medic = mech("r1", (18, 10), primary_damage=2, equipment={"attack": ("green", "square")})
    hurt = tank("r2", (18, 12.525), defense=19, click=3)
    found = position([medic, hurt], close("r1", "r2", repair=by))
    ahead = outlook(found.setup, found.state, found.orders[0])
    restored, successes, weight = Fraction(0), Fraction(0), Fraction(1, 6**4)
    for dice in product(range(1, 7), repeat=4):
        after, events = advance(found.setup, found.state, found.orders[0], ScriptedDice(dice))
        restored += weight * (3 - after.units["r2"].click)
        successes += weight * sum(e.success for e in events if isinstance(e, RepairRolled))
    (mending,) = ahead.mendings
    assert (mending.repairer, mending.target, mending.needed) == ("r1", "r2", 10)
    assert (mending.success, ahead.restored("r2")) == (successes, restored)
