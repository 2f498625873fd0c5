"""Calculators: the address carries everything that is typed, so that it may be kept and shared."""

import secrets
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url

from armybuilder.games.present.documents import BETWEEN, FACES, faces_of, is_number
from armybuilder.games.present.editions import (
    Calculator,
    GameSystem,
    calculator_named,
    system_named,
)
from armybuilder.games.present.reckoning import asked_of, filled, reckoned, stepped, typed_of
from collection.common.answers import address, answer, wants_part
from collection.common.language import language

#: What presses of buttons say; an address that is kept has none of them.
PRESSES = ("step", "face", "roll", "back", "again", "fill", "work")


@dataclass(frozen=True)
class Typed:
    """What an address says: fields and faces."""

    fields: dict[str, str]
    faces: tuple[int, ...]


@require_safe
def calculator_page(request: HttpRequest, system: str, name: str) -> HttpResponse:
    """A calculator with what its address says; a press leads to the address it makes."""
    try:
        game = system_named(system)
        calculator = calculator_named(game, name)
    except KeyError as error:
        raise Http404 from error
    typed = _pressed(game, calculator, request.GET)
    page = reckoned(game, calculator, typed.fields, typed.faces)
    told = {**typed.fields, FACES: BETWEEN.join(map(str, page.known_faces))}
    shown_at = address(request.path, told)
    if not wants_part(request) and any(press in request.GET for press in PRESSES):
        return redirect(shown_at)
    context = {
        "system": game,
        "title": calculator.title[language()],
        "sentence": calculator.says[language()],
        "page": page,
        "others": [(each.name, each.title[language()]) for each in game.calculators],
        "name": name,
    }
    response = answer(request, "games/calculator.html", "games/reckoning.html", context)
    if wants_part(request):
        replace_url(response, shown_at)
    return response


def _pressed(game: GameSystem, calculator: Calculator, given: QueryDict) -> Typed:
    """What an address says once its presses are carried out."""
    said = {name: given.get(name, "") for name in given}
    typed = Typed(typed_of(calculator, said), faces_of(said.get(FACES, "")))
    name, _, by = said.get("step", "").partition(":")
    if is_number(by):
        typed = replace(typed, fields=stepped(calculator, typed.fields, name, int(by)))
    for preset in filter(None, given.getlist("fill")):
        typed = replace(typed, fields=filled(calculator, game, typed.fields, preset))
    typed = replace(typed, fields=typed_of(calculator, typed.fields))
    if "again" in given:
        return replace(typed, faces=())
    if "back" in given:
        return replace(typed, faces=typed.faces[:-1])
    if "roll" in given:
        sides = asked_of(calculator, typed.fields, typed.faces)
        return replace(typed, faces=(*typed.faces, *(secrets.randbelow(n) + 1 for n in sides)))
    if is_number(said.get("face", "")):
        return replace(typed, faces=(*typed.faces, int(said["face"])))
    return typed
