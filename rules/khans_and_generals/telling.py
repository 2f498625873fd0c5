"""What came of an order, in sentences as a person tells it, without what only keeps the books."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from rules.core.ordering import TableWords
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.moment.naming import name_of

TOLD = TableWords(files("rules.khans_and_generals").joinpath("telling.toml").read_text("utf-8"))
#: Events that are told by one of two sentences, by what they say.
_TURNS = {
    "training_tested": ("passed", "training_passed", "training_failed"),
    "objective": ("holder", "objective_taken", "objective_lost"),
    "battle_ended": ("winner", "battle_won", "battle_drawn"),
}
_TOKENS = {"draw": "token_drawn", "discard": "token_discarded"}

Happened = Mapping[str, Any]


def why_over(reason: str, winner: str | None, language: str) -> str:
    """Why a battle has ended, said of its winner where it has one (KG-168)."""
    return TOLD.say("endings" if winner else "drawn", reason, language)


class Teller:
    """Tells events of one battle in a language; `words` are those of its table."""

    def __init__(self, field: Field, words: TableWords, language: str) -> None:
        self._field, self._words, self._language = field, words, language
        self._known = TOLD.section("events")

    def tell(self, events: Sequence[Happened]) -> Iterator[str]:
        """A sentence for each event that is worth one, the same one twice running only once; one
        for an order that nothing came of."""
        last = ""
        for event in events:
            said = self.sentence(event)
            if said and said != last:
                yield said
                last = said
        if not last:
            yield from filter(None, map(self._in_vain, events))

    def sentence(self, event: Happened) -> str:
        """What happened, "" for what is not told."""
        name = self._named(event)
        if name not in self._known:
            return ""
        return self._known[name][self._language].format_map(_Values(self._values(event)))

    def _in_vain(self, event: Happened) -> str:
        """An order as it is told that did nothing, "" for what is none, or is not told so."""
        kind = event.get("facts", {}).get("order")
        if event["event"] != "ordered" or kind not in TOLD.section("in_vain"):
            return ""
        return TOLD.say("in_vain", kind, self._language).format_map(_Values(self._values(event)))

    def _named(self, event: Happened) -> str:
        name, facts = event["event"], event.get("facts", {})
        if name == "token":
            return _TOKENS[facts["what"]]
        if name == "moved" and not facts.get("length"):
            return "turned"
        if name == "hatches":
            (fields,) = event["units"].values()
            return f"hatches_{fields['hatches']}"
        if name == "aimed" and facts.get("hit") is False:
            return "missed"
        if name in _TURNS:
            fact, one, other = _TURNS[name]
            return one if facts.get(fact) else other
        return str(name)

    def _values(self, event: Happened) -> dict[str, object]:
        """What a sentence may name: facts, and units by their names."""
        facts = dict(event.get("facts", {}))
        changed = list(event.get("units", {}))
        unit = event.get("unit")
        values: dict[str, object] = {
            name: self._value(name, value) for name, value in facts.items()
        }
        values["unit"] = self._unit(unit)
        values["other"] = self._unit(next((one for one in changed if one != unit), None))
        values["others"] = ", ".join(map(self._unit, changed))
        fields = event.get("units", {}).get(unit, {})
        if "formation" in fields:
            values["formation"] = self._words.say("values", fields["formation"], self._language)
        if "broken" in fields:
            values["part"] = TOLD.say("parts", fields["broken"][-1], self._language)
        if "ended_by" in facts:
            values["reason"] = why_over(facts["ended_by"], facts.get("winner"), self._language)
        return values

    def _value(self, name: str, value: object) -> object:
        if name in ("target", "by", "source") and isinstance(value, str):
            return self._unit(value)
        if name in ("player", "holder", "winner") and isinstance(value, str):
            known = self._words.section("players").get(value)
            return known[self._language] if known else value
        if name in ("time", "weather") and isinstance(value, str):
            return self._words.say("conditions", value, self._language)
        if name == "terrain":
            kinds = {terrain.id: terrain.kind for terrain in self._field.setup.terrain}
            kind = kinds.get(str(value))
            return self._words.say("grounds", kind, self._language) if kind else value
        return f"{value:.0f}" if isinstance(value, float) else value

    def _unit(self, name: str | None) -> str:
        if name is None or name not in self._field.state.units:
            return ""
        return name_of(self._field.piece(name))


class _Values(dict[str, object]):
    """Values of a sentence; what an event of an older game lacks is a dash."""

    def __missing__(self, key: str) -> str:
        return "–"
