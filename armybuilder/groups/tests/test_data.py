"""Groups that never rot: what a later catalogue would change is told, and nothing changes before
the owner says so."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.groups.models import BattleGroup, KeptRecord
from armybuilder.groups.present.groups import fit
from armybuilder.groups.services.groups import save_document
from armybuilder.groups.tests.builder import Builder, text_of
from armybuilder.tests.corrections import Correct
from rules import age_of_destruction as aod

pytestmark = pytest.mark.usefixtures("catalogue")


@pytest.fixture
def person() -> Builder:
    builder = Builder()
    builder.start()
    builder.add("AOD-102", "AOD-081")
    return builder


def decide(person: Builder, decision: str) -> None:
    sent = {"decision": decision, "version": person.group.version}
    assert person.client.post(f"{person.url}data/", sent).status_code == 302


def test_what_changed_is_told_and_the_group_stays_as_it_was(
    person: Builder, correct: Correct
) -> None:
    correct("AOD-102", points=131)

    page = text_of(person.page())

    assert "AOD-102 Hatchetman now costs 131 instead of 129." in page
    assert "As saved: 234 / 450" in page
    assert "Today: 236 / 450" in page.replace("&#x27;", "'")
    sheet = person.client.get(f"{person.url}sheet.txt").content.decode()
    assert "234/450" in sheet
    assert person.group.version == 3


def test_a_group_that_was_legal_says_why_it_fails_now(person: Builder, correct: Correct) -> None:
    correct("AOD-102", points=400)

    html = person.page()
    page = text_of(html).replace("&#x27;", "'")

    assert "It was legal; today it fails because:" in page
    assert "The group costs 505 points; 450 is the most. Save 55 points." in page
    assert 'class="verdict verdict-legal"' in html


def test_accepting_is_a_revision_that_can_be_undone(person: Builder, correct: Correct) -> None:
    correct("AOD-102", points=131)

    decide(person, "accept")
    page = text_of(person.page())
    assert "236 / 450" in page and "As saved" not in page
    assert person.group.version == 4

    person.client.post(f"{person.url}undo/", {"version": 4})
    assert "As saved: 234 / 450" in text_of(person.page())


def test_keeping_stays_quiet_until_the_data_changes_again(
    person: Builder, correct: Correct
) -> None:
    correct("AOD-102", points=131)
    decide(person, "keep")

    page = text_of(person.page())
    assert "as you chose" in page and "Until you decide" not in page
    assert person.group.version == 3

    correct("AOD-102", points=133)
    page = text_of(person.page())
    assert "Until you decide" in page
    assert "now costs 133 instead of 129" in page


def test_an_edit_keeps_what_was_pinned_and_takes_today_for_what_is_new(
    person: Builder, correct: Correct
) -> None:
    correct("AOD-102", points=131)

    person.add("AOD-033")
    person.edit("copy", index=0)

    assert "AOD-102 Hatchetman now costs 131 instead of 129." in text_of(person.page())
    assert person.group.standing["total"] == 129 + 105 + 40 + 129


def test_a_figure_that_left_the_catalogue_is_still_judged(
    person: Builder, correct: Correct
) -> None:
    correct("AOD-081")

    page = text_of(person.page())
    assert "AOD-081 Mongoose is no longer in the catalogue." in page
    assert "As saved: 234 / 450 Legal Today: ≥ 129 / 450 Illegal" in page
    decide(person, "accept")
    assert "not in the catalogue" in text_of(person.page())


def test_a_change_elsewhere_in_the_catalogue_is_no_news(person: Builder, correct: Correct) -> None:
    correct("AOD-033", points=1)

    assert "As saved" not in text_of(person.page())


def test_a_shared_group_shows_both_verdicts_but_no_choice(
    person: Builder, correct: Correct
) -> None:
    person.show_to("link")
    correct("AOD-102", points=400)

    page = Client().get(f"/en/g/{person.group.share_token}/").content.decode()

    assert "As saved: 234 / 450" in text_of(page)
    assert f"{person.url}data/" not in page


def test_an_older_revision_is_judged_by_its_own_data(person: Builder, correct: Correct) -> None:
    correct("AOD-102", points=131)
    decide(person, "accept")

    page = text_of(person.client.get(f"{person.url}history/3/").content.decode())

    assert "234 / 450" in page


def test_the_list_marks_changed_groups_in_as_many_queries(
    person: Builder, correct: Correct, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _each in range(3):
        person.client.post(f"{person.url}duplicate/")
    correct("AOD-102", points=131)
    correct("AOD-081", points=100)
    person.page()

    with django_assert_max_num_queries(6):
        page = text_of(person.client.get("/en/groups/").content.decode())

    assert page.count("data changed") == 4
    decide(person, "accept")
    assert text_of(person.client.get("/en/groups/").content.decode()).count("data changed") == 3


def test_a_record_is_kept_once_for_all_groups(person: Builder) -> None:
    person.client.post(f"{person.url}duplicate/")

    assert BattleGroup.objects.count() == 2
    assert KeptRecord.objects.count() == 2


@pytest.mark.parametrize("sent", [{"decision": "maybe", "version": 3}, {"decision": "accept"}])
def test_what_is_no_decision_is_refused(person: Builder, sent: dict[str, Any]) -> None:
    assert person.client.post(f"{person.url}data/", sent).status_code == 400


class TestNewRules:
    """Groups kept under an earlier number of the rules are judged anew."""

    def kept_before(self, person: Builder, **standing: Any) -> None:
        """The group as an earlier ruleset left it, with another verdict where one is given."""
        group = person.group
        kept = group.standing | standing
        BattleGroup.objects.filter(pk=group.pk).update(
            ruleset="age-of-destruction@0", standing=kept
        )

    @pytest.fixture
    def two_of_one(self, person: Builder) -> Builder:
        """Two of one gear card, which an earlier reading let pass."""
        group = person.group
        worn = {"units": [{"unit": "AOD-085", "gear": ["AOD-G-002"] * 2}]}
        save_document(group=group, version=group.version, document=fit(group.document | worn))
        self.kept_before(person, legal=True, errors=0, findings=[])
        return person

    def test_the_owner_is_told_what_they_change(self, two_of_one: Builder) -> None:
        page = text_of(two_of_one.page()).replace("&#x27;", "'")
        assert "The site judges by newer rules than when the group was saved." in page
        assert "It was legal; today it fails because:" in page
        assert "neither may join the other" in page
        assert "The rules have changed since this group was saved" in page
        assert "Until you decide" not in page and "Use today's data" not in page
        assert "data changed" in text_of(two_of_one.client.get("/en/groups/").content.decode())

    def test_accepting_ends_it(self, two_of_one: Builder) -> None:
        decide(two_of_one, "accept")
        assert "newer rules" not in text_of(two_of_one.page())
        assert two_of_one.group.ruleset == aod.RULESET

    def test_nobody_is_told_of_rules_that_change_nothing(self, person: Builder) -> None:
        self.kept_before(person)
        assert "newer rules" not in text_of(person.page())

    def test_sheets_print_the_rules_they_were_judged_by(self, two_of_one: Builder) -> None:
        sheet = two_of_one.client.get(f"{two_of_one.url}sheet.txt").content.decode()
        assert aod.RULESET in sheet
