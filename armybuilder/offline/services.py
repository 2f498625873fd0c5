"""Taking things along to a device, and coming back with what was changed there.

On the site `bring_back` merges thing by thing, each in a transaction of its own: what only the
device changed is taken as a change like any other, what both changed at the same place is asked.
A file that comes twice changes nothing the second time: what came before is what a device is
compared with from then on.
"""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from armybuilder.groups.services.groups import keep_records
from armybuilder.offline.merging import ABSENT, Clash, Merged, both_at, mine_at, side_of, value_of
from armybuilder.offline.models import (
    LONGEST_KEY,
    LONGEST_REASON,
    LONGEST_TITLE,
    CameBack,
    Did,
    Question,
    TakenFile,
    TakenThing,
)
from armybuilder.offline.present.clashes import clashes_of
from armybuilder.offline.present.files import (
    CHANGES,
    LARGEST_CHANGES,
    MOST_THINGS,
    Along,
    BadFile,
    Changed,
    DeviceChanges,
    digest_of,
    read_along,
    read_changes,
    write,
)
from armybuilder.offline.things.kind import Content, File, Found, Kind, NotTaken, given
from armybuilder.offline.things.kinds import KINDS
from armybuilder.site.accounts.house import ADDRESS
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.lines import delete_unread_lines
from collection.common.ids import PUBLIC_ID_LENGTH

logger = logging.getLogger("armybuilder.offline")
#: Things of one file that are brought back at most in one go, and orders judged for them.
MOST_AT_ONCE = 300
MOST_ORDERS_AT_ONCE = 600


class SomebodyElses(Exception):
    """Changes of another member wait on this device."""


@dataclass(frozen=True)
class Outcome:
    """What became of a file of changes: how many of its things are yet to be brought back, by
    sending it once more, and how many questions wait for an answer."""

    came: list[CameBack]
    left: int
    questions: int


# On a device --------------------------------------------------------------------------------------


def unpack(file: bytes) -> User:
    """On a device: keep what a file from the site has; returns whose it is. What was changed here
    and has not come back to the site stays as it is here.

    Raises BadFile, and SomebodyElses where that is another member's.
    """
    along = read_along(file)
    with transaction.atomic():
        person = _person_of(along)
        keep_records(along.records)
        for kind in KINDS.values():
            _unpack(kind, person, along)
        TakenFile.objects.all().delete()
        TakenFile.objects.create(
            owner=person, taken=along.id, made=datetime.fromisoformat(along.made)
        )
    return person


def _person_of(along: Along) -> User:
    """The account on this device; that of somebody who has nothing to bring back makes room."""
    for other in User.objects.exclude(pk=along.account.id).exclude(email=ADDRESS):
        if has_changes(other):
            raise SomebodyElses
        other.delete()
        delete_unread_lines()
        TakenThing.objects.all().delete()
    person, is_new = User.objects.get_or_create(
        pk=along.account.id,
        defaults={"email": f"{along.account.id}@device.invalid", "password": "!"},
    )
    if is_new:
        TakenThing.objects.bulk_create(
            TakenThing(kind=kind.name, key=thing.key, content=thing.content)
            for kind in KINDS.values()
            for thing in kind.found(person)
        )
    return person


def _unpack(kind: Kind, person: User, along: Along) -> None:
    site = {thing.key: thing for thing in along.things if thing.kind == kind.name}
    rows = {row.key: row for row in TakenThing.objects.filter(kind=kind.name)}
    here = {thing.key: thing.content for thing in kind.found(person)}
    came = along.came.get(kind.name, {})
    for key in dict.fromkeys((*site, *rows, *here)):
        row = rows.get(key) or TakenThing(kind=kind.name, key=key)
        mine, both = here.get(key), row.content
        sent = _sent(row)
        if row.sent is not None and digest_of(sent) in came.get(key, ()):
            both = kind.with_sent(row.content, sent)
        if mine is None and key not in site:
            # Neither side has it any more.
            if row.pk:
                row.delete()
        elif mine not in (row.content, both):
            row.content, row.sent = both, row.sent if both == row.content else None
            row.save()
        elif key in site:
            thing = site[key]
            if mine != thing.content or row.version != thing.version:
                kind.place(person, Found(key, thing.version, thing.content, thing.carried))
            row.version, row.content, row.sent = thing.version, thing.content, None
            row.save()
        else:
            kind.drop(person, key)
            row.delete()


def changes(person: User) -> list[bytes]:
    """On a device: everything that differs from what was taken along, in files that are sent to
    the site one by one; none where nothing does. It is told again until the site has it."""
    file = TakenFile.objects.get(owner=person)
    with transaction.atomic():
        parts: list[list[Changed]] = []
        size = LARGEST_CHANGES
        for row, changed in _differing(person):
            row.sent = [] if changed.mine is None else [changed.mine]
            row.save()
            length = len(msgspec.json.encode(changed))
            if size + length > LARGEST_CHANGES or len(parts[-1]) == MOST_THINGS:
                parts.append([])
                size = 0
            parts[-1].append(changed)
            size += length
    return [write(DeviceChanges(CHANGES, person.pk, file.taken, part)) for part in parts]


def has_changes(person: User) -> bool:
    """On a device: whether anything differs from what was taken along."""
    return any(_differing(person))


def _differing(person: User) -> Iterator[tuple[TakenThing, Changed]]:
    """Everything that is otherwise than it was taken along, or than the site was told."""
    for kind in KINDS.values():
        rows = {row.key: row for row in TakenThing.objects.filter(kind=kind.name)}
        here = {thing.key: thing.content for thing in kind.found(person)}
        for key in dict.fromkeys((*rows, *here)):
            row = rows.get(key) or TakenThing(kind=kind.name, key=key)
            if row.sent is not None or here.get(key) != row.content:
                base, mine = kind.told(row.content, here.get(key), _sent(row))
                file = kind.file(person, key) if mine else None
                yield row, Changed(kind.name, key, row.version, base, mine, file)


def _sent(row: TakenThing) -> Content | None:
    return row.sent[0] if row.sent else None


# On the site --------------------------------------------------------------------------------------


def bring_back(person: User, file: bytes) -> Outcome:
    """On the site: merge what a device sends, as much as can be done in one go. One thing that
    cannot be taken is kept as a file and stops none of the others. Raises BadFile."""
    sent = read_changes(file)
    names = [(each.kind in KINDS, len(each.key) <= LONGEST_KEY) for each in sent.things]
    if len(sent.taken) > PUBLIC_ID_LENGTH or not all(map(all, names)):
        raise BadFile(_("This file is of another version of the site."))
    if sent.account != person.pk:
        raise BadFile(_("These changes are another member’s."))
    came: list[CameBack] = []
    spent = 0
    left = list(sent.things)
    while left and len(came) < MOST_AT_ONCE and spent < MOST_ORDERS_AT_ONCE:
        changed = left.pop(0)
        kind = KINDS[changed.kind]
        row = _brought(person, sent.taken, kind, changed)
        if row is not None:
            came.append(row)
            spent += kind.cost(changed.file)
    questions = Question.objects.filter(came__owner=person).count()
    return Outcome(came, len(left), questions)


def try_again(row: CameBack) -> CameBack | None:
    """Bring back anew what was refused; None where it is refused no more. What is refused again
    says why by now."""
    kind = KINDS[row.kind]
    changed = Changed(row.kind, row.key, "", row.base, row.content, row.file)
    return _brought(row.owner, row.taken, kind, changed, is_again=True)


def _brought(
    person: User, taken: str, kind: Kind, changed: Changed, *, is_again: bool = False
) -> CameBack | None:
    """Bring one thing back; None where it came before as it is, unless that was refused and this
    is to try it again."""
    rows = CameBack.objects.filter(owner=person, taken=taken, kind=kind.name, key=changed.key)
    base = changed.base
    try:
        with transaction.atomic():
            Owner(person).hold()
            before = rows.first()
            is_known = before is not None and before.content == changed.mine
            if is_known and not (is_again and before and before.did == Did.REFUSED):
                return None
            for content in (changed.base, changed.mine):
                if content is not None:
                    kind.read(content)
            row = before or CameBack(owner=person, taken=taken, kind=kind.name, key=changed.key)
            base = _since(before, kind, base)
            _merge(row, kind, changed, base)
            return row
    except NotTaken as refused:
        reason, order = refused.reason, refused.order
    except Exception:
        logger.exception("what came back could not be kept", extra={"kind": kind.name})
        reason, order = _("The site could not keep this."), 0
    row, _new = CameBack.objects.update_or_create(
        owner=person,
        taken=taken,
        kind=kind.name,
        key=changed.key,
        defaults={
            "content": changed.mine,
            "file": changed.file,
            "base": base,
            "title": _title(kind, changed.mine, changed.base),
            "did": Did.REFUSED,
            "reason": reason[:LONGEST_REASON],
            "order": order,
            "at": timezone.now(),
        },
    )
    return row


def _since(before: CameBack | None, kind: Kind, base: Content | None) -> Content | None:
    """What a thing is compared with: the state that came before it from the same device, where
    that was taken."""
    if before is None:
        return base
    if before.did != Did.REFUSED:
        return kind.since(base, before.content)
    return base if before.base is None else kind.since(base, before.base)


def _merge(row: CameBack, kind: Kind, changed: Changed, base: Content | None) -> None:
    person, key, now = row.owner, row.key, timezone.now()
    theirs = kind.current(person, key, (base, changed.mine))
    trees = kind.trees(given(base), given(changed.mine), theirs)
    found = kind.merge(*trees)
    if found.value is not ABSENT and found.value not in trees[1:]:
        try:
            kind.check(person, kind.content(found.value))
        except NotTaken:
            # Each holds by itself, but not what they are together.
            found = Merged(trees[2], (Clash((), *trees),))
    row.did = _kept(kind, row, found.value, trees[2], now, changed.file)
    if found.clashes or (row.pk and row.questions.exists()):
        row.did = Did.ASKED
    row.content, row.file = changed.mine, changed.file if row.did == Did.ASKED else None
    row.title = _title(kind, changed.mine, None if theirs is ABSENT else theirs, base)
    row.at, row.base, row.reason, row.order = now, None, "", 0
    row.save()
    if found.clashes:
        _ask(row, found, now)


def _kept(kind: Kind, row: CameBack, value: Any, theirs: Any, now: datetime, file: File) -> Did:
    """Make the site's thing what was merged."""
    if value == theirs:
        return Did.SAME
    if value is ABSENT:
        kind.remove(row.owner, row.key)
        return Did.REMOVED
    kind.keep(row.owner, row.key, kind.content(value), now, file)
    return Did.MADE if theirs is ABSENT else Did.CHANGED


def _ask(row: CameBack, found: Merged, now: datetime) -> None:
    clashes = [
        {
            "key": digest_of(clash.path),
            "path": list(clash.path),
            "base": side_of(clash.base),
            "mine": side_of(clash.mine),
            "theirs": side_of(clash.theirs),
        }
        for clash in found.clashes
    ]
    keys = [each["key"] for each in clashes]
    for older in row.questions.all():
        # The device has changed its mind of these.
        older.clashes = [each for each in older.clashes if each["key"] not in keys]
        _left_over(older)
    Question.objects.create(came=row, merged=side_of(found.value), clashes=clashes, asked=now)


def _title(kind: Kind, *contents: Content | None) -> str:
    """What a thing is called, by the first that tells."""
    for content in contents:
        if content is not None:
            try:
                return kind.title(content)[:LONGEST_TITLE]
            except (KeyError, TypeError, AttributeError):
                continue
    return ""


def forget_what_came_back(*, until: datetime) -> int:
    """Forget what came back before a time and asks nothing; returns of how many things."""
    return CameBack.objects.filter(at__lt=until, questions=None).delete()[0]


# Answers ------------------------------------------------------------------------------------------


class Choice(StrEnum):
    """What a person wants of a place that both sides changed."""

    MINE = "mine"
    THEIRS = "theirs"
    BOTH = "both"


def answer(*, question: Question, choices: Mapping[str, Choice]) -> None:
    """Decide some places of a question, by their keys; what the site has changed since stays where
    no decided place is in it. Raises NotTaken, and Question.DoesNotExist for one that is decided
    already."""
    with transaction.atomic():
        Owner(question.came.owner).hold()
        question = Question.objects.select_related("came__owner").get(pk=question.pk)
        row, kind = question.came, KINDS[question.came.kind]
        decided = [
            (clash, choices[key]) for key, clash in clashes_of(question).items() if key in choices
        ]
        base = value_of(question.merged)
        wanted = base
        for clash, choice in decided:
            wanted = _with_choice(kind, row, wanted, clash, choice)
        if wanted != base:
            _make(kind, row, base, wanted)
        question.merged = side_of(wanted)
        question.clashes = [each for each in question.clashes if each["key"] not in choices]
        _left_over(question)
        if not row.questions.exists():
            row.did, row.file = Did.DECIDED, None
            row.save(update_fields=["did", "file"])


def _left_over(question: Question) -> None:
    """Keep what is left of a question, if anything."""
    if question.clashes:
        question.save(update_fields=["clashes", "merged"])
    else:
        question.delete()


def answer_all(*, person: User, choice: Choice) -> list[str]:
    """Decide everything that is asked of somebody alike; why some of it could not be."""
    problems = []
    for question in Question.objects.filter(came__owner=person).select_related("came"):
        try:
            answer(question=question, choices=dict.fromkeys(clashes_of(question), choice))
        except NotTaken as refused:
            problems.append(f"{question.came.title}: {refused.reason}")
    return problems


def _with_choice(kind: Kind, row: CameBack, tree: Any, clash: Clash, choice: Choice) -> Any:
    """A tree with what was chosen of one place; raises NotTaken."""
    if choice == Choice.THEIRS:
        return tree
    if choice == Choice.MINE:
        return mine_at(tree, clash)
    both = both_at(tree, clash, kind.of)
    if both is not ABSENT:
        return both
    if kind.stands_beside(clash) and row.content is not None:
        kind.beside(row.owner, row.key, row.content, timezone.now(), row.file)
    return tree


def _make(kind: Kind, row: CameBack, base: Any, wanted: Any) -> None:
    """Make of the site's thing what was wanted of it as it was when it was asked about."""
    like = [kind.content(tree) for tree in (base, wanted) if tree is not ABSENT]
    theirs = kind.tree_like(base, kind.current(row.owner, row.key, like))
    found = kind.merge(base, wanted, theirs)
    value = found.value
    for clash in found.clashes:
        value = mine_at(value, clash)
    _kept(kind, row, value, theirs, timezone.now(), row.file)
