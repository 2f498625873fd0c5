"""What robots and those who look for a contact are told."""

from datetime import datetime, timedelta
from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings


def test_robots_are_kept_from_the_api_and_not_from_the_catalogue(client: Client) -> None:
    response = client.get("/robots.txt")
    parser = RobotFileParser()
    parser.parse(response.content.decode().splitlines())

    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert parser.can_fetch("any", "/en/catalogue/figures/AOD-102/")
    assert not parser.can_fetch("any", "/api/v1/figures/")


def test_a_site_with_a_contact_names_it_for_less_than_a_year(
    client: Client, settings: Settings
) -> None:
    settings.SECURITY_CONTACT = "mailto:safe@site.example"

    text = client.get("/.well-known/security.txt").content.decode()

    fields = dict(line.split(": ", 1) for line in text.splitlines())
    assert fields["Contact"] == "mailto:safe@site.example"
    assert fields["Canonical"] == "http://testserver/.well-known/security.txt"
    left = datetime.fromisoformat(fields["Expires"]) - timezone.now()
    assert timedelta(days=100) < left < timedelta(days=365)


@pytest.mark.django_db
def test_a_site_without_a_contact_has_no_such_page(client: Client) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
