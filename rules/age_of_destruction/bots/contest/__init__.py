"""Many skirmishes between two battle groups under commanders, and what they show."""

from rules.age_of_destruction.bots.contest.game import Contest, Played, play_game
from rules.age_of_destruction.bots.contest.reading import NotPlayable, read_fighter, set_up_contest
from rules.age_of_destruction.bots.contest.summary import code_word, summary, summary_lines
from rules.age_of_destruction.bots.contest.version import playing_version

__all__ = [
    "Contest",
    "NotPlayable",
    "Played",
    "code_word",
    "play_game",
    "playing_version",
    "read_fighter",
    "set_up_contest",
    "summary",
    "summary_lines",
]
