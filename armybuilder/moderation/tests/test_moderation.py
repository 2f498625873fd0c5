"""From a report to a decision, and back to the author."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from armybuilder.apps import MODERATORS
from armybuilder.clubs.models import ClubRole
from armybuilder.clubs.services import clubs, evenings
from armybuilder.groups.models import BattleGroup, EventFormat, SealMode, Visibility
from armybuilder.groups.services.formats import FormatText, create_format
from armybuilder.groups.services.groups import create_group
from armybuilder.groups.services.sealing import seal, show_sealed
from armybuilder.groups.services.sharing import set_visibility
from armybuilder.groups.tests.test_api_groups import PATROL
from armybuilder.moderation.models import Case, Report
from armybuilder.moderation.services import ENOUGH, MOST_REPORTS
from armybuilder.scenarios.models import Scenario
from armybuilder.site.models import AuditEntry, AuditKind, Owner, User
from armybuilder.skirmishes.models import Skirmish
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player
from collection.owning.models import Collection, ShownPhoto
from collection.owning.services.collections import create_collection
from collection.owning.services.sharing import invite
from collection.owning.services.showing import report as report_photo
from collection.owning.services.showing import show_photo
from collection.owning.tests.conftest import NOW
from collection.owning.tests.test_photos import keep, picture

pytestmark = pytest.mark.usefixtures("catalogue")
LINK = re.compile(r'class="report-link" href="([^"]+)"')
Join = Callable[[str], tuple[User, Client]]


@pytest.fixture
def join(db: None) -> Join:
    """Makes a member by name, and the browser they are signed in with."""

    def make(name: str) -> tuple[User, Client]:
        user = User.objects.create_user(f"{name.lower()}@example.org", display_name=name)
        client = Client()
        client.force_login(user)
        return user, client

    return make


@pytest.fixture
def moderator(join: Join) -> Client:
    user, client = join("Maud")
    user.groups.add(Group.objects.get(name=MODERATORS))
    return client


def link_on(client: Client, address: str) -> str:
    """The way to report something that a page shows."""
    found = LINK.search(client.get(address).content.decode())
    assert found, address
    return found[1].replace("&amp;", "&")


def link_to_words(client: Client, address: str) -> str:
    """The way to report something else than the names of those who meet there; "" for none."""
    links = LINK.findall(client.get(address).content.decode())
    return next((each.replace("&amp;", "&") for each in links if "/name." not in each), "")


def report(client: Client, link: str, reason: str = "insult", note: str = "") -> None:
    answer = client.post(link, {"reason": reason, "note": note})
    assert answer.status_code == 302, answer.content.decode()


def decide(moderator: Client, decision: str, told: str = "") -> None:
    """Decide on the first that waits."""
    page = moderator.get(reverse("moderation")).content.decode()
    found = re.search(r'action="(/en/moderation/[^"]+)"', page)
    assert found
    assert moderator.post(found[1], {"decision": decision, "told": told}).status_code == 302


def published(owner: User, name: str = "Foul words") -> BattleGroup:
    group = create_group(owner=Owner(owner), document={**PATROL, "name": name})
    set_visibility(group=group, visibility=Visibility.PUBLIC)
    group.refresh_from_db()
    return group


def address_of(group: BattleGroup) -> str:
    return reverse("shared_group", args=[group.share_token])


def test_a_public_list_is_reported_hidden_changed_and_shown_again(
    join: Join, moderator: Client
) -> None:
    (author, own), guest = join("Anna"), Client()
    group = published(author)
    link = link_on(guest, address_of(group))
    assert guest.get(link).status_code == 200
    report(guest, link, note="It is foul")

    page = moderator.get(reverse("moderation")).content.decode()
    assert all(said in page for said in ("Foul words", "by Anna", "a guest: It is foul"))
    assert "The first has waited since" in page
    assert "the first since" in moderator.get(reverse("home")).content.decode()
    assert address_of(group) in page
    decide(moderator, "hide", "Not in front of children")
    assert "has waited since" not in moderator.get(reverse("moderation")).content.decode()

    assert guest.get(address_of(group)).status_code == 404
    assert "Foul words" not in guest.get(reverse("public_groups")).content.decode()
    assert "hidden from others" in own.get(reverse("home")).content.decode()
    page = own.get(reverse("hidden")).content.decode()
    assert "Not in front of children" in page
    again = reverse("ask_again", args=[Case.objects.get().pk])
    assert "still reads as it did" in own.post(again, follow=True).content.decode()
    group.refresh_from_db()
    group.document["name"] = "Fair words"
    group.save()
    assert "look at it again" in own.post(again, follow=True).content.decode()
    assert guest.get(address_of(group)).status_code == 404
    page = moderator.get(reverse("moderation")).content.decode()
    assert "changed, asks again" in page and "Fair words" in page
    decide(moderator, "stay")

    assert "Fair words" in guest.get(address_of(group)).content.decode()
    assert "Nothing of yours is hidden" in own.get(reverse("hidden")).content.decode()
    told = AuditEntry.objects.filter(kind=AuditKind.MODERATED).values_list("actor", "about", "what")
    boss = User.objects.get(display_name="Maud")
    key = f"group {group.pk}"
    assert [*told] == [
        (boss.pk, author.pk, f"{key}: stays"),
        (boss.pk, author.pk, f"{key}: hidden"),
    ]


def test_what_stays_is_reported_in_vain_until_it_reads_differently(
    join: Join, moderator: Client
) -> None:
    author, _own = join("Anna")
    group = published(author)
    link = link_on(moderator, address_of(group))
    report(Client(), link)
    decide(moderator, "stay")
    for number in range(ENOUGH):
        report(join(f"Foe{number}")[1], link)
    assert "Nothing waits" in moderator.get(reverse("moderation")).content.decode()
    assert Client().get(address_of(group)).status_code == 200

    group.refresh_from_db()
    group.document["notes"] = "Now really foul"
    group.save()
    report(Client(), link)

    assert "Now really foul" in moderator.get(reverse("moderation")).content.decode()
    assert Report.objects.count() == 1


def test_enough_members_hide_something_but_neither_guests_nor_one_member_often(join: Join) -> None:
    group = published(join("Anna")[0])
    link = link_on(Client(), address_of(group))
    readers = [join(f"Reader{number}")[1] for number in range(ENOUGH)]
    for client in [
        Client(),
        Client(),
        Client(),
        readers[0],
        readers[0],
        readers[0],
        *readers[1:-1],
    ]:
        report(client, link)
    assert Client().get(address_of(group)).status_code == 200

    report(readers[-1], link)

    assert Client().get(address_of(group)).status_code == 404


def test_reports_are_bounded(join: Join, settings: Any) -> None:
    group = published(join("Anna")[0])
    link = link_on(Client(), address_of(group))
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"report": "2/h"}
    guest = Client()
    assert [guest.post(link, {"reason": "insult"}).status_code for _ in range(3)] == [302, 302, 429]
    assert guest.get(link).status_code == 200
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"report": "999/h"}
    for _number in range(MOST_REPORTS):
        report(guest, link)
    assert Report.objects.count() == MOST_REPORTS


def test_addresses_nobody_was_given_open_nothing(client: Client, join: Join) -> None:
    group = published(join("Anna")[0])
    signed = link_on(client, address_of(group)).split("/")[3]
    other = signed.replace(f"group.{group.pk}", f"group.{group.pk + 1}")
    assert other != signed
    for address in (other, "group.1", "name.1:x"):
        assert client.get(f"/en/report/{address}/").status_code == 404
    for away in ("https://elsewhere.example/", "//elsewhere.example/", "nowhere", ""):
        answer = client.post(f"/en/report/{signed}/?next={away}", {"reason": "insult"})
        assert answer["Location"] == "/", away
    back = client.post(f"/en/report/{signed}/?next=/en/help/", {"reason": "insult"})
    assert back["Location"] == "/en/help/"


def test_only_moderators_decide_and_not_on_their_own(
    client: Client, join: Join, moderator: Client
) -> None:
    author, own = join("Anna")
    group = published(author)
    report(Client(), link_on(Client(), address_of(group)))
    case = Case.objects.get()
    doors = (reverse("moderation"), reverse("moderation_decide", args=[case.pk]))
    assert [own.get(doors[0]).status_code, own.post(doors[1]).status_code] == [403, 403]
    assert [client.get(doors[0]).status_code, client.post(doors[1]).status_code] == [302, 302]
    assert moderator.post(doors[1], {"decision": "burn"}).status_code == 400

    author.groups.add(Group.objects.get(name=MODERATORS))

    assert "Foul words" not in own.get(doors[0]).content.decode()
    assert own.post(doors[1], {"decision": "stay"}).status_code == 404
    other = reverse("ask_again", args=[case.pk])
    assert moderator.post(other).status_code == 404


def test_a_name_is_hidden_wherever_it_stands(join: Join, moderator: Client) -> None:
    author, own = join("Anna Foul")
    group = published(author, "Fair words")
    report(Client(), link_on(Client(), address_of(group)), "name")
    decide(moderator, "hide")

    shown = Client().get(address_of(group)).content.decode()
    assert "Fair words" in shown and "Anna Foul" not in shown
    assert "Anna Foul" not in Client().get(reverse("public_groups")).content.decode()
    assert "Anna Foul" in own.get(reverse("hidden")).content.decode()


def test_a_name_is_reported_among_those_who_meet(join: Join) -> None:
    author, _own = join("Anna")
    friend, at_club = join("Ola")
    club = clubs.create_club(founder=author, name="Club")
    club.members.create(user=friend)
    links = LINK.findall(at_club.get(reverse("club", args=[club.public_id])).content.decode())
    assert ["/name." in each for each in links] == [False, True]

    report(at_club, links[1].replace("&amp;", "&"))

    assert [(case.kind, case.key) for case in Case.objects.all()] == [("name", author.pk)]


def test_words_of_a_format_are_hidden_and_the_format_is_of_use(
    join: Join, moderator: Client
) -> None:
    author, own = join("Anna")
    written = create_format(owner=Owner(author), text=FormatText("Foul", "Very foul", {}))
    page = reverse("format", args=[written.public_id])
    report(Client(), link_on(Client(), page))
    decide(moderator, "hide")

    shown = Client().get(page).content.decode()
    assert "Foul" not in shown and "Hidden by a moderator" in shown
    versions = reverse("format_versions", args=[written.public_id])
    assert [Client().get(versions).status_code, own.get(versions).status_code] == [404, 200]
    change = own.get(reverse("format_change", args=[written.public_id])).content.decode()
    assert "Very foul" in change
    assert EventFormat.objects.get().title == "Foul"


def test_a_game_its_notes_and_a_scenario_are_hidden(join: Join, moderator: Client) -> None:
    author, own = join("Anna")
    Player()
    Skirmish.objects.update(owner=author, visitor="", over=True, share_token="t" * 20)
    game = Skirmish.objects.get()
    note = game.notes.create(author=author, step=0, text="Foul note")
    page = reverse("skirmish_shared", args=[game.system, game.share_token])
    links = LINK.findall(Client().get(f"{page}?step=0").content.decode())
    assert len(links) == 2
    assert "report/note" in links[0]
    report(Client(), links[0].replace("&amp;", "&"))
    decide(moderator, "hide")
    assert "Foul note" not in Client().get(f"{page}?step=0").content.decode()
    shown = own.get(f"{page}?step=0").content.decode()
    assert "Foul note" in shown and "hidden by a moderator" in shown

    report(Client(), links[1].replace("&amp;", "&"))
    decide(moderator, "hide")
    assert Client().get(page).status_code == 404
    assert own.get(reverse("skirmish", args=[game.system, game.public_id])).status_code == 200

    drawn = Scenario.objects.create(
        owner=author, system=game.system, title="Foul yard", document={}, share_token="s" * 20
    )
    Case.objects.create(kind="scenario", key=drawn.pk, author=author, reported=timezone.now())
    decide(moderator, "hide")
    assert not Scenario.objects.shared_by(drawn.share_token).exists()

    note.delete()
    drawn.delete()
    call_command("clear_up", verbosity=0)
    assert [case.kind for case in Case.objects.all()] == ["game"]


def test_the_author_is_told_by_mail_where_mail_reaches_them(join: Join, moderator: Client) -> None:
    author, _own = join("Anna")
    User.objects.filter(pk=author.pk).update(proven_email=author.email, language="pl")
    group = published(author)
    report(Client(), link_on(Client(), address_of(group)))
    decide(moderator, "hide", "Think of the children")

    (letter,) = mail.outbox
    assert letter.to == ["anna@example.org"]
    assert "Foul words" in letter.body and "Think of the children" in letter.body
    assert "/account/hidden/" in letter.body


def test_the_queue_asks_as_often_for_many_as_for_few(join: Join, moderator: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            moderator.get(reverse("moderation"))
        return len(asked)

    author, _own = join("Anna")
    for number in range(2):
        report(Client(), link_on(Client(), address_of(published(author, f"Group {number}"))))
    few = queries()
    for number in range(2, 7):
        report(Client(), link_on(Client(), address_of(published(author, f"Group {number}"))))

    assert queries() == few


def test_what_one_reported_and_what_was_decided_is_ones_own_data(
    join: Join, moderator: Client
) -> None:
    (author, own), (_reader, other) = join("Anna"), join("Ola")
    report(other, link_on(other, address_of(published(author))), note="Foul")
    decide(moderator, "hide", "Really foul")

    mine = own.get(reverse("download_data")).json()["moderation"]
    assert [each["told"] for each in mine["decided_on_mine"]] == ["Really foul"]
    assert mine["reported"] == []
    theirs = other.get(reverse("download_data")).json()["moderation"]
    assert [each["note"] for each in theirs["reported"]] == ["Foul"]


@dataclass(frozen=True)
class Named:
    """Something with a name of Anna's that others come across: on which page they report it, what
    reads then in its place, and how she gives it another name."""

    reported_on: str
    instead: str
    pages: tuple[str, ...]
    rename: Callable[[Client, str], Any]


def a_club(author: User, reader: User) -> Named:
    club = clubs.create_club(founder=author, name="Foul words")
    club.members.create(user=reader)
    page, settings = (reverse(name, args=[club.public_id]) for name in ("club", "club_settings"))
    return Named(
        page,
        "a club",
        (page, reverse("clubs"), reverse("club_lending", args=[club.public_id])),
        lambda client, name: client.post(settings, {"name": name}),
    )


def an_invited_club(author: User, reader: User) -> Named:
    club = clubs.create_club(founder=author, name="Foul words")
    made = clubs.invite(club=club, actor=author, now=timezone.now())
    page = reverse("club_join", args=[made.token])
    settings = reverse("club_settings", args=[club.public_id])
    return Named(
        page, "a club", (page,), lambda client, name: client.post(settings, {"name": name})
    )


def an_evening(author: User, reader: User) -> Named:
    club = clubs.create_club(founder=author, name="Club")
    club.members.create(user=reader)
    day = timezone.localdate()
    made = evenings.create_evening(club=club, actor=author, date=day, name="Foul words")
    names = [club.public_id, made.public_id]
    page = reverse("evening", args=names)
    return Named(
        page,
        str(day.year),
        (page, reverse("club", args=[club.public_id]), reverse("home")),
        lambda client, name: client.post(
            reverse("evening_change", args=names), {"date": day.isoformat(), "name": name}
        ),
    )


def a_shared_collection(author: User, reader: User) -> Named:
    shelf = create_collection(owner=author, name="Foul words")
    shelf.memberships.create(user=reader, role="viewer")
    return _collection(shelf, reverse("collection:settings", args=[shelf.public_id]))


def an_invited_collection(author: User, reader: User) -> Named:
    shelf = create_collection(owner=author, name="Foul words")
    made = invite(
        collection=shelf, actor=author, role="viewer", email=reader.email, now=timezone.now()
    )
    return _collection(shelf, reverse("collection:join", args=[made.token]))


def _collection(shelf: Collection, page: str) -> Named:
    settings = reverse("collection:settings", args=[shelf.public_id])
    said = {"currency": shelf.currency}
    return Named(
        page,
        "a collection",
        (page, reverse("collection:collections")),
        lambda client, name: client.post(settings, said | {"name": name}),
    )


@pytest.mark.parametrize(
    "make", [a_club, an_invited_club, an_evening, a_shared_collection, an_invited_collection]
)
def test_names_of_what_is_shared_are_reported_hidden_changed_and_shown_again(
    join: Join, moderator: Client, make: Callable[[User, User], Named]
) -> None:
    (author, own), (reader, other) = join("Anna"), join("Ola")
    User.objects.filter(pk=reader.pk).update(proven_email=reader.email)
    named = make(author, reader)
    report(other, link_to_words(other, named.reported_on))
    assert not link_to_words(own, named.reported_on), "nobody reports their own"
    assert "Foul words" in moderator.get(reverse("moderation")).content.decode()
    decide(moderator, "hide", "Not in front of children")

    for page in named.pages:
        shown = other.get(page).content.decode()
        assert "Foul words" not in shown and named.instead in shown, page
    told = own.get(reverse("hidden")).content.decode()
    assert "Foul words" in told and "Not in front of children" in told
    assert other.get(reverse("hidden")).content.decode().count("Foul words") == 0
    again = reverse("ask_again", args=[Case.objects.get().pk])
    assert "still reads as it did" in own.post(again, follow=True).content.decode()
    assert named.rename(own, "Fair words").status_code == 302
    assert "Fair words" not in other.get(named.pages[0]).content.decode()
    assert other.post(again).status_code == 404
    own.post(again)
    decide(moderator, "stay")

    for page in named.pages:
        assert "Fair words" in other.get(page).content.decode(), page


def test_a_hidden_name_passes_on_to_whoever_gives_another(join: Join, moderator: Client) -> None:
    (author, own), (heir, other), (reader, reading) = join("Anna"), join("Ola"), join("Eve")
    club = clubs.create_club(founder=author, name="Foul words")
    club.members.create(user=heir, role=ClubRole.ORGANISER)
    club.members.create(user=reader)
    page = reverse("club", args=[club.public_id])
    report(reading, link_to_words(reading, page))
    decide(moderator, "hide")
    assert "Foul words" in own.get(reverse("hidden")).content.decode()

    author.delete()

    assert "Give the club another one" in other.get(page).content.decode()
    assert "Give the club another one" not in reading.get(page).content.decode()
    queue = moderator.get(reverse("moderation")).content.decode()
    assert "a former member" in queue
    other.post(reverse("club_settings", args=[club.public_id]), {"name": "Fair words"})
    assert "Fair words" in other.get(reverse("hidden")).content.decode()
    other.post(reverse("ask_again", args=[Case.objects.get().pk]))
    assert Case.objects.get().author == heir
    decide(moderator, "stay")
    assert "Fair words" in reading.get(page).content.decode()


def test_a_sealed_list_is_reported_hidden_closed_and_shown_again(
    join: Join, moderator: Client
) -> None:
    (author, own), guest = join("Anna"), Client()
    group = create_group(owner=Owner(author), document={**PATROL, "name": "Foul words"})
    sealed = seal(group=group)
    show_sealed(sealed=sealed, mode=SealMode.OPEN)
    page = reverse("sealed", args=[sealed.public_id])
    assert not LINK.search(own.get(page).content.decode())
    report(guest, link_on(guest, page))
    queue = moderator.get(reverse("moderation")).content.decode()
    assert "Foul words" in queue and page in queue
    decide(moderator, "hide")

    assert guest.get(page).status_code == 404
    assert "hides this list from others" in own.get(page).content.decode()
    assert reverse("group_share", args=[group.public_id]) in (
        own.get(reverse("hidden")).content.decode()
    )
    again = reverse("ask_again", args=[Case.objects.get().pk])
    assert "still reads as it did" in own.post(again, follow=True).content.decode()
    show_sealed(sealed=sealed, mode=SealMode.SECRET)
    assert "look at it again" in own.post(again, follow=True).content.decode()
    decide(moderator, "stay")
    shown = guest.get(page)
    assert shown.status_code == 200 and "Foul words" not in shown.content.decode()


@pytest.fixture
def shown(join: Join, settings: Any, tmp_path: Path) -> ShownPhoto:
    """A photo on a figure's page, which a guest has reported."""
    settings.MEDIA_ROOT = tmp_path
    shelf = create_collection(owner=join("Anna")[0], name="Secret shelf")
    photo = keep(shelf, picture(400, 400))
    square = (0, 0, 400)
    shown = show_photo(photo=photo, actor=shelf.owner, square=square, credit="Anna", now=NOW)
    report_photo(shown=shown, reason="person", note="That is me", by=None, now=NOW)
    return shown


@pytest.mark.parametrize("decision", ["hide", "stay"])
def test_photos_of_the_catalogue_wait_in_the_same_line(
    shown: ShownPhoto, moderator: Client, decision: str
) -> None:
    page = moderator.get(reverse("moderation")).content.decode()
    address = reverse("collection:shown_photo", args=[shown.public_id])
    assert address in page and "a guest: That is me" in page
    assert "Secret shelf" not in page
    assert moderator.get(address).status_code == 200

    decide(moderator, decision, "Somebody can be seen")

    owner = Client()
    owner.force_login(shown.photo.collection.owner)
    told = owner.get(reverse("hidden")).content.decode()
    seen = Client().get(address).status_code
    assert (seen, "Somebody can be seen" in told) == {"hide": (404, True), "stay": (200, False)}[
        decision
    ]
    assert "Nothing waits" in moderator.get(reverse("moderation")).content.decode()
    assert AuditEntry.objects.filter(
        kind=AuditKind.MODERATED, about=shown.photo.collection.owner_id
    )
