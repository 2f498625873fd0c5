"""A figure tried out on its page: values with cards and heat, odds against a target."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]

HATCHETMAN = "/en/catalogue/figures/AOD-102/"


def tried(client: Client, **asked: Any) -> Any:
    """The trial of the Hatchetman."""
    return client.get(f"{HATCHETMAN}?{urlencode(asked)}").context["trial"]


def test_without_a_choice_nothing_is_worked_out(client: Client) -> None:
    trial = tried(client)

    assert (trial.rows, trial.duel, trial.conflicts) == ((), None, ())


def test_heat_changes_values_and_says_so(client: Client) -> None:
    trial = tried(client, heat=3)
    speed, damage = trial.rows[0], trial.rows[4]

    assert (speed.cells[0].total, speed.cells[0].change) == (8, "+1")
    assert speed.cells[0].reasons == "+1 heat"
    assert damage.cells[11].reasons == "−1 heat, +1 never below 0"
    assert "Speed +1: heat, click 1–12." in trial.notes


def test_gear_gives_its_equipment_where_the_dial_lets_it(client: Client) -> None:
    trial = tried(client, gear="AOD-G-007")

    assert "Armor Piercing gives Armor Piercing to: secondary damage, click 1–10." in trial.notes


def test_cards_that_may_not_be_together_are_refused_in_words(client: Client) -> None:
    trial = tried(client, gear="AOD-G-005", more_gear="AOD-G-006", pilot="AOD-P-010")

    assert trial.conflicts and not trial.rows


@pytest.mark.parametrize("asked", [{"gear": "AOD-G-999"}, {"heat": "99"}, {"attack": "bite"}])
def test_a_choice_that_does_not_exist_is_told_at_its_field(
    client: Client, asked: dict[str, str]
) -> None:
    assert tried(client, target="AOD-113", **asked).form.errors.keys() == asked.keys()


def test_odds_stand_for_every_pair_of_clicks(client: Client) -> None:
    duel = tried(client, target="aod113", attack="close-primary", rear="on").duel

    assert duel.target.title == "AOD-113 Arbalest “Bolt”"
    assert (len(duel.rows), len(duel.rows[0])) == (12, 10)
    first = duel.rows[0][0]
    assert (first.needed, first.hit, first.damage) == (8, "83%", "2.53")
    assert duel.rows[11][0] is None


@pytest.mark.parametrize("page", ["en", "pl"])
def test_a_target_by_name_is_offered_by_number(client: Client, page: str) -> None:
    asked = {"target": "arbalest", "heat": 2}
    body = client.get(f"/{page}/catalogue/figures/AOD-102/?{urlencode(asked)}").content.decode()

    assert "?target=AOD-113&amp;heat=2#trial" in body


def test_infantry_has_no_cards_to_choose(client: Client) -> None:
    trial = client.get("/en/catalogue/figures/DA-003/").context["trial"]

    assert trial.form.card_fields == []


def test_an_attack_is_counted_whole_at_the_clicks_asked_for(client: Client) -> None:
    asked = {"target": "AOD-113", "attack": "ranged-secondary", "click": 3, "their_click": 2}
    found = tried(client, **asked).duel.bout

    assert (found.click, found.their_click) == (3, 2)
    assert sum(share.percent for share in found.shares) in range(98, 103)
    assert len(found.survival) == 8
    standing = [int(chance.rstrip("%")) for _, chance in found.survival]
    assert standing == sorted(standing, reverse=True)


def test_second_attacks_are_counted_when_asked_for(client: Client) -> None:
    asked = {"target": "AOD-102", "attack": "ranged-secondary"}
    page = "/en/catalogue/figures/AOD-120/"
    once, again = (
        client.get(f"{page}?{urlencode(asked | more)}").context["trial"].duel
        for more in ({}, {"again": "on"})
    )

    assert "Pulse" in once.asked_for
    assert [roll.follow_up for roll in once.bout.rolls] == [""]
    assert [roll.follow_up for roll in again.bout.rolls] == ["", "Pulse"]


def test_the_target_may_carry_cards_and_be_hot(client: Client) -> None:
    asked = {"target": "AOD-102", "attack": "close-primary"}
    bare = tried(client, **asked).duel
    armored = tried(client, **asked, **{"target-gear": "AOD-G-009"}).duel

    assert armored.conflicts == ()
    assert (bare.rows[0][0].hit, bare.rows[0][0].damage) != (
        armored.rows[0][0].hit,
        armored.rows[0][0].damage,
    )


@pytest.mark.parametrize("click", ["0", "99", "x"])
def test_a_click_there_is_none_of_counts_as_one_there_is(client: Client, click: str) -> None:
    asked = {"target": "AOD-113", "attack": "ranged-secondary", "click": click}

    assert client.get(f"{HATCHETMAN}?{urlencode(asked)}").status_code == 200
