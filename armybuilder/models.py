"""Where Django finds the rows of the rooms."""

from armybuilder.clubs import models as clubs
from armybuilder.groups import models as groups
from armybuilder.jobs import models as jobs
from armybuilder.library import models as library
from armybuilder.moderation import models as moderation
from armybuilder.offline import models as offline
from armybuilder.push import models as push
from armybuilder.scenarios import models as scenarios
from armybuilder.site import models as site
from armybuilder.skirmishes import models as skirmishes

__all__ = [
    "clubs",
    "groups",
    "jobs",
    "library",
    "moderation",
    "offline",
    "push",
    "scenarios",
    "site",
    "skirmishes",
]
