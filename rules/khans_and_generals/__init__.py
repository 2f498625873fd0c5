"""Khans & Generals: armies and battles of any period, in centimetres."""

from rules.khans_and_generals.army.battles import USUAL_SIZES, limit_of, purse_of, terms
from rules.khans_and_generals.briefing import Brief, Card, Side, Staff, Value
from rules.khans_and_generals.match import Battle
from rules.khans_and_generals.records.card import card_of
from rules.khans_and_generals.records.entering import (
    FIELDS,
    TYPES,
    WEAPON_FIELDS,
    WEAPONS,
    EntryField,
    all_fields,
    read_card,
    weapon_field,
    word_of,
    write_card,
)
from rules.khans_and_generals.records.profile import read_profile
from rules.khans_and_generals.starting.agreement import (
    COUNTRIES,
    SEASONS,
    SEATS,
    SIZES,
    WITHOUT_ATTACKER,
    Agreement,
    Country,
    Force,
    Objected,
    Season,
    Seat,
    Told,
    agree,
    army_side,
)
from rules.khans_and_generals.starting.conditions import BATTLES, GROUNDS, grounds_of, weathers_of
from rules.khans_and_generals.starting.dealing import deal
from rules.khans_and_generals.starting.mustering import (
    Mustered,
    Settled,
    fielded,
    muster,
    objections,
    settle,
)
from rules.khans_and_generals.starting.relief import tables
from rules.khans_and_generals.starting.standing import drawn_up, zones

__all__ = [
    "BATTLES",
    "COUNTRIES",
    "FIELDS",
    "GROUNDS",
    "SEASONS",
    "SEATS",
    "SIZES",
    "TYPES",
    "USUAL_SIZES",
    "WEAPONS",
    "WEAPON_FIELDS",
    "WITHOUT_ATTACKER",
    "Agreement",
    "Battle",
    "Brief",
    "Card",
    "Country",
    "EntryField",
    "Force",
    "Mustered",
    "Objected",
    "Season",
    "Seat",
    "Settled",
    "Side",
    "Staff",
    "Told",
    "Value",
    "agree",
    "all_fields",
    "army_side",
    "card_of",
    "deal",
    "drawn_up",
    "fielded",
    "grounds_of",
    "limit_of",
    "muster",
    "objections",
    "purse_of",
    "read_card",
    "read_profile",
    "settle",
    "tables",
    "terms",
    "weapon_field",
    "weathers_of",
    "word_of",
    "write_card",
    "zones",
]
