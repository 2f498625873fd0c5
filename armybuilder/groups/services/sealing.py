"""Binding oneself to a list before anybody sees it."""

from django.db import transaction

from armybuilder.groups.certificates.judging import certify
from armybuilder.groups.certificates.seals import opening_of, seal_of
from armybuilder.groups.exports.packed import pack
from armybuilder.groups.models import BattleGroup, SealedList, SealMode
from armybuilder.groups.present.files import sheet_for
from armybuilder.groups.present.games import judge_state

#: Lists sealed of one group at a time.
MOST_SEALS = 20


class TooManySeals(Exception):
    """A group has as many sealed lists as it may."""


def seal(*, group: BattleGroup) -> SealedList:
    """Seal a group as it is now, closed; raises TooManySeals."""
    with transaction.atomic():
        current = BattleGroup.objects.select_for_update().get(pk=group.pk)
        if current.seals.count() >= MOST_SEALS:
            raise TooManySeals
        sheet = sheet_for(judge_state(current))
        opening = opening_of(pack(sheet.group))
        certificate = certify(sheet, seal=seal_of(opening))
        return SealedList.objects.create(
            group=current,
            opening=opening,
            certificate=certificate.text,
            sealed=certificate.statement.moment,
        )


def show_sealed(*, sealed: SealedList, mode: SealMode) -> None:
    """Let others see nothing, the figures without their secrets, or all of a sealed list."""
    sealed.mode = mode
    sealed.save(update_fields=["mode"])


def take_back(*, sealed: SealedList) -> None:
    """Withdraw a sealed list: its link opens nothing any more."""
    sealed.delete()
