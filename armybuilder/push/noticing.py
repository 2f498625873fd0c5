"""Work that sends notices: begun where somebody has devices, one device a piece."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from armybuilder.jobs.selectors import has_worker
from armybuilder.jobs.services.asking import begin
from armybuilder.jobs.work import Document, Stand
from armybuilder.push.selectors import devices_of
from armybuilder.push.services import Notice, is_offered, send
from armybuilder.site.models import Owner
from collection.common.busy import Busy

logger = logging.getLogger("armybuilder.push")


@dataclass(frozen=True)
class Told:
    """Whom a notice is for, and what it says in a language."""

    owner: Owner
    notice: Callable[[str], Notice]


def begin_notice(*, kind: str, owner: Owner, payload: Document) -> None:
    """Let a worker send notices of a kind where somebody wants any; nothing without a worker, since
    they would stay in the way of work that people carry."""
    if not (is_offered() and devices_of(owner=owner).exists() and has_worker()):
        return
    try:
        begin(kind=kind, payload=payload)
    except Busy:
        logger.warning("too much waits for a notice to be sent")


class Noticing:
    """One device a piece, as long as there is something to tell; `told` says what that is."""

    page = ""

    def __init__(self, told: Callable[[Document], Told | None]) -> None:
        self.told = told

    def begun(self, payload: Document) -> Stand:
        """Before it is looked where to."""
        return Stand(0, 1, {"devices": []})

    def further(self, payload: Document, stand: Stand) -> Stand:
        """Where to, or one device further."""
        told = self.told(payload)
        if told is None:
            return Stand(stand.done, stand.done, stand.kept)
        devices = devices_of(owner=told.owner)
        if not stand.done:
            found = list(devices.values_list("pk", flat=True))
            return Stand(1, 1 + len(found), {"devices": found})
        if device := devices.filter(pk=stand.kept["devices"][stand.done - 1]).first():
            language = told.owner.member.language if told.owner.member else ""
            send(device=device, notice=told.notice(language or device.language))
        return Stand(stand.done + 1, stand.total, stand.kept)

    def found(self, payload: Document, stand: Stand) -> Document:
        """Where to notices were sent."""
        return stand.kept
