"""Games of tests in a browser, begun without a way through the pages that begin games."""

from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from armybuilder.skirmishes.models import Skirmish
from armybuilder.systems.age_of_destruction.forms import TOTALS
from armybuilder.tests.browser import hand_over


def quick_game(page: Page, site: str, **chosen: str) -> tuple[Skirmish, str]:
    """A quick game of the browser's guest, with what the form was told beside the points; and its
    address."""
    client = Client()
    quick = reverse("age-of-destruction:quick")
    answer = client.post(quick, {"total": TOTALS[0], "against": "", **chosen})
    hand_over(client, page, site)
    return Skirmish.objects.get(), site + answer["Location"].partition("?")[0]
