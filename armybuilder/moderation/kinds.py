"""What of others can be reported: in which column of which rows it is hidden, who wrote it, what
others read of it, and where."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from armybuilder.clubs.models import Club, Evening, Proposal
from armybuilder.groups.certificates.seals import line_in
from armybuilder.groups.exports.packed import unpack
from armybuilder.groups.models import BattleGroup, EventFormat, SealedList, SealMode
from armybuilder.scenarios.models import Scenario
from armybuilder.site.models import User
from armybuilder.skirmishes.models import Skirmish, SkirmishNote
from collection.common.hiding import NameMayHide
from collection.common.language import Words
from collection.owning.models import Collection

Row = Any


def _nowhere(_row: Row) -> str:
    return ""


@dataclass(frozen=True)
class Kind:
    """One kind: `author` is the path to the member in its rows; `words` what others read, `page`
    where ("" for no page that others open), `own_page` where the author changes it. `named` says
    that the author's name stands beside it; `lost` what hiding it means to the author. What
    `passes_on` is the work of whoever has changed its words last."""

    title: Words
    model: type[models.Model]
    words: Callable[[Row], list[str]]
    own_page: Callable[[Row], str]
    lost: Words
    page: Callable[[Row], str] = _nowhere
    column: str = "hidden"
    author: str = "owner"
    named: bool = False
    passes_on: bool = False

    def rows(self) -> models.QuerySet[Any]:
        """All of it, with who wrote it."""
        found = self.model._default_manager.all()
        return found.select_related(self.author) if self.author else found

    def hidden_of(self, member: User) -> models.QuerySet[Any]:
        """What of a member's is hidden."""
        return self.rows().filter(**{self.author or "pk": member.pk, self.column: True})

    def author_of(self, row: Row) -> User | None:
        """Who wrote it; None for a visitor and for somebody whose account is gone."""
        for step in filter(None, self.author.split("__")):
            row = getattr(row, step)
        found: User | None = row
        return found

    def set_hidden(self, row: Row, hidden: bool) -> None:
        """Hide it from others, or show it again."""
        self.model._default_manager.filter(pk=row.pk).update(**{self.column: hidden})


def _shared(page: str, row: Row, *system: str) -> str:
    return reverse(page, args=[*system, row.share_token]) if row.share_token else ""


def _names_in(game: Skirmish) -> list[str]:
    return [game.title, *(seat["name"] for seat in game.seats.values())]


def _note_page(note: SkirmishNote) -> str:
    page = _shared("skirmish_shared", note.skirmish, note.skirmish.system)
    return f"{page}?step={note.step}#notes-here" if page else ""


def _shown_of(sealed: SealedList) -> list[str]:
    """The words of its player that a sealed list shows."""
    if sealed.mode != SealMode.OPEN:
        return []
    document = unpack(line_in(sealed.opening))
    return [document["name"], str(document.get("notes") or "")]


def _name_of(
    title: Words, model: type[NameMayHide], own_page: Callable[[Row], str], lost: Words, **more: Any
) -> Kind:
    """The name that somebody gave to what more than they see."""
    return Kind(
        title=title,
        model=model,
        column="name_hidden",
        words=lambda row: [row.name],
        own_page=own_page,
        lost=lost,
        **more,
    )


_BY_WHOEVER_NAMED_IT = {"author": "named_by", "passes_on": True}
_FOR_LINKS = _("Nobody finds it, and its link opens nothing.")
_FOR_READERS = _("Nobody else reads it.")

KINDS: Mapping[str, Kind] = {
    "name": Kind(
        title=_("name of a member"),
        model=User,
        column="name_hidden",
        author="",
        words=lambda user: [user.display_name],
        own_page=lambda _user: reverse("profile"),
        lost=_("Others read “a member” in its place."),
    ),
    "group": Kind(
        title=_("battle group"),
        model=BattleGroup,
        words=lambda group: [group.name, str(group.document.get("notes") or "")],
        page=lambda group: _shared("shared_group", group),
        own_page=lambda group: reverse("group", args=[group.public_id]),
        lost=_FOR_LINKS,
        named=True,
    ),
    "format": Kind(
        title=_("event format"),
        model=EventFormat,
        words=lambda written: [written.title, written.description],
        page=lambda written: reverse("format", args=[written.public_id]),
        own_page=lambda written: reverse("format_change", args=[written.public_id]),
        lost=_("Others use it without its title and description."),
        named=True,
    ),
    "game": Kind(
        title=_("game"),
        model=Skirmish,
        words=_names_in,
        page=lambda game: _shared("skirmish_shared", game, game.system),
        own_page=lambda game: reverse("skirmish", args=[game.system, game.public_id]),
        lost=_FOR_LINKS,
    ),
    "note": Kind(
        title=_("note on a game"),
        model=SkirmishNote,
        author="author",
        words=lambda note: [note.text],
        page=_note_page,
        own_page=_note_page,
        lost=_FOR_READERS,
        named=True,
    ),
    "scenario": Kind(
        title=_("scenario"),
        model=Scenario,
        words=lambda scenario: [scenario.title],
        page=lambda scenario: _shared("scenario_shared", scenario),
        own_page=lambda scenario: reverse("scenario", args=[scenario.public_id]),
        lost=_FOR_LINKS,
    ),
    "message": Kind(
        title=_("message with a proposed trade"),
        model=Proposal,
        column="message_hidden",
        author="sender__owner",
        words=lambda proposal: [proposal.message],
        own_page=lambda proposal: reverse("collection:proposal", args=[proposal.public_id]),
        lost=_FOR_READERS,
        named=True,
    ),
    "answer": Kind(
        title=_("answer to a proposed trade"),
        model=Proposal,
        column="answer_hidden",
        author="receiver__owner",
        words=lambda proposal: [proposal.answer],
        own_page=lambda proposal: reverse("collection:proposal", args=[proposal.public_id]),
        lost=_FOR_READERS,
        named=True,
    ),
    "sealed": Kind(
        title=_("sealed list"),
        model=SealedList,
        author="group__owner",
        words=_shown_of,
        page=lambda sealed: reverse("sealed", args=[sealed.public_id]),
        own_page=lambda sealed: reverse("group_share", args=[sealed.group.public_id]),
        lost=_("Its link opens nothing. To change what others read of it, close it."),
        named=True,
    ),
    "collection": _name_of(
        _("name of a collection"),
        Collection,
        lambda collection: reverse("collection:settings", args=[collection.public_id]),
        _("Others read “a collection” in its place."),
    ),
    "club": _name_of(
        _("name of a club"),
        Club,
        lambda club: reverse("club_settings", args=[club.public_id]),
        _("Everybody reads “a club” in its place."),
        **_BY_WHOEVER_NAMED_IT,
    ),
    "evening": _name_of(
        _("name of a club evening"),
        Evening,
        lambda evening: reverse("evening", args=[evening.club.public_id, evening.public_id]),
        _("Only its date is read."),
        **_BY_WHOEVER_NAMED_IT,
    ),
}


def words_of(kind: Kind, row: Row) -> str:
    """What others read of it, a line each."""
    return "\n".join(filter(None, kind.words(row)))
