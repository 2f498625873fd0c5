"""The battery every game system passes, whatever it is: what the seam promises, tried out.

Each check yields what is wrong, a sentence each. Nothing here knows a system; a system brings its
own positions, and its files are handed in.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import product
from math import isfinite
from typing import Any

from rules.core.army import Add, ArmyEntry, Choose, NoSuchPlace, Recount, Remove, read_verdict
from rules.core.codec import Unreadable
from rules.core.dice import SeededDice
from rules.core.rulebook import Rulebook
from rules.core.simulate import Commander, Habits
from rules.core.system import (
    Army,
    Building,
    Document,
    Edition,
    GameSystem,
    Match,
    Play,
    Taken,
    Telling,
)
from rules.core.wording import LANGUAGES

#: Orders a game of the battery has at most; a game may be over sooner.
ORDERS = 30
#: Games in which every kind of order must be given, if nothing else is said.
GAMES = 4
#: Orders given before that are tried again at every step, for refusals to have words.
TRIED_AGAIN = 2

#: Orders that every commander gives.
LOTS = 3
#: What is offered to an army that is tried out.
OFFERED = 40
#: The formats of files that a system answers.
FORMATS = ("battle-group/1", "scenario/1", "game/1")

#: What says whether a document keeps to a JSON Schema: nothing, or a sentence.
Keeps = Callable[[Document, object], str]


def broken_book(book: Rulebook, tested: Collection[str]) -> Iterator[str]:
    """Every rule has a section, texts in both languages and, by its id, a test."""
    for rule in book.values():
        if rule.section not in book.sections:
            yield f"{rule.id} is in no section"
        for texts in (rule.title, rule.summary):
            if texts.keys() != set(LANGUAGES) or not all(text.strip() for text in texts.values()):
                yield f"{rule.id} is not worded in every language"
        if rule.id not in tested:
            yield f"{rule.id} has no test"


def broken_files(
    system: GameSystem, edition: Edition, files: Mapping[str, Document], keeps: Keeps
) -> Iterator[str]:
    """Files of the system keep to its schemas, name it, and are answered in kind; its armies are
    the same once written and read again."""
    schemas = by_format(system)
    for name, data in files.items():
        answer = Answers(system, edition).to(data)
        for document in (data, answer):
            schema = schemas.get(str(document["format"]))
            if schema and (wrong := keeps(schema, as_json(document))):
                yield f"{name}: {document['format']}: {wrong}"
        for left in ("refused", "notes", "dice_left", "draws_left"):
            if answer.get(left):
                yield f"{name}: {left}: {answer[left]}"
        if data["system"] != system.name:
            yield f"{name} does not name its system"
        if data["format"] == "battle-group/1" and edition.army:
            yield from _broken_army(name, data, edition.army, system)


class Answers:
    """What an edition answers to its files by their format."""

    def __init__(self, system: GameSystem, edition: Edition) -> None:
        self._system = system
        self._edition = edition

    def to(self, data: Document, language: str = "pl") -> Document:
        """A verdict, an outcome, or whether a game plays again; raises Unreadable."""
        army, play = self._edition.army, self._edition.play
        if army and data["format"] == "battle-group/1":
            return army.judge(data, language)
        if play and data["format"] == "scenario/1":
            return play.resolve(data, language)
        if play and data["format"] == "game/1":
            return play.replay(data, language)
        raise Unreadable("$.format", "NOT_ONE_OF", found=data["format"], options=", ".join(FORMATS))


def _broken_army(name: str, data: Document, army: Army, system: GameSystem) -> Iterator[str]:
    written = army.written(data)
    if army.written(as_json(written)) != written:
        yield f"{name} is written otherwise once it is read"
    if written["system"] != system.name:
        yield f"{name} does not name its system when written"
    verdict: dict[str, Any] = army.judge(data, "en")
    if army.judge(written, "en")["points"] != verdict["points"]:
        yield f"{name} costs another total once it is written"
    for repair in verdict["repairs"]:
        if not army.judge(army.repaired(data, repair), "en")["legal"]:
            yield f"{name} is not legal after “{repair['message']}”"
    yield from (f"{name}: {wrong}" for wrong in _broken_entries(data, army))


def _broken_entries(data: Document, army: Army) -> Iterator[str]:
    """The verdict says what every verdict says; entries stand each at a place of its own and have
    names."""
    read_verdict(army.judge(data, "en"))
    for language in LANGUAGES:
        found = list(_with_parts(army.entries(data, language)))
        if len({entry.place for entry in found}) < len(found):
            yield "two entries stand at one place"
        yield from (f"{entry.place} has no name" for entry in found if not entry.name.strip())


def _with_parts(entries: Iterable[ArmyEntry]) -> Iterator[ArmyEntry]:
    for entry in entries:
        yield entry
        yield from _with_parts(entry.parts)


def broken_building(army: Army) -> Iterator[str]:
    """An army begun empty grows by what is offered, tells what that costs, and is as it was once
    everything has been taken back."""
    building = army.building
    if building is None:
        return
    empty = building.begin("Trial")
    yield from _broken_settings(building, empty)
    if army.entries(empty, "en") or read_verdict(army.judge(empty, "en")).legal:
        yield "an army begun is not empty, or legal without anybody in it"
    if building.offers(empty, "no such thing anywhere", "", OFFERED, "en").offers:
        yield "something is offered that has not the words asked for"
    offered = building.offers(empty, "", "", OFFERED, "en")
    if not offered.offers:
        yield "nothing is offered"
    yield from _broken_fills(army, building, empty)
    for offer in offered.offers:
        grown = building.edited(empty, Add(offer.id))
        yield from (f"{offer.name}: {wrong}" for wrong in _broken_growth(army, building, grown))
        if offer.points not in (None, read_verdict(army.judge(grown, "en")).points.total):
            yield f"{offer.name} costs another number of points than is offered"


def _broken_settings(building: Building, empty: Document) -> Iterator[str]:
    for language in LANGUAGES:
        for setting in building.settings(empty, language):
            if not setting.title.strip():
                yield f"{setting.name} has no title"
            if building.edited(empty, Choose(setting.name, setting.value)) != empty:
                yield f"{setting.name} is not as it was once it is chosen again"


def _broken_growth(army: Army, building: Building, grown: Document) -> Iterator[str]:
    """What is wrong with an army of all that comes with one offer."""
    several = army.entries(grown, "en")
    if not several:
        yield "does not join"
        return
    points = [entry.points for entry in several]
    total = read_verdict(army.judge(grown, "en")).points.total
    if None not in points and sum(filter(None, points)) != total:
        yield "costs another number of points than the army"
    yield from _broken_overview(army, grown)
    entry = several[0]
    if entry.counts:
        twice = building.edited(grown, Recount(entry.place, 2))
        if army.entries(twice, "en")[0].count != 2 or twice != army.written(twice):
            yield "is not there twice once it is counted so"
    part = next(iter(building.offers(grown, "", entry.place, 1, "en").offers), None)
    if bool(part) != entry.takes:
        yield "takes what is offered to it, and nothing else"
    if part:
        borne = building.edited(grown, Add(part.id, entry.place))
        if [each.id for each in army.entries(borne, "en")[0].parts] != [part.id]:
            yield f"does not bear {part.name}"
    fewer = grown
    for each in reversed(several):
        fewer = building.edited(fewer, Remove(each.place))
    if army.entries(fewer, "en"):
        yield "does not go"
    try:
        building.edited(grown, Remove("nowhere[7]"))
        yield "something goes from a place that is none"
    except NoSuchPlace:
        pass


def _broken_overview(army: Army, grown: Document) -> Iterator[str]:
    """Every entry stands in one section, where there are sections."""
    sections = army.overview(grown, "en").sections
    shown = sorted(place for section in sections for place in section.entries)
    if sections and shown != sorted(entry.place for entry in army.entries(grown, "en")):
        yield "its entries do not each stand in one section"


def _broken_fills(army: Army, building: Building, document: Document) -> Iterator[str]:
    """Every way to fill an army up is legal and costs what it says."""
    for language in LANGUAGES:
        for fill in building.fills(document, language):
            verdict = read_verdict(army.judge(army.repaired(document, fill), language))
            if not verdict.legal or verdict.points.total != fill["total"] or not fill["message"]:
                yield f"a way to fill it is not as it says: {fill}"


def broken_play(
    system: GameSystem,
    edition: Edition,
    seed: int,
    keeps: Keeps,
    *,
    games: int = GAMES,
    elsewhere: Collection[str] = (),
) -> Iterator[str]:
    """Games by lot: every state is sound and survives saving, what is refused is refused in words
    and by rules, the saved game plays again and taken back begins again, and every kind of order
    that players give occurs, but those for which tests of the system have positions `elsewhere`."""
    play = edition.play
    if play is None:
        return
    commanders = _commanders(play, seed)
    missing = set(play.order_kinds) - set(elsewhere)
    deals = play.deals(seed)
    for number in range(games):
        game = Playthrough(system, play, next(deals), seed + number)
        yield from (f"game {number + 1}: {wrong}" for wrong in game.play(commanders[number % 2]))
        yield from (f"game {number + 1}: {wrong}" for wrong in game.saved(keeps))
        missing -= game.kinds
    if missing:
        yield f"never given in {games} games: {', '.join(sorted(missing))}"


class Playthrough:
    """One game of the battery."""

    def __init__(self, system: GameSystem, play: Play, start: Document, seed: int) -> None:
        self._book = system.rulebook()
        self._system = system
        self._play = play
        self._start = start
        self._seed = seed
        self.match = play.begin(start, seed)
        self._follower = play.begin(start, seed)
        self._repeater = self._stored = play.begin(start, seed)
        self.kinds: set[str] = set()
        self._given: list[Document] = []

    def play(self, commander: Commander[Document]) -> Iterator[str]:
        """Give some orders by lot; what is wrong on the way."""
        yield from self._state()
        for _ in range(ORDERS):
            acting = self.match.actors()
            if not acting:
                return
            legal = [order for player in acting for order in self.match.legal_orders(player)]
            if not legal:
                yield f"{', '.join(acting)} cannot act"
                return
            yield from self._take(commander.choose(legal))

    def _take(self, order: Document) -> Iterator[str]:
        for event in self.match.take(as_json(order)):
            rules = event.get("rules", ())
            yield from self._unknown(rules, f"event {event}")
        self.kinds.add(str(order["order"]))
        self._given.append(order)
        yield from self._followed()
        yield from self._state()
        for earlier in self._given[-TRIED_AGAIN:]:
            yield from self._refusals(earlier)

    def _state(self) -> Iterator[str]:
        """What is wrong with the present state, or with it once it has been saved."""
        yield from self.match.faults()
        yield from self._standing()
        state = as_json(self.match.state())
        again = self._play.begin(self._start, self._seed, state)
        if again.fingerprint() != self.match.fingerprint():
            yield f"after {len(self._given)} orders the state does not survive being saved"
        self._stored = self._play.begin(_in_a_store(self._start), self._seed, _in_a_store(state))

    def _followed(self) -> Iterator[str]:
        """What is wrong with the last order once it was kept, and with dice put away meanwhile."""
        step = self.match.last()
        kept = Taken(
            order=as_json(step.order),
            faces=step.faces,
            events=tuple(map(as_json, step.events)),
            fingerprint=step.fingerprint,
        )
        self._follower.follow(kept)
        self._repeater.chance += 1
        if not self._repeater.repeat(kept.order, kept):
            yield f"after {len(self._given)} orders one cannot be given again with its dice"
        if not self._stored.repeat(kept.order, kept):
            yield f"order {len(self._given)} leads elsewhere where fields are kept in another order"
        if self._follower.fingerprint() != self.match.fingerprint():
            yield f"after {len(self._given)} orders the events kept lead to another state"
        memory = self.match.chance
        self.match.chance = memory
        if self.match.chance != memory:
            yield "the dice do not remember where they were"

    def _standing(self) -> Iterator[str]:
        standing = self.match.standing()
        if set(standing.acting) != set(self.match.actors()):
            yield f"{standing.acting} are said to act, {self.match.actors()} do"
        if standing.stage and set(self._system.stages[standing.stage]) != set(LANGUAGES):
            yield f"{standing.stage} is not worded in every language"
        if standing.winner and standing.winner not in self.match.sides.values():
            yield f"{standing.winner} has won and is no side"
        if set(self.match.sides) != set(self.match.players):
            yield "not every player has a side"

    def _refusals(self, order: Document) -> Iterator[str]:
        said = [self.match.explain(order, language) for language in LANGUAGES]
        for worded in zip(*said, strict=True):
            messages = {str(refusal["message"]) for refusal in worded}
            if len(messages) < len(LANGUAGES) or any("{" in text for text in messages):
                yield f"{worded[0]['code']} is not worded in every language"
            yield from self._unknown(worded[0]["rules"], str(worded[0]["code"]))

    def _unknown(self, rules: Any, where: str) -> Iterator[str]:
        yield from (
            f"{where} rests on {rule}, which the book lacks"
            for rule in rules
            if rule not in self._book
        )

    def saved(self, keeps: Keeps) -> Iterator[str]:
        """What is wrong with the game once it is saved, played again, told, or taken back."""
        saved = as_json(self.match.save())
        schema = by_format(self._system)["game/1"]
        if wrong := keeps(schema, saved):
            yield f"the saved game: {wrong}"
        if saved["system"] != self._system.name:
            yield "the saved game does not name its system"
        answer = self._play.replay(saved, "en")
        if answer["identical"] is not True:
            yield f"plays again otherwise: {answer['reason']}"
        if difference := self.match.retraced():
            yield f"by its own record it plays again otherwise: {difference.message()}"
        if self.match.telling:
            yield from _untold(self.match.telling, len(self._given))
        if as_json(self._follower.save()) != saved:
            yield "followed by what was kept, the game is saved otherwise"
        if as_json(self._repeater.save()) != saved:
            yield "given again with their dice, the orders are saved otherwise"
        if as_json(self._reopened(saved).save()) != saved:
            yield "opened from its file, the game is saved otherwise"
        for _ in self._given:
            self.match.undo()
        if self.match.fingerprint() != self._play.begin(self._start, self._seed).fingerprint():
            yield "taken back it does not begin again"

    def _reopened(self, saved: Document) -> Match:
        """The game as its file tells it; raises Differs."""
        file = self._play.saved(saved)
        match = self._play.begin(self._play.as_begun(file.start, file.ruleset), file.lot)
        for step in file.steps:
            match.again(step)
        return match


def _untold(telling: Telling, orders: int) -> Iterator[str]:
    for language in LANGUAGES:
        log = telling.log(language)
        if len(log) != orders or not all(text.strip() for lines in log for text in lines):
            yield f"the log in {language} does not tell of every order"


def broken_bots(play: Play, seed: int) -> Iterator[str]:
    """The commanders of a system, one after the other, give legal orders, and what is foretold of
    them are numbers."""
    match = play.begin(next(play.deals(seed)), seed)
    for commander, lot in product(play.commanders, range(LOTS)):
        order = match.ordered(commander, lot)
        if match.thought(commander, lot)() != order:
            yield f"{commander} thinks otherwise elsewhere"
        if match.explain(order, "en"):
            yield f"{commander} gives an order that is refused: {order}"
        harm = match.forecast.harm(order) if match.forecast else None
        if not all(map(isfinite, (harm or {}).values())):
            yield f"nobody can say what comes of {order}: {harm}"
        match.take(order)


def _commanders(play: Play, seed: int) -> tuple[Commander[Document], Commander[Document]]:
    """Who ends stages and games only for want of anything else, and who gives any order."""

    def traits(order: Document) -> list[str]:
        return [str(order["order"])]

    def ends(order: Document) -> bool:
        return order["order"] in play.endings

    def never(order: Document) -> bool:
        return False

    chance = SeededDice(seed)
    avoids, tries = (Commander(Habits(traits, passes, never), chance) for passes in (ends, never))
    return avoids, tries


def by_format(system: GameSystem) -> dict[str, Document]:
    """The schemas of a system by the name of their format."""
    found: dict[str, Document] = {}
    for schema in system.schemas().values():
        found[_format_of(schema)] = schema
    return found


def _format_of(schema: Mapping[str, Any]) -> str:
    """The name of the format a schema describes, itself or by a definition of its own."""
    if "$ref" in schema:
        return _format_of(schema["$defs"][schema["$ref"].rpartition("/")[2]])
    form = schema["properties"]["format"]
    return str(form["const"] if "const" in form else form["enum"][0])


def _in_a_store(value: Any) -> Any:
    """A document out of a database that keeps the fields of an object as it likes."""
    if isinstance(value, dict):
        return {name: _in_a_store(value[name]) for name in sorted(value, reverse=True)}
    return list(map(_in_a_store, value)) if isinstance(value, list | tuple) else value


def as_json(document: Mapping[str, object]) -> Any:
    """A document as it is read from its file."""
    return json.loads(json.dumps(document))
