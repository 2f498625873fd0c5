"""Sealed lists: bound before anybody sees them, shown step by step, proven at the end."""

import base64
import hashlib
import re

import pytest
from django.test import Client

from armybuilder.groups.certificates.judging import Worth, examine
from armybuilder.groups.certificates.seals import opening_of, seal_of
from armybuilder.groups.certificates.writing import read
from armybuilder.groups.models import SealedList
from armybuilder.groups.services.sealing import MOST_SEALS
from armybuilder.groups.tests.builder import Builder, text_of
from armybuilder.groups.tests.test_khans_armies import begun

pytestmark = pytest.mark.usefixtures("catalogue")


@pytest.fixture
def player() -> Builder:
    person = Builder(Client())
    person.start("Evening patrol")
    person.add("AOD-102", "AOD-033")
    return person


def sealed(player: Builder) -> SealedList:
    assert player.client.post(f"{player.url}seal/").status_code == 302
    return SealedList.objects.first() or pytest.fail("nothing was sealed")


def seen(of: SealedList) -> str:
    answer = Client().get(f"/en/s/{of.public_id}/")
    assert answer.status_code == 200
    assert answer["X-Robots-Tag"] == "noindex"
    return str(answer.content.decode())


def show(player: Builder, of: SealedList, mode: str) -> int:
    url = f"{player.url}seals/{of.public_id}/"
    return int(player.client.post(url, {"mode": mode}).status_code)


def test_a_closed_list_tells_its_points_and_nothing_that_is_in_it(player: Builder) -> None:
    kept = sealed(player)
    total = str(read(kept.certificate).statement.total)

    page = seen(kept)
    assert "Genuine, and sealed" in page
    assert f"Points {total}" in text_of(page)
    for secret in ("Hatchetman", "Evening patrol", "AOD-102", "AOD-033", kept.opening):
        assert secret not in page
    assert kept.opening.split("~")[1] not in page


def test_a_secret_list_tells_its_figures_and_not_what_they_carry(player: Builder) -> None:
    player.edit("add", number="AOD-G-005")
    kept = sealed(player)
    assert show(player, kept, "secret") == 302

    page = seen(kept)
    figures = re.findall(r"<li>([^<]+)</li>", page)
    assert len(figures) >= 2
    assert "Evening patrol" not in page and kept.opening not in page
    assert "nothing in it has been changed since" not in page
    assert show(player, kept, "closed") == 302
    assert figures[0] not in seen(kept)


def test_an_open_list_is_proven_to_be_the_one_that_was_sealed(player: Builder) -> None:
    kept = sealed(player)
    before = read(kept.certificate).statement.line
    player.edit("add", number="AOD-040")  # What becomes of the group does not change the seal.
    assert show(player, kept, "open") == 302

    page = seen(kept)
    assert "Evening patrol" in page
    assert "nothing in it has been changed since" in page
    opening = re.search(r"<textarea[^>]*>([^<]+)</textarea>", page)
    assert opening
    digest = hashlib.sha256(opening[1].encode()).digest()
    assert base64.b32encode(digest[:16]).decode().rstrip("=") == before.partition("~")[2]
    assert "AOD-040" not in opening[1]


def test_no_two_openings_of_a_list_have_the_same_seal() -> None:
    first, second = opening_of("mw1~300~x"), opening_of("mw1~300~x")
    assert seal_of(first) != seal_of(second)
    assert re.fullmatch(r"[A-Z2-7]{26}", seal_of(first))
    assert seal_of(first) != seal_of(first.replace("300", "301"))


def test_a_judge_scans_a_sealed_list(player: Builder, client: Client) -> None:
    kept = sealed(player)
    assert examine(kept.certificate).worth == Worth.SEALED
    forged = kept.certificate[:-1] + ("A" if kept.certificate[-1] != "A" else "B")
    assert examine(forged).worth == Worth.FORGED

    assert "Genuine, and sealed" in client.get(f"/en/c/{kept.certificate}/").content.decode()
    table = client.post("/en/judge/", {"scanned": kept.certificate}).content.decode()
    assert "Genuine, and sealed" in table
    written = client.post("/en/judge/table.csv", {"kept": kept.certificate}).content.decode()
    assert "Genuine, and sealed" in written


def test_what_is_taken_back_is_gone(player: Builder) -> None:
    kept = sealed(player)
    assert show(player, kept, "back") == 302
    assert Client().get(f"/en/s/{kept.public_id}/").status_code == 404
    assert show(player, kept, "open") == 404


def test_only_its_player_opens_it(player: Builder) -> None:
    kept = sealed(player)
    stranger = Builder(Client())
    stranger.url = player.url
    assert show(stranger, kept, "open") == 404
    assert show(player, kept, "wide open") == 400
    kept.refresh_from_db()
    assert kept.mode == "closed"

    other = Builder(player.client)
    other.start("Another")
    assert show(other, kept, "open") == 404


def test_a_group_has_so_many_seals(player: Builder) -> None:
    for _time in range(MOST_SEALS):
        sealed(player)
    page = player.client.post(f"{player.url}seal/", follow=True).content.decode()
    assert "Take one back first" in page
    assert SealedList.objects.count() == MOST_SEALS


def test_what_is_not_legal_is_told_though_it_is_sealed_an_army_of_another_game_too() -> None:
    army = begun()
    kept = sealed(army)
    assert examine(kept.certificate).worth == Worth.NOT_LEGAL
    for mode in ("closed", "secret", "open"):
        show(army, kept, mode)
        assert "Genuine, but not legal" in seen(kept)
