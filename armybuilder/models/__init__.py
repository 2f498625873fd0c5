"""The rows of the site."""

from armybuilder.models.evenings import Assignment, Evening, EveningEntry
from armybuilder.models.formats import EventFormat, FormatVersion
from armybuilder.models.groups import (
    BattleGroup,
    Cause,
    GroupRevision,
    JudgedState,
    KeptRecord,
    Visibility,
)
from armybuilder.models.owners import Owner
from armybuilder.models.reservations import Hold, Reservation, ReservedPiece
from armybuilder.models.skirmishes import Skirmish, SkirmishStep
from armybuilder.models.tokens import PersonalToken
from armybuilder.models.user import Theme, User

__all__ = [
    "Assignment",
    "BattleGroup",
    "Cause",
    "Evening",
    "EveningEntry",
    "EventFormat",
    "FormatVersion",
    "GroupRevision",
    "Hold",
    "JudgedState",
    "KeptRecord",
    "Owner",
    "PersonalToken",
    "Reservation",
    "ReservedPiece",
    "Skirmish",
    "SkirmishStep",
    "Theme",
    "User",
    "Visibility",
]
