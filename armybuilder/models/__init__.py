"""The rows of the site."""

from armybuilder.models.groups import BattleGroup, GroupRevision, Owner
from armybuilder.models.tokens import PersonalToken
from armybuilder.models.user import Theme, User

__all__ = ["BattleGroup", "GroupRevision", "Owner", "PersonalToken", "Theme", "User"]
