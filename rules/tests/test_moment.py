"""The shot of the front page: what counts as one, and the one that is kept."""

import json
from math import dist

import pytest

from rules.__main__ import IN_THE_PICTURE, ROOT, read_records
from rules.age_of_destruction import AGE_OF_DESTRUCTION, Catalogue, read_catalogue, read_group
from rules.age_of_destruction.army.battle_group import BattleGroup
from rules.age_of_destruction.state.events import AttackRolled, Damaged
from rules.tools.moment import LEAST_DAMAGE, NEAREST, _shot, telling_moment

SAMPLES = ROOT / "fixtures" / "samples"


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return read_catalogue(read_records(ROOT / "fixtures" / AGE_OF_DESTRUCTION.fixtures))


def group(name: str) -> BattleGroup:
    return read_group(json.loads((SAMPLES / "groups" / f"{name}.json").read_text("utf-8")))


def rolled(kind: str) -> AttackRolled:
    return AttackRolled(unit="R1", kind=kind, total=11, attack=(), targets={})


HURT = Damaged(unit="B1", amount=3, click=4, cause="attack", source="R1")
PUSHED = Damaged(unit="R1", amount=1, click=2, cause="pushing", source="R1")


def test_a_shot_is_what_a_ranged_attack_did_to_somebody_else() -> None:
    assert _shot([rolled("ranged"), PUSHED, HURT]) == HURT
    assert _shot([rolled("ranged"), PUSHED]) is None
    assert _shot([rolled("close"), HURT]) is None
    assert _shot([HURT]) is None


def test_without_games_there_is_no_shot(catalogue: Catalogue) -> None:
    one, other = map(group, IN_THE_PICTURE)
    with pytest.raises(ValueError, match="0"):
        telling_moment((one, other), 0, catalogue)


def test_the_kept_shot_hurts_from_afar_and_names_figures_of_both_groups(
    catalogue: Catalogue,
) -> None:
    kept = json.loads((SAMPLES / "battle.json").read_text("utf-8"))
    units = {unit["id"]: unit for unit in kept["units"]}
    by, target = units[kept["shot"]["by"]], units[kept["shot"]["target"]]
    assert dist(by["at"], target["at"]) >= NEAREST
    assert kept["shot"]["clicks"] >= LEAST_DAMAGE
    assert by["owner"] != target["owner"]
    types = {weapon.range_type for weapon in catalogue.units[by["unit"]].weapons}
    assert kept["shot"]["how"] in types
    for seat, name in zip(("red", "blue"), IN_THE_PICTURE, strict=True):
        played = group(name)
        assert kept["names"][seat] == played.name
        known = {entry.unit for entry in played.units}
        assert {unit["unit"] for unit in kept["units"] if unit["owner"] == seat} <= known
    for unit in kept["units"]:
        assert 1 <= unit["click"] <= len(catalogue.units[unit["unit"]].dial)
