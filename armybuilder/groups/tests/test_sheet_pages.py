"""The page of a group's sheets: one gets what one chose, and only who may see the group."""

import io
import re
from datetime import date
from urllib.parse import quote

import pytest
from django.test import Client
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from armybuilder.groups.exports import FORMS
from armybuilder.groups.exports.packed import pack, unpack
from armybuilder.groups.tests.builder import Builder, text_of
from armybuilder.site.models import User
from collection.owning.models import Collection, Copy, Holding

pytestmark = pytest.mark.usefixtures("catalogue")


@pytest.fixture
def owner(member: User) -> Builder:
    client = Client()
    client.force_login(member, backend="allauth.account.auth_backends.AuthenticationBackend")
    person = Builder(client)
    person.start("Zażółć <gęślą> jaźń")
    person.add("AOD-102", "AOD-033", "AOD-G-005")
    return person


def link_of(owner: Builder) -> str:
    owner.show_to("link")
    return f"/en/g/{owner.group.share_token}/"


def pdf_text(content: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_shown_and_can_be_taken(owner: Builder, form: str) -> None:
    page = owner.page(f"sheet/?form={form}")
    file = re.search(r'formaction="([^"]+/sheet\.[^"]+)"', page)
    assert file

    answer = owner.client.get(file[1])
    assert answer.status_code == 200
    assert answer["Content-Type"] == FORMS[form].content_type
    name = f"zazolc-gesla-jazn.{FORMS[form].ending}"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert name in page


def test_what_is_typed_stands_on_the_preview_and_on_the_paper(owner: Builder) -> None:
    typed = "form=pdf&paper=letter&player=Jan <b>&event=Noc gier&table=7"
    page = owner.page(f"sheet/?{typed}")
    assert "Jan &lt;b&gt;" in page
    assert 'value="Noc gier"' in page

    answer = owner.client.get(f"{owner.url}sheet.pdf?{typed}")
    (paper,) = PdfReader(io.BytesIO(answer.content)).pages
    assert [round(float(side)) for side in paper.mediabox[2:]] == [792, 612]
    assert "Jan <b>" in paper.extract_text()
    assert "Noc gier" in paper.extract_text()


def test_the_players_own_name_is_offered(owner: Builder) -> None:
    assert 'name="player" value="Anna"' in owner.page("sheet/?form=pdf")


def test_a_choice_that_cannot_be_is_told_at_its_field(owner: Builder) -> None:
    answer = owner.client.get(f"{owner.url}sheet/?form=pdf&paper=a0&player={'x' * 90}")

    assert answer.status_code == 422
    said = text_of(answer.content.decode())
    assert "a0 is not one of the available choices" in said
    assert "at most 80 characters" in said
    assert owner.client.get(f"{owner.url}sheet.pdf?paper=a0").status_code == 200


def test_an_unknown_form_shows_the_usual_one_and_an_unknown_file_is_none(owner: Builder) -> None:
    assert 'aria-current="page">PDF army sheet' in owner.page("sheet/?form=docx")
    assert owner.client.get(f"{owner.url}sheet.docx").status_code == 404


def test_whoever_has_the_link_may_look_and_take(owner: Builder) -> None:
    link = link_of(owner)
    guest = Client()

    page = guest.get(f"{link}sheet/?form=cards")
    assert page.status_code == 200
    assert page["X-Robots-Tag"] == "noindex"
    assert "Anna" not in guest.get(f"{link}sheet/").content.decode()
    assert guest.get(f"{link}sheet.two.pdf").status_code == 200

    owner.show_to("private")
    assert guest.get(f"{link}sheet/").status_code == 404
    assert guest.get(f"{link}sheet.two.pdf").status_code == 404


def test_the_code_on_paper_opens_the_link_or_else_the_group_itself(owner: Builder) -> None:
    packed = f"/en/p/{pack(owner.group.document)}/"
    assert packed in owner.page("sheet/?form=qr")
    assert "Hatchetman" in Client().get(packed).content.decode()

    link = link_of(owner)
    assert link in owner.page("sheet/?form=qr")


def test_a_group_too_long_for_a_code_has_none(owner: Builder) -> None:
    owner.edit("settings", name="Long", build_total=450, notes="ż" * 1000)
    document = owner.group.document
    assert document["notes"]

    page = owner.page("sheet/?form=qr")
    assert 'href="?form=qr' not in page and "QR code of the group" not in page
    assert owner.client.get(f"{owner.url}sheet.qr.svg").status_code == 404
    assert owner.client.get(f"{owner.url}sheet.pdf").status_code == 200


@pytest.mark.parametrize(("language", "says"), [("en", "too long"), ("pl", "za długa")])
def test_a_group_too_long_for_a_code_says_why_and_what_to_do_instead(
    owner: Builder, language: str, says: str
) -> None:
    owner.edit("settings", name="Long", build_total=450, notes="ż" * 1000)
    own = owner.url.replace("/en/", f"/{language}/")
    packed = f"/{language}/p/{pack(owner.group.document)}/"

    for address in (f"{own}sheet/", f"{own}sheet/?form=qr", f"{own}share/", f"{packed}sheet/"):
        page = owner.client.get(address).content.decode()
        assert says in text_of(page), address
        assert "qr.svg" not in page, address
    assert f'href="{own}share/"' in owner.client.get(f"{own}sheet/").content.decode()

    owner.show_to("link")
    for address in (f"{own}sheet/", f"{own}share/"):
        page = owner.client.get(address).content.decode()
        assert says not in text_of(page) and "qr.svg" in page, address


def test_an_empty_group_is_offered_no_blank_paper(owner: Builder) -> None:
    owner.start("Empty")
    opened = owner.page("?open=sheets")
    assert "sheet.two.pdf" in opened
    for form in ("cards", "sleeves", "packing"):
        assert f"sheet.{form}.pdf" not in opened
        assert f'href="?form={form}"' not in owner.page("sheet/")
        assert owner.client.get(f"{owner.url}sheet.{form}.pdf").status_code == 404

    owner.add("AOD-L-001")
    assert 'href="?form=cards"' not in owner.page("sheet/")
    assert 'href="?form=sleeves"' in owner.page("sheet/")

    owner.add("AOD-102")
    assert 'href="?form=cards"' in owner.page("sheet/")
    assert "sheet.cards.pdf" in owner.page("?open=sheets")


def test_several_empty_groups_print_nothing_and_say_so(owner: Builder) -> None:
    full = owner.group
    owner.start("Empty")
    chosen = f"/en/groups/print/?take=1&groups={owner.group.public_id}&form=cards&paper=a4"

    answer = owner.client.get(chosen)
    assert answer.status_code == 422
    assert "nothing to print" in text_of(answer.content.decode())
    assert owner.client.get(f"{chosen}&groups={full.public_id}").status_code == 200
    assert owner.client.get(chosen.replace("cards", "pdf")).status_code == 200


def test_a_single_figure_has_its_card_on_a_page_and_as_a_file() -> None:
    client = Client()
    figure = client.get("/en/catalogue/figures/AOD-102/").content.decode()
    link = re.search(r'href="([^"]+\?form=sleeves)"', figure)
    assert link
    page = client.get(link[1]).content.decode()
    assert page.count('class="sleeve-card"') == 1
    assert 'aria-label="AOD-102 Hatchetman, HCT-4F-M"' in page
    file = re.search(r'formaction="([^"]+/sheet\.[^"]+)"', page)
    assert file
    said = pdf_text(client.get(file[1]).content)
    assert "Hatchetman" in said and "129" in said


def test_the_owner_alone_is_told_where_the_pieces_are_kept(owner: Builder, member: User) -> None:
    collection = Collection.objects.create(owner=member, name="Mine")
    holding = Holding.objects.create(
        collection=collection,
        system="age-of-destruction",
        set_code="AOD",
        number="102",
        sort_key="AOD-102",
        version=1,
    )
    Copy.objects.create(holding=holding, place="Top drawer")
    lent = Copy.objects.create(holding=holding, place="Under the bed")
    lent.loans.create(to="Boris", since=date(2026, 1, 1))
    page = owner.page("sheet/?form=packing")
    assert "Top drawer" in page and "Under the bed" not in page
    assert "Hatchetman, HCT-4F-M: packed" in page
    file = owner.client.get(f"{owner.url}sheet.packing.pdf")
    assert "Top drawer" in pdf_text(file.content)

    link = link_of(owner)
    shared = Client().get(f"{link}sheet/?form=packing").content.decode()
    assert "Hatchetman" in shared and "Top drawer" not in shared
    assert "Top drawer" not in pdf_text(Client().get(f"{link}sheet.packing.pdf").content)


def test_a_packed_group_is_read_taken_and_kept(owner: Builder) -> None:
    line = pack(owner.group.document)
    stranger = Client()
    page = stranger.get(f"/en/p/{quote(line)}/")

    assert "Zażółć &lt;gęślą&gt; jaźń" in page.content.decode()
    code = re.search(r"[0-9A-F]{4}-[0-9A-F]{4}", page.content.decode())
    assert code and code[0] in owner.page("sheet/")
    assert stranger.get(f"/en/p/{line}/sheet/?form=text").status_code == 200
    taken = stranger.get(f"/en/p/{line}/sheet.packed.txt").content.decode()
    assert unpack(taken) == owner.group.document

    kept = stranger.post(f"/en/p/{line}/copy/")
    assert stranger.get(kept["Location"]).status_code == 200
    assert owner.client.get(kept["Location"]).status_code == 404


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("mw1~450~x~q", "Part 4"),
        ("nothing", "begins with"),
        ("mw1~450~" + "x" * 101, "at most 100 characters"),
        ("mw1~450~x~l4.5", "$.loads[0].transport"),
    ],
)
def test_a_broken_line_says_where(client: Client, line: str, fault: str) -> None:
    answer = client.get(f"/en/p/{line}/")

    assert answer.status_code == 400
    assert fault in answer.content.decode()
    assert client.get(f"/en/p/{line}/sheet/").status_code == 404
    assert client.get(f"/en/p/{line}/sheet.pdf").status_code == 404
    assert client.post(f"/en/p/{line}/copy/").status_code == 404


def test_several_groups_go_on_one_print(owner: Builder) -> None:
    first = owner.group
    owner.start("Second list")
    owner.add("AOD-114")
    second = owner.group
    page = owner.client.get("/en/groups/print/").content.decode()
    assert "Second list" in page

    chosen = f"take=1&groups={first.public_id}&groups={second.public_id}&form=two&paper=a4"
    answer = owner.client.get(f"/en/groups/print/?{chosen}&event=Liga")
    assert answer["Content-Disposition"] == 'attachment; filename="battle-groups.two.pdf"'
    (paper,) = PdfReader(io.BytesIO(answer.content)).pages
    told = paper.extract_text()
    assert "Second list" in told and "Zażółć <gęślą> jaźń" in told
    assert told.count("Liga") == 2


def test_only_ones_own_groups_are_printed(owner: Builder) -> None:
    mine = owner.group.public_id
    stranger = Builder()
    stranger.start("Theirs")

    answer = stranger.client.get(f"/en/groups/print/?take=1&groups={mine}&form=pdf&paper=a4")
    assert answer.status_code == 422
    nothing = stranger.client.get("/en/groups/print/?take=1&form=pdf&paper=a4")
    assert "Choose at least one battle group." in nothing.content.decode()


def test_the_page_asks_the_database_no_more_for_a_long_list(
    owner: Builder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    owner.add("AOD-041", "AOD-069", "AOD-114", "AOD-120", "AOD-001", "AOD-002")

    for form in ("pdf", "cards", "xlsx"):
        with django_assert_max_num_queries(6):
            owner.page(f"sheet/?form={form}")


def test_polish(owner: Builder) -> None:
    page = owner.client.get(owner.url.replace("/en/", "/pl/") + "sheet/?form=cards")

    assert "Prędkość" in page.content.decode()
    text = owner.client.get(owner.url.replace("/en/", "/pl/") + "sheet.pdf").content
    assert "Kod kontrolny" in pdf_text(text)
