"""Taking along and coming back, kind by kind."""

from typing import Any

import pytest
from django.conf import settings

from armybuilder.groups.models import BattleGroup, Cause, EventFormat, Hold, Reservation
from armybuilder.groups.services.fielding import release, reserve
from armybuilder.groups.services.formats import FormatText, create_format, save_format
from armybuilder.groups.services.groups import create_group, delete_group, replace_document, undo
from armybuilder.groups.tests.test_api_groups import PATROL
from armybuilder.library.models import OwnedModels, OwnUnit
from armybuilder.library.services import keep_units, set_models
from armybuilder.offline.models import CameBack, Did, Question
from armybuilder.offline.present.clashes import clashes_of
from armybuilder.offline.selectors import taken_along
from armybuilder.offline.services import Choice, answer, bring_back, has_changes, try_again
from armybuilder.offline.tests.devices import Device
from armybuilder.offline.things.battle_groups import BattleGroups
from armybuilder.offline.things.kind import NotTaken
from armybuilder.scenarios.models import Scenario
from armybuilder.scenarios.present.documents import palette_of, read, retitled
from armybuilder.scenarios.services import change_scenario, keep_scenario
from armybuilder.site.models import Owner, Theme, User
from armybuilder.skirmishes.models import Skirmish, SkirmishNote
from armybuilder.skirmishes.notes import add_note, delete_note
from armybuilder.skirmishes.present.games import game_of
from armybuilder.skirmishes.tests.test_branches import SYSTEMS, anything, course_of, ordered, played
from collection.catalogue.pieces import Piece, find_piece
from collection.owning import edits
from collection.owning.models import Change, Collection, Copy
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection
from collection.owning.store import read_all
from collection.owning.tests.conftest import HATCHETMAN, NOW, UNHEARD_OF, Make
from rules import SeededDice

pytestmark = pytest.mark.usefixtures("catalogue")


def change(group: BattleGroup, **fields: Any) -> None:
    group.refresh_from_db()
    replace_document(group=group, document={**group.document, **fields})


def lines_of(group: BattleGroup) -> list[str]:
    group.refresh_from_db()
    return [line["unit"] for line in group.document["units"]]


def add(shelf: Collection, piece: Piece, count: int = 1) -> None:
    changes.apply(
        collection=shelf,
        actor=shelf.owner,
        edits=[Edit(piece, lambda state: edits.add(state, count))],
        now=NOW,
    )


def say(shelf: Collection, piece: Piece, make: Make) -> None:
    changes.apply(collection=shelf, actor=shelf.owner, edits=[Edit(piece, make)], now=NOW)


def further(game: Skirmish, orders: int, lot: int = 6) -> None:
    """So many orders more, by lot."""
    chance = SeededDice(lot)
    game.refresh_from_db()
    for _ in range(orders):
        game = ordered(game, anything(game, chance))


def course_of_device(device: Device, game: Skirmish) -> list[Any]:
    with device.on():
        return course_of(Skirmish.objects.get(public_id=game.public_id))


def decide(choice: Choice) -> None:
    question = Question.objects.get()
    answer(question=question, choices=dict.fromkeys(clashes_of(question), choice))


@pytest.fixture
def group(member: User) -> BattleGroup:
    return create_group(owner=Owner(member), document=PATROL)


@pytest.fixture
def device(member: User) -> Device:
    return Device()


def test_a_group_changed_on_a_device_is_a_revision_of_the_site(
    member: User, group: BattleGroup, device: Device
) -> None:
    device.take_along(member)
    with device.on():
        change(BattleGroup.objects.get(), name="Night watch")

    device.come_back(member)

    group.refresh_from_db()
    assert (group.name, group.version) == ("Night watch", 2)
    assert group.revisions.get(number=2).cause == Cause.DEVICE
    undo(group=group, version=2)
    group.refresh_from_db()
    assert group.name == PATROL["name"]


def test_everything_goes_along_and_comes_back(member: User, group: BattleGroup) -> None:
    shelf = create_collection(owner=member, name="Shelf")
    add(shelf, HATCHETMAN, 3)
    written = create_format(owner=Owner(member), text=FormatText("Open", "", {}))
    drawn = read(palette_of("warzone").blank("Yard"))
    keep_scenario(
        owner=Owner(member),
        system=drawn.system,
        title=drawn.title,
        document=drawn.document,
        size=drawn.size,
    )
    wire = {"name": "Wire", "class": "fortification"}
    keep_units(owner=Owner(member), system="khans-and-generals", records=[wire])
    set_models(owner=Owner(member), system="khans-and-generals", counts={"Wire": 4})
    device = Device()
    device.take_along(member)
    assert device.files() == []

    with device.on() as there:
        there.theme = Theme.DARK
        there.save()
        row = EventFormat.objects.get()
        save_format(written=row, version=1, text=FormatText("Closed", "", {}))
        scenario = Scenario.objects.get()
        other = retitled(scenario.document, "Field")
        change_scenario(scenario=scenario, version=None, title="Field", document=other, size=9)
        set_models(owner=Owner(there), system="khans-and-generals", counts={"Wire": 5})
        add(Collection.objects.get(), UNHEARD_OF)
        change(BattleGroup.objects.get(), name="Other")
    [outcome] = device.come_back(member)

    assert outcome.left == outcome.questions == 0
    assert {row.did for row in outcome.came} == {"changed"}
    member.refresh_from_db()
    assert member.theme == Theme.DARK
    written.refresh_from_db()
    assert (written.title, written.version) == ("Closed", 2)
    assert Scenario.objects.get().title == "Field"
    assert OwnedModels.objects.get().count == 5
    assert OwnUnit.objects.get().name == "Wire"
    assert {piece.catalogue_id for piece in read_all(shelf)} == {"AOD-102", "AN-017"}
    assert Change.objects.filter(source=Change.Source.DEVICE).count() == 1
    assert device.files() == []


def test_changes_of_other_lines_are_put_together(
    member: User, group: BattleGroup, device: Device
) -> None:
    device.take_along(member)
    units = group.document["units"]
    with device.on():
        change(BattleGroup.objects.get(), units=[*units, {"unit": "AOD-040"}])
    change(group, units=[{"unit": "AOD-060"}, *units], notes="From the site.")

    [outcome] = device.come_back(member)

    assert outcome.questions == 0
    assert lines_of(group) == ["AOD-060", *(line["unit"] for line in units), "AOD-040"]
    assert group.document["notes"] == "From the site."
    with device.on():
        assert BattleGroup.objects.get().document == group.document


def test_the_same_line_is_asked_about_and_nothing_is_lost(
    member: User, group: BattleGroup, device: Device
) -> None:
    device.take_along(member)
    first, *rest = group.document["units"]
    with device.on():
        change(BattleGroup.objects.get(), units=[first | {"count": 2}, *rest], name="Mine")
    change(group, units=[first | {"count": 3}, *rest])

    device.come_back(member)

    group.refresh_from_db()
    assert (group.name, group.document["units"][0]["count"]) == ("Mine", 3)
    question = Question.objects.get()
    [clash] = clashes_of(question).values()
    assert (clash.mine["count"], clash.theirs["count"]) == (2, 3)
    change(group, notes="Meanwhile.")

    decide(Choice.BOTH)

    group.refresh_from_db()
    counts = [line.get("count", 1) for line in group.document["units"]]
    assert counts[:2] == [3, 2] and group.document["notes"] == "Meanwhile."
    assert not Question.objects.exists()


def test_a_file_whose_answer_was_lost_changes_nothing_the_second_time(
    member: User, group: BattleGroup, device: Device
) -> None:
    device.take_along(member)
    first, *rest = group.document["units"]
    with device.on():
        change(BattleGroup.objects.get(), units=[first | {"count": 2}, *rest])
    [file] = device.files()
    bring_back(member, file)
    change(group, units=[first | {"count": 3}, *rest])

    again = bring_back(member, file)

    group.refresh_from_db()
    assert again.came == [] and not Question.objects.exists()
    assert group.document["units"][0]["count"] == 3
    # What the device changes after that is a change of what the site has had from it already.
    with device.on():
        change(BattleGroup.objects.get(), name="Later")
    device.come_back(member)
    group.refresh_from_db()
    assert (group.name, group.document["units"][0]["count"]) == ("Later", 3)
    assert not Question.objects.exists()


def test_a_change_that_was_taken_back_on_the_device_is_taken_back_here(
    member: User, group: BattleGroup, device: Device
) -> None:
    device.take_along(member)
    with device.on():
        change(BattleGroup.objects.get(), name="Other")
    bring_back(member, device.files()[0])
    with device.on():
        change(BattleGroup.objects.get(), name=PATROL["name"])

    device.come_back(member)

    group.refresh_from_db()
    assert group.name == PATROL["name"]


@pytest.mark.parametrize("choice", list(Choice))
def test_deleted_there_and_changed_here_is_asked(
    member: User, group: BattleGroup, device: Device, choice: Choice
) -> None:
    device.take_along(member)
    with device.on():
        delete_group(group=BattleGroup.objects.get())
    change(group, name="Still wanted")

    device.come_back(member)
    decide(choice)

    assert BattleGroup.objects.exists() is (choice != Choice.MINE)


def test_changed_there_and_deleted_here_is_asked(
    member: User, group: BattleGroup, device: Device
) -> None:
    device.take_along(member)
    with device.on():
        change(BattleGroup.objects.get(), name="Still wanted")
    delete_group(group=group)

    device.come_back(member)
    assert not BattleGroup.objects.exists()
    decide(Choice.MINE)

    [brought] = BattleGroup.objects.all()
    assert (brought.name, brought.public_id) == ("Still wanted", group.public_id)


def test_deleted_and_new_things_come_back(member: User, group: BattleGroup, device: Device) -> None:
    device.take_along(member)
    with device.on() as there:
        delete_group(group=BattleGroup.objects.get())
        made = create_group(owner=Owner(there), document={**PATROL, "name": "New"})

    device.come_back(member)

    [kept] = BattleGroup.objects.all()
    assert (kept.public_id, kept.name, kept.owner) == (made.public_id, "New", member)


def test_two_devices_come_back_one_after_the_other(member: User, group: BattleGroup) -> None:
    devices = [Device(), Device()]
    for device, name in zip(devices, ("notes", "name"), strict=True):
        device.take_along(member)
        with device.on():
            change(BattleGroup.objects.get(), **{name: "Changed."})
    for device in devices:
        device.come_back(member)

    group.refresh_from_db()
    assert (group.name, group.document["notes"]) == ("Changed.", "Changed.")
    assert not Question.objects.exists()


def test_what_changed_after_the_last_file_stays_on_the_device(
    member: User, group: BattleGroup, device: Device
) -> None:
    device.take_along(member)
    with device.on():
        change(BattleGroup.objects.get(), name="First")
    bring_back(member, device.files()[0])
    with device.on():
        change(BattleGroup.objects.get(), notes="Second.")

    device.take_along(member)

    with device.on():
        assert BattleGroup.objects.get().document["notes"] == "Second."
    device.come_back(member)
    group.refresh_from_db()
    assert (group.name, group.document["notes"]) == ("First", "Second.")


def test_a_group_that_cannot_be_kept_is_kept_as_a_file_and_named(
    member: User, group: BattleGroup, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    device.take_along(member)
    with device.on() as there:
        create_group(owner=Owner(there), document={**PATROL, "name": "One too many"})
        change(BattleGroup.objects.get(public_id=group.public_id), name="Other")
    monkeypatch.setitem(settings.QUOTAS, "battle_groups", 1)

    device.come_back(member)

    group.refresh_from_db()
    assert group.name == "Other"
    [refused] = CameBack.objects.filter(did=Did.REFUSED)
    assert refused.title == "One too many" and "1 groups already" in refused.reason
    assert refused.content and refused.content["units"] == PATROL["units"]
    assert try_again(refused) and refused.did == Did.REFUSED

    monkeypatch.setitem(settings.QUOTAS, "battle_groups", 2)
    came = try_again(refused)
    assert came and came.did == Did.MADE and came.base is None
    assert BattleGroup.objects.get(public_id=refused.key).name == "One too many"
    assert try_again(refused) is None and BattleGroup.objects.count() == 2


def test_what_is_tried_again_is_merged_with_what_the_site_has_become(
    member: User, group: BattleGroup, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what both began with, and after the state of it that had come before."""
    device.take_along(member)
    with device.on():
        change(BattleGroup.objects.get(), name="First")
    bring_back(member, device.files()[0])
    with device.on():
        change(BattleGroup.objects.get(), notes="Second.")
    with monkeypatch.context() as out_of_order:
        out_of_order.setattr(BattleGroups, "keep", _refuse)
        for file in device.files() * 2:
            bring_back(member, file)
    [refused] = CameBack.objects.filter(did=Did.REFUSED)
    change(group, name="On the site", build_total=400)

    came = try_again(refused)

    assert came and came.did == Did.CHANGED
    group.refresh_from_db()
    assert (group.name, group.document["notes"]) == ("On the site", "Second.")
    assert group.document["build_total"] == 400 and not Question.objects.exists()


def _refuse(*_args: Any) -> None:
    raise NotTaken("Not now.")


# Copies that groups keep --------------------------------------------------------------------------


@pytest.fixture
def stocked(member: User, group: BattleGroup) -> Collection:
    """A collection with two of each of a group's figures."""
    shelf = create_collection(owner=member, name="Shelf")
    for line in group.document["units"]:
        piece = find_piece("age-of-destruction", line["unit"])
        assert piece
        add(shelf, piece, 2)
    return shelf


def copies_of(group: BattleGroup) -> tuple[str, dict[str, int]]:
    """How firmly a group keeps how many of what."""
    row = Reservation.objects.get(group__public_id=group.public_id)
    return row.hold, dict(row.pieces.values_list("item", "count"))


def test_copies_reserved_on_a_device_are_reserved_on_the_site(
    member: User, group: BattleGroup, stocked: Collection, device: Device
) -> None:
    device.take_along(member)
    with device.on() as there:
        own = BattleGroup.objects.get()
        reserve(group=own, member=there, hold=Hold.RESERVED, now=NOW)
        assert has_changes(there)

    device.come_back(member)

    hold, copies = copies_of(group)
    assert hold == Hold.RESERVED and sum(copies.values()) == len(group.document["units"])
    with device.on() as there:
        assert copies_of(group) == (hold, copies) and not has_changes(there)
        reserve(group=BattleGroup.objects.get(), member=there, hold=Hold.PACKED, now=NOW)
    device.come_back(member)
    assert copies_of(group) == (Hold.PACKED, copies)

    with device.on() as there:
        release(group=BattleGroup.objects.get(), member=there)
    device.come_back(member)
    assert not Reservation.objects.exists()


def test_what_is_taken_along_anew_leaves_what_a_group_keeps_on_the_device(
    member: User, group: BattleGroup, stocked: Collection, device: Device
) -> None:
    """Also where its group and its collection have changed on the site."""
    device.take_along(member)
    with device.on() as there:
        reserve(group=BattleGroup.objects.get(), member=there, hold=Hold.PACKED, now=NOW)
        before = copies_of(group)
    change(group, name="Renamed on the site")
    add(stocked, UNHEARD_OF)

    device.take_along(member)

    with device.on() as there:
        assert copies_of(group) == before and has_changes(there)
    device.come_back(member)
    assert copies_of(group) == before


def test_copies_that_are_not_free_any_more_are_told(
    member: User, group: BattleGroup, stocked: Collection, device: Device
) -> None:
    device.take_along(member)
    with device.on() as there:
        reserve(group=BattleGroup.objects.get(), member=there, hold=Hold.PACKED, now=NOW)
    say(stocked, HATCHETMAN, lambda state: edits.set_amounts(state, owned=0))

    device.come_back(member)

    [refused] = CameBack.objects.filter(kind="copies")
    assert refused.did == Did.REFUSED and "free on the site: 0" in refused.reason
    assert not Reservation.objects.exists()
    add(stocked, HATCHETMAN)
    assert try_again(refused) and copies_of(group)[0] == Hold.PACKED


def test_a_group_deleted_on_the_site_takes_its_copies_with_it(
    member: User, group: BattleGroup, stocked: Collection, device: Device
) -> None:
    reserve(group=group, member=member, hold=Hold.RESERVED, now=NOW)
    device.take_along(member)
    with device.on():
        assert copies_of(group)[0] == Hold.RESERVED
    delete_group(group=group)

    device.take_along(member)

    with device.on() as there:
        assert not BattleGroup.objects.exists() and not has_changes(there)


# Collections --------------------------------------------------------------------------------------


@pytest.fixture
def shelf(member: User) -> Collection:
    shelf = create_collection(owner=member, name="Shelf")
    add(shelf, HATCHETMAN, 2)
    return shelf


def test_pieces_are_merged_field_by_field(member: User, shelf: Collection, device: Device) -> None:
    device.take_along(member)
    with device.on():
        there = Collection.objects.get()
        say(there, HATCHETMAN, lambda state: edits.describe(state, notes="Painted."))
        add(there, UNHEARD_OF)
    say(shelf, HATCHETMAN, lambda state: edits.describe(state, tags=("red",)))
    say(shelf, HATCHETMAN, edits.tell_apart)

    device.come_back(member)

    held = read_all(shelf)
    state = held[HATCHETMAN].state
    assert (state.notes, state.tags, state.owned) == ("Painted.", ("red",), 2)
    assert held[UNHEARD_OF].state.plain == 1
    assert not Question.objects.exists()
    with device.on():
        assert read_all(Collection.objects.get())[HATCHETMAN].state == state


@pytest.mark.parametrize(("choice", "owned"), [("theirs", 3), ("mine", 3), ("both", 4)])
def test_what_was_counted_on_both_sides_is_asked(
    member: User, shelf: Collection, device: Device, choice: str, owned: int
) -> None:
    device.take_along(member)
    with device.on():
        add(Collection.objects.get(), HATCHETMAN)
    add(shelf, HATCHETMAN)
    device.come_back(member)

    decide(Choice(choice))

    assert read_all(shelf)[HATCHETMAN].state.owned == owned


def test_a_copy_lent_on_both_sides_is_asked(
    member: User, shelf: Collection, device: Device
) -> None:
    say(shelf, HATCHETMAN, edits.tell_apart)
    copy = Copy.objects.get().public_id
    device.take_along(member)

    def lent(to: str) -> Make:
        return lambda state: edits.lend(state, to=to, since=NOW.date(), copy_id=copy)

    with device.on():
        say(Collection.objects.get(), HATCHETMAN, lent("Bela"))
    say(shelf, HATCHETMAN, lent("Cleo"))

    device.come_back(member)

    [loan] = read_all(shelf)[HATCHETMAN].state.copies[copy].loans.values()
    assert loan.to == "Cleo"
    decide(Choice.MINE)
    [loan] = read_all(shelf)[HATCHETMAN].state.copies[copy].loans.values()
    assert loan.to == "Bela"


def test_a_collection_made_on_the_device_comes_whole(member: User, device: Device) -> None:
    device.take_along(member)
    with device.on() as there:
        add(create_collection(owner=there, name="New"), HATCHETMAN, 4)

    device.come_back(member)

    [made] = Collection.objects.all()
    assert made.name == "New" and read_all(made)[HATCHETMAN].state.plain == 4


def test_a_collection_deleted_there_and_grown_here_is_asked(
    member: User, shelf: Collection, device: Device
) -> None:
    device.take_along(member)
    with device.on():
        Collection.objects.all().delete()
    add(shelf, UNHEARD_OF)

    device.come_back(member)

    assert Collection.objects.get() == shelf
    decide(Choice.MINE)
    assert not Collection.objects.exists()


# Games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_game_goes_on_on_a_device_and_comes_back(
    member: User, device: Device, system: str
) -> None:
    game = played(system, Owner(member), 4)
    device.take_along(member)
    with device.on() as there:
        further(Skirmish.objects.get(), 4)
        new = played(system, Owner(there), 3)

    [outcome] = device.come_back(member)

    assert {row.did for row in outcome.came} == {Did.CHANGED, Did.MADE}
    game.refresh_from_db()
    with device.on():
        gone_on = Skirmish.objects.get(public_id=game.public_id)
        went, state = course_of(gone_on), gone_on.state
    assert course_of(game) == went and len(went) >= 8 and game.state == state
    assert course_of(Skirmish.objects.get(public_id=new.public_id)) == course_of_device(device, new)
    assert game_of(game).match.actors()


def test_a_game_that_went_on_on_both_sides_can_be_kept_as_two(member: User, device: Device) -> None:
    game = played("warzone", Owner(member), 4)
    device.take_along(member)
    with device.on():
        further(Skirmish.objects.get(), 3)
        went = course_of(Skirmish.objects.get())
    further(game, 2, lot=8)
    game.refresh_from_db()
    here = course_of(game)

    device.come_back(member)
    decide(Choice.BOTH)

    game.refresh_from_db()
    branch = Skirmish.objects.get(parent=game)
    assert course_of(game) == here and course_of(branch) == went
    assert branch.branched == 4, "what both sides know is judged once"


def test_a_game_the_rules_refuse_is_kept_as_a_file(member: User, device: Device) -> None:
    device.take_along(member)
    with device.on() as there:
        game = played("warzone", Owner(there), 4)
        step = game.steps.get(number=3)
        step.fingerprint = "0" * len(step.fingerprint)
        step.save()

    device.come_back(member)

    assert not Skirmish.objects.exists()
    [refused] = CameBack.objects.all()
    assert (refused.did, refused.order) == (Did.REFUSED, 3) and "order 3" in refused.reason
    assert refused.file and refused.file["format"] == "game/1" and len(refused.file["orders"]) == 4
    again = try_again(refused)
    assert again and again.order == 3 and again.file == refused.file


def test_notes_of_both_sides_stand_together(member: User, device: Device) -> None:
    game = played("warzone", Owner(member), 4)
    for step, text in ((1, "Why not walk?"), (2, "Well shot.")):
        add_note(skirmish=game, author=member, step=step, text=text)
    ben = User.objects.create_user("ben@example.org")
    add_note(skirmish=game, author=ben, step=1, text="By another.")
    device.take_along(member)
    with device.on() as there:
        same = Skirmish.objects.get()
        assert notes_of(same) == [(1, "Why not walk?"), (2, "Well shot.")]
        delete_note(note=same.notes.get(step=1))
        add_note(skirmish=same, author=there, step=3, text="On the way.")
        further(same, 2)
        add_note(skirmish=same, author=there, step=6, text="Later.")
    add_note(skirmish=game, author=member, step=4, text="At home.")

    device.come_back(member)

    of_member = [(2, "Well shot."), (3, "On the way."), (4, "At home."), (6, "Later.")]
    assert notes_of(game) == sorted([(1, "By another."), *of_member])
    assert not Question.objects.exists()
    with device.on() as there:
        assert notes_of(Skirmish.objects.get()) == of_member and not has_changes(there)


def test_the_first_and_the_last_note_travel_as_well(member: User, device: Device) -> None:
    game = played("warzone", Owner(member), 4)
    device.take_along(member)
    with device.on() as there:
        add_note(skirmish=Skirmish.objects.get(), author=there, step=2, text="First.")
        new = played("warzone", Owner(there), 2)
        add_note(skirmish=new, author=there, step=1, text="Of the new one.")
    device.come_back(member)
    assert notes_of(game) == [(2, "First.")]
    assert notes_of(Skirmish.objects.get(public_id=new.public_id)) == [(1, "Of the new one.")]

    with device.on():
        SkirmishNote.objects.all().delete()
    device.come_back(member)

    assert not SkirmishNote.objects.exists()


def test_more_notes_than_the_site_keeps_are_not_taken(
    member: User, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    played("warzone", Owner(member), 4)
    device.take_along(member)
    with device.on() as there:
        add_note(skirmish=Skirmish.objects.get(), author=there, step=2, text="One too many.")
    monkeypatch.setitem(settings.QUOTAS, "notes_a_day", 0)

    device.come_back(member)

    [refused] = CameBack.objects.all()
    assert refused.did == Did.REFUSED and refused.reason and not SkirmishNote.objects.exists()
    monkeypatch.setitem(settings.QUOTAS, "notes_a_day", 1)
    assert try_again(refused) and SkirmishNote.objects.get().text == "One too many."


def notes_of(game: Skirmish) -> list[tuple[int, str]]:
    return sorted(game.notes.values_list("step", "text"))


def test_a_device_is_not_told_what_dice_will_show(member: User, device: Device) -> None:
    game = played("warzone", Owner(member), 4)

    file = taken_along(member)

    assert game.dice.encode() not in file
    assert member.email.encode() not in file and b"password" not in file


def test_many_orders_are_judged_in_several_goes(
    member: User, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.offline.services.MOST_ORDERS_AT_ONCE", 3)
    device.take_along(member)
    with device.on() as there:
        for _ in range(3):
            played("warzone", Owner(there), 3)

    outcomes = device.come_back(member)

    assert [each.left for each in outcomes] == [2, 1, 0]
    assert Skirmish.objects.count() == 3
