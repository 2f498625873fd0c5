"""Bots in games that are played at several screens: they act by themselves, whoever has the page
open."""

import logging
import threading
import time
from queue import SimpleQueue
from typing import Any

from django.db import connections
from django.dispatch import receiver

from armybuilder.groups.services.groups import StaleVersion
from armybuilder.skirmishes.changes import changed
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.games import GameStuck
from armybuilder.skirmishes.services import (
    GameTooLong,
    NotTheirTurn,
    TimeIsUp,
    let_commander_act,
)
from collection.common.busy import Busy

logger = logging.getLogger("armybuilder.skirmishes")

#: Seconds between two orders of a bot, so that people see the one before, and tries in vain.
PAUSE, TRIES = 0.8, 30


class Driver:
    """One thread that lets bots act, game after game, order after order."""

    def __init__(self) -> None:
        self._due: SimpleQueue[tuple[int, int]] = SimpleQueue()
        self._waiting: set[int] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def wake(self, pk: int, tries: int = 0) -> None:
        """Look soon whether a bot is to act in a game."""
        with self._lock:
            if pk in self._waiting:
                return
            self._waiting.add(pk)
            self._due.put((pk, tries))
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._drive, name="bots", daemon=True)
                self._thread.start()

    def _drive(self) -> None:
        while True:
            pk, tries = self._due.get()
            time.sleep(PAUSE)
            with self._lock:
                self._waiting.discard(pk)
            try:
                again = drive(pk)
            except Exception:
                logger.exception("a bot could not be driven")
                again = None
            finally:
                connections.close_all()
            if again is not None and tries < TRIES:
                self.wake(pk, 0 if again else tries + 1)


def drive(pk: int) -> bool | None:
    """Let a bot act once in a game; whether it did, None where nobody has to be asked again."""
    skirmish = Skirmish.objects.filter(pk=pk, is_live=True, over=False).first()
    if skirmish is None or not skirmish.acting or skirmish.terms:
        return None
    try:
        let_commander_act(skirmish=skirmish, version=skirmish.version)
    except (StaleVersion, Busy):
        return False
    except (NotTheirTurn, TimeIsUp, GameTooLong, GameStuck, Skirmish.DoesNotExist):
        return None
    return True


DRIVER = Driver()


@receiver(changed)
def go_on(sender: Any, skirmish: Skirmish, **kwargs: Any) -> None:
    """Let a bot go on after whatever changed."""
    wake_if_due(skirmish)


def wake_if_due(skirmish: Skirmish) -> None:
    """Let a bot go on whose turn it is, for instance after the server was started anew."""
    seat = skirmish.seats.get(skirmish.acting)
    if skirmish.is_live and not skirmish.over and seat and seat["commander"]:
        DRIVER.wake(skirmish.pk)


def wake_all() -> int:
    """The same in all games; returns in how many."""
    try:
        games = list(
            Skirmish.objects.filter(is_live=True, over=False).only(
                "pk", "seats", "acting", "is_live", "over"
            )
        )
        for skirmish in games:
            wake_if_due(skirmish)
        return len(games)
    finally:
        connections.close_all()
