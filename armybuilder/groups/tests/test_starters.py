"""The groups that come with the site: legal, for everybody, told in both languages."""

import re

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from armybuilder.groups.models import BattleGroup, Visibility
from armybuilder.groups.present.groups import judge
from armybuilder.groups.present.starters import Starter, starters
from armybuilder.groups.present.starting import MEASURED
from armybuilder.groups.services.starters import Published, publish_starters
from armybuilder.groups.tests.builder import Builder
from armybuilder.site.accounts.house import ADDRESS, house
from armybuilder.site.models import User
from collection.catalogue.game import catalogue, read_json_file
from rules.age_of_destruction import BUILD_TOTALS, ENOUGH, MERCENARY, Dealer, read_strengths

pytestmark = pytest.mark.usefixtures("catalogue")


def colours_of(starter: Starter) -> set[str]:
    known = catalogue()
    return {
        unit.faction or MERCENARY
        for entry in starter.document["units"]
        if (unit := known.unit(entry["unit"]))
    }


def test_each_is_legal_and_spends_nearly_all() -> None:
    for starter in starters().values():
        verdict = judge(starter.document).verdict
        total = starter.document["build_total"]
        assert verdict.legal is True, starter.key
        assert 0.97 * total <= verdict.points.total <= total, starter.key


def test_every_large_faction_and_the_mercenaries_have_several() -> None:
    dealer = Dealer(catalogue(), read_strengths(read_json_file(MEASURED / "strengths.json")))
    large = {colours for colours, units in dealer.colours.items() if len(units) >= ENOUGH}
    played: dict[str, set[int]] = {}
    for starter in starters().values():
        (colours,) = colours_of(starter)
        played.setdefault(colours, set()).add(starter.document["build_total"])

    assert len(starters()) >= 24
    assert set(played) == large
    assert all(totals == set(BUILD_TOTALS) for totals in played.values())


@pytest.mark.parametrize("language", ["en", "pl"])
def test_each_has_a_name_of_its_own_and_one_sentence(language: str) -> None:
    names = [starter.names[language] for starter in starters().values()]
    ways = [starter.ways[language] for starter in starters().values()]

    assert len(set(names)) == len(names)
    assert len(set(ways)) == len(ways)
    assert all(way.endswith(".") and way.count(". ") == 0 for way in ways)


def test_publishing_twice_changes_nothing_the_second_time() -> None:
    assert publish_starters(starters()) == Published(made=len(starters()))
    before = list(BattleGroup.objects.values_list("public_id", "version", "published"))

    assert publish_starters(starters()) == Published()
    assert list(BattleGroup.objects.values_list("public_id", "version", "published")) == before


def test_what_the_file_says_anew_becomes_a_revision_and_people_keep_theirs() -> None:
    publish_starters(starters())
    person = Builder()
    person.client.post("/en/g/highlanders-450/copy/")
    mine = BattleGroup.objects.exclude(visitor="").get()
    starter = starters()["highlanders-450"]
    other = Starter(
        starter.key, starter.names, starter.ways, starters()["highlanders-600"].document
    )
    rest = {key: each for key, each in starters().items() if key != "swordsworn-300"}

    assert publish_starters(rest | {starter.key: other}) == Published(changed=1, gone=1)
    theirs = BattleGroup.objects.get(share_token=starter.key)
    assert theirs.version == 2
    assert theirs.visibility == Visibility.PUBLIC
    kept = BattleGroup.objects.get(pk=mine.pk)
    assert (kept.document, kept.version) == (mine.document, mine.version)


def test_they_stand_among_the_public_groups_and_are_copied_in_the_readers_words() -> None:
    publish_starters(starters())
    starter = starters()["steel-wolves-300"]
    client = Client()
    page = client.get("/pl/groups/public/", {"q": "Tundra"}).content.decode()
    assert starter.names["pl"] in page
    assert starter.ways["pl"] in page

    shown = client.get(f"/pl/g/{starter.key}/").content.decode()
    assert starter.ways["pl"] in shown
    client.post(f"/pl/g/{starter.key}/copy/")
    copy = BattleGroup.objects.exclude(visitor="").get()
    assert copy.name == starter.names["pl"]
    assert copy.document["notes"] == starter.ways["pl"]
    assert copy.document["units"] == starter.document["units"]
    for language, name in starter.names.items():
        assert f"{name}”" in client.get(f"/{language}/groups/{copy.public_id}/").content.decode()


def test_whoever_has_none_begins_with_one_by_one_press() -> None:
    publish_starters(starters())
    client = Client()
    page = client.get("/en/groups/").content.decode()
    (address, *others) = re.findall(r'action="(/en/g/[\w-]+/copy/)"', page)
    assert len(others) >= 4

    assert client.post(address, follow=True).status_code == 200
    assert BattleGroup.objects.exclude(visitor="").count() == 1
    assert address not in client.get("/en/groups/").content.decode()


def test_nobody_signs_in_as_the_house(client: Client) -> None:
    owner = house()
    assert not owner.is_active
    assert not owner.has_usable_password()
    assert house() == owner


def test_an_account_under_the_address_of_the_house_is_left_alone() -> None:
    User.objects.create_user(ADDRESS, "a long password")
    with pytest.raises(CommandError):
        call_command("publish_starters")
    assert not BattleGroup.objects.exists()


@pytest.mark.parametrize("language", ["en", "pl"])
def test_each_is_found_by_its_name_in_either_language(language: str) -> None:
    publish_starters(starters())
    for starter in starters().values():
        asked = {"q": starter.names[language]}
        page = Client().get(f"/{language}/groups/public/", asked).content.decode()
        assert f"/g/{starter.key}/" in page


def test_those_published_before_are_found_by_their_names_too() -> None:
    publish_starters(starters())
    BattleGroup.objects.update(search_text=" hatchetman ")
    assert publish_starters(starters()) == Published()

    key, starter = next(iter(starters().items()))
    asked = {"q": starter.names["pl"]}
    assert f"/g/{key}/" in Client().get("/pl/groups/public/", asked).content.decode()


@pytest.mark.parametrize("page", ["skirmishes/age-of-destruction/new/", "match-ups/"])
def test_where_groups_are_chosen_it_is_called_as_on_its_card(page: str) -> None:
    call_command("publish_starters")
    shown = Client().get(f"/pl/{page}").content.decode()
    assert "Napraw i naprzód" in shown
    assert "Mend and march" not in shown
