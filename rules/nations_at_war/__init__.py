"""Nations At War as far as its document goes: cup, impulses, command, rally, movement, transport.

What the document leaves out (combat, line of sight, terrain costs, victory) is handed in by whoever
plays and never guessed.
"""

from rules.nations_at_war.events import AnyEvent, CommandCheck, InCommand, NotSupplied, Rally
from rules.nations_at_war.grid import Grid
from rules.nations_at_war.guide.briefing import Briefing, CommandOfHex, RallyOfHex, brief
from rules.nations_at_war.hexes import Hex, distance, neighbours
from rules.nations_at_war.match import NationsMatch
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.position import BothSides
from rules.nations_at_war.state import Formation, Setup, State
from rules.nations_at_war.tabletop import called, read_legs
from rules.nations_at_war.telling import read_events, tell

__all__ = [
    "AnyEvent",
    "BothSides",
    "Briefing",
    "CommandCheck",
    "CommandOfHex",
    "Formation",
    "Grid",
    "Hex",
    "InCommand",
    "Moment",
    "NationsMatch",
    "NotSupplied",
    "Rally",
    "RallyOfHex",
    "Setup",
    "State",
    "brief",
    "called",
    "distance",
    "neighbours",
    "read_events",
    "read_legs",
    "tell",
]
