"""Words for codes, one table a language.

A template names its parameters in braces. A format after the colon picks the words for a value:
a noun counts it ("{excess:points}" gives "1 point", "2 points"; Polish has three forms), a
vocabulary translates it ("{required:class}"). Lists are joined with commas.
"""

import string
import tomllib
from collections.abc import Mapping
from typing import Any

LANGUAGES = ("en", "pl")
Texts = Mapping[str, str]


def plural_form(number: int, language: str) -> int:
    """Which of a noun's forms goes with a number: 0 singular, 1 plural, 2 the Polish genitive."""
    if language != "pl":
        return 0 if number == 1 else 1
    if number == 1:
        return 0
    last_two, last = number % 100, number % 10
    return 1 if 2 <= last <= 4 and not 12 <= last_two <= 14 else 2


def begun(text: str) -> str:
    """A text as a sentence begins, with a capital; a first word that holds anything but letters
    stays as it is ("r1", "d20")."""
    first = text.split(maxsplit=1)[0].rstrip(",:;") if text.strip() else ""
    return text[0].upper() + text[1:] if first.isalpha() else text


class Title(str):
    """A text that is English as plain text and has a Polish form beside it."""

    polish: str

    def __new__(cls, english: str, polish: str) -> "Title":
        title = super().__new__(cls, english)
        title.polish = polish
        return title

    def __reduce__(self) -> tuple[type["Title"], tuple[str, str]]:
        """Both forms, for a copy in another process."""
        return Title, (str(self), self.polish)

    def in_language(self, language: str) -> str:
        """The name in "en" or "pl"."""
        return self.polish if language == "pl" else str(self)


class Wording:
    """The sentences of one game system, by code and language.

    Built from a table of `{code: {"en": …, "pl": …}}` plus `nouns` (code → language → forms) and
    `words` (vocabulary → value → language → word).
    """

    def __init__(
        self,
        sentences: Mapping[str, Texts],
        nouns: Mapping[str, Mapping[str, list[str]]],
        words: Mapping[str, Mapping[str, Texts]],
    ) -> None:
        self.sentences = sentences
        self.nouns = nouns
        self.words = words
        self._formatters = {language: _Formatter(self, language) for language in LANGUAGES}

    @classmethod
    def from_toml(cls, *texts: str) -> "Wording":
        """Read wording from TOML texts; raises ValueError when two texts word the same code."""
        sentences: dict[str, Texts] = {}
        nouns: dict[str, Mapping[str, list[str]]] = {}
        words: dict[str, Mapping[str, Texts]] = {}
        for text in texts:
            table = tomllib.loads(text)
            nouns |= table.pop("nouns", {})
            words |= table.pop("words", {})
            if twice := sentences.keys() & table.keys():
                raise ValueError(f"worded twice: {', '.join(sorted(twice))}")
            sentences |= table
        return cls(sentences, nouns, words)

    def beside(self, other: "Wording") -> "Wording":
        """These sentences, able to use the nouns and words of another table too."""
        return Wording(self.sentences, {**other.nouns, **self.nouns}, {**other.words, **self.words})

    def say(self, code: str, params: Mapping[str, Any], language: str = "en") -> str:
        """The sentence for a code; raises KeyError for a code or parameter without words."""
        return self._formatters[language].vformat(self.sentences[code][language], (), params)

    def fill(self, text: Title, params: Mapping[str, Any], language: str = "en") -> str:
        """A text with its parameters; raises KeyError for one that is missing."""
        return self._formatters[language].vformat(text.in_language(language), (), params)

    def word(self, vocabulary: str, value: str, language: str = "en") -> str:
        """The word for a value; the value itself when the vocabulary lacks it (a proper name)."""
        texts = self.words[vocabulary].get(value)
        return texts[language] if texts else value


class _Formatter(string.Formatter):
    def __init__(self, wording: Wording, language: str) -> None:
        self.wording = wording
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if value is None and "None" not in self.wording.words.get(format_spec, {}):
            return "–"
        if format_spec in self.wording.nouns:
            forms = self.wording.nouns[format_spec][self.language]
            return f"{value} {forms[plural_form(value, self.language)]}"
        if isinstance(value, (list, tuple)):
            return ", ".join(self.format_field(item, format_spec) for item in value) or "–"
        if format_spec in self.wording.words:
            return self.wording.word(format_spec, str(value), self.language)
        if isinstance(value, Title):
            return value.in_language(self.language)
        return format(value, format_spec)
