"""Whether equipment is switched off before dice fall: the answers nobody need be asked for."""

import json

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.systems.age_of_destruction.present.choices import as_json
from armybuilder.systems.age_of_destruction.present.tables import Table
from rules import age_of_destruction as aod

ALWAYS, NEVER, ASK = "always", "never", "ask"


def answer_by_wish(table: Table, wish: str) -> Document | None:
    """The answer to the open question as a game is to have it, None where a person is asked:
    another question, or one that matters while nothing else is wished."""
    question = table.question
    if question is None or question.to != "deactivate" or not table.acts:
        return None
    if wish == ASK and aod.answer_matters(table.setup, table.state):
        return None
    off = question.options if wish == ALWAYS else ()
    answer = aod.Answer(to="deactivate", unit=question.unit, off=off)
    given: Document = json.loads(as_json(answer))
    return given
