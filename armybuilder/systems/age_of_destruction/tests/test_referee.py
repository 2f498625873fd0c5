"""A game of real figures refereed from one phone: what is asked, judged and kept."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from armybuilder.skirmishes.models import Skirmish
from armybuilder.systems.age_of_destruction.present.tables import table_of
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import END_STAGE, HERE, Player
from rules.age_of_destruction.play.saved_game import replay_game
from rules.tests.skirmishes import catalogue

pytestmark = pytest.mark.usefixtures("catalogue")

#: Three dice that hit, and three that miss, neither all alike.
HITS, MISSES = (6, 6, 5), (1, 1, 2)


class Phone:
    """A phone at a real table, by a client of the site."""

    def __init__(self, total: int = 300) -> None:
        self.client = Client()
        self.client.post(f"{HERE}real/", {"total": total})
        self.url = f"{HERE}{self.game.public_id}/referee/"

    @property
    def game(self) -> Skirmish:
        """The game that is refereed."""
        return Skirmish.objects.latest("pk")

    def page(self, query: str = "") -> str:
        """What the phone shows at an address."""
        return self.client.get(f"{self.url}?{query}").content.decode()

    def post(self, action: str = "order", **fields: object) -> str:
        """What the phone shows after something was pressed."""
        sent = {"version": self.game.version} | fields
        answer = self.client.post(f"{self.url}{action}/", sent, follow=True)
        return answer.content.decode()

    def throw(self, page: str, *faces: int) -> str:
        """What it shows after dice have fallen that a page asks for, and no others."""
        asked = sorted(set(re.findall(r'name="die-(\d)"', page)))
        assert len(asked) == len(faces), "exactly so many dice are asked for"
        kept = {name: _value(page, name) for name in ("faces", "next", "order")}
        dice: dict[str, object] = {f"die-{n}": face for n, face in zip(asked, faces, strict=True)}
        return self.post("order", **kept, **dice)

    def give(self, page: str) -> str:
        """What it shows once the order of a page is given."""
        return self.post(claim=_value(page, "claim"), order=_value(page, "order"))

    def begun(self) -> "Phone":
        """The same once red has won the first turn, and everybody stands on the table."""
        page = self.post(order=END_STAGE)
        page = self.throw(self.throw(page, 6, 5, 4), 1, 2, 1)
        for _seat in ("red", "blue"):
            if heading(page) == "Who starts aboard?":
                page = self.post("aboard")
        assert heading(page) == "Who acts?"
        return self


def _value(page: str, name: str) -> str:
    """The last value of that name which a form on a page would send."""
    found = re.findall(rf"""name="{name}" value=(?:"([^"]*)"|'([^']*)')""", page)
    return unescape("".join(found[-1])) if found else ""


def heading(page: str) -> str:
    """What comes next, in large letters."""
    found = re.search(r'id="next"[^>]*>(.*?)</(?:h2|legend)>', page, re.DOTALL)
    return " ".join(found[1].split()) if found else ""


def last(phone: Phone, count: int = 1) -> list[Any]:
    """The last orders with their faces."""
    steps = phone.game.steps.order_by("-number")[:count]
    return [(step.order["order"], step.faces) for step in reversed(steps)]


SHOT = "unit=R2&do=ranged&target=B1&weapon=primary"


@pytest.mark.rule("AOD-TURN-002")
def test_people_throw_for_the_first_turn_and_figures_stand_on_their_own_table() -> None:
    phone = Phone()
    assert heading(phone.page()) == "Who goes first? Three dice for each side."
    page = phone.post(order=END_STAGE)
    assert (heading(page), "Red" in page) == ("3 dice", True)
    page = phone.throw(page, 1, 2, 3)
    assert phone.game.steps.count() == 0, "the other side's dice are still to fall"
    page = phone.throw(page, 6, 5, 4)
    assert phone.game.steps.get(number=1).faces == [1, 2, 3, 6, 5, 4]
    assert heading(page) == "Who starts aboard?"
    rider, transport = re.findall(r'name="in-(\w+)" value="(\w+)"', page)[0]
    page = phone.post("aboard", **{f"in-{rider}": transport})
    if heading(page) == "Who starts aboard?":
        page = phone.post("aboard")
    assert (heading(page), phone.game.acting) == ("Who acts?", "blue")
    units = phone.game.state["units"]
    assert [u for u, now in units.items() if now.get("aboard")] == [rider]
    assert all(now.get("at") or now.get("aboard") for now in units.values())
    assert not phone.game.state.get("laid")


@pytest.mark.rule("AOD-CONTACT-005", "AOD-RANGED-001")
def test_a_shot_asks_what_it_needs_then_exactly_its_dice() -> None:
    phone = Phone().begun()
    assert heading(phone.page("unit=R2")) == "What does it do?"
    assert heading(phone.page("unit=R2&do=ranged")) == "At whom?"
    page = phone.page(SHOT)
    asked = dict.fromkeys(re.findall(r'type="radio" name="(\w+)"', page))
    assert list(asked) == ["range", "front", "rear", "line", "height"]
    needs = int(re.findall(r"needs <strong>(\d+)", page)[0])
    covered = phone.page(f"{SHOT}&line=hindered")
    assert f"needs <strong>{needs + 1}</strong>" in covered
    page = phone.give(covered)
    assert (heading(page), "DI Morgan Assault Tank R2 at Cuirass B1" in page) == (
        "Two white, one black",
        True,
    )
    assert last(phone) == [("claim", [])], "nothing was rolled yet"
    page = phone.throw(page, *HITS)
    assert last(phone) == [("ranged", [*HITS])]
    assert "17 against" not in page and "fires at" in page
    log = phone.client.get(phone.url.replace("referee/", "log/")).content.decode()
    assert "Said, not measured: " in log and "through cover" in log


@pytest.mark.rule("AOD-LOF-003", "AOD-FACING-001")
@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("range=beyond", "The weapon reaches 10″."),
        ("front=no", "front arc"),
        ("line=blocked", "blocked"),
    ],
)
def test_every_no_says_why_with_its_rule_and_keeps_nothing(said: str, why: str) -> None:
    phone = Phone().begun()
    before = phone.game.version
    page = phone.page(f"{SHOT}&{said}")
    refused = page[page.index("No:") :]
    assert why in refused and "AOD-" in refused and 'id="give-order"' not in page
    assert phone.game.version == before


@pytest.mark.rule("AOD-TURN-010", "AOD-TURN-004")
def test_a_move_is_told_in_inches_and_who_acted_is_not_asked_again() -> None:
    phone = Phone().begun()
    page = phone.page("unit=R1&do=move&inches=4&touch=B2")
    page = phone.give(page)
    moved = phone.game.state["units"]["R1"]
    other = phone.game.state["units"]["B2"]
    assert last(phone, 2)[0][0] == "claim" and moved["ordered"] == "move"
    assert abs(moved["at"][0] - other["at"][0]) < 4
    assert "AOD-TURN-010" in page
    assert "R1" in phone.page("unit=R2&contacts") and "checked" not in phone.page(
        "unit=R2&contacts"
    )
    assert 'id="touch-B2" value="B2" checked' in phone.page("unit=R1&contacts")
    phone.post("contacts", unit="R1", touch=[])
    assert 'id="touch-B2" value="B2" checked' not in phone.page("unit=R1&contacts")


@pytest.mark.rule("AOD-CONTACT-005")
def test_what_is_taken_back_is_asked_again_with_other_dice() -> None:
    phone = Phone().begun()
    page = phone.give(phone.page(f"{SHOT}&line=hindered"))
    phone.throw(page, *MISSES)
    page = phone.post("undo", agreed="1")
    assert heading(page) == "Shoot – Cuirass B1" and 'value="hindered" checked' in page
    assert last(phone) == [("claim", [])]
    phone.throw(phone.give(page), *HITS)
    assert last(phone) == [("ranged", [*HITS])]


@pytest.mark.rule("AOD-STD-013")
@pytest.mark.parametrize(("face", "allowed"), [(3, False), (4, True)])
def test_a_dispute_is_settled_by_its_die_on_the_page(face: int, allowed: bool) -> None:
    phone = Phone().begun()
    about = {"order": "dispute", "unit": "R2", "target": "B1", "about": "line"}
    page = phone.post(order=json.dumps(about), next=SHOT)
    assert heading(page) == "One die" and "Line of fire – from 4 it is allowed" in page
    page = phone.throw(page, face)
    assert last(phone) == [("dispute", [face])]
    assert heading(page) == "Shoot – Cuirass B1"
    assert (f"{face}: allowed" in page, 'id="give-order"' in page) == (allowed, allowed)
    assert phone.game.state["orders_left"] == 2


def test_dice_are_thrown_by_the_site_and_by_people_again_at_any_time() -> None:
    phone = Phone().begun()
    phone.post("dice", dice="site")
    phone.give(phone.page(SHOT))
    ((order, faces),) = last(phone)
    assert (order, len(faces) >= 3) == ("ranged", True)
    phone.post("dice", dice="all")
    page = phone.give(phone.page("unit=R3&do=ranged&target=B2&weapon=primary"))
    assert heading(page) in ("Two white, one black", "Shoot – Zibler Fast Strike Tank B2")


@pytest.mark.rule("AOD-VICT-017")
def test_who_stands_in_a_zone_is_said_before_it_counts() -> None:
    phone = Phone().begun()
    page = phone.page("zones")
    claim = _value(page, "claim")
    assert json.loads(claim)["facts"][0] == {"fact": "zoned", "player": "red", "unit": "B4"}
    phone.post(claim=claim)
    phone.post(order=END_STAGE)
    scored = phone.game.state["scored"]
    assert [(each["unit"], each["condition"]) for each in scored] == [("B4", "zone")]


@pytest.mark.rule("AOD-CONTACT-005")
def test_a_mirrored_table_takes_places_and_measured_inches() -> None:
    phone = Phone().begun()
    assert 'id="map"' not in phone.page()
    phone.post("measuring", map="1")
    assert 'id="map"' in phone.page() and 'id="place"' in phone.page("map")
    phone.post("place", unit="R2", at="12,10", face="0")
    phone.post("place", unit="B1", at="12,25", face="180")
    assert phone.game.state["units"]["R2"]["at"] == [12.0, 10.0]
    assert "B1" not in re.findall(r"target=(\w+)", phone.page("unit=R2&do=ranged"))
    phone.post("place", unit="B1", other="R2", inches="8")
    assert phone.game.state["units"]["B1"]["at"] == [12.0, 18.0]
    assert "target=B1" in phone.page("unit=R2&do=ranged")
    page = phone.page(SHOT)
    assert 'name="range"' not in page and 'id="give-order"' in page
    assert "Choose a figure first" in phone.post("place", unit="", at="1,1")
    assert "Touch the map" in phone.post("place", unit="R2", at="")
    assert "how many inches" in phone.post("place", unit="R2", other="R2", inches="3")


@pytest.mark.rule("AOD-CONTACT-005")
def test_a_refereed_game_is_played_again_from_its_record() -> None:
    phone = Phone().begun()
    for unit, target in (("R2", "B1"), ("R3", "B2")):
        query = f"unit={unit}&do=ranged&target={target}&weapon=primary"
        page = phone.give(phone.page(query))
        phone.throw(page, *HITS)
    phone.post(order=json.dumps({"order": "withdraw", "player": "red"}))
    assert phone.game.over and "wins" in heading(phone.page())
    record = phone.client.get(phone.url.replace("referee/", "record/")).json()
    assert [order["order"] for order in record["orders"]].count("claim") == 2
    state, difference = replay_game(record, catalogue())
    assert (difference, state) == (None, table_of(phone.game).state)


def test_an_ordinary_game_has_the_same_view_and_nobody_says_how_it_stands() -> None:
    player = Player(against="")
    player.set_up()
    url = f"{player.url}referee/"
    page = player.client.get(url).content.decode()
    assert heading(page) == "Who acts?" and "Zones…" not in page
    claim = {"order": "claim", "facts": [{"fact": "ground", "unit": "R1", "kind": "hindering"}]}
    sent = {"version": player.game.version, "claim": json.dumps(claim)}
    answer = player.client.post(f"{url}order/", sent)
    assert answer.status_code == 422 and "AOD-CONTACT-005" in answer.content.decode()
    bot = Player()
    bot.set_up()
    assert bot.client.get(f"{bot.url}referee/").status_code == 200


def test_only_what_is_an_order_is_taken() -> None:
    phone = Phone().begun()
    for fields in ({"claim": "{"}, {"claim": "[]"}, {"claim": '{"order":"claim"}'}, {}):
        sent = {"version": phone.game.version} | fields
        assert phone.client.post(f"{phone.url}order/", sent).status_code == 400
    stale = {"version": 1, "claim": _value(phone.page(SHOT), "claim"), "order": END_STAGE}
    answer = phone.client.post(f"{phone.url}order/", stale, follow=True)
    assert "had moved on" in answer.content.decode()
