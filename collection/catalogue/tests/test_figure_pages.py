"""Finding figures and looking at one, as a guest."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.template import Context, Template
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from collection.catalogue import game, selectors
from collection.catalogue.models import Figure

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]
HTMX = {"HX-Request": "true"}


def found(client: Client, query: str) -> list[str]:
    """The numbers in the list of figures for a query string."""
    table = client.get(f"/en/catalogue/?{query}").context["table"]
    return [row.number for row in table.rows]


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("q=AOD-102", ["AOD-102"]),
        ("q=aod102", ["AOD-102"]),
        ("q=hatch+aod", ["AOD-101", "AOD-102", "AOD-103", "AOD-104"]),
        ("q=hct-4f", ["AOD-102"]),
        ("q=da-74", ["DA-073…074"]),
        ("q=BOLT+arbalest", ["AOD-113"]),
        ("q=bolt&set=DA", []),
        ("q=hatchetman&rank=elite", ["AOD-104"]),
        ("q=hatchetman&faction=Dragon's+Fury", ["AOD-102"]),
        ("q=hatchetman&mech_class=Light", []),
        ("q=hatchetman&rank=elite&rank=veteran", ["AOD-102", "AOD-103", "AOD-104"]),
        ("q=bolt&type=mech&set=AOD&faction=none", ["AOD-113"]),
        ("q=hatchetman&points_from=130&points_to=131", ["AOD-103"]),
        ("q=nonsense", []),
        ("q=%00", None),
    ],
)
def test_figures_are_found(client: Client, query: str, numbers: list[str] | None) -> None:
    if numbers is None:
        assert client.get(f"/en/catalogue/?{query}").status_code == 200
    else:
        assert found(client, query) == numbers


def test_a_bare_number_is_a_collector_number_of_any_set(client: Client) -> None:
    numbers = found(client, "q=102")

    assert "AOD-102" in numbers and "FP-101…104" in numbers
    assert "AOD-103" not in numbers


def test_polish_letters_may_be_left_out(client: Client) -> None:
    assert found(client, "q=klan+jade") == found(client, "q=KŁAN+JADE") != []


@pytest.mark.parametrize(
    ("query", "same"),
    [
        ('faction:"Steel Wolves" type:vehicle', "faction=Steel+Wolves&type=vehicle"),
        ("faction:sw typ:pojazd", "faction=Steel+Wolves&type=vehicle"),
        ("frakcja:„steel wolves” t:vehicle", "faction=Steel+Wolves&type=vehicle"),
        ("mode:vtol,hover", "speed_mode=vtol&speed_mode=hover"),
        ("has:evade", "equipment=EV"),
        ("has:EV", "equipment=EV"),
        ("ma:uniki", "equipment=EV"),
        ("set:aod points:30..50", "set=AOD&points_from=30&points_to=50"),
        ("set:aod points>=30 points<51", "set=AOD&points_from=30&points_to=50"),
        ("klasa:lekka", "mech_class=Light"),
    ],
)
def test_terms_find_what_facets_find(client: Client, query: str, same: str) -> None:
    by_terms = client.get("/en/catalogue/", {"q": query}).context
    by_facets = client.get(f"/en/catalogue/?{same}").context

    assert by_terms["total"] == by_facets["total"] > 0
    assert found(client, urlencode({"q": query})) == found(client, same)


def test_a_term_with_a_minus_finds_the_rest(client: Client) -> None:
    totals = [
        client.get("/en/catalogue/", {"q": query}).context["total"]
        for query in ("", "has:evade", "-has:evade")
    ]
    assert totals[0] == totals[1] + totals[2] and min(totals) > 0


def test_every_term_is_explained_and_can_be_left_out(client: Client) -> None:
    query = 'points<50 mode:vtol -has:evade "light vtol"'
    understood = client.get("/en/catalogue/", {"q": query}).context["understood"]

    assert [term.title for term in understood] == [
        "Points below 50",
        "Speed mode: VTOL",
        "not Equipment: Evade",
        "“light vtol”",
    ]
    without = {"q": 'points<50 -has:evade "light vtol"'}
    assert understood[1].url == f"/en/catalogue/?{urlencode(without)}"


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("ponts<50", "There is no field “ponts”. Did you mean “points<50”?"),
        ("points<many", "“points<many” needs a number"),
        ("points:10..", "“points:10..” needs a number"),
        ("faction:nobody", "Nothing under “Faction” is called “nobody”."),
        ("faction<5", "has names for values"),
        ("faction:highlanders,nobody", "Nothing under “Faction” is called “nobody”."),
        ("has:", "Nothing under “Equipment” is called “”."),
        ("points:٣", "needs a number"),
    ],
)
def test_what_is_not_understood_is_told_and_shows_nothing(
    client: Client, query: str, problem: str
) -> None:
    page = client.get("/en/catalogue/", {"q": f"{query} hatchetman"})

    assert problem in page.context["problems"][0]
    assert page.context["total"] == 0
    assert "not everything asked for was understood" in page.content.decode()
    assert any(facet.options for facet in page.context["facets"])


def test_an_unknown_value_of_a_facet_shows_nothing(client: Client) -> None:
    assert client.get("/en/catalogue/?type=mech&type=boat").context["total"] == 0


@pytest.mark.parametrize(
    ("query", "instead"),
    [
        ("faction:stelwolves -is:unique", 'faction:"Steel Wolves" -is:unique'),
        ("tipe:mech", "type:mech"),
        ("-rnak:elite zeus", "-rank:elite zeus"),
        ("mark:elite", "rank:elite"),
        ("colour:red", ""),
        ("points<many", ""),
    ],
)
def test_what_comes_near_is_a_link(client: Client, query: str, instead: str) -> None:
    found = client.get("/en/catalogue/", {"q": query}).context["instead"]

    assert (found.title if found else "") == instead
    if instead:
        assert client.get(found.url).context["problems"] == ()


@pytest.mark.parametrize("chosen", ["", "faction=Steel+Wolves", "rank=elite&rank=green&type=mech"])
def test_a_facet_counts_what_ticking_a_value_alone_would_leave(client: Client, chosen: str) -> None:
    facets = client.get(f"/en/catalogue/?{chosen}").context["facets"]

    for facet in facets:
        others = "&".join(each for each in chosen.split("&") if not each.startswith(facet.key))
        for option in facet.options[:3]:
            alone = urlencode({facet.key: option.key})
            assert client.get(f"/en/catalogue/?{others}&{alone}").context["total"] == option.count


@pytest.mark.parametrize(
    ("typed", "suggested"),
    [
        ("po", ["points:"]),
        ("hatchetman -fac", ["hatchetman -faction:"]),
        ("faction:ste", ['faction:"Steel Wolves" ', 'faction:"House Steiner" ']),
        ("has:evade ", []),
        ("zzz", []),
    ],
)
def test_the_box_suggests_ways_to_go_on(client: Client, typed: str, suggested: list[str]) -> None:
    response = client.get("/en/catalogue/suggestions/", {"q": typed})

    offered = [each.query for each in response.context["suggestions"]]
    assert set(suggested) <= set(offered)
    assert suggested or not offered


def test_columns_and_view_are_chosen_in_the_address(client: Client) -> None:
    response = client.get("/en/catalogue/?view=table&columns=points&columns=attack&q=AOD-102")
    columns = response.context["table"].columns
    assert [column.key for column in columns] == ["number", "name", "points", "attack"]
    assert "<table" in response.content.decode()

    pictures = client.get("/en/catalogue/?q=AOD-102").content.decode()
    assert "silhouettes.svg#mech-medium" in pictures and "<table" not in pictures
    assert client.get("/en/catalogue/?view=list&q=AOD-102").content.decode().count("<table") == 0


def test_a_picture_card_tells_what_a_row_does(client: Client) -> None:
    (row,) = client.get("/en/catalogue/?q=AOD-102").context["table"].rows
    card = Template("{% load pieces %}{% figure_card row %}").render(Context({"row": row}))
    said = " ".join(re.sub("<[^>]+>", " ", card).split())

    for text in ("Hatchetman", "HCT-4F-M AOD-102", "veteran", "129 points", "Speed 7"):
        assert text in said
    for text in ("Attack 10", "Defense 20", "Damage 3/3 10″", "Jump Jets", "Full Strike"):
        assert text in said
    assert 'aria-label="Dragon&#x27;s Fury"' in card
    assert 'href="/en/groups/add/AOD-102/"' in card


def test_everything_that_narrows_the_list_is_a_chip_that_leaves_it_out(client: Client) -> None:
    query = "q=armor&faction=Steel+Wolves&faction=Dragon%27s+Fury&equipment=EV&points_to=20"
    context = client.get(f"/en/catalogue/?{query}").context

    without = {chip.title: chip.url for chip in context["understood"]}
    assert list(without)[1:] == ["Points to 20", "Steel Wolves", "Dragon's Fury", "Evade"]
    assert [chip.mark for chip in context["understood"]][2:4] == ["SW", "DF"]
    assert "faction=Dragon%27s+Fury" in without["Steel Wolves"]
    assert "Steel" not in without["Steel Wolves"]
    for title, url in without.items():
        left = [chip.title for chip in client.get(url).context["understood"]]
        assert left == [other for other in without if other != title]


def test_equipment_chosen_says_what_it_does(client: Client) -> None:
    effects = client.get("/en/catalogue/?equipment=JJ&equipment=SD").context["effects"]

    assert [(badge.code, text[:19]) for badge, text in effects] == [("JJ", "Bases and terrain d")]


def test_the_histogram_counts_every_figure_with_points(client: Client) -> None:
    points = client.get("/en/catalogue/").context["points"]
    known = [unit.points for unit in game.catalogue().units.values() if unit.points is not None]

    assert points.least <= min(known) and max(known) < points.most
    assert points.picture.count("h10") == points.most / points.step


@pytest.mark.parametrize("order", ["", "-number", "name", "-name", "points", "-points"])
def test_pages_follow_each_other_without_gap_or_repeat(client: Client, order: str) -> None:
    seen, url = [], f"/en/catalogue/?order={order}"
    while url:
        context = client.get(url).context
        seen += [row.number for row in context["table"].rows]
        url = context["more_url"]

    assert len(seen) == len(set(seen)) == context["total"] == Figure.objects.count()


def test_the_best_known_set_comes_first(client: Client) -> None:
    rows = client.get("/en/catalogue/").context["table"].rows
    assert rows[0].number == "AOD-001"
    assert all(row.number.startswith("AOD-") for row in rows)


def test_points_order_puts_unknown_points_last_either_way(client: Client) -> None:
    for order in ("points", "-points"):
        rows = client.get(f"/en/catalogue/?order={order}").context["table"].rows
        points = [row.points for row in rows]
        assert None not in points
        assert points == sorted(points, reverse=order.startswith("-"))


def test_an_unknown_choice_is_told_and_an_unknown_order_is_the_usual_one(client: Client) -> None:
    response = client.get("/en/catalogue/?q=hatchetman&type=dragon&after=nowhere&order=weight")

    assert "Nothing under “Type” is called “dragon”." in response.content.decode()
    assert "weight is not one of the available choices" in response.content.decode()
    assert response.context["total"] == 0
    response = client.get("/en/catalogue/?q=hatchetman&after=nowhere&order=weight")
    assert response.context["total"] == 6


def test_htmx_gets_the_results_alone_and_the_address_they_stand_for(client: Client) -> None:
    response = client.get("/en/catalogue/?q=bolt&set=", headers=HTMX)

    assert "<html" not in response.content.decode()
    assert response["HX-Push-Url"] == "/en/catalogue/?q=bolt"
    assert "HX-Request" in response["Vary"]
    restored = client.get(
        "/en/catalogue/?q=bolt", headers=HTMX | {"HX-History-Restore-Request": "true"}
    )
    assert "<html" in restored.content.decode()


def test_words_that_find_cards_lead_to_them(client: Client) -> None:
    response = client.get("/en/catalogue/?q=evade")

    assert response.context["cards_found"] == 1
    assert "/en/catalogue/cards/?q=evade" in response.content.decode()


def test_a_mistyped_number_suggests_another(client: Client) -> None:
    assert (
        "/en/catalogue/figures/AOD-102/" in client.get("/en/catalogue/?q=AOD-1102").context["meant"]
    )


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("figure_id", ["AOD-102", "DA-011", "DA-109", "DA-073", "DOM-OC1"])
def test_a_guest_sees_a_figure(client: Client, language: str, figure_id: str) -> None:
    response = client.get(f"/{language}/catalogue/figures/{figure_id}/")

    assert response.status_code == 200
    assert f'<html lang="{language}"' in response.content.decode()


def test_a_figure_shows_all_that_is_printed(client: Client) -> None:
    page = client.get("/en/catalogue/figures/AOD-102/").content.decode()

    for text in ("HCT-4F-M", "129", "veteran", "Medium &#x27;Mech", "Dragon&#x27;s Fury"):
        assert text in page
    for card in ("AOD-G-005", "AOD-P-010", "AOD-GS-010"):
        assert f"/en/catalogue/cards/{card}/" in page
    assert "AOD-G-001" not in page
    assert page.index("AOD-101 Hatchetman") < page.index("AOD-103 Hatchetman")


def test_equipment_says_what_it_does_under_the_dial(client: Client) -> None:
    page = client.get("/en/catalogue/figures/AOD-102/").content.decode()

    assert "Bases and terrain do not hinder this unit&#x27;s move" in page


def test_other_versions_stand_in_a_line_each(client: Client) -> None:
    versions = client.get("/en/catalogue/figures/AOD-102/").context["versions"]

    assert [each.id for each in versions] == ["AOD-101", "AOD-103", "AOD-104"]
    assert "versions" not in client.get("/en/catalogue/figures/AOD-120/").context


def test_a_mech_of_the_older_series_has_no_slots(client: Client) -> None:
    page = client.get("/en/catalogue/figures/DF-096/").content.decode()

    assert "no slots for gear and pilots" in page and "AOD-GEAR-002" in page


def test_what_is_inferred_is_marked_with_its_reason(client: Client) -> None:
    page = client.get("/pl/catalogue/figures/DA-073/").content.decode()

    assert "DA-073…074" in page and "Ostatni numer wynika" in page


def test_a_doubtful_value_opens_into_reason_and_sources(client: Client) -> None:
    page = client.get("/en/catalogue/figures/AOD-091/").context

    mark = page["marks"]["attacks"]
    assert mark.note.startswith("An earlier transcription")
    assert mark.sources == tuple(source.title for source in page["sources"])
    assert client.get("/en/catalogue/figures/DA-011/").context["marks"]["unique"].sources == ()


@pytest.mark.parametrize(
    ("typed", "canonical", "status"),
    [
        ("aod-102", "AOD-102", 301),
        ("AOD102", "AOD-102", 301),
        ("AOD-33", "AOD-033", 301),
        ("DA-074", "DA-073", 302),
    ],
)
def test_other_spellings_lead_to_the_figure(
    client: Client, typed: str, canonical: str, status: int
) -> None:
    response = client.get(f"/en/catalogue/figures/{typed}/")

    assert (response.status_code, response["Location"]) == (
        status,
        f"/en/catalogue/figures/{canonical}/",
    )


@pytest.mark.parametrize("language", ["en", "pl"])
def test_an_unknown_figure_is_404_with_what_was_meant(client: Client, language: str) -> None:
    response = client.get(f"/{language}/catalogue/figures/AOD-1102/")

    assert response.status_code == 404
    assert f"/{language}/catalogue/figures/AOD-102/" in response.content.decode()


@pytest.mark.parametrize("typed", ["%00", "<script>", "102", "a b", "x" * 300])
def test_strange_ids_are_404(client: Client, typed: str) -> None:
    response = client.get(f"/en/catalogue/figures/{typed}/")

    assert response.status_code == 404
    assert "<script>" not in response.content.decode()


@pytest.mark.parametrize(
    ("address", "most"),
    [
        ("/en/", 6),
        ("/en/catalogue/?q=HSE", 9),
        ("/en/catalogue/", 8),
        ("/en/catalogue/?q=a&order=-points&after=AOD-102", 10),
        ("/en/catalogue/figures/AOD-102/", 11),
    ],
)
def test_queries_do_not_grow_with_the_list(
    client: Client,
    address: str,
    most: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client.get(address)

    with django_assert_max_num_queries(most):
        assert client.get(address).status_code == 200


def test_a_page_is_no_longer_than_its_length(client: Client) -> None:
    assert len(found(client, "")) == selectors.PAGE_LENGTH


def test_every_marked_value_shows_its_mark(client: Client) -> None:
    marked: dict[tuple[str, str], tuple[str, str]] = {}
    for figure in selectors.figures("age-of-destruction"):
        for field, mark in figure.record.get("marks", {}).items():
            marked.setdefault((field, mark["how"]), (figure.catalogue_id, mark["note"]["en"]))

    for (field, how), (figure_id, note) in marked.items():
        body = unescape(client.get(f"/en/catalogue/figures/{figure_id}/").content.decode())
        assert note in body, f"{figure_id}: {field} is {how}"
