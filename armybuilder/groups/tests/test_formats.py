"""Event formats people write: the form, the link, versions, and groups under them."""

import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from armybuilder.groups.forms.formats import FormatForm
from armybuilder.groups.models import EventFormat
from armybuilder.groups.present.format_words import difference, sentences
from armybuilder.groups.present.formats import figures_under, fit_restrictions, known_formats
from armybuilder.groups.present.groups import Unfit
from armybuilder.groups.tests.builder import Builder, text_of
from armybuilder.site.models import User
from collection.catalogue.present.catalogue_words import CARD_TYPES
from rules import age_of_destruction as aod

pytestmark = pytest.mark.usefixtures("catalogue")

NO_COUNTS = {"counts-TOTAL_FORMS": "1", "counts-INITIAL_FORMS": "0"}
EVERYTHING = {
    "title": "Club cup",
    "description": "Friday at 18:00.",
    "build_totals": "450, 300",
    "orders": "4",
    "pure": "on",
    "sets": ["AOD", "DA"],
    "types": ["mech", "infantry"],
    "classes": ["Light", "Medium"],
    "ranks": ["green", "unique"],
    "factions": ["Steel Wolves", "mercenary"],
    "catalogue_only": "on",
    "least_points": "10",
    "most_points": "130",
    "figures": "AOD-101\naod-102, AOD-101",
    "banned": "AOD-G-005 AOD-103",
    "per_number": "1",
    "per_name": "2",
    "counts-TOTAL_FORMS": "2",
    "counts-INITIAL_FORMS": "0",
    "counts-0-most": "2",
    "counts-0-type": "mech",
    "counts-1-least": "1",
    "counts-1-rank": "unique",
    "card_types": ["G", "P"],
    "most_G": "2",
    "width": "36",
    "depth": "48",
    "terrain_per_player": "2",
    "minutes": "50",
    "no_elevated": "on",
    "no_deep_water": "on",
}
RESTRICTIONS = {
    "build_totals": [300, 450],
    "orders": 4,
    "pure": True,
    "sets": ["DA", "AOD"],
    "types": ["mech", "infantry"],
    "classes": ["Light", "Medium"],
    "ranks": ["green", "unique"],
    "factions": ["Steel Wolves", "mercenary"],
    "catalogue_only": True,
    "least_points": 10,
    "most_points": 130,
    "figures": ["AOD-101", "AOD-102"],
    "banned": ["AOD-G-005", "AOD-103"],
    "per_number": 1,
    "per_name": 2,
    "unit_counts": [
        {"type": "mech", "least": 0, "most": 2},
        {"rank": "unique", "least": 1},
    ],
    "card_types": ["G", "P"],
    "card_counts": {"G": 2},
    "table": {
        "width": 36,
        "depth": 48,
        "terrain_per_player": 2,
        "minutes": 50,
        "elevated": False,
        "deep_water": False,
    },
}


def test_the_form_asks_for_everything_a_format_may_say() -> None:
    assert {*RESTRICTIONS, "name", "title", "unknown"} == {*aod.EventFormat.__struct_fields__}
    for key, said in RESTRICTIONS.items():
        assert sentences({key: said}) != sentences({}), key


def typed(**fields: Any) -> dict[str, Any]:
    """A format with a title, all types of cards ticked, and some more fields."""
    return {"title": "Club cup", "card_types": list(CARD_TYPES), **NO_COUNTS, **fields}


def write(client: Client, **fields: Any) -> str:
    """The address of a new format."""
    answer = client.post("/en/formats/new/", typed(**fields))
    assert answer.status_code == 302, text_of(answer.content.decode())
    return str(answer["Location"])


def format_at(url: str) -> EventFormat:
    return EventFormat.objects.get(public_id=url.split("/")[3])


def page(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return text_of(answer.content.decode())


class TestWriting:
    def test_every_restriction_has_a_field_and_comes_back_into_it(self) -> None:
        client = Client()
        url = client.post("/en/formats/new/", EVERYTHING)["Location"]
        assert format_at(url).restrictions == {
            **RESTRICTIONS,
            "sets": format_at(url).restrictions["sets"],
        }
        assert set(format_at(url).restrictions["sets"]) == {"AOD", "DA"}

        form = client.get(f"{url}change/").context["form"]
        shown = {name: form[name].value() for name in form.fields if form[name].value()}
        shown |= {
            row[name].html_name: row[name].value() for row in form.counts for name in row.fields
        }
        counts = {"counts-TOTAL_FORMS": "2", "counts-INITIAL_FORMS": "0"}
        again = {key: value for key, value in shown.items() if value not in (None, "")}
        client.post(f"{url}change/", {**again, **counts, "version": 1})
        assert format_at(url).version == 1

    def test_an_empty_format_restricts_nothing(self) -> None:
        url = write(Client())
        assert format_at(url).restrictions == {}
        assert "asks for nothing beyond the rule book" in page(Client(), url)

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"title": ""}, "This field is required"),
            ({"build_totals": "400"}, "multiple of 150"),
            ({"build_totals": "many"}, "“many” is no build total"),
            ({"figures": "AOD-1O2"}, "There is no “AOD-1O2”. Did you mean"),
            ({"figures": "AOD-G-005"}, "AOD-G-005 is a card; this is about figures."),
            ({"least_points": "20", "most_points": "10"}, "less than the least"),
            ({"width": "36"}, "Give both sides of the table"),
            ({"counts-0-type": "mech"}, "Say how many."),
            ({"counts-0-least": "3", "counts-0-most": "2"}, "less than the least"),
            ({"counts-TOTAL_FORMS": "x"}, "cannot be read"),
            ({"sets": ["XX"]}, "Select a valid choice"),
            ({"description": "\u202eturned"}, "control character"),
        ],
    )
    def test_what_cannot_be_is_said_at_its_field_and_kept(
        self, fields: dict[str, Any], said: str
    ) -> None:
        answer = Client().post("/en/formats/new/", typed(**{"minutes": "55", **fields}))
        html = answer.content.decode()
        assert answer.status_code == 422
        assert said in text_of(html)
        assert 'value="55"' in html
        assert not EventFormat.objects.exists()

    def test_a_step_keeps_nothing_and_says_what_can_be_read(self) -> None:
        client = Client()
        answer = client.post(
            "/en/formats/new/", typed(build_totals="300", orders="many", step="kinds")
        )
        assert answer.status_code == 200
        assert not EventFormat.objects.exists()
        steps = {step.key: step for step in answer.context["steps"]}
        assert [key for key, step in steps.items() if step.is_open] == ["kinds"]
        assert [key for key, step in steps.items() if step.is_faulty] == ["whole"]
        assert steps["whole"].says == ("The build total is 300.",)
        assert "Not saved" not in text_of(answer.content.decode())

    def test_the_first_step_with_a_fault_is_open_when_nothing_was_saved(self) -> None:
        answer = Client().post("/en/formats/new/", typed(minutes="1"))
        assert [step.key for step in answer.context["steps"] if step.is_open] == ["table"]

    def test_every_field_stands_in_a_step(self) -> None:
        steps = Client().get("/en/formats/new/").context["steps"]
        standing = {field.name for step in steps for field in step.fields}
        cards = {"card_types", *(f"most_{key}" for key in CARD_TYPES)}
        assert standing | cards == set(FormatForm().fields)

    def test_a_change_adds_a_version_and_an_equal_text_none(self) -> None:
        client = Client()
        url = write(client, minutes="50")
        for minutes in ("50", "60"):
            version = format_at(url).version
            client.post(f"{url}change/", typed(minutes=minutes, version=version))
        assert [v.number for v in format_at(url).versions.all()] == [2, 1]
        told = page(client, f"{url}versions/")
        assert "No longer: The game lasts 50 minutes." in told
        assert "New: The game lasts 60 minutes." in told

    def test_a_stale_tab_overwrites_nothing_unseen(self) -> None:
        client = Client()
        url = write(client)
        client.post(f"{url}change/", typed(minutes="60", version=1))

        stale = client.post(f"{url}change/", typed(minutes="40", version=1))
        assert stale.status_code == 409
        assert format_at(url).restrictions["table"] == {"minutes": 60}
        html = stale.content.decode()
        assert "changed elsewhere meanwhile" in html
        assert 'name="version" value="2"' in html

        client.post(f"{url}change/", typed(minutes="40", version=2))
        assert format_at(url).restrictions["table"] == {"minutes": 40}

    def test_a_copy_knows_where_it_comes_from(self, member: User) -> None:
        url = write(Client(), minutes="60")
        client = Client()
        client.force_login(member)
        copy = format_at(client.post(f"{url}copy/")["Location"])
        assert (copy.title, copy.owner) == ("Copy of Club cup", member)
        assert copy.copied_from == format_at(url)
        assert copy.restrictions == format_at(url).restrictions

        standard = format_at(client.post("/en/formats/standard-450/copy/")["Location"])
        assert standard.restrictions["build_totals"] == [450]

    def test_nobody_keeps_formats_without_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(settings.QUOTAS, "formats", 1)
        client = Client()
        write(client)
        assert client.post("/en/formats/new/", typed())["Location"] == "/en/formats/"
        assert EventFormat.objects.count() == 1


class TestAccess:
    @pytest.mark.parametrize("part", ["change", "delete"])
    def test_only_the_owner_changes_a_format(self, part: str, member: User) -> None:
        owner, stranger, guest = Client(), Client(), Client()
        url = write(owner)
        stranger.force_login(member)
        assert owner.get(f"{url}{part}/").status_code == 200
        for other in (stranger, guest):
            assert other.get(f"{url}{part}/").status_code == 404
            assert other.post(f"{url}{part}/", typed(version=1)).status_code == 404
        assert format_at(url).version == 1

    def test_whoever_has_the_link_reads_and_nobody_else_finds_it(self) -> None:
        url = write(Client())
        assert "Club cup" in page(Client(), url)
        assert "Club cup" not in page(Client(), "/en/formats/")
        assert "/change/" not in Client().get(url).content.decode()

    def test_a_visitor_takes_formats_along_when_signing_in(self, member: User) -> None:
        client = Client()
        url = write(client)
        client.post("/en/account/login/", {"login": member.email, "password": "a long password"})
        assert format_at(url).owner == member
        assert client.get(f"{url}change/").status_code == 200
        kept = client.get("/en/account/data/").json()["event_formats"]
        assert [one["versions"][0]["title"] for one in kept] == ["Club cup"]

    def test_formats_of_ended_sessions_go(self, member: User) -> None:
        signed_in = Client()
        signed_in.force_login(member)
        mine = write(signed_in)
        write(Client())
        long_ago = timezone.now() - timedelta(days=60)
        EventFormat.objects.update(updated=long_ago)
        call_command("clear_up", stdout=StringIO())
        assert [each.public_id for each in EventFormat.objects.all()] == [mine.split("/")[3]]

    def test_an_owner_deletes_it_and_the_link_ends(self) -> None:
        client = Client()
        url = write(client)
        client.post(f"{url}delete/")
        assert client.get(url).status_code == 404
        assert client.get("/en/catalogue/", {"scope": url.split("/")[3]}).status_code == 200


class TestUsing:
    def test_the_link_comes_as_a_code(self) -> None:
        url = write(Client())
        code = Client().get(f"{url}qr.svg")
        assert code["Content-Type"] == "image/svg+xml"
        assert code.content.startswith(b"<?xml")

    def test_the_catalogue_shows_only_what_a_format_admits(self) -> None:
        client = Client()
        url = write(client, sets=["AOD"], types=["mech"], most_points="129", banned="AOD-102")
        scope = url.split("/")[3]
        answer = client.get("/en/catalogue/", {"scope": scope, "q": "hatchetman"})
        html = answer.content.decode()
        assert re.findall(r"/figures/(AOD-10\d)/\"", html).count("AOD-101")
        assert "AOD-102" not in html
        assert "AOD-103" not in html
        assert "Only what Club cup allows" in text_of(html)
        assert f'name="scope" value="{scope}"' in html
        assert answer.context["total"] == 1

    def test_a_scope_that_is_gone_is_told_and_nothing_else_is_shown_for_it(self) -> None:
        html = Client().get("/en/catalogue/", {"scope": "nothing", "q": "102"}).content.decode()
        assert "What narrowed this list is there no more." in html
        assert "AOD-102" not in html

    def test_a_new_group_starts_under_the_format_and_is_judged_by_it(self) -> None:
        builder = Builder()
        url = write(builder.client, build_totals="300", most_points="100")
        key = url.split("/")[3]
        form = Client().get("/en/groups/new/", {"format": key}).context["form"]
        assert (form["event"].value(), form["build_total"].value()) == (key, 300)

        builder.start(build_total=450, event=key)
        builder.add("AOD-102")
        assert builder.group.document["event"] == format_at(url).event
        told = text_of(builder.page())
        assert "Club cup is played at 300, not at 450." in told
        assert "Club cup wants points of a figure ≤ 100" in told
        assert "Under the format Club cup" in told

    def test_a_group_of_mine_comes_under_it(self) -> None:
        builder = Builder()
        builder.start("Evening patrol")
        url = write(Client(), minutes="50")
        assert "Evening patrol" in page(builder.client, f"{url}use/")
        assert builder.edit("event", event=url.split("/")[3]).status_code == 302
        assert builder.group.document["event"]["title"] == "Club cup"
        assert builder.edit("event", event="standard-450").status_code == 302
        assert builder.group.document["event"] == "standard-450"
        assert builder.edit("event", event="nothing").status_code == 422

    def test_figures_the_format_bars_come_last_with_the_reason(self) -> None:
        builder = Builder()
        url = write(builder.client, banned="AOD-102")
        builder.start(event=url.split("/")[3])
        html = builder.page("?q=hatchetman&fits=off&most=40").partition('id="found"')[2]
        assert html.index("AOD-101") < html.index("AOD-102")
        assert "Club cup does not allow AOD-102 Hatchetman." in html

    def test_a_group_keeps_its_version_until_its_owner_takes_the_new_one(self) -> None:
        builder = Builder()
        url = write(builder.client, minutes="50")
        builder.start(event=url.split("/")[3])
        builder.client.post(f"{url}change/", typed(minutes="60", version=1))

        told = text_of(builder.page())
        assert "has changed since the group took it" in told
        assert "New: The game lasts 60 minutes." in told
        assert builder.group.document["event"]["table"] == {"minutes": 50}

        builder.edit("event", event=url.split("/")[3])
        assert builder.group.document["event"]["table"] == {"minutes": 60}
        assert "has changed since" not in text_of(builder.page())

    def test_a_group_keeps_a_format_that_is_deleted(self) -> None:
        builder = Builder()
        url = write(builder.client, minutes="50")
        builder.start(event=url.split("/")[3])
        builder.client.post(f"{url}delete/")
        told = text_of(builder.page())
        assert "Under the format Club cup" in told
        assert "The format's own page" not in told

    def test_reading_a_format_takes_few_queries(
        self, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        url = Client().post("/en/formats/new/", EVERYTHING)["Location"]
        page(Client(), url)
        with django_assert_max_num_queries(6):
            page(Client(), url)


class TestWords:
    def test_every_restriction_is_said_in_both_languages(self) -> None:
        said = {}
        for code in ("en", "pl"):
            with translation.override(code):
                said[code] = sentences(RESTRICTIONS)
        assert len(said["en"]) == len(said["pl"]) >= len(RESTRICTIONS)
        assert "Factions on the base: Steel Wolves or no symbol (mercenary)." in said["en"]
        assert any(sentence.startswith("Only figures of the catalogue") for sentence in said["en"])
        assert "No figure twice." in said["en"]
        assert not set(said["en"]) & set(said["pl"])

    def test_a_table_filled_with_anything_is_passed_over(self) -> None:
        odd = {"table": {"minutes": "long", "width": [], "depth": 36, "elevated": None}}
        assert sentences(odd) == ("It asks for nothing beyond the rule book.",)

    def test_a_difference_names_what_went_and_what_came(self) -> None:
        changed = difference({"pure": True}, {"per_number": 1})
        assert changed.gone == ("All figures fight for one faction.",)
        assert changed.come == ("No figure twice.",)


class TestRestrictions:
    @pytest.mark.parametrize(
        ("data", "path"),
        [
            ({"types": ["robot"]}, "$.types[0]"),
            ({"banned": [f"X-{number}" for number in range(301)]}, "$.banned"),
            ({"unit_counts": [{}] * 31}, "$.unit_counts"),
            ({"sets": ["A\u0000D"]}, "$.sets[0]"),
            ([], "$"),
        ],
    )
    def test_what_the_site_does_not_keep(self, data: Any, path: str) -> None:
        with pytest.raises(Unfit) as refused:
            fit_restrictions(data)
        assert refused.value.path == path

    def test_the_known_formats_are_written_out(self) -> None:
        assert known_formats()["standard-450"]["build_totals"] == [450]
        assert known_formats()["unrestricted"] == {"name": "unrestricted", "title": "Unrestricted"}

    def test_figures_under_a_format(self) -> None:
        wolves = figures_under({"factions": ["Steel Wolves"], "types": ["mech"]})
        assert "AOD-101" in wolves
        assert "AOD-102" not in wolves
