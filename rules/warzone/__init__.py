"""Warzone as far as its document goes: the movement chapter.

Line of sight, waiting, attacks, wounds and terrain costs belong to other chapters; they are handed
in by whoever plays and never guessed. What other programs use of its rules is named here.
"""

from rules.warzone.guide.deeds import walls_at
from rules.warzone.guide.section import Body, Section, section_of
from rules.warzone.match import WarzoneMatch
from rules.warzone.moment import Moment
from rules.warzone.orders.posture import may_take
from rules.warzone.position import Block, Gap, ModelData, Passage, Template
from rules.warzone.state import ModelState, Setup

__all__ = [
    "Block",
    "Body",
    "Gap",
    "ModelData",
    "ModelState",
    "Moment",
    "Passage",
    "Section",
    "Setup",
    "Template",
    "WarzoneMatch",
    "may_take",
    "section_of",
    "walls_at",
]
