"""The log of a game in pages: so many steps at a time, from the first one on."""

from dataclasses import dataclass

from django.http import HttpRequest

from armybuilder.skirmishes.models import Skirmish
from collection.common.numbers import whole_number

#: Steps told on one page of a log.
STEPS_OF_A_PAGE = 100


@dataclass(frozen=True)
class LogPage:
    """The steps of a game after so many and `until` a number, of `count`; a page of some pages."""

    after: int
    until: int
    count: int

    @property
    def first(self) -> int:
        """The number of its first step."""
        return self.after + 1

    @property
    def length(self) -> int:
        """How many steps it tells."""
        return self.until - self.after

    @property
    def number(self) -> int:
        """Its number among the pages."""
        return self.after // STEPS_OF_A_PAGE + 1

    @property
    def earlier(self) -> int | None:
        """The page before it, None for the first one."""
        return self.number - 1 if self.after else None

    @property
    def later(self) -> int | None:
        """The page behind it, None for the last one."""
        return self.number + 1 if self.until < self.count else None

    @property
    def last(self) -> int:
        """The number of the last page."""
        return _pages(self.count)


def log_page(request: HttpRequest, skirmish: Skirmish) -> LogPage:
    """The page of the log that the address names, the first one where it names none."""
    count = skirmish.steps.count()
    number = min(max(whole_number(request.GET.get("page", "")) or 1, 1), _pages(count))
    after = (number - 1) * STEPS_OF_A_PAGE
    return LogPage(after, min(after + STEPS_OF_A_PAGE, count), count)


def _pages(count: int) -> int:
    return max(-(-count // STEPS_OF_A_PAGE), 1)
