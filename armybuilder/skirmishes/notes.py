"""What people say of a game beside its steps, and that a game is shown while it goes on."""

from collections.abc import Collection

from django.db import transaction

from armybuilder.site.models import User
from armybuilder.skirmishes.models import Skirmish, SkirmishNote

#: Notes on one game.
MOST_NOTES = 500


class TooManyNotes(Exception):
    """A game has as many notes as the site keeps."""


def add_note(*, skirmish: Skirmish, author: User, step: int, text: str) -> SkirmishNote:
    """Keep what a member says of a game after a step, the last one for a later one; raises
    TooManyNotes."""
    with transaction.atomic():
        current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        if current.notes.count() >= MOST_NOTES:
            raise TooManyNotes
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
