"""What is wrong with drafts that say something in every cell: each fault at its place."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from collection.catalogue import selectors
from collection.catalogue.entering.drafts import Draft, Place, Record, misplaced_equipment, place_of
from collection.catalogue.entering.reasons import reason_in_words
from collection.catalogue.files import LoadRefused, figure_faults
from collection.catalogue.present import words

IN_LIST = re.compile(r"^\$\.figures\[(\d+)\]")


def misplaced(draft: Draft) -> list[tuple[Place, str]]:
    """Equipment of damage that is none of its weapon's, with the reason in words."""
    reason = _("This is no equipment of a weapon of the type “%s”.")
    return [
        (place, reason % words.RANGE_TYPES[printed])
        for place, printed in misplaced_equipment(draft)
    ]


def refusals(
    system: str, drafts: Sequence[Draft], records: Sequence[Record]
) -> list[tuple[Draft, Place, str]]:
    """What the rules' own reader finds wrong with the records of drafts, in words; one query."""
    found = []
    for problem in figure_faults(selectors.loaded_files(system), list(records)):
        place = IN_LIST.match(problem.path)
        if place is None:
            raise LoadRefused([problem])
        draft = drafts[int(place[1])]
        path = IN_LIST.sub("$", problem.path)
        at = place_of(path, problem.reason, draft.sheet)
        found.append((draft, at, reason_in_words(problem.reason)))
    return found
