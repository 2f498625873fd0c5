"""What others see of a member, so that nobody passes for somebody else."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from collection.common.names import look_of, marked


def person(user: Any) -> str:
    """The name of a member; an account without one stays without."""
    return user.shown_name or _("a member") if user else _("a former member")


def hold(user: Any) -> None:
    """Hold a person's row until the transaction ends. What one person may have only so many of is
    counted behind it, so that two requests at once do not both find room for the last one."""
    rows = get_user_model().objects.select_for_update(no_key=True).filter(pk=user.pk)
    list(rows.values_list("pk"))


class Circle:
    """People who meet each other here. Names that look like another one's carry a mark, which is
    the same wherever they are shown."""

    def __init__(self, people: Iterable[Any]) -> None:
        self._who: dict[str, set[int]] = {}
        for user in people:
            self._who.setdefault(look_of(person(user)), set()).add(user.pk)

    def name(self, user: Any) -> str:
        """The name of somebody of the circle, or of somebody who shows up in it."""
        name = person(user)
        if user is None or self._who.get(look_of(name), set()) <= {user.pk}:
            return name
        return marked(name, user.pk)
