"""Reading the rulebook, as a guest; its lists without a database."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils.translation import override

from collection.catalogue.present.rulebook import checks_on
from rules import GAME_SYSTEMS, GameSystem
from rules.tests.squares import SQUARES

HTMX = {"HX-Request": "true"}


def ids(client: Client, query: str) -> list[str]:
    """The ids of the rules a query leaves."""
    sections = client.get(f"/en/rules/?{query}").context["sections"]
    return [rule.id for section in sections for rule in section.rules]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_rule_stands_in_its_section(client: Client, language: str) -> None:
    context = client.get(f"/{language}/rules/").context

    assert context["total"] == 656
    assert all(section.title and section.rules for section in context["sections"])


def test_rules_are_found_by_id_word_and_kind(client: Client) -> None:
    assert ids(client, "q=gun-008") == ["AOD-GUN-008"]
    assert "AOD-GUN-008" in ids(client, "q=recruitment&kind=build")
    assert "AOD-GUN-003" not in ids(client, "q=symbol&kind=build")
    assert ids(client, "q=nonsense") == []


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize(("language", "word"), [("en", "gunslinger"), ("pl", "gunsling")])
def test_a_rule_has_a_page_in_both_languages(client: Client, language: str, word: str) -> None:
    page = client.get(f"/{language}/rules/AOD-GUN-001/").content.decode()

    assert "AOD-GUN-001" in page and word in page.lower()


@pytest.mark.usefixtures("catalogue")
def test_a_chip_gets_the_rule_alone(client: Client) -> None:
    part = client.get("/en/rules/AOD-GUN-001/", headers=HTMX).content.decode()

    assert "<html" not in part and "Gunslinger cards" in part


def test_other_spellings_lead_to_the_rule_and_unknown_ids_to_suggestions(client: Client) -> None:
    response = client.get("/en/rules/aod-gun-001/")
    assert (response.status_code, response["Location"]) == (301, "/en/rules/AOD-GUN-001/")

    missing = client.get("/en/rules/AOD-GUN-099/")
    assert missing.status_code == 404
    assert "/en/rules/AOD-GUN-009/" in missing.content.decode()


@pytest.mark.usefixtures("catalogue")
def test_a_rule_shows_the_checks_that_rest_on_it(client: Client) -> None:
    context = client.get("/en/rules/AOD-BUILD-004/").context

    assert {"OVER_POINTS", "TOTAL_UNDECIDED"} <= {check.code for check in context["army_checks"]}
    assert context["army_checks"][0].parts == (
        ("The group costs 463 points; 450 is the most. Save 13 points.", ""),
    )
    assert "AOD-GEAR-020" in [rule.id for rule in context["related"]]


def test_a_rule_of_play_shows_the_refusals_that_rest_on_it(client: Client) -> None:
    context = client.get("/pl/rules/AOD-TURN-003/").context

    assert ("NOT_YOUR_UNIT", (("R1 nie należy do aktywnego gracza.", ""),)) in [
        (check.code, check.parts) for check in context["order_checks"]
    ]


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("language", ["en", "pl"])
def test_figures_and_cards_of_an_example_open_in_the_drawer(client: Client, language: str) -> None:
    page = client.get(f"/{language}/rules/AOD-GEAR-008/").content.decode()

    figure, card = (f"/{language}/catalogue/{kind}/" for kind in ("figures", "cards"))
    assert f'<a href="{figure}AOD-102/" data-drawer>AOD-102 Hatchetman</a>' in page
    assert f'<a href="{card}AOD-G-002/" data-drawer>AOD-G-002 ' in page


@pytest.mark.usefixtures("catalogue")
def test_a_number_nobody_knows_is_no_link(client: Client) -> None:
    page = client.get("/en/rules/AOD-CARD-002/").content.decode()

    assert "No card has the number AOD-G-0O2." in page


@pytest.mark.parametrize("system", [*GAME_SYSTEMS.values(), SQUARES], ids=lambda s: s.name)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_rulebook_of_any_game_is_read(
    client: Client, system: GameSystem, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAME_SYSTEMS, system.name, system)
    first, *_ = book = system.rulebook()
    context = client.get(f"/{language}/rules/?system={system.name}").context
    page = client.get(f"/{language}/rules/{first}/").content.decode()

    assert (context["game"], context["total"]) == (system.title, len(book))
    assert book[first].title[language] in unescape(page)
    assert ids(client, f"system={system.name}&q={first}") == [first]


#: What a template leaves behind that was not filled in, and a code where a sentence should be.
HOLES = re.compile(
    r"[{}]|…|%\(|\b(?:None|True|False)\b|\b[A-Z]{3,}_[A-Z_]+\b|  | [.,;:]|\(\)|“”|„”"
)


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("system", GAME_SYSTEMS.values())
def test_every_rule_and_every_example_is_a_sentence(system: GameSystem, language: str) -> None:
    book = system.rulebook()
    with override(language):
        for rule_id, rule in book.items():
            resting = checks_on(rule_id, book)
            examples = [*resting["army_checks"], *resting["order_checks"]]
            told = ["".join(words for words, _item in check.parts) for check in examples]
            for sentence in (rule.title[language], rule.summary[language], *told):
                assert not HOLES.search(sentence), (rule_id, sentence)
            for sentence in (rule.summary[language], *told):
                assert sentence[-1] in ".!?:”)", (rule_id, sentence)
