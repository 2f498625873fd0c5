"""A finished game is watched by whoever has its link, as long as the link stands."""

import re

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from armybuilder.skirmishes.models import KEPT_EVERY, Skirmish
from armybuilder.skirmishes.present.games import game_after
from armybuilder.skirmishes.selectors import first_steps, way_to
from armybuilder.skirmishes.views import log
from armybuilder.systems.age_of_destruction.present.tables import table_after
from armybuilder.systems.age_of_destruction.tests.test_end import finished as finished
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import END_STAGE, HERE, Player
from collection.common.language import in_any_language

pytestmark = pytest.mark.usefixtures("catalogue")


def link_of(player: Player) -> str:
    """The address by which others watch a game, made now."""
    assert player.post("share") == 302
    return f"{HERE}shared/{player.game.share_token}/"


def test_whoever_has_the_link_watches_every_moment(finished: Player) -> None:
    link, guest = link_of(finished), Client()
    for step in ("", "?step=0", "?step=20", "?step=20&unit=R1"):
        answer = guest.get(f"{link}{step}")
        assert answer.status_code == 200 and answer["X-Robots-Tag"] == "noindex"
    page = guest.get(link).content.decode()
    assert '<meta name="robots" content="noindex">' in page
    assert str(finished.game.public_id) not in page and "Back to the result" not in page
    part = guest.get(f"{link}?step=5", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part and "Step 5 of" in part


def test_a_link_that_was_taken_back_opens_nothing(finished: Player) -> None:
    first = link_of(finished)
    assert link_of(finished) == first
    finished.post("share", withdraw="1")
    assert finished.game.share_token == ""
    assert Client().get(first).status_code == 404
    assert link_of(finished) != first


def test_a_game_that_goes_on_has_no_link() -> None:
    player = Player()
    assert player.post("share") == 404
    assert Client().get(f"{HERE}shared/none/").status_code == 404
    with pytest.raises(IntegrityError), transaction.atomic():
        Skirmish.objects.update(share_token="abc")


def test_who_takes_the_last_order_back_takes_the_link_back(finished: Player) -> None:
    link = link_of(finished)
    game = finished.game
    for who in game.seats.values():
        who["commander"] = ""
    game.save()
    game.steps.update(faces=[])
    finished.post("undo", agreed="1")
    assert not finished.game.over and finished.game.share_token == ""
    assert Client().get(link).status_code == 404


def test_the_page_offers_the_link_and_says_what_it_shows(finished: Player) -> None:
    page = finished.client.get(finished.url).content.decode()
    assert "Make a link" in page and "Whoever has the link watches the whole game" in page
    link = link_of(finished)
    page = finished.client.get(finished.url).content.decode()
    sent = in_any_language(link)
    assert re.search(rf'id="share-link" value="http://[^/]+{sent}" readonly', page)
    answer = Client(headers={"Accept-Language": "pl"}).get(sent, follow=True)
    assert answer.redirect_chain[-1][0] == link.replace("/en/", "/pl/")
    assert "Take the link back" in page


# --- Kept states ------------------------------------------------------------------------------


@pytest.fixture
def long_game() -> Player:
    """A game of some turns, longer than a kept state is apart from the next."""
    player = Player()
    player.set_up()
    for _ in range(2 * KEPT_EVERY + 3):
        if player.game.state["active"] == "blue":
            player.step()
        else:
            player.post("order", order=END_STAGE)
    assert player.game.steps.count() >= 2 * KEPT_EVERY + 3
    return player


def test_kept_states_never_disagree_with_playing_from_the_beginning(long_game: Player) -> None:
    game = long_game.game
    steps = first_steps(skirmish=game)
    assert game.steps.filter(state__isnull=False).count() == len(steps) // KEPT_EVERY
    for step in range(len(steps) + 1):
        way = way_to(skirmish=game, step=step)
        assert len(way.rows) <= KEPT_EVERY
        rows = [(row.order, row.faces, row.events, row.fingerprint) for row in way.rows]
        match = game_after(game, rows, way.state).match
        whole = table_after(game, steps[:step])
        assert match.game.state == whole.state  # type: ignore[attr-defined]
        assert not step or match.fingerprint() == steps[step - 1][3]


def queries_of(client: Client, url: str, *, part: bool = False) -> int:
    """How often a page, or what changes of it, asks the database once it was looked at before."""
    headers = {"HX-Request": "true"} if part else {}
    assert client.get(url, headers=headers).status_code == 200
    with CaptureQueriesContext(connection) as queries:
        client.get(url, headers=headers)
    return len(queries)


def test_a_moment_is_as_cheap_at_the_end_as_at_the_beginning(long_game: Player) -> None:
    game = long_game.game
    game.over, game.winner, game.acting = True, "red", ""
    game.save()
    moments = (3, KEPT_EVERY + 3, 2 * KEPT_EVERY + 3)
    shown = ((long_game.client, f"{long_game.url}replay/"), (Client(), link_of(long_game)))
    for client, url in shown:
        for part in (False, True):
            assert len({queries_of(client, f"{url}?step={n}", part=part) for n in moments}) == 1
    film = f"{long_game.url}film/"
    assert len({queries_of(long_game.client, f"{film}?until={step}") for step in moments}) == 1


def test_a_log_is_told_in_pages(long_game: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"{long_game.url}log/"
    whole = long_game.client.get(url).context["chapters"]
    monkeypatch.setattr(log, "STEPS_OF_A_PAGE", 7)
    last = -(-long_game.game.steps.count() // 7)
    pages = [long_game.client.get(f"{url}?page={number}") for number in range(1, last + 1)]
    told = [
        (chapter.title, episode.step, episode.text)
        for page in pages
        for chapter in page.context["chapters"]
        for episode in chapter.episodes
    ]
    assert told == [(c.title, e.step, e.text) for c in whole for e in c.episodes]
    first, middle, end = pages[0], pages[1], pages[-1]
    assert 'rel="prev"' not in first.content.decode() and 'rel="next"' not in end.content.decode()
    shown = middle.content.decode()
    assert 'href="?page=1"' in shown and 'href="?page=3"' in shown and "Steps 8 to 14 of" in shown
    assert long_game.client.get(f"{url}?page=99").context["page"] == end.context["page"]
    asked = {queries_of(long_game.client, f"{url}?page={number}") for number in (2, last)}
    assert len(asked) == 1
