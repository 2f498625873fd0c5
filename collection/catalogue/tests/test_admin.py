"""The catalogue in the admin: everything can be read, nothing can be changed past the rules."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from collection.catalogue import game
from collection.catalogue.entering import services
from collection.catalogue.entering.services import Submitted
from collection.catalogue.models import CatalogueEntry, Contribution, Figure

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]

MODELS = [
    *("figure", "card", "expansionset", "faction", "cataloguefile", "catalogueversion"),
    *("contribution", "figurereport", "catalogueentry"),
]


@pytest.fixture
def admin() -> Client:
    user = get_user_model().objects.create_superuser("admin@example.org", display_name="Admin")
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def entered(admin: Client) -> CatalogueEntry:
    """AOD-001 with other points, accepted."""
    by = get_user_model().objects.get()
    record = {**Figure.objects.get(catalogue_id="AOD-001").record, "points": 11}
    figures = [Submitted(record, "figure")]
    now = timezone.now()
    sent = services.propose(system=game.SYSTEM, figures=figures, by=by, now=now)
    services.accept(system=game.SYSTEM, contributions=sent, by=by, now=now)
    return CatalogueEntry.objects.get()


def address(page: str, *args: object) -> str:
    return reverse(f"admin:collection_{page}", args=args)


@pytest.mark.parametrize("model", MODELS)
def test_every_list_can_be_read_and_nothing_deleted(
    admin: Client, entered: CatalogueEntry, model: str
) -> None:
    listed = admin.get(address(f"{model}_changelist"))

    assert listed.status_code == 200
    row = listed.context["cl"].queryset.first()
    if row is not None:
        assert admin.get(address(f"{model}_change", row.pk)).status_code == 200
        assert admin.post(address(f"{model}_change", row.pk), {}).status_code == 403
        assert admin.post(address(f"{model}_delete", row.pk), {"post": "yes"}).status_code == 403


def test_an_entered_figure_leads_to_its_history(admin: Client, entered: CatalogueEntry) -> None:
    page = admin.get(address("catalogueentry_change", entered.pk)).content.decode()

    assert reverse("collection:figure_history", args=["AOD-001"]) in page
    assert Contribution.objects.get().decision == "accepted"


def test_a_figure_is_entered_on_the_catalogue_s_own_form(admin: Client) -> None:
    response = admin.get(address("catalogueentry_add"))

    assert response["Location"] == reverse("collection:enter_figure")
    assert admin.post(address("catalogueentry_add"), {"record": "{}"}).status_code == 302
    assert not CatalogueEntry.objects.exists()
