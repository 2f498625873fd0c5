"""Battle groups and event formats through the API: as owner, other member, reading token, guest."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from jsonschema import Draft202012Validator
from pytest_django import DjangoAssertNumQueries, Settings

from armybuilder.groups.exports import FORM_OF_ENDING
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.services.formats import FormatText, create_format
from armybuilder.groups.tests.builder import text_of
from armybuilder.site.accounts.services import create_token
from armybuilder.site.models import Owner, User

pytestmark = pytest.mark.usefixtures("catalogue")

SCHEMAS = settings.BASE_DIR / "fixtures" / "schemas"
DESCRIBED = json.loads((SCHEMAS / "openapi.json").read_text("utf-8"))
PATROL = {
    "format": "battle-group/1",
    "system": "age-of-destruction",
    "name": "Patrol",
    "build_total": 300,
    "units": [{"unit": "AOD-102"}],
    "cards": [],
}
OVER = PATROL | {"name": "Over", "units": [{"unit": "AOD-102", "count": 3}]}


class Program:
    """A program that asks with a token, or without."""

    def __init__(self, token: str = "") -> None:
        self.client = Client()
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> HttpResponse:
        sent = body if isinstance(body, (str, bytes)) else json.dumps(body)
        options: dict[str, Any] = {"headers": {**self.headers, **headers}}
        if body is not None:
            options |= {"data": sent, "content_type": "application/json"}
        answer: HttpResponse = getattr(self.client, method)(f"/api/v1/{path}", **options)
        return answer

    def keep(self, document: Any = PATROL) -> str:
        """The id of a new group."""
        answer = self.ask("post", "groups/", document)
        assert answer.status_code == 201, answer.content
        return str(json.loads(answer.content)["id"])


def told(answer: HttpResponse, status: int = 200, component: str = "") -> Any:
    """The body of an answer, checked against the description."""
    assert answer.status_code == status, answer.content
    body = json.loads(answer.content)
    if status >= 400:
        assert answer["Content-Type"] == "application/problem+json"
        component = "Problem"
    if component:
        components = DESCRIBED["components"]
        schema = {"$ref": f"#/components/schemas/{component}", "components": components}
        Draft202012Validator(schema).validate(body)
    return body


def refused(answer: HttpResponse, status: int) -> Any:
    return told(answer, status)


def schema(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((SCHEMAS / name).read_text("utf-8")))


@pytest.fixture
def owner(member: User) -> Program:
    return Program(create_token(member=member, name="builder", days=30, may_write=True))


@pytest.fixture
def reader(member: User) -> Program:
    return Program(create_token(member=member, name="sheet", days=30))


@pytest.fixture
def stranger(db: None) -> Program:
    other = User.objects.create_user("other@example.org", "a long password")
    EmailAddress.objects.create(user=other, email=other.email, verified=True, primary=True)
    return Program(create_token(member=other, name="builder", days=30, may_write=True))


class TestKeeping:
    def test_a_group_is_kept_read_changed_and_deleted(self, owner: Program) -> None:
        made = owner.ask("post", "groups/", PATROL)
        body = told(made, 201, "Group")
        assert made["Location"].endswith(f"/api/v1/groups/{body['id']}/")
        assert (body["legal"], body["total"], body["version"]) == (True, 129, 1)
        schema("battle-group.1.json").validate(body["document"])

        read = owner.ask("get", f"groups/{body['id']}/")
        assert told(read, 200, "Group") == body
        assert read["Cache-Control"] == "private, no-store"
        assert "Access-Control-Allow-Origin" not in read

        changed = owner.ask("put", f"groups/{body['id']}/", OVER, **{"if-match": read["ETag"]})
        assert told(changed, 200, "Group")["version"] == 2
        assert told(changed)["legal"] is False
        assert changed["ETag"] != read["ETag"]

        assert owner.ask("delete", f"groups/{body['id']}/").status_code == 204
        refused(owner.ask("get", f"groups/{body['id']}/"), 404)

    def test_nothing_new_is_a_304(self, owner: Program) -> None:
        group = owner.keep()
        etag = owner.ask("get", f"groups/{group}/")["ETag"]
        again = owner.ask("get", f"groups/{group}/", **{"if-none-match": etag})
        assert (again.status_code, again.content) == (304, b"")

    def test_a_stale_change_overwrites_nothing_and_tells_the_difference(
        self, owner: Program
    ) -> None:
        group = owner.keep()
        owner.ask("put", f"groups/{group}/", OVER, **{"if-match": '"1"'})

        mine = PATROL | {"name": "Mine"}
        body = refused(owner.ask("put", f"groups/{group}/", mine, **{"if-match": '"1"'}), 412)
        assert body["version"] == 2
        assert len(body["differences"]) == 2
        assert told(owner.ask("get", f"groups/{group}/"))["name"] == "Over"

        newest = {"if-match": f'"{body["version"]}"'}
        assert told(owner.ask("put", f"groups/{group}/", mine, **newest))["version"] == 3
        refused(owner.ask("delete", f"groups/{group}/", **{"if-match": '"2"'}), 412)

    @pytest.mark.parametrize("garbage", ["x", '"x"', '"99999999999"', "-1", '"1", "2"'])
    def test_a_version_no_group_has_is_stale(self, owner: Program, garbage: str) -> None:
        group = owner.keep()
        refused(owner.ask("put", f"groups/{group}/", OVER, **{"if-match": garbage}), 412)

    def test_a_change_says_its_version_or_that_any_will_do(self, owner: Program) -> None:
        group = owner.keep()
        refused(owner.ask("put", f"groups/{group}/", OVER), 428)
        any_version = {"if-match": "*"}
        assert told(owner.ask("put", f"groups/{group}/", OVER, **any_version))["version"] == 2

    def test_the_list_comes_in_pages(
        self, owner: Program, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        kept = [owner.keep(PATROL | {"name": f"No. {number}"}) for number in range(5)]
        first = told(owner.ask("get", "groups/?limit=3"), 200, "GroupPage")
        assert [each["id"] for each in first["results"]] == kept[:1:-1]
        assert first["total"] == 5
        with django_assert_max_num_queries(9):
            second = owner.ask("get", first["next"].partition("/api/v1/")[2])
        assert [each["id"] for each in told(second)["results"]] == kept[1::-1]
        assert told(second)["next"] is None

    @pytest.mark.parametrize("query", ["after=nothing", "after=%00", "limit=0", "colour=red"])
    def test_a_list_nobody_can_mean_is_refused_by_name(self, owner: Program, query: str) -> None:
        body = refused(owner.ask("get", f"groups/?{query}"), 400)
        assert body["problems"][0]["parameter"] == query.partition("=")[0]

    @pytest.mark.parametrize(
        ("body", "status", "place"),
        [
            ("{", 422, "$"),
            (b"\xff\xfe", 422, "$"),
            ("[]", 422, "$"),
            (PATROL | {"units": "AOD-102"}, 422, "$.units"),
            (PATROL | {"name": "a\u0000b"}, 422, "$.name"),
            (PATROL | {"units": [{"unit": "AOD-102", "count": 0}]}, 422, "$.units[0].count"),
            (PATROL | {"event": {"unit_counts": [{}] * 31}}, 422, "$.event.unit_counts"),
        ],
    )
    def test_what_cannot_be_kept_is_refused_by_place(
        self, owner: Program, body: Any, status: int, place: str
    ) -> None:
        found = refused(owner.ask("post", "groups/", body), status)
        assert found["problems"][0]["parameter"] == place
        assert found["problems"][0]["reason"]
        assert not BattleGroup.objects.exists()

    def test_a_body_without_end_is_cut_off(self, owner: Program) -> None:
        refused(owner.ask("post", "groups/", PATROL | {"notes": "x" * 400_000}), 413)

    def test_nobody_keeps_groups_without_end(
        self, owner: Program, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(settings.QUOTAS, "battle_groups", 1)
        owner.keep()
        refused(owner.ask("post", "groups/", PATROL), 409)


class TestAccess:
    ASKED = (
        ("get", "", None),
        ("put", "", PATROL),
        ("delete", "", None),
        ("get", "verdict/", None),
        ("get", "sheet.txt", None),
        ("put", "visibility/", {"visibility": "link"}),
    )

    def test_a_stranger_finds_nothing(self, owner: Program, stranger: Program) -> None:
        group = owner.keep()
        told(owner.ask("put", f"groups/{group}/visibility/", {"visibility": "public"}))
        for method, part, body in self.ASKED:
            path = f"groups/{group}/{part}"
            refused(stranger.ask(method, path, body, **{"if-match": "*"}), 404)
        assert told(stranger.ask("get", "groups/"))["results"] == []
        refused(stranger.ask("get", f"groups/?after={group}"), 400)
        assert BattleGroup.objects.get(public_id=group).name == "Patrol"

    def test_a_guest_is_asked_for_a_token(self, owner: Program) -> None:
        group = owner.keep()
        for method, part, body in self.ASKED:
            answer = Program().ask(method, f"groups/{group}/{part}", body)
            refused(answer, 401)
            assert answer["Cache-Control"] == "private, no-store"
        refused(Program().ask("get", "groups/"), 401)
        refused(Program().ask("post", "groups/", PATROL), 401)

    def test_a_token_that_only_reads_changes_nothing(self, owner: Program, reader: Program) -> None:
        group = owner.keep()
        for method, part, body in self.ASKED:
            answer = reader.ask(method, f"groups/{group}/{part}", body, **{"if-match": "*"})
            assert answer.status_code == (200 if method == "get" else 403)
        refused(reader.ask("post", "groups/", PATROL), 403)
        assert told(reader.ask("get", "me/"))["may_write"] is False

    def test_a_session_changes_only_with_its_csrf_token(self, member: User) -> None:
        program = Program()
        program.client = Client(enforce_csrf_checks=True)
        program.client.force_login(member)
        refused(program.ask("post", "groups/", PATROL), 403)
        assert told(program.ask("get", "groups/"))["total"] == 0

    def test_a_member_chooses_what_a_token_may_do(self, client: Client, member: User) -> None:
        client.post("/en/account/login/", {"login": member.email, "password": "a long password"})
        client.post("/en/account/reauthenticate/", {"password": "a long password"})
        page = client.post(
            "/en/account/tokens/", {"name": "builder", "days": 30, "may_write": "on"}
        )
        token = page.context["made"]
        assert Program(token).keep()
        assert "yes" in text_of(client.get("/en/account/tokens/").content.decode())


class TestShowing:
    def test_a_link_is_made_stays_and_is_taken_back(self, owner: Program) -> None:
        group = owner.keep()
        path = f"groups/{group}/visibility/"
        link = told(owner.ask("put", path, {"visibility": "link"}), 200, "Group")["link"]
        assert Client().get(link).status_code == 200
        assert told(owner.ask("put", path, {"visibility": "public"}))["link"] == link
        assert told(owner.ask("put", path, {"visibility": "private"}))["link"] is None
        assert Client().get(link).status_code == 404

    @pytest.mark.parametrize("body", [{}, [], "null", {"visibility": "all"}])
    def test_another_choice_is_refused(self, owner: Program, body: Any) -> None:
        group = owner.keep()
        found = refused(owner.ask("put", f"groups/{group}/visibility/", body), 422)
        assert found["problems"][0]["parameter"] == "$.visibility"

    @pytest.mark.parametrize("ending", FORM_OF_ENDING)
    def test_every_file_of_the_page(self, owner: Program, ending: str) -> None:
        answer = owner.ask("get", f"groups/{owner.keep()}/sheet.{ending}")
        assert answer.status_code == 200
        assert answer["Content-Disposition"].endswith(f'.{ending}"')
        assert answer.content

    def test_a_kind_of_file_there_is_none_of(self, owner: Program) -> None:
        refused(owner.ask("get", f"groups/{owner.keep()}/sheet.exe"), 404)

    def test_the_verdict_by_the_words_of_a_language(self, owner: Program) -> None:
        body = told(owner.ask("get", f"groups/{owner.keep(OVER)}/verdict/?lang=pl"))
        schema("verdict.1.json").validate(body)
        assert body["legal"] is False
        assert "Grupa kosztuje" in body["violations"][0]["message"]
        assert body["repairs"]


class TestJudging:
    def test_anybody_has_a_group_judged(self) -> None:
        body = told(Program().ask("post", "validate/", OVER))
        schema("verdict.1.json").validate(body)
        assert [v["code"] for v in body["violations"] if v["severity"] == "error"]
        assert not BattleGroup.objects.exists()

    def test_every_repair_leads_to_a_legal_group(self) -> None:
        ways = told(Program().ask("post", "repair/", OVER), 200, "WayList")["results"]
        assert ways
        for way in ways:
            verdict = told(Program().ask("post", "validate/", way["group"]))
            assert (verdict["legal"], verdict["points"]["total"]) == (True, way["total"])
        assert told(Program().ask("post", "repair/", PATROL))["results"] == []

    def test_the_last_points_are_filled(self) -> None:
        ways = told(Program().ask("post", "fill/", PATROL), 200, "WayList")["results"]
        assert all(129 < way["total"] <= 300 for way in ways)
        assert ways

    @pytest.mark.parametrize("cards", [0, 149])
    def test_a_full_list_is_filled_within_what_the_site_keeps(self, cards: int) -> None:
        laden = {"unit": "AOD-102", "gear": ["AOD-G-007"]}
        units = [laden] * cards + [{"unit": "AOD-030"}] * (150 - cards)
        full = PATROL | {"units": units, "build_total": 15_000, "cards": [], "loads": []}
        for path in ("fill/", "closest/?build_total=14850", "closest/?build_total=300", "repair/"):
            for way in told(Program().ask("post", path, full), 200, "WayList")["results"]:
                assert len(way["group"]["units"]) <= 150

    def test_a_group_is_brought_to_another_total(self) -> None:
        ways = told(Program().ask("post", "closest/?build_total=150", OVER), 200, "WayList")
        kept = ("Keeps", "drops")
        assert all(word in ways["results"][0]["message"] for word in kept)
        assert ways["results"][0]["group"]["build_total"] == 150
        assert ways["results"][0]["total"] <= 150

    @pytest.mark.parametrize("query", ["", "?build_total=many", "?build_total=400"])
    def test_a_total_that_is_none_is_refused(self, query: str) -> None:
        body = refused(Program().ask("post", f"closest/{query}", PATROL), 400)
        assert body["problems"][0]["parameter"] == "build_total"

    @pytest.mark.parametrize("path", ["validate", "repair", "fill", "closest"])
    def test_what_cannot_be_read_is_a_problem(self, path: str) -> None:
        query = "?build_total=300" if path == "closest" else ""
        body = refused(Program().ask("post", f"{path}/{query}", PATROL | {"cards": 1}), 422)
        assert body["problems"][0]["parameter"] == "$.cards"
        refused(Program().ask("get", f"{path}/"), 405)

    def test_judging_has_a_limit_of_its_own(self, settings: Settings) -> None:
        settings.RATE_LIMITS = settings.RATE_LIMITS | {"api_judge": "1/m"}
        guest = Program()
        told(guest.ask("post", "validate/", PATROL))
        assert guest.ask("post", "validate/", PATROL)["Retry-After"]


class TestFormats:
    def test_a_format_is_read_by_whoever_has_its_id(self, owner: Program, member: User) -> None:
        client = Client()
        client.force_login(member)
        fields = {"title": "Club cup", "card_types": ["G"], "minutes": "50"}
        counts = {"counts-TOTAL_FORMS": "0", "counts-INITIAL_FORMS": "0"}
        client.post("/en/formats/new/", {**fields, **counts})

        listed = told(owner.ask("get", "formats/"), 200, "FormatList")["results"]
        mine = listed[-1]
        assert (mine["title"], len(listed)) == ("Club cup", 5)
        assert "The game lasts 50 minutes." in mine["asks_for"]
        assert told(Program().ask("get", f"formats/{mine['id']}/"), 200, "Format") == mine
        assert len(told(Program().ask("get", "formats/"))["results"]) == 4

        verdict = told(Program().ask("post", "validate/", PATROL | {"event": mine["event"]}))
        assert verdict["legal"] is True

    def test_a_long_list_of_formats_takes_no_more_queries(
        self, owner: Program, member: User, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number in range(12):
            text = FormatText(f"No. {number}", "", {"sets": ["AOD"], "banned": ["AOD-102"]})
            create_format(owner=Owner(member), text=text)
        told(owner.ask("get", "formats/"))
        with django_assert_max_num_queries(5):
            assert len(told(owner.ask("get", "formats/"))["results"]) == 16

    def test_the_known_formats_and_none(self) -> None:
        standard = told(Program().ask("get", "formats/standard-450/"), 200, "Format")
        assert standard["event"]["build_totals"] == [450]
        refused(Program().ask("get", "formats/nothing/"), 404)
