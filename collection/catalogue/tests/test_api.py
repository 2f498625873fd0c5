"""The API: what it answers, as its own description says, and what it refuses."""

import csv
import io
import json
from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator
from pytest_django import Settings

from collection.catalogue.api.figures import COLUMNS
from collection.catalogue.api.serializers import FigureSummary
from collection.catalogue.api.table import cell
from collection.catalogue.models import CatalogueVersion, Figure

DESCRIPTION = settings.BASE_DIR / "fixtures" / "schemas" / "openapi.json"
DESCRIBED = json.loads(DESCRIPTION.read_text("utf-8"))
OPEN_PLACES = {
    "{figure_id}": ["AOD-033", "AOD-113", "DA-073"],
    "{card_id}": ["AOD-G-001", "AOD-LP-001", "HSE-SA-001"],
    "{rule_id}": ["AOD-GUN-004"],
    "{name}": ["openapi.json", "battle-group.1.json"],
}
ROOMS = (
    "sets",
    "factions",
    "figures",
    "cards",
    "equipment",
    "heat-effects",
    "rules",
    "schemas",
    "",
)
PUBLIC_PATHS = [path for path in DESCRIBED["paths"] if path.split("/")[3] in ROOMS]
LISTS = [path for path in PUBLIC_PATHS if "{" not in path]

pytestmark = pytest.mark.usefixtures("catalogue")


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Throttles count in the cache; each test starts from none."""
    cache.clear()


def read(client: Client, path: str, **query: Any) -> Any:
    response = client.get(f"/api/v1/{path}", query)
    assert response.status_code == 200, response.content
    return response.json()


def refused(client: Client, path: str, status: int, **query: Any) -> dict[str, Any]:
    response = client.get(f"/api/v1/{path}", query)
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    validator("Problem").validate(body)
    assert body["status"] == status
    return body


def validator(component: str) -> Draft202012Validator:
    schemas = DESCRIBED["components"]["schemas"]
    return Draft202012Validator(
        {"$ref": f"#/components/schemas/{component}", "components": {"schemas": schemas}}
    )


def answer_schema(path: str) -> Any:
    answer = DESCRIBED["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
    return {**answer["schema"], "components": DESCRIBED["components"]}


def filled(path: str) -> list[str]:
    for place, values in OPEN_PLACES.items():
        if place in path:
            return [path.replace(place, value) for value in values]
    return [path]


# --- As described ---------------------------------------------------------------------------


def test_the_committed_description_is_the_one_of_the_code(tmp_path: Any) -> None:
    now = tmp_path / "openapi.json"
    call_command("spectacular", validate=True, fail_on_warn=True, format="openapi-json", file=now)

    assert json.loads(now.read_text("utf-8")) == DESCRIBED, (
        "write it anew: manage.py spectacular --validate --fail-on-warn --format openapi-json"
        " --file fixtures/schemas/openapi.json"
    )


@pytest.mark.parametrize("path", PUBLIC_PATHS)
def test_every_address_answers_as_described(client: Client, path: str) -> None:
    checked = Draft202012Validator(answer_schema(path))
    for address, language in product(filled(path), ("en", "pl")):
        response = client.get(address, headers={"accept-language": language})

        assert response.status_code == 200
        assert response["Content-Language"] == language
        checked.validate(response.json())


def test_every_figure_and_card_is_as_described(client: Client) -> None:
    for kind, component in (("figures", "FigurePage"), ("cards", "CardPage")):
        address, seen = f"/api/v1/{kind}/?limit=200", 0
        while address:
            page = client.get(address).json()
            validator(component).validate(page)
            seen += len(page["results"])
            address = page["next"]
        assert seen == page["total"] >= 90


# --- Finding --------------------------------------------------------------------------------


def test_terms_and_facets_find_what_the_page_finds(client: Client) -> None:
    found = read(client, "figures/", q='faction:"Steel Wolves" points<50', type=["vehicle"])

    assert found["results"]
    for figure in found["results"]:
        assert figure["faction"] == "Steel Wolves"
        assert figure["points"] < 50
        assert figure["type"] == "vehicle"
    page = client.get(
        "/en/catalogue/", {"q": 'faction:"Steel Wolves" points<50', "type": "vehicle"}
    )
    assert page.context["total"] == found["total"]


def test_facets_count_what_each_value_would_leave(client: Client) -> None:
    counted = read(client, "figures/facets/", set=["AOD"])

    types = next(facet for facet in counted["facets"] if facet["key"] == "type")
    for value in types["values"]:
        found = read(client, "figures/", set=["AOD"], type=[value["value"]])
        assert found["total"] == value["figures"]


@pytest.mark.parametrize("path", ["figures/", "cards/", "rules/"])
def test_pages_follow_each_other_without_gap_or_repeat(client: Client, path: str) -> None:
    whole = [each["id"] for each in read(client, path, limit=30)["results"]]

    first = read(client, path, limit=20)
    second = client.get(first["next"]).json()

    parts = [each["id"] for each in first["results"] + second["results"]]
    assert parts[:30] == whole


def test_a_figure_tells_its_dial_and_how_sure_it_is(client: Client) -> None:
    figure = read(client, "figures/AOD-041/")

    assert [click["number"] for click in figure["dial"]["clicks"]] == list(range(1, 8))
    assert figure["dial"]["clicks"][0]["equipment"]["speed"]["code"] == "EV"
    assert figure["dial"]["weapons"][0]["range_max"] == 10
    assert figure["provenance"][0]["field"] == "rank"
    assert figure["provenance"][0]["kind"] == "inferred"
    assert figure["sources"]
    assert client.get(figure["page"]).status_code == 200
    assert client.get(figure["dial_svg"]).status_code == 200


def test_language_by_parameter_wins_over_the_browser(client: Client) -> None:
    response = client.get("/api/v1/cards/AOD-G-001/?lang=pl", headers={"accept-language": "en"})

    assert response.json()["name"] == "Broń Pulsacyjna"


def test_query_counts_stay_flat(client: Client, django_assert_max_num_queries: Any) -> None:
    read(client, "figures/")
    with django_assert_max_num_queries(6):
        read(client, "figures/", limit=200)
    with django_assert_max_num_queries(6):
        read(client, "figures/AOD-033/")


# --- Tables ---------------------------------------------------------------------------------


def test_a_table_has_every_figure_found(client: Client) -> None:
    response = client.get("/api/v1/figures/", {"format": "csv", "q": "is:dial"})

    assert response["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert len(rows) == Figure.objects.filter(status="complete").count()
    hadur = next(row for row in rows if row["id"] == "AOD-041")
    assert (hadur["points"], hadur["equipment"].split()[0]) == ("46", "EV")


def test_a_table_has_the_columns_of_the_list() -> None:
    assert set(COLUMNS) == set(FigureSummary().fields) - {"url", "page"}


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@now", "\t=1", "\r=1", "  =1"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert cell(text).startswith("'")


# --- Caching --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", LISTS)
def test_nothing_new_is_a_304(
    client: Client, path: str, django_assert_max_num_queries: Any
) -> None:
    first = client.get(path)
    assert first["Cache-Control"] == "public, max-age=300"

    with django_assert_max_num_queries(1):
        again = client.get(path, headers={"if-none-match": first["ETag"]})

    assert again.status_code == 304
    assert not again.content
    assert again["ETag"] == first["ETag"]


def test_another_load_language_or_kind_has_another_etag(client: Client) -> None:
    def etag(**headers: str) -> str:
        return str(client.get("/api/v1/figures/", headers=headers)["ETag"])

    tags = {etag(), etag(**{"accept-language": "pl"}), etag(accept="text/csv")}
    CatalogueVersion.objects.create(
        system="age-of-destruction", digest="other", loaded_at=timezone.now(), counts={}
    )
    tags.add(etag())

    assert len(tags) == 4


def test_a_refusal_is_not_cached(client: Client) -> None:
    response = client.get("/api/v1/figures/?q=points:many")

    assert "ETag" not in response
    assert "Cache-Control" not in response


# --- Refusals -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "query", "parameter"),
    [
        ("figures/", {"q": "colour:red"}, "q"),
        ("figures/", {"q": "points:many"}, "q"),
        ("figures/", {"q": "a\0b"}, "q"),
        ("figures/", {"q": "word " * 100}, "q"),
        ("figures/", {"set": "NOSUCH"}, "set"),
        ("figures/", {"set": "\0"}, "set"),
        ("figures/", {"points_from": "-1"}, "points_from"),
        ("figures/", {"points_from": "few"}, "points_from"),
        ("figures/", {"order": "colour"}, "order"),
        ("figures/", {"factoin": "Steel Wolves"}, "factoin"),
        ("figures/", {"view": "list"}, "view"),
        ("figures/", {"limit": "201"}, "limit"),
        ("figures/", {"limit": "0"}, "limit"),
        ("figures/", {"limit": "9" * 5000}, "limit"),
        ("figures/", {"after": "garbage"}, "after"),
        ("figures/", {"after": "\0"}, "after"),
        ("figures/", {"after": "AOD-041' OR 1=1"}, "after"),
        ("figures/", {"format": "csv", "after": "AOD-041"}, "after"),
        ("figures/", {"lang": "xx"}, "lang"),
        ("figures/", {"lang": "../en"}, "lang"),
        ("figures/facets/", {"after": "AOD-041"}, "after"),
        ("cards/", {"type": "XX"}, "type"),
        ("cards/", {"faction": "\0"}, "faction"),
        ("cards/", {"after": "garbage"}, "after"),
        ("rules/", {"kind": "none"}, "kind"),
        ("rules/", {"after": "garbage"}, "after"),
        ("rules/", {"limit": "1e3"}, "limit"),
        ("sets/", {"q": "wolves"}, "q"),
    ],
)
def test_what_nobody_can_mean_is_refused_by_name(
    client: Client, path: str, query: dict[str, str], parameter: str
) -> None:
    body = refused(client, path, 400, **query)

    assert parameter in {problem["parameter"] for problem in body["problems"]}
    assert all(problem["reason"] for problem in body["problems"])


def test_every_fault_is_named_at_once(client: Client) -> None:
    body = refused(client, "figures/", 400, q="colour:red", set="NOSUCH", points_to="x")

    assert {problem["parameter"] for problem in body["problems"]} == {"q", "set", "points_to"}


def test_a_number_beyond_the_database_finds_nothing(client: Client) -> None:
    assert read(client, "figures/", points_from="9" * 30)["total"] == 0


@pytest.mark.parametrize(
    "path",
    [
        "figures/NONE-1/",
        "figures/%00/",
        "cards/NONE/",
        "cards/%00/",
        "rules/NONE/",
        "schemas/none.json",
        "schemas/..%2F..%2Fmanage.py",
        "nothing/here/",
    ],
)
def test_what_is_not_there_is_a_problem(client: Client, path: str) -> None:
    refused(client, path, 404)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_changed(client: Client, method: str) -> None:
    response = getattr(client, method)("/api/v1/figures/", "{}", content_type="application/json")

    assert response.status_code == 405
    assert response["Content-Type"] == "application/problem+json"
    assert "GET" in response["Allow"]


def test_a_kind_of_answer_there_is_none_of_is_a_problem(client: Client) -> None:
    response = client.get("/api/v1/figures/", headers={"accept": "image/png"})

    assert response.status_code == 406
    assert response["Content-Type"] == "application/problem+json"


def test_an_empty_database_is_a_problem_that_says_when_to_come_back(client: Client) -> None:
    CatalogueVersion.objects.all().delete()

    assert "loaded" in refused(client, "figures/", 503)["detail"]
    assert client.get("/api/v1/figures/")["Retry-After"]


# --- From other sites -----------------------------------------------------------------------


def test_other_sites_may_read_but_bring_no_cookies(client: Client) -> None:
    response = client.get("/api/v1/sets/", headers={"origin": "https://elsewhere.example"})

    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response


def test_a_browser_that_asks_before_reading_is_told_what_it_may(client: Client) -> None:
    response = client.options("/api/v1/figures/", headers={"origin": "https://elsewhere.example"})

    assert response.status_code == 204
    assert response["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert "Authorization" in response["Access-Control-Allow-Headers"]


# --- Limits ---------------------------------------------------------------------------------


def test_a_guest_who_asks_too_often_is_told_when_to_come_back(
    client: Client, settings: Settings
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"api_guest": "2/m"}

    read(client, "sets/")
    read(client, "sets/")
    refused(client, "sets/", 429)
    assert int(client.get("/api/v1/sets/")["Retry-After"]) > 0


def test_tables_have_a_limit_of_their_own(client: Client, settings: Settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"api_table": "1/m"}

    assert client.get("/api/v1/figures/?format=csv").status_code == 200
    refused(client, "figures/", 429, format="csv")
    read(client, "figures/")
