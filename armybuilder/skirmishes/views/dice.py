"""Dice that people throw at their own table and type: the panel that asks for them one by one."""

from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.present.dice import WISHES, Asked, asked, faces_in
from armybuilder.skirmishes.present.games import Game
from collection.common.answers import wants_part

#: Where a visit keeps who throws the dice of each game, of so many games.
DICE_KEY, MOST_KEPT = "dice", 50
#: What signs an order that a bot has thought of while its dice are thrown.
SALT = "a-bots-order"


def dice_wish(request: HttpRequest, skirmish: Skirmish) -> str:
    """Who throws the dice of a game, as this visitor has it."""
    kept: dict[str, str] = request.session.get(DICE_KEY, {})
    return kept.get(skirmish.public_id, _usual_wish(skirmish))


def _usual_wish(skirmish: Skirmish) -> str:
    """Who throws the dice unless somebody says otherwise: at a real table people do."""
    return "all" if skirmish.start.get("real_table") else "site"


def remember_dice(request: HttpRequest, skirmish: Skirmish, wish: str) -> bool:
    """Keep who throws the dice of a game; whether there is such a wish."""
    if wish not in WISHES:
        return False
    kept = {**request.session.get(DICE_KEY, {})}
    kept.pop(skirmish.public_id, None)
    if wish != _usual_wish(skirmish):
        kept[skirmish.public_id] = wish
    request.session[DICE_KEY] = dict(list(kept.items())[-MOST_KEPT:])
    return True


def typed_faces(request: HttpRequest) -> tuple[int, ...]:
    """The faces typed so far, with those of this request; without the last where it is taken
    back."""
    known = faces_in(request.POST.get("faces", ""))
    if "back" in request.POST:
        return known[:-1]
    shown = sorted(name for name in request.POST if name.startswith("die-"))
    several = " ".join(request.POST[name] for name in shown)
    more = request.POST.get("face", "") or request.POST.get("typed", "") or several
    return (*known, *faces_in(more))


def asked_for(
    request: HttpRequest, game: Game, order: Document, faces: tuple[int, ...]
) -> Asked | None:
    """The die that an order asks for next, None for none; raises OrderRefused and
    OrderUnreadable."""
    return asked(game, order, faces, request.POST.get("typed", ""))


def ask_dice(
    request: HttpRequest, skirmish: Skirmish, needed: Asked, given: dict[str, str]
) -> HttpResponse:
    """The panel that asks for a die, at the place of the one before, or a page without scripts;
    `given` is what is sent again with the face."""
    context: dict[str, Any] = {
        "skirmish": skirmish,
        "asked": needed,
        "given": given,
        "unit": request.POST.get("unit", ""),
        "version": request.POST.get("version", ""),
        "action": request.path,
    }
    if not wants_part(request):
        return render(request, "skirmishes/dice.html", context)
    answer = render(request, "skirmishes/table/dice.html", context)
    answer["HX-Retarget"] = "#dice"
    return answer


def signed_thought(order: Document, skirmish: Skirmish, version: int) -> str:
    """An order of a bot that nobody changes while its dice are thrown."""
    return signing.dumps([skirmish.public_id, version, order], salt=SALT, compress=True)


def thought_in(signed: str, skirmish: Skirmish, version: int) -> Document | None:
    """The order that was signed for a game at a version, None for anything else."""
    try:
        of, at, order = signing.loads(signed, salt=SALT)
    except (signing.BadSignature, ValueError):
        return None
    found: Document = order
    return found if (of, at) == (skirmish.public_id, version) else None
