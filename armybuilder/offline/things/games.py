"""Games against bots and at one screen: what was ordered on a device is judged again.

Of a game its course is merged as one value: how many orders, and the mark they leave together. The
orders themselves come in a game/1 file beside it. What its owner said of it is merged note by note.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, ClassVar

import msgspec
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from armybuilder.offline.merging import ABSENT, Clash, Field
from armybuilder.offline.things.kind import Content, File, Found, Kind, NotTaken
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.branching import (
    NothingToBranch,
    branch_off,
    keep_going,
    keep_played,
)
from armybuilder.skirmishes.forms import NoteForm
from armybuilder.skirmishes.lines import delete_unread_lines
from armybuilder.skirmishes.models import Skirmish, SkirmishLine, SkirmishNote, SkirmishStep
from armybuilder.skirmishes.naming import LONGEST_TITLE
from armybuilder.skirmishes.notes import TooManyNotes, add_note, delete_note
from armybuilder.skirmishes.present.games import (
    as_followed,
    commanders_of,
    game_after,
    record_of,
)
from armybuilder.skirmishes.present.importing import GameRefused, WentOn, reopened, went_on
from armybuilder.skirmishes.services import (
    NotTheirTurn,
    TooManySkirmishes,
    delete_skirmish,
)
from collection.common.names import plain_name
from collection.common.quotas import full

#: So many games that are over go along, those played last; those that go on all do.
MOST_OVER = 20
LONGEST_WORD = 120
MOST_MARKS = 12
ROW = (
    *("system", "start", "seed", "state", "sides", "ruleset", "catalogue", "records", "version"),
    *("played", "turn", "stage", "acting", "over", "winner", "points"),
)
STEP = ("player", "order", "faces", "events", "fingerprint")
#: The step after which something is said, and what.
Note = tuple[int, str]


class Course(msgspec.Struct, forbid_unknown_fields=True):
    """How far a game went: its orders, and the mark they leave."""

    orders: int
    mark: str


class Game(msgspec.Struct, forbid_unknown_fields=True):
    """A game in a file, beside its orders."""

    title: str
    seats: dict[str, dict[str, bool | str]]
    open_dials: bool
    course: Course
    notes: list[tuple[int, str]] = []


class Games(Kind):
    """A game is its title, who sits where, its course, and its owner's notes."""

    name: ClassVar = "game"
    shape: ClassVar = Game
    of: ClassVar = Field(
        keys={"seats": Field("whole"), "course": Field("whole"), "notes": Field("members")}
    )

    def found(self, person: User, *, bounded: bool = False) -> Iterable[Found]:
        own = Skirmish.objects.filter(owner=person, is_live=False, terms={})
        rows = [*own.filter(over=False)]
        rows += own.filter(over=True)[: MOST_OVER if bounded else None]
        notes: dict[int, list[Note]] = {}
        for note in SkirmishNote.objects.filter(author=person, skirmish__owner=person):
            notes.setdefault(note.skirmish_id, []).append((note.step, note.text))
        for row in sorted(rows, key=lambda row: row.pk):
            steps = list(row.steps.all())
            carried = {name: getattr(row, name) for name in ROW}
            carried["created"], carried["updated"] = (
                row.created.isoformat(),
                row.updated.isoformat(),
            )
            carried["steps"] = [[getattr(step, name) for name in STEP] for step in steps]
            pins = frozenset(digest for digest in row.records.values() if digest)
            content = _content(row, steps, notes.get(row.pk, ()))
            yield Found(row.public_id, str(row.version), content, carried, pins)

    def place(self, person: User, thing: Found) -> None:
        self.drop(person, thing.key)
        carried = dict(thing.carried)
        steps = carried.pop("steps")
        times = {name: parse_datetime(carried.pop(name)) for name in ("created", "updated")}
        content = {name: thing.content[name] for name in ("title", "seats", "open_dials")}
        row = Skirmish.objects.create(
            public_id=thing.key,
            owner=person,
            # What dice will yet show is nobody's to take along.
            dice=str(secrets.randbits(64)),
            line=SkirmishLine.objects.create(),
            **content,
            **carried,
        )
        Skirmish.objects.filter(pk=row.pk).update(**times)
        SkirmishStep.objects.bulk_create(
            SkirmishStep(line_id=row.line_id, number=number, **dict(zip(STEP, step, strict=True)))
            for number, step in enumerate(steps, start=1)
        )
        SkirmishNote.objects.bulk_create(
            SkirmishNote(skirmish=row, author=person, step=step, text=text)
            for step, text in thing.content.get("notes", ())
        )

    def drop(self, person: User, key: str) -> None:
        Skirmish.objects.filter(owner=person, public_id=key).delete()
        delete_unread_lines()

    def file(self, person: User, key: str) -> File:
        row = Skirmish.objects.get(owner=person, public_id=key)
        return record_of(game_after(row, as_followed(row.steps.all())), row)

    def cost(self, file: File) -> int:
        return len(file.get("orders", ())) if file else 0

    def current(self, person: User, key: str, like: Iterable[Content | None]) -> Any:
        row = _own(person, key)
        return _content(row, row.steps.all(), _notes(row)) if row else ABSENT

    def keep(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> None:
        row = _own(person, key)
        if row is None:
            _new(person, key, content, file)
            return
        steps = list(row.steps.all())
        if _course(steps) != content["course"]:
            row = _gone_on(row, steps, content, file)
        row.title, row.seats = _title(content), _seats(row.system, row.seats, content)
        row.save(update_fields=["title", "seats"])
        _keep_notes(person, row, content)

    def remove(self, person: User, key: str) -> None:
        if row := _own(person, key):
            delete_skirmish(skirmish=row)

    def trees(self, base: Any, mine: Any, theirs: Any) -> tuple[Any, Any, Any]:
        return _tree(base), _tree(mine), _tree(theirs)

    def tree_like(self, tree: Any, content: Any) -> Any:
        return _tree(content)

    def content(self, tree: Any) -> Any:
        if tree is ABSENT or tree.get("notes"):
            return tree
        return {name: value for name, value in tree.items() if name != "notes"}

    def beside(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> bool:
        row = _own(person, key)
        if row is None:
            _new(person, "", content, file)
            return True
        went = _went(row, list(row.steps.all()), file)
        try:
            branch = branch_off(
                owner=Owner(person), skirmish=row, step=went.after, seats=row.seats, same_dice=False
            )
        except (NothingToBranch, TooManySkirmishes) as error:
            raise NotTaken(_full(error)) from error
        _gone_on(branch, list(branch.steps.all()), content, file)
        return True

    def stands_beside(self, clash: Clash) -> bool:
        return clash.path == ("course",) or super().stands_beside(clash)

    def title(self, content: Content) -> str:
        return str(content["title"]) or _("a game without a title")


def _content(row: Skirmish, steps: Iterable[SkirmishStep], notes: Iterable[Note]) -> Content:
    content = {
        "title": row.title,
        "seats": row.seats,
        "open_dials": row.open_dials,
        "course": _course(steps),
    }
    # A game about which nothing is said is what it was before notes travelled.
    said = [[step, text] for step, text in dict.fromkeys(notes)]
    return content | {"notes": said} if said else content


def _tree(content: Any) -> Any:
    """A game with its notes, also where it has none."""
    return content if content is ABSENT else {"notes": [], **content}


def _notes(row: Skirmish) -> Iterable[Note]:
    """What its owner said of a game, each with the step after which."""
    return row.notes.filter(author=row.owner).values_list("step", "text")


def _keep_notes(person: User, row: Skirmish, content: Content) -> None:
    """Write what was said on the device, and delete what was deleted there; raises NotTaken."""
    wanted = [(step, text) for step, text in content.get("notes", ())]
    known = set(_notes(row))
    for note in row.notes.filter(author=person):
        if (note.step, note.text) not in wanted:
            delete_note(note=note)
    for step, text in dict.fromkeys(wanted):
        if (step, text) in known:
            continue
        form = NoteForm({"text": text})
        if step < 0 or not form.is_valid():
            raise NotTaken(_("A note is too long, or says nothing."))
        try:
            add_note(skirmish=row, author=person, step=step, text=form.cleaned_data["text"])
        except TooManyNotes as error:
            raise NotTaken(str(error)) from error


def _course(steps: Iterable[SkirmishStep]) -> Content:
    """How many orders there were, and what they leave together: each with the state it led to."""
    mark, count = hashlib.sha256(), 0
    for step in steps:
        mark.update(json.dumps([step.order, step.fingerprint], sort_keys=True).encode())
        count += 1
    return {"orders": count, "mark": mark.hexdigest()[:32]}


def _own(person: User, key: str) -> Skirmish | None:
    return Skirmish.objects.filter(owner=person, public_id=key).select_for_update().first()


def _bytes(file: File) -> bytes:
    return json.dumps(file).encode()


def _went(row: Skirmish, steps: Sequence[SkirmishStep], file: File) -> WentOn:
    try:
        return went_on(row, steps, _bytes(file))
    except GameRefused as error:
        raise NotTaken(_refusal(error), error.order) from error


def _gone_on(
    row: Skirmish, steps: Sequence[SkirmishStep], content: Content, file: File
) -> Skirmish:
    """The game gone on as it did on the device; raises NotTaken."""
    try:
        current = keep_going(skirmish=row, went=_went(row, steps, file))
    except NotTheirTurn as error:
        raise NotTaken(_("This game has come to be played at several screens.")) from error
    return current


def _new(person: User, key: str, content: Content, file: File) -> None:
    """Keep a game that the site does not know; raises NotTaken."""
    try:
        found = reopened(_bytes(file))
    except GameRefused as error:
        raise NotTaken(_refusal(error), error.order) from error
    taken = not key or Skirmish.objects.filter(public_id=key).exists()
    try:
        row = keep_played(
            owner=Owner(person),
            title=_title(content),
            seats=_seats(found.opening.system, found.seats, content),
            reopened=found,
            open_dials=content["open_dials"] is True,
            **({} if taken else {"public_id": key}),
        )
    except TooManySkirmishes as error:
        raise NotTaken(_full(error)) from error
    _keep_notes(person, row, content)


def _refusal(error: GameRefused) -> str:
    if error.order:
        said = _("The rules do not take order %(number)s: %(why)s")
        return said % {"number": error.order, "why": error.message}
    return f"{error.path}: {error.message}"


def _full(error: Exception) -> str:
    if isinstance(error, TooManySkirmishes):
        return full("skirmishes")
    return _("The game was over on the site before it went on on the device.")


def _title(content: Content) -> str:
    return plain_name(str(content["title"]))[:LONGEST_TITLE]


def _seats(system: str, known: Any, content: Content) -> dict[str, dict[str, Any]]:
    """Who plays the seats; raises NotTaken for what no page could have made of them."""
    seats = content["seats"]
    commanders = ("", *commanders_of(system))
    good = list(seats) == list(known) or set(seats) == set(known)
    for who in seats.values() if good else ():
        good = good and len(who) <= MOST_MARKS and who.get("commander") in commanders
        good = good and isinstance(who.get("name"), str)
        texts = (text for text in (*who, *who.values()) if isinstance(text, str))
        good = good and all(len(each) <= LONGEST_WORD and each.isprintable() for each in texts)
    if not good:
        raise NotTaken(_("Somebody sits where there is no seat."))
    return dict(seats)
