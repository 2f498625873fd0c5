"""Rules of the games, pure Python: every system, and the values they share.

What one game alone has stands in its own package; other programs import from there and from here,
and no deeper.
"""

from rules.age_of_destruction.system import AGE_OF_DESTRUCTION
from rules.core.army import (
    Add,
    ArmyEntry,
    Choose,
    Edit,
    NoSuchPlace,
    Offer,
    Offers,
    Recount,
    Remove,
    Setting,
    read_verdict,
)
from rules.core.army import Verdict as ArmyVerdict
from rules.core.codec import (
    Unreadable,
    canonical_json,
    digest,
    parse_json,
    read_json_file,
    refuse_unwritable,
    write_unreadable,
)
from rules.core.dice import Dice, RecordedDice, SeededDice
from rules.core.game import OrderRefused
from rules.core.geometry import middle
from rules.core.ordering import Field, Form, LegalOrder, typed_of
from rules.core.picture import Area, Mark, Picture, Piece
from rules.core.rulebook import Rule, Rulebook
from rules.core.system import (
    Army,
    Building,
    Document,
    Edition,
    GameSystem,
    Match,
    NothingLegal,
    Play,
    Records,
    Standing,
    Tabletop,
    Taken,
)
from rules.core.tally import Part, Tally
from rules.core.violations import Check, Violation
from rules.khans_and_generals.system import KHANS_AND_GENERALS
from rules.nations_at_war.system import NATIONS_AT_WAR
from rules.warzone.system import WARZONE

#: Every game system by the name its files carry.
GAME_SYSTEMS: dict[str, GameSystem] = {
    system.name: system
    for system in (AGE_OF_DESTRUCTION, KHANS_AND_GENERALS, NATIONS_AT_WAR, WARZONE)
}

__all__ = [
    "GAME_SYSTEMS",
    "Add",
    "Area",
    "Army",
    "ArmyEntry",
    "ArmyVerdict",
    "Building",
    "Check",
    "Choose",
    "Dice",
    "Document",
    "Edit",
    "Edition",
    "Field",
    "Form",
    "GameSystem",
    "LegalOrder",
    "Mark",
    "Match",
    "NoSuchPlace",
    "NothingLegal",
    "Offer",
    "Offers",
    "OrderRefused",
    "Part",
    "Picture",
    "Piece",
    "Play",
    "RecordedDice",
    "Records",
    "Recount",
    "Remove",
    "Rule",
    "Rulebook",
    "SeededDice",
    "Setting",
    "Standing",
    "Tabletop",
    "Taken",
    "Tally",
    "Unreadable",
    "Violation",
    "canonical_json",
    "digest",
    "middle",
    "parse_json",
    "read_json_file",
    "read_verdict",
    "refuse_unwritable",
    "typed_of",
    "write_unreadable",
]
