"""The rows of the site."""

from armybuilder.models.user import Theme, User

__all__ = ["Theme", "User"]
