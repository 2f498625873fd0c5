"""One figure entered by a form: what it keeps, refuses and where it says so."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.test import Client

from collection.apps import EDITORS
from collection.catalogue import game
from collection.catalogue.entering import selectors
from collection.catalogue.models import Contribution, Figure

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]

PAGE = "/en/catalogue/contribute/figure/"
NEW = f"{PAGE}?set=AN&number=1&type=infantry"
FOOT = {
    "infantry-0-name": "Test Walkers",
    "infantry-0-faction": "Steel Wolves",
    "infantry-0-rank": "green",
    "infantry-0-points": "12",
    "infantry-0-speed_mode": "foot",
    "infantry-0-primary_damage_type": "ballistic",
    "infantry-0-primary_targets": "1",
    "infantry-0-primary_range_min": "0",
    "infantry-0-primary_range_max": "8",
    "infantry-0-how_sure": "photo",
    "infantry-0-note": "Seen at the club.",
}


def dial(clicks: int = 2) -> dict[str, str]:
    lines = {}
    for index in range(clicks):
        for key, value in (("speed", 8), ("attack", 9), ("defense", 17), ("primary_damage", 2)):
            lines[f"clicks-{index}-{key}"] = str(value - (index and key != "primary_damage"))
    return {**lines, "clicks-0-marker": "start", "clicks-0-speed_equipment": "ev"}


def signed_in(name: str, *, editor: bool = False) -> Client:
    user = get_user_model().objects.create_user(f"{name}@example.org", display_name=name.title())
    if editor:
        user.groups.add(Group.objects.get(name=EDITORS))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def anna() -> Client:
    return signed_in("anna")


@pytest.fixture
def editor() -> Client:
    return signed_in("editor", editor=True)


def known_as_typed(client: Client, address: str) -> dict[str, str]:
    """What the form of a known figure would post unchanged."""
    form = client.get(address).context["form"]
    fields = [field for line in form.lines for field in line]
    return {f.html_name: str(value) for f in fields if (value := f.value()) not in (None, "")}


def test_guests_are_asked_to_sign_in() -> None:
    assert Client().get(NEW)["Location"].startswith("/en/account/login/")


def test_the_form_asks_which_figure_first(anna: Client) -> None:
    page = anna.get(f"{PAGE}?set=DOM").content.decode()

    assert '<option value="DOM" selected>' in page


@pytest.mark.parametrize(
    "asked", ["set=AN&number=&type=infantry", "set=HSE&number=1&type=mechs", "number=1/2&set=AN"]
)
def test_no_figure_is_asked_for_with_such_an_address(anna: Client, asked: str) -> None:
    assert anna.get(f"{PAGE}?{asked}").status_code == 422


def test_a_member_sends_a_figure(anna: Client) -> None:
    response = anna.post(NEW, {**FOOT, **dial()})

    row = Contribution.objects.get()
    assert response["Location"].endswith(f"/{row.public_id}/")
    assert (row.catalogue_id, row.how_sure, row.note) == ("AN-001", "photo", "Seen at the club.")
    assert [click["speed"] for click in row.record["dial"]] == [8, 7]
    equipment = row.record["dial"][0]["special_equipment"]["speed"]
    assert equipment == {"color": "red", "shape": "square"}
    assert "AN-001" not in game.catalogue().units


def test_a_member_cannot_accept_and_an_editor_can(anna: Client, editor: Client) -> None:
    for client in (anna, editor):
        client.post(NEW, {**FOOT, **dial(), "accept": ""})
        assert ("AN-001" in game.catalogue().units) == (client is editor)


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        ({"infantry-0-points": "many"}, "id_infantry-0-points", "is not a whole number"),
        ({"infantry-0-primary_targets": "9"}, "", "one to four targets"),
        ({"clicks-1-attack": ""}, "id_clicks-1-attack", "This cell is empty."),
        (
            {"clicks-0-attack_equipment": "ev"},
            "id_clicks-0-attack_equipment",
            "none of the choices",
        ),
        ({"clicks-0-marker": ""}, "", "exactly one starting marker"),
        ({"infantry-0-faction": "Nobody"}, "id_infantry-0-faction", "none of the choices"),
    ],
)
def test_a_fault_stands_at_its_place_and_nothing_typed_is_lost(
    anna: Client, change: dict[str, str], field: str, reason: str
) -> None:
    response = anna.post(NEW, {**FOOT, **dial(), **change})

    assert response.status_code == 422
    (problem,) = response.context["problems"]
    assert reason in problem.reason and (not field or problem.field_id == field)
    assert "Seen at the club." in response.content.decode()
    assert not Contribution.objects.exists()


def test_an_empty_form_names_what_is_missing(anna: Client) -> None:
    problems = anna.post(NEW, {}).context["problems"]

    assert "id_infantry-0-name" in {problem.field_id for problem in problems}


@pytest.mark.parametrize(
    ("figure", "sheet"), [("AOD-001", "infantry"), ("AOD-033", "vehicles"), ("AOD-102", "mechs")]
)
def test_the_form_of_a_known_figure_holds_all_of_it(anna: Client, figure: str, sheet: str) -> None:
    set_code, number = figure.split("-")
    address = f"{PAGE}?set={set_code}&number={number}&type={sheet}"
    typed = known_as_typed(anna, address)

    (problem,) = anna.post(address, typed).context["problems"]
    assert "what the catalogue says already" in problem.reason

    anna.post(address, {**typed, f"{sheet}-0-points": "77"})
    record: dict[str, Any] = Contribution.objects.get().record
    known = Figure.objects.get(catalogue_id=figure).record
    assert record["points"] == 77
    assert (record["dial"], record["attacks"]) == (known["dial"], known["attacks"])


def test_a_number_of_a_block_leaves_it(editor: Client) -> None:
    address = f"{PAGE}?set=DA&number=073&type=infantry"
    assert "DA-073" in selectors.known_figures(game.SYSTEM, "DA")["073"]["id"]

    editor.post(address, {**FOOT, **dial(), "accept": ""})

    figures = Figure.objects.filter(catalogue_id__in=("DA-073", "DA-074")).order_by("sort_key")
    assert [(row.status, row.last_number) for row in figures] == [("complete", ""), ("listed", "")]
