"""Guests type numbers at once, and take them along when they sign up."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from collection.catalogue import game
from collection.catalogue.finding.typed import LONGEST_TYPED
from collection.owning.models import Collection, Holding
from collection.owning.present.trying import Trial, trial_of
from collection.owning.views.trying import MOST_LINES

pytestmark = pytest.mark.usefixtures("catalogue")


def tried(*said: str) -> Trial:
    return trial_of(said, game.SYSTEM)


def test_lines_are_counted_and_told_the_last_first() -> None:
    trial = tried("102", "2x33", "Hatchetman AOD-102", "102")
    assert (trial.pieces, trial.different) == (4, 2)
    last, unread, *_others = trial.lines
    assert [(each.number, each.before, each.count) for each in last.pieces] == [("AOD-102", 1, 1)]
    assert unread.problem and not unread.pieces
    assert trial.in_one_line == "AOD-102 2xAOD-033 AOD-102"
    assert tried(trial.in_one_line).pieces == trial.pieces


def test_what_is_unclear_offers_what_it_may_mean_in_its_place() -> None:
    (_last, unclear) = tried("Hatchetman", "33").lines
    assert unclear.problem
    instead, _title, url = unclear.near[0]
    assert parse_qs(urlsplit(url).query)["typed"] == [instead, "33"]
    assert parse_qs(urlsplit(unclear.without_url).query)["typed"] == ["33"]
    assert not tried(instead).lines[0].problem


def test_an_unlisted_number_counts_once_it_is_said_again() -> None:
    (line,) = tried("AOD-999").lines
    assert line.problem and line.all_the_same
    said, url = line.all_the_same
    assert parse_qs(urlsplit(url).query)["typed"] == [said]
    assert tried(said).pieces == 1


@pytest.mark.parametrize("said", ["-102", "1-999", ""])
def test_what_cannot_be_counted_says_why(said: str) -> None:
    (line,) = tried(said).lines
    assert line.problem and not line.pieces


def test_no_more_is_taken_than_can_be_taken_along() -> None:
    trial = tried(*["AOD-001 AOD-002 AOD-003 AOD-004 AOD-005 AOD-006 AOD-007 AOD-008"] * 40)
    assert trial.lines[-1].problem == "" and trial.lines[0].problem
    assert 0.9 * LONGEST_TYPED < len(trial.in_one_line) <= LONGEST_TYPED


def test_whoever_signs_in_from_the_frame_takes_along_what_the_lines_mean(
    client: Client, collection: Collection
) -> None:
    client.force_login(collection.owner)
    door = reverse("collection:keypad_door")
    page = client.get(door, {"typed": ["Spider", "33"]}, follow=True).content.decode()
    assert 'value="AOD-033"' in page, "of several Spiders none is meant"


def test_of_too_many_lines_the_last_stand(client: Client) -> None:
    lines = [str(number) for number in range(1, MOST_LINES + 2)]
    page = client.get(reverse("collection:keypad_door"), {"typed": lines}).content.decode()
    assert ">AOD-051<" in page
    assert ">AOD-001<" not in page


def test_a_guest_types_signs_up_and_finds_it_in_the_new_collection(
    client: Client, anna: Any
) -> None:
    door = reverse("collection:keypad_door")
    page = unescape(client.get(door, {"typed": ["102", "2x33"]}).content.decode())
    (kept_at,) = {unquote(each) for each in re.findall(r"/account/signup/\?next=([^\"]+)", page)}
    assert kept_at.startswith(door)
    assert parse_qs(urlsplit(kept_at).query) == {"typed": ["AOD-102 2xAOD-033"]}

    client.force_login(anna)
    made = client.get(kept_at, follow=True).redirect_chain[-1][0]
    client.post(made, {"name": "Shelf", "currency": "PLN"})
    collection = Collection.objects.get()
    keypad = client.get(kept_at, follow=True).content.decode()
    assert 'value="AOD-102 2xAOD-033"' in keypad
    said = {"said": "AOD-102 2xAOD-033", "key": "k" * 16, "set": "AOD"}
    client.post(reverse("collection:keypad_enter", args=[collection.public_id]), said)
    assert {(row.number, row.plain) for row in Holding.objects.all()} == {("102", 1), ("033", 2)}
