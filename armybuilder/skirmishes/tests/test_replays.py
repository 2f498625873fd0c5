"""Beside a replay: notes, branches and their tree, the file; a game from a file; a game that is
shown while it goes on."""

import json
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from armybuilder.jobs.models import Job, JobAsk
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.models import LONGEST_NOTE, Skirmish, SkirmishNote
from armybuilder.skirmishes.notes import agree_to_show
from armybuilder.skirmishes.seats.services import invite, sit_down
from armybuilder.skirmishes.services import share_skirmish
from armybuilder.skirmishes.tests.test_branches import (
    SYSTEMS,
    branch_of,
    course_of,
    ordered,
    played,
    race,
)
from armybuilder.skirmishes.tests.test_branches import toy as toy

pytestmark = pytest.mark.usefixtures("catalogue")

BY_PEOPLE = {"seat-red-name": "Red Ann", "seat-red-commander": "", "seat-blue-commander": ""}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


@pytest.fixture
def own(member: User) -> Client:
    return signed_in(member)


@pytest.fixture
def other(db: None) -> Client:
    return signed_in(User.objects.create_user("ben@example.org", display_name="Ben"))


@pytest.fixture
def game(member: User) -> Skirmish:
    """A race whose people let it be seen, with a link."""
    shown = race(Owner(member))
    agree_to_show(skirmish=shown, seats=list(shown.seats))
    return share_skirmish(skirmish=shown)


def door(game: Skirmish, page: str = "") -> str:
    """The address by which anybody watches it, or of something beside."""
    return reverse("skirmish_shared", args=[game.system, game.share_token]) + page


def own_door(game: Skirmish, page: str = "") -> str:
    return reverse("skirmish_replay", args=[game.system, game.public_id]) + page


def page_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


# --- Notes ------------------------------------------------------------------------------------


def test_whoever_watches_and_is_signed_in_leaves_notes_and_the_owner_deletes_them(
    game: Skirmish, own: Client, other: Client
) -> None:
    said = {"step": 3, "text": "Why not walk?\n\nIt was <near>."}
    assert Client().post(door(game, "notes/"), said).status_code == 404
    assert "Sign in to leave a note here" in page_of(Client(), door(game))
    answer = other.post(door(game, "notes/"), said)
    assert answer["Location"] == f"{door(game)}?step=3#notes-here"
    own.post(own_door(game, "notes/"), {"step": 99, "text": "The end."})
    assert list(SkirmishNote.objects.values_list("step", flat=True)) == [3, 6]
    page = page_of(Client(), f"{door(game)}?step=3")
    assert "<p>Why not walk?</p>" in page and "Ben" in page and "Delete the note" not in page
    assert "Why not walk?" in page_of(own, own_door(game)), "all of them stand below"
    part = own.get(f"{own_door(game)}?step=3", headers={"HX-Request": "true"}).content.decode()
    assert "Delete the note of Ben" in part and "The end." not in part
    of_ben, of_anna = SkirmishNote.objects.all()
    assert other.post(door(game, f"notes/{of_anna.pk}/")).status_code == 404
    assert own.post(own_door(game, f"notes/{of_ben.pk}/")).status_code == 302
    assert not SkirmishNote.objects.filter(pk=of_ben.pk).exists()


def test_a_note_says_something_and_not_too_much(
    game: Skirmish, own: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("", "  \n", "x" * (LONGEST_NOTE + 1)):
        assert own.post(own_door(game, "notes/"), {"step": 1, "text": text}).status_code == 302
    assert own.post(own_door(game, "notes/"), {"text": "Where?"}).status_code == 400
    monkeypatch.setattr("armybuilder.skirmishes.notes.MOST_NOTES", 0)
    own.post(own_door(game, "notes/"), {"step": 1, "text": "One too many."})
    assert not SkirmishNote.objects.exists()


def test_notes_go_with_the_steps_that_are_taken_back_and_with_their_game(
    game: Skirmish, own: Client
) -> None:
    for step in (5, 6):
        own.post(own_door(game, "notes/"), {"step": step, "text": "Oh."})
    url = reverse("skirmish", args=[game.system, game.public_id])
    own.post(f"{url}undo/", {"version": game.version, "agreed": "1"})
    assert [note.step for note in SkirmishNote.objects.all()] == [5]
    own.post(f"{url}delete/")
    assert not SkirmishNote.objects.exists()


# --- Branches ---------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_game_of_any_system_is_branched_off_where_it_is_watched(
    system: str, member: User, other: Client
) -> None:
    game = played(system, Owner(member), 8)
    agree_to_show(skirmish=game, seats=list(game.seats))
    game = share_skirmish(skirmish=Skirmish.objects.get(pk=game.pk))
    page = page_of(other, f"{door(game)}?step=5")
    assert "Play on from here" in page and "The 5 steps before stay where they are" in page
    names = {f"seat-{seat}-name": f"Ben's {seat}" for seat in game.seats}
    answer = other.post(door(game, "branch/"), {"step": 5, "dice": "same", **names})
    branch = Skirmish.objects.get(parent=game)
    assert answer["Location"] == reverse("skirmish", args=[system, branch.public_id])
    assert course_of(branch) == course_of(game)[:5] and branch.same_dice
    assert [who["name"] for who in branch.seats.values()] == list(names.values())
    assert "Branched off after step 5" in page_of(other, answer["Location"])
    assert "a branch after step 5" in page_of(other, "/en/skirmishes/")
    assert signed_in(member).get(answer["Location"]).status_code == 404


def test_a_branch_is_played_against_a_bot_with_new_dice(game: Skirmish, own: Client) -> None:
    sent = {"step": 2, "dice": "new", **BY_PEOPLE, "seat-blue-commander": "random"}
    url = own.post(own_door(game, "branch/"), sent)["Location"]
    branch = Skirmish.objects.get(parent=game)
    assert not branch.same_dice and branch.seats["red"]["name"] == "Red Ann"
    order = json.dumps({"order": "run", "player": "red"})
    own.post(f"{url}order/", {"version": branch.version, "order": order})
    own.post(f"{url}step/", {"version": branch.version + 1})
    assert Skirmish.objects.get(pk=branch.pk).steps.count() == 4


def test_nothing_is_branched_off_without_a_place_or_by_nobody_known(
    game: Skirmish, own: Client
) -> None:
    branch = own_door(game, "branch/")
    assert own.post(branch, BY_PEOPLE).status_code == 400
    assert own.post(branch, {"step": 1, "seat-red-commander": "napoleon"}).status_code == 400
    assert own.post(branch, {"step": 7, **BY_PEOPLE})["Location"] == own_door(game)
    assert own.get(branch).status_code == 405
    assert Skirmish.objects.count() == 1


def test_the_tree_shows_ones_own_branches_and_those_that_are_shared(
    game: Skirmish,
    own: Client,
    other: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    branch = branch_of(game, 2)
    twig = ordered(branch_of(branch, 1), {"order": "walk", "player": "blue"})
    other.post(door(game, "branch/"), {"step": 4, **BY_PEOPLE})
    answer = own.get(own_door(game))
    assert [(t.branched, t.steps, t.depth) for t in answer.context["tree"]] == [
        (0, 6, 0),
        (2, 2, 1),
        (1, 2, 2),
    ]
    assert "off after step 1" in answer.content.decode()
    here = [twig.is_here for twig in answer.context["tree"]]
    assert here == [True, False, False]
    theirs = other.get(door(game)).context["tree"]
    assert [(t.branched, bool(t.url)) for t in theirs] == [(0, True), (4, True)]
    own.post(reverse("skirmish_consent", args=[twig.system, twig.public_id]))
    own.post(reverse("skirmish_share", args=[twig.system, twig.public_id]))
    theirs = other.get(door(game)).context["tree"]
    assert [t.branched for t in theirs] == [0, 4, 1]
    game.delete()
    left = own.get(own_door(Skirmish.objects.get(pk=twig.pk))).context["tree"]
    assert [(t.branched, t.depth) for t in left] == [(2, 0), (1, 1)]
    with django_assert_max_num_queries(15):
        other.get(door(Skirmish.objects.get(pk=twig.pk)))


def test_the_lines_of_a_tree_come_off_where_the_games_did(game: Skirmish, own: Client) -> None:
    branch_of(game, 3)
    branch_of(game, 6 - 1)
    tree = own.get(own_door(game)).context["tree"]
    assert [t.branched for t in tree] == [0, 5, 3], "the last to come off stands next"
    starts = [t.begins for t in tree]
    assert [turn.at for turn in tree[0].turns] == [starts[1], starts[2]]
    assert [(turn.at, turn.top, turn.end) for turn in tree[1].turns] == [
        (starts[1], 0, 20),
        (starts[2], 0, 40),
    ]
    assert [(turn.at, turn.top, turn.end) for turn in tree[2].turns] == [(starts[2], 0, 20)]
    assert tree[0].ends == 98 and tree[0].begins == 2


# --- Shown while it goes on -------------------------------------------------------------------


def test_a_running_game_with_secrets_is_seen_once_its_table_agrees(
    member: User, own: Client
) -> None:
    game = played("age-of-destruction", Owner(member), 6)
    replay, consent = (
        own_door(game),
        reverse("skirmish_consent", args=[game.system, game.public_id]),
    )
    share = reverse("skirmish_share", args=[game.system, game.public_id])
    for closed in (replay, replay.replace("replay", "record")):
        assert own.get(closed).status_code == 404
    assert own.post(own_door(game, "branch/"), {"step": 1}).status_code == 404
    assert own.post(share).status_code == 404
    own.post(consent)
    assert own.get(replay).status_code == 200
    own.post(share)
    game = Skirmish.objects.get(pk=game.pk)
    assert Client().get(door(game)).status_code == 200
    table = page_of(own, reverse("skirmish", args=[game.system, game.public_id]))
    assert "Show it no more" in table and game.share_token in table
    own.post(consent, {"withdraw": "1"})
    assert Client().get(door(game)).status_code == 404
    assert own.get(replay).status_code == 404


def test_a_game_is_shown_once_all_its_people_agree(member: User) -> None:
    game = race(Owner(member), 1)
    assert not agree_to_show(skirmish=game, seats=["red"]).shown
    assert agree_to_show(skirmish=game, seats=["blue", "nobody"]).shown
    with_bot = race(Owner(member), 1)
    with_bot.seats["blue"]["commander"] = "random"
    with_bot.save()
    assert agree_to_show(skirmish=with_bot, seats=["red"]).shown


def test_whoever_sits_down_is_asked_anew(member: User, other: Client) -> None:
    game = race(Owner(member), 1)
    assert agree_to_show(skirmish=game, seats=["red", "blue"]).shown
    token = invite(skirmish=game, seat="blue").token
    assert not Skirmish.objects.get(pk=game.pk).shown
    ben = Owner(User.objects.get(email="ben@example.org"))
    sit_down(token=token, owner=ben, name="Ben")
    url = reverse("skirmish_consent", args=[game.system, game.public_id])
    signed_in(member).post(url)
    now = Skirmish.objects.get(pk=game.pk)
    assert (now.consents, now.shown) == (["red"], False)
    assert other.post(url).status_code == 302
    now.refresh_from_db()
    assert (now.consents, now.shown) == (["blue", "red"], True)
    other.post(url, {"withdraw": "1"})
    assert not Skirmish.objects.get(pk=game.pk).is_to_be_seen


# --- Files ------------------------------------------------------------------------------------


def sent_in(client: Client, text: bytes, **fields: str) -> Any:
    file = SimpleUploadedFile("game.json", text, "application/json")
    return client.post("/en/skirmishes/import/", {"file": file, **fields})


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_game_is_taken_elsewhere_and_back_without_a_byte_changed(
    system: str, member: User
) -> None:
    game = played(system, Owner(member), 8)
    agree_to_show(skirmish=game, seats=list(game.seats))
    game = share_skirmish(skirmish=Skirmish.objects.get(pk=game.pk))
    guest = Client()
    there = guest.get(door(game, "record/"))
    assert (
        there["X-Robots-Tag"] == "noindex"
        and game.public_id not in there.headers["Content-Disposition"]
    )
    answer = sent_in(guest, there.content, title="From the club")
    assert answer.status_code == 302
    assert page_of(guest, answer["Location"]).count("From the club")
    record = answer["Location"].replace("/replay/", "/record/")
    assert guest.get(record).content == there.content
    assert guest.post(f"{answer['Location']}branch/", {"step": 3}).status_code == 302


def test_a_file_that_goes_otherwise_here_is_refused_with_the_order(
    game: Skirmish, own: Client
) -> None:
    told = json.loads(own.get(own_door(game).replace("replay", "record")).content)
    told["states"][3] = "0123abcd"
    answer = sent_in(own, json.dumps(told).encode())
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "Order 4 comes out otherwise here" in page and "$.orders[3]" in page
    assert "It cannot be read" in unescape(sent_in(own, b"nothing").content.decode())
    assert own.post("/en/skirmishes/import/", {}).status_code == 422
    assert Skirmish.objects.count() == 1


def test_a_long_game_is_judged_beside_the_page_and_opened_once_it_is_whole(
    game: Skirmish, own: Client, other: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.skirmishes.reopening.AT_ONCE", 5)
    monkeypatch.setattr("armybuilder.skirmishes.reopening.PIECE", 2)
    record = own_door(game).replace("replay", "record")
    text = own.get(record).content
    waits = sent_in(other, text, title="Far away")["Location"]
    assert JobAsk.objects.get().job.total == 6
    assert own.get(waits).status_code == 404
    for done in (2, 4):
        assert f"<strong>{done}</strong>" in page_of(other, waits)
    there = other.get(waits)["Location"]
    assert not Job.objects.exists(), "what is kept as a game is not kept twice"
    assert other.get(waits).status_code == 404
    assert "Far away" in page_of(other, there)
    assert other.get(there.replace("replay", "record")).content == text
    told = json.loads(text)
    told["states"][3] = "0123abcd"
    waits = sent_in(other, json.dumps(told).encode())["Location"]
    other.get(waits)
    assert "Order 4 comes out otherwise here" in page_of(other, waits)
    monkeypatch.setattr("armybuilder.skirmishes.reopening.MOST_UNOPENED", 0)
    sent_in(other, text)
    assert JobAsk.objects.get().job.state == "waiting", "files that were judged do not pile up"


def test_a_game_that_was_judged_by_another_catalogue_is_not_kept(
    game: Skirmish, own: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.skirmishes.reopening.AT_ONCE", 5)
    text = own.get(own_door(game).replace("replay", "record")).content
    waits = sent_in(own, text)["Location"]
    job = JobAsk.objects.get().job
    Job.objects.update(payload=job.payload | {"catalogue": "yesterday"})
    assert "Send the file again" in page_of(own, waits)
    assert Job.objects.get().state == "failed" and Skirmish.objects.count() == 1


# --- Chances ----------------------------------------------------------------------------------


def test_whoever_watches_asks_what_becomes_of_a_position(game: Skirmish, other: Client) -> None:
    sent = {"step": 2, "chances-commander": "random", "chances-games": "20"}
    answer = other.post(door(game, "chances/"), sent)
    (ask,) = JobAsk.objects.all()
    assert answer["Location"] == reverse("chances", args=[ask.public_id])
    assert (ask.notes["step"], ask.job.payload["games"]) == (2, 20)
    assert ask.job.payload["commanders"] == {"red": "random", "blue": "random"}
    assert f"{door(game)}?step=2" in page_of(other, answer["Location"])
    for wrong in ({"step": ""}, {"chances-games": "7"}, {"chances-commander": "napoleon"}):
        assert other.post(door(game, "chances/"), sent | wrong).status_code == 400


def test_where_nobody_commands_nothing_is_counted(member: User, own: Client) -> None:
    game = played("warzone", Owner(member), 2)
    assert "Play this 1,000 times" not in page_of(own, own_door(game))
    assert own.post(own_door(game, "chances/"), {"step": 1}).status_code == 400
