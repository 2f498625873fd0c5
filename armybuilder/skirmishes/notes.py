"""What people say of a game beside its steps, and that a game is shown while it goes on."""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from armybuilder.site.models import User
from armybuilder.skirmishes.models import Skirmish, SkirmishNote
from collection.common.people import hold
from collection.common.quotas import full, most

DAY = timedelta(days=1)
#: Notes on one game.
MOST_NOTES = 500


class TooManyNotes(Exception):
    """A game has as many notes as the site keeps, or somebody has written as many as one may in a
    day; the message is for them."""


def add_note(*, skirmish: Skirmish, author: User, step: int, text: str) -> SkirmishNote:
    """Keep what a member says of a game after a step, the last one for a later one; raises
    TooManyNotes."""
    with transaction.atomic():
        hold(author)
        lately = author.skirmish_notes.filter(written__gt=timezone.now() - DAY)
        if lately.count() >= most("notes_a_day"):
            raise TooManyNotes(full("notes_a_day"))
        current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        if current.notes.count() >= MOST_NOTES:
            raise TooManyNotes(_("This game has as many notes as the site keeps."))
        last = min(step, current.steps.count())
        return current.notes.create(author=author, step=last, text=text)


def delete_note(*, note: SkirmishNote) -> None:
    """Delete a note."""
    note.delete()


def agree_to_show(*, skirmish: Skirmish, seats: Collection[str]) -> Skirmish:
    """Let those at some seats agree that a game is shown while it goes on; it is once all people
    at its table do."""
    with transaction.atomic():
        current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        agreed = {*current.consents, *seats}
        people = {seat for seat, who in current.seats.items() if not who["commander"]}
        current.consents = sorted(agreed & current.seats.keys())
        current.shown = people <= agreed
        current.save(update_fields=["consents", "shown"])
    return current


def forget_consent(skirmish: Skirmish, seat: str) -> None:
    """Ask whoever sits at a seat anew whether a game is shown; the row is for the caller to save,
    with its `consents`, `shown` and `share_token`."""
    skirmish.consents = [each for each in skirmish.consents if each != seat]
    skirmish.shown = False
    if not skirmish.over:
        skirmish.share_token = ""


def show_no_more(*, skirmish: Skirmish) -> None:
    """Show a game no more while it goes on; its link opens nothing from then on."""
    with transaction.atomic():
        current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        current.consents, current.shown = [], False
        if not current.over:
            current.share_token = ""
        current.save(update_fields=["consents", "shown", "share_token"])
