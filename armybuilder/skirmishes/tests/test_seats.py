"""Seats given away by a link: who sees what, who may do what, at every address of every game."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import msgspec
import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from armybuilder.site.models import Block, User
from armybuilder.site.tests.test_security import routes
from armybuilder.skirmishes.models import ChangeKind, Skirmish, SkirmishChange
from armybuilder.skirmishes.seats import clocks
from armybuilder.skirmishes.seats.leaving import leave_games
from armybuilder.skirmishes.tests.test_any_game import Visitor
from armybuilder.skirmishes.views.table import GameTable
from rules import GAME_SYSTEMS, Picture
from rules.tests.squares import SQUARES, Track

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]

SKIRMISHES = "/en/skirmishes/"
WALK = '{"order":"walk","player":"%s"}'


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A race in which everybody runs in the dark."""
    monkeypatch.setitem(GAME_SYSTEMS, SQUARES.name, SQUARES)
    whole = Track.picture

    def dark(track: Track, language: str) -> Picture:
        picture = whole(track, language)
        pieces = tuple(msgspec.structs.replace(piece, secret=True) for piece in picture.pieces)
        return msgspec.structs.replace(picture, pieces=pieces)

    monkeypatch.setattr(Track, "picture", dark)


class Party:
    """The host of a game, a member and a guest in its seats, somebody who watches, a stranger."""

    def __init__(self, host: Client, url: str) -> None:
        self.host, self.url = host, url
        self.watch = ""

    @property
    def game(self) -> Skirmish:
        return Skirmish.objects.get(public_id=self.url.rstrip("/").rpartition("/")[2])

    def does(self, client: Client, page: str, **sent: Any) -> int:
        """The status of the answer to something posted at the table."""
        sent = {"version": self.game.version} | sent
        return client.post(f"{self.url}{page}/", sent).status_code

    def link(self, seat: str) -> str:
        """The link of a seat that the host gives away now."""
        assert self.does(self.host, "seats", do="invite", seat=seat) == 302
        page = unescape(self.host.get(self.url).content.decode())
        (found,) = re.findall(rf'id="link-{seat}" value="http://testserver(.*?)"', page)
        return f"/en{found}"

    def watching(self) -> str:
        assert self.does(self.host, "seats", do="watch") == 302
        page = self.host.get(self.url).content.decode()
        (found,) = re.findall(r'id="watch-link" value="http://testserver(.*?)"', page)
        return f"/en{found}"


def member(name: str) -> Client:
    client = Client()
    user = User.objects.create_user(f"{name}@example.org", display_name=name.title())
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def raced() -> Party:
    visitor = Visitor("squares")
    return Party(visitor.client, visitor.url)


@pytest.mark.usefixtures("toy")
def test_what_is_shown_follows_who_looks_and_what_is_done_the_seat() -> None:
    race = raced()
    guest, watcher = Client(), Client()
    link = race.link("blue")
    assert "A seat is free for you" in guest.get(link).content.decode()
    assert guest.get(race.url).status_code == 404
    assert guest.post(link, {"name": "Ola"}).status_code == 302
    assert watcher.get(link).status_code == 404, "the seat is taken"
    assert race.host.get(link).status_code == 404
    seen = {who: unescape(who.get(race.url).content.decode()) for who in (race.host, guest)}
    own = [(race.host, "red"), (guest, "blue")]
    for who, seat in own:
        assert re.findall(r'data-unit="(red|blue)"', seen[who])[0] == seat
        assert {"red", "blue"} - {seat} - set(re.findall(r'data-unit="(\w+)"', seen[who]))
    assert "Your turn" in seen[race.host] and "Your turn" not in seen[guest]
    assert "Ola" in seen[race.host]

    # Red acts: what Blue orders is not taken, nor what Blue says in the name of Red.
    for seat in ("red", "blue"):
        assert race.does(guest, "order", order=WALK % seat) == 302
    assert race.game.version == 1
    assert race.does(race.host, "order", order=WALK % "red") == 302
    assert race.game.acting == "blue"
    assert race.does(race.host, "order", order=WALK % "blue") == 302
    assert race.does(guest, "undo") == 302, "not their order"
    assert race.game.version == 2
    assert race.does(guest, "order", order=WALK % "blue") == 302
    assert race.does(race.host, "undo") == 302
    assert race.game.version == 3
    assert race.does(guest, "undo") == 302
    assert race.game.acting == "blue"
    kinds = list(SkirmishChange.objects.values_list("number", "kind"))
    assert kinds == [
        (1, ChangeKind.SEAT),
        (2, ChangeKind.SEAT),
        (3, ChangeKind.ORDER),
        (4, ChangeKind.ORDER),
        (5, ChangeKind.UNDONE),
    ]

    # Whoever watches sees nobody's secrets and orders nothing; the link can be taken back.
    watched = race.watching()
    page = unescape(watcher.get(watched).content.decode())
    assert "data-unit=" not in re.sub(r'data-unit=""', "", page)
    assert watcher.get(race.url).status_code == 404
    assert race.does(watcher, "order", order=WALK % "blue") == 404
    assert race.does(guest, "seats", do="unwatch") == 404
    assert race.does(race.host, "seats", do="unwatch") == 302
    assert watcher.get(watched).status_code == 404

    # Getting up leaves the seat to another, and nothing to see.
    assert race.does(guest, "seats", do="leave") == 302
    assert guest.get(race.url).status_code == 404
    assert race.does(race.host, "seats", do="withdraw", seat="blue") == 302
    assert "Your turn" not in race.host.get(race.url).content.decode()
    assert race.does(race.host, "order", order=WALK % "blue") == 302
    assert race.game.version == 5


#: What each may do; the order is that of the roles below.
ROLES = ("host", "member", "guest", "watcher", "stranger")
SYSTEMS = ("age-of-destruction", "khans-and-generals", "nations-at-war", "warzone")
#: What only whoever began a game gets.
OF_THE_HOST = {"skirmish_delete"}
#: What takes more than an address: a unit, a kind of order, a note, a game that is over.
NEEDS_MORE = {"glance", "menu", "side", "report", "record", "rematch", "replay", "share", "skip"}
NEEDS_MORE |= {"replay_note", "replay_note_delete"}


def addresses(system: str) -> list[tuple[str, str]]:
    """Every address of a table of a system, by the last part of its name."""
    found = {}
    for name, route in routes(get_resolver().url_patterns):
        own, any_game = f"en/skirmishes/{system}/", "en/skirmishes/<slug:system>/"
        for start in (own, any_game):
            if route.startswith(f"{start}<slug:public_id>/"):
                found[route.removeprefix(start)] = name.rpartition(":")[2]
    return [(name, route) for route, name in sorted(found.items())]


def begun(system: str, host: Client) -> str:
    new = f"{SKIRMISHES}{system}/new/"
    if system == "age-of-destruction":
        sent: dict[str, Any] = {"total": 300, "against": "", "by_hand": "1"}
        return str(host.post(f"{SKIRMISHES}{system}/quick/", sent)["Location"])
    if system == "khans-and-generals":
        return str(host.post(new, {"ready": "early-signal-hill", "against": ""})["Location"])
    start = {"nations-at-war": "crossroads-at-the-lake", "warzone": "night-on-the-gantries"}
    return str(host.post(new, {"start": start[system]})["Location"])


@pytest.mark.usefixtures("same_lots")
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_address_of_a_table_opens_to_those_at_it_only(system: str) -> None:
    people = {"host": Client(), "member": member("ben"), "guest": Client()}
    people |= {"watcher": Client(), "stranger": member("eve")}
    table = Party(people["host"], begun(system, people["host"]).partition("?")[0])
    first, second = list(table.game.seats)[:2]
    for who, seat in (("member", first), ("guest", second)):
        assert people[who].post(table.link(seat), {"name": who}).status_code == 302
    watched = table.watching()
    assert people["watcher"].get(watched).status_code == 200
    faults = []
    of_ids = {"<slug:public_id>": table.game.public_id, "<slug:ending>": "txt"}
    for name, route in addresses(system):
        path = f"{SKIRMISHES}{system}/{route}"
        for sign, value in of_ids.items():
            path = path.replace(sign, value)
        inside = ("host",) if name in OF_THE_HOST else ROLES[:3]
        page = name.removeprefix("skirmish_")
        for who in ROLES:
            met = {people[who].get(path).status_code}
            if name != "skirmish_delete" or who not in inside:
                met.add(people[who].post(path).status_code)
            if who not in inside and not met <= {403, 404, 405}:
                faults.append(f"{path} is open to the {who}: {met}")
            if who in inside and page not in NEEDS_MORE | {"delete"} and met <= {403, 404, 405}:
                faults.append(f"{path} is closed to the {who}: {met}")
    assert not faults, "\n".join(faults)


@pytest.mark.usefixtures("same_lots")
def test_a_friend_chooses_a_group_and_hidden_dials_stay_hidden() -> None:
    host, guest = Client(), Client()
    answer = host.post(
        f"{SKIRMISHES}age-of-destruction/friend/", {"group": "sample:steel-wolves-300"}
    )
    table = Party(host, answer["Location"])
    waiting = host.get(table.url).content.decode()
    assert "Waiting for your friend" in waiting and 'class="seat-code"' in waiting
    assert "Not everybody has sat down" in waiting and " to act</span>" not in waiting
    before = table.game.version
    assert table.does(host, "order", order='{"order":"end_stage"}') == 302
    assert table.game.version == before, "nobody acts before both have chosen"
    (link,) = re.findall(r'id="link-blue" value="http://testserver(.*?)"', waiting)
    theirs = guest.get(link, headers={"Accept-Language": "pl"})["Location"]
    assert theirs == f"/pl{link}", "whoever is invited reads their own language"
    link = f"/en{link}"
    assert "sample:swordsworn-300" in guest.get(link).content.decode()
    too_many = {"name": "", "group": "sample:dragons-fury-450"}
    assert guest.post(link, too_many).status_code == 422
    chosen = {"name": "Ola", "group": "sample:swordsworn-300"}
    assert guest.post(link, chosen).status_code == 302
    game = table.game
    assert game.terms == {} and game.stage == "" and game.turn == 1
    Skirmish.objects.filter(pk=game.pk).update(open_dials=False)
    for who, seat in ((host, "red"), (guest, "blue")):
        units = set(game.state["units"])
        dials = {unit: whole_dial(who, table.url, unit) for unit in units}
        owners = {unit: unit_owner(who, table.url, unit) for unit in units}
        assert {owners[unit] for unit, whole in dials.items() if whole} == {seat}
    acting, waits = (host, guest) if game.acting == "red" else (guest, host)
    assert 'id="end-stage"' in acting.get(table.url).content.decode()
    assert 'id="end-stage"' not in waits.get(table.url).content.decode()


def test_whoever_comes_first_finds_an_open_game_and_its_host_what_waits() -> None:
    host, guest = Client(), Client()
    sent = {"group": "sample:steel-wolves-300", "open": "1"}
    table = Party(host, host.post(f"{SKIRMISHES}age-of-destruction/friend/", sent)["Location"])
    own = host.get(SKIRMISHES).context
    assert [(line.waits, line.is_due) for line in own["going_on"]] == [(True, False)]
    assert own["open_games"] == []
    (found,) = guest.get(SKIRMISHES).context["open_games"]
    assert found["skirmish"] == table.game and not guest.get(SKIRMISHES).context["going_on"]
    link = f"{SKIRMISHES}age-of-destruction/join/{found['token']}/"
    assert guest.post(link, {"name": "Ola", "group": "sample:swordsworn-300"}).status_code == 302
    assert not Client().get(SKIRMISHES).context["open_games"]
    due = {who: who.get(SKIRMISHES).context["going_on"][0].is_due for who in (host, guest)}
    assert sorted(due.values()) == [False, True]


def whole_dial(client: Client, url: str, unit: str) -> bool:
    """Whether somebody sees all clicks of a unit."""
    page = client.get(url, {"unit": unit}).context["chosen"]
    return page is not None and page.row.clicks is not None


def unit_owner(client: Client, url: str, unit: str) -> str:
    """Whose a unit is."""
    return str(client.get(url, {"unit": unit}).context["chosen"].row.seat)


@pytest.mark.usefixtures("toy")
def test_people_ask_agree_talk_block_and_play_again() -> None:
    race = raced()
    guest, other = Client(), Client()
    assert guest.post(race.link("blue"), {"name": "Ola"}).status_code == 302
    run = {"order": '{"order":"run","player":"red"}'}
    assert race.does(race.host, "order", **run) == 302
    played = race.game.version

    # Dice have fallen: the other side is asked, and only they agree.
    assert race.does(race.host, "undo", agreed="1") == 302 and race.game.version == played
    assert race.does(race.host, "seats", do="ask", what="undo") == 302
    assert race.does(race.host, "seats", do="agree") == 302 and race.game.version == played
    assert race.does(guest, "seats", do="refuse") == 302 and race.game.offer == {}
    assert race.does(race.host, "seats", do="ask", what="undo") == 302
    assert race.does(guest, "seats", do="agree") == 302
    assert race.game.version == played + 1 and race.game.acting == "red"
    told = guest.get(f"{race.url}news/", {"after": 0}).json()
    assert told["version"] == race.game.version and told["back"] == 0
    assert "Red asks to take the last order back." in told["says"]

    # What is said arrives, but not from somebody one has blocked; they do not sit down again.
    assert race.does(race.host, "seats", do="say", phrase="luck") == 302
    assert race.does(race.host, "seats", do="say", phrase="a lie") == 302
    assert "Good luck!" in guest.get(race.url).content.decode()
    assert race.does(guest, "seats", do="block", seat="red") == 302
    assert "Good luck!</li>" not in guest.get(race.url).content.decode()

    # An end is agreed upon, and the rematch is one game for both.
    assert race.does(guest, "seats", do="ask", what="end") == 302
    assert race.does(race.host, "seats", do="agree") == 302
    assert race.game.over and race.game.winner == "" and race.game.ended == "draw"
    assert race.does(race.host, "order", **run) == 302 and race.game.over
    rematch = Party(race.host, race.host.post(f"{race.url}rematch/")["Location"])
    assert guest.get(rematch.url).status_code == 404, "nobody is seated with whom they blocked"
    assert rematch.game.seats["blue"]["name"] == ""
    assert race.does(race.host, "seats", do="list") == 400
    assert guest.get(rematch.link("blue")).status_code == 404, "blocked"
    assert guest.post(rematch.link("blue"), {"name": "Ola"}).status_code == 404
    assert other.get(rematch.link("blue")).status_code == 200
    apart = Party(guest, guest.post(f"{race.url}rematch/")["Location"])
    assert apart.url != rematch.url and race.host.get(apart.url).status_code == 404
    assert race.host.get(apart.link("red")).status_code == 404
    assert rematch.does(race.host, "seats", do="list") == 302
    for who, sees in ((guest, False), (race.host, False), (other, True)):
        page = who.get(SKIRMISHES).content.decode()
        assert ('id="open-games"' in page) is sees

    # Blocked by mistake: whoever did it finds the name where they find their games.
    assert 'id="blocked"' not in race.host.get(SKIRMISHES).content.decode()
    blocked = reverse("blocked_people")
    assert f'href="{blocked}"' in guest.get(SKIRMISHES).content.decode()
    page = guest.get(blocked).content.decode()
    assert (found := re.search(r'name="block" value="(\d+)">Unblock Red<', page))
    for wrong in ("", "x", "0", "9" * 9):
        assert guest.post(blocked, {"block": wrong}).status_code == 302
    assert race.host.post(blocked, {"block": found[1]}).status_code == 302
    assert Block.objects.count() == 1, "nobody takes back what another said"
    assert guest.post(blocked, {"block": found[1]}).status_code == 302
    assert 'id="blocked"' not in guest.get(SKIRMISHES).content.decode()
    assert guest.get(rematch.link("blue")).status_code == 200
    assert race.does(race.host, "seats", do="invite", seat="red") == 400, "it is over"


@pytest.mark.usefixtures("same_lots")
@pytest.mark.parametrize("do", ["agree", "refuse"])
def test_an_end_offered_before_the_rules_knew_of_it_goes_away(do: str) -> None:
    host, guest = Client(), Client()
    table = Party(host, begun("age-of-destruction", host).partition("?")[0])
    assert guest.post(table.link("blue"), {"name": "Ola"}).status_code == 302
    assert table.game.state["preparation"]
    offer = {"kind": "draw", "by": "red", "of": ["blue"], "agreed": []}
    Skirmish.objects.update(offer=offer)
    news = table.game.news
    assert 'id="agree"' in guest.get(table.url).content.decode()
    assert table.does(guest, "seats", do=do) == 302
    assert table.game.offer == {} and not table.game.over
    told = host.get(f"{table.url}news/", {"after": news}).json()["says"]
    lapsed = "The game cannot be ended in agreement now; the offer is withdrawn."
    assert told == [lapsed if do == "agree" else "Ola does not agree."]
    assert (lapsed in guest.get(table.url).content.decode()) is (do == "agree")


@pytest.mark.usefixtures("same_lots")
def test_what_the_rules_refuse_although_all_agree_is_not_done_by_halves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host, guest = Client(), Client()
    table = Party(host, begun("khans-and-generals", host))
    assert guest.post(table.link("blue"), {"name": "Ola"}).status_code == 302
    refused = [{"order": "end_stage"}, {"order": "shoot", "unit": "x", "target": "y"}]
    monkeypatch.setattr("rules.khans_and_generals.match.Battle.by_agreement", lambda _: refused)
    assert table.does(host, "seats", do="ask", what="end") == 302
    before = table.game
    assert table.does(guest, "seats", do="agree") == 302
    after = table.game
    assert (after.version, after.state, after.offer) == (before.version, before.state, {})


@pytest.mark.usefixtures("same_lots")
def test_a_game_of_which_no_more_is_kept_is_ended_in_agreement_without_a_winner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host, guest = Client(), Client()
    table = Party(host, begun("khans-and-generals", host))
    assert guest.post(table.link("blue"), {"name": "Ola"}).status_code == 302
    assert "the lower total wins" in host.get(table.url).content.decode()
    monkeypatch.setattr("armybuilder.skirmishes.services.MOST_STEPS", table.game.steps.count())
    assert "the lower total wins" not in host.get(table.url).content.decode()
    assert table.does(host, "seats", do="ask", what="end") == 302
    assert "Nobody wins it then." in guest.get(table.url).content.decode()
    assert table.does(guest, "seats", do="agree") == 302
    assert table.game.over and table.game.winner == ""
    assert "as the site keeps no more orders" in host.get(table.url).content.decode()


@pytest.mark.usefixtures("toy")
def test_a_clock_runs_for_whoever_acts_and_ends_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = timezone.now()
    moments = {"now": now}
    monkeypatch.setattr("django.utils.timezone.now", lambda: moments["now"])
    race = raced()
    guest = Client()
    assert guest.post(race.link("blue"), {"name": "Ola"}).status_code == 302
    game = race.game
    game.clocks = clocks.wound("steady", game.seats)
    game.save()
    assert race.does(race.host, "order", order=WALK % "red") == 302, "the first order winds them"
    moments["now"] = now + timedelta(minutes=10)
    page = unescape(race.host.get(race.url).content.decode())
    assert "45:30" in page and page.count('data-left="2100">35:00') == 2, "in the bar too"
    assert race.does(guest, "order", order=WALK % "blue") == 302
    assert race.game.clocks["left"] == {"red": 2730, "blue": 2130}
    moments["now"] = now + timedelta(hours=2)
    assert guest.get(f"{race.url}news/").json()["version"] == race.game.version
    assert race.game.ended == "time" and race.game.winner == "blue" and race.game.acting == ""
    assert "the other has won" in unescape(race.host.get(race.url).content.decode())


@pytest.mark.usefixtures("toy")
def test_games_stay_with_those_who_are_left_without_the_name_of_who_went() -> None:
    race, ola = raced(), member("ola")
    host = User.objects.create_user("host@example.org", display_name="Hannah")
    race.host.force_login(host, backend="allauth.account.auth_backends.AuthenticationBackend")
    link = race.link("blue")
    game = race.game
    game.seats["red"]["name"] = "Hannah"
    game.save()
    assert ola.post(link, {"name": "Ola"}).status_code == 302
    alone = Visitor("squares")
    Skirmish.objects.exclude(pk=race.game.pk).update(owner=host, visitor="")

    leave_games(member=host)
    User.objects.filter(pk=host.pk).delete()

    game = race.game
    assert Skirmish.objects.count() == 1, alone.url
    assert str(game.owner) == "Ola"
    assert [game.seats[seat]["name"] for seat in ("red", "blue")] == ["", "Ola"]
    page = unescape(ola.get(race.url).content.decode())
    assert "Hannah" not in page and 'id="link-red"' in page
    assert race.does(ola, "order", order=WALK % "red") == 302
    assert race.game.version == game.version, "the seat is nobody's"

    third = Client()
    (link,) = re.findall(r'id="link-red" value="http://testserver(.*?)"', page)
    assert third.post(f"/en{link}", {"name": "Tom"}).status_code == 302
    leave_games(member=User.objects.get(display_name="Ola"))
    User.objects.all().delete()

    assert race.game.owner is None
    assert [race.game.seats[seat]["name"] for seat in ("red", "blue")] == ["Tom", ""]
    assert third.get(race.url).status_code == 200


@pytest.mark.usefixtures("toy")
def test_what_is_watched_is_drawn_once_and_not_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    race, drawn = raced(), []
    show = GameTable.show_moment

    def counted(*args: Any) -> HttpResponse:
        drawn.append(args)
        return show(*args)

    monkeypatch.setattr(GameTable, "show_moment", counted)
    watched = race.watching()
    one, other = Client(), Client()

    def look(who: Client, seen: str = "") -> Any:
        return who.get(watched, headers={"HX-Request": "true", "If-None-Match": seen})

    first, second = look(one), look(other)
    assert (first.status_code, second.status_code, len(drawn)) == (200, 200, 1)
    assert first.content == second.content
    assert '<form method="post"' not in first.content.decode(), "nobody's token is in it"
    assert "no-store" not in first.headers["Cache-Control"]
    again = look(one, first.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    polish = one.get(watched.replace("/en/", "/pl/"), headers={"HX-Request": "true"})
    assert polish.content != first.content

    assert race.does(race.host, "order", order=WALK % "red") == 302
    assert look(one, first.headers["ETag"]).status_code == 200
    assert look(member("ben")).status_code == 200
    assert len(drawn) == 3
    assert race.does(race.host, "seats", do="unwatch") == 302
    assert look(one, first.headers["ETag"]).status_code == 404
