"""What is drawn of scenarios, and what becomes of them: every game with a palette."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules import GAME_SYSTEMS, Palette, Unreadable
from rules.core.plan import Change, NoSuchThing

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def records_of(folder: str) -> dict[str, Any]:
    home = FIXTURES / folder
    return {
        path.relative_to(home).as_posix(): json.loads(path.read_text("utf-8"))
        for path in sorted(home.rglob("*.json"))
    }


def palettes() -> dict[str, tuple[Palette, list[dict[str, Any]]]]:
    """The palettes by game, each with the ready-made scenarios of its game."""
    found = {}
    for name in ("khans-and-generals", "nations-at-war", "warzone"):
        edition = GAME_SYSTEMS[name].edition(records_of(GAME_SYSTEMS[name].fixtures))
        assert edition.palette is not None and edition.play is not None
        found[name] = (edition.palette, [opening.start for opening in edition.play.openings])
    return found


PALETTES = palettes()
STARTS = [
    pytest.param(palette, start, id=f"{name} {start['name']}")
    for name, (palette, starts) in PALETTES.items()
    for start in starts
]
NATIONS, WARZONE = PALETTES["nations-at-war"][0], PALETTES["warzone"][0]
KHANS = PALETTES["khans-and-generals"][0]


def test_a_game_with_a_catalogue_has_no_palette_here() -> None:
    assert set(PALETTES) == set(GAME_SYSTEMS) - {"age-of-destruction"}


@pytest.mark.parametrize(("palette", "start"), STARTS)
def test_everything_of_a_ready_made_one_is_drawn(palette: Palette, start: dict[str, Any]) -> None:
    plan = palette.drawn(start, "en")

    assert not plan.faults
    layers = {layer.list for layer in palette.game.layers}
    counted = {name: len(start.get(name, [])) for name in layers}
    assert {name: sum(thing.layer == name for thing in plan.things) for name in layers} == counted


@pytest.mark.parametrize(("palette", "start"), STARTS)
def test_a_form_sent_back_as_it_came_changes_nothing(
    palette: Palette, start: dict[str, Any]
) -> None:
    for language in ("en", "pl"):
        plan = palette.drawn(start, language)
        settings = {entry.name: entry.value for entry in plan.settings}
        assert palette.edited(start, Change("set", values=settings)) == start
        for thing in plan.things:
            form = {entry.name: entry.value for entry in palette.form(start, thing.path, language)}
            change = Change("set", thing=thing.path, values=form)
            assert palette.edited(start, change) == start


@pytest.mark.parametrize(("palette", "start"), STARTS)
def test_a_thing_put_where_it_is_stays_as_it_is(palette: Palette, start: dict[str, Any]) -> None:
    for thing in palette.drawn(start, "en").things:
        if thing.corners:
            change = Change("shape", thing=thing.path, at=thing.corners, radius=thing.radius)
            assert palette.edited(start, change) == start


@pytest.mark.parametrize(("palette", "start"), STARTS)
def test_every_kind_can_be_added_and_taken_away(palette: Palette, start: dict[str, Any]) -> None:
    plan = palette.drawn(start, "en")
    x, y = plan.width / 2, plan.depth / 2
    spots = {
        "polygon": ((x, y), (x + 3, y), (x + 3, y + 3)),
        "line": ((x, y), (x + 3, y)),
        "nothing": (),
    }
    for section in plan.sections:
        before = len(start.get(section.list, []))
        for offer in section.offers:
            at = spots.get(offer.draws, ((x, y),))
            change = Change("add", layer=section.list, kind=offer.name, at=at, radius=2)
            after = palette.edited(start, change)
            path = f"$.{section.list}[{before}]"
            drawn = palette.drawn(after, "pl").thing(path)
            assert drawn is not None and bool(drawn.corners) == bool(at)
            left = palette.edited(after, Change("remove", thing=path))
            assert left[section.list] == start.get(section.list, [])


NONSENSE: list[Any] = [
    None,
    7,
    "x",
    [],
    [7],
    [[]],
    {},
    {"at": "x"},
    [{"at": ["x", 1]}],
    [{"id": 7}],
]


@pytest.mark.parametrize(("palette", "start"), STARTS[::2])
@pytest.mark.parametrize("value", NONSENSE, ids=str)
def test_a_broken_draft_is_drawn_all_the_same(
    palette: Palette, start: dict[str, Any], value: Any
) -> None:
    for name in start:
        for broken in (start | {name: value}, _within(start, name, value)):
            plan = palette.drawn(broken, "en")
            assert plan.width > 0
            for thing in plan.things:
                palette.form(broken, thing.path, "en")


def _within(start: dict[str, Any], name: str, value: Any) -> dict[str, Any]:
    """A start with something in the place of each field of a thing of a list."""
    there = start[name]
    if isinstance(there, list) and there and isinstance(there[0], dict):
        return start | {name: [dict.fromkeys(there[0], value), *there[1:]]}
    if isinstance(there, dict):
        return start | {name: dict.fromkeys(there, value)}
    return start


def test_what_an_edit_leaves_alone_is_kept() -> None:
    start = PALETTES["warzone"][1][0] | {"ours": {"kept": [1]}}
    change = Change("set", thing="$.units[0]", values={"mv": "7"})

    after = WARZONE.edited(start, change)

    assert after["units"][0] == start["units"][0] | {"mv": 7}
    assert {**after, "units": 0} == {**start, "units": 0}


def test_what_cannot_be_read_stays_as_typed_and_is_refused_at_its_place() -> None:
    start = PALETTES["warzone"][1][0]

    after = WARZONE.edited(start, Change("set", thing="$.units[0]", values={"mv": "fast"}))

    assert after["units"][0]["mv"] == "fast"
    (fault,) = WARZONE.drawn(after, "en").faults
    assert (fault.path, fault.thing) == ("$.units[0].mv", "$.units[0]")


def test_who_is_named_anew_is_still_commanded() -> None:
    start = PALETTES["khans-and-generals"][1][0]
    hq = next(unit["hq"] for unit in start["units"] if unit.get("hq"))
    index = next(n for n, unit in enumerate(start["units"]) if unit["id"] == hq)

    after = KHANS.edited(start, Change("set", thing=f"$.units[{index}]", values={"id": "Staff"}))

    assert not KHANS.faults(after, "en")
    assert {unit.get("hq") for unit in after["units"]} & {hq, "Staff"} == {"Staff"}


def test_who_is_named_anew_or_copied_has_no_title_any_more() -> None:
    start = PALETTES["warzone"][1][0]
    assert start["terrain"][0]["titles"]

    named = WARZONE.edited(start, Change("set", thing="$.terrain[0]", values={"id": "quay"}))
    copied = WARZONE.edited(start, Change("copy", thing="$.terrain[0]"))

    assert "titles" not in named["terrain"][0]
    assert "titles" in copied["terrain"][0] and "titles" not in copied["terrain"][-1]


def test_a_hill_takes_its_ridge_along() -> None:
    hill = Change("add", layer="terrain", kind="hill", at=((10, 10), (30, 10), (30, 20), (10, 20)))
    drawn = KHANS.edited(KHANS.blank("Hill"), hill)
    assert drawn["terrain"][0]["ridge"] == [[10, 15], [30, 15]]

    moved = Change("shape", thing="$.terrain[0]", at=((15, 20), (35, 20), (35, 30), (15, 30)))

    assert KHANS.edited(drawn, moved)["terrain"][0]["ridge"] == [[15, 25], [35, 25]]


def test_a_sample_unit_brings_its_card() -> None:
    blank = KHANS.blank("Field")
    units = KHANS.drawn(blank, "en").sections[-1]
    offer = units.offers[0]

    after = KHANS.edited(blank, Change("add", layer="units", kind=offer.name, at=((20, 20),)))

    assert list(after["profiles"]) == [after["units"][0]["unit"]]
    assert not KHANS.faults(after, "en")
    assert not KHANS.drawn(after, "en").sections[-1].offers[0].is_sample


@pytest.mark.rule("NW-028")
def test_costs_are_typed_from_ones_own_charts() -> None:
    start = NATIONS.blank("Map")
    typed = {
        "map.costs.wood": "leg 1, half-track 2",
        "map.costs.lake": "–",
        "map.costs.road": "0.5",
    }

    after = NATIONS.edited(start, Change("set", values=typed))

    assert after["map"]["costs"] == {
        "open": 1,
        "wood": {"leg": 1, "half-track": 2},
        "lake": None,
        "road": 0.5,
    }
    shown = {entry.name: entry.value for entry in NATIONS.drawn(after, "en").settings}
    assert {name: shown[name] for name in typed} == typed


def test_hexes_are_painted_taken_away_and_added() -> None:
    start = NATIONS.blank("Map")
    cells = {cell.id: cell.middle for cell in NATIONS.drawn(start, "en").cells}

    wood = NATIONS.edited(start, Change("paint", kind="wood", at=(cells["0,0"], cells["1,0"])))
    cost = Change("paint", kind="hill", at=(cells["2,0"],), values={"cost": "1.5"})
    hill = NATIONS.edited(wood, cost)
    less = NATIONS.edited(hill, Change("paint", at=(cells["3,0"],)))
    more = NATIONS.edited(less, Change("paint", kind="lake", at=(cells["-1,0"],)))

    kinds = {cell.id: cell.kind for cell in NATIONS.drawn(more, "en").cells}
    assert [kinds[f"{q},0"] for q in range(-1, 5)] == ["lake", "wood", "wood", "hill", "", "open"]
    assert more["map"]["hexes"] == [{"at": [2, 0], "terrain": "hill", "cost": 1.5}]
    assert more["map"]["rows"][0] == {"q": -1, "r": 0, "terrain": ["lake", "wood", "wood"]}


def test_a_map_grows_and_keeps_what_it_has() -> None:
    start = PALETTES["nations-at-war"][1][0]
    terrain = {cell.id: cell.kind for cell in NATIONS.drawn(start, "en").cells if cell.kind}

    size = {"columns": "14", "rows": "10"}
    after = NATIONS.edited(start, Change("resize", values=size))

    grown = {cell.id: cell.kind for cell in NATIONS.drawn(after, "en").cells if cell.kind}
    assert len(grown) == 140
    assert {at: grown[at] for at in terrain if at in grown} == {
        at: kind for at, kind in terrain.items() if at in grown
    }
    with pytest.raises(Unreadable):
        NATIONS.edited(start, Change("resize", values={"columns": "61", "rows": "1"}))


@pytest.mark.rule("NW-003")
def test_a_formation_comes_with_its_headquarters_and_goes_with_its_units() -> None:
    blank = NATIONS.blank("Map")
    assert [fault.place for fault in NATIONS.drawn(blank, "en").faults] == ["Formations", "Units"]

    one = NATIONS.edited(blank, Change("add", layer="formations", kind="formation"))
    two = NATIONS.edited(
        one, Change("add", layer="formations", kind="formation", values={"owner": "blue"})
    )
    tank = NATIONS.edited(
        two, Change("add", layer="units", kind="tank", at=((3, 3),), values={"formation": "F2"})
    )

    assert not NATIONS.faults(tank, "en")
    assert [thing.side for thing in NATIONS.drawn(tank, "en").things] == [
        "red",
        "blue",
        "red",
        "blue",
        "blue",
    ]
    left = NATIONS.edited(tank, Change("remove", thing="$.formations[1]"))
    assert [unit["formation"] for unit in left["units"]] == ["F1"]


def test_a_counter_carried_onto_the_map_is_no_reinforcement_any_more() -> None:
    one = NATIONS.edited(NATIONS.blank("Map"), Change("add", layer="formations", kind="formation"))
    cells = {cell.id: cell.middle for cell in NATIONS.drawn(one, "en").cells}

    placed = NATIONS.edited(one, Change("shape", thing="$.units[0]", at=(cells["2,1"],)))
    assert (placed["units"][0]["at"], "reinforcement" in placed["units"][0]) == ([2, 1], False)
    away = NATIONS.edited(placed, Change("shape", thing="$.units[0]"))
    assert (away["units"][0]["at"], away["units"][0]["reinforcement"]) == (None, {"turn": 1})


@pytest.mark.parametrize(
    "path", ["$.terrain[99]", "$.terrain[x]", "$.terrain", "$.nothing[0]", "", "$.terrain[-1]"]
)
def test_what_is_not_there_is_not_changed(path: str) -> None:
    start = PALETTES["warzone"][1][0]

    with pytest.raises(NoSuchThing):
        WARZONE.edited(start, Change("remove", thing=path))


def test_a_hex_is_typed_as_well_as_drawn() -> None:
    one = NATIONS.edited(NATIONS.blank("Map"), Change("add", layer="formations", kind="formation"))

    after = NATIONS.edited(one, Change("set", thing="$.units[0]", values={"at": "2, 1"}))

    assert after["units"][0]["at"] == [2, 1]
    (entry,) = (each for each in NATIONS.form(after, "$.units[0]", "en") if each.name == "at")
    assert entry.value == "0302"
    typed = {"at": "0101", "reinforcement.hexes": "0101; 0302"}
    again = NATIONS.edited(after, Change("set", thing="$.units[0]", values=typed))
    assert again["units"][0]["at"] == [0, 0]
    assert again["units"][0]["reinforcement"]["hexes"] == [[0, 0], [2, 1]]
