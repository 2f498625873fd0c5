"""The shot of some games that is worth a picture: it hurts, comes from afar, and much stands around
it."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.age_of_destruction.army.battle_group import BattleGroup
from rules.age_of_destruction.bots import COMMANDERS, fight
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.play.opening import SEATS, Agreement, Side, opening, pool_of
from rules.age_of_destruction.play.scenario import Scenario, read_scenario
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.state.events import AnyEvent, AttackRolled, Damaged
from rules.age_of_destruction.state.state import State
from rules.core.dice import SeededDice
from rules.core.geometry import distance
from rules.core.geometry import middle as middle_of

COMMANDER = "greedy"
#: Turns of both sides together after which a game ends.
TURNS = 24
#: Ground of many kinds, which looks like a table.
POOL = ("wood", "rocks", "pond", "thicket")
#: Inches between shooter and target at least, and around their middle what is counted as near.
NEAREST, AROUND = 5.0, 12.0
#: Others so near to either hide what happens.
CROWDED = 3.5
LEAST_DAMAGE = 2


def telling_moment(
    groups: tuple[BattleGroup, BattleGroup], games: int, catalogue: Catalogue
) -> dict[str, Any]:
    """The best shot of so many games, with the table as it then stood, as a JSON object; raises
    ValueError where nobody hit anybody from afar."""
    scenario = _begin(groups, catalogue)
    found = [
        (_worth(field, shot), number, field, shot, how)
        for number in range(games)
        for field, shot, how in _shots(scenario, number)
    ]
    if not found:
        raise ValueError(games)
    _best, number, field, shot, how = max(found, key=lambda each: each[0])
    names = {seat: group.name for seat, group in zip(SEATS, groups, strict=False)}
    return {"game": number, "names": names} | _written(field, shot, how)


def _begin(groups: tuple[BattleGroup, BattleGroup], catalogue: Catalogue) -> Scenario:
    sides = [Side(seat, group) for seat, group in zip(SEATS, groups, strict=False)]
    total = max(group.build_total or 0 for group in groups)
    agreement = Agreement(build_total=total, pool=pool_of(POOL), turn_limit=TURNS)
    start = opening(sides, agreement, catalogue)
    return read_scenario(start | {"dice": [], "orders": []}, catalogue)


def _shots(scenario: Scenario, number: int) -> Iterator[tuple[Field, Damaged, str]]:
    """Every shot of a game that hurt, with the table after it and the range type of the weapon."""
    commanders = {
        seat: COMMANDERS[COMMANDER](SeededDice(number * 10 + index))
        for index, seat in enumerate(SEATS[:2])
    }
    played = fight(scenario.setup, scenario.state, commanders, SeededDice(number))
    for taken in played:
        shot = _shot(taken.events)
        if shot and _both_stand(taken.state, shot):
            rolled = next(each for each in taken.events if isinstance(each, AttackRolled))
            weapon = scenario.setup.figures[rolled.unit].weapons[rolled.weapon]
            yield Field.of_moment(scenario.setup, taken.state), shot, weapon.range_type


def _shot(happened: Sequence[AnyEvent]) -> Damaged | None:
    """What a ranged attack did to the first it hurt."""
    rolled = next((each for each in happened if isinstance(each, AttackRolled)), None)
    if rolled is None or rolled.kind != "ranged":
        return None
    return next(
        (
            each
            for each in happened
            if isinstance(each, Damaged) and each.source == rolled.unit and each.unit != rolled.unit
        ),
        None,
    )


def _both_stand(state: State, shot: Damaged) -> bool:
    shooter, target = state.units[shot.source], state.units[shot.unit]
    if shooter.gone or target.gone or shooter.at is None or target.at is None:
        return False
    return shot.amount >= LEAST_DAMAGE and distance(shooter.at, target.at) >= NEAREST


def _worth(field: Field, shot: Damaged) -> float:
    """How much there is to see: the loss, those near, ground of many kinds, 'Mechs that fight,
    and that nobody stands before them."""
    shooter, target = field.piece(shot.source), field.piece(shot.unit)
    middle = ((shooter.at[0] + target.at[0]) / 2, (shooter.at[1] + target.at[1]) / 2)
    near = sum(distance(piece.at, middle) <= AROUND for piece in field.on_table)
    fought = {piece.owner for piece in field.on_table if distance(piece.at, middle) <= AROUND}
    kinds = {
        each.kind
        for each in field.table.terrain
        if distance(middle_of(each.polygon), middle) < AROUND
    }
    mechs = shooter.is_mech + target.is_mech
    crowd = sum(
        min(distance(piece.at, shooter.at), distance(piece.at, target.at)) < CROWDED
        for piece in field.on_table
        if piece.id not in (shot.source, shot.unit)
    )
    seen = 1.5 * near + 2 * mechs + 2 * len(fought) + 4 * len(kinds)
    return 2 * shot.amount + seen - 3 * crowd


def _written(field: Field, shot: Damaged, how: str) -> dict[str, Any]:
    return {
        "turn": field.state.turn,
        "table": [field.table.width, field.table.depth],
        "terrain": [
            {"kind": each.kind, "elevated": each.elevated, "polygon": _rounded(each.polygon)}
            for each in field.table.terrain
        ],
        "units": [
            {
                "id": piece.id,
                "unit": piece.unit.id,
                "owner": piece.owner,
                "at": [round(value, 2) for value in piece.at],
                "facing": round(piece.now.facing, 1),
                "width": piece.figure.shape.width,
                "click": piece.now.click,
                "heat": piece.now.heat if piece.is_mech else None,
            }
            for piece in field.on_table
        ],
        "shot": {"by": shot.source, "target": shot.unit, "clicks": shot.amount, "how": how},
    }


def _rounded(polygon: Sequence[tuple[float, float]]) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in polygon]
