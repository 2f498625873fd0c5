"""Finding figures in plain words of both languages, misspelt ones too, and what to do instead."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from collection.catalogue import game
from collection.catalogue.models import Figure
from collection.catalogue.search.spelling import figure_spelling

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]
HERE = "/en/catalogue/"


@pytest.mark.parametrize(
    ("words", "term"),
    [
        ("jump jets", "has:JJ"),
        ("Jump Jets", "has:JJ"),
        ("jumpjets", "has:JJ"),
        ("silniki skokowe", "has:JJ"),
        ("evade", "has:EV"),
        ("uniki", "has:EV"),
        ("piechota", "type:infantry"),
        ("infantry", "type:infantry"),
        ("mech", "type:mech"),
        ("'Mechs", "type:mech"),
        ("vtol", "mode:vtol"),
        ("artillery", "is:artillery"),
        ("assault mech", "class:assault"),
        ("-jump jets", "-has:JJ"),
        ("vtol jump jets -evade", "mode:vtol has:JJ -has:EV"),
    ],
)
def test_terms_are_plain_words_in_both_languages(client: Client, words: str, term: str) -> None:
    said, asked = (client.get(HERE, {"q": q}).context for q in (words, term))

    assert said["total"] == asked["total"]
    assert [row.number for row in said["table"].rows] == [r.number for r in asked["table"].rows]
    assert said["problems"] == ()


def test_a_plain_word_is_explained_and_left_out_as_a_whole(client: Client) -> None:
    understood = client.get(HERE, {"q": "hatchetman jump jets points<200"}).context["understood"]

    assert [term.title for term in understood] == [
        "“hatchetman”",
        "Equipment: Jump Jets",
        "Points below 200",
    ]
    assert understood[1].url == f"{HERE}?q=hatchetman+points%3C200"


def test_a_name_that_holds_such_a_word_is_found_by_it_too(client: Client) -> None:
    """A "Light VTOL" is no light 'Mech."""
    page = client.get(HERE, {"q": "light"})
    names = [str(row.name) for row in page.context["table"].rows]

    assert any("VTOL" in name for name in names)
    assert client.get(HERE, {"q": '"light"'}).context["understood"][0].title == "“light”"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("hachetman", "hatchetman"),
        ("hachetman rank:elite", "hatchetman rank:elite"),
        ("-hachetman zeus", "-hatchetman zeus"),
        ("jmp jet", "Jump Jets"),
        ("piehota", "Piechota"),
        ("kamuflarz", "Kamuflaż"),
        ("atlsa", "atlas"),
        ("hatch", ""),
        ("hatchetman", ""),
        ("AOD-999", ""),
        ("nonsense", ""),
        ("colour:red", ""),
        ("zzzzzzz hachetman", ""),
        ("%" * 300, ""),
    ],
)
@pytest.mark.usefixtures("either_likeness")
def test_misspelt_words_are_put_right(typed: str, meant: str) -> None:
    assert figure_spelling(game.SYSTEM).corrected(typed) == meant


def test_the_list_says_what_it_shows_instead(client: Client) -> None:
    page = client.get(HERE, {"q": "hachetman", "rank": "elite"})

    assert page.context["total"] == 1
    assert "Nothing is called “hachetman”." in page.content.decode()
    assert client.get(HERE, {"q": "hatchetman"}).context["misspelt"] == ""


@pytest.mark.parametrize(("language", "known"), [("en", "faction"), ("pl", "frakcja")])
def test_an_unknown_term_is_refused_and_shows_nothing(
    client: Client, language: str, known: str
) -> None:
    page = client.get(f"/{language}/catalogue/", {"q": "colour:red"})

    assert page.context["total"] == 0
    assert page.context["table"].rows == ()
    assert "colour" in page.context["problems"][0] and f" {known}," in page.context["problems"][0]
    assert client.get(f"/{language}/catalogue/", {"q": f"{known}:wolves"}).context["total"] > 0


def test_an_empty_list_says_what_to_leave_out(client: Client) -> None:
    page = client.get(HERE, {"q": "hatchetman vtol", "rank": "elite", "points_to": "200"})
    offered = {each.without: each for each in page.context["loosened"]}

    assert "Speed mode: VTOL" in offered and "Rank: elite" not in offered
    for each in offered.values():
        assert client.get(each.url).context["total"] == each.figures > 0


def test_nothing_is_offered_where_one_word_alone_finds_nothing(client: Client) -> None:
    page = client.get(HERE, {"q": "nonsense"})

    assert page.context["loosened"] == []
    assert page.context["facets"] == []
    assert "nothing to choose" not in page.content.decode()


def test_an_empty_list_asks_the_same_however_much_narrows_it(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    assert Figure.objects.filter(name="Hatchetman").exists()
    for query in (
        "q=hatchetman+vtol",
        "q=hatchetman+vtol+evade+tracked+points<9&rank=elite&set=DA",
    ):
        client.get(f"{HERE}?{query}")
        with django_assert_max_num_queries(11):
            assert client.get(f"{HERE}?{query}").context["total"] == 0
