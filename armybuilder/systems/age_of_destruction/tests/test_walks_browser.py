"""What is rare at the table, walked in a real browser from prepared positions: capture, shots in
flight, infiltration, transport under fire, formations, three and four players, teams."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.skirmishes.models import Skirmish
from armybuilder.systems.age_of_destruction.tests.test_orders_browser import seated
from rules.tests.skirmishes import Json, aboard, squad, tank, vtol

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]

OPEN_ALL = """found => {
  for (let at = found; at; at = at.parentElement) if (at.matches("details")) at.open = true;
}"""
#: What the status says in the person's turn.
TURN = re.compile("Your turn|Red to act")


class Hand:
    """A player at the table: chooses, looks, orders, and reads what came of it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        page.emulate_media(reduced_motion="reduce")

    @property
    def game(self) -> Skirmish:
        """The game as it is kept."""
        return Skirmish.objects.get()

    def unit(self, name: str) -> Json:
        """How a unit fares."""
        found: Json = self.game.state["units"][name]
        return found

    def look_at(self, unit: str, **planned: str) -> None:
        """Choose a unit, perhaps with an order in the making."""
        asked = "&".join(f"{name}={value}" for name, value in {"unit": unit, **planned}.items())
        self.page.goto(f"{self.address}?{asked}")
        expect(self.page.locator("#board:defined")).to_be_visible()

    def offered(self, kind: str) -> Locator:
        """What the chosen unit is offered of a kind, wherever it is folded away."""
        found = self.page.locator(f'[data-choice="{kind}"]').first
        expect(found).to_be_attached()
        found.evaluate(OPEN_ALL)
        return found

    def choose(self, kind: str) -> None:
        """Take up what is offered."""
        self.offered(kind).click()
        expect(self.page.locator("#plan h3").first).to_be_visible()

    def give(self) -> None:
        """Give the order that is planned."""
        self._press(self.page.get_by_role("button", name=re.compile("Give this (order|answer)")))

    def end(self) -> None:
        """End the turn, or one's part of the set-up."""
        self._press(self.page.locator("#end-stage"))

    def answer_no(self) -> None:
        """Leave everything on where a question asks about it."""
        while self.page.locator("#asked").count():
            self._press(self.page.locator("#asked").get_by_role("button").first)

    def _press(self, button: Locator) -> None:
        version = self.game.version
        button.click()
        expect(self.page.locator("#board")).not_to_have_attribute("data-version", str(version))

    def says(self, text: str | re.Pattern[str]) -> None:
        """Whether the log tells something."""
        expect(self.page.locator("#table")).to_contain_text(text)


def test_a_tank_is_captured_led_away_and_kept(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    units = (
        squad("r1", (18, 10)),
        tank("b1", (18, 12.125), 180, defense=4),
        tank("b2", (30, 30), 180),
    )
    hand = Hand(page, seated(page, live_server, *units))
    hand.look_at("r1")
    hand.choose("capture")
    expect(page.locator("#plan")).to_contain_text("captured")
    page_checks(page)
    hand.give()
    hand.answer_no()
    assert hand.unit("b1")["captive_of"] == "r1"
    expect(page.get_by_role("region", name="Figures")).to_contain_text("captive")
    hand.end()
    hand.end()
    hand.look_at("r1", do="lead", path="15,10")
    expect(page.locator("#plan")).to_contain_text("3 of")
    hand.give()
    assert hand.unit("r1")["at"] == [15, 10] and hand.unit("b1")["captive_of"] == "r1"
    page_checks(page)


def test_a_flyer_shoots_at_a_corner_of_its_way(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    units = (vtol("r1", (18, 10), level="cruising"), tank("b1", (18, 20), 180, defense=4))
    hand = Hand(page, seated(page, live_server, *units))
    hand.look_at("r1")
    hand.offered("flight_shot")
    hand.look_at("r1", do="flight_shot", target="b1", path="18,11 19,11", corner="1")
    expect(page.locator("#plan")).to_contain_text("three dice must show 3")
    expect(page.locator("#plan .plan-fates")).to_contain_text("clicks lost")
    page_checks(page)
    hand.give()
    hand.answer_no()
    assert hand.unit("r1")["at"] == [19, 11] and hand.unit("b1")["click"] > 1


def test_passengers_board_ride_come_under_fire_and_get_out(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    carrier = tank("r1", (18, 10), transport_capacity=4)
    units = (carrier, squad("r2", (18, 7.875)), tank("b1", (18, 24), 180, attack=30))
    hand = Hand(page, seated(page, live_server, *units))
    hand.look_at("r1", do="board", path="18,14", **{"with": "r2"})
    expect(page.locator("#plan")).to_contain_text("4 of")
    page_checks(page)
    hand.give()
    assert hand.unit("r2")["aboard"] == "r1"
    expect(page.get_by_role("region", name="Figures")).to_contain_text("aboard r1")
    hand.end()

    hand.look_at("b1")
    hand.choose("ranged")
    hand.give()
    hand.answer_no()
    assert hand.unit("r1")["click"] > 1
    hand.end()

    hand.look_at("r1", do="disembark", when="after", path="18,15", **{"with": "r2"})
    hand.give()
    hand.answer_no()
    assert "aboard" not in hand.unit("r2") and hand.unit("r2")["at"]
    page_checks(page)


def test_passengers_are_lost_with_their_transport(page: Page, live_server: LiveServer) -> None:
    carrier = tank("r1", (18, 10), transport_capacity=4, click=8)
    units = (
        carrier,
        aboard(squad("r2", (0, 0)), "r1"),
        squad("r3", (4, 4)),
        tank("b1", (18, 18), 180, attack=30),
    )
    hand = Hand(page, seated(page, live_server, *units))
    page.goto(hand.address)
    hand.end()
    hand.look_at("b1")
    hand.choose("ranged")
    expect(page.locator("#plan .plan-fates")).to_contain_text("eliminated")
    hand.give()
    hand.answer_no()
    assert hand.unit("r1")["eliminated"]
    expect(page.get_by_role("region", name="Figures")).to_contain_text("eliminated")


def test_three_squads_fire_together(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    trio = [squad(name, (x, 10)) for name, x in (("r1", 18), ("r2", 19.5), ("r3", 16.5))]
    hand = Hand(page, seated(page, live_server, *trio, squad("b1", (18, 14), 180)))
    hand.look_at("r1")
    hand.choose("formation")
    expect(page.locator("#plan")).to_contain_text("three dice must show")
    page_checks(page)
    hand.give()
    hand.answer_no()
    assert {hand.unit(name)["ordered"] for name in ("r1", "r2", "r3")} == {"ranged"}


def test_three_squads_march_together_one_its_own_way(page: Page, live_server: LiveServer) -> None:
    trio = [squad(name, (x, 10)) for name, x in (("r1", 18), ("r2", 19.5), ("r3", 21))]
    hand = Hand(page, seated(page, live_server, *trio, tank("b1", (30, 30), 180)))
    together = "r1&with=r2&with=r3"
    hand.look_at("r1", do="march", path="18,13", **{"path-r3": "21.5,11.5 21,13", "with": together})
    expect(page.locator("#plan .plan-leg")).to_have_count(3)
    hand.give()
    assert [hand.unit(name)["at"] for name in ("r1", "r2", "r3")] == [
        [18, 13],
        [19.5, 13],
        [21, 13],
    ]


def test_a_unit_infiltrates_last_and_far_ahead(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    """The Wolves' assault tank has Infiltrate: it waits for the others and then comes closer."""
    page.goto(f"{live_server.url}/en/skirmishes/")
    page.get_by_role("button", name="Place it myself").click()
    page.locator("#board:defined").wait_for()
    hand = Hand(page, page.url.partition("?")[0])
    status = page.locator(".skirmish-status")
    while hand.game.stage == "terrain":
        expect(status).to_contain_text(TURN)
        if hand.game.stage == "terrain":
            hand._press(page.locator("#place-for-me"))
    expect(status).to_contain_text(TURN)
    for unit in ("R1", "R3"):
        hand.look_at(unit)
        hand.give()
    hand.end()
    expect(status).to_contain_text(TURN)
    assert hand.game.stage == "infiltration"
    hand.look_at("R2", path="20,7")
    page_checks(page)
    hand.give()
    assert hand.unit("R2")["at"] == [20, 7]
    hand.end()
    expect(status).to_contain_text("Turn")


@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_players_take_their_turns(
    page: Page, live_server: LiveServer, page_checks: Checks, players: int
) -> None:
    page.goto(f"{live_server.url}/en/skirmishes/age-of-destruction/new/?players={players}")
    others = ("Blue", "Green", "Yellow")[: players - 1]
    for seat in others:
        page.get_by_role("group", name=seat).get_by_label("Commanded by").select_option("random")
    _begin_and_play_round(page, others, page_checks)


def test_two_teams_of_two(page: Page, live_server: LiveServer, page_checks: Checks) -> None:
    page.goto(f"{live_server.url}/en/skirmishes/age-of-destruction/new/?players=4")
    for seat, team in (("Red", "red"), ("Blue", "blue"), ("Green", "red"), ("Yellow", "blue")):
        group = page.get_by_role("group", name=seat)
        group.get_by_label("Team").select_option(team)
        if seat != "Red":
            group.get_by_label("Commanded by").select_option("random")
    _begin_and_play_round(page, ("Blue", "Green", "Yellow"), page_checks)
    assert set(Skirmish.objects.get().sides.values()) == {"team red", "team blue"}


def _begin_and_play_round(page: Page, others: tuple[str, ...], page_checks: Checks) -> None:
    """Begin, have everything placed, and go once round the table."""
    page.get_by_role("button", name="Begin").last.click()
    page.locator("#board:defined").wait_for()
    hand = Hand(page, page.url)
    status = page.locator(".skirmish-status")
    expect(status).to_contain_text(TURN, timeout=30_000)
    for _ in range(8):
        if not hand.game.state.get("preparation"):
            break
        everything = page.get_by_role("button", name="Place everything for me")
        hand._press(everything if everything.count() else page.locator("#end-stage"))
        expect(status).to_contain_text(TURN, timeout=30_000)
    units: dict[str, Any] = hand.game.state["units"]
    assert {name[0] for name in units} == {"R", *(seat[0] for seat in others)}
    assert all("at" in now or "aboard" in now for now in units.values())
    page_checks(page)
    before = hand.game.turn
    hand.end()
    expect(status).to_contain_text(
        re.compile(f"Turn {before + len(others) + 1}\\b"), timeout=60_000
    )
    expect(status).to_contain_text(TURN)
