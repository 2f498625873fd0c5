"""Who owns what is built here, and the door to what is theirs."""

from dataclasses import dataclass
from typing import Self, TypeVar

from django.db import models
from django.db.models import Q

from armybuilder.models.user import User
from collection.people import hold

TOKEN_LENGTH = 43

Row = TypeVar("Row", bound=models.Model, covariant=True)


@dataclass(frozen=True)
class Owner:
    """Who builds: a member, or a visitor known only by the random token in their session."""

    member: User | None = None
    visitor: str = ""

    def hold(self) -> None:
        """Let other requests of a member wait until the transaction ends; a visitor has no row."""
        if self.member:
            hold(self.member)


class OwnedQuerySet(models.QuerySet[Row]):
    """Rows with the columns `owner` and `visitor`, of which one is filled."""

    def for_owner(self, owner: Owner) -> Self:
        """Those of one member or visitor; none for a visitor who has kept nothing."""
        if owner.member:
            return self.filter(owner=owner.member)
        return self.filter(visitor=owner.visitor) if owner.visitor else self.none()


def one_owner(name: str) -> models.CheckConstraint:
    """The constraint that a row belongs to a member or a visitor, and not to both."""
    of_member = Q(owner__isnull=False, visitor="")
    of_visitor = Q(owner__isnull=True) & ~Q(visitor="")
    return models.CheckConstraint(condition=of_member | of_visitor, name=name)
