"""How a sentence is entered for a kind of event."""

from collections.abc import Callable
from typing import Any

from rules.age_of_destruction.state import events
from rules.age_of_destruction.telling.names import Names

Words = str | None
Sentence = Callable[[Any, Names], Words]

SENTENCES: dict[type[Any], Sentence] = {}


def says(*kinds: type[Any]) -> Callable[[Sentence], Sentence]:
    """Enter the function that words events of some kinds."""

    def enter(sentence: Sentence) -> Sentence:
        SENTENCES.update(dict.fromkeys(kinds, sentence))
        return sentence

    return enter


@says(
    events.OrderFinished,
    events.Asked,
    events.Answered,
    events.OnceUsed,
    events.OrderStageBegan,
)
def _nothing(event: events.AnyEvent, names: Names) -> None:
    """What the lines around it say already."""
