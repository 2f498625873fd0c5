"""The guided start: what it shows for each address, and what comes of a list that is taken."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.groups import judge
from armybuilder.groups.present.starting import STYLES, Guide
from armybuilder.groups.services.groups import undo
from armybuilder.tests.shelves import shelf_of
from rules.tests.running import examples

pytestmark = pytest.mark.usefixtures("catalogue")

ADDRESS = "/en/groups/start/"


def shown(client: Client | None = None, **query: Any) -> Guide:
    answer = (client or Client()).get(ADDRESS, query)
    assert answer.status_code == 200
    guide: Guide = answer.context["guide"]
    return guide


def with_shelf(name: str, **amounts: int) -> Client:
    """Somebody who owns figures of the set AOD, such as n102=2."""
    said = {number[1:]: {"owned": count} for number, count in amounts.items()}
    client = Client()
    client.force_login(shelf_of(name, said).owner)
    return client


def test_three_lists_appear_before_anything_is_answered() -> None:
    lists = shown().lists

    assert len(lists) == 3
    assert len({each.faction for each in lists}) == len({each.style for each in lists}) == 3
    assert all(436 < each.total <= 450 for each in lists)


def test_every_answer_changes_the_lists_in_any_order() -> None:
    first = shown(colours="Steel Wolves", style="heavy")
    wanted = next(choice for choice in shown(style="heavy").colours if choice.mark == "SW")
    other = next(choice for choice in shown(colours="Steel Wolves").styles if choice.key == "heavy")

    for address in (wanted.url, other.url):
        answer = Client().get(address)
        assert answer.context["guide"].lists == first.lists
    assert {each.faction for each in first.lists} == {"Steel Wolves"}
    assert {each.style for each in first.lists} == {"Heavy"}


def test_the_same_address_shows_the_same_and_another_deal_others() -> None:
    guide = shown(colours="Swordsworn", style="fast", total=600)
    again = shown(colours="Swordsworn", style="fast", total=600)
    others = Client().get(guide.others_url).context["guide"]

    assert guide.lists == again.lists
    assert [each.document for each in others.lists] != [each.document for each in guide.lists]
    assert all(each.limit == 600 for each in others.lists)


def test_a_chosen_answer_can_be_taken_back() -> None:
    chosen = shown(colours="Swordsworn").chosen_colours
    assert chosen is not None
    assert Client().get(chosen.url).context["guide"].chosen_colours is None


@examples(30)
@given(
    st.dictionaries(
        st.sampled_from(("total", "colours", "style", "from", "deal", "change")),
        st.text(max_size=20),
        max_size=6,
    )
)
def test_no_address_is_too_odd(query: dict[str, str]) -> None:
    assert Client().get(ADDRESS, query).status_code == 200


def test_a_list_that_is_taken_stands_on_an_empty_one() -> None:
    client = Client()
    chosen = shown(client, colours="Highlanders", style="artillery").lists[1]
    answer = client.post(f"{ADDRESS}take/", {"document": chosen.document})
    group = BattleGroup.objects.get()

    assert answer["Location"] == f"/en/groups/{group.public_id}/"
    assert group.name == chosen.name
    assert group.standing["legal"] is True
    assert group.standing["total"] == chosen.total
    assert undo(group=group, version=group.version).group.document["units"] == []


@pytest.mark.parametrize("document", ["", "{", "[]", '{"format": "battle-group/1"}'])
def test_what_is_no_list_is_refused_and_nothing_kept(document: str) -> None:
    answer = Client().post(f"{ADDRESS}take/", {"document": document}, follow=True)

    assert answer.redirect_chain == [(ADDRESS, 302)]
    assert not BattleGroup.objects.exists()


def test_a_shelf_says_what_is_owned_and_deals_out_of_it_alone() -> None:
    owned = {"n102": 1, "n115": 1, "n051": 2, "n061": 2, "n001": 2, "n017": 2, "n022": 3}
    client = with_shelf("Ada", **owned)
    colours = {choice.key: choice.owned for choice in shown(client).colours}
    lists = shown(client, colours="Dragon's Fury", total=300, **{"from": "mine"}).lists

    assert colours["Dragon's Fury"] and not colours["Highlanders"]
    assert lists
    for each in lists:
        assert each.owned == each.figures
        for count, figure, _cards in each.lines:
            assert count <= owned["n" + figure.id.removeprefix("AOD-")]


def test_colours_a_shelf_cannot_field_say_so() -> None:
    client = with_shelf("Bea", n102=1)
    guide = shown(client, **{"from": "mine"})

    assert not guide.lists
    assert all(choice.refused for choice in guide.colours)


def test_a_visitor_is_told_that_a_shelf_needs_an_account() -> None:
    page = Client().get(ADDRESS, {"from": "mine"}).content.decode()
    assert "A shelf needs an account." in page


def test_colours_without_guns_refuse_artillery() -> None:
    styles = {choice.key: choice.refused for choice in shown(colours="Stormhammers").styles}
    assert styles["artillery"]
    assert not styles["fast"]


def test_a_visitor_s_page_asks_the_database_little() -> None:
    Client().get(ADDRESS)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        Client().get(ADDRESS, {"colours": "Spirit Cats", "style": "swarm"})
    assert len(asked) <= 4


def test_new_groups_begin_here_and_the_empty_list_is_near() -> None:
    assert f'href="{ADDRESS}"' in Client().get("/en/groups/").content.decode()
    assert 'href="/en/groups/new/"' in Client().get(ADDRESS).content.decode()


def test_only_the_part_comes_for_a_part() -> None:
    answer = Client().get(ADDRESS, {"style": "fast"}, headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert "<html" not in page
    assert answer["HX-Push-Url"] == f"{ADDRESS}?style=fast"
    assert re.search(r'id="start"', page)


def test_everything_is_in_polish_too() -> None:
    page = Client().get("/pl/groups/start/", {"colours": "Highlanders"}).content.decode()
    assert "W czyich barwach?" in page
    assert "Na czele" in page


def test_small_factions_say_why_nobody_can_field_them() -> None:
    at_450 = {choice.key: choice for choice in shown(Client(), total=450).colours}
    at_300 = {choice.key: choice for choice in shown(Client(), total=300).colours}

    davion = at_450["House Davion"]
    assert davion.refused == "1 figure with a known dial: too few for 450 points"
    assert not at_300["House Davion"].refused
    page = Client().get("/pl/groups/start/?total=600").content.decode()
    assert "ze znaną tarczą: za mało na 600 pkt" in page


def test_what_is_carried_is_shown_and_taken_along() -> None:
    lists = [each for style in STYLES for each in shown(Client(), style=style, total=600).lists]
    laden = next(each for each in lists if any(cards for *_, cards in each.lines))
    [number, *_] = [number for *_, cards in laden.lines for number, _name in cards]
    client = Client()
    client.post("/en/groups/start/take/", {"document": laden.document})

    [group] = BattleGroup.objects.all()
    assert number in str(group.document) and judge(group.document).verdict.legal
