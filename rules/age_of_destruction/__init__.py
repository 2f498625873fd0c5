"""MechWarrior: Age of Destruction: what other programs use of its rules, and no deeper."""

from rules.age_of_destruction.army.battle_group import (
    BattleGroup,
    CardChoice,
    Entry,
    GroupCard,
    read_group,
    write_group,
)
from rules.age_of_destruction.army.certificate import check_code
from rules.age_of_destruction.army.copies import copies_taken
from rules.age_of_destruction.army.differences import difference_message, differences
from rules.age_of_destruction.army.earlier_records import (
    read_record,
    record_change_message,
    record_changes,
    with_records,
    write_record,
)
from rules.age_of_destruction.army.edits import Change, apply_changes, read_change, write_change
from rules.age_of_destruction.army.event import EVENTS, EventFormat, parse_event, write_event
from rules.age_of_destruction.army.filling import Room
from rules.age_of_destruction.army.inline import figure_of, record_of
from rules.age_of_destruction.army.intents import WayOut, ways_out, write_way_out
from rules.age_of_destruction.army.offers import CardOffer, FigureOffer, card_offers, figure_offers
from rules.age_of_destruction.army.recruitment import recruiters
from rules.age_of_destruction.army.repair import Repair, repairs
from rules.age_of_destruction.army.repair_words import kept_message, repair_message, write_repair
from rules.age_of_destruction.army.suggest import closest_at, fill
from rules.age_of_destruction.army.verdict import (
    RULESET,
    UNDECIDED,
    UNFINISHED,
    Judgement,
    PieceFacts,
    Verdict,
    check_message,
    faction_name,
    validate,
    violation_message,
    write_verdict,
)
from rules.age_of_destruction.bots import COMMANDERS, RandomCommander, ordered
from rules.age_of_destruction.bots.contest import (
    Contest,
    Played,
    code_word,
    play_game,
    playing_version,
    set_up_contest,
    summary,
)
from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.errand import Beginning, Errands, errand_of
from rules.age_of_destruction.forecast.bouts import Meeting, asking, bout, may_ask, survival
from rules.age_of_destruction.forecast.outlook import (
    Blow,
    Fate,
    Mending,
    Outlook,
    TooManyWays,
    outlook,
)
from rules.age_of_destruction.forecast.proving_ground import (
    FittedClick,
    Fitting,
    Granted,
    Prospect,
    Situation,
    fitted_clicks,
    prospect,
    prospects,
)
from rules.age_of_destruction.forecast.public_view import as_seen
from rules.age_of_destruction.forecast.salvos import Landing, Salvo, salvo
from rules.age_of_destruction.guide import (
    Aim,
    Companion,
    Course,
    Crossing,
    Gait,
    Glance,
    March,
    Option,
    Roll,
    Sector,
    Together,
    against_march,
    aims,
    answer_matters,
    area_of,
    companions,
    course_to,
    details,
    gaits,
    glances,
    joint,
    joint_aims,
    march_gait,
    march_to,
    may_move,
    measure,
    needed,
    of_itself,
    options,
    reason_weight,
    roll_ahead,
    sectors,
    strikes,
    threat_of,
    together,
)
from rules.age_of_destruction.guide.claims import (
    ClaimRow,
    OpenKind,
    Ruled,
    open_kinds,
    rule_on,
    still_known,
)
from rules.age_of_destruction.guide.leftover import anything_left, still_to_order
from rules.age_of_destruction.guide.placing import movable, taken_up
from rules.age_of_destruction.match import SkirmishMatch
from rules.age_of_destruction.moment.ability import Equipment, HeatEffect
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import refusal_message
from rules.age_of_destruction.moment.scoring import occupiers, standings
from rules.age_of_destruction.moment.zones import zone_of
from rules.age_of_destruction.orders import FORMS, draft, read_order
from rules.age_of_destruction.orders.answer import Answer, open_question
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.claim import Claim
from rules.age_of_destruction.orders.deploy import Deploy
from rules.age_of_destruction.orders.dispute import ALLOWED_FROM, Dispute
from rules.age_of_destruction.orders.drafting import settled
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.orders.forms import Undraftable
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
    read_events,
    read_state,
    write_events,
    write_state,
)
from rules.age_of_destruction.play.saved_game import write_record as write_play_record
from rules.age_of_destruction.play.scenario import Scenario, read_scenario
from rules.age_of_destruction.records.alliances import DEFAULT_RELEASE
from rules.age_of_destruction.records.allying import (
    Condition,
    Way,
    conditions_together,
    ways_together,
)
from rules.age_of_destruction.records.cards import Card, canonical_card_id, parse_cost
from rules.age_of_destruction.records.catalogue import (
    Catalogue,
    CatalogueRefused,
    RecordProblem,
    read_catalogue,
    similar,
)
from rules.age_of_destruction.records.units import Click, Unit
from rules.age_of_destruction.records.vocabulary import MERCENARY, WEAPON_SLOTS
from rules.age_of_destruction.rule_checks import RestingCheck, checks_resting_on
from rules.age_of_destruction.starting.archetypes import ARCHETYPES
from rules.age_of_destruction.starting.dealing import (
    BUILD_TOTALS,
    ENOUGH,
    Dealer,
    Start,
    Wish,
)
from rules.age_of_destruction.starting.equipping import read_equipped
from rules.age_of_destruction.starting.fairness import Pair as FairPair
from rules.age_of_destruction.starting.fairness import Terms as FairTerms
from rules.age_of_destruction.starting.fairness import pairs as fair_pairs
from rules.age_of_destruction.starting.meters import Meter, list_meters
from rules.age_of_destruction.starting.strength import read_strengths
from rules.age_of_destruction.starting.telling import (
    archetype_title,
    faction_nature,
    list_name,
    list_reason,
)
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.events import (
    AnyEvent,
    AttackRolled,
    Captured,
    Damaged,
    DisputeRolled,
    Eliminated,
    GameEnded,
    HeatChanged,
    Moved,
    OrderFinished,
    OrderGiven,
    SalvoLanded,
    SetUpContinued,
    TurnEnded,
    TurnStarted,
    UnitWithdrawn,
)
from rules.age_of_destruction.state.evolve import evolve
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import Question, State
from rules.age_of_destruction.steps.deploying import to_deploy
from rules.age_of_destruction.steps.laying import laid
from rules.age_of_destruction.steps.victory import totals
from rules.age_of_destruction.system import AGE_OF_DESTRUCTION
from rules.age_of_destruction.system import Edition as AgeOfDestructionEdition
from rules.age_of_destruction.table.terrain import Terrain
from rules.age_of_destruction.telling import (
    Chapter,
    Episode,
    Line,
    Names,
    Prompt,
    Sum,
    ask,
    chapters,
    part_name,
    tell,
)
from rules.age_of_destruction.telling.course import Moment, TurningPoint, course, turning_points
from rules.age_of_destruction.telling.summary import Record, reckoned
from rules.core.orders import write_order
from rules.core.saved_game import fingerprint
