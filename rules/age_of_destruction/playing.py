"""What a program needs to have Age of Destruction played: from two battle groups to the winner.

Only names from the rooms below; the site takes them from here.
"""

from rules.age_of_destruction.bots import COMMANDERS, Commander, RandomCommander, ordered
from rules.age_of_destruction.forecast.outlook import (
    Blow,
    Fate,
    Mending,
    Outlook,
    TooManyWays,
    outlook,
)
from rules.age_of_destruction.guide import (
    Detail,
    Halt,
    March,
    Option,
    RepairOdds,
    Way,
    deployment,
    details,
    disembarking,
    laying,
    leading,
    measure,
    needed,
    options,
    pace_of,
    put_down,
    straight_at,
    toward,
    towards_unit,
)
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import refusal_message
from rules.age_of_destruction.moment.scoring import recorded
from rules.age_of_destruction.moment.zones import zone_of
from rules.age_of_destruction.orders import read_order, write_order
from rules.age_of_destruction.orders.answer import Answer, open_question
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.orders.place_terrain import PlaceTerrain
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.orders.switch import Switch
from rules.age_of_destruction.orders.time_up import TimeUp
from rules.age_of_destruction.play.opening import (
    SEATS,
    Agreement,
    Side,
    opening,
    pool_by_lot,
    pool_of,
    records_named,
    swapped,
    terrain_pieces,
)
from rules.age_of_destruction.play.play import begins_by_itself
from rules.age_of_destruction.play.rules import NothingLegal, advance, explain, is_stuck, who_acts
from rules.age_of_destruction.play.rulings import CHOICES as RULING_CHOICES
from rules.age_of_destruction.play.rulings import EARLIER, RULINGS
from rules.age_of_destruction.play.saved_game import (
    as_begun,
    fingerprint,
    read_events,
    read_state,
    write_events,
    write_record,
    write_state,
)
from rules.age_of_destruction.play.scenario import Scenario, read_scenario
from rules.age_of_destruction.play.terms import departures
from rules.age_of_destruction.state.events import (
    AnyEvent,
    AttackRolled,
    GameEnded,
    HeatChanged,
    Moved,
)
from rules.age_of_destruction.state.evolve import evolve
from rules.age_of_destruction.state.legs import write_leg
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import Question, State
from rules.age_of_destruction.steps.laying import laid
from rules.age_of_destruction.table.terrain import Terrain
from rules.age_of_destruction.telling import Line, Names, Prompt, Sum, ask, tell, unit_names
from rules.age_of_destruction.telling.summary import Record, reckoned
from rules.core.dice import Dice, RecordedDice, SeededDice
from rules.core.geometry import bearing

__all__ = [
    "COMMANDERS",
    "EARLIER",
    "RULINGS",
    "RULING_CHOICES",
    "SEATS",
    "Agreement",
    "Answer",
    "AnyEvent",
    "AttackRolled",
    "Blow",
    "Commander",
    "Detail",
    "Dice",
    "Fate",
    "Field",
    "Fitted",
    "GameEnded",
    "Halt",
    "HeatChanged",
    "Line",
    "March",
    "Mending",
    "Move",
    "Moved",
    "Names",
    "NothingLegal",
    "Option",
    "Order",
    "Outlook",
    "Piece",
    "PlaceTerrain",
    "Prompt",
    "Question",
    "RandomCommander",
    "Ranged",
    "Record",
    "RecordedDice",
    "RepairOdds",
    "Scenario",
    "SeededDice",
    "Setup",
    "Side",
    "State",
    "Sum",
    "Switch",
    "Terrain",
    "TimeUp",
    "TooManyWays",
    "Way",
    "advance",
    "as_begun",
    "ask",
    "bearing",
    "begins_by_itself",
    "departures",
    "deployment",
    "details",
    "disembarking",
    "evolve",
    "explain",
    "fingerprint",
    "is_stuck",
    "laid",
    "laying",
    "leading",
    "measure",
    "needed",
    "open_question",
    "opening",
    "options",
    "ordered",
    "outlook",
    "pace_of",
    "pool_by_lot",
    "pool_of",
    "put_down",
    "read_events",
    "read_order",
    "read_scenario",
    "read_state",
    "reckoned",
    "recorded",
    "records_named",
    "refusal_message",
    "straight_at",
    "swapped",
    "tell",
    "terrain_pieces",
    "toward",
    "towards_unit",
    "unit_names",
    "who_acts",
    "write_events",
    "write_leg",
    "write_order",
    "write_record",
    "write_state",
    "zone_of",
]
