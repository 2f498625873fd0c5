"""Lists handed in for an evening: what an organiser prints, and what stays its player's alone."""

import io

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from armybuilder.clubs.models import Evening
from armybuilder.clubs.services import clubs, evenings
from armybuilder.clubs.tests.test_clubs import NOW, Player
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.services.groups import create_group, delete_group, save_document
from armybuilder.home.selectors.personal import personal_data
from armybuilder.jobs.models import Job
from armybuilder.jobs.services.carrying import carry
from armybuilder.site.models import Block, Owner

pytestmark = pytest.mark.usefixtures("catalogue")
AOD = "age-of-destruction"


@pytest.fixture
def anna(db: None) -> Player:
    return Player("Anna")


@pytest.fixture
def bert(anna: Player) -> Player:
    return Player("Bert", anna.club)


@pytest.fixture
def evening(anna: Player) -> Evening:
    return evenings.create_evening(club=anna.club, actor=anna.user, date=NOW.date(), name="Raid")


def as_(player: Player) -> Client:
    client = Client()
    client.force_login(player.user)
    return client


def page_of(evening: Evening) -> str:
    return reverse("evening", args=[evening.club.public_id, evening.public_id])


def enter(player: Player, evening: Evening, **more: str) -> BattleGroup:
    """Come with a list, by the form of the page."""
    group = player.group(n102=1)
    assert group
    as_(player).post(f"{page_of(evening)}enter/", {"group": group.public_id, **more})
    return group


def prints(player: Player, evening: Evening, *, system: str = AOD, first: str = "1") -> str:
    """The words on the print an organiser takes; "" where there is none."""
    answer = as_(player).post(f"{page_of(evening)}print/", {"system": system, "first": first})
    if answer["Content-Type"] != "application/pdf":
        assert answer.status_code == 302
        return ""
    return words_of(answer.content)


def words_of(pdf: bytes) -> str:
    """The words of a document, with single spaces."""
    pages = PdfReader(io.BytesIO(pdf)).pages
    return " ".join(word for page in pages for word in page.extract_text().split())


def test_an_organiser_prints_what_was_handed_in_with_its_player_and_nothing_else(
    anna: Player, bert: Player, evening: Evening
) -> None:
    enter(bert, evening, handed_in="1")
    enter(Player("Cora", anna.club), evening)
    enter(anna, evening, handed_in="1")

    told = prints(anna, evening)

    assert [name in told for name in ("Anna", "Bert", "Cora")] == [True, True, False]
    assert told.count("Event: Raid") == told.count("20 Nov 2026") == 2
    assert "Army sheets for print: 2 lists" in as_(anna).get(page_of(evening)).content.decode()


def test_nobody_but_an_organiser_prints(anna: Player, bert: Player, evening: Evening) -> None:
    enter(anna, evening, handed_in="1")
    elsewhere = clubs.create_club(founder=bert.user, name="Bert's own")
    around = reverse("evening", args=[elsewhere.public_id, evening.public_id])
    asked = {"system": AOD, "first": "1"}

    assert as_(bert).post(f"{page_of(evening)}print/", asked).status_code == 404
    assert as_(bert).post(f"{around}print/", asked).status_code == 404
    assert "Army sheets for print" not in as_(bert).get(page_of(evening)).content.decode()


def test_a_player_hands_in_takes_back_and_hands_in_what_it_is_now(
    anna: Player, bert: Player, evening: Evening
) -> None:
    group = enter(bert, evening)
    entry = evening.entries.get()
    door, at = as_(bert), f"{page_of(evening)}hand-in/{entry.pk}/"
    assert "The organisers may then print it" in door.get(page_of(evening)).content.decode()
    assert prints(anna, evening) == ""

    door.post(at)
    assert "may print it." in door.get(page_of(evening)).content.decode()
    assert "handed in" in as_(anna).get(page_of(evening)).content.decode()
    first = prints(anna, evening)
    save_document(group=group, version=1, document=group.document | {"name": "Another name"})
    assert "You changed it since" in door.get(page_of(evening)).content.decode()
    assert prints(anna, evening) == first and "Another name" not in first

    door.post(at, {"again": "1"})
    assert "Another name" in prints(anna, evening)
    door.post(at, {"back": "1"})
    assert prints(anna, evening) == ""


def test_nobody_hands_in_for_somebody_else(anna: Player, bert: Player, evening: Evening) -> None:
    enter(bert, evening)
    entry = evening.entries.get()

    assert as_(anna).post(f"{page_of(evening)}hand-in/{entry.pk}/").status_code == 404
    entry.refresh_from_db()
    assert entry.handed_in is None


def test_what_is_hidden_blocked_left_or_deleted_is_not_printed(
    anna: Player, bert: Player, evening: Evening
) -> None:
    group = enter(bert, evening, handed_in="1")
    assert prints(anna, evening)

    BattleGroup.objects.filter(pk=group.pk).update(hidden=True)
    assert prints(anna, evening) == ""
    assert group.name and group.name not in as_(anna).get(page_of(evening)).content.decode()
    assert group.name in as_(bert).get(page_of(evening)).content.decode()
    BattleGroup.objects.filter(pk=group.pk).update(hidden=False)

    for owner, other in ((anna.user, bert.user), (bert.user, anna.user)):
        block = Block.objects.create(owner=owner, other=other)
        assert prints(anna, evening) == ""
        page = as_(anna).get(page_of(evening)).content.decode()
        assert "handed in<" not in page, "who was blocked is not told"
        block.delete()

    member = anna.club.members.get(user=bert.user)
    member.delete()
    assert prints(anna, evening) == ""
    member.save()
    assert prints(anna, evening)
    delete_group(group=group)
    assert prints(anna, evening) == ""


def test_many_are_printed_beside_the_page_and_more_than_fit_in_parts(
    anna: Player, bert: Player, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.groups.views.printing.AT_ONCE", 1)
    for module in ("selectors", "present"):
        monkeypatch.setattr(f"armybuilder.clubs.{module}.evenings.MOST_PRINTED", 2)
    for _each in range(3):
        enter(bert, evening, handed_in="1")

    page = as_(anna).get(page_of(evening)).content.decode()
    assert "2 lists (1–2)" in page and "1 list (3–3)" in page
    assert prints(anna, evening, first="3").count("Player: Bert") == 1
    answer = as_(anna).post(f"{page_of(evening)}print/", {"system": AOD, "first": "1"})
    while carry(Job.objects.get().pk, seconds=0):
        pass
    file = as_(anna).get(f"{answer['Location']}file/")
    assert words_of(file.content).count("Player: Bert") == 2
    (told,) = personal_data(user=anna.user)["long_work"]
    assert told["asked"]["lists"] == [] and "Bert" not in str(told), "they are Bert's data"


@pytest.mark.parametrize("first", ["2", "0", "-1", "x", "9" * 30])
def test_no_such_part(anna: Player, evening: Evening, first: str) -> None:
    enter(anna, evening, handed_in="1")

    told = prints(anna, evening, first=first)

    assert bool(told) == (first in ("-1", "x", "9" * 30)), "what is no number is the first"
    assert prints(anna, evening, system="no-such-game") == ""


def test_a_hidden_name_is_on_no_sheet(anna: Player, bert: Player, evening: Evening) -> None:
    bert.user.name_hidden = True
    bert.user.save()
    enter(bert, evening, handed_in="1")

    told = prints(anna, evening)

    assert "Bert" not in told and "Player: a member" in told


def test_a_players_data_tells_that_they_handed_in(bert: Player, evening: Evening) -> None:
    enter(bert, evening, handed_in="1")

    (told,) = personal_data(user=bert.user)["club_evenings"]
    assert told["handed_in_revision"] == 1


def test_a_list_with_nothing_in_it_is_told_before_it_is_handed_in(
    anna: Player, evening: Evening
) -> None:
    document = {"format": "battle-group/1", "system": AOD, "name": "Later", "build_total": 300}
    group = create_group(owner=Owner(member=anna.user), document=document | {"units": []})
    assert "Later (nothing in it yet)" in as_(anna).get(page_of(evening)).content.decode()

    enter(anna, evening)
    assert "Nothing stands in this list" not in as_(anna).get(page_of(evening)).content.decode()
    as_(anna).post(f"{page_of(evening)}enter/", {"group": group.public_id})
    assert "Nothing stands in this list" in as_(anna).get(page_of(evening)).content.decode()
