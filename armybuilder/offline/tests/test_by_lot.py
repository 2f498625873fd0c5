"""Two devices and the site, edited by lot: nothing is lost, twice is once, and all end alike."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.services.groups import create_group, delete_group, replace_document
from armybuilder.groups.tests.test_api_groups import PATROL
from armybuilder.offline.models import Question
from armybuilder.offline.selectors import taken_along
from armybuilder.offline.services import Choice, answer_all, bring_back
from armybuilder.offline.tests.devices import Device
from armybuilder.offline.things.kinds import KINDS
from armybuilder.site.models import Owner, User
from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.models import Collection
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection
from collection.owning.tests.conftest import NOW, SYSTEM
from rules.tests.running import examples

pytestmark = pytest.mark.usefixtures("catalogue")
PIECES = [Piece(SYSTEM, "AOD", f"{number:03}") for number in range(40, 44)]
#: An edit: what is done, where, and how much of it.
scripts = st.lists(
    st.tuples(
        st.sampled_from(["line", "no line", "name", "new", "delete", "count", "copy", "notes"]),
        st.integers(0, 3),
        st.integers(1, 3),
    ),
    max_size=4,
)


def edit(person: User, script: Sequence[tuple[str, int, int]], mark: str) -> None:
    """Do what a script says, on the site or on a device; texts bear a mark of who did it."""
    for what, place, count in script:
        groups = list(BattleGroup.objects.filter(owner=person).order_by("public_id"))
        if what == "new":
            create_group(owner=Owner(person), document={**PATROL, "name": f"New {mark}"})
        elif what in ("count", "copy", "notes"):
            _edit_piece(person, what, PIECES[place], count, mark)
        elif groups:
            group = groups[place % len(groups)]
            units = list(group.document["units"])
            if what == "delete":
                delete_group(group=group)
                continue
            document = group.document
            if what == "name":
                document = document | {"name": f"Name {mark}"}
            elif what == "no line":
                document = document | {"units": units[:place] + units[place + 1 :]}
            else:
                line = {"unit": PIECES[place].catalogue_id, "count": count + 1}
                document = document | {"units": [*units, line]}
            replace_document(group=group, document=document)


def _edit_piece(person: User, what: str, piece: Piece, count: int, mark: str) -> None:
    make = {
        "count": lambda state: edits.add(state, count),
        "copy": lambda state: edits.tell_apart(edits.add(state)),
        "notes": lambda state: edits.describe(state, notes=mark),
    }[what]
    shelf = Collection.objects.get(owner=person)
    changes.apply(collection=shelf, actor=person, edits=[Edit(piece, make)], now=NOW)


def everything(person: User) -> dict[tuple[str, str], Any]:
    """All there is, by kind and key."""
    return {
        (kind.name, thing.key): thing.content
        for kind in KINDS.values()
        for thing in kind.found(person)
    }


def said(contents: dict[tuple[str, str], Any]) -> Counter[str]:
    """Every line, text and copy somebody entered, by the group or piece it is in."""
    words: Counter[str] = Counter()
    for (kind, key), content in contents.items():
        if kind == "group":
            words.update(f"{key} {line}" for line in content["units"])
            words[f"{key} {content['name']}"] += 1
        if kind == "collection":
            for piece, held in content["pieces"].items():
                words.update(f"{piece} {copy}" for copy in held.get("copies", ()))
                words[f"{piece} {held.get('notes')}"] += 1
    return words


@given(scripts, scripts, scripts, st.sampled_from(list(Choice)), st.booleans())
@examples(12)
@pytest.mark.usefixtures("member")
def test_two_devices_and_the_site(
    phone: list[Any], tablet: list[Any], site: list[Any], choice: Choice, tablet_first: bool
) -> None:
    with transaction.atomic():
        person = User.objects.get()
        for name in ("One", "Two"):
            create_group(owner=Owner(person), document={**PATROL, "name": name})
        create_collection(owner=person, name="Shelf")
        before = said(everything(person))
        devices = [Device(), Device()]
        for device, script in zip(devices, (phone, tablet), strict=True):
            device.take_along(person)
            with device.on() as there:
                edit(there, script, f"of {'phone' if script is phone else 'tablet'}")
        edit(person, site, "of the site")
        entered = said(everything(person)) - before
        for device in devices:
            with device.on() as there:
                entered |= said(everything(there)) - before

        for device in devices[:: -1 if tablet_first else 1]:
            for file in device.files():
                bring_back(person, file)
                once = everything(person)
                asked = Question.objects.count()
                again = bring_back(person, file)
                assert again.came == [] and everything(person) == once
                assert Question.objects.count() == asked
        found = said(everything(person))
        questions = str(list(Question.objects.values_list("clashes", "came__content")))
        for each in entered:
            assert found[each] or each.partition(" ")[2] in questions or each in questions

        assert answer_all(person=person, choice=choice) == []
        assert not Question.objects.exists()
        for device in devices:
            device.keep(taken_along(person))
            with device.on() as there:
                assert everything(there) == everything(person)
            assert device.files() == []
        transaction.set_rollback(True)


@given(st.permutations(range(6)), st.integers(0, 6))
@examples(6)
@pytest.mark.usefixtures("member")
def test_who_comes_back_first_does_not_matter_for_edits_apart(order: list[int], share: int) -> None:
    ends = []
    for phone_first in (True, False):
        with transaction.atomic():
            person = User.objects.get()
            for name in ("One", "Two"):
                create_group(
                    owner=Owner(person),
                    document={**PATROL, "name": name},
                    public_id=f"group-{name}",
                )
            create_collection(owner=person, name="Shelf")
            Collection.objects.update(public_id="the-shelf")
            apart = [
                *((("name", 0, 1), "a"), (("line", 1, 1), "b"), (("notes", 0, 1), "c")),
                *((("count", 1, 2), "d"), (("line", 3, 2), "e"), (("notes", 2, 1), "f")),
            ]
            devices = [Device(), Device()]
            for number, device in enumerate(devices):
                device.take_along(person)
                with device.on() as there:
                    for each in order:
                        script, mark = apart[each]
                        if (each < share) is (number == 0):
                            edit(there, [script], mark)
            for device in devices[:: 1 if phone_first else -1]:
                device.come_back(person)
            assert not Question.objects.exists()
            ends.append(everything(person))
            transaction.set_rollback(True)

    assert ends[0] == ends[1]
