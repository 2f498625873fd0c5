"""The rule book is whole, and every finding rests on it and can be said in both languages."""

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from string import Formatter

import pytest

from rules.age_of_destruction import AGE_OF_DESTRUCTION
from rules.age_of_destruction.army.findings import CODES, QUESTIONS, WORDING, Question
from rules.age_of_destruction.moment.refusals import RULES
from rules.age_of_destruction.rule_checks import RestingCheck
from rules.core.wording import LANGUAGES, Title, Wording, plural_form
from rules.tests.army import catalogue

EXAMPLES = files("rules.age_of_destruction").joinpath("examples.toml")
RULEBOOK = AGE_OF_DESTRUCTION.rulebook()


def placeholders(text: str) -> set[tuple[str, str]]:
    """The parameters a sentence names, with their formats."""
    return {(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name}


def test_the_rule_book_has_656_rules() -> None:
    assert len(RULEBOOK) == 656
    assert {rule.kind for rule in RULEBOOK.values()} == {"build", "setup", "play", "score"}


def is_whole(texts: Mapping[str, str]) -> bool:
    return texts.keys() == set(LANGUAGES) and all(words.strip() for words in texts.values())


def test_every_rule_is_called_by_its_area_and_number() -> None:
    for rule_id in RULEBOOK:
        assert re.fullmatch(r"AOD-[A-Z]+-\d{3}", rule_id)


def test_every_section_has_its_name_in_both_languages() -> None:
    assert all(map(is_whole, RULEBOOK.sections.values()))


@pytest.mark.parametrize("code", CODES)
def test_a_violation_rests_on_rules_of_the_book(code: str) -> None:
    assert set(CODES[code].rules) <= RULEBOOK.keys()
    assert CODES[code].rules or code == "FIELD_UNKNOWN"
    assert CODES[code].severity in ("error", "warning", "note")


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.topic)
def test_a_check_rests_on_rules_of_the_book(question: Question) -> None:
    assert set(question.rules) <= RULEBOOK.keys()
    assert question.topic in WORDING.sentences


def test_no_topic_is_asked_twice() -> None:
    topics = [question.topic for question in QUESTIONS]
    assert len(topics) == len(set(topics))


@pytest.mark.parametrize("code", WORDING.sentences)
def test_both_languages_use_known_words(code: str) -> None:
    """A sentence may leave a parameter out, but formats none by unknown words."""
    for language in LANGUAGES:
        text = WORDING.sentences[code][language]
        assert text.strip()
        for _, spec in placeholders(text):
            assert not spec or spec in WORDING.nouns or spec in WORDING.words or "." in spec


@pytest.mark.parametrize("in_skirmish", [False, True])
def test_every_check_says_something_of_a_case_in_both_languages(in_skirmish: bool) -> None:
    for code in RULES if in_skirmish else CODES:
        check = RestingCheck(code, in_skirmish, ())
        english, polish = check.example("en"), check.example("pl")
        assert english != polish
        assert not re.search(r"…|–|None", english + polish), code


def test_examples_are_of_checks_and_figures_there_are() -> None:
    examples = tomllib.loads(EXAMPLES.read_text("utf-8"))
    for part, codes in (("army", CODES), ("orders", RULES)):
        own = {name for name, value in examples[part].items() if name.isupper()}
        assert own <= codes.keys()
    named = re.findall(r"\b((?:AOD|DA|CA)-(?:[A-Z]+-)?\d{3})\b", EXAMPLES.read_text("utf-8"))
    assert named and all(catalogue().unit(item) or catalogue().card(item) for item in named)


def test_vocabularies_are_in_both_languages() -> None:
    assert all(
        set(LANGUAGES) <= texts.keys() for w in WORDING.words.values() for texts in w.values()
    )
    for forms in WORDING.nouns.values():
        assert (len(forms["en"]), len(forms["pl"])) == (2, 3)


@pytest.mark.parametrize(
    ("number", "english", "polish"),
    [(0, 1, 2), (1, 0, 0), (2, 1, 1), (4, 1, 1), (5, 1, 2), (12, 1, 2), (22, 1, 1), (101, 1, 2)],
)
def test_the_forms_of_a_noun(number: int, english: int, polish: int) -> None:
    assert plural_form(number, "en") == english
    assert plural_form(number, "pl") == polish


def test_a_sentence_with_nouns_vocabularies_and_lists() -> None:
    wording = Wording.from_toml(
        """
        [over]
        en = "{excess:points} over; {kinds:type} of {faction:type}."
        pl = "{excess:points} ponad; {kinds:type}, {faction:type}."
        [nouns.points]
        en = ["point", "points"]
        pl = ["punkt", "punkty", "punktów"]
        [words.type]
        mech = { en = "'Mech", pl = "Mech" }
        """
    )
    params = {"excess": 5, "kinds": ["mech", "Wolf"], "faction": None}
    assert wording.say("over", params) == "5 points over; 'Mech, Wolf of –."
    assert wording.say("over", params, "pl") == "5 punktów ponad; Mech, Wolf, –."
    with pytest.raises(KeyError):
        wording.say("over", {"excess": 5})


def test_a_title_is_said_in_the_language_of_the_sentence() -> None:
    wording = Wording({"lost": {"en": "Lost: {cards}.", "pl": "Brak: {cards}."}}, {}, {})
    params = {"cards": ["AOD-102", Title("AOD-G-002 Evade", "AOD-G-002 Uniki")]}
    assert wording.say("lost", params) == "Lost: AOD-102, AOD-G-002 Evade."
    assert wording.say("lost", params, "pl") == "Brak: AOD-102, AOD-G-002 Uniki."


def test_a_code_is_worded_once() -> None:
    with pytest.raises(ValueError, match="over"):
        Wording.from_toml('[over]\nen = ""\npl = ""', '[over]\nen = ""\npl = ""')
