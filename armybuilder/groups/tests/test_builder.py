"""Building a group with plain forms, as a browser without JavaScript does."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from armybuilder.groups.models import BattleGroup, GroupRevision
from armybuilder.groups.tests.builder import Builder, import_list, text_of
from armybuilder.site.models import User
from rules import age_of_destruction as aod

pytestmark = pytest.mark.usefixtures("catalogue")


@pytest.fixture
def builder() -> Builder:
    person = Builder()
    person.start()
    return person


def test_a_new_group_says_what_it_lacks(builder: Builder) -> None:
    page = text_of(builder.page())

    assert "A battle group has at least one figure" in page
    assert "0 / 450" in page
    assert "3 orders" in page


def test_figures_gear_pilot_and_card_count_at_once(builder: Builder) -> None:
    builder.add("AOD-102", "AOD-033", "AOD-033", "HSE-F-003")
    builder.edit("mount", index=0, card="AOD-G-005", part="gear")

    document = builder.group.document

    assert document["units"] == [
        {"unit": "AOD-102", "gear": [{"card": "AOD-G-005"}]},
        {"unit": "AOD-033", "count": 2},
    ]
    assert document["cards"] == ["HSE-F-003"]
    assert "259 / 450" in text_of(builder.page())


def test_gear_on_one_of_several_copies_sets_that_one_apart(builder: Builder) -> None:
    builder.add("AOD-102", "AOD-102")
    builder.edit("mount", index=0, card="AOD-G-005", part="gear")

    assert builder.group.document["units"] == [
        {"unit": "AOD-102"},
        {"unit": "AOD-102", "gear": [{"card": "AOD-G-005"}]},
    ]


def test_an_unknown_number_is_kept_beside_what_may_be_meant(builder: Builder) -> None:
    answer = builder.edit("add", number="AOD-1O3")

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "There is no “AOD-1O3”. Did you mean" in page
    assert 'value="AOD-1O3"' in page
    assert builder.group.version == 1


def test_several_numbers_are_added_at_once(builder: Builder) -> None:
    builder.add("AOD-102, 2x aod033; AOD-PC-001\nAOD-33 × 2")

    assert builder.group.document["units"] == [
        {"unit": "AOD-102"},
        {"unit": "AOD-033", "count": 4},
    ]
    assert builder.group.document["cards"] == ["AOD-PC-001"]
    assert builder.group.version == 2


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("AOD-102 AOD-1O3 NOPE-9", "There is no “AOD-1O3”. Did you mean"),
        ("AOD-102 AOD-1O3 NOPE-9", "There is no “NOPE-9”."),
        ("0x AOD-102", "None of “AOD-102”?"),
        (" ".join(["AOD-102"] * 41), "These are 41 numbers; add at most 40 at once."),
        ("999x AOD-033 AOD-033", "at most 999"),
    ],
)
def test_of_several_numbers_all_are_added_or_none(builder: Builder, typed: str, says: str) -> None:
    answer = builder.edit("add", number=typed)

    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert f'value="{typed}"' in answer.content.decode()
    assert builder.group.version == 1


def test_a_line_says_what_it_costs_and_why(builder: Builder) -> None:
    builder.add("2x AOD-033", "AOD-102")
    builder.edit("mount", index=1, card="AOD-P-010", part="pilot")

    page = text_of(builder.page("?open=points"))

    assert "2 × AOD-033" in page and "40 each 80" in page
    assert "AOD-102 Hatchetman 129 AOD-P-010 Lance Corporal" in page
    assert "The group has 3 orders a turn." in text_of(builder.page("?open=orders"))
    assert "The group has 3 orders a turn." not in page


def test_a_card_says_what_it_does_for_the_group(builder: Builder) -> None:
    builder.add("AOD-102")

    page = text_of(builder.page("?add=cards&q=hse-f"))

    assert "HSE-F-003 Edge of the Katana has a figure of its faction: Dragon&#x27;s Fury." in page
    assert "the alternative cost, as the group is pure" in page


@pytest.mark.parametrize(("count", "says"), [("10000", "at most 999"), ("x", "whole number")])
def test_an_impossible_number_of_copies_is_refused_at_its_line(
    builder: Builder, count: str, says: str
) -> None:
    builder.add("AOD-033")

    answer = builder.edit("count", where="units[0]", count=count)

    asked, _start, line = answer.content.decode().partition('<li class="line" id="units-0"')
    line, _end, _after = line.partition("</ol>")
    assert answer.status_code == 422
    assert says in line
    assert f'name="count" min="1" inputmode="numeric" value="{count}"' in asked


def test_a_group_of_ten_thousand_lines_is_not_taken(builder: Builder) -> None:
    units = [{"unit": "AOD-033"}] * 10_000
    text = json.dumps({"format": "battle-group/1", "system": "age-of-destruction", "units": units})

    answer = import_list(builder.client, text)

    assert answer.status_code == 422
    assert "$.units: The site keeps at most 150 entries" in text_of(answer.content.decode())


def test_a_button_says_its_whole_change(builder: Builder) -> None:
    builder.add("AOD-102", "AOD-033")

    press(builder, "?open=row-0", "Alt+ArrowDown")
    press(builder, "", "Plus")
    press(builder, "?open=row-1", "Delete")

    assert builder.group.document["units"] == [{"unit": "AOD-033", "count": 2}]


def press(builder: Builder, query: str, key: str) -> None:
    """Press the first button of a page that a key would press."""
    tags = re.findall(r"<button[^>]*>", builder.page(query).replace("{at}", "0"))
    tag = next(tag for tag in tags if f'aria-keyshortcuts="{key}"' in tag)
    said = re.search(r'value="([^"]*)"', tag)
    assert said
    sent = {"version": builder.group.version, "edit": unescape(said[1])}
    assert builder.client.post(f"{builder.url}edit/", sent).status_code == 302


def test_a_change_is_judged_once_and_answered_at_once(
    builder: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder.add("AOD-102")
    judged, begin = [], aod.Judgement.__init__

    def counted(self: aod.Judgement, group: aod.BattleGroup, *given: Any) -> None:
        if len(given) == 1:
            judged.append(group)
        begin(self, group, *given)

    monkeypatch.setattr(aod.Judgement, "__init__", counted)
    sent = {"action": "add", "number": "AOD-033", "version": builder.group.version}
    answer = builder.client.post(f"{builder.url}edit/", sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200 and 'id="units-1"' in answer.content.decode()
    assert len(judged) == 1
    builder.page()
    assert len(judged) == 2
    assert "AOD-PC-001" in builder.client.get(f"{builder.url}?add=cards").content.decode()
    assert len(judged) == 3


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("jump jets points<80", True),
        ("hatchetman rank:elite,veteran", True),
        ("hatchetman mine:missing", True),
        ("rnak:elite", False),
    ],
)
def test_figures_to_add_are_found_by_the_terms_of_the_catalogue(
    builder: Builder, member: User, asked: str, found: bool
) -> None:
    builder.client.force_login(member)
    query = {"q": asked, "fits": "off", "most": "400"}
    panel = builder.client.get(builder.url, query).context["panel"]
    total = builder.client.get("/en/catalogue/", {"q": asked}).context["total"]

    assert bool(total) is found
    assert len(panel.found.candidates) == total


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("asked", ["foo:bar", "points<abc", "rnak:elite"])
def test_a_term_that_is_not_understood_is_explained_as_in_the_catalogue(
    builder: Builder, language: str, asked: str
) -> None:
    catalogue = builder.client.get(f"/{language}/catalogue/", {"q": asked}).context
    (problem,) = catalogue["problems"]
    answer = builder.client.get(
        builder.url.replace("/en/", f"/{language}/"),
        {"q": asked},
        headers={"HX-Request": "true", "HX-Target": "found"},
    )

    part = unescape(text_of(answer.content.decode()))
    assert part.count(problem) == 2, "announced and shown"
    assert "Nothing fits" not in part and "Nothing found" not in part
    instead = answer.context["panel"].instead
    assert (instead and instead.title) == (catalogue["instead"] and catalogue["instead"].title)
    if instead:
        followed = builder.client.get(instead.url).context["panel"]
        assert followed.query == instead.title and not followed.problems


def test_a_search_is_answered_with_what_it_found(builder: Builder) -> None:
    headers = {"HX-Request": "true", "HX-Target": "found"}
    answer = builder.client.get(f"{builder.url}?q=hatchetman", headers=headers)

    part = answer.content.decode()
    assert part.lstrip().startswith('<div class="found-list" id="found"')
    assert 'id="add-AOD-102"' in part and 'id="builder"' not in part


def test_lines_move_with_their_loads(builder: Builder) -> None:
    document = {
        "format": "battle-group/1",
        "system": "age-of-destruction",
        "name": "Ride",
        "build_total": 450,
        "units": [{"unit": "AOD-128"}, {"unit": "AOD-039"}],
        "loads": [{"transport": 1, "passengers": [0]}],
    }
    answer = import_list(builder.client, json.dumps(document))
    builder.url = answer["Location"]

    builder.edit("reorder", index=1, step=-1)

    moved = builder.group.document
    assert [entry["unit"] for entry in moved["units"]] == ["AOD-039", "AOD-128"]
    assert moved["loads"] == [{"transport": 0, "passengers": [1]}]


def test_a_contract_takes_its_faction(builder: Builder) -> None:
    builder.add("AOD-126", "HSE-MC-001")

    page = text_of(builder.page())
    assert "Unfinished 1 thing is open" in page and "Illegal" not in page
    assert "The contract is with Highlanders; figures under it: 1." in page
    builder.edit("choose", where="cards[0]", field="faction", value="Highlanders")

    assert 'class="verdict verdict-legal"' in builder.page()
    assert builder.group.document["cards"] == [{"card": "HSE-MC-001", "faction": "Highlanders"}]


def test_a_requirement_only_people_can_judge_is_confirmed_by_hand(builder: Builder) -> None:
    builder.add("AOD-008", "HSE-F-006")
    assert "Undecided" in text_of(builder.page())

    builder.edit("confirm", where="cards[0]", confirmed="on")

    assert "Undecided" not in text_of(builder.page())
    builder.edit("confirm", where="cards[0]")
    assert "Undecided" in text_of(builder.page())


def test_a_gunslinger_is_recruited_by_whom_the_rules_allow(builder: Builder) -> None:
    builder.add("AOD-114")
    builder.edit("mount", index=0, card="AOD-GS-002", part="pilot")
    page = builder.page("?add=0")

    assert 'name="value" value="Spirit Cats"' in page
    assert "Spirit Cats +3 → 151 Choose Every figure fights for Spirit Cats" in text_of(page)
    builder.edit("choose", where="units[0].pilot", field="recruit", value="Spirit Cats")

    pilot = builder.group.document["units"][0]["pilot"]
    assert pilot == {"card": "AOD-GS-002", "recruit": "Spirit Cats"}


def test_gear_that_does_not_fit_is_shown_with_the_reason(builder: Builder) -> None:
    builder.add("AOD-102")

    page = builder.page("?add=0&fits=off")

    fitting, _, objected = page.partition(" is-ineligible")
    assert 'id="add-AOD-G-005"' in fitting
    assert 'id="add-AOD-G-001"' in objected
    reason = text_of(objected[: objected.index('id="add-AOD-G-001"')][-700:])
    assert "Light" in reason and "Medium" in reason
    assert 'id="add-AOD-G-001"' not in builder.page("?add=0")


def test_only_what_fits_leaves_out_what_costs_too_much(builder: Builder) -> None:
    builder.add("AOD-102", "AOD-102", "AOD-102")

    everything = builder.page("?q=hatchetman&fits=off")
    fitting = builder.page("?q=hatchetman")

    assert 'id="add-AOD-103"' in everything and "over" in everything
    assert 'id="add-AOD-103"' not in fitting


def test_factions_of_the_group_lead_what_may_be_added(builder: Builder) -> None:
    assert 'id="add-AOD-004"' in builder.page("")
    builder.add("AOD-102")

    after = builder.page("")

    assert 'id="add-AOD-004"' not in after, "of another faction than the group"
    assert after.index('id="add-AOD-001"') < after.index('id="add-AOD-014"')


def test_one_tap_repairs_an_illegal_group(builder: Builder) -> None:
    builder.add("AOD-102", "AOD-102", "AOD-102", "AOD-102")
    page = builder.page()
    assert "Illegal" in text_of(page)
    offer = unescape(re.search(r'name="changes" value="([^"]*)"', page)[1])  # type: ignore[index]

    builder.edit("change", changes=offer)

    assert 'class="verdict verdict-legal"' in builder.page()


def test_a_spoiled_offer_changes_nothing(builder: Builder) -> None:
    for changes in ("{", "{}", '[{"op": "remove", "where": "units[7]"}]', '[{"op": "burn"}]'):
        assert builder.edit("change", changes=changes).status_code == 422

    assert builder.group.version == 1


def test_remaining_points_can_be_filled(builder: Builder) -> None:
    builder.add("AOD-102", "AOD-102", "AOD-102")
    page = builder.page("?ways=fill")
    ways = page[page.index('id="ways"') :]

    offer = unescape(re.search(r'name="changes" value="([^"]*)"', ways)[1])  # type: ignore[index]
    builder.edit("change", changes=offer)

    assert 'class="verdict verdict-legal"' in builder.page()
    assert len(builder.group.document["units"]) > 1


@pytest.mark.parametrize("total", ["300", "600"])
def test_a_group_is_made_for_another_build_total(builder: Builder, total: str) -> None:
    builder.add("AOD-102", "AOD-103", "AOD-104")
    page = builder.page(f"?ways={total}")
    ways = page[page.index('id="ways"') :]
    offer = unescape(re.search(r'name="changes" value="([^"]*)"', ways)[1])  # type: ignore[index]

    sent = {"action": "change", "version": builder.group.version, "changes": offer}
    answer = builder.client.post(f"{builder.url}edit/?ways={total}", sent)

    assert "ways" not in answer["Location"]
    assert builder.group.document["build_total"] == int(total)
    assert 'class="verdict verdict-legal"' in builder.page()


def test_undo_goes_back_step_by_step_and_keeps_every_state(builder: Builder) -> None:
    builder.add("AOD-102", "AOD-033")
    for _ in range(2):
        builder.client.post(f"{builder.url}undo/", {"version": builder.group.version})

    assert builder.group.document["units"] == []
    assert GroupRevision.objects.filter(group=builder.group).count() == 5
    assert re.search(r'id="undo"[^>]* disabled', builder.page())


def test_a_stale_tab_shows_both_states_and_overwrites_nothing(builder: Builder) -> None:
    stale = builder.group.version
    builder.add("AOD-102")

    answer = builder.edit("add", version=stale, number="AOD-033")

    page = text_of(answer.content.decode())
    assert answer.status_code == 409
    assert "Hatchetman" in page and "Multipurpose" in page
    assert [entry["unit"] for entry in builder.group.document["units"]] == ["AOD-102"]


@pytest.mark.parametrize(
    ("decision", "stays", "groups"), [("mine", "AOD-033", 1), ("copy", "AOD-102", 2)]
)
def test_a_stale_change_is_settled_by_the_person(
    builder: Builder, decision: str, stays: str, groups: int
) -> None:
    stale = builder.group.version
    builder.add("AOD-102")

    builder.edit("add", version=stale, number="AOD-033", conflict=decision)

    assert [entry["unit"] for entry in builder.group.document["units"]] == [stays]
    assert BattleGroup.objects.count() == groups


def test_settings_refuse_a_build_total_the_rules_do_not_know(builder: Builder) -> None:
    fields: dict[str, Any] = {"name": "Patrol", "event": "", "notes": ""}

    refused = builder.edit("settings", build_total=400, **fields)
    builder.edit("settings", build_total=600, **fields)

    assert refused.status_code == 422
    assert "a positive multiple of 150" in refused.content.decode()
    assert builder.group.document["build_total"] == 600


@pytest.mark.parametrize("name", ["a\x07b", "two\nlines", "x" * 101])
def test_names_with_control_characters_or_without_end_are_refused(name: str) -> None:
    answer = Client().post("/en/groups/new/", {"name": name, "build_total": 450})

    assert answer.status_code == 422
    assert not BattleGroup.objects.exists()


def test_markup_in_a_name_is_only_text(builder: Builder) -> None:
    builder.edit("settings", name="<script>alert(1)</script>", build_total=450, event="")

    assert "<script>alert" not in builder.page()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in builder.page()


def test_what_a_form_never_sends_is_a_bad_request(builder: Builder) -> None:
    assert builder.edit("explode").status_code == 400
    assert builder.client.post(f"{builder.url}edit/", {"action": "add"}).status_code == 400
    assert builder.client.get(f"{builder.url}edit/").status_code == 405


def test_every_check_is_behind_a_link(builder: Builder) -> None:
    builder.add("AOD-102")
    sentence = "Every figure is in the catalogue: 1 entry."
    page = builder.page()
    assert sentence not in text_of(page)
    link = re.search(r'id="proofs"><a href="([^"#]*)', page)
    assert link

    whole = builder.client.get(unescape(link[1])).content.decode()
    part = builder.client.get(
        unescape(link[1]), headers={"HX-Request": "true", "HX-Target": "proofs"}
    ).content.decode()

    assert sentence in text_of(whole)
    assert 'id="proofs"' not in whole
    assert sentence in text_of(part)
    assert "Hatchetman" not in part


def test_a_problem_and_every_check_open_together_when_asked_for(builder: Builder) -> None:
    builder.add("AOD-102 4x AOD-114")

    page = builder.page("?proofs=1")

    assert 'class="verdict verdict-illegal"' in page
    why = page[page.index('<details class="verdict-why" open>') :]
    assert "Blocks play" in why and 'class="proofs"' in why


def test_more_figures_are_shown_on_demand(builder: Builder) -> None:
    page = builder.page()
    assert page.count('class="found-item') == 6
    link = re.search(r'href="([^"#]*)#found"', page)
    assert link

    more = builder.client.get(
        unescape(link[1]), headers={"HX-Request": "true", "HX-Target": "found"}
    ).content.decode()

    assert more.count('class="found-item') == 30


def test_htmx_gets_the_builder_alone(builder: Builder) -> None:
    answer = builder.client.get(builder.url, headers={"HX-Request": "true"})

    assert "<html" not in answer.content.decode()
    assert 'id="builder"' in answer.content.decode()


def test_queries_do_not_grow_with_the_group(builder: Builder) -> None:
    builder.add("AOD-102", "AOD-102", "AOD-102", "AOD-102")
    before = queries(builder)

    builder.add("AOD-033", "AOD-120", "AOD-114", "HSE-F-003", "AOD-PC-001")
    builder.edit("mount", index=0, card="AOD-G-005", part="gear")

    assert queries(builder) == before


def test_the_list_asks_the_database_once_for_all_groups(builder: Builder) -> None:
    builder.url = "/en/groups/"
    before = queries(builder)

    for name in ("Two", "Three", "Four"):
        builder.start(name)

    builder.url = "/en/groups/"
    assert queries(builder) == before


def test_the_list_begins_with_the_groups_and_pictures_their_figures(builder: Builder) -> None:
    builder.add("AOD-102", "AOD-033")
    builder.start("Nothing in it")
    builder.url = "/en/groups/"

    page = builder.page()

    assert page.count('<svg class="lineup"') == 1
    assert page.index('class="chosen-ground') < page.index('class="cluster only-phone"')


def queries(builder: Builder) -> int:
    with CaptureQueriesContext(connection) as found:
        builder.page()
    return len(found)


def test_a_format_the_group_brought_along_survives_other_settings(builder: Builder) -> None:
    event = {"name": "club", "title": "Club night", "build_totals": [450], "pure": True}
    document = builder.group.document | {"event": event}
    answer = import_list(builder.client, json.dumps(document))
    builder.url = answer["Location"]
    assert "Club night" in builder.page()

    builder.edit("settings", name="Renamed", build_total=450, event="own", notes="Bring dice")

    assert builder.group.document["event"] == event
    assert builder.group.document["notes"] == "Bring dice"


def test_gear_moves_between_the_weapons_it_fits(builder: Builder) -> None:
    builder.add("AOD-114")
    builder.edit("mount", index=0, card="AOD-G-001", part="gear", weapon="primary")
    assert "Weapon for Pulse" in builder.page("?add=0")

    builder.edit("choose", where="units[0].gear[0]", field="weapon", value="secondary")

    gear = builder.group.document["units"][0]["gear"]
    assert gear == [{"card": "AOD-G-001", "weapon": "secondary"}]


def test_equal_lines_are_told_apart_by_their_row(builder: Builder) -> None:
    builder.add("AOD-113")
    builder.edit("mount", index=0, card="AOD-G-005", part="gear")
    builder.add("AOD-113")

    page = builder.page()
    assert "Arbalest “Bolt”" in text_of(page)
    assert 'aria-label="More for Arbalest “Bolt”, row 1"' in page
    assert 'aria-label="More for Arbalest “Bolt”, row 2"' in page


def test_the_page_asks_as_often_for_a_long_group(
    builder: Builder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    builder.add("AOD-102 AOD-033 AOD-081 AOD-114 HSE-MC-001 AOD-PC-001")
    builder.page()

    with django_assert_max_num_queries(8):
        builder.page("?add=0")


def test_lines_are_picked_and_moved_or_removed_together(builder: Builder) -> None:
    builder.add("AOD-102", "AOD-033", "AOD-081", "AOD-120")

    moved = builder.client.post(
        f"{builder.url}edit/",
        {"version": builder.group.version, "edit": "action=move_picked&to=0", "pick": [1, 3]},
        headers={"HX-Request": "true"},
    ).content.decode()
    units = [entry["unit"] for entry in builder.group.document["units"]]
    assert units == ["AOD-033", "AOD-120", "AOD-102", "AOD-081"]
    assert re.findall(r'name="pick" value="(\d)" checked', moved) == ["0", "1"]

    builder.edit("remove_picked", pick=[0, 3])
    units = [entry["unit"] for entry in builder.group.document["units"]]
    assert units == ["AOD-120", "AOD-102"]
    assert builder.edit("remove_picked", pick=[7]).status_code == 422
    assert builder.edit("move_picked", pick=["x"], to=0).status_code == 422


def test_a_row_shows_its_values_with_gear_and_pilot(builder: Builder) -> None:
    builder.add("AOD-102", "AOD-103")
    builder.edit("mount", index=0, card="AOD-P-010", part="pilot")

    told = re.findall(r'class="values" role="img" aria-label="([^"]*)"', builder.page())

    assert told[0].startswith("Speed 9, Jump Jets; Attack 11; Defense 20; ")
    assert told[0].endswith("; 12 clicks of life")
    assert not told[1].startswith("Speed 9")


@pytest.mark.parametrize(
    ("query", "there", "gone"),
    [
        ("faction=DF", "AOD-102", "AOD-101"),
        ("type=infantry", "AOD-129", "AOD-102"),
        ("equipment=JJ&type=mech", "AOD-102", "AOD-113"),
        ("role=artillery", "AOD-041", "AOD-102"),
        ("points=130&type=mech&q=hatchetman", "AOD-102", "AOD-103"),
    ],
)
def test_figures_to_add_are_narrowed(builder: Builder, query: str, there: str, gone: str) -> None:
    page = builder.page(f"?{query}&fits=off&most=400")

    assert f'id="add-{there}"' in page
    assert f'id="add-{gone}"' not in page


def test_figures_to_add_are_ordered(builder: Builder) -> None:
    def found(order: str) -> list[int]:
        page = builder.page(f"?q=hatchetman&order={order}")
        return [int(n) for n in re.findall(r'<span class="number">(\d+)</span>', page)]

    assert found("points") == sorted(found("")) == found("-points")[::-1]


def test_a_unique_that_has_joined_is_no_error(builder: Builder) -> None:
    builder.add("AOD-114")

    part = builder.page("?q=firestarter").partition('id="found"')[2]
    item = part[part.index("Cinders") :].partition("</li>")[0]

    assert "1 here" in text_of(item)
    assert "reason" not in item and 'id="add-AOD-114"' not in item
