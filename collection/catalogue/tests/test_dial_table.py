"""A dial laid out as rows."""

import pytest

from collection.catalogue.present.dial_table import lay_out, spans
from collection.catalogue.present.values import Click, Dial, HeatPosition, Weapon
from collection.catalogue.present.words import equipment, heat_effect

EVADE = equipment("speed", "red")
EVADE_ONCE = equipment("speed", "red", "circle")
EXPLOSION = heat_effect("ballistic", "yellow")


def infantry(**fields: object) -> Dial:
    clicks = (
        Click(1, 6, 7, 16, (2,), "start", {"speed": EVADE}),
        Click(2, 6, 6, 17, (2,), "repair_limit", {"speed": EVADE}),
        Click(3, 5, 6, 15, (1,), None, {"speed": EVADE_ONCE}),
    )
    return Dial("Peasant Company", (Weapon("ballistic", 0, 6),), clicks, **fields)  # type: ignore[arg-type]


def mech() -> Dial:
    return Dial(
        "Mongoose",
        (Weapon("melee", 0, 0), Weapon("ballistic", 0, 6)),
        (Click(1, 10, 10, 19, (2, 3), "start"),),
        heat=(
            HeatPosition(0, {}),
            HeatPosition(1, {"speed": -1, "primary_damage": 1}, {"secondary_damage": EXPLOSION}),
        ),
        vent=3,
    )


def test_infantry_has_one_row_of_plain_damage_and_no_heat() -> None:
    table = lay_out(infantry())
    assert [str(row.label) for row in table.rows] == ["Speed", "Attack", "Defense", "Damage"]
    assert table.heat_rows == ()


def test_a_mech_names_both_damages_and_heats_all_but_attack_and_defense() -> None:
    table = lay_out(mech())
    assert [str(row.label) for row in table.rows[3:]] == ["Primary damage", "Secondary damage"]
    assert [row.weapon.range_type for row in table.rows[3:] if row.weapon] == ["melee", "ballistic"]
    assert [[cell.signed for cell in row.cells] for row in table.heat_rows] == [
        ["0", "−1"],
        ["0", "+1"],
        ["0", "0"],
    ]


def test_changes_are_told_against_the_click_before() -> None:
    defense = lay_out(infantry()).rows[2]
    assert [(cell.previous, cell.better) for cell in defense.cells] == [
        (None, False),
        (16, True),
        (17, False),
    ]


def test_the_click_in_the_window_is_framed_in_every_row() -> None:
    table = lay_out(infantry(current=2))
    assert [head.current for head in table.heads] == [False, True, False]
    assert all([cell.current for cell in row.cells] == [False, True, False] for row in table.rows)


def test_the_clicks_after_the_last_one_eliminate() -> None:
    table = lay_out(infantry())
    assert (table.eliminated_from, table.eliminated_to) == (4, 18)


def test_the_legend_parts_single_use_from_lasting_equipment() -> None:
    uses = lay_out(infantry()).uses
    assert [(use.equipment, use.positions) for use in uses] == [(EVADE, "1–2"), (EVADE_ONCE, "3")]


def test_the_heat_legend_names_the_damage_an_effect_belongs_to() -> None:
    (use,) = lay_out(mech()).heat_uses
    assert (use.equipment, str(use.slot), use.positions) == (EXPLOSION, "Secondary damage", "1")


@pytest.mark.parametrize(
    ("numbers", "written"),
    [([], ""), ([4], "4"), ([1, 2, 3, 5], "1–3, 5"), ([1, 3, 4], "1, 3–4")],
)
def test_runs_of_clicks_are_drawn_together(numbers: list[int], written: str) -> None:
    assert spans(numbers) == written
