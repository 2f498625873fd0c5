"""The battle report, read back by another program."""

import io
import re

import pytest
from django.test import Client
from pypdf import PdfReader

from armybuilder.skirmishes.selectors import numbered_events
from armybuilder.systems.age_of_destruction.present.report import Report, battle_report
from armybuilder.systems.age_of_destruction.present.tables import table_after, table_of
from armybuilder.systems.age_of_destruction.tests.test_end import finished as finished
from armybuilder.systems.age_of_destruction.tests.test_ending import fought as fought
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import HERE, Player
from collection.common.language import in_any_language

pytestmark = pytest.mark.usefixtures("catalogue")


def report_of(player: Player) -> Report:
    game = player.game
    report = battle_report(
        table_of(game),
        table_after(game, []).state,
        numbered_events(skirmish=game),
        title=str(game),
        seconds=game.played,
    )
    assert report is not None
    return report


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_the_pdf_holds_result_turning_points_pictures_and_the_story(fought: Player) -> None:
    report = report_of(fought)
    answer = fought.client.get(f"{fought.url}report.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert "attachment" in answer["Content-Disposition"]
    pages = PdfReader(io.BytesIO(answer.content)).pages
    told = squeezed("".join(page.extract_text() for page in pages))
    assert report.end.winner and squeezed(f"{report.end.winner.name} wins") in told
    assert squeezed(report.end.says) in told
    for turned in report.left.turned:
        assert squeezed(turned.text) in told and squeezed(turned.costs) in told
    for chapter in report.chapters:
        assert squeezed(chapter.title) in told
    contents = [page.get_contents() for page in pages]
    drawn = b"".join(content.get_data() for content in contents if content is not None)
    assert len(re.findall(rb"\bW\*?\s+n\b", drawn)) == len(report.left.turned) == 3


def test_the_same_battle_gives_the_same_bytes(fought: Player) -> None:
    one, other = (fought.client.get(f"{fought.url}report.pdf").content for _ in range(2))
    assert one == other


@pytest.mark.parametrize(("language", "heading"), [("en", "What decided it"), ("pl", "Co zdecydo")])
def test_the_text_tells_all_of_it(fought: Player, language: str, heading: str) -> None:
    url = fought.url.replace("/en/", f"/{language}/")
    told = fought.client.get(f"{url}report.txt").content.decode()
    assert heading in told and str(fought.game) in told
    if language == "en":
        for chapter in report_of(fought).chapters:
            for episode in chapter.episodes:
                assert all(sentence.text in told for sentence in episode.sentences)
        assert " [" in told


def test_a_shared_report_is_read_without_an_account_and_no_other(finished: Player) -> None:
    guest = Client()
    assert guest.get(f"{finished.url}report.txt").status_code == 404
    finished.post("share")
    link = f"{HERE}shared/{finished.game.share_token}/"
    for ending in ("pdf", "txt"):
        answer = guest.get(f"{link}report.{ending}")
        assert answer.status_code == 200 and answer["X-Robots-Tag"] == "noindex"
        assert f"{link}report.{ending}" in guest.get(link).content.decode()
    assert in_any_language(link) in guest.get(f"{link}report.txt").content.decode()
    finished.post("share", withdraw="1")
    assert guest.get(f"{link}report.pdf").status_code == 404


def test_a_battle_that_goes_on_has_no_report() -> None:
    player = Player()
    for ending in ("pdf", "txt", "doc"):
        assert player.client.get(f"{player.url}report.{ending}").status_code == 404
