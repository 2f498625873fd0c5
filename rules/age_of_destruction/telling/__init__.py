"""A skirmish in words, English and Polish: the log, what players are asked, the names of units.

Nothing here decides a rule; events and questions carry all that is said.
"""

from rules.age_of_destruction.telling.chapters import Aside, Chapter, Episode, chapters
from rules.age_of_destruction.telling.lines import Line, Sum, tell
from rules.age_of_destruction.telling.names import Names, part_name, unit_names
from rules.age_of_destruction.telling.prompts import Prompt, ask

__all__ = [
    "Aside",
    "Chapter",
    "Episode",
    "Line",
    "Names",
    "Prompt",
    "Sum",
    "ask",
    "chapters",
    "part_name",
    "tell",
    "unit_names",
]
