"""One search for figures, cards, equipment, factions, rules and one's own lists."""

from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.groups.present.groups import new_document
from armybuilder.groups.services.groups import create_group
from armybuilder.site.models import Owner, User
from armybuilder.tests.shelves import shelf_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]
HERE = "/en/search/"
SUGGESTIONS = "/en/search/suggestions/"


def kinds(client: Client, query: str, address: str = HERE) -> dict[str, list[str]]:
    """The titles found by kind."""
    found = client.get(address, {"q": query}).context["found"]
    return {kind.key: [str(hit.title) for hit in kind.hits] for kind in found.kinds}


@pytest.mark.parametrize(
    ("query", "kind", "first"),
    [
        ("hatchetman", "figures", "Hatchetman"),
        ("jump jets", "equipment", "Jump Jets"),
        ("silniki skok", "equipment", "Jump Jets"),
        ("JJ", "equipment", "Jump Jets"),
        ("full strike", "cards", "Full Strike"),
        ("pełny zamach", "cards", "Full Strike"),
        ("AOD-G-005 full", "cards", "Full Strike"),
        ("steel wol", "factions", "Steel Wolves"),
        ("klan jade", "factions", "Clan Jade Falcon"),
        ("recruitment cost", "rules", "Recruitment cost without symbol"),
    ],
)
@pytest.mark.parametrize("address", [HERE, SUGGESTIONS])
def test_each_kind_is_found(
    client: Client, query: str, kind: str, first: str, address: str
) -> None:
    assert kinds(client, query, address)[kind][0] == first


def test_equipment_and_terms_find_the_figures_too(client: Client) -> None:
    found = client.get(HERE, {"q": "jump jets points<80"}).context["found"]
    (figures,) = found.kinds
    catalogue = client.get("/en/catalogue/", {"q": "has:JJ points<80"}).context

    assert (figures.key, figures.total) == ("figures", catalogue["total"])
    assert client.get(figures.all_url).context["total"] == figures.total


@pytest.mark.usefixtures("either_likeness")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("hachetman", "hatchetman"),
        ("jumpjet", "Jump Jets"),
        ("jmp jet", "Jump Jets"),
        ("nonsense", ""),
    ],
)
def test_misspelt_words_find_what_was_meant(client: Client, typed: str, meant: str) -> None:
    found = client.get(HERE, {"q": typed}).context["found"]

    assert found.corrected == meant
    assert bool(found.kinds) == (typed != "nonsense")


def test_a_beginning_may_be_misspelt_while_it_is_typed(client: Client) -> None:
    assert kinds(client, "hachet", SUGGESTIONS)["figures"][0] == "Hatchetman"


def test_an_unknown_term_is_refused(client: Client) -> None:
    page = client.get(HERE, {"q": "rnak:elite atlas"})

    assert page.context["found"].kinds == ()
    assert page.context["found"].instead == "rank:elite atlas"
    assert "rank:elite" in page.content.decode()


@pytest.mark.parametrize(
    ("query", "leads_to"),
    [
        ("AOD-102", "/en/catalogue/figures/AOD-102/"),
        ("aod 102", None),
        ("aod102", "/en/catalogue/figures/AOD-102/"),
        ("AOD-G-005", "/en/catalogue/cards/AOD-G-005/"),
        ("102", None),
        ("AOD-999", None),
    ],
)
def test_a_number_leads_to_its_page(client: Client, query: str, leads_to: str | None) -> None:
    response = client.get(HERE, {"q": query})

    assert response.headers.get("Location") == leads_to
    assert response.status_code == (302 if leads_to else 200)


def test_only_ones_own_lists_are_found(client: Client, member: User) -> None:
    stranger = User.objects.create_user("b@example.org", "a long password")
    for owner, name in ((member, "Evening patrol"), (stranger, "Evening raid")):
        document = new_document(name=name, build_total=450, event="")
        create_group(owner=Owner(member=owner), document=document)
    assert client.get(HERE, {"q": "evening"}).context["lists"].hits == ()

    client.force_login(member)
    for page in (HERE, SUGGESTIONS):
        assert "Evening patrol" in client.get(page, {"q": "evening"}).content.decode()
        assert "Evening raid" not in client.get(page, {"q": "evening"}).content.decode()


def test_what_was_found_says_how_many_its_reader_owns(client: Client) -> None:
    anna = shelf_of("Anna", {"102": {"owned": 2}}).owner
    told = "Owned <strong>2</strong>"
    for page in (HERE, SUGGESTIONS):
        assert told not in client.get(page, {"q": "hatchetman"}).content.decode()
    client.force_login(anna)
    for page in (HERE, SUGGESTIONS):
        assert client.get(page, {"q": "hatchetman"}).content.decode().count(told) == 1


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("query", ["", "%00", "<script>", "a" * 300, "\x00", '"', ":", "-"])
def test_anything_may_be_asked(client: Client, language: str, query: str) -> None:
    for page in (HERE, SUGGESTIONS):
        response = client.get(page.replace("/en/", f"/{language}/"), {"q": query})
        assert response.status_code == 200
        assert "<script>" + "</" not in response.content.decode()


def test_suggestions_ask_the_same_however_much_is_found(
    client: Client, member: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(member)
    client.get(SUGGESTIONS, {"q": "a"})
    for query in ("AOD-102", "a", "evade"):
        with django_assert_num_queries(7):
            client.get(SUGGESTIONS, {"q": query})


@pytest.mark.parametrize(("query", "total"), [("hatchetman", 6), ("vtol", 0)])
def test_all_that_was_found_can_be_narrowed_in_the_catalogue(
    client: Client, query: str, total: int
) -> None:
    answer = client.get("/en/search/", {"q": query})
    figures = next(kind for kind in answer.context["found"].kinds if kind.key == "figures")
    links = unescape(answer.content.decode())

    assert not total or figures.total == total
    whole = figures.total == len(figures.hits)
    said = "Narrow these in the catalogue" if whole else f"Show all {figures.total}"
    assert f'<a href="{figures.all_url}">{said}</a>' in links
    assert client.get(figures.all_url).context["total"] == figures.total


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("jump jets points<80", ["Equipment: Jump Jets", "Points below 80"]),
        ("-hatchetman", ["not “hatchetman”"]),
        ("hatchetman", []),
        ("steel wolves", []),
    ],
)
def test_terms_are_explained_and_left_out_one_by_one(
    client: Client, query: str, told: list[str]
) -> None:
    understood = client.get(HERE, {"q": query}).context["understood"]

    assert [term.title for term in understood] == told
    for term in understood:
        assert client.get(term.url).status_code == 200


def test_terms_that_no_figure_is_at_once_lead_to_what_to_leave_out(client: Client) -> None:
    page = client.get(HERE, {"q": "hatchetman mode:vtol"})

    assert "No figure is all of this at once." in page.content.decode()
    assert client.get(page.context["narrow_url"]).context["loosened"]


@pytest.mark.parametrize("address", [HERE, SUGGESTIONS])
def test_what_somebody_lacks_is_asked_for_in_every_search(client: Client, address: str) -> None:
    query = "mine:missing hatchetman"
    assert kinds(client, query, address) == {}
    assert client.get(HERE, {"q": query}).context["found"].problems
    client.force_login(shelf_of("Anna", {"102": {"owned": 2}}).owner)
    lacked = client.get("/en/catalogue/", {"q": query}).context["total"]
    found = client.get(address, {"q": query}).context["found"]
    assert [(kind.key, kind.total) for kind in found.kinds] == [("figures", lacked)]


def test_terms_are_offered_as_they_are_in_the_catalogue(client: Client, member: User) -> None:
    def offered(address: str, typed: str) -> list[str]:
        context = client.get(address, {"q": typed}).context
        return [
            each.query for each in context["terms" if address == SUGGESTIONS else "suggestions"]
        ]

    client.force_login(member)
    for typed in ("hatchetman -fac", "faction:davi", "mine:mis", "zzz"):
        assert offered(SUGGESTIONS, typed) == offered("/en/catalogue/suggestions/", typed)[:3]
    assert offered(SUGGESTIONS, "mine:mis") == ['mine:"not owned" ']
    client.logout()
    assert offered(SUGGESTIONS, "mine:mis") == []
