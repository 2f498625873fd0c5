"""The page for Prometheus: who reads it, and what it says."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
import yaml
from django.core.cache import cache
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from armybuilder.home.selectors import operation
from armybuilder.jobs.models import Job, State
from armybuilder.jobs.selectors import WORKER
from armybuilder.moderation.models import Case
from armybuilder.site.metrics import REGISTRY
from armybuilder.skirmishes.models import Skirmish, SkirmishLine

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]
TOKEN = {"Authorization": "Bearer a-token"}


@pytest.fixture(autouse=True)
def token(settings: Settings) -> None:
    settings.METRICS_TOKEN = "a-token"


def said(client: Client) -> dict[tuple[str, ...], float]:
    """Every value of the page, by its name and labels."""
    text = client.get("/metrics", headers=TOKEN).content.decode()
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_whoever_shows_the_token_reads(client: Client) -> None:
    answer = client.get("/metrics", headers=TOKEN)

    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=")
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Bearer another", "Basic a-token", "a-token", "Bearer żółw"]
)
def test_nobody_else_learns_of_the_page(client: Client, header: str) -> None:
    headers = {"Authorization": header} if header else {}

    for answer in (client.get("/metrics", headers=headers), client.post("/metrics")):
        assert answer.status_code == 404
        assert b"armybuilder_" not in answer.content


def test_without_a_token_in_the_settings_nobody_reads(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = ""

    for header in ("Bearer ", "Bearer a-token"):
        assert client.get("/metrics", headers={"Authorization": header}).status_code == 404


def test_nothing_is_changed_by_it(client: Client) -> None:
    assert client.post("/metrics", headers=TOKEN).status_code == 405


def test_a_scrape_is_not_sent_to_https(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True

    assert client.get("/metrics", headers=TOKEN).status_code == 200


def test_it_says_how_the_long_work_is(client: Client) -> None:
    now = timezone.now()
    for name, state, ago in (("a", State.WAITING, 90), ("b", State.WAITING, 10)):
        heartbeat = now - timedelta(seconds=ago)
        Job.objects.create(
            kind="chances", key=name, payload={}, total=1, state=state, heartbeat=heartbeat
        )
    idle = said(client)
    cache.set(WORKER, 1, 20)

    assert idle["armybuilder_jobs", "waiting"] == 2
    assert idle["armybuilder_jobs", "failed"] == 0
    assert 90 <= idle["armybuilder_jobs_longest_wait_seconds",] < 120
    assert idle["armybuilder_workers_up",] == 0
    assert said(client)["armybuilder_workers_up",] == 1


def test_it_counts_the_games_at_several_screens(client: Client) -> None:
    now = timezone.now()
    games = [
        Skirmish(
            owner=None,
            visitor=f"visitor{number}",
            system=system,
            is_live=is_live,
            over=over,
            start={},
            seats={},
            state={},
            line=SkirmishLine.objects.create(),
        )
        for number, (system, is_live, over) in enumerate(
            [("warzone", True, False)] * 3 + [("warzone", False, False), ("warzone", True, True)]
        )
    ]
    Skirmish.objects.bulk_create(games)
    Skirmish.objects.filter(visitor="visitor0").update(updated=now - timedelta(hours=1))

    page = said(client)

    assert page["armybuilder_live_games", "moving", "warzone"] == 2
    assert page["armybuilder_live_games", "resting", "warzone"] == 1


def test_it_says_how_long_moderators_have_been_waited_for(client: Client) -> None:
    assert said(client)["armybuilder_reports",] == 0
    assert said(client)["armybuilder_reports_longest_wait_seconds",] == 0
    now = timezone.now()
    waits = [("group", 1, "waiting", False, 90), ("group", 2, "waiting", False, 10)]
    looked_at = [("group", 3, "stays", False, 999), ("group", 4, "waiting", True, 20)]
    for kind, key, state, asked_again, ago in waits + looked_at:
        reported = now - timedelta(seconds=ago)
        case = Case.objects.create(
            kind=kind,
            key=key,
            state=state,
            asked_again=asked_again,
            reported=reported if asked_again else now,
        )
        case.reports.create(reason="other", at=reported - timedelta(seconds=500 * asked_again))

    page = said(client)

    assert page["armybuilder_reports",] == 3
    assert 90 <= page["armybuilder_reports_longest_wait_seconds",] < 120


def test_it_answers_while_database_and_cache_do_not(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = said(client)
    assert whole["armybuilder_database_up",] == whole["armybuilder_cache_up",] == 1

    def fail(*args: object, **named: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(operation, "jobs_by_state", fail)
    monkeypatch.setattr(operation.cache, "set", fail)
    broken = said(client)

    assert broken["armybuilder_database_up",] == broken["armybuilder_cache_up",] == 0
    assert broken["armybuilder_disk_free_bytes",] > 0
    assert ("armybuilder_jobs", "waiting") not in broken


def test_the_manual_names_every_metric_there_is(client: Client) -> None:
    manual = (ROOT / ".github" / "MANUAL.md").read_text("utf-8")
    text = client.get("/metrics", headers=TOKEN).content.decode()
    families = text_string_to_metric_families(text)
    there = {f"{each.name}_total" if each.type == "counter" else each.name for each in families}

    assert set(re.findall(r"\barmybuilder_\w+", manual)) == there


def test_alarms_ask_for_metrics_there_are_and_are_told_in_the_manual(client: Client) -> None:
    text = client.get("/metrics", headers=TOKEN).content.decode()
    there = {family.name for family in text_string_to_metric_families(text)}
    there |= {metric.name for metric in REGISTRY.collect()}
    samples = {f"{name}{end}" for name in there for end in ("", "_total", "_bucket", "_count")}
    rules = yaml.safe_load((ROOT / ".deploy/prometheus-rules.yaml").read_text("utf-8"))
    manual = (ROOT / ".github/MANUAL.md").read_text("utf-8")

    found = set()
    for rule in rules["groups"][0]["rules"]:
        assert rule["annotations"]["summary"].endswith(".") and rule["labels"]["severity"]
        assert f"`{rule['alert']}`" in manual
        assert rule["expr"].count("(") == rule["expr"].count(")")
        found |= set(re.findall(r"armybuilder_\w+", rule["expr"]))
    assert found and found <= samples
