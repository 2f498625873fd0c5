"""The part of the battery for games on a table: ready-made starts, pictures, orders in words,
dice that are typed."""

from collections.abc import Generator, Iterator

from rules.core.conformance import as_json
from rules.core.dice import DieNeeded, FacesLeft, FaceWrong, SeededDice
from rules.core.ordering import LegalOrder, typed_of
from rules.core.picture import Picture
from rules.core.system import Document, Match, Play, Tabletop
from rules.core.wording import LANGUAGES


def broken_openings(play: Play, seed: int) -> Iterator[str]:
    """Ready-made starts can be played, each by a name of its own, and again with sides changed."""
    names = [opening.name for opening in play.openings]
    if len(names) != len(set(names)):
        yield f"two openings have one name: {names}"
    for opening in play.openings:
        again = play.swapped(play.as_begun(as_json(opening.start), play.ruleset))
        for start in (opening.start, again):
            match = play.begin(start, seed)
            if not opening.title.strip() or not match.standing().acting:
                yield f"nobody can play {opening.name}"


#: Orders that are given with typed dice.
THROWN = 40


def broken_dice(play: Play, seed: int) -> Iterator[str]:
    """Orders can be given with typed dice: each is asked for by what it is, what was typed happens,
    and what no die shows, is missing or too much is refused and changes nothing."""
    start = next(play.deals(seed))
    match, chance = play.begin(start, seed), SeededDice(seed)
    for _ in range(THROWN):
        acting = match.actors()
        if not acting:
            break
        legal = [order for who in acting for order in match.legal_orders(who)]
        order = as_json(legal[chance.below(len(legal))])
        before = match.fingerprint(), match.chance
        faces = yield from _typed(match, order, chance)
        if (match.fingerprint(), match.chance) != before:
            yield f"{order} was carried out while its dice were asked for"
        match.take(order, faces)
        if match.chance != before[1]:
            yield f"{order} threw dice of the game's own"
        if not set(match.last().faces) <= set(faces):
            yield f"{order} threw {match.last().faces} where {faces} were typed"
    if not play.replay(as_json(match.save()), "en")["identical"]:
        yield "a game with typed dice plays otherwise again"


def _typed(match: Match, order: Document, chance: SeededDice) -> Generator[str, None, list[int]]:
    """Faces by lot for everything an order throws."""
    faces: list[int] = []
    while (needed := match.asks(order, faces).needed) is not None:
        if match.table is not None:
            for language in LANGUAGES:
                words = match.table.die(needed, language)
                shown = {int(face.value) for face in words.faces}
                if not words.title.strip() or not shown <= set(needed.faces):
                    yield f"{needed} is called {words}"
        yield from _refused(DieNeeded, match, order, faces)
        yield from _refused(FaceWrong, match, order, [*faces, max(needed.faces) + 1])
        faces.append(needed.faces[chance.below(len(needed.faces))])
    yield from _refused(FacesLeft, match, order, [*faces, 1])
    return faces


def _refused(
    kind: type[Exception], match: Match, order: Document, faces: list[int]
) -> Iterator[str]:
    try:
        match.take(order, faces)
    except kind:
        return
    yield f"{order} is carried out with {faces}"


#: Moments of a game at which its table is looked at, and orders that are tried there.
LOOKS, TRIED = 8, 25


def broken_table(play: Play, seed: int) -> Iterator[str]:
    """A game on its table: everything on it is there and in words, legal orders are told and can be
    typed, what cannot be is refused and not lost."""
    match = play.begin(next(play.deals(seed)), seed)
    chance = SeededDice(seed)
    for _ in range(LOOKS):
        acting = match.actors()
        if match.table is None or not acting:
            return
        for language in LANGUAGES:
            yield from _mispictured(match.table.picture(language), match)
        yield from _misworded(match.table, play)
        legal = [offer for who in acting for offer in match.table.offers(who, "en")]
        for offer in legal[:TRIED]:
            yield from _mistold(offer, match.table, match)
        match.take(legal[chance.below(len(legal))].order)


def _mispictured(picture: Picture, match: Match) -> Iterator[str]:
    places = [piece.at for piece in picture.pieces if piece.at] + [m.at for m in picture.marks]
    for x, y in places:
        if not (0 <= x <= picture.width and 0 <= y <= picture.depth):
            yield f"({x}, {y}) is off the ground of {picture.width} by {picture.depth}"
    for piece in picture.pieces:
        if piece.side not in match.players:
            yield f"{piece.id} is of {piece.side}, who does not play"
        if not all(text.strip() for text in (piece.label, piece.name, piece.place, *piece.states)):
            yield f"{piece.id} is not in words"
    if len({piece.id for piece in picture.pieces}) != len(picture.pieces):
        yield "two pieces have one name"
    if not all(area.label.strip() for area in picture.areas):
        yield "ground without a label"


def _misworded(table: Tabletop, play: Play) -> Iterator[str]:
    english, other = (table.forms(language) for language in LANGUAGES)
    if missing := set(play.order_kinds) - {form.kind for form in english}:
        yield f"no forms for {', '.join(sorted(missing))}"
    for one, two in zip(english, other, strict=True):
        if [field.name for field in one.fields] != [field.name for field in two.fields]:
            yield f"the form for {one.kind} differs by language"
        table.drafted(one.kind, {field.name: "?" for field in one.fields})


def _mistold(offer: LegalOrder, table: Tabletop, match: Match) -> Iterator[str]:
    said = {table.says(offer.order, language) for language in LANGUAGES}
    if offer.says not in said or not all(text.strip() for text in said):
        yield f"{offer.order} is told as {said}"
    pieces = {piece.id for piece in table.picture("en").pieces}
    if offer.piece and offer.piece not in pieces:
        yield f"{offer.order} is given to {offer.piece}, which is not there"
    (form,) = (form for form in table.forms("en") if form.kind == offer.order["order"])
    typed = typed_of(form, offer.order)
    again = table.drafted(form.kind, typed)
    whole = set(offer.order) - {"order"} <= {field.name for field in form.fields}
    if whole and match.explain(as_json(again), "en"):
        yield f"{offer.order} cannot be typed: {again}"
