"""Rules in the reader's language, by section."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy

from collection.catalogue import game
from collection.catalogue.present.catalogue_words import RULE_KINDS
from collection.common.folding import fold, search_words
from collection.common.kept import kept_by_object
from collection.common.language import Words, language

#: The number of a figure or card amid words.
ITEM = re.compile(r"\b[A-Z]{2,5}-(?:[A-Z]{1,2}-)?[0-9]{3}\b")


#: Why a house ruling was needed.
BECAUSE: Mapping[str, Words] = {
    "silent": gettext_lazy("The source does not say."),
    "lost": gettext_lazy("The source announces a list that is lost."),
    "contradiction": gettext_lazy("The source says two things."),
    "unclear": gettext_lazy("The source can be read in two ways."),
}


@dataclass(frozen=True)
class RuleText:
    """A rule in the visitor's language; `used_in` is a key of RULE_KINDS. `ruling` is what a house
    ruling in it decides, and `because` why one was needed, "" where there is none."""

    id: str
    title: str
    summary: str
    used_in: str
    kind: Words
    url: str
    ruling: str = ""
    because: Words = ""


@dataclass(frozen=True)
class Resting:
    """A check that rests on a rule, as its code and what it says of a case: words, each with the id
    of the figure or card they name, or ""."""

    code: str
    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Section:
    """A section of the rulebook with some of its rules."""

    key: str
    title: str
    rules: tuple[RuleText, ...]


def find_sections(book: game.Rulebook, chosen: Mapping[str, str] = {}) -> list[Section]:
    """The rules of a book that hold every word of `q` and are of a `kind`, by section."""
    wanted, kind = search_words(chosen.get("q", "")), chosen.get("kind", "")
    found: dict[str, list[RuleText]] = {key: [] for key in book.sections}
    for rule in book.values():
        text = rule_text(rule)
        if (not kind or rule.kind == kind) and _holds(text, wanted):
            found[rule.section].append(text)
    return [
        Section(key, book.sections[key][language()], tuple(rules))
        for key, rules in found.items()
        if rules
    ]


def _holds(text: RuleText, wanted: list[str]) -> bool:
    if not wanted:
        return True
    searched = fold(f"{text.id} {text.title} {text.summary}")
    return all(word in searched for word in wanted)


def rule_text(rule: game.Rule) -> RuleText:
    """A rule in the visitor's language."""
    return _rule_text(rule, language())


@kept_by_object(2048)
def _rule_text(rule: game.Rule, said: str) -> RuleText:
    return RuleText(
        id=rule.id,
        title=rule.title[said],
        summary=rule.summary[said],
        used_in=rule.kind,
        kind=RULE_KINDS[rule.kind],
        url=reverse("collection:rule", args=[rule.id]),
        ruling=rule.ruling.get(said, ""),
        because=BECAUSE[rule.house.because] if rule.house else "",
    )


def meant_by(rule_id: str) -> dict[str, str]:
    """The rules of any game that an unknown id may mean, as their addresses and names."""
    titles = {
        known: f"{known} {rule.title[language()]}"
        for system in game.systems()
        for known, rule in system.rulebook().items()
    }
    likely = game.similar_ids(rule_id, titles)
    return {reverse("collection:rule", args=[like]): titles[like] for like in likely}


def checks_on(rule_id: str, book: game.Rulebook) -> dict[str, Any]:
    """What rests on a rule, and the rules of other sections that the same checks rest on."""
    resting = game.checks_resting_on(rule_id)
    together = dict.fromkeys(other for check in resting for other in check.rules if other in book)
    elsewhere = [o for o in together if book[o].section != book[rule_id].section]
    return {
        "army_checks": [_resting(check) for check in resting if not check.in_skirmish],
        "order_checks": [_resting(check) for check in resting if check.in_skirmish],
        "related": [rule_text(book[other]) for other in elsewhere],
    }


def _resting(check: game.RestingCheck) -> Resting:
    return Resting(check.code, tuple(_told(check.example(language()))))


def _told(sentence: str) -> Iterator[tuple[str, str]]:
    """A sentence in parts: "AOD-102 Hatchetman" is one with its id, as far as the catalogue knows
    the number and the name; the rule book is read without a catalogue too."""
    end = 0
    for found in ITEM.finditer(sentence):
        item, start = found[0], found.end()
        names = _names(item)
        if not names:
            continue
        name = next((name for name in names if sentence.startswith(f" {name}", start)), "")
        yield sentence[end : found.start()], ""
        end = start + len(name) + bool(name)
        yield sentence[found.start() : end], item
    yield sentence[end:], ""


def _names(item: str) -> list[str]:
    """What a figure or card may be called in a sentence, the longest first."""
    try:
        known = game.catalogue()
    except game.CatalogueNotLoaded:
        return []
    unit, card = known.unit(item), known.cards.get(item)
    names = {unit.full_name, unit.name} if unit else set()
    names |= {card.name, card.name_in(language())} if card else set()
    return sorted(names, key=len, reverse=True)
