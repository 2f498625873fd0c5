"""Taking turns: a bounded number at once, and no more than some of them for one address."""

import asyncio
from collections import Counter


class NoPlace(Exception):
    """Nobody left in time."""


class Places:
    """Places taken in the order of asking, passing over addresses that have their share."""

    def __init__(self, *, at_once: int, for_one: int) -> None:
        self.at_once = at_once
        self.for_one = for_one
        self.taken: Counter[str] = Counter()
        self.waiting: list[tuple[str, asyncio.Future[None]]] = []

    def take_at_once(self, address: str) -> None:
        """Take a place; raises NoPlace where none is free."""
        if not self._has_room_for(address):
            raise NoPlace
        self.taken[address] += 1

    async def take(self, address: str, within: float) -> None:
        """Take a place; raises NoPlace where none came free within so many seconds."""
        if self._has_room_for(address):
            self.taken[address] += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((address, turn))
        try:
            await asyncio.wait_for(turn, within)
        except TimeoutError as error:
            raise NoPlace from error
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave(address)
            raise
        finally:
            self.waiting = [each for each in self.waiting if each[1] is not turn]

    def leave(self, address: str) -> None:
        """Give a place back, to the first in the queue who may have it."""
        self.taken[address] -= 1
        if not self.taken[address]:
            del self.taken[address]
        for waiting, turn in self.waiting:
            if not turn.done() and self._has_room_for(waiting):
                self.taken[waiting] += 1
                turn.set_result(None)
                return

    def _has_room_for(self, address: str) -> bool:
        return self.taken.total() < self.at_once and self.taken[address] < self.for_one
