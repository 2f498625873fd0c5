"""First lists: legal, as asked for, unlike each other, the same for a seed; figures as measured."""

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.__main__ import ROOT
from rules.age_of_destruction import (
    Dealer,
    Meter,
    Start,
    Wish,
    archetype_title,
    faction_nature,
    list_meters,
    list_name,
    list_reason,
    read_equipped,
    read_strengths,
    validate,
)
from rules.age_of_destruction.starting.archetypes import ARCHETYPES, TRAITS
from rules.age_of_destruction.starting.dealing import ALIKE, BUILD_TOTALS, ENOUGH, IN_COLOURS, SPARE
from rules.age_of_destruction.starting.equipping import equipped as measured_with_cards
from rules.age_of_destruction.starting.equipping import might
from rules.age_of_destruction.starting.measuring import written_strengths
from rules.age_of_destruction.starting.mounting import Laden
from rules.age_of_destruction.starting.strength import measurable, yardsticks
from rules.age_of_destruction.starting.telling import WORDING
from rules.tests.army import catalogue
from rules.tests.running import examples

FILE = ROOT / "fixtures" / "starting" / "strengths.json"
EQUIPPED = ROOT / "fixtures" / "starting" / "equipped.json"
STYLES = sorted(ARCHETYPES)


@cache
def equipped() -> Any:
    return read_equipped(json.loads(EQUIPPED.read_text("utf-8")))


@cache
def dealer() -> Dealer:
    return Dealer(catalogue(), read_strengths(json.loads(FILE.read_text("utf-8"))), equipped())


COLOURS = sorted(dealer().colours)
LARGE = [colours for colours in COLOURS if len(dealer().colours[colours]) >= ENOUGH]


def points_of(figures: Any) -> int:
    return sum((dealer().units[item].points or 0) * count for item, count in figures.items())


def cards_of(start: Start) -> dict[str, str]:
    """The card of each figure that carries one."""
    return {item: entry.cards_at("")[0][2].card for item, entry in start.cards.items()}


def checked(wish: Wish) -> tuple[Start, ...]:
    """What is dealt for a wish, each list checked against it."""
    dealt = dealer().deal(wish)
    for start in dealt:
        verdict = validate(start.group(), catalogue())
        assert verdict.legal is True
        assert verdict.points.total == start.total
        assert start.cards or start.total == points_of(start.figures)
        assert (1 - SPARE) * wish.build_total <= start.total <= wish.build_total
        assert start.lead in start.figures
        own = {i: n for i, n in start.figures.items() if i in colours_of(wish.faction)}
        assert points_of(own) >= IN_COLOURS * points_of(start.figures)
        if wish.owned is not None:
            assert all(count <= wish.owned.get(i, 0) for i, count in start.figures.items())
            assert all(wish.owned.get(card, 0) > 0 for card in cards_of(start).values())
        needs = ARCHETYPES[wish.archetype].needs
        if needs:
            strengths, units = dealer().strengths.figures, dealer().units
            assert any(TRAITS[needs](units[item], strengths[item]) for item in start.figures)
    for number, start in enumerate(dealt):
        for other in dealt[:number]:
            common = Counter(start.figures) & Counter(other.figures)
            assert points_of(common) <= ALIKE * start.total
    return dealt


def colours_of(faction: str) -> set[str]:
    return {unit.id for unit in dealer().colours[faction]}


# Dealing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("total", BUILD_TOTALS)
@pytest.mark.parametrize("faction", LARGE)
def test_large_factions_are_dealt_three_lists_for_every_way_to_fight(
    faction: str, total: int
) -> None:
    assert dealer().fields(faction, total, None)
    for style in STYLES:
        expected = 0 if dealer().lacks(faction, style, None) else 3
        assert len(checked(Wish(total, faction, style))) == expected


@examples(60)
@given(
    st.sampled_from(BUILD_TOTALS),
    st.sampled_from(COLOURS),
    st.sampled_from(STYLES),
    st.integers(min_value=0, max_value=10**9),
)
def test_whatever_is_dealt_is_legal_and_the_same_for_a_seed(
    total: int, faction: str, style: str, seed: int
) -> None:
    wish = Wish(total, faction, style, seed=seed)
    assert checked(wish) == dealer().deal(wish)


@examples(60)
@given(
    st.sampled_from(BUILD_TOTALS),
    st.sampled_from(COLOURS),
    st.sampled_from(STYLES),
    st.dictionaries(st.sampled_from(sorted(dealer().units)), st.integers(0, 4), max_size=90),
)
def test_a_shelf_is_never_overdrawn(
    total: int, faction: str, style: str, owned: dict[str, int]
) -> None:
    checked(Wish(total, faction, style, owned))
    if not dealer().fields(faction, total, owned):
        assert not dealer().deal(Wish(total, faction, "balanced", owned))


def test_another_seed_deals_other_lists() -> None:
    wish = Wish(450, "Steel Wolves", "fast")
    others = {
        tuple(sorted(start.figures.items()))
        for seed in range(6)
        for start in checked(Wish(450, "Steel Wolves", "fast", seed=seed))
    }
    assert len(others) > 2 * len(dealer().deal(wish))


@pytest.mark.parametrize("faction", sorted(set(COLOURS) - set(LARGE)))
def test_small_factions_are_offered_where_they_can_be_fielded(faction: str) -> None:
    for total in BUILD_TOTALS:
        dealt = checked(Wish(total, faction, "balanced"))
        assert dealer().fields(faction, total, None) == bool(dealt)


def test_colours_without_guns_have_no_artillery() -> None:
    assert dealer().lacks("Steel Wolves", "artillery", None)
    assert dealer().deal(Wish(450, "Steel Wolves", "artillery")) == ()
    assert not dealer().lacks("Highlanders", "artillery", None)


@pytest.mark.parametrize(
    ("style", "meter", "other"), [("fast", "speed", "heavy"), ("swarm", "staying", "heavy")]
)
def test_ways_to_fight_differ_where_they_should(style: str, meter: str, other: str) -> None:
    """On average over the large factions a style is ahead of another in what it is for."""

    def mean(archetype: str) -> float:
        amounts = [
            each.amount
            for faction in LARGE
            for start in dealer().deal(Wish(450, faction, archetype))
            for each in list_meters(start, dealer())
            if each.name == meter
        ]
        return sum(amounts) / len(amounts)

    assert mean(style) > 1.1 * mean(other)


# Meters and words ---------------------------------------------------------------------------------


def test_meters_are_fifths_of_all_lists() -> None:
    levels: dict[str, Counter[int]] = {}
    for faction in LARGE:
        for style in STYLES:
            for start in dealer().deal(Wish(600, faction, style)):
                for meter in list_meters(start, dealer()):
                    assert isinstance(meter, Meter)
                    levels.setdefault(meter.name, Counter())[meter.level] += 1
    for counts in levels.values():
        assert set(counts) == {1, 2, 3, 4, 5}
        assert max(counts.values()) < 0.35 * counts.total()


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("style", STYLES)
def test_every_list_says_why_in_both_languages(style: str, language: str) -> None:
    for faction in COLOURS:
        for start in dealer().deal(Wish(450, faction, style)):
            said = list_reason(start, dealer(), language)
            assert said.count("″") >= 1
            assert " 0 " not in said and not said.startswith("0 ")
            assert dealer().units[start.lead].name in said
            assert dealer().units[start.lead].name in list_name(start, dealer(), language)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_three_lists_bear_three_names(language: str) -> None:
    for faction in LARGE:
        for style in STYLES:
            dealt = dealer().deal(Wish(450, faction, style))
            assert len({list_name(start, dealer(), language) for start in dealt}) == len(dealt)


def test_a_reason_counts_what_is_there() -> None:
    start = dealer().deal(Wish(450, "Dragon's Fury", "swarm"))[0]
    infantry = sum(
        count for item, count in start.figures.items() if dealer().units[item].type == "infantry"
    )
    figures = sum(start.figures.values())
    expected = f"{figures} figures for 3 orders, {infantry} of them infantry"
    assert list_reason(start, dealer(), "en").startswith(expected)


def test_large_factions_and_mercenaries_have_a_nature_and_styles_a_title() -> None:
    for language in ("en", "pl"):
        assert all(faction_nature(faction, language) for faction in LARGE)
        assert len({archetype_title(style, language) for style in STYLES}) == len(STYLES)
    assert faction_nature("House Davion") == ""
    assert set(WORDING.words["nature"]) >= set(LARGE)


# Strengths ----------------------------------------------------------------------------------------


def test_the_file_of_strengths_is_what_is_measured_today() -> None:
    """`python3 manage.py strengths` writes it anew."""
    assert FILE.read_text("utf-8") == written_strengths(catalogue(), equipped())


@pytest.mark.parametrize("item", ["AOD-085", "AOD-102", "AOD-135"])
def test_the_file_of_what_is_carried_is_what_is_measured_today(item: str) -> None:
    unit = catalogue().units[item]
    bare, against = dealer().strengths.figures, yardsticks(catalogue())

    assert measured_with_cards([unit], bare, against, catalogue()) == {item: equipped()[item]}


def test_every_mech_with_slots_that_a_card_helps_is_in_the_file() -> None:
    assert set(equipped()) <= {unit.id for unit in measurable(catalogue()) if unit.slots}
    for item, cards in equipped().items():
        bare = might(dealer().strengths.figures[item])
        assert all(might(carried.strength) > bare for carried in cards.values())


@pytest.mark.parametrize("total", BUILD_TOTALS)
def test_cards_are_carried_where_they_make_a_list_stronger(total: int) -> None:
    """Each list with cards is mightier than the same without them, and they are no rarity."""
    lists = [
        start
        for faction in LARGE
        for style in STYLES
        for start in dealer().deal(Wish(total, faction, style))
    ]
    laden = [start for start in lists if start.cards]
    able = [start for start in lists if start.figures.keys() & equipped().keys()]
    assert len(laden) > len(able) / 3
    for start in laden:
        loader, figures = dealer().loader, Counter(start.figures)
        with_cards = loader.might(Laden(figures, cards_of(start)), start.orders)
        assert with_cards > loader.might(Laden(figures, {}), start.orders)


def test_a_card_is_carried_once_and_told() -> None:
    starts = [s for faction in LARGE for s in dealer().deal(Wish(450, faction, "balanced"))]
    laden = next(start for start in starts if start.cards)
    carried = list(cards_of(laden).values())

    assert len(set(carried)) == len(carried)
    card = catalogue().cards[carried[0]]
    assert f"carries {card.name}." in list_reason(laden, dealer(), "en")
    assert f"ma ze sobą: {card.name_in('pl')}." in list_reason(laden, dealer(), "pl")


def test_nobody_carries_a_card_they_do_not_own() -> None:
    shelf = dict.fromkeys(colours_of("Dragon's Fury"), 4)
    assert not any(start.cards for start in checked(Wish(450, "Dragon's Fury", "heavy", shelf)))
    everything = shelf | dict.fromkeys(catalogue().cards, 1)
    assert any(start.cards for start in checked(Wish(450, "Dragon's Fury", "heavy", everything)))


def test_every_figure_with_points_and_dial_is_measured() -> None:
    assert set(dealer().strengths.figures) == {unit.id for unit in measurable(catalogue())}


def test_a_stronger_dial_measures_more() -> None:
    """An assault 'Mech takes more from a 'Mech, and stands longer, than a gun nest."""
    strengths = dealer().strengths.figures
    nest, mech = strengths["AOD-001"], strengths["AOD-135"]
    for kind in ("infantry", "vehicle", "mech"):
        assert mech.punch[kind] > nest.punch[kind]
        assert mech.staying[kind] > nest.staying[kind]
