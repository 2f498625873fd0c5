"""Scenarios for programs."""

from collections.abc import Callable
from typing import Any

from django.test import Client

from armybuilder.scenarios.models import Scenario
from armybuilder.skirmishes.models import Skirmish

Kept = Callable[..., Scenario]

ALL = "/api/v1/scenarios/"


def send(client: Client, method: str, path: str, body: Any = None, **headers: str) -> Any:
    asked: Any = {"data": body, "content_type": "application/json"} if body is not None else {}
    return getattr(client, method)(path, headers=headers, **asked)


def test_a_program_keeps_reads_changes_plays_and_deletes(
    member_client: Client, ready: Callable[[str], dict[str, Any]]
) -> None:
    sent = ready("warzone")

    made = send(member_client, "post", ALL, sent | {"dice": [1]})
    place = made["Location"].removeprefix("http://testserver")
    read = member_client.get(place).json()
    changed = send(
        member_client, "put", place, sent | {"name": "Night"}, **{"If-Match": made["ETag"]}
    )
    stale = send(member_client, "put", place, sent, **{"If-Match": made["ETag"]})
    played = send(member_client, "post", f"{place}play/", {})
    listed = member_client.get(ALL).json()
    gone = send(member_client, "delete", place)

    assert (made.status_code, read["document"], read["faults"]) == (201, sent, [])
    assert (changed.json()["title"], changed.json()["version"]) == ("Night", 2)
    assert stale.status_code == 412
    assert (played.status_code, played.json()["system"]) == (201, "warzone")
    assert played.json()["id"] == Skirmish.objects.get().public_id
    assert [each["title"] for each in listed["results"]] == ["Night"]
    assert gone.status_code == 204
    assert not Scenario.objects.exists()


def test_a_draft_tells_its_faults_and_is_not_played(member_client: Client, kept: Kept) -> None:
    place = f"{ALL}{kept(blank=True).public_id}/"

    faults = member_client.get(place).json()["faults"]
    played = send(member_client, "post", f"{place}play/", {})

    assert [fault["path"] for fault in faults] == ["$.units"]
    assert played.status_code == 422


def test_a_scenario_stays_with_its_game(
    member_client: Client, kept: Kept, ready: Callable[[str], dict[str, Any]]
) -> None:
    place = f"{ALL}{kept('warzone').public_id}/"

    answer = send(member_client, "put", place, ready("nations-at-war"), **{"If-Match": "*"})

    assert answer.status_code == 422
    assert answer.json()["problems"][0]["parameter"] == "$.system"
