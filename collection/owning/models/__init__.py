"""What people own, and what they type and hand in to enter it."""

from collection.owning.models.copies import (
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
from collection.owning.models.imports import Mode, Outcome, StagedImport, StagedRow
from collection.owning.models.keypad import KeypadLine, Product
from collection.owning.models.showing import PhotoReport, ShownPhoto

__all__ = [
    "Change",
    "ChangeLine",
    "Collection",
    "Condition",
    "Copy",
    "Holding",
    "Invitation",
    "KeypadLine",
    "Loan",
    "Membership",
    "Mode",
    "Outcome",
    "Photo",
    "PhotoReport",
    "Product",
    "Role",
    "ShownPhoto",
    "StagedImport",
    "StagedRow",
]
