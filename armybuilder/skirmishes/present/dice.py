"""Dice that people throw themselves: which one an order asks for, and what was typed so far."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from armybuilder.skirmishes.present.beginnings import Document, OrderUnreadable
from armybuilder.skirmishes.present.games import Game, OrderRefused
from armybuilder.skirmishes.present.words import seat_title
from collection.common.language import Words, language
from rules import Choice, Die, DieWords, FacesLeft, FaceWrong, Throw, Unreadable
from rules import OrderRefused as Refused

#: Who throws the dice of a game: the site for everybody, people their own, people all of them.
WISHES: Mapping[str, Words] = {
    "site": gettext_lazy("the site throws them"),
    "mine": gettext_lazy("we type ours, bots throw theirs"),
    "all": gettext_lazy("we type all of them"),
}
#: Faces of one order that are read.
MOST_FACES = 400


@dataclass(frozen=True)
class Typed:
    """A die with the face that was typed."""

    title: str
    label: str


@dataclass(frozen=True)
class Asked:
    """The next die of an order: what it is called, its faces, what was typed before it as words and
    as `faces`, and what was wrong with the last of them; `together` and `before`: how many are
    thrown at once with it, and how many of those are typed. `needs` says what the throw is for and
    what it must show."""

    seat: str
    player: Words
    says: str
    typed: tuple[Typed, ...]
    faces: str
    title: str
    choices: tuple[Choice, ...]
    fault: str
    together: int = 1
    before: int = 0
    needs: Words = ""


def faces_in(text: str) -> tuple[int, ...]:
    """The faces somebody typed, whatever stands between them."""
    return tuple(int(face) for face in re.findall(r"\d{1,4}", text)[:MOST_FACES])


def asked(game: Game, order: Document, faces: Sequence[int], text: str = "") -> Asked | None:
    """The die that an order asks for after some faces, None where it asks for no more; `text` is
    what was typed and is no face. Raises OrderRefused and OrderUnreadable."""
    throw, known, fault = _thrown(game, order, faces)
    if throw.needed is None:
        return None
    if not fault and re.search(r"[^\d\s,;.+]", text):
        fault = _("Only numbers can be typed here.")
    words = [_words(game, die) for die in throw.thrown]
    needed = _words(game, throw.needed)
    table = game.match.table
    return Asked(
        seat=game.giver(order),
        player=seat_title(game.seats, game.giver(order)),
        says=table.says(order, language()) if table else "",
        typed=tuple(
            Typed(each.title, _label(each, face)) for each, face in zip(words, known, strict=True)
        ),
        faces=" ".join(map(str, known)),
        title=needed.title,
        choices=needed.faces,
        fault=fault,
        together=throw.together,
        before=throw.before,
    )


def _thrown(
    game: Game, order: Document, faces: Sequence[int]
) -> tuple[Throw, tuple[int, ...], str]:
    """What an order throws, the faces of it that can be, and why others cannot."""
    try:
        return game.match.asks(order, faces), tuple(faces), ""
    except FaceWrong as error:
        known = tuple(faces[: error.at])
        fault = _("%(die)s has no %(face)s.") % {
            "die": _words(game, error.die).title,
            "face": error.face,
        }
        return game.match.asks(order, known), known, fault
    except FacesLeft as error:
        known = tuple(faces[: error.count - 1])
        return game.match.asks(order, known), known, _("So many dice are not thrown.")
    except Unreadable as error:
        raise OrderUnreadable(error.message(language())) from error
    except Refused as error:
        raise OrderRefused(order) from error


def _words(game: Game, die: Die) -> DieWords:
    """A die in words, by its name where a game has none for it."""
    table = game.match.table
    if table is not None:
        return table.die(die, language())
    faces = (Choice(str(face), str(face)) for face in sorted(set(die.faces)))
    return DieWords(die.name, tuple(faces))


def _label(die: DieWords, face: int) -> str:
    return next((each.label for each in die.faces if each.value == str(face)), str(face))
