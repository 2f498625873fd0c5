"""What people at several screens ask of each other, and phrases they say."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from armybuilder.groups.services.groups import StaleVersion
from armybuilder.site.blocks.selectors import apart_from
from armybuilder.site.models import Owner
from armybuilder.skirmishes.changes import tell
from armybuilder.skirmishes.models import ChangeKind, Skirmish
from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.present.games import Game, OrderRefused, game_of
from armybuilder.skirmishes.seats.clocks import out_of_time, ticked
from armybuilder.skirmishes.seats.phrases import PHRASES
from armybuilder.skirmishes.seats.selectors import sitters
from armybuilder.skirmishes.selectors import undo_of
from armybuilder.skirmishes.services import GameTooLong, give_together, go_back, has_room

#: What may be asked of the others: to take the last order back although dice have fallen, or to end
#: the game as its rules decide it then.
UNDO, END = "undo", "end"
#: How many of the last phrases are shown.
SHOWN = 6


class NotNow(Exception):
    """Nothing of that kind can be asked or answered now."""


class NoEndNow(Exception):
    """All have agreed to end a game that its rules do not end now; the offer is gone."""


def say(*, skirmish: Skirmish, phrase: str) -> None:
    """Say a phrase for one's first seat; raises NotNow for another and for somebody without."""
    mine = skirmish.looker.own(skirmish.seats)
    if phrase not in PHRASES or not mine:
        raise NotNow
    with transaction.atomic():
        current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        tell(current, ChangeKind.SAID, seat=mine[0], what=phrase)


def ask(*, skirmish: Skirmish, version: int, kind: str) -> None:
    """Ask everybody else to agree; raises NotNow and StaleVersion."""
    with transaction.atomic():
        current = _at(skirmish, version)
        game = game_of(current)
        others = [seat for seat in game.people if seat not in game.mine]
        if kind == UNDO:
            undo = undo_of(skirmish=current)
            possible = undo.rolled and undo.allowed and not undo.bots
            others = [seat for seat in others if seat in undo.others]
        else:
            possible = kind == END and not set(game.mine).isdisjoint(game.have_a_say)
            others = [seat for seat in others if seat in game.have_a_say]
        if not (possible and others and game.mine) or current.terms:
            raise NotNow
        current.offer = {"kind": kind, "by": game.mine[0], "of": others, "agreed": []}
        current.save(update_fields=["offer"])
        tell(current, ChangeKind.OFFER, seat=game.mine[0], what=kind)


def answer(*, skirmish: Skirmish, version: int, agrees: bool) -> None:
    """Answer what was asked; once everybody has agreed it is done. Raises NotNow, NoEndNow and
    StaleVersion."""
    is_done = True
    with transaction.atomic():
        current = _at(skirmish, version)
        offer, mine = current.offer, set(skirmish.looker.own(skirmish.seats))
        asked = [seat for seat in offer.get("of", ()) if seat in mine]
        if not asked and not (offer and offer["by"] in mine and not agrees):
            raise NotNow
        kind = offer["kind"]
        if not agrees:
            _say_no(current, (asked or [offer["by"]])[0], kind)
            return
        agreed = [*offer["agreed"], *(seat for seat in asked if seat not in offer["agreed"])]
        if set(agreed) < set(offer["of"]):
            current.offer = {**offer, "agreed": agreed}
            current.save(update_fields=["offer"])
            tell(current, ChangeKind.OFFER, seat=asked[0], what="agreed")
        elif kind == UNDO:
            undo = undo_of(skirmish=current)
            if not undo.since:
                raise NotNow
            go_back(current, undo.since)
        else:
            is_done = _end_together(current)
    if not is_done:
        raise NoEndNow


def flag(*, skirmish: Skirmish) -> bool:
    """End a game whose player has no time left, with whoever else plays as its winner where that is
    one side; whether it was so."""
    now = timezone.now()
    if skirmish.over or not out_of_time(skirmish.clocks, skirmish.acting, now):
        return False
    with transaction.atomic():
        current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        if current.over or not out_of_time(current.clocks, current.acting, now):
            return False
        others = set(current.sides.values()) - {current.sides[current.acting]}
        current.clocks = ticked(current.clocks, current.acting, "", now)
        current.save(update_fields=["clocks"])
        end(current, "time", next(iter(others)) if len(others) == 1 else "")
    return True


def _end_together(current: Skirmish) -> bool:
    """End a game as all have agreed: by the orders that say so in its rules, with nobody as its
    winner where they know none or the site keeps no more. Whether it could be: the offer is
    withdrawn where the rules do not end it now."""
    game = game_of(current)
    orders = game.match.by_agreement()
    if orders is None:
        end(current, "draw")
    elif not has_room(current, len(orders) or 1):
        end(current, "full")
    elif not orders or not _given(current, game, orders):
        _withdraw_offer(current)
        return False
    return True


def _given(current: Skirmish, game: Game, orders: Sequence[Document]) -> bool:
    try:
        with transaction.atomic():
            give_together(current, game, orders)
    except (GameTooLong, OrderRefused):
        current.refresh_from_db()
        return False
    return True


def _withdraw_offer(current: Skirmish) -> None:
    current.offer = {}
    current.save(update_fields=["offer"])
    tell(current, ChangeKind.OFFER, what="lapsed")


def _say_no(current: Skirmish, seat: str, kind: str) -> None:
    current.offer = {}
    current.save(update_fields=["offer"])
    tell(current, ChangeKind.OFFER, seat=seat, what=f"no {kind}")


def end(current: Skirmish, how: str, winner: str = "") -> None:
    """End a game without an order, within the transaction that holds it."""
    current.ended, current.over, current.acting, current.winner = how, True, "", winner
    current.offer, current.is_listed = {}, False
    current.version += 1
    current.save(
        update_fields=[
            *("ended", "over", "acting", "winner", "offer", "is_listed", "version", "updated"),
        ]
    )
    tell(current, ChangeKind.ENDED, what=how)


def unheard_of(*, skirmish: Skirmish, owner: Owner) -> set[str]:
    """The seats whose phrases somebody does not see, since one has blocked the other."""
    apart = apart_from(owner)
    return {seat for seat, other in sitters(skirmish).items() if other in apart}


def last_said(*, skirmish: Skirmish, unheard: set[str]) -> Sequence[tuple[int, str, str]]:
    """The last phrases at a table: number of the change, seat, phrase."""
    rows = skirmish.changes.filter(kind=ChangeKind.SAID).exclude(seat__in=unheard)
    newest = rows.order_by("-number").values_list("number", "seat", "what")[:SHOWN]
    return list(reversed(newest))


def _at(skirmish: Skirmish, version: int) -> Skirmish:
    current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
    if current.version != version or current.over:
        raise StaleVersion
    current.looker = skirmish.looker
    return current
