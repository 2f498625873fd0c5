"""Files as they leave the site: names, types, and the JSON formats."""

import json

import pytest

from armybuilder.groups.exports import FORMS, QR_FORMS, NoCode, export, file_name, forms_of
from armybuilder.groups.tests.exports.sheets import LINK, sample, sheet
from rules.age_of_destruction import read_group


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Evening patrol", "evening-patrol.pdf"),
        ("Łowcy świtu: 450!", "lowcy-switu-450.pdf"),
        ("../../etc/passwd", "etc-passwd.pdf"),
        ('a"; filename=x\r\n', "a-filename-x.pdf"),
        ("", "battle-group.pdf"),
        ("日本", "battle-group.pdf"),
        ("CON", "battle-group-con.pdf"),
        ("x" * 500, "x" * 60 + ".pdf"),
    ],
)
def test_file_names_suit_every_system(name: str, expected: str) -> None:
    assert file_name(name, "pdf") == expected


def test_no_two_forms_of_a_list_share_a_file_name() -> None:
    assert len({file_name("Patrol", form) for form in FORMS}) == len(FORMS)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_takes_an_empty_group(form: str) -> None:
    empty = {"format": "battle-group/1", "system": "age-of-destruction", "units": []}

    assert export(sheet(empty, link=LINK), form).content


@pytest.mark.parametrize("form", QR_FORMS)
def test_without_an_address_there_is_no_code(form: str) -> None:
    private = sheet(sample("steel-wolves-300"))

    assert form not in forms_of(private)
    with pytest.raises(NoCode):
        export(private, form)


def test_the_json_is_the_group_and_the_verdict() -> None:
    data = sample("highlanders-450-contract")
    drawn = sheet(data)
    group = json.loads(export(drawn, "json").content)
    verdict = json.loads(export(drawn, "verdict").content)

    assert read_group(group) == read_group(data)
    assert verdict["format"] == "verdict/1"
    assert verdict["points"]["total"] == drawn.total
