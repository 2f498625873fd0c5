"""What was reported, as moderators and authors read it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from armybuilder.moderation.kinds import KINDS, Kind, Row, words_of
from armybuilder.moderation.models import Case, State
from collection.common.language import Words
from collection.common.people import person
from collection.owning.models import ShownPhoto


@dataclass(frozen=True)
class Against:
    """What is held against something: by whom, why, in which words."""

    who: str
    reason: str
    note: str
    at: datetime


@dataclass(frozen=True)
class Item:
    """Something that was reported, as the queue shows it; `url` decides on it, `page` is where it
    stands, `picture` what it is where it is no words."""

    url: str
    title: Words
    lines: list[str]
    author: str
    page: str
    picture: str
    hidden: bool
    asked_again: bool
    state: str
    told: str
    at: datetime
    reasons: list[tuple[str, int]]
    against: list[Against]


@dataclass(frozen=True)
class Hidden:
    """Something of one's own that is hidden, and what one may do about it."""

    title: Words
    lost: Words
    lines: list[str]
    told: str
    waits: bool
    own_page: str
    again: str


def items(cases: Iterable[Case], rows: Mapping[tuple[str, int], Row]) -> list[Item]:
    """What moderators see of some cases; what is gone is left out."""
    return [
        _item(case, rows[case.kind, case.key]) for case in cases if (case.kind, case.key) in rows
    ]


def _item(case: Case, row: Row) -> Item:
    kind = KINDS[case.kind]
    against = [
        Against(_reporter(each.by), each.get_reason_display(), each.note, each.at)
        for each in case.reports.all()
    ]
    return Item(
        url=reverse("moderation_decide", args=[case.pk]),
        title=kind.title,
        lines=words_of(kind, row).splitlines(),
        author=_author(case, kind),
        page="" if case.hidden else kind.page(row),
        picture="",
        hidden=case.hidden,
        asked_again=case.asked_again,
        state=case.state if case.state != State.WAITING else "",
        told=case.told,
        at=case.decided if case.decided and case.state != State.WAITING else case.reported,
        reasons=Counter(each.reason for each in against).most_common(),
        against=[each for each in against if each.note],
    )


def _author(case: Case, kind: Kind) -> str:
    if case.author is None:
        return person(None) if kind.passes_on else _("a visitor")
    return str(case.author.display_name or _("a member"))


def photo_items(photos: Iterable[ShownPhoto]) -> list[Item]:
    """What moderators see of photos of the catalogue."""
    return [_photo_item(shown) for shown in photos]


def _photo_item(shown: ShownPhoto) -> Item:
    against = [
        Against(_reporter(each.reported_by), each.get_reason_display(), each.note, each.reported_at)
        for each in shown.reports.all()
    ]
    return Item(
        url=reverse("moderation_photo", args=[shown.public_id]),
        title=_("photo of %(figure)s") % {"figure": shown},
        lines=[shown.credit] if shown.credit else [],
        author=person(shown.photo.collection.owner),
        page=reverse("collection:figure", args=[str(shown)]),
        picture=reverse("collection:shown_photo", args=[shown.public_id]),
        hidden=shown.hidden,
        asked_again=False,
        state="",
        told="",
        at=max((each.at for each in against), default=shown.since),
        reasons=Counter(each.reason for each in against).most_common(),
        against=[each for each in against if each.note],
    )


def _reporter(user: object) -> str:
    return person(user) if user else _("a guest")


def hidden_items(cases: Iterable[Case], rows: Mapping[tuple[str, int], Row]) -> list[Hidden]:
    """What of one's own is hidden; of photos only what one is told."""
    found = []
    for case in cases:
        row = rows.get((case.kind, case.key))
        if case.kind in KINDS and row is not None:
            kind = KINDS[case.kind]
            again = reverse("ask_again", args=[case.pk]) if case.state == State.HIDDEN else ""
            words = words_of(kind, row).splitlines()
            own_page = kind.own_page(row)
            waits = case.state == State.WAITING
            found.append(Hidden(kind.title, kind.lost, words, case.told, waits, own_page, again))
        elif case.kind not in KINDS:
            lost = _("It is not shown in the catalogue any more; you keep the photo.")
            found.append(Hidden(_("photo of a figure"), lost, [], case.told, False, "", ""))
    return found
