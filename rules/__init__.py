"""Rules of the games, pure Python: the site and other programs import from here and no deeper."""

from rules.age_of_destruction import playing
from rules.age_of_destruction.army.battle_group import (
    RULINGS,
    BattleGroup,
    CardChoice,
    Entry,
    GroupCard,
    Load,
    read_group,
    write_group,
)
from rules.age_of_destruction.army.certificate import check_code
from rules.age_of_destruction.army.differences import (
    Difference,
    difference_message,
    differences,
)
from rules.age_of_destruction.army.earlier_records import (
    RecordChange,
    read_record,
    record_change_message,
    record_changes,
    with_records,
    write_record,
)
from rules.age_of_destruction.army.edits import Change, apply_changes, read_change, write_change
from rules.age_of_destruction.army.event import (
    EVENTS,
    EventFormat,
    UnitRange,
    parse_event,
    write_event,
)
from rules.age_of_destruction.army.filling import Room
from rules.age_of_destruction.army.inline import figure_of, record_of
from rules.age_of_destruction.army.offers import (
    CardOffer,
    FigureOffer,
    card_offers,
    figure_offers,
)
from rules.age_of_destruction.army.recruitment import recruiters
from rules.age_of_destruction.army.repair import Repair, repairs
from rules.age_of_destruction.army.repair_words import kept_message, repair_message, write_repair
from rules.age_of_destruction.army.suggest import closest_at, fill
from rules.age_of_destruction.army.verdict import (
    RULESET,
    UNDECIDED,
    UNFINISHED,
    PieceFacts,
    Verdict,
    check_message,
    faction_name,
    validate,
    violation_message,
    write_verdict,
)
from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.forecast.bouts import Meeting, asking, bout, may_ask, survival
from rules.age_of_destruction.forecast.odds import Odds
from rules.age_of_destruction.forecast.outlook import Fate, Outlook, TooManyWays
from rules.age_of_destruction.forecast.proving_ground import (
    FittedClick,
    Fitting,
    Granted,
    Prospect,
    Situation,
    fitted_clicks,
    prospects,
)
from rules.age_of_destruction.moment.ability import Equipment, HeatEffect
from rules.age_of_destruction.records.alliances import Alliances
from rules.age_of_destruction.records.allying import Way, ways_together
from rules.age_of_destruction.records.cards import Card, parse_cost
from rules.age_of_destruction.records.catalogue import (
    Catalogue,
    CatalogueRefused,
    RecordProblem,
    read_catalogue,
    similar,
)
from rules.age_of_destruction.records.units import Click, Unit, Weapon
from rules.age_of_destruction.records.vocabulary import MERCENARY, WEAPON_SLOTS
from rules.age_of_destruction.rule_checks import RestingCheck, checks_resting_on
from rules.age_of_destruction.system import AGE_OF_DESTRUCTION
from rules.age_of_destruction.telling import part_name
from rules.core.codec import (
    Unreadable,
    canonical_json,
    digest,
    parse_json,
    read_json_file,
    refuse_unwritable,
    write_unreadable,
)
from rules.core.rulebook import Rule, Rulebook
from rules.core.system import GameSystem
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
    "ABILITIES",
    "AGE_OF_DESTRUCTION",
    "EVENTS",
    "GAME_SYSTEMS",
    "KHANS_AND_GENERALS",
    "MERCENARY",
    "RULESET",
    "RULINGS",
    "UNDECIDED",
    "UNFINISHED",
    "WEAPON_SLOTS",
    "Alliances",
    "BattleGroup",
    "Card",
    "CardChoice",
    "CardOffer",
    "Catalogue",
    "CatalogueRefused",
    "Change",
    "Check",
    "Click",
    "Difference",
    "Entry",
    "Equipment",
    "EventFormat",
    "Fate",
    "FigureOffer",
    "FittedClick",
    "Fitting",
    "GameSystem",
    "Granted",
    "GroupCard",
    "HeatEffect",
    "Load",
    "Meeting",
    "Odds",
    "Outlook",
    "Part",
    "PieceFacts",
    "Prospect",
    "RecordChange",
    "RecordProblem",
    "Repair",
    "RestingCheck",
    "Room",
    "Rule",
    "Rulebook",
    "Situation",
    "Tally",
    "TooManyWays",
    "Unit",
    "UnitRange",
    "Unreadable",
    "Verdict",
    "Violation",
    "Way",
    "Weapon",
    "apply_changes",
    "asking",
    "bout",
    "canonical_json",
    "card_offers",
    "check_code",
    "check_message",
    "checks_resting_on",
    "closest_at",
    "difference_message",
    "differences",
    "digest",
    "faction_name",
    "figure_of",
    "figure_offers",
    "fill",
    "fitted_clicks",
    "kept_message",
    "may_ask",
    "parse_cost",
    "parse_event",
    "parse_json",
    "part_name",
    "playing",
    "prospects",
    "read_catalogue",
    "read_change",
    "read_group",
    "read_json_file",
    "read_record",
    "record_change_message",
    "record_changes",
    "record_of",
    "recruiters",
    "refuse_unwritable",
    "repair_message",
    "repairs",
    "similar",
    "survival",
    "validate",
    "violation_message",
    "ways_together",
    "with_records",
    "write_change",
    "write_event",
    "write_group",
    "write_record",
    "write_repair",
    "write_unreadable",
    "write_verdict",
]
