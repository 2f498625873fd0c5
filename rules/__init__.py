"""Rules of the games, pure Python: every system, and the values they share.

What one game alone has stands in its own package; other programs import from there and from here,
and no deeper.
"""

from rules.age_of_destruction.system import AGE_OF_DESTRUCTION
from rules.core.about import About
from rules.core.army import (
    Add,
    ArmyEntry,
    Choose,
    Edit,
    Gauge,
    Mend,
    NoSuchPlace,
    Offer,
    Offers,
    Overview,
    Recount,
    Remove,
    Renew,
    Section,
    Setting,
    read_mends,
    read_verdict,
)
from rules.core.army import Card as ArmyCard
from rules.core.army import Value as CardValue
from rules.core.army import Verdict as ArmyVerdict
from rules.core.calculators import Ask, Calculator, Need, Preset, Worked
from rules.core.calculators import Prospect as CalculatorProspect
from rules.core.calculators import Sum as CalculatorSum
from rules.core.codec import (
    Unreadable,
    canonical_json,
    digest,
    parse_json,
    read_json_file,
    refuse_unwritable,
    write_unreadable,
)
from rules.core.dice import (
    Dice,
    Die,
    DieNeeded,
    FacesLeft,
    FaceWrong,
    RecordedDice,
    SeededDice,
    Throw,
)
from rules.core.game import Differs, OrderRefused, agrees
from rules.core.geometry import middle
from rules.core.hands import Aim, Hands, MenuLine, Pace, Reach, Region, Spot, Way
from rules.core.intervals import wilson
from rules.core.ordering import Choice, DieWords, Field, Form, LegalOrder, typed_of
from rules.core.palette import Palette
from rules.core.picture import Area, Mark, Measure, Picture, Piece, Tone
from rules.core.plan import Change, Entry, NoSuchThing, Plan, Thing
from rules.core.rulebook import Rule, Rulebook
from rules.core.system import (
    NO_SHELF,
    Army,
    Building,
    Document,
    Edition,
    GameSystem,
    Match,
    NothingLegal,
    Opening,
    Play,
    Records,
    SavedGame,
    SavedStep,
    Shelf,
    Standing,
    Tabletop,
    Taken,
)
from rules.core.tally import Part, Tally
from rules.core.trials import Trial, trial
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
    "NO_SHELF",
    "About",
    "Add",
    "Aim",
    "Area",
    "Army",
    "ArmyCard",
    "ArmyEntry",
    "ArmyVerdict",
    "Ask",
    "Building",
    "Calculator",
    "CalculatorProspect",
    "CalculatorSum",
    "CardValue",
    "Change",
    "Check",
    "Choice",
    "Choose",
    "Dice",
    "Die",
    "DieNeeded",
    "DieWords",
    "Differs",
    "Document",
    "Edit",
    "Edition",
    "Entry",
    "FaceWrong",
    "FacesLeft",
    "Field",
    "Form",
    "GameSystem",
    "Gauge",
    "Hands",
    "LegalOrder",
    "Mark",
    "Match",
    "Measure",
    "Mend",
    "MenuLine",
    "Need",
    "NoSuchPlace",
    "NoSuchThing",
    "NothingLegal",
    "Offer",
    "Offers",
    "Opening",
    "OrderRefused",
    "Overview",
    "Pace",
    "Palette",
    "Part",
    "Picture",
    "Piece",
    "Plan",
    "Play",
    "Preset",
    "Reach",
    "RecordedDice",
    "Records",
    "Recount",
    "Region",
    "Remove",
    "Renew",
    "Rule",
    "Rulebook",
    "SavedGame",
    "SavedStep",
    "Section",
    "SeededDice",
    "Setting",
    "Shelf",
    "Spot",
    "Standing",
    "Tabletop",
    "Taken",
    "Tally",
    "Thing",
    "Throw",
    "Tone",
    "Trial",
    "Unreadable",
    "Violation",
    "Way",
    "Worked",
    "agrees",
    "canonical_json",
    "digest",
    "middle",
    "parse_json",
    "read_json_file",
    "read_mends",
    "read_verdict",
    "refuse_unwritable",
    "trial",
    "typed_of",
    "wilson",
    "write_unreadable",
]
