"""Who looks at a game: what is shown, and what may be done, follows them and never who acts."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Looker:
    """Somebody at a table, by the seats in their `hands`, None for all that people play; the host
    began the game. While it `waits` for somebody to sit down nobody acts."""

    hands: frozenset[str] | None = None
    is_host: bool = True
    waits: bool = False

    def own(self, seats: Iterable[str]) -> list[str]:
        """Those of some seats that are theirs, in their order."""
        return [seat for seat in seats if self.hands is None or seat in self.hands]

    def acting(self, seats: Iterable[str]) -> list[str]:
        """Those of some seats for which they may act now."""
        return [] if self.waits else self.own(seats)


#: Whoever plays at one screen, with everybody there.
AT_ONE_SCREEN = Looker()
#: Somebody who only watches.
WATCHING = Looker(frozenset(), is_host=False)
