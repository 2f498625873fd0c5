"""What sentences leave open, for tests that look at all of them."""

import string
from collections.abc import Mapping

from rules.core.wording import LANGUAGES, Texts


def bare(sentences: Mapping[str, Texts]) -> dict[str, set[str]]:
    """By code the parameters of a sentence that are told as they are, neither as a number with so
    many digits nor by a word of a vocabulary, in any language."""
    return {
        code: {
            name
            for language in LANGUAGES
            for _, name, spec, _ in string.Formatter().parse(texts[language])
            if name and not spec
        }
        for code, texts in sentences.items()
    }
