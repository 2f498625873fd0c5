"""Units, abilities and causes by the names people know them by."""

import re
from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files

from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.moment.abilities import abilities_of
from rules.age_of_destruction.moment.outfit import outfits
from rules.age_of_destruction.play.opening import terrain_pieces
from rules.age_of_destruction.state.setup import Setup
from rules.core.tally import Part
from rules.core.wording import Texts, Title, Wording

_ROOM = files("rules.age_of_destruction")

#: The names of special equipment, heat effects and abilities of factions; texts of cards have the
#: names of their records.
_NAMED = {
    item.name: {"en": item.name, "pl": item.name_pl}
    for item in (*ABILITIES, *ABILITIES.heat_effects.values())
    if item.name_pl
}
_CONDITIONS: dict[str, Texts] = {
    condition.name: {"en": condition.name, "pl": condition.title.polish}
    for condition in ABILITIES.conditions.values()
}
#: The sentences of the log and of questions, and the words in them.
WORDING = Wording.from_toml(
    *(
        _ROOM.joinpath(name).read_text("utf-8")
        for name in (
            "telling/lines.toml",
            "telling/prompts.toml",
            "telling/words.toml",
        )
    )
).beside(Wording({}, {}, {"equipment": _NAMED, "condition": _CONDITIONS}))


def unit_names(setup: Setup) -> dict[str, str]:
    """What each unit is called at the table: its name and its id ("Hatchetman R1")."""
    return {unit_id: f"{figure.unit.name} {unit_id}" for unit_id, figure in setup.figures.items()}


def part_name(what: str, language: str) -> str:
    """The word for a part of a sum in "en" or "pl": what brought it, equipment, or a card's title.

    A name nobody has a word for stays as it is.
    """
    for vocabulary in ("part", "equipment"):
        if what in WORDING.words[vocabulary]:
            return WORDING.word(vocabulary, what, language)
    return _in_language(what, language)


def _in_language(title: str, language: str) -> str:
    return title.in_language(language) if isinstance(title, Title) else title


class Names:
    """The names of one skirmish in one language ("en" or "pl"); `players`: what players are called
    who do not go by their seat."""

    def __init__(self, setup: Setup, language: str, players: Mapping[str, str] = {}) -> None:
        self.language = language
        self._players = players
        self._units = unit_names(setup)
        self._conditions = abilities_of(setup)
        self._outfits = outfits(setup)
        cards = [card for figure in setup.figures.values() for card in figure.cards]
        cards += [played.card for player in setup.players for played in player.cards]
        self._titles = {str(card.title): _in_language(card.title, language) for card in cards}
        self._titles |= {card.id: card.name_in(language) for card in cards}
        self._texts = {card.name: card.name_pl for card in cards if card.name_pl}

    def unit(self, unit_id: str) -> str:
        """A unit by its id; a name that is no unit's stays as it is."""
        return self._units.get(unit_id, unit_id)

    def salvage(self, unit_id: str, click: int) -> bool:
        """Whether a unit is heavily damaged at a click of its dial; at none beyond it."""
        positions = self._outfits[unit_id].salvage
        return 0 < click <= len(positions) and positions[click - 1]

    def parted(self, text: str) -> tuple[tuple[str, str], ...]:
        """A text in parts, each with the id of the unit it is the name of, "" for other words."""
        found = []
        for part in self._unit_name.split(text):
            if part:
                found.append((part, self._ids.get(part, "")))
        return tuple(found)

    @cached_property
    def _ids(self) -> dict[str, str]:
        return {name: unit_id for unit_id, name in self._units.items()}

    @cached_property
    def _unit_name(self) -> re.Pattern[str]:
        """The name of any unit; the longest first, since one may begin with another."""
        longest_first = sorted(self._ids, key=len, reverse=True)
        return re.compile(rf"({'|'.join(map(re.escape, longest_first))})(?!\w)")

    def player(self, player_id: str) -> str:
        """A player or a team, by the name he goes by or the word for his seat."""
        return self._players.get(player_id) or WORDING.word("seat", player_id, self.language)

    def terrain(self, piece_id: str) -> str:
        """A piece of terrain by the one it is a copy of; the id of one nobody has a word for."""
        piece = terrain_pieces().get(piece_id.rpartition("-")[0])
        return piece["title"][self.language] if piece else piece_id

    def units(self, unit_ids: tuple[str, ...]) -> str:
        """Several units, with commas."""
        return ", ".join(map(self.unit, unit_ids))

    def word(self, vocabulary: str, value: str) -> str:
        """The word for a machine word; without one, the ability, card or unit of that name."""
        if value in WORDING.words[vocabulary]:
            return WORDING.word(vocabulary, value, self.language)
        return self.ability(self._titles.get(value, value))

    def ability(self, name: str) -> str:
        """Equipment, a heat effect, a planetary condition or the text of a card."""
        for vocabulary in ("equipment", "condition"):
            if name in WORDING.words[vocabulary]:
                return WORDING.word(vocabulary, name, self.language)
        return self._texts.get(name, name) if self.language == "pl" else name

    def abilities(self, names: tuple[str, ...]) -> str:
        """Several abilities, with commas."""
        return ", ".join(map(self.ability, names))

    def conditions(self, cards: tuple[str, ...]) -> str:
        """Planetary conditions by their cards, with commas."""
        return self.abilities(tuple(self._conditions.condition(card).name for card in cards))

    def number(self, value: float) -> str:
        """A measure with at most two decimals, as the language writes it."""
        text = f"{value:.2f}".rstrip("0").rstrip(".")
        return text.replace(".", ",") if self.language == "pl" else text

    def parts(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        """The parts of a sum with words in place of machine words."""
        return tuple(Part(self.word("part", p.what), p.value, p.where) for p in parts)

    def say(self, code: str, **params: object) -> str:
        """A sentence by its code."""
        return WORDING.say(code, params, self.language)

    def fill(self, sentence: Title, **params: object) -> str:
        """A sentence that stands with what it tells of."""
        return WORDING.fill(sentence, params, self.language)
