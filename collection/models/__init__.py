"""The rows of the catalogue and of a person's collection."""

from collection.models.catalogue import (
    Card,
    CatalogueFile,
    CatalogueVersion,
    ExpansionSet,
    Faction,
    Figure,
)
from collection.models.clubs import Club, ClubInvitation, ClubMember, ClubRole, Pledge
from collection.models.contributions import (
    CatalogueEntry,
    Contribution,
    Decision,
    EntryRevision,
    FigureReport,
    HowSure,
)
from collection.models.keypad import KeypadLine, Product
from collection.models.owning import (
    Change,
    ChangeLine,
    Collection,
    Condition,
    Copy,
    Holding,
    Invitation,
    Loan,
    Membership,
    Photo,
    Role,
)
from collection.models.staging import Mode, Outcome, StagedImport, StagedRow
from collection.models.trading import Partners, Proposal, ProposalLine, TradeList

__all__ = [
    "Card",
    "CatalogueEntry",
    "CatalogueFile",
    "CatalogueVersion",
    "Change",
    "ChangeLine",
    "Club",
    "ClubInvitation",
    "ClubMember",
    "ClubRole",
    "Collection",
    "Condition",
    "Contribution",
    "Copy",
    "Decision",
    "EntryRevision",
    "ExpansionSet",
    "Faction",
    "Figure",
    "FigureReport",
    "Holding",
    "HowSure",
    "Invitation",
    "KeypadLine",
    "Loan",
    "Membership",
    "Mode",
    "Outcome",
    "Partners",
    "Photo",
    "Pledge",
    "Product",
    "Proposal",
    "ProposalLine",
    "Role",
    "StagedImport",
    "StagedRow",
    "TradeList",
]
