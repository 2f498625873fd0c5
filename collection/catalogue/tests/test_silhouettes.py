"""Every figure has its picture, and pages show what it is and how long it lasts."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template import Context, Template
from pytest_django import DjangoAssertNumQueries

from collection.catalogue import game
from collection.catalogue.models import Faction
from collection.catalogue.pictures.life import life
from collection.catalogue.present import silhouettes, values
from collection.catalogue.present.dial_table import window
from collection.catalogue.present.figure_views import figure_view

EVADE = values.Equipment("red", "EV", "Evade")
SALVAGE = values.Equipment("black", "SV", "Salvage")


def sprite(name: str) -> set[str]:
    file = finders.find(f"pictures/{name}.svg")
    return set(re.findall(r'<g id="([^"]+)"', Path(str(file)).read_text("utf-8")))


def view(number: str) -> values.FigureView:
    return figure_view(game.catalogue().units[number])


def rendered(tag: str, figure: values.FigureView) -> str:
    return Template("{% load pieces %}{% " + tag + " %}").render(Context({"figure": figure}))


def told(tag: str, figure: values.FigureView) -> str:
    """The text of a tag without its marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", rendered(tag, figure)).split())


def test_the_sprite_holds_the_drawings_and_no_others() -> None:
    assert sprite("silhouettes") == set(silhouettes.DRAWINGS)
    assert len(silhouettes.DRAWINGS) == len(set(silhouettes.DRAWINGS))
    assert sprite("marks") == {*silhouettes.MARK_CODES, silhouettes.OTHER_FACTION}


@pytest.mark.usefixtures("catalogue")
def test_every_figure_has_a_drawing_and_every_drawing_is_of_something() -> None:
    units = game.catalogue().units.values()
    used = {silhouettes.drawing(unit) for unit in units}
    assert used <= set(silhouettes.DRAWINGS)
    # No figure yet rides a hover bike or a boat; the rule book's speed modes allow both.
    assert set(silhouettes.DRAWINGS) - used == {"bike", "boat", silhouettes.WRECK}


@pytest.mark.usefixtures("catalogue")
def test_the_table_names_only_figures_there_are() -> None:
    names = {unit.name for unit in game.catalogue().units.values()}
    assert set(silhouettes.NAMED) <= names


@pytest.mark.parametrize(
    ("number", "drawn"),
    [
        ("AOD-001", "nest"),
        ("AOD-020", "armor-aquatic"),
        ("AOD-033", "vtol"),
        ("AOD-043", "hover-missile"),
        ("AOD-061", "tracked"),
        ("AOD-102", "mech-medium"),
    ],
)
@pytest.mark.usefixtures("catalogue")
def test_the_drawing_follows_the_record(number: str, drawn: str) -> None:
    assert view(number).drawing == drawn


@pytest.mark.parametrize(
    ("type_", "mode", "drawn"),
    [("infantry", "hover", "bike"), ("vehicle", "aquatic", "boat"), ("vehicle", None, "wheeled")],
)
def test_kinds_nobody_has_printed_yet_are_drawn_too(
    type_: str, mode: str | None, drawn: str
) -> None:
    unit = game.Unit(id="own", set=None, number=None, name="Ours", type=type_, speed_mode=mode)
    assert silhouettes.drawing(unit) == drawn


@pytest.mark.usefixtures("catalogue")
def test_marks_are_those_the_factions_print() -> None:
    printed = dict(Faction.objects.values_list("name", "abbreviation"))
    assert {name: printed[name] for name in silhouettes.MARKS} == dict(silhouettes.MARKS)


@pytest.mark.usefixtures("catalogue")
def test_whose_colour_a_figure_has() -> None:
    units = game.catalogue().units.values()
    marked = {unit.faction or unit.status: silhouettes.mark(unit) for unit in units}
    assert marked["Dragon's Fury"] == "DF"
    assert marked["House Davion"] == silhouettes.OTHER_FACTION
    assert marked["complete"] == silhouettes.MERCENARIES
    assert marked["listed"] == ""


def dial(current: int | None = None) -> values.Dial:
    clicks = (
        values.Click(1, 8, 9, 18, (2, 3), "start", {"speed": EVADE}),
        values.Click(2, 7, 8, 17, (1, 1), "repair_limit"),
        values.Click(3, 6, 7, 16, (0, 0), None, {"attack": SALVAGE}),
    )
    weapons = (values.Weapon("melee", 0, 0), values.Weapon("ballistic", 0, 10))
    return values.Dial("Ours", weapons, clicks, current=current)


def test_the_life_strip_shows_where_a_figure_stands() -> None:
    bars = [shape.role for shape in life(dial()).shapes]
    assert bars == ["life-current", "life-left", "life-repair", "life-salvage"]
    assert [shape.role for shape in life(dial(2)).shapes][:2] == ["life-lost", "life-current"]


def test_a_bar_is_as_high_as_the_best_damage_there() -> None:
    best, worse, *_others = (shape for shape in life(dial(3)).shapes if shape.role != "life-repair")
    assert best.height > worse.height  # type: ignore[union-attr]


def test_the_window_shows_the_current_click() -> None:
    assert window(dial()).speed.equipment == EVADE
    assert [shown.value for shown in window(dial()).damages] == [2, 3]
    assert window(dial(3)).attack.equipment == SALVAGE


@pytest.mark.usefixtures("catalogue")
def test_readers_hear_how_long_a_figure_lasts() -> None:
    strip = rendered("life_strip figure", view("AOD-102"))
    assert "12 clicks of life; damage 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 0, 0" in strip
    assert "repair marker at 4, 9; salvage at 11–12" in strip


@pytest.mark.usefixtures("catalogue")
def test_the_line_tells_two_versions_apart() -> None:
    one, other = (
        told("figure_line figure", view("AOD-102")),
        told("figure_line figure", view("AOD-103")),
    )
    assert "Hatchetman HCT-4F-M" in one
    assert "Hatchetman HCT-1F-M" in other
    assert "Speed 7" in one
    assert "Secondary damage 3 ballistic 10″" in one
    assert "129 points" in one


@pytest.mark.usefixtures("catalogue")
def test_the_line_of_an_unknown_dial_says_so() -> None:
    assert "dial not known" in told("figure_line figure", view("DA-105"))


@pytest.mark.usefixtures("catalogue")
def test_a_figure_of_a_list_has_no_page() -> None:
    unit = game.catalogue().units["AOD-102"]
    assert "<a " not in rendered("figure_line figure", figure_view(unit, has_page=False))


@pytest.mark.usefixtures("catalogue")
def test_lines_ask_the_database_nothing(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    units = list(game.catalogue().units.values())[:50]
    with django_assert_num_queries(0):
        for unit in units:
            rendered("figure_line figure", figure_view(unit))


def test_a_mark_is_named_only_where_nothing_beside_it_is() -> None:
    plain, named = (
        Template("{% load pieces %}" + tag).render(Context())
        for tag in ('{% faction_mark "DF" %}', '{% faction_mark "DF" "Steel Wolves" %}')
    )
    assert 'aria-hidden="true"' in plain
    assert 'role="img" aria-label="Steel Wolves"' in named
    assert 'data-faction="DF"' in plain
