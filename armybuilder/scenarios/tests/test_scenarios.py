"""Scenarios: kept, taken as files and from files, shared, played, drawn step by step."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from armybuilder.scenarios import services
from armybuilder.scenarios.models import Scenario
from armybuilder.scenarios.present import documents
from armybuilder.scenarios.present.documents import drawable, palette_of
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.starts import starts_of

Kept = Callable[..., Scenario]
Ready = Callable[[str], dict[str, Any]]

GAMES = ("khans-and-generals", "nations-at-war", "warzone")


def test_games_of_tables_are_drawn() -> None:
    assert tuple(sorted(system.name for system in drawable())) == GAMES


def test_nothing_is_remembered_of_games_there_are_not() -> None:
    for name in ("age-of-destruction", "no-such-game", "x" * 1_000_000):
        with pytest.raises(KeyError):
            palette_of(name)
    assert documents._palettes.cache_info().currsize == 1


@pytest.mark.django_db
@pytest.mark.parametrize("system", GAMES)
def test_a_visitor_copies_a_ready_made_one_and_plays_it(client: Client, system: str) -> None:
    start = starts_of(system)[0]

    answer = client.post(reverse("scenario_new", args=[system]), {"start": start.name})

    scenario = Scenario.objects.get()
    assert answer["Location"] == reverse("scenario", args=[scenario.public_id])
    expected = start.document | {"name": start.title}
    expected.pop("titles", None)
    assert scenario.document == expected
    playing = reverse("scenario_play", args=[scenario.public_id])
    seats = client.get(playing).context["forms"]
    begun = client.post(playing, {f"seat-{form.seat}-commander": "" for form in seats})
    skirmish = Skirmish.objects.get()
    assert begun["Location"] == reverse("skirmish", args=[system, skirmish.public_id])
    assert skirmish.start == scenario.document
    assert client.get(begun["Location"]).status_code == 200


@pytest.mark.django_db
def test_everything_ready_is_shown_and_begun_by_its_picture(client: Client) -> None:
    page = client.get(reverse("scenarios"))

    shown = {
        system.name: [picture.name for picture in ready] for system, ready in page.context["games"]
    }
    assert shown == {system: [start.name for start in starts_of(system)] for system in GAMES}
    html = page.content.decode()
    for name in [name for names in shown.values() for name in names]:
        card = html.partition(f'name="start" value="{name}"')[2].partition("</button>")[0]
        assert "<svg" in card
        assert 'class="drawn-piece seat-red"' in card
        assert "drawn-area tone-" in card


@pytest.mark.django_db
@pytest.mark.parametrize("system", GAMES)
def test_a_blank_one_says_what_is_missing_and_is_kept(client: Client, system: str) -> None:
    client.post(reverse("scenario_new", args=[system]), {"start": ""})

    scenario = Scenario.objects.get()
    answer = client.get(reverse("scenario", args=[scenario.public_id]))

    assert answer.status_code == 200
    places = [fault.place for fault in answer.context["board"].plan.faults]
    assert (
        places
        == {
            "khans-and-generals": ["Units"],
            "nations-at-war": ["Formations", "Units"],
            "warzone": ["Models"],
        }[system]
    )


@pytest.mark.parametrize("system", GAMES)
def test_a_draft_is_not_played(member_client: Client, kept: Kept, system: str) -> None:
    playing = reverse("scenario_play", args=[kept(system, blank=True).public_id])

    answers = [member_client.get(playing), member_client.post(playing)]

    assert [answer.status_code for answer in answers] == [422, 422]
    assert all(answer.context["faults"] for answer in answers)
    assert not Skirmish.objects.exists()


@pytest.mark.parametrize("system", GAMES)
def test_a_file_comes_back_as_it_was(member_client: Client, ready: Ready, system: str) -> None:
    sent = ready(system) | {"our own": {"field": [1, None, "x"]}}

    member_client.post(reverse("scenario_import"), {"text": json.dumps(sent)})

    scenario = Scenario.objects.get()
    answer = member_client.get(reverse("scenario_file", args=[scenario.public_id]))
    assert json.loads(answer.content) == sent
    assert answer["Content-Disposition"].startswith("attachment")


def test_dice_and_orders_are_left_out(member_client: Client, ready: Ready) -> None:
    sent = ready("warzone") | {"dice": [3], "orders": [{"order": "end_stage"}]}

    answer = member_client.post(reverse("scenario_import"), {"text": json.dumps(sent)}, follow=True)

    assert "dice" not in Scenario.objects.get().document
    assert "dice, orders" in answer.content.decode()


def test_what_the_rules_refuse_is_told_by_path(member_client: Client, ready: Ready) -> None:
    sent = ready("warzone")
    sent = sent | {"units": [sent["units"][0] | {"size": 0, "owner": "nobody"}]}

    answer = member_client.post(reverse("scenario_import"), {"text": json.dumps(sent)})

    assert answer.status_code == 422
    assert [fault.path for fault in answer.context["faults"]] == ["$.units[0].size"]
    assert not Scenario.objects.exists()
    member_client.post(reverse("scenario_import"), {"text": json.dumps(sent), "draft": "1"})
    assert Scenario.objects.get().document == sent


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("{", "$"),
        ("[]", "$.format"),
        ('{"format": "scenario/1", "system": "chess"}', "$.system"),
        ('{"format": "scenario/1", "system": "warzone", "note": "a\\u0000b"}', "$.note"),
        (json.dumps("a" * 200_001), "$"),
    ],
    ids=["no JSON", "no scenario", "another game", "control character", "too long"],
)
def test_what_is_no_scenario_is_not_kept(member_client: Client, text: str, path: str) -> None:
    answer = member_client.post(reverse("scenario_import"), {"text": text, "draft": "1"})

    assert answer.status_code == 422
    assert [fault.path for fault in answer.context["faults"]] == [path]
    assert not Scenario.objects.exists()


def test_a_stranger_plays_and_copies_what_is_shared(
    member_client: Client, client: Client, kept: Kept
) -> None:
    scenario = kept("nations-at-war")
    member_client.post(reverse("scenario_share", args=[scenario.public_id]))
    token = Scenario.objects.get().share_token
    shared = reverse("scenario_shared", args=[token])

    assert client.get(shared).status_code == 200
    client.post(f"{shared}copy/")
    client.post(f"{shared}play/", {"seat-red-commander": "", "seat-blue-commander": ""})

    copy = Scenario.objects.exclude(pk=scenario.pk).get()
    assert (copy.owner, copy.document) == (None, scenario.document)
    assert Skirmish.objects.get().start == scenario.document
    assert client.get(reverse("scenario", args=[scenario.public_id])).status_code == 404
    member_client.post(reverse("scenario_share", args=[scenario.public_id]), {"withdraw": "1"})
    assert client.get(shared).status_code == 404


def edit(client: Client, scenario: Scenario, **change: Any) -> Any:
    """What a change as the editor sends it is answered with."""
    sent = {"version": Scenario.objects.get(pk=scenario.pk).version, "change": json.dumps(change)}
    return client.post(reverse("scenario_edit", args=[scenario.public_id]), sent)


def test_a_wall_is_drawn_moved_and_taken_back(member_client: Client, kept: Kept) -> None:
    scenario = kept(blank=True)
    square = [[1, 1], [4, 1], [4, 4], [1, 4]]

    edit(member_client, scenario, do="add", layer="terrain", kind="block", at=square)
    edit(member_client, scenario, do="set", thing="$.terrain[0]", values={"height": "6"})

    wall = {"id": "t1", "kind": "block", "height": 6, "polygon": square}
    scenario.refresh_from_db()
    assert scenario.document["terrain"] == [wall]
    going = reverse("scenario_step", args=[scenario.public_id])
    member_client.post(going, {"version": scenario.version, "undo": "1"})
    scenario.refresh_from_db()
    assert scenario.document["terrain"] == [wall | {"height": 3}]
    member_client.post(going, {"version": scenario.version, "redo": "1"})
    scenario.refresh_from_db()
    assert scenario.document["terrain"] == [wall]


def test_a_form_without_scripts_places_a_model(member_client: Client, kept: Kept) -> None:
    scenario = kept(blank=True)

    member_client.post(
        reverse("scenario_edit", args=[scenario.public_id]),
        {
            "version": scenario.version,
            "do": "tool",
            "tool": "add|units|humanoid",
            "at": "6, 7.5",
            "value-owner": "blue",
            "value-squad": "Lions",
        },
    )

    (model,) = Scenario.objects.get().document["units"]
    assert (model["at"], model["owner"], model["squad"]) == ([6, 7.5], "blue", "Lions")


@pytest.mark.parametrize(("typed", "status"), [("0101; 1, 0", 302), ("40, 2", 422), ("x", 422)])
def test_a_form_without_scripts_paints_hexes(
    member_client: Client, kept: Kept, typed: str, status: int
) -> None:
    scenario = kept("nations-at-war", blank=True)

    sent = {"version": scenario.version, "do": "tool", "tool": "paint||wood", "at": typed}
    answer = member_client.post(reverse("scenario_edit", args=[scenario.public_id]), sent)

    assert answer.status_code == status
    row = Scenario.objects.get().document["map"]["rows"][0]
    assert row["terrain"][:2] == (["wood", "wood"] if status == 302 else ["open", "open"])


def test_a_stale_tab_overwrites_nothing(member_client: Client, kept: Kept) -> None:
    scenario = kept()
    change = json.dumps({"do": "remove", "thing": "$.terrain[0]"})
    asked = {"version": scenario.version, "change": change}
    editing = reverse("scenario_edit", args=[scenario.public_id])
    member_client.post(editing, asked)
    before = Scenario.objects.get().document

    answer = member_client.post(editing, asked)

    assert answer.status_code == 409
    assert Scenario.objects.get().document == before


@pytest.mark.parametrize(
    "change",
    [
        {"do": "remove", "thing": "$.terrain[99]"},
        {"do": "add", "layer": "terrain", "kind": "castle"},
        {"do": "add", "layer": "terrain", "kind": "block", "at": [[1, 1]]},
        {"do": "burn"},
        {"do": "paint", "kind": "wood", "at": [[1, 1]]},
        {"do": "set", "thing": "$.units[0]", "values": {"id": "a\u0000b"}},
        [],
    ],
    ids=str,
)
def test_what_cannot_be_drawn_changes_nothing(
    member_client: Client, kept: Kept, change: Any
) -> None:
    scenario = kept()
    sent = {"version": scenario.version, "change": json.dumps(change)}

    answer = member_client.post(reverse("scenario_edit", args=[scenario.public_id]), sent)

    assert answer.status_code == 422
    assert answer.context["refused"]
    assert Scenario.objects.get().document == scenario.document


def test_a_scenario_takes_as_many_queries_however_much_is_drawn(
    member_client: Client, kept: Kept, django_assert_num_queries: Any
) -> None:
    full, blank = kept("khans-and-generals"), kept("warzone", blank=True)
    asked = {}
    for scenario in (blank, full):
        with django_assert_num_queries(4):
            asked[scenario] = member_client.get(reverse("scenario", args=[scenario.public_id]))
    assert all(answer.status_code == 200 for answer in asked.values())


def test_only_so_many_are_kept(
    member_client: Client, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.QUOTAS, "scenarios", 1)
    scenario = kept()

    answer = member_client.post(reverse("scenario_copy", args=[scenario.public_id]), follow=True)

    assert Scenario.objects.count() == 1
    assert "You keep 1 scenarios already" in answer.content.decode()


def test_old_steps_are_forgotten(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_STEPS", 3)
    scenario = kept()
    for number in range(6):
        scenario = services.change_scenario(
            scenario=scenario,
            version=scenario.version,
            title="",
            document=scenario.document | {"turn": number + 2},
            size=10,
        )

    assert list(scenario.steps.values_list("number", flat=True)) == [4, 5, 6]


def test_what_a_visitor_drew_comes_along(member: User, client: Client) -> None:
    client.post(reverse("scenario_new", args=["warzone"]), {"start": ""})

    client.force_login(member, backend="allauth.account.auth_backends.AuthenticationBackend")

    assert Scenario.objects.get().owner == member
    assert list(Scenario.objects.for_owner(Owner(member))) == [Scenario.objects.get()]
