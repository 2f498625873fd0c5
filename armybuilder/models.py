"""Where Django finds the rows of the rooms."""

from armybuilder.clubs import models as clubs
from armybuilder.groups import models as groups
from armybuilder.site import models as site
from armybuilder.skirmishes import models as skirmishes

__all__ = ["clubs", "groups", "site", "skirmishes"]
