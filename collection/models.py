"""Where Django finds the rows of the rooms."""

from collection.catalogue import models as catalogue
from collection.owning import models as owning

__all__ = ["catalogue", "owning"]
