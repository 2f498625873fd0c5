"""Reading what a person takes along, and what came back."""

from typing import Any

from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet
from django.utils import timezone

from armybuilder.groups.selectors.groups import kept_records
from armybuilder.offline.models import CameBack, Did, Question, TakenFile
from armybuilder.offline.present.files import ALONG, Account, Along, Thing, digest_of, write
from armybuilder.offline.things.kinds import KINDS
from armybuilder.site.models import User
from collection.catalogue.game import catalogue
from collection.common.ids import new_public_id


def taken_along(person: User) -> bytes:
    """On the site: a file with everything of one person that works offline. It has neither the
    password nor tokens, nor an address, nor the memory of dice. It says what came back,
    so that a device knows what of its own the site has had."""
    with transaction.atomic():
        found = [
            (kind.name, thing)
            for kind in KINDS.values()
            for thing in kind.found(person, bounded=True)
        ]
        came: dict[str, dict[str, list[str]]] = {}
        for row in CameBack.objects.filter(owner=person).only("kind", "key", "content"):
            came.setdefault(row.kind, {}).setdefault(row.key, []).append(digest_of(row.content))
    pins = sorted({digest for _name, thing in found for digest in thing.pins})
    file = Along(
        format=ALONG,
        id=new_public_id(),
        account=Account(person.pk, person.display_name),
        made=timezone.now().isoformat(),
        catalogue=catalogue().id,
        things=[
            Thing(name, thing.key, thing.version, thing.content, thing.carried)
            for name, thing in found
        ],
        records=kept_records(pins),
        came=came,
    )
    return write(file)


def taken_file() -> TakenFile | None:
    """On a device: the file that was taken along last, None for none."""
    return TakenFile.objects.select_related("owner").first()


def came_back_to(*, person: User, length: int) -> list[CameBack]:
    """What came back last and was taken, the newest first; one query."""
    rows = CameBack.objects.filter(owner=person).exclude(did__in=(Did.SAME, Did.REFUSED))
    return list(rows.defer("content", "file", "base")[:length])


def refused_to(*, person: User, length: int) -> list[CameBack]:
    """What came back and could not be kept, the newest first, each with `has_content`, which is
    False for what was deleted; one query."""
    rows = CameBack.objects.filter(owner=person, did=Did.REFUSED)
    has_content = ExpressionWrapper(Q(content__isnull=False), BooleanField())
    rows = rows.annotate(has_content=has_content).defer("content", "file", "base")
    return list(rows[:length])


def refused_of(*, person: User, public_id: str) -> CameBack | None:
    """What came back to somebody and could not be kept; None for anything else."""
    refused = CameBack.objects.filter(owner=person, did=Did.REFUSED)
    return refused.filter(public_id=public_id).first()


def questions_of(*, person: User) -> QuerySet[Question]:
    """What somebody has yet to decide, the first asked first."""
    return Question.objects.filter(came__owner=person).select_related("came")


def came_back_data(user: User) -> list[dict[str, Any]]:
    """Everything kept of what came back, as plain values for a download."""
    rows = CameBack.objects.filter(owner=user).prefetch_related("questions")
    return [
        {
            "kind": row.kind,
            "id": row.key,
            "title": row.title,
            "at": row.at.isoformat(),
            "did": row.did,
            "reason": row.reason,
            "content": row.content,
            "file": row.file,
            "asked": [question.clashes for question in row.questions.all()],
        }
        for row in rows
    ]
