"""Two groups that fight many times: what is asked, counted, kept and shown."""

import json
import re

import pytest
from django.test import Client

from armybuilder.groups.exports.packed import pack
from armybuilder.jobs.models import Job, JobAsk, State
from armybuilder.jobs.services.carrying import carry
from armybuilder.matchups.present.fights import matched
from armybuilder.matchups.work import MATCH_UP, ask_for_match_up
from armybuilder.site.models import Owner, User
from armybuilder.systems.age_of_destruction.sample_groups import sample_document

pytestmark = pytest.mark.usefixtures("catalogue")
BY_LOT = ("random", "random")
SAMPLES = ("steel-wolves-300", "swordsworn-300")
FORM = {
    "one-group": "sample:steel-wolves-300",
    "one-commander": "random",
    "other-group": "sample:swordsworn-300",
    "other-commander": "random",
    "games": "20",
    "seed": "1",
}


@pytest.fixture
def signed_in(member: User) -> Client:
    client = Client()
    client.force_login(member)
    return client


def ask(owner: Owner, games: int = 2) -> JobAsk:
    groups = [sample_document(key) for key in SAMPLES]
    asked = matched(groups, BY_LOT, games, 1)
    return ask_for_match_up(owner=owner, asked=asked, names=["Wolves", "Sworn"], title="Wolves")


def test_the_form_shows_the_figures_of_the_group_each_side_stands_at(signed_in: Client) -> None:
    page = signed_in.get("/en/match-ups/", {"one": "sample:steel-wolves-300"})
    (_one, _form, shown), _other = page.context["sides"]
    at = "/en/skirmishes/age-of-destruction/group/?field=one-group"
    assert f'hx-get="{at}"' in page.content.decode()
    assert len(shown.figures) == len(shown.row.figures) == 3
    part = signed_in.get(f"{at}&one-group=sample:steel-wolves-300").content.decode()
    for _count, name in shown.figures:
        assert name in part and name in page.content.decode()
    for nothing in ("", "sample:none", "own:x", "link:x", "what"):
        assert "lineup" not in signed_in.get(f"{at}&one-group={nothing}").content.decode()


def test_a_match_up_is_played_game_by_game_and_shown_with_its_ranges(
    signed_in: Client, member: User
) -> None:
    asked = ask(Owner(member))
    at = f"/en/match-ups/{asked.public_id}/"
    under_way = signed_in.get(at).content.decode()
    assert "1</strong> of 2" in under_way and "1 game, " in under_way
    comes_anew = f'id="found" hx-get="{at}" hx-select="#found"'
    assert comes_anew in under_way, "what is found so far follows the games"
    kept = Job.objects.get().kept["games"]

    carry(asked.job_id, seconds=9)

    job = Job.objects.get()
    assert job.state == State.DONE and job.result is not None and job.result["games"] == 2
    begun = MATCH_UP.begun(job.payload)
    again = MATCH_UP.further(job.payload, begun).kept["games"]
    assert json.loads(json.dumps(again)) == kept
    page = signed_in.get(at).content.decode()
    for words in ("Wolves", "2 games, ", "Why games ended", "Clicks dealt a game", "share-range"):
        assert words in page
    assert comes_anew not in page and 'id="found"' in page
    figures = len(job.result["sides"][0]["units"]) + len(job.result["sides"][1]["units"])
    assert len(re.findall(r"data-drawer", page)) >= figures
    assert ask(Owner(visitor="another")).state == State.DONE


def test_names_and_notes_do_not_make_it_another(db: None) -> None:
    one, other = (sample_document(key) for key in SAMPLES)
    renamed = one | {"name": "Mine", "notes": "hush"}

    asked = matched([renamed, other], BY_LOT, 2, 1)

    assert asked == matched([one, other], BY_LOT, 2, 1)
    assert "Mine" not in str(asked) and "hush" not in str(asked)


def test_a_link_shows_the_result_until_it_is_taken_back(
    signed_in: Client, member: User, client: Client
) -> None:
    asked = ask(Owner(member), games=1)
    carry(asked.job_id, seconds=9)
    at = f"/en/match-ups/{asked.public_id}/"
    assert client.get(at).status_code == 404
    signed_in.post(f"{at}share/")
    token = JobAsk.objects.get().share_token
    shared = f"/en/match-ups/shared/{token}/"
    assert "Wolves" in client.get(shared).content.decode()

    signed_in.post(f"{at}share/", {"withdraw": "1"})

    assert client.get(shared).status_code == 404


def test_groups_are_chosen_pasted_or_refused_at_their_field(client: Client, db: None) -> None:
    assert client.get("/en/match-ups/").status_code == 200
    line = pack(sample_document("steel-wolves-300"))
    asked = client.post("/en/match-ups/", FORM | {"one-pasted": line, "games": "100"})
    assert asked.status_code == 302
    notes = JobAsk.objects.get().notes
    assert notes["names"][1] == sample_document("swordsworn-300")["name"]

    for wrong, said in (
        ({"one-pasted": "mw1~nothing"}, "packed"),
        ({"one-pasted": "no link at all"}, "There is no such group"),
        ({"one-group": "own:nobodys"}, "Select a valid choice"),
    ):
        refused = client.post("/en/match-ups/", FORM | wrong)
        assert refused.status_code == 422 and said in refused.content.decode()


def test_a_group_that_is_not_legal_does_not_fight(client: Client, db: None) -> None:
    line = pack(sample_document("steel-wolves-300") | {"build_total": 150})

    refused = client.post("/en/match-ups/", FORM | {"one-pasted": line})

    assert refused.status_code == 422
    assert "Only a legal group is played at once." in refused.content.decode()
